//! What a recording holds, as flat tables for data frames: one row a launch. Pure.
//!
//! [`launches`] has the launches of the trace run with their times, [`counters`] those of count
//! runs with their counters. Both begin with the same columns, which say what was launched.

mod counters;
mod launched;
mod launches;

pub use counters::counters;
pub use launches::launches;

/// A recording's index among those that are shown together, and a row of it.
type RowOf<'a, T> = (usize, &'a propp_recording::Recording, &'a T);

/// The rows of all recordings, each with its recording.
fn all<'a, T>(
    recordings: &[&'a propp_recording::Recording],
    rows: impl Fn(&'a propp_recording::Recording) -> &'a [T],
) -> Vec<RowOf<'a, T>> {
    let of = |(place, recording): (usize, &&'a propp_recording::Recording)| {
        let recording = *recording;
        rows(recording).iter().map(move |row| (place, recording, row)).collect::<Vec<_>>()
    };
    recordings.iter().enumerate().flat_map(of).collect()
}
