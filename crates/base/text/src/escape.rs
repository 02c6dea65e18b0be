//! Text that stands for itself in a format in which some characters mean something else:
//! one escaper a format.

/// Text of an XML element or a quoted attribute. XML has no place for control characters.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(' '),
            character if character.is_control() => out.push(REPLACEMENT),
            character => push_markup(&mut out, character),
        }
    }
    out
}

/// Text in Markdown that is no markup, no link, and no call for a user's attention, in a
/// table or out of one.
pub fn markdown(text: &str) -> String {
    of_markdown(text, &['\\', '`', '*', '_', '[', ']', '|', '#', '~'])
}

/// The same for a table whose names are joined by underscores: those are left, as no
/// renderer of GitHub's kind takes them for emphasis within words.
pub fn markdown_cell(text: &str) -> String {
    of_markdown(text, &['\\', '`', '*', '[', ']', '|'])
}

fn of_markdown(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '@' => out.push_str("&#64;"),
            '"' => out.push('"'),
            character if special.contains(&character) => {
                out.push('\\');
                out.push(character);
            }
            character if character.is_control() => out.push(' '),
            character => push_markup(&mut out, character),
        }
    }
    out
}

/// A name as code in Markdown, in a table or out of one. Nothing in a code span is markup
/// but the back quote that ends it, and the bar that ends a cell.
pub fn markdown_code(name: &str) -> String {
    let mut out = String::from("`");
    for character in name.chars() {
        match character {
            '`' => out.push('\''),
            '|' => out.push_str("\\|"),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out + "`"
}

/// A field of a line of CSV, quoted as RFC 4180 has it where it must be.
pub fn csv(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// What stands for a character that cannot be written.
const REPLACEMENT: char = '\u{fffd}';

/// The character, or the replacement for what nobody would see: control characters, and
/// what turns the direction of writing round, which would spill over its element.
pub(crate) fn visible(character: char) -> char {
    match character {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => REPLACEMENT,
        character if character.is_control() => REPLACEMENT,
        character => character,
    }
}

fn push_markup(out: &mut String, character: char) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        character => out.push(character),
    }
}

/// A word of a command, in quotes where a shell would take it apart.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+:,=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_taken_for_markup() {
        assert_eq!(xml("<a b=\"c\">'\n\u{1b}"), "&lt;a b=&quot;c&quot;&gt;' \u{fffd}");
    }

    #[test]
    fn nothing_of_a_name_is_taken_for_markdown() {
        assert_eq!(markdown("<b>@all_of *x* [y](z)"), "&lt;b&gt;&#64;all\\_of \\*x\\* \\[y\\](z)");
        assert_eq!(markdown("a|b \"c\"\t#1 ~d~"), "a\\|b \"c\" \\#1 \\~d\\~");
        assert_eq!(markdown_cell("a|b_c *d* <e>\n"), "a\\|b_c \\*d\\* &lt;e&gt; ");
        assert_eq!(markdown_code("a`|<b>\n"), "`a'\\|<b> `");
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(csv("f<int>"), "f<int>");
        assert_eq!(csv("f(int, int)"), "\"f(int, int)\"");
        assert_eq!(csv("a \"b\"\nc"), "\"a \"\"b\"\"\nc\"");
    }
}
