//! What a change should bring: the only place where hints use the cost model.

use propp_criteria::cost::{CostModel, Work};
use propp_model::Machine;
use propp_model::counters::{DRAM_READ, DRAM_WRITTEN};

use super::Margin;
use super::change::Pair;
use super::facts::POSSIBLE;

/// How many times faster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The least.
    pub low: f64,
    /// What is likely.
    pub likely: f64,
    /// The most.
    pub high: f64,
    /// What the prices alone say.
    pub priced: f64,
}

/// What a change should bring.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Priced by the cost model, of a launch (of a run, for rules of the run).
    Time {
        /// As measured.
        now_ns: f64,
        /// How many times faster.
        gain: Gain,
        /// The quality metric now, and with the criterion at 1.
        quality: Option<[f64; 2]>,
        /// Whether pairs of the suite stand behind the range.
        calibrated: bool,
    },
    /// Not priced: only how much the criterion lacks.
    Unpriced {
        /// 1 less the criterion, or 0 for a rule without one.
        deficit: f64,
        /// The quality metric now, and with the criterion at 1.
        quality: Option<[f64; 2]>,
        /// Why there is no price.
        because: String,
    },
}

impl Expected {
    /// What hints of a kernel are ordered by.
    pub(super) fn rank(&self) -> f64 {
        match self {
            Self::Time { gain, .. } => 1.0 - 1.0 / gain.likely.max(1.0),
            Self::Unpriced { deficit, .. } => *deficit,
        }
    }
}

impl Gain {
    /// The range of a gain by a rule's margin, and by `deviation`, how far the intervals
    /// of the prices move its logarithm; never above `most`, which nothing can pass.
    pub(super) fn ranged(priced: f64, deviation: f64, margin: Margin, most: f64) -> Self {
        let most = most.max(1.0);
        let log = priced.clamp(1.0, most).ln();
        let low = (log * margin.low).min(log - deviation).max(0.0).exp();
        let high = (log * margin.high).max(log + deviation).exp().min(most);
        let likely = (log * margin.likely).exp().clamp(low, high);
        Self { low, likely, high, priced: log.exp() }
    }
}

/// The times of both, each kind of launch as often as it is launched, and how far the
/// 95 % intervals of the prices move the logarithm of their quotient. Prices count as
/// independent, which makes it larger than it is: of terms that come together one is
/// dear where the other is cheap.
pub(super) fn gain(model: &CostModel, pairs: &[Pair]) -> Option<(f64, f64)> {
    let model = model.for_all(pairs.iter().map(|pair| &pair.with));
    let launched: Vec<Launched> =
        pairs.iter().map(|pair| Launched::of(model, pair)).collect::<Option<_>>()?;
    let quotient = |prices: &[f64]| {
        let sum = |side: usize| -> f64 {
            let ns = |of: &Launched| model.ns(&of.demands[side], prices) * of.launches[side];
            launched.iter().map(ns).sum()
        };
        let (with, without) = (sum(0), sum(1));
        (with > 0.0 && without > 0.0).then_some(with / without)
    };
    let mut prices = model.in_order();
    let likely = quotient(&prices)?;
    let mut variance = 0.0;
    for at in 0..prices.len() {
        let is_asked = launched.iter().any(|of| of.demands.iter().any(|side| side[at] != 0.0));
        let Some(price) = model.price(at).filter(|_| is_asked) else { continue };
        let mut most = 0.0_f64;
        for end in [price.low, price.high] {
            if (end - price.ns).abs() > f64::EPSILON * price.ns {
                prices[at] = end;
                let log = (quotient(&prices)? / likely).ln();
                most = if log.is_finite() { most.max(log.abs()) } else { most };
            }
        }
        prices[at] = price.ns;
        variance += most * most;
    }
    Some((likely, variance.sqrt()))
}

/// What a launch with and without the defect demands of each term, and how often it is
/// launched.
struct Launched {
    demands: [Vec<f64>; 2],
    launches: [f64; 2],
}

impl Launched {
    fn of(model: &CostModel, pair: &Pair) -> Option<Self> {
        let demands = |work: &Work| work.demands(&model.without).ok();
        Some(Self {
            demands: [demands(&pair.with)?, demands(&pair.without)?],
            launches: [&pair.with, &pair.without].map(|work| work.launches.max(1) as f64),
        })
    }
}

/// Of twice the memory's clock times its width: refreshing and turning between reading
/// and writing take the rest. Copies of an H200 reach 0.89 (`docs/suite.md`).
const ATTAINABLE: f64 = 0.92;

/// No kernel of the recorded suite is shorter than 512 ns.
pub const SHORTEST_NS: f64 = 500.0;

/// The most that a change can bring: device memory cannot move what is left faster than
/// it moves anything.
pub(super) fn most(pairs: &[Pair], machine: &Machine, now_ns: f64) -> f64 {
    let left = |pair: &Pair| {
        let bytes = |name| pair.without.counts.get(name).copied().unwrap_or(0.0);
        (bytes(DRAM_READ) + bytes(DRAM_WRITTEN)) * pair.without.launches.max(1) as f64
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
        return by_memory.min(now_ns / SHORTEST_NS);
    }
    fused.fold(by_memory, |most, (with, without)| most.min(with as f64 / without.max(1) as f64))
}
