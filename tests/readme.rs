//! The commands of README.md, docs/reports.md and the examples, run as printed.

use std::path::Path;
use std::process::Command;

use crate::support::redistributables;

/// Set to write what the commands print into the pages.
pub(crate) const WRITE: &str = "PROPP_WRITE_DOCS";

const PAGES: [&str; 4] =
    ["README.md", "docs/reports.md", "examples/pipeline/README.md", "examples/transpose/README.md"];

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

fn run(command: &str, cuda: Option<&Path>) -> String {
    let arguments = command.strip_prefix("propp ").unwrap();
    let mut propp = Command::new(env!("CARGO_BIN_EXE_propp"));
    propp.args(arguments.split(' ')).current_dir(env!("CARGO_MANIFEST_DIR"));
    if let Some(cuda) = cuda {
        propp.env("PROPP_CUDA_DIR", cuda);
    }
    let output = propp.output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_pages_print_what_propp_prints() {
    let cuda = redistributables();
    let print = |command: &str| {
        let needs_cuda = command.starts_with("propp metrics");
        (!needs_cuda || cuda.is_some()).then(|| run(command, cuda.as_deref()))
    };
    for page in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let committed = std::fs::read_to_string(&path).unwrap();
        assert!(committed.contains("```console\n$ propp "), "{page} has no example");
        let anew = printed_anew(&committed, print);
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&path, anew).unwrap();
        } else {
            let differs = anew.lines().zip(committed.lines()).find(|(new, old)| new != old);
            assert!(anew == committed, "{page} is old: run this with {WRITE}=1: {differs:?}");
        }
    }
}

#[test]
fn the_readme_names_every_command() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let readme = readme.unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_propp")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for command in listed.map_while(|line| line.split_whitespace().next()).filter(|c| *c != "help")
    {
        assert!(readme.contains(&format!("`propp {command}")), "{command}");
    }
}
