//! The commands of the pages: each is one that propp takes, and examples print what the pages say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::CommandFactory;
use propp::cli::Cli;

use crate::support::propp::{
    command, ended, here, in_repository, is_committed, propp_here, stdout,
};
use crate::support::{CUDA_DIR, SUITE_FILE, redistributables};

const PAGES: [&str; 7] = [
    "README.md",
    "docs/advise.md",
    "docs/lines.md",
    "docs/reports.md",
    "examples/pipeline/README.md",
    "examples/spmv/README.md",
    "examples/transpose/README.md",
];

/// The page with what its commands print now: a `$ propp …` line in a block marked `console`
/// and what follows it, where a line `...` stands for any lines. Blocks marked `text` show what
/// only a machine with a GPU prints. `None` from `print` leaves an example as it is.
pub(crate) fn printed_anew(markdown: &str, print: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut lines = markdown.lines().peekable();
    let mut inside = false;
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line.starts_with("```") {
            inside = line == "```console";
        }
        let Some(printed) = line.strip_prefix("$ ").filter(|_| inside).and_then(&print) else {
            continue;
        };
        let mut old = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            old.push(line);
        }
        let cut = old.iter().position(|line| *line == "...");
        printed.trim_end().lines().take(cut.unwrap_or(usize::MAX)).for_each(|line| {
            out += &format!("{line}\n");
        });
        if cut.is_some() {
            out += "...\n";
        }
    }
    out
}

fn run(call: &str, cuda: Option<&Path>) -> String {
    let arguments = call.strip_prefix("propp ").unwrap();
    let mut propp = here();
    propp.args(arguments.split(' '));
    if let Some(cuda) = cuda {
        propp.env(CUDA_DIR, cuda);
    }
    ended(&propp.output().unwrap(), 0)
}

#[test]
fn the_pages_print_what_propp_prints() {
    let cuda = redistributables();
    let print = |command: &str| {
        let needs_cuda = command.starts_with("propp metrics");
        (!needs_cuda || cuda.is_some()).then(|| run(command, cuda.as_deref()))
    };
    for page in PAGES {
        let committed = std::fs::read_to_string(in_repository(page)).unwrap();
        assert!(committed.contains("```console\n$ propp "), "{page} has no example");
        is_committed(page, &printed_anew(&committed, print));
    }
}

/// The lines that call propp in a page's blocks of commands, continued lines joined.
fn calls(markdown: &str) -> Vec<String> {
    let joined = markdown.replace("\\\n", " ");
    let mut block = None;
    let mut calls = Vec::new();
    for line in joined.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (None, Some("sh" | "text" | "console")) => {
                let call = line.strip_prefix("$ ").unwrap_or(line);
                calls.extend(call.starts_with("propp ").then(|| call.to_owned()));
            }
            (None, _) => {
                let call = line.strip_prefix("    ").filter(|call| call.starts_with("propp "));
                calls.extend(call.filter(|_| block.is_none()).map(str::to_owned));
            }
        }
    }
    // The scheme of all calls is none.
    calls.retain(|call| !call.starts_with("propp COMMAND"));
    calls
}

/// The words of a call as a shell has them; comments, pipes and files are the shell's.
fn words(call: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let script = format!("propp() {{ printf '%s\\n' \"$@\" > words; }}\n{call}");
    let mut shell = Command::new("/bin/bash");
    // Nothing but propp is to run.
    shell.args(["-c", &script]).current_dir(dir.path()).env("PATH", "/nowhere");
    shell.output().unwrap();
    let words = std::fs::read_to_string(dir.path().join("words"));
    words.unwrap_or_else(|error| panic!("{call}: {error}")).lines().map(str::to_owned).collect()
}

/// Whether the command line is one.
fn is_taken(words: &[String]) -> Result<(), String> {
    let all = std::iter::once("propp").chain(words.iter().map(String::as_str));
    match Cli::command().try_get_matches_from(all) {
        Err(error) if error.use_stderr() => Err(error.to_string()),
        _ => Ok(()),
    }
}

#[test]
fn the_pages_call_propp_as_it_can_be_called() {
    let folders = ["docs", "lab"].map(|name| std::fs::read_dir(in_repository(name)).unwrap());
    let files = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let pages: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .chain(PAGES.iter().map(|page| in_repository(page)))
        .collect();
    let mut known = BTreeSet::new();
    for page in pages {
        for call in calls(&std::fs::read_to_string(&page).unwrap()) {
            is_taken(&words(&call)).unwrap_or_else(|e| panic!("{}: {call}: {e}", page.display()));
            known.insert(call);
        }
    }
    assert!(known.len() > 30, "{known:?}");
}

/// Its commands that need no GPU, on the suite's recording.
#[test]
fn the_commands_of_the_suite_page_run() {
    let page = std::fs::read_to_string(in_repository("docs/suite.md")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy(in_repository(SUITE_FILE), dir.path().join("mine.propp")).unwrap();
    let mut ran = 0;
    for call in calls(&page) {
        let words = words(&call);
        let needs_more = ["run", "thin"].iter().any(|it| words.get(1).is_some_and(|w| w == it));
        if words[0] == "suite" && needs_more {
            continue;
        }
        let output = command(&dir).args(&words).output().unwrap();
        assert_ne!(ended(&output, 0), "", "{call}");
        ran += 1;
    }
    assert!(ran >= 7, "{ran}");
}

#[test]
fn the_readme_names_every_command() {
    let readme = std::fs::read_to_string(in_repository("README.md")).unwrap();
    let help = stdout(&propp_here(&["--help"]));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for command in listed.map_while(|line| line.split_whitespace().next()).filter(|c| *c != "help")
    {
        assert!(readme.contains(&format!("`propp {command}")), "{command}");
    }
}
