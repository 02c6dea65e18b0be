//! Timing a trial: warm-up, then samples by events on the stream.

use std::time::{Duration, Instant};

use propp_cuda::Bench;

use super::stop::Stop;
use super::trial::Trial;
use crate::clock::{Watch, words};
use crate::protocol::Limits;
use crate::sampling::{Sample, Samples, take};

/// How long a GPU that was at work is warmed up, and how long one that comes from
/// idling, whose clock takes about so long to rise.
const WARM: Duration = Duration::from_millis(15);
const COLD: Duration = Duration::from_millis(300);

/// Runs of the warm-up at least.
const WARM_RUNS: u32 = 3;

/// How long a GPU may have had nothing to do before it counts as idling.
const IDLE: Duration = Duration::from_secs(1);

/// The stream is never held up for longer: an implementation that waits without saying
/// so would only be slowed down.
const LONGEST_HOLD: Duration = Duration::from_millis(2);

/// When the GPU was last busy.
#[derive(Debug, Default)]
pub(super) struct Warmth(Option<Instant>);

impl Warmth {
    fn needed(&self) -> Duration {
        if self.0.is_some_and(|last| last.elapsed() < IDLE) { WARM } else { COLD }
    }
}

/// Warms up and takes samples.
pub(super) fn samples(
    bench: &mut Bench,
    watch: &mut Watch,
    warmth: &mut Warmth,
    trial: &Trial<'_>,
    limits: &Limits,
) -> Result<Samples, Stop> {
    let begin = Instant::now();
    let seconds = || begin.elapsed().as_secs_f64();
    let warm_for = warmth.needed().as_secs_f64().min(limits.seconds / 4.0);
    let mut hand_in = LONGEST_HOLD;
    let mut runs = 0;
    while runs < WARM_RUNS && seconds() < limits.seconds || seconds() < warm_for {
        hand_in = hand_in.min(warm_up(bench, trial, limits)?);
        runs += 1;
    }
    // While the stream is held, the host hands in begin, work and end, so that no gap
    // between launches is taken for work.
    let hold = (hand_in * 3 / 2 + Duration::from_micros(15)).min(LONGEST_HOLD);
    watch.begin();
    let samples = take(limits, seconds, || {
        let ns = one(bench, trial, limits, hold)?;
        Ok::<_, Stop>(Sample { ns, spoiled: watch.is_spoiled() })
    })?;
    warmth.0 = Some(Instant::now());
    if samples.ns.is_empty() {
        return Err(Stop::Skipped(format!(
            "the GPU's clock was held down ({}) in all of {} runs; nvidia-smi -q -d PERFORMANCE \
             says what for",
            words(watch.reasons),
            samples.spoiled
        )));
    }
    Ok(samples)
}

/// One run that does not count; returns how long the host took to hand it in.
fn warm_up(bench: &mut Bench, trial: &Trial<'_>, limits: &Limits) -> Result<Duration, Stop> {
    trial.reset(bench)?;
    if limits.flush_l2 {
        bench.flush_l2().map_err(Stop::during("warm-up"))?;
    }
    let begin = Instant::now();
    trial.run(bench)?;
    let time = begin.elapsed();
    bench.wait().map_err(Stop::during("warm-up"))?;
    Ok(time)
}

/// One run, in nanoseconds. The flush comes after the reset, which would leave its
/// output in the cache.
fn one(bench: &mut Bench, trial: &Trial<'_>, limits: &Limits, hold: Duration) -> Result<u64, Stop> {
    let failed = Stop::during("timing");
    trial.reset(bench)?;
    if limits.flush_l2 {
        bench.flush_l2().map_err(failed)?;
    }
    if trial.synchronises() {
        // The host's part of the work is part of the time, and begins with nothing on
        // the stream.
        bench.wait().map_err(failed)?;
    } else {
        bench.hold(hold).map_err(failed)?;
    }
    bench.begin().map_err(failed)?;
    trial.run(bench)?;
    bench.end().map_err(failed)?;
    bench.wait().map_err(failed)?;
    bench.elapsed_ns().map_err(failed)
}
