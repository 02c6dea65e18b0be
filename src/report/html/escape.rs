//! Text in HTML.

/// A text that stands for itself, between tags and in quoted attributes. Control
/// characters, which HTML has no way to write, become the replacement character.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            // What turns the direction of writing round would spill over its element.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            character if character.is_control() => out.push('\u{fffd}'),
            character => out.push(character),
        }
    }
    out
}

/// The same, of no more than so many characters, cut in the middle.
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
    fn nothing_of_a_name_is_taken_for_markup() {
        assert_eq!(
            escaped("<script>alert('x')</script> & \"q\"\n\0\u{202e}"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot; \u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn a_cut_never_falls_into_an_entity() {
        assert_eq!(escaped_within("<<<<<<<", 5), "&lt;&lt;…&lt;&lt;");
        assert_eq!(escaped_within("ab", 2), "ab");
    }
}
