//! The exit codes of all commands. `docs/cli.md` and `propp explain` take them from here.

use std::fmt::Write;

/// An exit code of some commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitCode {
    pub code: u8,
    /// The commands that end so, in code marks.
    pub commands: &'static str,
    pub meaning: &'static str,
    pub cure: &'static str,
}

const fn row(
    code: u8,
    commands: &'static str,
    meaning: &'static str,
    cure: &'static str,
) -> ExitCode {
    ExitCode { code, commands, meaning, cure }
}

/// By code. Codes from 129 to 192 are 128 and the number of a signal.
pub const EXIT_CODES: &[ExitCode] = &[
    row(0, "all commands", "success", "nothing"),
    row(
        1,
        "`gate`",
        "a regression",
        "see the report; if the change is worth its cost, make a new baseline (`propp explain gate`)",
    ),
    row(
        1,
        "`compare --verdict`",
        "slower, other results, or a time that cannot be",
        "undo the change (`propp explain agent`)",
    ),
    row(
        1,
        "`replay`; `emulate`, `profile` and `capture --touched` of a captured launch",
        "wrong results",
        "see which arrays differ; give `--tolerance` if they may (`propp explain capture`)",
    ),
    row(1, "`emulate --check`", "kernels or calls that cannot be emulated", "see the list"),
    row(1, "`probe`", "an experiment failed", "see the message"),
    row(
        2,
        "all commands",
        "wrong usage, or input that cannot be read",
        "do what the message says; `propp COMMAND --help` lists the options",
    ),
    row(
        3,
        "`gate`",
        "no verdict: the sides cannot be compared, or a kernel is new, gone or not measured",
        "see the reason in the report; then record both sides alike, name a renamed kernel (`--renamed`), \
         or make a new baseline (`propp explain gate`)",
    ),
    row(
        3,
        "`compare --verdict`",
        "no difference, or cannot tell",
        "compare more runs (`propp explain agent`)",
    ),
    row(
        3,
        "`replay`, `emulate` of a captured launch",
        "the addresses of the launch are in use, or the driver failed",
        "start it again (`propp explain capture`)",
    ),
    row(
        4,
        "all commands that measure, `doctor`",
        "no GPU, or no permission to read counters",
        "`propp doctor` says what is missing; `propp emulate` needs no GPU",
    ),
    row(
        124,
        "`emulate --budget`",
        "the program took longer than the budget",
        "give more seconds; the recording has the launches that ended",
    ),
    row(
        125,
        "`profile`, `run`, `capture`, `emulate`",
        "propp itself failed, a kernel cannot be emulated, or nothing was captured though the program \
         ended with 0",
        "see the message",
    ),
    row(
        126,
        "`profile`, `run`, `capture`, `emulate`",
        "the program cannot be run",
        "check that the file may be executed (`chmod +x`), or start its interpreter",
    ),
    row(
        127,
        "`profile`, `run`, `capture`, `emulate`",
        "the program does not exist",
        "check the name and `PATH`",
    ),
    row(130, "all commands", "Ctrl-C ended it", "nothing; a recording keeps what was measured"),
];

/// A program under propp may end with any code.
const OF_PROGRAMS: &str = "`profile`, `run`, `capture` and `emulate` end with the exit code of the \
                           program if it is another one than 0";

/// All codes as a table of Markdown.
pub fn table() -> String {
    let mut out = "| code | commands | meaning | what to do |\n|---|---|---|---|\n".to_owned();
    for ExitCode { code, commands, meaning, cure } in EXIT_CODES {
        let _ = writeln!(out, "| {code} | {commands} | {meaning} | {cure} |");
    }
    out
}

/// What a code means, by its number or as `exit-3`, `exit-code-3`; `None` for what is no code.
pub fn meaning(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let number = ["exit-codes-", "exit-code-", "exit-", "code-"]
        .iter()
        .find_map(|start| name.strip_prefix(start))
        .unwrap_or(&name);
    let code: u8 = number.parse().ok()?;
    let mut out = format!("## Exit code {code}\n\n");
    for ExitCode { commands, meaning, cure, .. } in EXIT_CODES.iter().filter(|row| row.code == code)
    {
        let _ = writeln!(out, "- {commands}: {meaning}. What to do: {cure}.");
    }
    if (129..=192).contains(&code) {
        let _ = writeln!(out, "- perhaps signal {} ended the program under propp.", code - 128);
    }
    if code != 0 {
        let _ = writeln!(out, "- {OF_PROGRAMS}.");
    }
    let _ = writeln!(out, "\n`propp explain exit-codes` has all codes.");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_explained_by_its_number() {
        let three = meaning("3").unwrap();
        assert!(three.contains("`gate`: no verdict"), "{three}");
        assert!(three.contains("`compare --verdict`: no difference"), "{three}");
        for name in ["exit-3", "exit-code-3", "Exit-Codes-3", "code-3"] {
            assert_eq!(meaning(name), Some(three.clone()), "{name}");
        }
        assert!(meaning("139").unwrap().contains("signal 11 ended"));
        assert!(meaning("77").unwrap().contains("the exit code of the program"));
        for name in ["256", "-1", "three", "exit-codes", "", "3.5"] {
            assert_eq!(meaning(name), None, "{name}");
        }
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(EXIT_CODES.is_sorted_by_key(|row| row.code));
        assert_eq!(table().lines().count(), EXIT_CODES.len() + 2);
    }
}
