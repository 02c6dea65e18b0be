//! The keys that work now.

/// Keys and their meanings: the more important before the others.
type Keys = &'static [(&'static str, &'static str)];

pub(crate) const OVERVIEW: Keys = &[
    ("↑↓", "move"),
    ("Enter", "open"),
    ("/", "filter"),
    ("s", "sort"),
    ("?", "help"),
    ("q", "quit"),
    ("Tab 1-4", "screens"),
];

pub(crate) const KERNEL: Keys = &[
    ("↑↓", "scroll"),
    ("Enter", "lines"),
    ("Esc", "back"),
    ("?", "help"),
    ("q", "quit"),
    ("n p", "other kernel"),
    ("Tab 1-4", "screens"),
];

pub(crate) const LINES: Keys = &[
    ("↑↓", "scroll"),
    ("a", "all lines"),
    ("Enter", "code"),
    ("Esc", "back"),
    ("?", "help"),
    ("q", "quit"),
    ("n p", "other kernel"),
    ("Tab 1-4", "screens"),
];

pub(crate) const CODE: Keys = &[
    ("↑↓", "scroll"),
    ("Esc", "back"),
    ("?", "help"),
    ("q", "quit"),
    ("n p", "other kernel"),
    ("Tab 1-4", "screens"),
];

pub(crate) const TYPING: Keys = &[("Enter", "keep"), ("Esc", "clear"), ("↑↓", "move")];

pub(crate) const HELP: Keys = &[("any key", "close the help"), ("q", "quit")];

/// As many as the width has room for.
pub(crate) fn fitting(keys: Keys, width: usize) -> &'static [(&'static str, &'static str)] {
    let mut taken = 0;
    let count = keys.iter().take_while(|(key, meaning)| {
        taken += key.chars().count() + meaning.chars().count() + 3;
        taken <= width + 2
    });
    &keys[..count.count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_screen_has_the_first_keys() {
        assert_eq!(fitting(OVERVIEW, 200).len(), OVERVIEW.len());
        assert_eq!(fitting(OVERVIEW, 17), &OVERVIEW[..1]);
        for keys in [OVERVIEW, KERNEL, LINES, CODE, TYPING, HELP] {
            let fit = fitting(keys, 60);
            assert!(keys == TYPING || fit.contains(&("q", "quit")), "{fit:?}");
        }
    }
}
