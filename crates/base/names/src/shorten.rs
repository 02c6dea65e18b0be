//! Shortens a name to a width.

use super::path::{Part, arguments, is_noise, parts};

/// Marks an omission.
pub(super) const CUT: char = '…';

/// The longest form of a name that fits into `width` characters.
///
/// `bare` is a demangled name without parameters. Omitted are, in this order: the arguments of
/// template arguments, the template arguments, the inner namespaces, the outermost namespace,
/// and the middle of the name itself.
pub fn shorten(bare: &str, width: usize) -> String {
    let fitting = forms(bare).find(|form| length(form) <= width);
    fitting.unwrap_or_else(|| {
        let path = parts(bare);
        path.last().map_or_else(String::new, |own| cut_middle(own.name, width))
    })
}

/// The forms of a name, the longest first.
pub(super) fn forms(bare: &str) -> impl Iterator<Item = String> {
    const FORMS: usize = 5;
    let path = parts(bare);
    (0..FORMS).map_while(move |form| {
        let (own, around) = path.split_last()?;
        let namespaces =
            |parts: &[Part<'_>]| parts.iter().map(|part| format!("{}::", part.name)).collect();
        let all = || -> String { namespaces(around) };
        let first = || -> String { namespaces(around.get(..1).unwrap_or_default()) };
        let cut_off = if own.arguments.is_some() { "<…>" } else { "" };
        Some(match form {
            0 => full(bare),
            1 => format!("{}{}", all(), with_short_arguments(own)),
            2 => format!("{}{}{cut_off}", all(), own.name),
            3 => format!("{}{}{cut_off}", first(), own.name),
            _ => format!("{}{cut_off}", own.name),
        })
    })
}

/// The whole name without namespaces that only the linker needs.
fn full(bare: &str) -> String {
    let mut text = String::with_capacity(bare.len());
    let mut rest = bare;
    while let Some(end) = rest.find("::") {
        let (before, after) = (&rest[..end], &rest[end + 2..]);
        let step = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
        let step = if before.ends_with("(anonymous namespace)") {
            before.len() - "(anonymous namespace)".len()
        } else {
            step
        };
        if is_noise(&before[step..]) {
            text.push_str(&before[..step]);
        } else {
            text.push_str(before);
            text.push_str("::");
        }
        rest = after;
    }
    text.push_str(rest);
    while text.contains("> >") {
        text = text.replace("> >", ">>");
    }
    text
}

/// Such as `name<argument, other<…>>`.
fn with_short_arguments(own: &Part<'_>) -> String {
    let Some(list) = own.arguments else { return own.name.to_owned() };
    let short: Vec<String> = arguments(list).map(short_argument).collect();
    format!("{}<{}>", own.name, short.join(", "))
}

fn short_argument(argument: &str) -> String {
    let path = parts(argument);
    // A lambda is named after the function that contains it.
    let telling =
        |part: &&Part<'_>| !part.name.starts_with(['{', '(']) && part.name != "operator()";
    let Some(part) = path.iter().rev().find(telling).or(path.last()) else {
        return String::new();
    };
    match (part.arguments, part.name.split_once('(')) {
        (Some(_), _) => format!("{}<…>", part.name),
        (None, Some((function, _))) if !function.is_empty() => {
            format!("{}…", function.split('<').next().unwrap_or(function))
        }
        (None, _) => part.name.to_owned(),
    }
}

/// Start and end of a text, with the middle omitted.
pub(super) fn cut_middle(text: &str, width: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let mut short: String = all[..head].iter().collect();
    short.push(CUT);
    short.extend(&all[all.len() - tail..]);
    short
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}
