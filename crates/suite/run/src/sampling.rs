//! Takes samples until their median is known well enough. Pure: clock and device are
//! functions.

use propp_base_statistics::median::Median;

use super::protocol::Limits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) ns: u64,
    /// Whether the GPU's clock was throttled.
    pub(super) throttled: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Samples {
    /// Times of the valid samples, in the order in which they were taken.
    pub(super) ns: Vec<u64>,
    pub(super) throttled: u32,
}

/// Takes at least one sample, until the median is known well enough, the maximum number
/// is reached, or `seconds`, the time since the beginning, exceeds the limit.
/// Fails with the first error of a sample.
pub(super) fn take_samples<E>(
    limits: &Limits,
    seconds: impl Fn() -> f64,
    mut sample: impl FnMut() -> Result<Sample, E>,
) -> Result<Samples, E> {
    let mut samples = Samples::default();
    let mut sorted: Vec<u64> = Vec::new();
    loop {
        let one = sample()?;
        if one.throttled {
            samples.throttled += 1;
        } else {
            samples.ns.push(one.ns);
            let place = sorted.partition_point(|ns| *ns < one.ns);
            sorted.insert(place, one.ns);
        }
        let is_known = sorted.len() >= limits.min_samples as usize
            && Median::of_sorted(&sorted)
                .is_some_and(|median| median.relative_noise() <= limits.relative_noise);
        let is_full = sorted.len() >= limits.max_samples as usize;
        if is_known || is_full || seconds() >= limits.seconds {
            return Ok(samples);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const LIMITS: Limits = Limits {
        flush_l2: true,
        min_samples: 10,
        max_samples: 100,
        relative_noise: 0.01,
        seconds: 5.0,
    };

    /// Takes samples of these times, each of which takes 0.01 s.
    fn taken(limits: Limits, mut ns: impl FnMut(u64) -> Sample) -> Samples {
        let count = Cell::new(0);
        let take_one = || {
            count.set(count.get() + 1);
            Ok::<_, ()>(ns(count.get()))
        };
        take_samples(&limits, || count.get() as f64 / 100.0, take_one).unwrap()
    }

    const fn good(ns: u64) -> Sample {
        Sample { ns, throttled: false }
    }

    #[test]
    fn steady_times_need_the_fewest() {
        assert_eq!(taken(LIMITS, |_| good(1000)).ns.len(), 10);
    }

    #[test]
    fn noisy_times_need_all() {
        let samples = taken(LIMITS, |i| good(1000 + i % 2 * 1000));
        assert_eq!((samples.ns.len(), samples.throttled), (100, 0));
        assert_eq!(samples.ns[..3], [2000, 1000, 2000]);
    }

    #[test]
    fn time_runs_out() {
        let limits = Limits { seconds: 0.2, ..LIMITS };
        assert_eq!(taken(limits, |i| good(1000 * i)).ns.len(), 20);
        let limits = Limits { seconds: 0.0, ..LIMITS };
        assert_eq!(taken(limits, |_| good(7)).ns, [7]);
    }

    #[test]
    fn spoiled_samples_are_counted_and_left_out() {
        let samples = taken(LIMITS, |i| Sample { ns: 1000 + i, throttled: i % 3 == 0 });
        assert_eq!((samples.ns.len(), samples.throttled), (10, 4));
        let all = taken(LIMITS, |_| Sample { ns: 1, throttled: true });
        assert_eq!((all.ns.len(), all.throttled), (0, 500));
    }

    #[test]
    fn an_error_ends_it() {
        assert_eq!(take_samples(&LIMITS, || 0.0, || Err("broken")), Err("broken"));
    }
}
