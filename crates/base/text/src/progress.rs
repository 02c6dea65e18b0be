//! A line on standard error that says how far something is.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often in a second the line is written anew, at most.
const RATE: u8 = 5;

/// One line that changes, on a terminal; nothing elsewhere.
pub struct Progress {
    is_shown: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(is_quiet: bool) -> Self {
        Self { is_shown: !is_quiet && is_terminal(), bar: None }
    }

    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows a text in place of the one before, cut off where the terminal ends. It is
    /// made only where somebody sees it.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.is_shown {
            self.bar.get_or_insert_with(bar).set_message(text());
        }
    }

    /// Removes the line, so that something else can be said.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(RATE));
    match ProgressStyle::with_template("{wide_msg}") {
        Ok(style) => bar.with_style(style),
        // A line that cannot be laid out is none.
        Err(_) => ProgressBar::hidden(),
    }
}

/// Whether somebody sees the line.
pub fn is_terminal() -> bool {
    std::io::stderr().is_terminal()
}
