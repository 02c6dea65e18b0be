//! The head of a PTX text: `.version` and `.target`.

use crate::entry::Target;

/// How far the directives are looked for: comments stand before them.
const HEAD: usize = 1 << 16;

pub(crate) struct Head {
    pub(crate) version: (u16, u16),
    pub(crate) target: Option<Target>,
}

/// `None` if the text is no PTX: it begins with `.version`, behind comments.
pub(crate) fn head(text: &[u8]) -> Option<Head> {
    let text = &text[..text.len().min(HEAD)];
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        // Cut inside of a character.
        Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).ok()?,
    };
    let rest = behind_comments(text).strip_prefix(".version")?;
    let (version, rest) =
        rest.trim_start().split_at_checked(rest.trim_start().find(['\n', ' ', '\r'])?)?;
    let (major, minor) = version.split_once('.')?;
    let target = behind_comments(rest).strip_prefix(".target");
    let target = target.and_then(|rest| {
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        Target::parse(&rest[..end])
    });
    Some(Head { version: (major.parse().ok()?, minor.parse().ok()?), target })
}

fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("//") {
            comment.find('\n').map(|end| &comment[end..])
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|end| &comment[end + 2..])
        } else {
            return rest;
        };
        match after {
            Some(after) => rest = after.trim_start(),
            None => return "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_behind_comments() {
        let head =
            head(b"//\n// Generated\n/* a\n*/\n.version 8.4\n.target sm_90a, debug\n").unwrap();
        assert_eq!(head.version, (8, 4));
        assert_eq!(head.target.unwrap().to_string(), "sm_90a");
    }

    #[test]
    fn other_texts_are_no_ptx() {
        for text in ["", "// only", "/* open", "hello .version 8.4\n", ".version x.y\n", ".version"]
        {
            assert!(head(text.as_bytes()).is_none(), "{text}");
        }
        assert!(head(b".version 8.4\n.address_size 64\n").unwrap().target.is_none());
    }
}
