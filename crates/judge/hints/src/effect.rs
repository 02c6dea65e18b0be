//! What a change should bring: the only place where hints use the cost model.

use propp_base_model::Machine;
use propp_base_model::counters::*;
use propp_judge_cost::{CostModel, Work};

use super::Margin;
use super::change::Pair;
use super::facts::POSSIBLE;

/// How many times faster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    pub low: f64,
    pub likely: f64,
    pub high: f64,
    /// What the prices alone say.
    pub priced: f64,
    pub most: f64,
    /// How often the rule was right where it found something ([`Margin::kept`]).
    pub kept: f64,
}

/// What a change should bring.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Priced by the cost model, of a launch (of a run, for rules of the run).
    Time {
        now_ns: f64,
        /// How many times faster.
        gain: Gain,
        /// The quality metric now, and with the criterion at 1.
        quality: Option<[f64; 2]>,
        /// Whether pairs of the suite stand behind the range.
        calibrated: bool,
        /// A term of which the launch asks for far more than anything that was fitted: its price is
        /// a guess, and the range says so.
        beyond: Option<String>,
    },
    /// What nothing can pass is known, and not how near a change comes: no pair has checked it.
    AtMost {
        now_ns: f64,
        /// How many times faster it can become at best.
        most: f64,
    },
    /// How much the criterion lacks is known, and no gain.
    Unpriced {
        /// 1 less the criterion, or 0 for a rule without one.
        deficit: f64,
        /// The quality metric now, and with the criterion at 1.
        quality: Option<[f64; 2]>,
        /// Why there is no price.
        because: String,
        /// How many times faster by prices that tell an order and no time: for the order of hints.
        likely: Option<f64>,
        /// How often the rule was right where it found something ([`Margin::kept`]).
        kept: f64,
    },
}

/// What counts of a gain whose price is a guess, beside others. Chosen with two locks (lab/hints.md).
const GUESSED: f64 = 0.5;

impl Expected {
    /// What hints are ordered by.
    pub(super) fn rank(&self) -> f64 {
        match self {
            Self::Time { gain, beyond: None, .. } => gain.rank(),
            // Behind what is priced by what was fitted.
            Self::Time { gain, .. } => GUESSED * gain.rank(),
            Self::AtMost { most, .. } => 1.0 - 1.0 / most,
            // What the criterion lacks, if nothing else is known.
            Self::Unpriced { deficit, likely, kept, .. } => match likely {
                Some(times) => promise(times.max(1.0), *kept),
                None => *deficit,
            },
        }
    }
}

impl Gain {
    /// The range of a gain by a rule's margin; never above `most`, which nothing can pass.
    pub(super) fn ranged(priced: f64, margin: Margin, most: f64) -> Self {
        let most = most.max(1.0);
        let log = priced.clamp(1.0, most).ln();
        let [low, likely, high] = margin.around(log).map(|end| end.exp().min(most));
        Self { low, likely, high, priced: log.exp(), most, kept: margin.kept }
    }

    fn rank(&self) -> f64 {
        promise(self.priced, self.kept)
    }
}

/// What hints of a kernel are ordered by: the logarithm of the priced gain, and how often the rule was right.
/// The power was chosen with all pairs (lab/hints.md).
pub fn promise(priced: f64, kept: f64) -> f64 {
    priced.ln() * kept.powf(1.5)
}

/// How many times as long the launches take with the defect, each kind of launch as often as it is
/// launched.
pub(super) fn gain(model: &CostModel, pairs: &[Pair]) -> Option<f64> {
    let [with, without] = times(model, pairs)?;
    Some(with / without)
}

/// The same of a defect that no count shows: what a launch takes beyond its prediction, but no more than
/// `most_ns`, is the defect's.
pub(super) fn gain_uncounted(
    model: &CostModel,
    pairs: &[Pair],
    now_ns: f64,
    most_ns: f64,
) -> Option<f64> {
    let [with, without] = times(model, pairs)?;
    let launches = pairs.iter().map(|pair| pair.with.launches.max(1) as f64).sum::<f64>();
    Some(now_ns.min(with / launches + most_ns) / (without / launches))
}

/// With the defect and without it.
fn times(model: &CostModel, pairs: &[Pair]) -> Option<[f64; 2]> {
    let model = model.for_all(pairs.iter().map(|pair| &pair.with));
    let prices = model.in_order();
    let mut times = [0.0; 2];
    for pair in pairs {
        let works = [(&pair.with, pair.slower), (&pair.without, 1.0)];
        for (time, (work, slower)) in times.iter_mut().zip(works) {
            let demands = work.demands(&model.without).ok()?;
            *time += slower * model.ns(&demands, &prices) * work.launches.max(1) as f64;
        }
    }
    times.iter().all(|time| *time > 0.0).then_some(times)
}

/// Of twice the memory's clock times its width: refreshing and turning between reading
/// and writing take the rest. Copies of an H200 reach 0.89 (`lab/suite.md`).
const ATTAINABLE: f64 = 0.92;

/// No kernel of the recorded suites is shorter than 512 ns.
pub const SHORTEST_NS: f64 = 500.0;

/// What an empty launch takes of the price of one: 864 ns of 2,044 on an H100.
const EMPTY: f64 = 0.4;

/// The shortest launch on the GPU of a model.
fn shortest_ns(model: &CostModel) -> f64 {
    SHORTEST_NS.max(EMPTY * model.price_of("launches").unwrap_or(0.0))
}

/// What an SM does at most in a cycle: it issues four instructions, and its data path takes one trip.
/// Kernels of the recorded suites reach 0.91 and 0.95 of that.
const CEILINGS: [(&str, f64); 2] = [(INST_ISSUED, 0.95 * 4.0), (DATA_WAVEFRONTS, 0.95)];

/// How many times faster the SMs could be through with what is left.
pub(super) fn most_by_sms(pairs: &[Pair]) -> f64 {
    let sum = |name: &str, work: fn(&Pair) -> &Work| -> f64 {
        let works = pairs.iter().map(work);
        works.map(|work| work.count(name) * work.launches.max(1) as f64).sum()
    };
    let cycles = sum(CYCLES_ELAPSED, |pair| &pair.with);
    let by = |(name, in_a_cycle): (&str, f64)| {
        let left = sum(name, |pair| &pair.without);
        if cycles > 0.0 && left > 0.0 { cycles * in_a_cycle / left } else { f64::INFINITY }
    };
    CEILINGS.into_iter().map(by).fold(f64::INFINITY, f64::min).max(1.0)
}

/// The most that a change can bring: neither device memory nor the SMs can do what is left faster
/// than they do anything.
pub(super) fn most(
    model: &CostModel,
    pairs: &[Pair],
    machine: &Machine,
    now_ns: f64,
    by_sms: f64,
) -> f64 {
    let left = |pair: &Pair| {
        let Pair { without, .. } = pair;
        (without.count(DRAM_READ) + without.count(DRAM_WRITTEN)) * without.launches.max(1) as f64
    };
    let launches: f64 = pairs.iter().map(|pair| pair.with.launches.max(1) as f64).sum();
    let bytes = pairs.iter().map(left).sum::<f64>() / launches.max(1.0);
    let by_memory = match machine.peak_bytes_per_s {
        Some(peak) if bytes > 0.0 => now_ns / (bytes / peak * 1e9),
        _ => f64::INFINITY,
    };
    let by_memory = if by_memory * POSSIBLE < 1.0 { f64::INFINITY } else { by_memory * ATTAINABLE };
    // Of launches that become one, the one still has to be made.
    let fused = pairs.iter().map(|pair| (pair.with.launches, pair.without.launches));
    let mut fused = fused.filter(|(with, without)| with > without).peekable();
    if fused.peek().is_none() {
        return by_memory.min(now_ns / shortest_ns(model)).min(by_sms);
    }
    fused.fold(by_memory, |most, (with, without)| most.min(with as f64 / without.max(1) as f64))
}
