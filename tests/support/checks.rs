//! Checks with words, for tests that return them.

/// `Err` with both sides when they differ.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    got: T,
    want: T,
    what: &str,
) -> Result<(), String> {
    if got == want { Ok(()) } else { Err(format!("{what}: got {got:?}, want {want:?}")) }
}

/// `Err` unless the text contains all the words.
pub(crate) fn says(text: &str, words: &[&str]) -> Result<(), String> {
    match words.iter().find(|word| !text.contains(**word)) {
        None => Ok(()),
        Some(word) => Err(format!("{word:?} is not in: {text}")),
    }
}
