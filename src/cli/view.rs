//! `propp view`: the terminal around [`View`].

use std::io::{self, Stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use propp_base_names::KernelFilter;
use propp_code_lines::sources::{Folders, sources};
use propp_judge_analysis::{Grouping, Input, KernelReport, Listing, Sort, analyse_part};
use propp_recording::Recording;
use propp_recording_wire::variables;
use propp_report_view::{Contents, Key, View};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::isatty;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::common::device_profile::ProbeArg;
use super::common::libraries::LibrariesArg;
use super::common::step::StepArg;
use super::common::weights::WeightsArg;
use super::say::terminal::Output;
use super::say::{Failure, Result, page};
use super::show::{
    among, code_of_kernel, full_names, is_meant, not_of_probes, put_floors, unlike, why_no_lines,
    without_repeats,
};

/// How long a signal may wait.
const WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Shells give a program that a signal ended this code and the signal's number.
const SIGNALLED: u8 = 128;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings to view, as one run; several must be of one program, such as its ranks
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// View only some kernels: by name or a part of it, by =NAME (the whole name), by number on the first
    /// screen, by id, or by regex:EXPRESSION [default: all kernels]
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    kernel: Option<KernelFilter>,
    #[command(flatten)]
    step: StepArg,
    /// Show one row per function, which combines all its launch configurations
    #[arg(long)]
    merge: bool,
    /// Folder to search for source files, in addition to the working directory; may be repeated
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// Recording of `propp emulate` of the same program, which gives the time that each kernel
    /// needs at least to move its bytes
    #[arg(long, value_name = "EMULATED")]
    floor: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    probe: ProbeArg,
    #[command(flatten)]
    libraries: LibrariesArg,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let files = without_repeats(&args.files);
    let recordings = Output::Report.read(&files)?;
    needs_terminal(args)?;
    let all: Vec<&Recording> = recordings.iter().collect();
    unlike(&files, &all)?;
    let weights = args.weights.of(&recordings)?;
    let profile = args.probe.of(&all)?;
    let libraries = args.libraries.read()?;
    let folders = Folders::new(&args.sources).map_err(Failure::usage)?;
    let names: Vec<String> = files.iter().map(|path| Output::Report.path(path)).collect();
    let inputs: Vec<Input<'_>> = (names.iter().zip(&recordings))
        .map(|(name, recording)| Input { name, recording })
        .collect();
    let grouping = if args.merge { Grouping::Function } else { Grouping::Signature };
    let mut analysis = analyse_part(&inputs, &weights, grouping, args.step.part());
    args.step.check(&analysis)?;
    not_of_probes(&files, &all, &analysis)?;
    if let Some(path) = &args.floor {
        put_floors(&mut analysis, path, &weights, grouping)?;
    }
    let filter = args.kernel.as_ref().map(|filter| among(filter, &analysis));
    let wanted =
        |kernel: &KernelReport| filter.as_ref().is_none_or(|filter| is_meant(kernel, filter));
    let listing = Listing::new(&analysis, Sort::Time, wanted, None);
    if let Some(filter) = args.kernel.as_ref().filter(|_| listing.kernels.is_empty()) {
        let what = "no kernel matches --kernel";
        return Err(Failure::usage(filter.nothing_among(what, full_names(&analysis.kernels))));
    }
    let advised = propp_judge_hints::advise(listing, profile.as_ref(), &libraries);
    let contents = Contents {
        advised: &advised,
        sources: &sources(advised.listing.lines(), &all, &folders),
        no_lines: &why_no_lines(&all),
        colour: page(&io::stdout()).colour,
    };
    on_screen(contents, &recordings)
}

/// Refuses where there is no screen to move about in.
fn needs_terminal(args: &Args) -> Result<()> {
    let why = match (isatty(io::stdin()), isatty(io::stdout())) {
        (true, true) if std::env::var_os("TERM").is_some_and(|term| term == "dumb") => {
            "TERM is dumb, a terminal without a cursor to move"
        }
        (true, true) => return Ok(()),
        (false, _) => "standard input is not a terminal",
        (_, false) => "standard output is not a terminal",
    };
    let files: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
    Err(Failure::usage(format!(
        "cannot view a recording here: {why}; `propp show {}` writes the report",
        files.join(" ")
    )))
}

fn on_screen(contents: Contents<'_>, recordings: &[Recording]) -> Result<ExitCode> {
    let failed = |error: io::Error| Failure::usage(format!("cannot use the terminal: {error}"));
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGTERM, SIGHUP, SIGINT] {
        let value = usize::try_from(number).unwrap_or(0);
        signal_hook::flag::register_usize(number, Arc::clone(&signal), value).map_err(failed)?;
    }
    let mut screen = Screen::enter().map_err(failed)?;
    let size = screen.terminal.size().map_err(failed)?;
    let mut view = View::new(contents, size.width, size.height);
    let ended = follow(&mut view, &mut screen, recordings, &signal).map_err(failed)?;
    Ok(u8::try_from(ended).map_or(ExitCode::SUCCESS, |number| match number {
        0 => ExitCode::SUCCESS,
        number => ExitCode::from(SIGNALLED + number),
    }))
}

/// Draws and waits until the user leaves. Gives the number of the signal that ended it, or 0.
fn follow(
    view: &mut View<'_>,
    screen: &mut Screen,
    recordings: &[Recording],
    signal: &AtomicUsize,
) -> io::Result<usize> {
    while !view.is_over() {
        screen.draw(view)?;
        if let Some(kernel) = view.missing_code() {
            view.put_code(kernel.number, code_of_kernel(recordings, &kernel.name.full));
            screen.draw(view)?;
        }
        loop {
            let number = signal.load(Ordering::Relaxed);
            if number != 0 {
                return Ok(number);
            }
            if waited() == Waited::Gone {
                return Ok(usize::try_from(SIGHUP).unwrap_or(0));
            }
            // Also of a terminal that has another size.
            if event::poll(Duration::ZERO)? {
                break;
            }
        }
        // Keys that are held down are drawn once.
        while !view.is_over() && event::poll(Duration::ZERO)? {
            if let Event::Key(event) = event::read()?
                && let Some(key) = Key::from_event(&event)
            {
                view.key(key);
            }
        }
    }
    Ok(0)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waited {
    There,
    /// Nobody is at the other end of the terminal: what reads its keys would try for ever.
    Gone,
}

/// Waits for a key, for a while.
fn waited() -> Waited {
    let stdin = io::stdin();
    let mut input = [PollFd::new(&stdin, PollFlags::IN)];
    let asked = poll(&mut input, Some(&WAIT));
    let lost = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    match asked.is_ok() && input[0].revents().intersects(lost) {
        true => Waited::Gone,
        false => Waited::There,
    }
}

/// The terminal, which is as it was once this is gone.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    fn enter() -> io::Result<Self> {
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // The message would be on the other screen.
            restore();
            before(info);
        }));
        // From here on, whatever fails restores.
        let screen = Self { terminal };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(screen)
    }

    fn draw(&mut self, view: &mut View<'_>) -> io::Result<()> {
        self.terminal.autoresize()?;
        let size = self.terminal.size()?;
        view.resize(size.width, size.height);
        self.terminal.draw(|frame| view.draw(frame)).map(drop)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// A terminal that has gone cannot be restored.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}
