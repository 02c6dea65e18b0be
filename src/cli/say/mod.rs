//! How propp talks: reports and data to standard output, everything else to standard error.

pub(crate) mod pager;
mod refusal;
pub(crate) mod table;
pub(crate) mod terminal;
mod wrong_call;

use std::io;
use std::os::fd::AsFd;

use propp_base_text::{Page, printable};
use rustix::termios::{isatty, tcgetwinsize};

pub(crate) use self::refusal::refusal;
pub use self::refusal::schema as refusal_schema;
use self::terminal::Output;
pub use self::wrong_call::say_wrong_call;

/// The exit code of a shell for a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A command that could not do its work: the message for the user, and the
/// exit code from the command contract.
#[derive(Debug)]
pub struct Failure {
    /// What was tried, what failed, and what to do.
    pub message: String,
    pub code: u8,
}

impl Failure {
    /// Exit code 2: usage, or input that cannot be read.
    pub(crate) fn usage(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 2 }
    }

    /// Exit code 4: no GPU, or counters not permitted.
    pub(crate) fn no_gpu(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 4 }
    }

    /// Ctrl-C, or a signal like it.
    pub(crate) fn interrupted() -> Self {
        Self { message: "interrupted".to_owned(), code: INTERRUPTED }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::usage(format!("cannot write the output: {error}"))
    }
}

/// What a text is made for that goes to `out`: a terminal has its own width and
/// colours; a file or a pipe has neither.
pub(crate) fn page(out: &impl AsFd) -> Page {
    let colour = has_colours();
    match tcgetwinsize(out).map(|size| usize::from(size.ws_col)) {
        // A terminal that does not know its size says 0.
        Ok(0) => Page { colour, ..Page::PLAIN },
        Ok(width) => Page { width, colour },
        Err(_) => Page::PLAIN,
    }
}

/// Whether neither `--no-color` nor the environment forbids colours.
fn has_colours() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !forbidden && anstream::ColorChoice::global() != anstream::ColorChoice::Never
}

/// Writes a report to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    terminal::write(text, Output::Report)
}

/// Writes what programs read to standard output.
pub(crate) fn print_data(text: &str) -> Result<()> {
    terminal::write(text, Output::Data)
}

/// Writes what programs read. What is no text would spoil a terminal.
pub(crate) fn to_stdout(content: Vec<u8>) -> Result<()> {
    use std::io::Write;
    let binary = match String::from_utf8(content) {
        Ok(text) => return print_data(&text),
        Err(binary) => binary.into_bytes(),
    };
    let mut out = io::stdout().lock();
    if isatty(&out) {
        return Err(Failure::usage(
            "this format is not text; name a file with -o, or use a \
                                   pipe",
        ));
    }
    match out.write_all(&binary).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a line without colours to standard error; one that has gone is no reason to
/// fail.
pub(crate) fn say(line: &str) {
    say_report(&printable(line));
}

/// Writes a report to standard error.
pub(crate) fn say_report(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{}", terminal::coloured(text));
}

/// Tells the user of a failure.
pub fn say_failure(failure: &Failure) {
    say_report(&terminal::lines(&format!("propp: {}", failure.message)));
    refusal::tell(failure);
}

/// A value as indented JSON.
pub(crate) fn json_text(value: &impl serde::Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value).map_err(no_json)?;
    Ok(text + "\n")
}

pub(crate) fn no_json(error: serde_json::Error) -> Failure {
    Failure::usage(format!("cannot write JSON: {error}"))
}
