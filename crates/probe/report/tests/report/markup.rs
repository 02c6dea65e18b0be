//! Whether markup is well formed.

/// Elements without an end.
const VOID: [&str; 3] = ["meta", "link", "wbr"];

/// Panics where a tag is not closed, an attribute is not quoted, or a number is none.
pub(crate) fn check(page: &str) {
    let page = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    let mut open: Vec<String> = Vec::new();
    for part in [before, after] {
        let mut rest = part;
        while let Some(start) = rest.find('<') {
            text(&rest[..start]);
            let end = start + rest[start..].find('>').expect("an end of a tag");
            tag(&rest[start + 1..end], &mut open);
            rest = &rest[end + 1..];
        }
        text(rest);
    }
    assert!(open.is_empty(), "not closed: {open:?}");
}

fn text(text: &str) {
    assert!(!text.contains('>'), "a bare > in {text:?}");
    for entity in text.split('&').skip(1) {
        let name = entity.split(';').next().unwrap();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{name} in {text:?}");
    }
}

fn tag(tag: &str, open: &mut Vec<String>) {
    if let Some(name) = tag.strip_prefix('/') {
        assert_eq!(open.pop().as_deref(), Some(name));
        return;
    }
    let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    // Names and values take turns between the quotes.
    let parts: Vec<&str> = attributes.split('"').collect();
    assert_eq!(parts.len() % 2, 1, "quotes of <{tag}>");
    for (i, part) in parts.iter().enumerate() {
        if i % 2 == 1 {
            text(part);
            let words = part.split(|c: char| !c.is_alphanumeric());
            for word in words {
                assert!(!["NaN", "inf", "infinity"].contains(&word), "{word} in <{tag}>");
            }
        } else {
            let name = part.trim();
            let bare = name.trim_end_matches('=');
            assert!(
                name.is_empty() || ["details open", "open"].contains(&bare) || name.ends_with('=')
            );
        }
    }
    if !closed && !VOID.contains(&name) {
        open.push(name.to_owned());
    }
}
