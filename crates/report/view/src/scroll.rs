//! A text that is longer than the screen.

use crate::keys::Move;

/// Lines, and the first that is seen.
#[derive(Debug, Default)]
pub(crate) struct Scroll {
    lines: Vec<String>,
    top: usize,
    height: usize,
}

impl Scroll {
    /// Another text, or the same for another width: then the reader stays at the same part of it.
    pub(crate) fn put(&mut self, text: &str, height: usize, stays: bool) {
        let before = self.lines.len().max(1);
        self.lines = text.lines().map(str::to_owned).collect();
        self.height = height;
        self.top = if stays { self.top * self.lines.len() / before } else { 0 };
        self.top = self.top.min(self.last_top());
    }

    pub(crate) fn go(&mut self, step: Move) {
        // A line of the page before stays in sight.
        let page = self.height.saturating_sub(1);
        self.top = step.from(self.top, self.last_top() + 1, page);
    }

    fn last_top(&self) -> usize {
        self.lines.len().saturating_sub(self.height)
    }

    /// The lines that are seen, each with its place in the text.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.lines.iter().map(String::as_str).enumerate();
        all.skip(self.top).take(self.height)
    }

    /// `lines 1 to 20 of 93`; nothing if all are seen.
    pub(crate) fn position(&self) -> Option<String> {
        let count = self.lines.len();
        let last = (self.top + self.height).min(count);
        (count > self.height).then(|| format!("lines {} to {last} of {count}", self.top + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_page_is_full() {
        let mut text = Scroll::default();
        text.put("a\nb\nc\nd\ne", 2, false);
        text.go(Move::Last);
        assert_eq!(text.seen().map(|(_, line)| line).collect::<String>(), "de");
        assert_eq!(text.position().as_deref(), Some("lines 4 to 5 of 5"));
        text.go(Move::PageUp);
        assert_eq!(text.seen().next(), Some((2, "c")));
        text.put("a\nb", 2, true);
        assert_eq!((text.seen().count(), text.position()), (2, None));
    }
}
