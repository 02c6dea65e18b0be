//! `propp compare`.

mod launches;
mod verdict;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_base_names::{KernelFilter, KernelName};
use propp_base_text::printable;
use propp_collect::Options;
use propp_collect_cuda::gpus;
use propp_judge_analysis::{Analysis, Grouping, Input, KernelReport, Part, analyse_part};
use propp_report_compare::{Comparison, Decision, Side, compare, json, markdown, schema, table};

use crate::cli::common::Cuda;
use crate::cli::common::destination::{Destination, ReportFormat, TableJsonOrMd};
use crate::cli::common::launches::{is_one, prepare};
use crate::cli::common::step::StepArg;
use crate::cli::common::weights::WeightsArg;
use crate::cli::profile::recorded_whole;
use crate::cli::replay::OtherArgs;
use crate::cli::say::terminal::Output;
use crate::cli::say::{Failure, Result, no_json, say, say_report};
use crate::cli::show::{among, say_part};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings to compare, each as FILE or NAME=FILE; the first is the reference. FILE,FILE
    /// gives ranks as one side. A launch that `propp capture` wrote is profiled
    #[arg(value_name = "FILE", required_unless_present_any = ["run", "schema"])]
    files: Vec<String>,
    /// Shell command to profile and compare, with a name for the report; may be repeated
    #[arg(long, value_name = "NAME=CMD")]
    run: Vec<String>,
    /// NVTX range of a single recording to compare with the other given ranges
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["kernel", "run"])]
    range: Vec<String>,
    /// Compare only some kernels: by name or a part of it, by =NAME (the whole name), by id, or by
    /// regex:EXPRESSION [default: all kernels]. With one recording: compare these kernels with each other; may be repeated
    #[arg(short, long, value_name = "NAME")]
    kernel: Vec<KernelFilter>,
    #[command(flatten)]
    other: OtherArgs,
    #[command(flatten)]
    step: StepArg,
    #[command(flatten)]
    destination: Destination<TableJsonOrMd>,
    /// Print a long report directly, not through a pager
    #[arg(long)]
    no_pager: bool,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    cuda: Cuda,
    /// Print a verdict and its reasons in a few lines instead of the report: faster, slower, no
    /// difference, cannot tell, other results, or cannot be, with an exit code (0 if faster, 1 to undo the change, 3 if that is
    /// unknown). Several recordings NAME=FILE with the same NAME are the runs of one side
    #[arg(long, conflicts_with = "range")]
    verdict: bool,
    /// With --verdict and --run: how often to run each command, in turns and without counters
    #[arg(long, value_name = "N", requires_all = ["verdict", "run"], value_parser = clap::value_parser!(u16).range(1..=100))]
    runs: Option<u16>,
    /// With --verdict: recording of `propp emulate` of the first side, then also of the second
    #[arg(long, value_name = "EMULATED", requires = "verdict")]
    floor: Vec<PathBuf>,
    /// Print only the JSON Schema of --format json
    #[arg(long)]
    schema: bool,
}

/// What has no effect beside --schema.
pub(super) const WITHOUT_EFFECT: [(&str, &[&str]); 1] = [(
    "schema",
    &["files", "run", "range", "kernel", "step", "format", "weights", "cuda_dir", "runs", "floor"],
)];

impl Args {
    /// What the user calls a side.
    fn shown(&self, name: &str) -> String {
        self.output().path(Path::new(name))
    }

    fn output(&self) -> Output {
        self.destination.format().map_or(Output::Report, TableJsonOrMd::output)
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    let (text, output) = if args.schema {
        let schema = if args.verdict { Decision::schema() } else { schema() };
        (schema.map_err(no_json)?, Output::Data)
    } else {
        let format = args.destination.format()?;
        let inputs: Vec<PathBuf> = args.files.iter().flat_map(|file| named(file).1).collect();
        args.destination.check(&inputs)?;
        let profiled = launches::profiled(args)?;
        if let Some((said, false)) = &profiled.replay {
            // Times and criteria of wrong results say nothing.
            say_report(said);
            return Ok(ExitCode::FAILURE);
        }
        let files = profiled.files.as_slice();
        let text = if args.verdict {
            let (text, exit) = verdict::of(args, files, format)?;
            code = exit;
            text
        } else {
            compared(args, files, format)?
        };
        let text = match &profiled.replay {
            None => text,
            Some((said, _)) => with_replay(format, said, text),
        };
        (text, format.output())
    };
    args.destination.write(&text, output, !args.no_pager)?;
    Ok(code)
}

/// What the replay says comes first, where people read.
fn with_replay(format: TableJsonOrMd, said: &str, text: String) -> String {
    if format == TableJsonOrMd::Table {
        return format!("{said}\n\n{text}");
    }
    say_report(said);
    text
}

fn compared(args: &Args, files: &[String], format: TableJsonOrMd) -> Result<String> {
    // Of another implementation it is the kernel's name.
    let kernels = if args.other.file().is_some() { 0 } else { args.kernel.len() };
    let filters = (args.range.len(), kernels);
    // What the sides are of.
    let whole: Analysis;
    let all: Vec<(String, Analysis)>;
    let sides = match (files, filters) {
        ([file], (0, 2..)) if args.run.is_empty() => {
            whole = analysis(args, &named(file).1)?;
            by_kernel(args, &whole)?
        }
        ([file], (2.., 0)) => {
            whole = analysis(args, &named(file).1)?;
            by_range(args, &whole)?
        }
        (_, (1.., 0)) => {
            let message = "give --range at least twice, and one recording (FILE)";
            return Err(Failure::usage(message));
        }
        (files, _) if files.len() + args.run.len() < 2 => {
            return Err(Failure::usage(
                "nothing to compare with: name another FILE, --run NAME=CMD, or --kernel or \
                 --range twice",
            ));
        }
        _ => {
            all = by_recording(args, files)?;
            only_wanted(args, &all)?
        }
    };
    if let Some(empty) = sides.iter().find(|side| side.listing.kernels.is_empty()) {
        return Err(Failure::usage(format!("{}: there is no kernel in it", empty.name)));
    }
    let comparison = compare(sides);
    if comparison.has_shares() {
        say("propp: the sides ran on different GPUs: the GPU's share of each difference is shown");
    }
    render(args, format, &comparison)
}

fn render(args: &Args, format: TableJsonOrMd, comparison: &Comparison<'_>) -> Result<String> {
    Ok(match format {
        TableJsonOrMd::Table => table(comparison, args.destination.page()),
        TableJsonOrMd::Json => json(comparison).map_err(no_json)?,
        TableJsonOrMd::Md => markdown(comparison),
    })
}

/// Each recording, and each run, with its name.
fn by_recording(args: &Args, files: &[String]) -> Result<Vec<(String, Analysis)>> {
    let mut sides = Vec::new();
    for file in files {
        let (name, paths) = named(file);
        sides.push((args.shown(&name), paths));
    }
    if args.run.is_empty() {
        return alike(args, sides);
    }
    let commands = args.run.iter().map(|run| command(run)).collect::<Result<Vec<_>, _>>()?;
    needs_gpu()?;
    let folder = propp_recording_store::private::temporary()?;
    for (place, (name, command)) in commands.into_iter().enumerate() {
        let path = folder.path().join(format!("{place}.propp"));
        say(&format!("propp: profiling {name}: {command}"));
        recorded_whole(name, &options(args, command, path.clone())?, &args.cuda)?;
        sides.push((args.shown(name), vec![path]));
    }
    alike(args, sides)
}

fn needs_gpu() -> Result<()> {
    gpus().map(|_| ()).map_err(|error| {
        Failure::no_gpu(format!("--run needs a GPU: {error}; compare recordings instead"))
    })
}

/// All sides by their steps, or, where one has none, all by their whole runs.
fn alike(args: &Args, sides: Vec<(String, Vec<PathBuf>)>) -> Result<Vec<(String, Analysis)>> {
    let of = |part: &Part| -> Result<Vec<(String, Analysis)>> {
        let one = |(name, paths): &(String, Vec<PathBuf>)| {
            Ok((name.clone(), analysis_of(args, paths, part)?))
        };
        sides.iter().map(one).collect()
    };
    let all = of(args.step.part())?;
    all.iter().try_for_each(|(_, analysis)| args.step.check(analysis))?;
    let steps = all.iter().filter(|(_, analysis)| analysis.run.steps.is_some()).count();
    if steps == 0 || steps == all.len() {
        return Ok(all);
    }
    say("propp: not all sides have steps, so whole runs are compared");
    of(&Part::WholeRun)
}

/// The kernels that --kernel names, or whose id it is; each must be one of some side. What an id stands
/// for on one side is compared with the same function on the others, however it is launched there.
fn only_wanted<'a>(args: &Args, sides: &'a [(String, Analysis)]) -> Result<Vec<Side<'a>>> {
    let every = || sides.iter().flat_map(|(_, analysis)| &analysis.kernels);
    let mut by_id: Vec<&str> = Vec::new();
    let asked_for = if args.other.file().is_some() { &[][..] } else { &args.kernel[..] };
    let names = || every().map(|kernel| kernel.name.full.as_str());
    let asked_for: Vec<KernelFilter> =
        asked_for.iter().map(|filter| filter.among(names())).collect();
    asked_for.iter().for_each(|filter| say_part(Some(filter), names()));
    for filter in &asked_for {
        if every().any(|kernel| filter.matches(&kernel.name.full)) {
            continue;
        }
        let id = filter.to_string();
        match every().find(|kernel| kernel.id() == id) {
            Some(kernel) => by_id.push(&kernel.name.full),
            None => return Err(unmatched(filter, every())),
        }
    }
    let asked: Vec<String> = asked_for.iter().map(|filter| format!(" -k {filter}")).collect();
    let asked = if args.verdict { String::new() } else { asked.concat() };
    let is_wanted = |name: &KernelName| {
        asked_for.is_empty()
            || asked_for.iter().any(|filter| filter.matches(&name.full))
            || by_id.contains(&name.full.as_str())
    };
    let one = |(name, analysis): &'a (String, Analysis)| {
        Side::new(format!("{name}{}", args.shown(&asked)), analysis, |name, _| is_wanted(name))
    };
    Ok(sides.iter().map(one).collect())
}

fn unmatched<'a>(
    filter: &KernelFilter,
    kernels: impl Iterator<Item = &'a KernelReport>,
) -> Failure {
    let names = kernels.map(|kernel| kernel.name.full.clone()).collect();
    Failure::usage(filter.nothing_among("no kernel matches --kernel", names))
}

/// `NAME=CMD`.
fn command(run: &str) -> Result<(&str, &str)> {
    let named = run.split_once('=');
    named
        .filter(|(name, command)| !name.is_empty() && !command.is_empty())
        .ok_or_else(|| Failure::usage("--run takes NAME=CMD, such as --run new=\"./app 100\""))
}

/// The words of a command as a shell reads them; none of what it cannot read.
fn words(command: &str) -> Vec<OsString> {
    shlex::split(command).unwrap_or_default().into_iter().map(OsString::from).collect()
}

fn options(args: &Args, command: &str, output: PathBuf) -> Result<Options> {
    let words = words(command);
    if words.first().is_some_and(|file| is_one(Path::new(file))) {
        let mut options = Options::new(words, output);
        prepare(&mut options, &args.cuda)?;
        return Ok(options);
    }
    // What the command prints must not stand in the comparison.
    let script = format!("{{ {command}\n}} >&2");
    let words = ["/bin/sh", "-c", &script];
    let outside_steps = *args.step.part() == Part::WholeRun;
    let words = words.map(OsString::from).to_vec();
    let step = args.step.range().map(str::to_owned);
    Ok(Options { outside_steps, step, ..Options::new(words, output) })
}

fn by_kernel<'a>(args: &Args, analysis: &'a Analysis) -> Result<Vec<Side<'a>>> {
    let of = |filter: &KernelFilter| {
        let filter = &among(filter, analysis);
        let name = args.shown(&filter.to_string());
        let side = Side::new(name, analysis, |name, _| filter.matches(&name.full));
        match side.listing.kernels.is_empty() {
            true => Err(unmatched(filter, analysis.kernels.iter())),
            false => Ok(side),
        }
    };
    args.kernel.iter().map(of).collect()
}

fn by_range<'a>(args: &Args, analysis: &'a Analysis) -> Result<Vec<Side<'a>>> {
    let mut known: Vec<&str> = analysis.kernels.iter().filter_map(|k| k.nvtx.as_deref()).collect();
    known.sort_unstable();
    known.dedup();
    if let Some(unknown) = args.range.iter().find(|range| !known.contains(&range.as_str())) {
        return Err(Failure::usage(match known.as_slice() {
            [] => {
                "this recording has no NVTX ranges; record it with --nvtx-include RANGE".to_owned()
            }
            known => {
                let known = known.join(", ");
                format!("no kernel ran in range {unknown:?}; ranges: {}", printable(&known))
            }
        }));
    }
    let of =
        |range: &String| Side::new(range.clone(), analysis, |_, nvtx| nvtx == Some(range.as_str()));
    Ok(args.range.iter().map(of).collect())
}

/// `NAME=FILE`, and files that commas join, where there is no file of that whole name.
fn named(text: &str) -> (String, Vec<PathBuf>) {
    if Path::new(text).exists() {
        return (text.to_owned(), vec![text.into()]);
    }
    let (name, files) = text.split_once('=').unwrap_or((text, text));
    (name.to_owned(), files.split(',').map(PathBuf::from).collect())
}

/// Of what is compared within a recording, which may have run anywhere.
fn analysis(args: &Args, paths: &[PathBuf]) -> Result<Analysis> {
    let part = match args.step.part() {
        Part::Steps | Part::WholeRun => &Part::WholeRun,
        chosen @ (Part::Kind(_) | Part::Range(_)) => chosen,
    };
    let analysis = analysis_of(args, paths, part)?;
    args.step.check(&analysis)?;
    Ok(analysis)
}

fn analysis_of(args: &Args, paths: &[PathBuf], part: &Part) -> Result<Analysis> {
    let recordings = args.output().read(paths)?;
    let weights = args.weights.of(&recordings)?;
    let names: Vec<String> = paths.iter().map(|path| args.output().path(path)).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    Ok(analyse_part(&inputs, &weights, Grouping::Signature, part))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_command_has_the_words_that_a_shell_gives_it() {
        let all = ["my kernel.launch", "--source", "a b.cu", "--grid", "4"];
        assert_eq!(words(r#"'my kernel.launch' --source "a b.cu" --grid\ 4"#)[..3], all[..3]);
        assert_eq!(words(r"my\ kernel.launch --source 'a b.cu' --grid 4"), all);
        assert!(words("it's open").is_empty());
    }
}
