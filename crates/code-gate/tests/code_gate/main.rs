//! Builds against builds: the planted changes of `tests/planted`, files, and damage.

mod damage;
mod pairs;
mod planted;
mod support;
