//! How long the kernels of each rank take in each step.

use std::ops::Range;

use propp_base_statistics::Random;
use rayon::prelude::*;

use crate::kernels::Kernel;

/// The collective alone, when no rank waits.
const COLLECTIVE_NS: u64 = 80_000;

/// How far the GPUs of a fleet are apart: half of the greatest difference.
const GPU_SPREAD: f64 = 0.01;

const MORE_WORK: f64 = 1.10;
const SLOWER: f64 = 1.08;
const SLOWER_IN_STEPS: f64 = 1.25;
/// Of the step, in which the host does not launch.
const HOST_DELAY: f64 = 0.10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A tenth more blocks, with their instructions, bytes and time.
    MoreWork,
    /// All kernels take 8 % longer, with the same counts.
    Slower,
    /// All kernels take a quarter longer in a twentieth of the steps.
    SlowerInSteps,
    /// The host is late by a tenth of the step; no kernel is slow.
    HostLate,
    Damaged,
    Missing,
}

impl Trouble {
    const ALL: [Self; 6] = [
        Self::MoreWork,
        Self::Slower,
        Self::SlowerInSteps,
        Self::HostLate,
        Self::Damaged,
        Self::Missing,
    ];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::MoreWork => "more work",
            Self::Slower => "slower hardware",
            Self::SlowerInSteps => "slower hardware in steps",
            Self::HostLate => "late",
            Self::Damaged => "damaged",
            Self::Missing => "missing",
        }
    }
}

pub(crate) struct Job<'k> {
    pub(crate) kernels: &'k [Kernel],
    pub(crate) ranks: usize,
    pub(crate) steps: usize,
    pub(crate) seed: u64,
    pub(crate) planted: Vec<(Trouble, usize)>,
    /// For each step how long the slowest rank computes.
    slowest_ns: Vec<u64>,
}

/// What a rank does in a step.
pub(crate) struct Step {
    /// Of each kernel, the collective last.
    pub(crate) durations_ns: Vec<u64>,
    /// Before the collective, in which the GPU waits for the host.
    pub(crate) delay_ns: u64,
}

impl Step {
    fn until_collective_ns(&self) -> u64 {
        self.durations_ns.iter().sum::<u64>() + self.delay_ns
    }
}

impl<'k> Job<'k> {
    pub(crate) fn new(
        kernels: &'k [Kernel],
        ranks: usize,
        steps: usize,
        seed: u64,
        is_planted: bool,
    ) -> Result<Self, String> {
        if ranks < 2 * Trouble::ALL.len() {
            return Err(format!("a job has {} ranks or more", 2 * Trouble::ALL.len()));
        }
        let mut places: Vec<usize> = (0..ranks).collect();
        Random::new(seed, u64::MAX).shuffle(&mut places);
        let planted = Trouble::ALL.into_iter().zip(places).filter(|_| is_planted).collect();
        let slowest_ns = vec![0; steps];
        let mut job = Self { kernels, ranks, steps, seed, planted, slowest_ns };
        let longer = |mut a: Vec<u64>, b: Vec<u64>| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a = (*a).max(b));
            a
        };
        let all = (0..ranks).into_par_iter().map(|rank| {
            job.computed(rank).iter().map(Step::until_collective_ns).collect::<Vec<u64>>()
        });
        job.slowest_ns = all.reduce(|| vec![0; steps], longer);
        Ok(job)
    }

    pub(crate) fn trouble(&self, rank: usize) -> Option<Trouble> {
        self.planted.iter().find(|(_, place)| *place == rank).map(|(trouble, _)| *trouble)
    }

    /// Blocks of a kernel's grid along x, of `usual` ones.
    pub(crate) fn blocks(&self, rank: usize, usual: u32) -> u32 {
        let more = self.trouble(rank) == Some(Trouble::MoreWork) && usual >= 10;
        if more { (f64::from(usual) * MORE_WORK).round() as u32 } else { usual }
    }

    fn slow_steps(&self) -> Range<usize> {
        let begin = self.steps * 2 / 5;
        begin..begin + self.steps.div_ceil(20)
    }

    /// The steps of a rank, with its waiting in the collective.
    pub(crate) fn of_rank(&self, rank: usize) -> Vec<Step> {
        let mut steps = self.computed(rank);
        for (step, slowest_ns) in steps.iter_mut().zip(&self.slowest_ns) {
            let waits_ns = slowest_ns - step.until_collective_ns();
            step.durations_ns.push(COLLECTIVE_NS + waits_ns);
        }
        steps
    }

    /// The steps of a rank until its collective. Each kernel's time is one of its measured times.
    fn computed(&self, rank: usize) -> Vec<Step> {
        let mut random = Random::new(self.seed, rank as u64);
        let gpu = 1.0 + GPU_SPREAD * (2.0 * random.unit() - 1.0);
        let trouble = self.trouble(rank);
        let mut of_step = |step: usize| {
            let slower = match trouble {
                Some(Trouble::Slower) => SLOWER,
                Some(Trouble::SlowerInSteps) if self.slow_steps().contains(&step) => {
                    SLOWER_IN_STEPS
                }
                _ => 1.0,
            };
            let drawn = |kernel: &Kernel| {
                let place = random.below(kernel.durations_ns.len() as u64) as usize;
                (kernel.durations_ns[place] as f64 * gpu * slower * self.longer(rank, kernel))
                    as u64
            };
            let computing = self.kernels.iter().filter(|kernel| !kernel.durations_ns.is_empty());
            let durations_ns: Vec<u64> = computing.map(drawn).collect();
            let all: u64 = durations_ns.iter().sum();
            let late = trouble == Some(Trouble::HostLate);
            let delay_ns = if late { (all as f64 * HOST_DELAY) as u64 } else { 0 };
            Step { durations_ns, delay_ns }
        };
        (0..self.steps).map(&mut of_step).collect()
    }

    fn longer(&self, rank: usize, kernel: &Kernel) -> f64 {
        let usual = kernel.blocks_x;
        f64::from(self.blocks(rank, usual)) / f64::from(usual)
    }
}
