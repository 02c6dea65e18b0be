//! Sentences of a text, as words in small letters.

use std::fmt;

/// Words, and the marks that end a clause.
#[derive(Debug)]
pub(super) struct Sentence {
    pub(super) tokens: Vec<String>,
    pub(super) is_question: bool,
}

impl Sentence {
    pub(super) fn words(&self) -> usize {
        self.tokens.iter().filter(|token| !is_mark(token)).count()
    }

    /// Whether the form begins at a token: its `^`, `$` and `!word` take none.
    pub(super) fn has(&self, form: &[&str], start: usize) -> bool {
        let mut at = start;
        form.iter().all(|part| match *part {
            "^" => at == 0,
            "$" => self.tokens.get(at).is_none_or(|token| is_mark(token)),
            word if word.starts_with('!') => at == 0 || self.tokens[at - 1] != word[1..],
            word => {
                at += 1;
                self.tokens.get(at - 1).is_some_and(|token| token == word)
            }
        })
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.tokens.join(" "))
    }
}

fn is_mark(token: &str) -> bool {
    matches!(token, "," | ";" | ":")
}

/// The sentences of running text.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut marks = text.chars().chain(['.']).peekable();
    while let Some(mark) = marks.next() {
        if mark.is_alphanumeric() || matches!(mark, '\'' | '-' | '_') {
            word.extend(mark.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        match mark {
            ',' | ';' | ':' => tokens.push(mark.to_string()),
            // A point in a number or a name ends nothing.
            '.' | '!' | '?' if marks.peek().is_none_or(|next| next.is_whitespace()) => {
                let tokens = std::mem::take(&mut tokens);
                if !tokens.is_empty() {
                    all.push(Sentence { tokens, is_question: mark == '?' });
                }
            }
            _ => {}
        }
    }
    all
}

/// The sentences of a Markdown page, without code.
pub(super) fn markdown(page: &str) -> Vec<Sentence> {
    let mut text = String::new();
    let mut is_code = false;
    let mut above_is_empty = true;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let is_indented = line.starts_with("    ") && above_is_empty;
        if is_code || is_indented {
            continue;
        }
        above_is_empty = line.trim().is_empty();
        let begun = line.trim_start();
        let begins_anew = ["#", "- ", "* ", "|", "<!--"].iter().any(|it| begun.starts_with(it))
            || begun.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        if above_is_empty || begins_anew {
            text += ".\n";
        }
        text += &line.replace('|', " . ");
        text.push('\n');
    }
    sentences(&without_code_and_targets(&text))
}

/// Without code in back quotes and the targets of links.
fn without_code_and_targets(text: &str) -> String {
    let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut parts = outside.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest))
}
