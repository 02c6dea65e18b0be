//! `propp baseline` and `propp gate`, on runs recorded on an H200.

mod certificate;
mod command;
mod docs;
mod false_alarms;
mod formats;
mod large;
mod planted;
mod runs;
mod size;
mod verdicts;
