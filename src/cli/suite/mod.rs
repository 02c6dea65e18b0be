//! `propp suite`.

pub(crate) mod recording;
mod report;
pub(crate) mod run;
mod thin;
pub(crate) mod worker;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use propp_base_text::table::text as lines;
use propp_collect_toolkit::compile::{BuildRequest, CudaRuntime};
use propp_recording_wire::variables;
use propp_suite_cases::rank::main;
use propp_suite_problems::EntryFacts;
use propp_suite_problems::matrix::{LibraryEntries, Matrix};
use propp_suite_problems::meant;
use propp_suite_run::bundled::{LIBRARIES, SOURCES};
use propp_suite_run::replay::{Script, replay as replay_script};
use propp_suite_run::supervise::Patience;

use self::report::ReportArgs;
use self::run::RunArgs;
use self::thin::ThinArgs;
use super::common::Cuda;
use super::common::build::{architecture, libraries};
use super::common::destination::{Destination, ReportFormat, TableOrJson};
use super::say::table::table;
use super::say::{Failure, Result, json_text, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the primitives and their implementations (needs neither GPU nor nvcc)
    List(ListArgs),
    /// Compile the bundled libraries of primitives with nvcc
    Build(BuildArgs),
    /// Check, time and profile implementations of primitives
    Run(Box<RunArgs>),
    /// Report the speedup, QM and criteria of a recorded suite, by primitive and library (needs no
    /// GPU)
    Report(ReportArgs),
    /// Make a suite's recording smaller by removing measured launches of kernels that a case
    /// launches often
    Thin(ThinArgs),
}

/// Arguments of `propp suite list`.
#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Primitive, or family such as reduce, whose implementations propp describes [default: list
    /// all primitives]
    primitive: Option<String>,
    #[command(flatten)]
    destination: Destination<TableOrJson>,
}

/// Arguments of `propp suite build`.
#[derive(Debug, clap::Args)]
struct BuildArgs {
    /// Libraries to compile [default: own, cub, thrust and cublas]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = LIBRARIES)]
    library: Vec<String>,
    /// Architecture to compile for, such as sm_90 [default: the architecture of the GPU]
    #[arg(long, value_name = "ARCH", env = variables::ARCH)]
    arch: Option<String>,
    /// Number of compilers that run at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Compile again, even if the cache has the compiled library
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    cuda: Cuda,
}

#[derive(Debug, clap::Args)]
pub(super) struct ReplayArgs {
    /// The script
    script: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::List(args) => list(args)?,
        Command::Build(args) => {
            let names = if args.library.is_empty() {
                LIBRARIES.map(str::to_owned).to_vec()
            } else {
                args.library.clone()
            };
            let architecture = architecture(args.arch.as_deref(), 0)?;
            let order = BuildRequest {
                sources: SOURCES,
                libraries: names,
                architecture,
                jobs: args.jobs,
                rebuild: args.again,
                runtime: CudaRuntime::default(),
            };
            for library in libraries(&order, &args.cuda)? {
                let from = if library.cached { " (from the cache)" } else { "" };
                print(&format!("{}: {}{from}\n", library.name, library.path.display()))?;
            }
        }
        Command::Run(args) => return run::run(args),
        Command::Report(args) => report::run(args)?,
        Command::Thin(args) => thin::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a script; what could not be replayed is told and is no failure.
pub(super) fn replay(args: &ReplayArgs) -> Result<()> {
    let failed = |what: String| Failure::usage(format!("{}: {what}", args.script.display()));
    let text = std::fs::read(&args.script).map_err(|error| failed(error.to_string()))?;
    let script: Script = serde_json::from_slice(&text).map_err(|e| failed(e.to_string()))?;
    Ok(replay_script(&script, Patience::COUNTING)?)
}

fn list(args: &ListArgs) -> Result<()> {
    let mut matrix = Matrix::bundled().map_err(Failure::usage)?;
    if let Some(asked) = &args.primitive {
        keep_only(&mut matrix, asked)?;
    }
    let format = args.destination.format()?;
    let text = match (format, &args.primitive) {
        (TableOrJson::Json, _) => json_text(&matrix)?,
        (TableOrJson::Table, Some(_)) => described(&matrix),
        (TableOrJson::Table, None) => listing(&matrix),
    };
    args.destination.write(&text, format.output(), false)
}

/// Keeps a primitive, a family such as reduce, or what `propp rank` takes a word such as sort for.
fn keep_only(matrix: &mut Matrix, asked: &str) -> Result<()> {
    let lower = asked.to_lowercase();
    let family = format!("{lower}.");
    let names = matrix.primitives();
    let is_there = |name: &str| name == lower || name.starts_with(&family);
    let main = main(&lower).filter(|_| !names.iter().any(|name| is_there(name)));
    let is_meant = |name: &str| main.map_or_else(|| is_there(name), |main| name == main);
    if !names.into_iter().any(is_meant) {
        let like = meant(asked, &matrix.primitives());
        let what = format!("no primitive {asked}{like}; `propp suite list` has all");
        return Err(Failure::usage(what));
    }
    for library in &mut matrix.libraries {
        library.entries.retain(|entry| is_meant(&entry.primitive));
    }
    Ok(())
}

fn listing(matrix: &Matrix) -> String {
    let mut table = table(["Primitive", "Library", "Implementations"]);
    for primitive in matrix.primitives() {
        let mut shown = primitive;
        for library in &matrix.libraries {
            let variants = variants(library, primitive);
            if !variants.is_empty() {
                table.add_row([shown, &library.name, &variants]);
                shown = "";
            }
        }
    }
    let entries: usize = matrix.libraries.iter().map(|library| library.entries.len()).sum();
    let mut out = lines(&table);
    let _ = writeln!(
        out,
        "\n{entries} implementations of {} primitives. * is bad on purpose, and ~ makes the host \
         wait. `propp suite list PRIMITIVE` says what each does.",
        matrix.primitives().len()
    );
    out
}

fn described(matrix: &Matrix) -> String {
    let mut table = table(["Primitive", "Implementation", "What it does"]);
    for library in &matrix.libraries {
        for entry in &library.entries {
            let name = format!("{} {}", library.name, entry.variant);
            table.add_row([&entry.primitive, &name, &entry.description]);
        }
    }
    lines(&table)
}

fn variants(library: &LibraryEntries, primitive: &str) -> String {
    let of = library.entries.iter().filter(|entry| entry.primitive == primitive);
    let mark = |entry: &EntryFacts| {
        let (naive, waits) =
            (if entry.naive { "*" } else { "" }, if entry.synchronises { "~" } else { "" });
        format!("{}{naive}{waits}", entry.variant)
    };
    of.map(mark).collect::<Vec<_>>().join(", ")
}
