//! What source lines and instructions of a kernel ask for.

pub mod table;
