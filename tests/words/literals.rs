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
    while let Some((before, from)) = rest.split_once('"') {
        let line = before.rsplit('\n').next().unwrap_or(before);
        if line.contains("//") {
            rest = from.split_once('\n').map_or("", |(_, next)| next);
        } else if from.starts_with('\'') && (line.ends_with('\'') || line.ends_with("'\\")) {
            // The character of a quote.
            rest = &from[1..];
        } else {
            let opening = line.trim_end_matches('#');
            let hashes = "#".repeat(line.len() - opening.len());
            let is_raw = opening.ends_with('r');
            let end = if is_raw { from.find(&format!("\"{hashes}")) } else { closing_quote(from) };
            let text = &from[..end.unwrap_or(from.len())];
            let is_bytes = opening.ends_with('b') || opening.ends_with("br");
            if !is_bytes && text.split_whitespace().nth(LEAST_WORDS - 1).is_some() {
                all.push(plain(text));
            }
            rest = from.get(text.len() + 1..).unwrap_or_default();
        }
    }
    all
}

/// Where a literal ends: at a quote after an even number of backslashes.
fn closing_quote(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find('"')?;
        let before = &text[..at];
        if (at - before.trim_end_matches('\\').len()).is_multiple_of(2) {
            return Some(at);
        }
        from = at + 1;
    }
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
