//! Text in HTML and in Markdown.

/// A text that stands for itself, between tags and in quoted attributes. Control
/// characters, which HTML has no way to write, become the replacement character.
#[must_use]
pub fn html(text: &str) -> String {
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

/// A text that stands for itself in a cell of a Markdown table. Underscores are left: no
/// renderer of GitHub's kind takes them for emphasis within words.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '|' | '*' | '`' | '\\' | '[' | ']' => {
                out.push('\\');
                out.push(character);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_taken_for_markup() {
        assert_eq!(
            html("<script>alert('x')</script> & \"q\"\n\0\u{202e}"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot; \u{fffd}\u{fffd}"
        );
        assert_eq!(markdown("a|b *c* <d>\n"), "a\\|b \\*c\\* &lt;d&gt; ");
    }
}
