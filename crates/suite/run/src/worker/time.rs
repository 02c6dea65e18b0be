//! Times a trial: warm-up, and then samples by events on the stream.

use std::time::{Duration, Instant};

use propp_collect_cuda::Bench;

use super::not_measured::NotMeasured;
use super::trial::Trial;
use crate::clock::{ClockWatch, words};
use crate::protocol::Limits;
use crate::sampling::{Sample, Samples, take_samples};

/// Warm-up time of a busy GPU, and of an idle GPU, whose clock takes about this long to
/// rise.
const WARM: Duration = Duration::from_millis(15);
const COLD: Duration = Duration::from_millis(300);

const MIN_WARM_RUNS: u32 = 3;

/// Time without work after which a GPU counts as idle.
const IDLE: Duration = Duration::from_secs(1);

/// Maximum time to hold up the stream: a hold only slows down an implementation that waits
/// without its flag.
const MAX_HOLD: Duration = Duration::from_millis(2);

pub(super) fn samples(
    bench: &mut Bench,
    watch: &mut ClockWatch,
    last_busy: &mut Option<Instant>,
    trial: &Trial<'_>,
    limits: &Limits,
) -> Result<Samples, NotMeasured> {
    let begin = Instant::now();
    let seconds = || begin.elapsed().as_secs_f64();
    let is_warm = last_busy.is_some_and(|last| last.elapsed() < IDLE);
    let warm_for = if is_warm { WARM } else { COLD }.as_secs_f64().min(limits.seconds / 4.0);
    let mut submit_time = MAX_HOLD;
    let mut runs = 0;
    while runs < MIN_WARM_RUNS && seconds() < limits.seconds || seconds() < warm_for {
        submit_time = submit_time.min(warm_up(bench, trial, limits)?);
        runs += 1;
    }
    // While the stream is held up, the host submits begin, work and end, so that gaps
    // between launches do not count as work.
    let hold = (submit_time * 3 / 2 + Duration::from_micros(15)).min(MAX_HOLD);
    watch.begin();
    let samples = take_samples(limits, seconds, || {
        let ns = timed_run(bench, trial, limits, hold)?;
        Ok::<_, NotMeasured>(Sample { ns, throttled: watch.was_throttled() })
    })?;
    *last_busy = Some(Instant::now());
    if samples.ns.is_empty() {
        return Err(NotMeasured::Skipped(format!(
            "the GPU's clock was held down ({}) in all of {} runs; nvidia-smi -q -d PERFORMANCE \
             says what for",
            words(watch.reasons),
            samples.throttled
        )));
    }
    Ok(samples)
}

/// A run that does not count. Returns how long the host took to submit it.
fn warm_up(bench: &mut Bench, trial: &Trial<'_>, limits: &Limits) -> Result<Duration, NotMeasured> {
    trial.reset(bench)?;
    if limits.flush_l2 {
        bench.flush_l2().map_err(NotMeasured::during("warm-up"))?;
    }
    let begin = Instant::now();
    trial.run(bench)?;
    let time = begin.elapsed();
    bench.wait().map_err(NotMeasured::during("warm-up"))?;
    Ok(time)
}

/// The time of one run, in nanoseconds. The flush comes after the reset, which would leave
/// its output in the cache.
fn timed_run(
    bench: &mut Bench,
    trial: &Trial<'_>,
    limits: &Limits,
    hold: Duration,
) -> Result<u64, NotMeasured> {
    let failed = NotMeasured::during("timing");
    trial.reset(bench)?;
    if limits.flush_l2 {
        bench.flush_l2().map_err(failed)?;
    }
    if trial.synchronises() {
        // The host's work counts, too, and begins with an empty stream.
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
