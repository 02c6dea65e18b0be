//! `propp probe`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use propp_base_text::Page;
use propp_base_text::table::text as lines;
use propp_collect_cuda::Nvml;
use propp_collect_toolkit::compile;
use propp_collect_toolkit::compile::{BuildRequest, CudaRuntime};
use propp_probe_experiments::Experiment;
use propp_recording::Recording;
use serde::Serialize;

use super::common::Cuda;
use super::common::build::{architecture, libraries};
use super::common::destination::{FormatArg, ReportFormat, writable, write, write_and_tell};
use super::common::gpu::gpu;
use super::common::recordings::read;
use super::say::table::table;
use super::say::terminal::Output;
use super::say::{
    Failure, INTERRUPTED, Result, json_text, no_json, page, print, print_data, say, terminal,
};
use propp_probe_run::{
    Findings, LIBRARY, Neighbours, Pace, ProbeRecording, Probes, RunSettings, RunSummary, SOURCES,
    Subject, chosen, report, run as run_probes, words,
};
use propp_recording_wire::variables;

/// The recording that is written where no other is named.
const RECORDING: &str = "probe.propp";

/// The word that measures nothing.
const LIST: &str = "list";

/// Exit code when an experiment failed that the GPU should be able to do.
const FAILED: u8 = 1;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Experiments or groups of experiments to measure, by name; `all`: every experiment; `list`:
    /// measure nothing, and list the names
    #[arg(
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new([LIST].into_iter().chain(words())),
        hide_possible_values = true,
        required_unless_present_any = ["from", "schema"]
    )]
    what: Vec<String>,
    /// Recording to write or to continue; with --from: report to write [default: the recording
    /// probe.propp; with --from, standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing recording; with --from, replace existing files of -o and --profile
    #[arg(short, long)]
    force: bool,
    /// Compress the finished recording with gzip
    #[arg(long, conflicts_with = "from")]
    compress: bool,
    /// Recording to report on; propp then measures nothing and needs no GPU
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Device profile to write: all findings on the GPU, as JSON
    #[arg(long, value_name = "FILE.json")]
    profile: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArg<Format>,
    /// With --from: all findings in the table, also the findings that the summary leaves out
    #[arg(short, long, requires = "from")]
    all: bool,
    /// Print the JSON Schema of the device profile
    #[arg(long, conflicts_with_all = ["what", "from", "profile", "format", "output"])]
    schema: bool,
    /// CUDA index of the GPU to measure
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "from")]
    device: u32,
    /// Architecture to compile for, such as sm_90 [default: the architecture of the GPU]
    #[arg(long, value_name = "ARCH", env = variables::ARCH)]
    arch: Option<String>,
    /// Print problems and findings only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    cuda: Cuda,
}

/// How the findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Table for people
    #[value(alias = "txt")]
    Table,
    /// Device profile as JSON, for programs; see --schema
    Json,
    /// All tables in Markdown, compared with published GPUs
    Md,
    /// One HTML page with plots and tables
    #[value(alias = "htm")]
    Html,
}

impl Args {
    fn recording(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new(RECORDING))
    }

    /// Where the report goes, if not to standard output.
    fn report(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| self.from.is_some())
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if args.schema {
        print_data(&report::schema().map_err(no_json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.what.iter().any(|word| word == LIST) {
        if args.output.is_some() || args.from.is_some() {
            return Err(Failure::usage("`list` is printed: it takes neither -o nor --from"));
        }
        list(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(from) = &args.from {
        if args.force && args.output.is_none() && args.profile.is_none() {
            return Err(Failure::usage(
                "-f replaces the files of -o and --profile: give one of them; --from changes no \
                 recording",
            ));
        }
        for path in [&args.output, &args.profile] {
            writable(path.as_deref(), std::slice::from_ref(from), args.force)?;
        }
        let everything = ["all".to_owned()];
        let what = if args.what.is_empty() { &everything[..] } else { &args.what };
        tell(args, from, &chosen(what))?;
        return Ok(ExitCode::SUCCESS);
    }
    let experiments = chosen(&args.what);
    let outcome = measure(args, &experiments)?;
    for notice in &outcome.notices {
        say(&format!("propp: {}", notice.text));
    }
    if !args.quiet {
        say(&summary(args, &experiments, &outcome));
    }
    if outcome.measured > 0 {
        tell(args, args.recording(), &experiments)?;
    }
    Ok(if outcome.interrupted {
        ExitCode::from(INTERRUPTED)
    } else if outcome.failed > 0 {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    })
}

fn summary(args: &Args, experiments: &[&Experiment], outcome: &RunSummary) -> String {
    let (done, of, file) = (outcome.measured, experiments.len(), args.recording().display());
    let end = if outcome.interrupted { "interrupted; " } else { "" };
    format!("propp: {end}{done} of {of} experiments measured; wrote {file}")
}

/// Measures, and keeps it in the recording.
fn measure(args: &Args, experiments: &[&'static Experiment]) -> Result<RunSummary> {
    let gpu = gpu(args.device, "`propp probe --from FILE` and `list` need no GPU")?;
    let nvml = propp_collect_cuda::bus_id(args.device)
        .map_err(|e| e.to_string())
        .and_then(|id| Nvml::open(&id));
    let architecture = architecture(args.arch.as_deref(), args.device)?;
    let nvcc = compile::nvcc(&args.cuda.surroundings()).map_err(Failure::usage)?;
    let version = compile::version(&nvcc).map_err(Failure::usage)?;
    let (major, minor) = gpu.compute_capability;
    let subject = Subject {
        gpu: gpu.name.clone(),
        compute_capability: format!("{major}.{minor}"),
        driver: driver(nvml.as_ref().ok())?,
        compiler: format!("nvcc {version} {architecture}"),
    };
    // A name that is taken is told before anything takes long.
    ProbeRecording::check(args.recording(), args.force, &subject).map_err(Failure::usage)?;
    let names = vec![LIBRARY.to_owned()];
    let order = BuildRequest {
        sources: SOURCES,
        libraries: names,
        architecture,
        jobs: 0,
        rebuild: false,
        runtime: CudaRuntime::default(),
    };
    let built = libraries(&order, &args.cuda)?;
    let Some(library) = built.first() else {
        return Err(Failure::usage("the library of probes was not built"));
    };
    if !args.quiet {
        remarks(&gpu.name, nvml.as_ref().err());
    }
    let mut neighbours = match &nvml {
        Ok(nvml) => Neighbours::before(|| nvml.processes().unwrap_or_default()),
        Err(_) => Neighbours::unknown(),
    };
    let mut machine = Probes::open(&library.path, args.device).map_err(Failure::no_gpu)?;
    neighbours.note_own();
    let stop = propp_suite_run::stop_on_signals()?;
    let mut keep =
        ProbeRecording::begin(args.recording(), args.force, &subject).map_err(Failure::usage)?;
    let given = RunSettings {
        machine: &mut machine,
        experiments,
        neighbours: &neighbours,
        stop: &stop,
        pace: Pace::GPU,
        quiet: args.quiet,
    };
    let outcome = run_probes(given, &mut keep).map_err(Failure::no_gpu)?;
    keep.finish(args.compress).map_err(Failure::usage)?;
    Ok(outcome)
}

/// The driver's version; where NVML does not tell it, that of CUDA which it supports.
fn driver(nvml: Option<&Nvml>) -> Result<String> {
    let (major, minor) = propp_collect_cuda::driver_version().map_err(Failure::no_gpu)?;
    let cuda = format!("CUDA {major}.{minor}");
    let version = nvml.and_then(|nvml| nvml.driver_version().ok());
    Ok(version.map_or_else(|| cuda.clone(), |version| format!("{version} ({cuda})")))
}

/// What the user should know of the GPU before it is measured.
fn remarks(gpu: &str, no_nvml: Option<&String>) {
    if gpu.contains(" MIG ") {
        say("propp: this is a slice (MIG) of a GPU: the results describe the slice");
    }
    if let Some(why) = no_nvml {
        say(&format!("propp: other users of the GPU will not be noticed: {why}"));
    }
}

/// Says what follows from a recording.
fn tell(args: &Args, file: &Path, experiments: &[&Experiment]) -> Result<()> {
    let recording = read(file)?;
    let found = |recording: &Recording| {
        Findings::from_recording(recording, experiments).ok_or_else(|| {
            let file = file.display();
            Failure::usage(format!("{file} holds no probes; `propp probe all -o FILE` makes some"))
        })
    };
    // A recording that is being made has the name that -o gives.
    let format = args.format.of(args.report())?;
    if args.all && format != Format::Table {
        return Err(Failure::usage("--all is for the table; the other formats have everything"));
    }
    // Beside the recording that was just made, they are made anew as it was.
    let force = args.force || args.from.is_none();
    let profile_as_json = || report::json(&found(&recording)?.profile).map_err(no_json);
    if let Some(path) = &args.profile {
        write(path, force, profile_as_json()?.as_bytes())?;
    }
    let shown = Output::Report.of(recording.clone());
    let findings = found(&shown)?;
    let text = match format {
        Format::Json => profile_as_json()?,
        Format::Html => {
            propp_probe_report::html(&shown.probes, &findings.profile).map_err(Failure::usage)?
        }
        Format::Md => propp_probe_report::markdown(&shown.probes, &findings.profile)
            .map_err(Failure::usage)?,
        Format::Table => {
            let is_file = args.report().is_some();
            let page = if is_file { Page::PLAIN } else { page(&std::io::stdout()) };
            match args.from.is_none() || args.all || !args.what.is_empty() {
                true => report::table::render(&findings, page),
                false => report::table::summary(&findings, page),
            }
        }
    };
    match args.report() {
        Some(path) => write_and_tell(path, args.force, text.as_bytes()),
        None => terminal::write(&text, format.output()),
    }
}

#[derive(Serialize)]
struct Listed {
    experiment: &'static str,
    group: &'static str,
    title: &'static str,
    seconds: f64,
}

/// What there is, or of what is named beside `list`.
fn list(args: &Args) -> Result<()> {
    let named: Vec<String> = args.what.iter().filter(|word| *word != LIST).cloned().collect();
    let all = if named.is_empty() {
        propp_probe_experiments::ALL.iter().collect()
    } else {
        chosen(&named)
    };
    let listed = |one: &&'static Experiment| Listed {
        experiment: one.id,
        group: one.group(),
        title: one.title,
        seconds: one.seconds,
    };
    if args.format.of(None)? == Format::Json {
        return print_data(&json_text(&all.iter().map(listed).collect::<Vec<Listed>>())?);
    }
    let mut table = table(["Experiment", "Seconds", "What it measures"]);
    for one in &all {
        table.add_row([one.id, &format!("{:.1}", one.seconds), one.title]);
    }
    let seconds: f64 = all.iter().map(|one| one.seconds).sum();
    let words = format!(
        "{} experiments, about {seconds:.0} s on an H200. Name some of them, their groups (the \
         part before the point), or all.",
        all.len()
    );
    print(&format!("{}\n{words}\n", lines(&table)))
}
