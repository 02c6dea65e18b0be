//! What clap says to a wrong call, in few lines.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Says why a call is wrong; help and versions are printed as clap has them. Returns the exit code.
pub fn say_wrong_call(error: &clap::Error) -> ExitCode {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // Who closes the pipe has read enough.
        let _ = error.print();
    } else {
        let mut text = in_few_lines(&error.render().ansi().to_string());
        if let Some(program) = program_in_place_of_a_command(error) {
            text = match is_recording(program) {
                true => {
                    format!("error: {program} is no command of propp\ntip: propp show {program}")
                }
                false => format!(
                    "error: {program} is no command of propp\ntip: propp profile {program} (on a machine \
                     with a GPU), or propp emulate {program}"
                ),
            };
        }
        // There is nobody else to tell.
        let _ = writeln!(anstream::stderr(), "{text}");
        let exit_code = u8::try_from(error.exit_code()).unwrap_or(2);
        super::refusal::tell_wrong_call(&plain(&text), exit_code);
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// `propp ./my_app` names no command.
fn program_in_place_of_a_command(error: &clap::Error) -> Option<&str> {
    let word = error.get(ContextKind::InvalidSubcommand).map(|value| match value {
        ContextValue::String(word) => word.as_str(),
        _ => "",
    })?;
    let is_first = std::env::args_os().nth(1).is_some_and(|first| first == word);
    let path = std::path::Path::new(word);
    let kind = path.metadata().ok().filter(|_| is_first)?;
    let is_program = kind.is_file() && kind.permissions().mode() & 0o111 != 0;
    (is_program || is_recording(word)).then_some(word)
}

fn is_recording(word: &str) -> bool {
    std::path::Path::new(word).extension().is_some_and(|ending| ending == "propp")
}

/// A line for the error, one for each tip, and one for the usage and help.
fn in_few_lines(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut more = "";
    // An option that there is not is hardly ever meant as a program's argument.
    let is_odd_tip = |line: &str| plain(line).trim_start().starts_with("tip: to pass '-");
    for line in text.lines().filter(|line| !line.trim().is_empty() && !is_odd_tip(line)) {
        if plain(line).starts_with("For more information") {
            more = "more: --help";
            continue;
        }
        let part = line.trim();
        match lines.last_mut() {
            // What is indented goes on with the line before, a tip apart.
            Some(last) if line.starts_with(' ') && !plain(part).starts_with("tip:") => {
                last.push(' ');
                last.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    if let Some(last) = lines.last_mut().filter(|_| !more.is_empty()) {
        last.push_str(&format!(" ({more})"));
    }
    lines.join("\n").replace("number would be zero for non-zero type", "it must be at least 1")
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::in_few_lines;

    #[test]
    fn an_error_is_a_line_a_tip_another_and_the_usage_the_last() {
        let text = "error: the following required arguments were not provided:\n  <APP>...\n  <FILE>\n\n\
                    Usage: propp profile <APP>...\n\nFor more information, try '--help'.\n";
        assert_eq!(
            in_few_lines(text),
            "error: the following required arguments were not provided: <APP>... <FILE>\n\
             Usage: propp profile <APP>... (more: --help)"
        );
        let text = "error: invalid value 'a' for '--b'\n  [possible values: c, d]\n\n  \u{1b}[32mtip:\u{1b}[0m \
                    a similar value exists: 'c'\n\nFor more information, try '--help'.\n";
        assert_eq!(
            in_few_lines(text),
            "error: invalid value 'a' for '--b' [possible values: c, d]\n\u{1b}[32mtip:\u{1b}[0m \
             a similar value exists: 'c' (more: --help)"
        );
    }
}
