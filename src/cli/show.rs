//! `propp show`.

use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, ValueEnum};
use propp_analysis::{Analysis, Grouping, Input, KernelReport, Sort, analyse, select};
use propp_criteria::Criterion;
use propp_names::KernelFilter;
use propp_problems::likeliest;
use propp_recording::Recording;
use propp_report::explain::Of;
use propp_report::{elsewhere, explain, json, summary};
use propp_sources::Folders;
use propp_store::{RecordingError, read};
use propp_text::Page;
use rustix::termios::isatty;

use super::destination::{ReportFormat, by_ending, writable, write_and_tell};
use super::device_profile::ProbeArg;
use super::libraries::LibrariesArg;
use super::recordings::warn;
use super::render::{Format, no_json, render};
use super::rows::Rows;
use super::target::target;
use super::terminal::Output;
use super::weights::WeightsArg;
use super::{Failure, code, kineto, lines, page, pager, print_data, say};

/// Arguments of `propp show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings; several, such as the ranks of one program, are shown as one run
    #[arg(required_unless_present_any = ["schema", "code", "lines", "explain"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the report [default: by the ending of --output, or a table]
    #[arg(long, value_enum, env = "PROPP_FORMAT")]
    format: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing output file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Order of the kernels
    #[arg(long, value_enum, default_value_t = Order::Time)]
    sort: Order,
    /// Show the first N kernels only [default: 10 on the first screen, else all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Show everything instead of the first screen: all criteria, predictions, hints and notices
    #[arg(short, long)]
    all: bool,
    /// Show only kernels with this name (the function's own, with template arguments, or as
    /// displayed), the kernel with this number on the first screen, or kernels with a demangled
    /// name that matches regex:EXPRESSION
    #[arg(short, long, value_name = "NAME", env = "PROPP_KERNEL")]
    kernel: Option<KernelFilter>,
    /// Show one line per function, over all its launch configurations
    #[arg(long)]
    merge: bool,
    /// Show the formula and the counters of each value: for all kernels, for one (a name, or
    /// regex:EXPRESSION), for one criterion, or for QM
    #[arg(long, value_name = "KERNEL|CRITERION", num_args = 0..=1, value_parser = explained)]
    explain: Option<Option<Explained>>,
    /// Show the compiled code of kernels: instructions with source lines, loops and resources.
    /// Without a name and without -k, list the kernels that have code
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    code: Option<Option<KernelFilter>>,
    /// Show the memory requests of each source line and the lines that hints are about, for all
    /// kernels that `propp profile --lines` counted or for one. Shows the hottest lines; --all
    /// shows all
    #[arg(long, value_name = "KERNEL", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["code", "explain"])]
    lines: Option<Option<KernelFilter>>,
    /// Another folder to read sources from; by default propp reads only below the working directory
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// Write a flat table with one row per kernel, launch or measured launch, as json, csv or
    /// parquet
    #[arg(long, value_enum, value_name = "WHICH")]
    rows: Option<Rows>,
    /// Add the counters of each launch to a trace of torch.profiler, for HTA and Perfetto; -o names
    /// the new trace
    #[arg(long, value_name = "TRACE.json", requires = "output")]
    kineto: Option<PathBuf>,
    /// Predict the time of the same run on another GPU, as a table or JSON: a described GPU such as
    /// h200 (`propp explain your-gpu` lists them), or the GPU of a file by `propp fit`, `propp
    /// calibrate` or `propp probe --profile`
    #[arg(long, value_name = "GPU|FILE", conflicts_with_all = ["code", "explain", "lines", "rows", "kineto"])]
    on: Option<String>,
    /// Do not send a long report through a pager
    #[arg(long)]
    no_pager: bool,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    probe: ProbeArg,
    #[command(flatten)]
    libraries: LibrariesArg,
    /// Print only the JSON Schema of --format json, or of the JSON of --code or --lines
    #[arg(long)]
    schema: bool,
}

/// Refuses recordings that are no ranks of one program: a report on them would mix up what they say.
fn unlike(files: &[&Path], recordings: &[&Recording]) -> Result<(), Failure> {
    let other = |what: &str, of: &dyn Fn(&Recording) -> Option<String>| {
        let known = recordings.iter().enumerate().filter_map(|(at, one)| Some((at, of(one)?)));
        let mut known = known.peekable();
        let (first, own) = known.peek().cloned()?;
        let (at, theirs) = known.find(|(_, theirs)| *theirs != own)?;
        Some(format!(
            "{} is of the {what} {own}, and {} of {theirs}: one report is for the ranks of one \
             program; `propp compare` compares them",
            files[first].display(),
            files[at].display()
        ))
    };
    let gpu = |recording: &Recording| recording.gpu().map(str::to_owned);
    let differing = other("GPU", &gpu).or_else(|| other("program", &program));
    differing.map_or(Ok(()), |text| Err(Failure::usage(text)))
}

/// The program of a recording: the file name of its command's first word, of an interpreter that of its
/// script; `None` where that is not sure.
fn program(recording: &Recording) -> Option<String> {
    const INTERPRETERS: [&str; 7] = ["python", "bash", "sh", "torchrun", "mpirun", "srun", "env"];
    let command = recording.command();
    let name = |word: &String| word.rsplit('/').next().map(str::to_owned);
    let own = name(command.first()?)?;
    let is_interpreter = INTERPRETERS.iter().any(|known| {
        own.strip_prefix(known).is_some_and(|rest| rest.chars().all(|c| !c.is_alphabetic()))
    });
    if !is_interpreter {
        return Some(own);
    }
    let script = command[1..].iter().find(|word| {
        [".py", ".sh"].iter().any(|ending| word.ends_with(ending)) && !word.starts_with('-')
    });
    script.and_then(name)
}

/// What chooses and orders what people read.
const FOR_READERS: [&str; 10] =
    ["sort", "top", "all", "kernel", "merge", "explain", "code", "lines", "probe", "libraries"];

/// What has no effect beside these options.
const WITHOUT_EFFECT: [(&str, &[&str]); 9] = [
    ("on", &["probe", "libraries", "sources"]),
    ("kineto", &FOR_READERS),
    ("kineto", &["sources"]),
    ("schema", &["files", "format", "sort", "top", "all", "kernel", "merge", "explain", "weights"]),
    ("schema", &["probe", "libraries", "sources", "rows", "kineto"]),
    ("rows", &FOR_READERS),
    ("rows", &["sources"]),
    ("explain", &["format", "all", "probe", "libraries", "sources"]),
    (
        "code",
        &["sort", "top", "all", "merge", "explain", "weights", "probe", "libraries", "sources"],
    ),
];

/// Words for options that have no effect beside others.
pub(super) fn without_effect(matches: &ArgMatches) -> Option<String> {
    super::without_effect(matches, &WITHOUT_EFFECT)
}

/// What `--explain` names.
#[derive(Clone, Debug)]
enum Explained {
    Criterion(Criterion),
    Quality,
    Kernel(KernelFilter),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// Most time first
    Time,
    /// Worst quality first
    Qm,
    /// Alphabetical
    Name,
}

impl Args {
    /// Takes the recording out of `--code FILE`, where no other is named: the option may have a
    /// kernel behind it. Whether there is a recording.
    pub(super) fn take_file(&mut self) -> bool {
        if self.schema || !self.files.is_empty() {
            return true;
        }
        let kernel = match (&self.code, &self.lines, &self.explain) {
            (Some(Some(kernel)), ..)
            | (_, Some(Some(kernel)), _)
            | (.., Some(Some(Explained::Kernel(kernel)))) => kernel,
            _ => return false,
        };
        let file = PathBuf::from(kernel.to_string());
        if !file.is_file() {
            return false;
        }
        self.files.push(file);
        self.code = self.code.take().map(|_| None);
        self.lines = self.lines.take().map(|_| None);
        self.explain = self.explain.take().map(|_| None);
        true
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    writable(args.output.as_deref(), &args.files, args.force)?;
    let (report, output) = if args.schema {
        let schema = match args {
            Args { code: Some(_), .. } => code::schema()?,
            Args { lines: Some(_), .. } => lines::schema()?,
            _ => json::schema().map_err(no_json)?,
        };
        (schema.into_bytes(), Output::Data)
    } else if let Some(kernel) = &args.code {
        let format = format(args)?;
        let is_screen = args.output.is_none() && isatty(io::stdout());
        let page = if is_screen { page(&io::stdout()) } else { code::WHOLE };
        let (kernel, filter) = (kernel.as_ref(), args.kernel.as_ref());
        let wanted = code::Wanted { kernel, filter, format, page };
        let files = without_repeats(&args.files);
        (code::report(&files, &wanted)?.into_bytes(), format.output())
    } else {
        let format = format(args)?;
        (report(args, format)?, format.output())
    };
    match &args.output {
        Some(path) => write_and_tell(path, args.force, &report)?,
        None => match String::from_utf8(report) {
            Ok(text) => pager::page(&text, output, !args.no_pager)?,
            Err(binary) => to_stdout(binary.into_bytes())?,
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes what programs read. What is no text would spoil a terminal.
pub(super) fn to_stdout(content: Vec<u8>) -> Result<(), Failure> {
    use std::io::Write;
    let binary = match String::from_utf8(content) {
        Ok(text) => return print_data(&text),
        Err(binary) => binary.into_bytes(),
    };
    let mut out = io::stdout().lock();
    if isatty(&out) {
        return Err(Failure::usage("this format is no text; name a file with -o, or a pipe"));
    }
    match out.write_all(&binary).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Whether an output would destroy one of the recordings.
fn format(args: &Args) -> Result<Format, Failure> {
    match args.format {
        // What explains is text, whatever the file is called and the environment says.
        _ if args.explain.is_some() => Ok(Format::Table),
        Some(format) => Ok(format),
        None => by_ending(args.output.as_deref()),
    }
}

fn report(args: &Args, format: Format) -> Result<Vec<u8>, Failure> {
    let files = without_repeats(&args.files);
    let read_all = files.iter().map(|path| Ok(format.output().of(read(path)?)));
    let recordings: Vec<Recording> =
        read_all.collect::<Result<_, RecordingError>>().map_err(Failure::usage)?;
    if matches!(format, Format::Csv | Format::Parquet | Format::Trace) {
        // The others print notices.
        files.iter().zip(&recordings).for_each(|(file, recording)| warn(file, recording));
    }
    let all: Vec<&Recording> = recordings.iter().collect();
    unlike(&files, &all)?;
    let weights = args.weights.of(&recordings)?;
    let profile = args.probe.of(&all)?;
    let names: Vec<String> = files.iter().map(|path| format.output().path(path)).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    if let Some(rows) = args.rows {
        return rows.report(format, &inputs, &weights);
    }
    if let Some(trace) = &args.kineto {
        let analysis = analyse(&inputs, &weights, Grouping::Signature);
        return kineto::report(trace, &inputs, &analysis);
    }
    let grouping = if args.merge { Grouping::Function } else { Grouping::Signature };
    // Never freed: the process ends then, and of many kernels that took a tenth of the time.
    let mut analysis = ManuallyDrop::new(analyse(&inputs, &weights, grouping));
    let order = match args.sort {
        Order::Time => Sort::Time,
        Order::Qm => Sort::Quality,
        Order::Name => Sort::Name,
    };
    let before = full_names(&analysis);
    let asked_for = args.lines.as_ref().and_then(Option::as_ref).or(args.kernel.as_ref());
    let wanted = |kernel: &KernelReport| asked_for.is_none_or(|filter| is_meant(kernel, filter));
    if args.all && format != Format::Table {
        say("propp: --all is for the table; the other formats have everything");
    }
    let is_screen =
        format == Format::Table && !args.all && args.kernel.is_none() && args.lines.is_none();
    let of_screen = (is_screen && args.explain.is_none()).then_some(summary::KERNELS);
    let top = args.top.or(of_screen);
    select(&mut analysis, order, wanted, top);
    if let Some(filter) = asked_for
        && analysis.kernels.is_empty()
        && !before.is_empty()
    {
        let what = match &args.lines {
            Some(Some(_)) => "no kernel matches --lines",
            _ => "no kernel matches --kernel",
        };
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(Failure::usage(format!(
            "{}; `propp show {} --all` lists all",
            filter.nothing_among(what, before),
            all.join(" ")
        )));
    }
    if format == Format::Table
        && before.is_empty()
        && recordings.iter().any(|recording| !recording.probes.is_empty())
    {
        let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
        return Err(Failure::usage(format!(
            "{file} holds probes of a GPU's memory and no kernels; see `propp probe --from {file}`"
        )));
    }
    let page = if args.output.is_some() { Page::PLAIN } else { page(&io::stdout()) };
    if let Some(asked) = &args.on {
        let target = target(asked)?;
        let on = propp_analysis::elsewhere(&analysis, &target);
        let on = on.map_err(|why| Failure::usage(format!("--on {asked}: {why}")))?;
        return match format {
            Format::Json => Ok(elsewhere::json(&analysis, &on).map_err(no_json)?.into_bytes()),
            Format::Table => {
                let rows = args.top.unwrap_or(if args.all { usize::MAX } else { summary::KERNELS });
                Ok(elsewhere::render(&analysis, &on, rows, page).into_bytes())
            }
            _ => Err(Failure::usage("--on writes a table or JSON (--format json)")),
        };
    }
    if let Some(of) = &args.explain {
        let only = match of {
            Some(Explained::Criterion(criterion)) => Of::Criterion(*criterion),
            Some(Explained::Quality) => Of::Quality,
            Some(Explained::Kernel(filter)) => {
                let before = full_names(&analysis);
                select(&mut analysis, order, |kernel| is_meant(kernel, filter), top);
                if analysis.kernels.is_empty() {
                    let asked = filter.to_string();
                    let names: Vec<&str> = Criterion::ALL.map(Criterion::name).to_vec();
                    let like = likeliest(&asked, &names)
                        .map_or_else(String::new, |like| format!(", did you mean {like}?"));
                    let what = format!(
                        "neither a criterion ({}{like}) nor a kernel is called",
                        criteria()
                    );
                    return Err(Failure::usage(filter.nothing_among(&what, before)));
                }
                Of::Everything
            }
            None => Of::Everything,
        };
        return Ok(explain::render(&analysis, only, page).into_bytes());
    }
    let advised = propp_hints::advise(&analysis, profile.as_ref(), &args.libraries.read()?);
    if !args.sources.is_empty() && args.lines.is_none() && format != Format::Html {
        return Err(Failure::usage(
            "--sources has no effect here: it is for --lines and for pages",
        ));
    }
    let folders = Folders::new(&args.sources).map_err(Failure::usage)?;
    if args.lines.is_some() {
        return Ok(lines::report(&advised, &all, &folders, format, args.all, page)?.into_bytes());
    }
    if is_screen {
        return Ok(summary::render(&advised, summary::CHANGES, page).into_bytes());
    }
    render(format, &advised, &inputs, &folders, page)
}

/// Whether the user means this kernel: by its name, or by its number on the first screen.
fn is_meant(kernel: &KernelReport, filter: &KernelFilter) -> bool {
    filter.matches(&kernel.name.full) || filter.to_string() == kernel.number.to_string()
}

fn full_names(analysis: &Analysis) -> Vec<String> {
    analysis.kernels.iter().map(|kernel| kernel.name.full.clone()).collect()
}

/// A recording that is named twice counts once: its launches would be twice
/// what they were.
fn without_repeats(files: &[PathBuf]) -> Vec<&Path> {
    let mut kept: Vec<(&Path, PathBuf)> = Vec::new();
    for file in files {
        // What has no canonical path is not there, and reading it says so.
        let canonical = file.canonicalize().unwrap_or_else(|_| file.clone());
        match kept.iter().find(|(_, known)| *known == canonical) {
            Some((first, _)) => say(&format!(
                "propp: {} is the same recording as {}, and counts once",
                file.display(),
                first.display()
            )),
            None => kept.push((file, canonical)),
        }
    }
    kept.into_iter().map(|(file, _)| file).collect()
}

fn explained(text: &str) -> Result<Explained, String> {
    let found = Criterion::ALL.into_iter().find(|c| c.name().eq_ignore_ascii_case(text));
    match found {
        Some(criterion) => Ok(Explained::Criterion(criterion)),
        None if text.eq_ignore_ascii_case("QM") => Ok(Explained::Quality),
        None => text.parse().map(Explained::Kernel),
    }
}

fn criteria() -> String {
    Criterion::ALL.map(Criterion::name).join(", ")
}
