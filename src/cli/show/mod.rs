//! `propp show`.

mod args;
mod code;
mod kineto;
mod lines;
mod render;
mod rows;
mod target;

use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use propp_base_names::KernelFilter;
use propp_base_text::Page;
use propp_code_lines::sources::{Folders, sources};
use propp_judge_analysis::{
    Analysis, Grouping, Input, KernelReport, Listing, Part, Sort, analyse, analyse_part, program,
};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_judge_hints::Advised;
use propp_recording::Recording;
use propp_report::brief::Brief;
use propp_report::drill::{self, Drill, With};
use propp_report::explain::Subject;
use propp_report::{elsewhere, explain, json, roofline, summary};
use propp_suite_problems::likeliest;
use rustix::termios::isatty;

pub(super) use self::args::{Args, WITHOUT_EFFECT};
use self::args::{Explained, Order};
pub(super) use self::code::of_kernel as code_of_kernel;
pub(super) use self::lines::why_none as why_no_lines;
pub(super) use self::render::Format;
use self::render::render;
use self::target::target;
use super::common::destination::{ReportFormat, writable, write_and_tell};
use super::common::recordings::read;
use super::say::terminal::Output;
use super::say::{Failure, Result, no_json, page, pager, say, to_stdout};

/// Refuses recordings that are no ranks of one program: a report on them would mix up what they say.
pub(super) fn unlike(files: &[&Path], recordings: &[&Recording]) -> Result<()> {
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
    let differing = other("GPU", &gpu).or_else(|| other("program", &|one| program(&one.command())));
    differing.map_or(Ok(()), |text| Err(Failure::usage(text)))
}

pub(super) fn run(args: &Args) -> Result<()> {
    writable(args.output.as_deref(), &args.files, args.force)?;
    let (report, output) = if args.schema {
        let schema = match args {
            Args { code: Some(_), .. } => code::schema()?,
            Args { lines: Some(_), .. } => lines::schema()?,
            Args { change: Some(_), .. } | Args { brief: true, kernel: Some(_), .. } => {
                Drill::schema().map_err(no_json)?
            }
            Args { brief: true, .. } => Brief::schema().map_err(no_json)?,
            _ => json::schema().map_err(no_json)?,
        };
        (schema.into_bytes(), Output::Data)
    } else if let Some(kernel) = &args.code {
        let format = args.format()?;
        let is_screen = args.output.is_none() && isatty(io::stdout());
        let page = if is_screen { page(&io::stdout()) } else { code::WHOLE };
        let (kernel, filter) = (kernel.as_ref(), args.kernel.as_ref());
        let wanted = code::Wanted { kernel, filter, format, page };
        let files = without_repeats(&args.files);
        (code::report(&files, &wanted)?.into_bytes(), format.output())
    } else {
        let format = args.format()?;
        (report(args, format)?, format.output())
    };
    match &args.output {
        Some(path) => write_and_tell(path, args.force, &report)?,
        None => match String::from_utf8(report) {
            Ok(text) => pager::page(&text, output, !args.no_pager)?,
            Err(binary) => to_stdout(binary.into_bytes())?,
        },
    }
    Ok(())
}

/// Gives kernels their floors, by an emulated run of the same program.
pub(super) fn put_floors(
    analysis: &mut Analysis,
    path: &Path,
    weights: &Weights,
    grouping: Grouping,
) -> Result<()> {
    let emulated = read(path)?;
    let shown = path.display();
    if emulated.emulated_gpu().is_none() {
        return Err(Failure::usage(format!(
            "--floor {shown} is not a recording of propp emulate, which alone knows what a kernel needs: \
             make one with `propp emulate -o FILE APP`"
        )));
    }
    if analysis.kernels.iter().all(|kernel| kernel.durations.is_none()) {
        return Err(Failure::usage(
            "--floor is for a recording with times, which propp profile makes; propp show --all of an \
             emulated one has its needs",
        ));
    }
    let name = shown.to_string();
    let input = Input { name: &name, recording: &emulated };
    analysis.put_floors(&analyse(&[input], weights, grouping));
    if analysis.kernels.iter().all(|kernel| kernel.floor.is_none()) {
        return Err(Failure::usage(format!(
            "--floor {shown} has none of these kernels with the same grid and blocks: emulate the same \
             program with the same arguments"
        )));
    }
    Ok(())
}

fn report(args: &Args, format: Format) -> Result<Vec<u8>> {
    let files = without_repeats(&args.files);
    let recordings: Vec<Recording> = format.output().read(&files)?;
    let all: Vec<&Recording> = recordings.iter().collect();
    unlike(&files, &all)?;
    let weights = args.weights.of(&recordings)?;
    let profile = args.probe.of(&all)?;
    let names: Vec<String> = files.iter().map(|path| format.output().path(path)).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    if format == Format::Trace && matches!(args.step.part(), Part::Kind(_)) {
        let text = "--step N does not go with --format trace, which has all steps";
        return Err(Failure::usage(text));
    }
    if let Some(rows) = args.rows {
        return rows.report(format, &inputs, &weights, &args.step);
    }
    if let Some(trace) = &args.kineto {
        let analysis = analyse(&inputs, &weights, Grouping::Signature);
        return kineto::report(trace, &inputs, &analysis);
    }
    let grouping = if args.merge { Grouping::Function } else { Grouping::Signature };
    // Never freed: the process ends then, and of many kernels that took a tenth of the time.
    let mut analysis =
        ManuallyDrop::new(analyse_part(&inputs, &weights, grouping, args.step.part()));
    args.step.check(&analysis)?;
    if let Some(path) = &args.floor {
        if !matches!(format, Format::Table | Format::Json) {
            let text = "--floor is for the table and for JSON (--format json)";
            return Err(Failure::usage(text));
        }
        put_floors(&mut analysis, path, &weights, grouping)?;
    }
    let order = match args.sort {
        Order::Time => Sort::Time,
        Order::Qm => Sort::Quality,
        Order::Name => Sort::Name,
    };
    let is_packet = args.brief || args.change.is_some();
    let asked_for = args.lines.as_ref().and_then(Option::as_ref).or(args.kernel.as_ref());
    let asked_for = asked_for.map(|filter| among(filter, &analysis));
    let asked_for = asked_for.as_ref();
    say_part(asked_for, analysis.kernels.iter().map(|kernel| kernel.name.full.as_str()));
    let wanted = |kernel: &KernelReport| asked_for.is_none_or(|filter| is_meant(kernel, filter));
    if args.all && format != Format::Table {
        say("propp: --all is for the table; the other formats have everything");
    }
    let is_screen =
        format == Format::Table && !args.all && args.kernel.is_none() && args.lines.is_none();
    // What is left is in the table of all.
    let is_screen = is_screen && args.floor.is_none() && !args.roofline && !is_packet;
    let of_screen = (is_screen && args.explain.is_none()).then_some(summary::KERNELS);
    // Of lines, and not of kernels.
    let is_of_lines = args.lines.is_some() || is_packet;
    let top = if is_of_lines { None } else { args.top.or(of_screen) };
    // A packet knows the ids of all changes, and of all kernels.
    let mut listing = Listing::new(&analysis, order, |kernel| is_packet || wanted(kernel), top);
    if let Some(filter) = asked_for
        && listing.kernels.is_empty()
        && !analysis.kernels.is_empty()
    {
        let what = match &args.lines {
            Some(Some(_)) => "no kernel matches --lines",
            _ => "no kernel matches --kernel",
        };
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(Failure::usage(format!(
            "{}; `propp show {} --all` lists all",
            filter.nothing_among(what, full_names(&analysis.kernels)),
            all.join(" ")
        )));
    }
    if format == Format::Table {
        not_of_probes(&files, &all, &analysis)?;
    }
    let page = if args.output.is_some() { Page::PLAIN } else { page(&io::stdout()) };
    if let Some(asked) = &args.on {
        let target = target(asked)?;
        let on = propp_judge_analysis::elsewhere(&listing, &target);
        let on = on.map_err(|why| Failure::usage(format!("--on {asked}: {why}")))?;
        return match format {
            Format::Json => Ok(elsewhere::json(&listing, &on).map_err(no_json)?.into_bytes()),
            Format::Table => {
                let rows = args.top.unwrap_or(if args.all { usize::MAX } else { summary::KERNELS });
                Ok(elsewhere::render(&listing, &on, rows, page).into_bytes())
            }
            _ => Err(Failure::usage("--on writes a table or JSON (--format json)")),
        };
    }
    if args.roofline {
        if format != Format::Table {
            return Err(Failure::usage(
                "--roofline is text: leave out --format, or write a page with a chart by -o FILE.html",
            ));
        }
        let text = roofline::text(&listing, page);
        let text = text.map_err(|why| Failure::usage(format!("--roofline: {why}")))?;
        return Ok(text.into_bytes());
    }
    if let Some(of) = &args.explain {
        let only = match of {
            Some(Explained::Criterion(criterion)) => Subject::Criterion(*criterion),
            Some(Explained::Quality) => Subject::Quality,
            Some(Explained::Kernel(filter)) => {
                let filter = &among(filter, &analysis);
                let is_own = |kernel: &KernelReport| wanted(kernel) && is_meant(kernel, filter);
                let own = Listing::new(&analysis, order, is_own, top);
                if own.kernels.is_empty() {
                    let before = full_names(listing.kernels.iter().copied());
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
                listing = own;
                Subject::Everything
            }
            None => Subject::Everything,
        };
        return Ok(explain::render(&listing, only, page).into_bytes());
    }
    let advised = propp_judge_hints::advise(listing, profile.as_ref(), &args.libraries.read()?);
    if is_packet {
        return packet(args, format, &advised, &names.join(" "), &all).map(String::into_bytes);
    }
    if !args.sources.is_empty() && args.lines.is_none() && format != Format::Html {
        return Err(Failure::usage(
            "--sources has no effect here: it is for --lines and for pages",
        ));
    }
    let folders = Folders::new(&args.sources).map_err(Failure::usage)?;
    if args.lines.is_some() {
        return Ok(
            lines::report(&advised, &all, &folders, format, lines::most(args), page)?.into_bytes()
        );
    }
    if is_screen {
        return Ok(summary::render(&advised, summary::CHANGES, page).into_bytes());
    }
    render(format, &advised, &inputs, &folders, page)
}

/// The packet, or all of one change or kernel.
fn packet(
    args: &Args,
    format: Format,
    advised: &Advised<'_>,
    file: &str,
    recordings: &[&Recording],
) -> Result<String> {
    let is_json = match format {
        Format::Table => false,
        Format::Json => true,
        _ => {
            let text =
                "--brief and --change are text or JSON: leave out --format, or give --format json";
            return Err(Failure::usage(text));
        }
    };
    if args.change.is_none() && args.kernel.is_none() {
        if args.top.is_some() {
            let text = "--top beside --brief is the number of lines of one kernel: name it with -k";
            return Err(Failure::usage(text));
        }
        let brief = Brief::of(advised, file);
        return if is_json { brief.json().map_err(no_json) } else { Ok(brief.text()) };
    }
    let folders = Folders::new(&args.sources).map_err(Failure::usage)?;
    let sources = sources(advised.listing.lines(), recordings, &folders);
    let lines = args.top.unwrap_or(drill::LINES);
    let with = With { file, sources: &sources, lines };
    let drill = match (&args.change, &args.kernel) {
        (Some(asked), _) => {
            let all = drill::all_changes(advised);
            let place = drill::find(&all, asked);
            let place = place.map_err(|why| Failure::usage(format!("no change {asked}: {why}")))?;
            Drill::of_change(advised, place, &with)
        }
        (None, filter) => {
            let kernels = &advised.listing.kernels;
            let filter = filter.as_ref().map(|filter| among(filter, advised.listing.analysis));
            let is_wanted = |kernel: &&&KernelReport| {
                filter.as_ref().is_none_or(|filter| is_meant(kernel, filter))
            };
            let found: Vec<usize> =
                (0..kernels.len()).filter(|place| is_wanted(&&kernels[*place])).collect();
            match (found.as_slice(), filter) {
                ([], Some(filter)) => {
                    let all = full_names(kernels.iter().copied());
                    let text = filter.nothing_among("no kernel matches --kernel", all);
                    return Err(Failure::usage(text));
                }
                ([], None) => return Err(Failure::usage("the recording has no kernels")),
                ([place, rest @ ..], _) => {
                    if !rest.is_empty() {
                        let count = rest.len();
                        say(&format!("propp: {count} more kernels match; the longest is shown"));
                    }
                    Drill::of_kernel(advised, *place, &with)
                }
            }
        }
    };
    if is_json { drill.json().map_err(no_json) } else { Ok(drill.text()) }
}

/// Refuses a recording of probes, of which nothing would be shown.
pub(super) fn not_of_probes(
    files: &[&Path],
    recordings: &[&Recording],
    analysis: &Analysis,
) -> Result<()> {
    let has_probes = recordings.iter().any(|recording| !recording.probes.is_empty());
    if !analysis.kernels.is_empty() || !has_probes {
        return Ok(());
    }
    let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
    Err(Failure::usage(format!(
        "{file} holds probes of a GPU's memory and no kernels; see `propp probe --from {file}`"
    )))
}

/// The filter for the kernels of a recording: a name that none of them has is a part of their names.
pub(super) fn among(filter: &KernelFilter, analysis: &Analysis) -> KernelFilter {
    filter.among(analysis.kernels.iter().map(|kernel| kernel.name.full.as_str()))
}

/// Says which kernels a part of a name stands for: scripts may mean the one that had it as its name.
pub(super) fn say_part<'a>(
    filter: Option<&KernelFilter>,
    names: impl IntoIterator<Item = &'a str>,
) {
    if let Some(note) = filter.and_then(|filter| filter.note(names)) {
        say(&format!("propp: {note}"));
    }
}

/// Whether the user means this kernel: by its name, or by its number on the first screen.
pub(super) fn is_meant(kernel: &KernelReport, filter: &KernelFilter) -> bool {
    filter.matches(&kernel.name.full)
        || [kernel.number.to_string(), kernel.id()].contains(&filter.to_string())
}

pub(super) fn full_names<'a>(kernels: impl IntoIterator<Item = &'a KernelReport>) -> Vec<String> {
    kernels.into_iter().map(|kernel| kernel.name.full.clone()).collect()
}

/// A recording that is named twice counts once: its launches would be twice
/// what they were.
pub(super) fn without_repeats(files: &[PathBuf]) -> Vec<&Path> {
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

fn criteria() -> String {
    Criterion::ALL.map(Criterion::name).join(", ")
}
