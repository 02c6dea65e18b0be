//! `propp profile`, without the command line.

use propp_base_names::KernelFilter;
use propp_collect_toolkit::Surroundings;
use propp_recording::{Ending, Facts};
use propp_recording_store::Writer;
use propp_recording_wire::{Notice, RangePattern};

use super::agent_library::AgentLibrary;
use super::attend;
use super::collector::Collector;
use super::earlier::Earlier;
use super::error::{CollectError, Result};
use super::launcher::Launcher;
use super::machine::Machine;
use super::measure::Plan;
use super::options::{Options, Runs, StartEarly};
use super::program;
use super::signals;

const INTERRUPTED: &str = "propp was interrupted, so the program was not run again";

#[derive(Clone, Debug)]
pub struct ProfileSummary {
    /// How the program ended in its first run.
    pub ending: Ending,
    /// Number of processes that used CUDA.
    pub processes: u32,
    pub traced: u64,
    pub measured: u64,
    /// Kernels whose code was kept, and the bytes that it takes in the recording.
    pub code: (usize, u64),
    /// What was measured, or would have been.
    pub plan: Option<Plan>,
    /// Failures to tell the user, each once.
    pub failures: Vec<Notice>,
    /// Whether a signal asked for the end.
    pub interrupted: bool,
}

/// Runs the program and writes the recording.
pub fn profile(options: &Options, surroundings: &Surroundings) -> Result<ProfileSummary> {
    let command = if options.attends {
        attend::command()?
    } else {
        program::find(&options.command)?;
        options.command.clone()
    };
    // Before the new recording may take its place.
    let earlier = options.like.as_deref().map(|path| Earlier::read(path, options)).transpose()?;
    let library = AgentLibrary::install().map_err(CollectError::Library)?;
    let _heeding = signals::Heeding::begin()?;
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut collector =
        Collector::new(options, command, library, Machine::search(surroundings), writer);
    if let Some(earlier) = earlier {
        collector.plan_like(earlier)?;
    }
    let ran = collector.all_runs();
    collector.machine.wait_for_counters(); // No thread of ours is inside the driver when propp ends.
    match ran {
        Ok(()) => finish(collector, Ok(())),
        Err(CollectError::Interrupted { .. }) if collector.started => {
            let ran_under_propp =
                collector.runs_begun > u32::from(options.overhead || options.yield_cupti);
            let code = if ran_under_propp { "no-count-run" } else { "no-trace-run" };
            let told = collector.harvest.warn(code, INTERRUPTED.to_owned());
            finish(collector, told)
        }
        Err(error) => {
            if !collector.started {
                collector.harvest.writer.discard();
            }
            Err(match collector.ending {
                Some(ending) => error.after(ending),
                None => error,
            })
        }
    }
}

/// Closes the recording, if all of it could be `told`.
fn finish(mut collector: Collector<'_>, told: Result<()>) -> Result<ProfileSummary> {
    let ending = collector.ending.or(collector.harmed_ending).unwrap_or(Ending::Exited(0));
    let mut told = told;
    if collector.processes == 0
        && program::find(&collector.command).is_ok_and(|file| program::has_other_rights(&file))
    {
        let text = "the program was not seen to use CUDA: it runs with the rights of another user \
                    (setuid or setgid), and takes no library from this one; profile a copy without \
                    that mark (cp)";
        told = told.and_then(|()| collector.harvest.warn("other-rights", text.to_owned()));
    }
    let finished = told.and_then(|()| Ok(collector.harvest.writer.finish()?));
    finished.map_err(|error| error.after(ending))?;
    Ok(ProfileSummary {
        ending,
        processes: collector.processes,
        traced: collector.harvest.traced,
        measured: collector.harvest.measured,
        code: (collector.harvest.coded.len(), collector.harvest.code_bytes),
        plan: collector.plan,
        failures: collector.harvest.notices,
        interrupted: signals::interruption().is_some(),
    })
}

fn facts(options: &Options) -> Facts {
    let mut facts = Facts::now(&options.recorded_command());
    facts.options = recorded(options);
    let launch = options.replayed.as_ref();
    facts.options.extend(launch.map(|launch| ("launch".to_owned(), launch.what.clone())));
    facts.options.extend(Launcher::from_environment().facts());
    facts
}

/// The options that decide what is collected, as the user types them; empty if not given.
fn recorded(options: &Options) -> Vec<(String, String)> {
    let mut devices = options.devices.clone();
    devices.sort_unstable();
    devices.dedup();
    let devices: Vec<String> = devices.iter().map(u32::to_string).collect();
    let kernel = options.kernels.as_ref().map(KernelFilter::to_string);
    let nvtx: Vec<String> = options.nvtx.iter().map(RangePattern::to_string).collect();
    let start_early = Some(options.start_early).filter(|when| *when != StartEarly::Never);
    let start_early = start_early.map(|when| when.to_string());
    let all = [
        ("launch-skip", options.launch_skip.to_string()),
        ("launch-count", options.launch_count.to_string()),
        ("max-launches-per-kernel", options.per_signature.to_string()),
        ("kernel", kernel.unwrap_or_default()),
        ("nvtx-include", nvtx.join(",")),
        ("step", options.step.clone().unwrap_or_default()),
        ("devices", devices.join(",")),
        ("replay", options.replay.to_string()),
        ("runs", if options.runs == Runs::One { "one".to_owned() } else { String::new() }),
        ("no-code", if options.code { String::new() } else { "true".to_owned() }),
        ("lines", if options.lines { "true".to_owned() } else { String::new() }),
        ("waits", if options.waits { "true".to_owned() } else { String::new() }),
        ("start-early", start_early.unwrap_or_default()),
        ("pytorch", if options.modules { "modules".to_owned() } else { String::new() }),
        ("budget", options.budget.map(|seconds| seconds.to_string()).unwrap_or_default()),
    ];
    let all = all.into_iter().chain(options.window.recorded());
    all.map(|(name, value)| (name.to_owned(), value)).collect()
}
