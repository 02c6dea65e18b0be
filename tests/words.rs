//! The words of the pages, the help and the messages. `docs/style.md` rations habits that make
//! a sentence read like a translation; this module counts them and holds the rates.

mod literals;
mod prose;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use prose::Sentence;

use crate::support::propp::in_repository;

/// A habit: its forms, and how often it may occur in 1,000 words of the pages, of the help, and of
/// the text that propp prints. In a form, `^` is the beginning of a sentence, `$` the end of a
/// clause, and `!there` any other word than that one before the form.
struct Habit {
    forms: &'static [&'static str],
    limits: [f64; 3],
}

const fn habit(forms: &'static [&'static str], limits: [f64; 3]) -> Habit {
    Habit { forms, limits }
}

const HABITS: &[Habit] = &[
    habit(&["^ what"], [0.7, 0.25, 2.0]),
    habit(&["that of", "those of", "those that", "those which"], [0.1, 0.25, 1.5]),
    habit(&["of which", "by which"], [0.1, 0.25, 0.35]),
    habit(&["!there is no", "!there are no"], [0.1, 0.25, 1.8]),
    habit(&["so many", "as many", "so much"], [0.1, 0.25, 0.4]),
    habit(&["beside"], [0.1, 0.25, 0.3]),
    habit(&[", too $"], [0.1, 0.25, 0.15]),
    habit(&["tell", "tells", "told"], [0.1, 0.25, 1.9]),
    habit(&["stands", "stand", "lies", "lie"], [0.1, 0.25, 0.9]),
    habit(&["in place of"], [0.05, 0.25, 0.6]),
    habit(&["held against", "hold against"], [0.05, 0.25, 0.2]),
    habit(&["come of", "comes of", "came of"], [0.05, 0.25, 0.15]),
    habit(&["behind"], [0.05, 0.25, 0.3]),
    habit(&["at hand"], [0.05, 0.25, 0.15]),
    habit(&["of before", "of today"], [0.05, 0.25, 0.15]),
];

/// All habits together, in 1,000 words of a single page.
const MOST_ON_A_PAGE: f64 = 4.0;

/// Where the commands begin in `docs/cli.md`, which clap's help fills.
const COMMANDS: &str = "## The commands\n";

struct Page {
    name: String,
    sentences: Vec<Sentence>,
}

/// The pages for users, without the part that is generated from the help, and without the page
/// that shows the habits.
fn pages() -> Vec<Page> {
    let mut files = vec![in_repository("README.md"), in_repository("CONTRIBUTING.md")];
    files.extend(files_below(&in_repository("docs"), "md"));
    files.retain(|file| !file.ends_with("style.md"));
    let page = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let own =
            if file.ends_with("cli.md") { text.split(COMMANDS).next().unwrap() } else { &text };
        Page { name: file.display().to_string(), sentences: prose::markdown(own) }
    };
    files.iter().map(page).collect()
}

/// The help of commands and options, as the page of the command line has it.
fn help() -> Vec<Sentence> {
    let page = std::fs::read_to_string(in_repository("docs/cli.md")).unwrap();
    prose::markdown(page.split_once(COMMANDS).unwrap().1)
}

/// The string literals of the product's sources.
fn printed() -> Vec<Sentence> {
    let folders = ["src", "crates"];
    let files = folders.iter().flat_map(|folder| files_below(&in_repository(folder), "rs"));
    let products = files.filter(|file| literals::is_product(file));
    let texts = products.map(|file| std::fs::read_to_string(file).unwrap());
    texts.flat_map(|text| literals::sentences(&text)).collect()
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if !path.ends_with("target") => open.push(path),
                true => {}
                false if path.extension().is_some_and(|end| end == ending) => files.push(path),
                false => {}
            }
        }
    }
    files.sort();
    files
}

/// The forms of all habits by their first word, each with the number of its habit.
fn forms() -> HashMap<&'static str, Vec<(usize, Vec<&'static str>)>> {
    let mut forms: HashMap<_, Vec<_>> = HashMap::new();
    for (number, habit) in HABITS.iter().enumerate() {
        for form in habit.forms {
            let parts: Vec<&str> = form.split(' ').collect();
            let first = parts.iter().find(|part| !part.starts_with(['^', '!'])).unwrap();
            forms.entry(*first).or_default().push((number, parts));
        }
    }
    forms
}

/// For each habit the sentences that have it, once for each time.
fn found(sentences: &[Sentence]) -> Vec<Vec<&Sentence>> {
    let forms = forms();
    let mut found = vec![Vec::new(); HABITS.len()];
    // A question may use any words.
    for sentence in sentences.iter().filter(|sentence| !sentence.is_question) {
        for (start, token) in sentence.tokens.iter().enumerate() {
            for (habit, form) in forms.get(token.as_str()).into_iter().flatten() {
                if sentence.has(form, start) {
                    found[*habit].push(sentence);
                }
            }
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "some thousand words")]
fn per_thousand(count: usize, sentences: &[Sentence]) -> f64 {
    let words: usize = sentences.iter().map(Sentence::words).sum();
    1000.0 * count as f64 / (words.max(1) as f64)
}

/// The habits above their limits in texts of one kind, each with the last of its sentences.
fn complaints(kind: usize, sentences: &[Sentence]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (habit, found) in HABITS.iter().zip(found(sentences)) {
        let rate = per_thousand(found.len(), sentences);
        let limit = habit.limits[kind];
        if rate > limit {
            let last: Vec<String> = found.iter().rev().take(5).map(ToString::to_string).collect();
            let forms = habit.forms.join(" / ");
            complaints
                .push(format!("{forms}: {rate:.3}, allowed {limit}\n  {}", last.join("\n  ")));
        }
    }
    complaints
}

fn on_a_page(sentences: &[Sentence]) -> f64 {
    per_thousand(found(sentences).iter().map(Vec::len).sum(), sentences)
}

#[test]
fn habits_that_the_style_page_rations_stay_rare() {
    let pages = pages();
    // On a page of a few sentences one form is a high rate: such pages only count among all.
    let long = pages.iter().filter(|page| page.sentences.len() > 10);
    let rates = long.map(|page| (&page.name, on_a_page(&page.sentences)));
    let too_many: Vec<String> = rates
        .filter(|(_, rate)| *rate > MOST_ON_A_PAGE)
        .map(|(name, rate)| format!("{name}: {rate:.1} in 1,000 words"))
        .collect();
    let all: Vec<Sentence> = pages.into_iter().flat_map(|page| page.sentences).collect();
    let kinds = [("pages", all), ("help", help()), ("printed text", printed())];
    let mut wrong = too_many;
    for (kind, (name, sentences)) in kinds.iter().enumerate() {
        assert!(sentences.len() > 200, "{name}: {} sentences", sentences.len());
        let complaints = complaints(kind, sentences);
        wrong.extend(complaints.into_iter().map(|text| format!("{name}: {text}")));
    }
    assert!(wrong.is_empty(), "see docs/style.md\n{}", wrong.join("\n"));
}

#[test]
fn a_page_full_of_habits_is_found() {
    let page = prose::markdown(
        "What it is told lies beside it. Those of a warp are at hand, too; as many stand behind. \
         What is it?\n\n    what is code is no text\n\n| of which | `those of` |\n",
    );
    let all = found(&page);
    let count = |form: &str| {
        let habit = HABITS.iter().position(|habit| habit.forms.contains(&form)).unwrap();
        all[habit].len()
    };
    assert_eq!(count("^ what"), 1, "a question may begin so");
    assert_eq!((count("beside"), count("behind"), count("of which")), (1, 1, 1));
    assert_eq!((count(", too $"), count("those of"), count("!there is no")), (1, 1, 0));
    assert!(on_a_page(&page) > MOST_ON_A_PAGE);
}

#[test]
fn literals_are_found_and_nothing_else() {
    let source = "// \"no text in a comment\"\nlet a = \"which of those \\\n    that {name} told\";\n\
                  let c = '\"'; let d: &'static str = r#\"a \"raw\" text at hand\"#;\n\
                  let e = b\"bytes are no text here\";\n#[cfg(test)]\nmod tests {\n\"is no text\"";
    let found: Vec<String> = literals::sentences(source).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["which of those that told", "a raw text at hand"]);
}
