//! The commands of README.md, docs/reports.md and the examples, run as printed.

use std::path::Path;
use std::process::Command;

use crate::support::redistributables;

/// One `$ propp …` line and what follows it. A line `...` stands for any lines.
struct Example {
    command: String,
    output: Vec<String>,
}

/// The examples in the blocks marked `console`. Blocks marked `text` show what
/// only a machine with a GPU prints.
fn examples(markdown: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            examples.push(Example { command: command.to_owned(), output: Vec::new() });
        } else if inside {
            examples.last_mut().unwrap().output.push(line.to_owned());
        }
    }
    examples
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
fn the_readme_prints_what_propp_prints() {
    let page = |name| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut examples = examples(&page("README.md").unwrap());
    assert!(examples.len() >= 3);
    for other in ["docs/reports.md", "examples/pipeline/README.md", "examples/transpose/README.md"]
    {
        examples.extend(self::examples(&page(other).unwrap()));
    }
    let cuda = redistributables();
    for example in examples {
        if example.command.starts_with("propp metrics") && cuda.is_none() {
            continue;
        }
        let printed = run(&example.command, cuda.as_deref());
        let printed: Vec<&str> = printed.trim_end().lines().collect();
        match example.output.iter().position(|line| line == "...") {
            Some(cut) => assert_eq!(printed[..cut], example.output[..cut], "{}", example.command),
            None => assert_eq!(printed, example.output, "{}", example.command),
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
