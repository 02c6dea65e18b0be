//! What a step came to.

/// How a step ended that did not fail, with a note for the summary.
pub(super) enum Outcome {
    Passed(String),
    Skipped(String),
}
