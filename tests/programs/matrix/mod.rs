//! The matrix of programs that propp must not harm: its rows, a round of one, and the page
//! that tells the results.

mod page;
mod round;
mod rows;

pub(crate) use page::{page, results};
pub(crate) use round::Programs;
pub(crate) use rows::{Outcome, Row, rows};
