//! The words of the pages, the help and the messages. `docs/style.md` rations habits that make
//! a sentence read like a translation; this module counts them and holds the rates.

mod literals;
mod prose;

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
    habit(&["^ what"], [0.0, 0.0, 0.0]),
    habit(&["that of", "those of", "those that", "those which"], [0.0, 0.0, 0.0]),
    habit(&["of which", "by which"], [0.0, 0.0, 0.0]),
    habit(&["!there is no", "!there are no"], [0.0, 0.0, 0.0]),
    habit(&["so many", "as many", "so much"], [0.0, 0.0, 0.0]),
    habit(&["beside"], [0.0, 0.0, 0.0]),
    habit(&[", too $"], [0.0, 0.0, 0.0]),
    habit(&["tell", "tells", "told"], [0.0, 0.0, 0.0]),
    habit(&["stands", "stand", "lies", "lie"], [0.0, 0.0, 0.0]),
    habit(&["in place of"], [0.0, 0.0, 0.0]),
    habit(&["held against", "hold against"], [0.0, 0.0, 0.0]),
    habit(&["come of", "comes of", "came of"], [0.0, 0.0, 0.0]),
    habit(&["behind"], [0.0, 0.0, 0.0]),
    habit(&["at hand"], [0.0, 0.0, 0.0]),
    habit(&["of before", "of today"], [0.0, 0.0, 0.0]),
];

/// All habits together, in 1,000 words of a single page.
const MOST_ON_A_PAGE: f64 = 0.0;

/// Where the commands begin in `docs/cli.md`, which clap's help fills.
const COMMANDS: &str = "## The commands\n";

struct Page {
    name: String,
    sentences: Vec<Sentence>,
}

/// The pages for users, without what is generated from the help.
fn pages() -> Vec<Page> {
    let mut files = vec![in_repository("README.md"), in_repository("CONTRIBUTING.md")];
    files.extend(files_below(&in_repository("docs"), "md"));
    let page = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let own = if file.ends_with("cli.md") { text.split(COMMANDS).next().unwrap() } else { &text };
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
    let folders = ["src", "crates", "inject", "emulate-rt", "wire", "primitive-abi"];
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

/// The sentences that have a habit, once for each time, and their rate per 1,000 words.
fn rate<'a>(habit: &Habit, sentences: &'a [Sentence]) -> (f64, Vec<&'a Sentence>) {
    let forms: Vec<Vec<&str>> = habit.forms.iter().map(|form| form.split(' ').collect()).collect();
    let mut found = Vec::new();
    for sentence in sentences {
        let times: usize = forms.iter().map(|form| sentence.count(form)).sum();
        found.extend(std::iter::repeat_n(sentence, times));
    }
    (per_thousand(found.len(), sentences), found)
}

#[expect(clippy::cast_precision_loss, reason = "some thousand words")]
fn per_thousand(count: usize, sentences: &[Sentence]) -> f64 {
    let words: usize = sentences.iter().map(Sentence::words).sum();
    1000.0 * count as f64 / (words.max(1) as f64)
}

/// What is wrong with texts of one kind, for people who wrote the last of them.
fn complaints(kind: usize, sentences: &[Sentence]) -> Vec<String> {
    let mut complaints = Vec::new();
    for habit in HABITS {
        let (rate, found) = rate(habit, sentences);
        let limit = habit.limits[kind];
        if rate > limit {
            let last: Vec<String> = found.iter().rev().take(5).map(ToString::to_string).collect();
            let forms = habit.forms.join(" / ");
            complaints.push(format!("{forms}: {rate:.3}, allowed {limit}\n  {}", last.join("\n  ")));
        }
    }
    complaints
}

fn on_a_page(sentences: &[Sentence]) -> f64 {
    HABITS.iter().map(|habit| rate(habit, sentences).0).sum()
}

#[test]
fn habits_that_the_style_page_rations_stay_rare() {
    let pages = pages();
    let too_many: Vec<String> = pages
        .iter()
        .filter(|page| on_a_page(&page.sentences) > MOST_ON_A_PAGE)
        .map(|page| format!("{}: {:.1} in 1,000 words", page.name, on_a_page(&page.sentences)))
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
    let count = |form: &str| {
        let form: Vec<&str> = form.split(' ').collect();
        page.iter().map(|sentence| sentence.count(&form)).sum::<usize>()
    };
    assert_eq!(count("^ what"), 1, "a question may begin so");
    assert_eq!((count("beside"), count("behind"), count("of which")), (1, 1, 1));
    assert_eq!((count(", too $"), count("those of"), count("is no")), (1, 1, 0));
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
