//! `propp baseline` and `propp gate` as a user meets them; `crates/gate/runs/tests` has the judgement.

mod certificate;
mod command;
pub(crate) mod docs;
mod formats;
mod recordings;
