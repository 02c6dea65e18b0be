//! Text in HTML.

pub(super) use propp_text::escape::html as escaped;

/// A text that stands for itself, of no more than so many characters, cut in the middle.
pub(super) fn escaped_within(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return escaped(text);
    }
    let half = most.saturating_sub(1) / 2;
    let front: String = text.chars().take(half).collect();
    let back: String = text.chars().skip(length - half).collect();
    escaped(&format!("{front}…{back}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_never_falls_into_an_entity() {
        assert_eq!(escaped_within("<<<<<<<", 5), "&lt;&lt;…&lt;&lt;");
        assert_eq!(escaped_within("ab", 2), "ab");
    }
}
