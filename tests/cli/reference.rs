//! `docs/cli.md`: the commands and their options, as clap has them.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory};
use propp::cli::Cli;

use crate::support::propp::{in_repository, is_committed};
use crate::variables::with_variables;

#[test]
fn the_page_lists_what_there_is() {
    let committed = std::fs::read_to_string(in_repository("docs/cli.md")).unwrap();
    const MARK: &str = "## The commands\n";
    let (written_by_hand, _) = committed.split_once(MARK).unwrap();
    let above = with_variables(written_by_hand);
    is_committed("docs/cli.md", &format!("{above}{MARK}{}", commands()));
}

fn commands() -> String {
    let mut cli = Cli::command();
    cli.build();
    let mut shown = Vec::new();
    cli.get_subcommands().for_each(|command| add(&mut shown, command));
    let shared = shared(&shown);
    let mut out =
        "\n### Options of several commands\n\nCommands that have one say \"also\".\n".to_owned();
    write_table(&mut out, &shared);
    for command in &shown {
        let name = command.get_bin_name().unwrap_or_default();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(out, "\n### {name}\n\n{about}.");
        let (above, below): (Vec<&Arg>, Vec<&Arg>) =
            own(command).partition(|arg| shared.contains(&row(arg)));
        write_table(&mut out, &below.into_iter().map(row).collect::<Vec<_>>());
        let above: Vec<String> = above.into_iter().map(|arg| format!("`{}`", names(arg))).collect();
        if !above.is_empty() {
            let _ = writeln!(out, "\nAlso {}.", above.join(", "));
        }
    }
    out
}

/// The commands that the help shows, with those below them.
fn add<'a>(all: &mut Vec<&'a Command>, command: &'a Command) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    all.push(command);
    command.get_subcommands().for_each(|inner| add(all, inner));
}

fn own(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        !arg.is_hide_set() && !["help", "no_color", "version"].contains(&arg.get_id().as_str())
    })
}

fn row(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    format!("| `{}` | {}{} |", words(arg), cell(&help), values(arg))
}

fn write_table(out: &mut String, rows: &[String]) {
    if !rows.is_empty() {
        let _ = writeln!(out, "\n| | |\n|---|---|\n{}", rows.join("\n"));
    }
}

/// The row of each option that three commands or more describe in the same words. Of an option that
/// has several such rows, the one that most commands have.
fn shared(commands: &[&Command]) -> Vec<String> {
    let mut rows: Vec<(String, String, usize)> = Vec::new();
    let options = commands.iter().flat_map(|command| own(command));
    for arg in options.filter(|arg| !arg.is_positional()) {
        let row = row(arg);
        match rows.iter_mut().find(|(_, known, _)| *known == row) {
            Some((.., times)) => *times += 1,
            None => rows.push((names(arg), row, 1)),
        }
    }
    rows.retain(|(.., times)| *times >= 3);
    rows.sort_by_key(|(.., times)| std::cmp::Reverse(*times));
    let mut seen = std::collections::BTreeSet::new();
    rows.retain(|(names, ..)| seen.insert(names.clone()));
    rows.sort();
    rows.into_iter().map(|(_, row, _)| row).collect()
}

/// `-o, --output`.
fn names(arg: &Arg) -> String {
    let long = arg.get_long().map(|long| format!("--{long}"));
    let short = arg.get_short().map(|short| format!("-{short}"));
    short.into_iter().chain(long).collect::<Vec<_>>().join(", ")
}

/// `-o, --output OUT`.
fn words(arg: &Arg) -> String {
    let takes = arg.get_action().takes_values();
    let value = arg.get_value_names().filter(|_| takes).into_iter().flatten();
    let value: Vec<&str> = value.map(|name| name.as_str()).collect();
    let all = [names(arg), value.join(" ")];
    let all: Vec<String> = all.into_iter().filter(|part| !part.is_empty()).collect();
    all.join(" ").replace('|', "\\|")
}

/// The possible values with their meanings, the default and the variable.
fn values(arg: &Arg) -> String {
    let mut text = String::new();
    let takes_values = arg.get_action().takes_values();
    if takes_values && !arg.is_hide_possible_values_set() {
        let all = arg.get_possible_values();
        let shown = all.iter().filter(|value| !value.is_hide_set());
        let words = shown.map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            let _ = write!(text, ": {}", words.join(", "));
        }
    }
    let defaults = arg.get_default_values().iter().map(|value| value.to_string_lossy());
    let default: Vec<_> = defaults.collect();
    if !default.is_empty() && takes_values && !arg.is_hide_default_value_set() {
        let _ = write!(text, " [default: `{}`]", default.join(" "));
    }
    if let Some(variable) = arg.get_env() {
        let _ = write!(text, "; `{}`", variable.to_string_lossy());
    }
    text
}

fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Options and commands, by what they are called.
fn walk<'a>(command: &'a Command, all: &mut Vec<(&'a Command, &'a Arg)>) {
    if !command.is_hide_set() && command.get_name() != "help" {
        all.extend(command.get_arguments().filter(|arg| !arg.is_hide_set()).map(|a| (command, a)));
        command.get_subcommands().for_each(|inner| walk(inner, all));
    }
}

#[test]
fn all_commands_speak_one_grammar() {
    let mut cli = Cli::command();
    cli.build();
    let mut all = Vec::new();
    walk(&cli, &mut all);
    assert!(all.len() > 100, "{}", all.len());
    let mut long_of = std::collections::BTreeMap::new();
    for (command, arg) in &all {
        let name = command.get_bin_name().unwrap_or_default();
        let Some(long) = arg.get_long() else { continue };
        let has = |other: &str| command.get_arguments().any(|a| a.get_long() == Some(other));
        // Formats have one option, whatever they are.
        for format in ["json", "csv", "md", "markdown", "html", "parquet", "junit", "xml"] {
            let names_a_format = long == format || long == format!("export-{format}");
            assert!(!names_a_format, "{name} --{long}: --format {format} and -o");
        }
        // A letter means the same everywhere, and what has a letter has it everywhere.
        if let Some(short) = arg.get_short() {
            assert_eq!(*long_of.entry(short).or_insert(long), long, "{name} -{short}");
        }
        for (often, letter) in
            [("output", 'o'), ("force", 'f'), ("kernel", 'k'), ("quiet", 'q'), ("jobs", 'j')]
        {
            assert!(long != often || arg.get_short() == Some(letter), "{name} --{often}");
        }
        assert!(long != "output" || has("force"), "{name}: -o without -f");
        // `fit` writes weights to -o, and prints the rest.
        assert!(long != "format" || has("output"), "{name}: --format without -o");
        assert!(long != "schema" || has("format"), "{name}: --schema without --format");
        if ["top", "rounds", "seed", "device", "jobs"].contains(&long) {
            let values = arg.get_value_names().unwrap_or_default();
            assert!(values.len() == 1 && values[0] == "N", "{name} --{long} {values:?}");
        }
    }
}

/// One line of it in `propp --help`, a sentence in `propp COMMAND --help`.
#[test]
fn every_option_says_what_it_does() {
    let mut cli = Cli::command();
    cli.build();
    let mut all = Vec::new();
    walk(&cli, &mut all);
    for (command, arg) in all {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let name = command.get_bin_name().unwrap_or_default();
        assert!(!help.is_empty(), "{name} {}", arg.get_id());
        assert!(!help.ends_with('.'), "{name} {}: {help}", arg.get_id());
        assert!(help.starts_with(char::is_uppercase), "{name} {}: {help}", arg.get_id());
    }
}
