//! Insertion sorts of short arrays: they index the array by what they read, so it lies in local memory.
//! Compare and exchange with constant indices keeps it in registers.

use std::ops::Range;

use propp_code_sass::Space;

use crate::arrays::Array;
use crate::code::Code;
use crate::edit::{Edit, EditKind};
use crate::source::Source;

/// Longer arrays are not unrolled: n (n - 1) / 2 comparisons.
const LONGEST: u32 = 16;

/// The sort, token by token: `@name` is a word, the same each time; `@@name` is the words of a type;
/// `++name` and `--name` stand on either side of the name.
const SORT: &str = "for ( @@counter @i = 1 ; @i < @n ; ++i ) { @@type @value = @array [ @i ] ; @@place @p = \
                    @i ; while ( @p > 0 & & @array [ @p - 1 ] > @value ) { @array [ @p ] = @array [ @p - 1 ] ; \
                    --p ; } @array [ @p ] = @value ; }";

/// Sorts of arrays in local memory.
pub(crate) fn sorting(arrays: &[Array], code: &Code<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let local = arrays.iter().filter(|array| array.space == Space::Local && array.loaded > 0);
    let places: Vec<_> = local.flat_map(|array| &array.lines).collect();
    for (path, file) in code.files {
        for (range, text, name) in sorts(&file.source) {
            let lines = file.source.line_of(range.start)..=file.source.line_of(range.end);
            let is_it = places.iter().any(|at| at.file == *path && lines.contains(&at.line));
            edits.extend(is_it.then(|| Edit {
                kind: EditKind::Sorting,
                file: path.clone(),
                line: *lines.start(),
                range,
                text,
                why: format!(
                    "`{name}` is sorted by comparing and exchanging neighbours, with constant indices once the \
                     loops are unrolled, so that it fits registers. Floats with NaN are ordered in another way"
                ),
            }));
        }
    }
    edits
}

/// Each sort of a source, what it becomes, and the name of its array.
fn sorts(source: &Source) -> Vec<(Range<usize>, String, String)> {
    let tokens = tokens(source);
    let starts = (0..tokens.len()).filter(|at| tokens[*at].0 == "for");
    starts.filter_map(|at| unrolled(source, &tokens[at..])).collect()
}

fn unrolled(source: &Source, tokens: &[(&str, usize)]) -> Option<(Range<usize>, String, String)> {
    let (names, last) = matched(tokens)?;
    let of = |name: &str| names.iter().find(|(own, _)| *own == name).map(|(_, text)| text.as_str());
    let (i, n, p, array) = (of("i")?, of("n")?, of("p")?, of("array")?);
    let (counter, place) = (of("counter")?, of("place")?.trim_start_matches("const "));
    if n.parse::<u32>().ok().is_none_or(|n| !(2..=LONGEST).contains(&n)) {
        return None;
    }
    let (start, end) = (tokens.first()?.1, tokens.get(last)?.1 + 1);
    let indent = source.indentation(start);
    // A pragma needs a line of its own.
    let begins_line = source.text.get(..start - indent.len()).unwrap_or_default();
    if !begins_line.is_empty() && !begins_line.ends_with('\n') {
        return None;
    }
    let lines = [
        "#pragma unroll".to_owned(),
        format!("{indent}for ({counter} {i} = 1; {i} < {n}; {i}++) {{"),
        "#pragma unroll".to_owned(),
        format!("{indent}    for ({place} {p} = {i}; {p} > 0; {p}--) {{"),
        format!("{indent}        const auto before = {array}[{p} - 1], after = {array}[{p}];"),
        format!("{indent}        {array}[{p} - 1] = before > after ? after : before;"),
        format!("{indent}        {array}[{p}] = before > after ? before : after;"),
        format!("{indent}    }}"),
        format!("{indent}}}"),
    ];
    Some((start - indent.len()..end, lines.join("\n"), array.to_owned()))
}

/// Words and single signs, each with its place.
fn tokens(source: &Source) -> Vec<(&str, usize)> {
    let text = source.code(&(0..source.text.len()));
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push((&rest[..length], at));
        }
        at += length;
    }
    tokens
}

/// The names of the sort at the first token, and its last token.
fn matched(tokens: &[(&str, usize)]) -> Option<(Vec<(&'static str, String)>, usize)> {
    let mut names: Vec<(&str, String)> = Vec::new();
    let mut at = 0;
    let token = |at: usize| tokens.get(at).map(|(text, _)| *text);
    let is_word = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    for wanted in SORT.split(' ') {
        let own = |names: &[(&str, String)], name: &str| {
            names.iter().find(|(own, _)| *own == name).map(|(_, text)| text.clone())
        };
        if let Some(name) = wanted.strip_prefix("@@") {
            let from = at;
            while is_word(token(at + 1)?) && is_word(token(at)?) {
                at += 1;
            }
            let words: Vec<&str> = tokens[from..at].iter().map(|(text, _)| *text).collect();
            (!words.is_empty()).then_some(())?;
            names.push((name, words.join(" ")));
        } else if let Some(name) = wanted.strip_prefix('@') {
            let text = token(at).filter(|text| is_word(text))?;
            match own(&names, name) {
                Some(known) if known != text => return None,
                Some(_) => {}
                None => names.push((name, text.to_owned())),
            }
            at += 1;
        } else if let Some(name) = ["++", "--"].iter().find_map(|sign| wanted.strip_prefix(sign)) {
            let (name, sign) = (own(&names, name)?, &wanted[..1]);
            let three = [token(at)?, token(at + 1)?, token(at + 2)?];
            if three != [&name, sign, sign] && three != [sign, sign, &name] {
                return None;
            }
            at += 3;
        } else {
            (token(at)? == wanted).then_some(())?;
            at += 1;
        }
    }
    Some((names, at - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int f(unsigned char* a) {\n    for (int i = 1; i < 9; ++i) {\n        const unsigned char v \
                        = a[i];\n        int p = i;\n        while (p > 0 && a[p - 1] > v) {\n            a[p] = \
                        a[p - 1];\n            p--;\n        }\n        a[p] = v;\n    }\n    return a[4];\n}\n";

    fn becomes(text: &str) -> Option<String> {
        let source = Source::new(text.to_owned());
        let (range, new, name) = sorts(&source).pop()?;
        assert_eq!(name, "a");
        Some(format!("{}{new}{}", &text[..range.start], &text[range.end..]))
    }

    #[test]
    fn an_insertion_sort_becomes_compare_and_exchange() {
        let new = "int f(unsigned char* a) {\n#pragma unroll\n    for (int i = 1; i < 9; i++) {\n#pragma unroll\n        \
                   for (int p = i; p > 0; p--) {\n            const auto before = a[p - 1], after = \
                   a[p];\n            a[p - 1] = before > after ? after : before;\n            a[p] = before > \
                   after ? before : after;\n        }\n    }\n    return a[4];\n}\n";
        assert_eq!(becomes(TEXT).as_deref(), Some(new));
    }

    #[test]
    fn other_loops_stay() {
        for (old, new) in [
            ("i < 9", "i < n"),
            ("i < 9", "i < 64"),
            ("p > 0", "p > 1"),
            ("a[p] = v", "b[p] = v"),
            ("> v", ">= v"),
            ("p--;", "p--; steps++;"),
            ("i = 1", "i = 0"),
            ("    for", "{ for"),
        ] {
            assert_eq!(becomes(&TEXT.replace(old, new)), None, "{old} -> {new}");
        }
    }
}
