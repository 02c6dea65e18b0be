//! Comments of the documentation say more than the name of what they are on.

use crate::support::sources::{Source, product};

/// One-line docs of so few words mostly repeat the name below them.
const FEW: usize = 4;

/// How many of these there may be. It may fall and not rise.
const MOST: usize = 309;

/// What makes a text for users of docs: a help text, or a description in a JSON Schema.
const FOR_USERS: [&str; 5] = ["Args", "Parser", "Subcommand", "ValueEnum", "JsonSchema"];

/// Lines with docs that are one line of a few words.
fn short(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let doc = |at: usize| lines.get(at).and_then(|line| line.trim_start().strip_prefix("/// "));
    let (mut found, mut is_for_users) = (Vec::new(), false);
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("#[derive(") {
            let derived = line.split(|c: char| !c.is_alphanumeric());
            is_for_users = derived.into_iter().any(|word| FOR_USERS.contains(&word));
        } else if line.starts_with('}') {
            is_for_users = false;
        }
        let is_alone = (at == 0 || doc(at - 1).is_none()) && doc(at + 1).is_none();
        let is_short = doc(at).is_some_and(|text| text.split_whitespace().count() <= FEW);
        if is_short && is_alone && !is_for_users {
            found.push(format!("{}:{}: {}", source.path.display(), at + 1, line.trim()));
        }
    }
    found
}

#[test]
fn docs_do_not_repeat_names() {
    let all: Vec<String> = product().iter().flat_map(short).collect();
    assert!(
        all.len() <= MOST,
        "{} one-line docs have {FEW} words or fewer, and {MOST} may: leave out those that repeat \
         the name, say something in the others\n{}",
        all.len(),
        all.join("\n")
    );
}

#[test]
fn help_texts_and_docs_of_several_lines_are_not_counted() {
    let text = "/// Its name.\nname: u8,\n/// Its name,\n/// if any.\n#[derive(Debug, clap::Args)]\n\
                struct Args {\n    /// Its name\n    name: u8,\n}\n/// A name.\nstruct Name;\n";
    let source = Source { path: "a.rs".into(), text: text.to_owned() };
    assert_eq!(short(&source), ["a.rs:1: /// Its name.", "a.rs:10: /// A name."]);
}
