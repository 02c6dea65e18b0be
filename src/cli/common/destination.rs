//! How and where a report is written: the options that are the same for all commands.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use propp_base_text::{Page, bytes};
use propp_recording_store::atomic::{self, Existing};

use crate::cli::say::terminal::Output;
use crate::cli::say::{self, Failure, Result, pager, say};

/// The formats of a command's reports. What is known of one follows from its name.
pub(crate) trait ReportFormat: ValueEnum + Copy + Send + Sync + 'static {
    /// The format of a name, or of a file's ending.
    fn named(name: &str) -> Result<Self> {
        Self::from_str(name, true)
            .map_err(|_| Failure::usage(format!("there is no {name} of this; see --help")))
    }

    /// Whether people read it, or programs. HTML escapes for itself.
    fn output(self) -> Output {
        let value = self.to_possible_value();
        match value.as_ref().map_or("", |value| value.get_name()) {
            "table" | "md" | "junit" | "github" => Output::Report,
            _ => Output::Data,
        }
    }
}

impl<F: ValueEnum + Copy + Send + Sync + 'static> ReportFormat for F {}

/// The formats of most commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableOrJson {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs
    Json,
}

/// The same, and Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableJsonOrMd {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs
    Json,
    /// Markdown for a pull request
    Md,
}

/// The formats of kernels that have no times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodeFormat {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// JSON for programs; see --schema
    Json,
    /// CSV for spreadsheets, one line per kernel
    Csv,
    /// Markdown for a pull request
    Md,
    /// One HTML page that needs no network
    #[value(alias = "htm")]
    Html,
}

/// `--format`.
#[derive(Debug, clap::Args)]
pub(crate) struct FormatArg<F: ReportFormat> {
    /// Format of the report [default: by the ending of --output, otherwise table]
    #[arg(long, value_enum)]
    format: Option<F>,
}

impl<F: ReportFormat> FormatArg<F> {
    /// The format, for this file or for standard output.
    pub(crate) fn of(&self, output: Option<&Path>) -> Result<F> {
        self.format.map_or_else(|| by_ending(output), Ok)
    }
}

/// Formats that files do not end with: other names of them are endings, if there are any.
const NO_ENDINGS: [&str; 3] = ["table", "junit", "github"];

/// What a file's ending says; a table for a file without one, and for no file.
pub(crate) fn by_ending<F: ReportFormat>(output: Option<&Path>) -> Result<F> {
    let ending = output.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    let Some(ending) = ending else { return F::named("table") };
    F::from_str(&ending, true).map_err(|_| {
        let known: Vec<String> = F::value_variants()
            .iter()
            .filter_map(ValueEnum::to_possible_value)
            .filter_map(|value| {
                value
                    .get_name_and_aliases()
                    .find(|name| !NO_ENDINGS.contains(name))
                    .map(|ending| format!(".{ending}"))
            })
            .collect();
        Failure::usage(format!(
            "no format has the ending .{ending}: there are {}; another name takes --format",
            known.join(", ")
        ))
    })
}

/// `--format`, `-o` and `-f`.
#[derive(Debug, clap::Args)]
pub(crate) struct Destination<F: ReportFormat> {
    #[command(flatten)]
    format: FormatArg<F>,
    /// File to write the report to [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
}

impl<F: ReportFormat> Destination<F> {
    pub(crate) fn format(&self) -> Result<F> {
        self.format.of(self.output.as_deref())
    }

    /// What a text for people is made for.
    pub(crate) fn page(&self) -> Page {
        if self.output.is_some() { Page::PLAIN } else { say::page(&io::stdout()) }
    }

    /// Whether the file can be written, before long work is begun; never over an input.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<()> {
        self.format()?;
        writable(self.output.as_deref(), inputs, self.force)
    }

    /// Writes a report; to standard output a page at a time, if that is wanted.
    pub(crate) fn write(&self, text: &str, output: Output, is_paged: bool) -> Result<()> {
        match &self.output {
            Some(path) => write_and_tell(path, self.force, text.as_bytes()),
            None => pager::page(text, output, is_paged),
        }
    }
}

/// Writes a file and says so.
pub(crate) fn write_and_tell(path: &Path, force: bool, content: &[u8]) -> Result<()> {
    write(path, force, content)?;
    say(&format!("propp: wrote {} ({})", path.display(), bytes(content.len() as u64)));
    Ok(())
}

/// Whether a file can be written; never over an input.
pub(crate) fn writable(path: Option<&Path>, inputs: &[PathBuf], force: bool) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_input = |input: &PathBuf| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    Err(Failure::usage(if path == Path::new("-") {
        "- is not a file; without -o a report goes to standard output, and --format selects \
         its format"
            .to_owned()
    } else if path.is_dir() {
        format!("{shown} is a directory; name a file in it")
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        format!("cannot write {shown}: there is no such directory; name another place")
    } else if inputs.iter().any(is_input) {
        format!("{shown} is a file to be read; name another file to be written")
    } else if path.is_file() && !force {
        format!("{shown} exists; give -f to overwrite it, or another name")
    } else {
        return Ok(());
    }))
}

/// Writes a file; one that is there stays unless `force` says otherwise.
pub(crate) fn write(path: &Path, force: bool, content: &[u8]) -> Result<()> {
    // A device or a pipe is written to.
    let is_kept = !force && (path.is_file() || !path.exists());
    let existing = if is_kept { Existing::Keep } else { Existing::Replace };
    atomic::write(path, existing, content).map_err(|error| {
        Failure::usage(if error.kind() == io::ErrorKind::AlreadyExists {
            format!("{} exists; give -f to overwrite it, or another name", path.display())
        } else {
            format!("cannot write {}: {error}; name another place", path.display())
        })
    })
}
