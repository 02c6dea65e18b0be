//! What a launch would do without a defect.

use propp_base_model::Machine;
use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_judge_cost::{Shape, Work};

/// The work with the defect and without it. The first is what was counted, unless
/// the counts do not show the defect (as with work that lies on a few SMs).
pub(super) struct Pair {
    pub(super) with: Work,
    pub(super) without: Work,
    /// How many times as long the defect makes the launch, where no count tells.
    pub(super) slower: f64,
}

/// How a rule changes a launch.
pub(super) type Change = fn(&Work, &Context<'_>) -> Pair;

/// What a change needs besides the work.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context<'a> {
    pub(super) machine: Machine,
    /// LB_SM and LB_W, 1 where unknown.
    pub(super) lb_sm: f64,
    pub(super) lb_w: f64,
    /// TDiv, 1 where unknown.
    pub(super) t_div: f64,
    /// Launches of the kernel in the run.
    pub(super) launches: f64,
    /// In each block of the launch.
    pub(super) threads: f64,
    /// Whether shared memory keeps blocks out of an SM.
    pub(super) lacks_shared: bool,
    /// Of a thread.
    pub(super) registers: f64,
    /// The most bytes that the kernel's data takes.
    pub(super) footprint: Option<f64>,
    /// Cycles from the first instruction of a warp to its last.
    pub(super) warp_cycles: Option<f64>,
    /// Places in the code, and how often they ran.
    pub(super) sites: &'a [Ran],
}

impl Pair {
    /// With the defect, warps wait so many cycles more, all of them together, as they wait for other
    /// results. Where the code is not known, warps that wait are as good as
    /// absent.
    pub(super) fn waiting(mut self, cycles: f64) -> Self {
        let (waits, active) = (self.with.count(CODE_OTHER_WAITS), self.with.count(WARPS_ACTIVE));
        let Some(shape) = &mut self.with.shape else { return self };
        if self.with.counts.contains_key(CODE_OTHER_WAITS) {
            self.with.counts.insert(CODE_OTHER_WAITS.to_owned(), waits + cycles);
        } else if active > 0.0 {
            let share = (cycles / active).clamp(0.0, 0.9);
            shape.resident_warps = (shape.resident_warps * (1.0 - share)).max(1.0);
        }
        self
    }

    /// The counted work, and what an edit makes of it. How unevenly work lies stays as it
    /// is, unless the edit says otherwise.
    pub(super) fn edited(work: &Work, edit: impl FnOnce(&mut Edit)) -> Self {
        let mut without = Edit { work: work.clone(), is_even: false };
        edit(&mut without);
        without.follow(work);
        let is_even = without.is_even;
        let mut without = without.work;
        let busy = |work: &Work| work.shape.map_or(1.0, |shape| shape.busy_sms.max(1.0));
        for (most, all, parts) in UNEVEN {
            let mean = |work: &Work| work.count(all) / parts / busy(work);
            let ratio = work.count(most) / mean(work);
            let ratio = if is_even || !ratio.is_finite() { 1.0 } else { ratio };
            let mean = mean(&without);
            if let Some(count) = without.counts.get_mut(most) {
                *count = ratio * mean;
            }
        }
        Self { with: work.clone(), without, slower: 1.0 }
    }
}

/// Counts of the busiest part, those of all, and how many parts an SM has.
const UNEVEN: [(&str, &str, f64); 4] = [
    (INST_EXECUTED_MAX, INST_EXECUTED, 4.0),
    (DATA_WAVEFRONTS_MAX, DATA_WAVEFRONTS, 1.0),
    (GLOBAL_LOADS_MAX, GLOBAL_LOADS, 1.0),
    (GLOBAL_TAGS_MAX, GLOBAL_TAGS, 1.0),
];

/// What the code says changes with the instructions that it says it of, unless an edit changes it.
const FOLLOWING: [(&str, &str); 3] = [
    (CODE_LOAD_ROUNDS, GLOBAL_LOADS),
    (CODE_ISSUE_DELAYS, INST_EXECUTED),
    (CODE_OTHER_WAITS, INST_EXECUTED),
];

/// Instructions of warps, however many of their threads take part, and those of the pipes.
pub(super) const INSTRUCTIONS: [&str; 8] =
    [INST_EXECUTED, INST_ISSUED, PIPE_ALU, PIPE_FMA, PIPE_FP64, PIPE_XU, PIPE_LSU, BRANCHES];

/// A work that is being changed. Counters that were not read stay unread.
pub(super) struct Edit {
    work: Work,
    /// Whether work lies evenly in what is left.
    pub(super) is_even: bool,
}

impl Edit {
    pub(super) fn get(&self, name: &str) -> f64 {
        self.work.count(name)
    }

    pub(super) fn set(&mut self, name: &str, value: f64) {
        if let Some(count) = self.work.counts.get_mut(name) {
            *count = value.max(0.0);
        }
    }

    /// Sets a count that may only fall.
    pub(super) fn lower(&mut self, name: &str, value: f64) {
        let now = self.get(name);
        self.set(name, now.min(value));
    }

    /// Adds as much to each of the counts.
    pub(super) fn add(&mut self, names: &[&str], amount: f64) {
        for name in names {
            let now = self.get(name);
            self.set(name, now + amount);
        }
    }

    pub(super) fn scale(&mut self, names: &[&str], factor: f64) {
        for name in names {
            let now = self.get(name);
            self.set(name, now * factor);
        }
    }

    pub(super) fn scale_all(&mut self, factor: f64) {
        for (name, count) in &mut self.work.counts {
            // Whether it polls is no count.
            if name != CODE_POLLS {
                *count *= factor;
            }
        }
    }

    fn follow(&mut self, before: &Work) {
        let count = |work: &Work, name: &str| work.counts.get(name).copied();
        for (name, followed) in FOLLOWING {
            let is_changed = count(&self.work, name) != count(before, name);
            let both = count(&self.work, followed).zip(count(before, followed));
            if let Some((now, then)) = both.filter(|(_, then)| !is_changed && *then > 0.0) {
                self.scale(&[name], now / then);
            }
        }
    }

    pub(super) fn shape(&mut self, edit: impl FnOnce(&mut Shape)) {
        if let Some(shape) = &mut self.work.shape {
            edit(shape);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() -> Work {
        let counts = [
            (GLOBAL_LOADS, 40.0),
            (INST_EXECUTED, 400.0),
            (CODE_LOAD_ROUNDS, 20.0),
            (CODE_ISSUE_DELAYS, 900.0),
            (CODE_OTHER_WAITS, 300.0),
            (CODE_POLLS, 1.0),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count));
        Work { counts: counts.into(), ..Work::default() }
    }

    #[test]
    fn what_the_code_says_follows_the_instructions() {
        let pair = Pair::edited(&work(), |edit| {
            edit.scale(&[GLOBAL_LOADS], 0.25);
            edit.scale(&[INST_EXECUTED], 0.5);
        });
        let count = |name: &str| pair.without.counts[name];
        assert_eq!((count(CODE_LOAD_ROUNDS), count(CODE_ISSUE_DELAYS)), (5.0, 450.0));
        assert_eq!(count(CODE_OTHER_WAITS), 150.0);
        assert_eq!(pair.with, work());
    }

    #[test]
    fn what_an_edit_sets_follows_nothing() {
        let pair = Pair::edited(&work(), |edit| edit.scale_all(3.0));
        let count = |name: &str| pair.without.counts[name];
        assert_eq!((count(CODE_LOAD_ROUNDS), count(CODE_ISSUE_DELAYS)), (60.0, 2700.0));
        assert_eq!(count(CODE_POLLS), 1.0, "it polls or does not");
        let pair = Pair::edited(&work(), |edit| {
            edit.scale(&[GLOBAL_LOADS], 0.5);
            edit.set(CODE_LOAD_ROUNDS, 7.0);
        });
        assert_eq!(pair.without.counts[CODE_LOAD_ROUNDS], 7.0);
    }

    #[test]
    fn waiting_takes_its_cycles() {
        let mut work = work();
        work.counts.extend([(INST_ISSUED.to_owned(), 400.0), (WARPS_ACTIVE.to_owned(), 8000.0)]);
        let shape = Shape { busy_sms: 1.0, resident_warps: 8.0, ..Shape::default() };
        work.shape = Some(shape);
        let pair = Pair::edited(&work, |_| {}).waiting(1600.0);
        let count = |name: &str| pair.with.counts[name];
        assert_eq!((count(CODE_OTHER_WAITS), count(INST_ISSUED)), (1900.0, 400.0));
        assert_eq!((&pair.without, pair.with.shape), (&work, Some(shape)));
        // Without the code, so much of the warps is absent.
        work.counts.remove(CODE_OTHER_WAITS);
        let pair = Pair::edited(&work, |_| {}).waiting(2000.0);
        assert_eq!(pair.with.shape.unwrap().resident_warps, 6.0);
        assert_eq!(pair.with.counts, work.counts);
    }
}
