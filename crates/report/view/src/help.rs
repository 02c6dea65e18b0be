//! All keys.

/// Keys and what they do, for the help; few enough for 15 lines.
pub(crate) const KEYS: [(&str, &str); 12] = [
    ("↑ ↓  j k", "move, or scroll by a line"),
    ("PgUp PgDn", "by a page"),
    ("Home End", "to the first or the last"),
    ("Tab  1-4", "overview, kernel, lines, code"),
    ("Enter  →", "open the kernel, its lines, its code"),
    ("Esc ← h ⌫", "back to the overview"),
    ("n  p", "next or previous kernel"),
    ("/", "filter by name: Enter keeps, Esc clears"),
    ("s", "sort by time, QM or name"),
    ("a", "all source lines, or the hottest"),
    ("?", "this help"),
    ("q  Ctrl-C", "quit"),
];

/// Characters in the column of the keys.
pub(crate) const KEY: usize = 11;
