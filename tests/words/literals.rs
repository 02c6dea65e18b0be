//! String literals of Rust sources, by a reader that knows comments, quotes and escapes.

use std::path::Path;

use super::prose::{self, Sentence};

/// With fewer words a literal is a name or a key.
const LEAST_WORDS: usize = 4;

/// Whether a file is part of what users run: no test, example or build script.
pub(super) fn is_product(file: &Path) -> bool {
    let is_in = |folder: &str| file.iter().any(|part| part == folder);
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    is_in("src") && !is_in("tests") && name != "tests" && !name.ends_with("_tests")
}

/// The sentences in the literals of a source, up to its tests.
pub(super) fn sentences(source: &str) -> Vec<Sentence> {
    let own = source.split("\n#[cfg(test)]\nmod ").next().unwrap();
    let all = literals(own).into_iter().flat_map(|text| prose::sentences(&text));
    all.filter(|sentence| sentence.words() >= LEAST_WORDS).collect()
}

fn literals(mut rest: &str) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let before = &rest[..at];
        let from = &rest[at..];
        rest = if from.starts_with("//") {
            from.find('\n').map_or("", |end| &from[end..])
        } else if let Some(behind) = from.strip_prefix('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let before = before.trim_end_matches('#');
            let is_bytes = before.ends_with('b') || before.ends_with("br");
            let is_raw = before.ends_with('r') && !before.ends_with("_r");
            let end = if is_raw {
                behind.find(&format!("\"{}", "#".repeat(hashes)))
            } else {
                closing_quote(behind)
            };
            let end = end.unwrap_or(behind.len());
            if !is_bytes {
                all.push(plain(&behind[..end]));
            }
            behind.get(end + 1..).unwrap_or_default()
        } else if let Some(behind) = from.strip_prefix('\'') {
            after_quote(behind)
        } else {
            &from[1..]
        };
    }
    all
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, mark)| {
        let ends = mark == '"' && !is_escaped;
        is_escaped = mark == '\\' && !is_escaped;
        ends.then_some(at)
    })
}

/// After a character, or after the quote of a lifetime.
fn after_quote(text: &str) -> &str {
    let inner = text.strip_prefix('\\').unwrap_or(text);
    let mut marks = inner.chars();
    marks.next();
    let behind = marks.as_str();
    if inner.len() < text.len() {
        return behind.split_once('\'').map_or("", |(_, rest)| rest);
    }
    behind.strip_prefix('\'').unwrap_or(text)
}

/// Without escapes and the places for values.
fn plain(literal: &str) -> String {
    let mut text = String::with_capacity(literal.len());
    let mut marks = literal.chars().peekable();
    while let Some(mark) = marks.next() {
        match mark {
            '\\' => match marks.next() {
                Some('\n') => while marks.next_if(|mark| mark.is_whitespace()).is_some() {},
                Some('n') => text.push_str(". "),
                _ => text.push(' '),
            },
            '{' => {
                while marks.next_if(|mark| *mark != '}').is_some() {}
                marks.next();
                text.push(' ');
            }
            _ => text.push(mark),
        }
    }
    text
}
