//! A kernel or the application with all its quantities, before and now.

use std::collections::BTreeSet;

use propp_base_text::grid_and_block;
use propp_judge_criteria::Criterion;

use super::noise::count_noise;
use super::policy::{Policy, Strictness, Undecided};
use super::profile::{Kernel, Measures, Samples};
use super::quantity::{Kind, Quantity};
use super::reason::{Excuse, Reason};
use super::verdict::{Finding, KernelOutcome, Verdict};

/// A kernel or the application, whose quantities make one verdict.
pub(super) struct Subject<'a> {
    kernel: Option<(&'a Kernel, &'a Kernel)>,
    pub(super) before: &'a Measures,
    pub(super) now: &'a Measures,
    pub(super) launch_ns: f64,
    /// For the application: whether every kernel has the criteria that it had before.
    kernels_have_same_criteria: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn application(
        [before, now]: &'a [Measures; 2],
        kernels_have_same_criteria: bool,
    ) -> Self {
        let launch_ns = before.get(&Quantity::Time).map_or(1.0, |time| time.mean());
        Self { kernel: None, before, now, launch_ns, kernels_have_same_criteria }
    }

    pub(super) fn kernel(before: &'a Kernel, now: &'a Kernel) -> Self {
        let launch_ns = before.typical_ns().or(now.typical_ns()).unwrap_or(1.0);
        Self {
            kernel: Some((before, now)),
            before: &before.measures,
            now: &now.measures,
            launch_ns,
            kernels_have_same_criteria: true,
        }
    }

    /// The kernel's name; none of the application.
    pub(super) fn name(&self) -> Option<&'a str> {
        self.kernel.map(|(before, _)| before.name.as_str())
    }

    /// Whether QM is the mean of the same criteria on both sides; otherwise the two means
    /// cannot be compared.
    pub(super) fn has_same_criteria(&self) -> bool {
        let criteria = |measures: &'a Measures| {
            measures.keys().filter(|quantity| matches!(quantity, Quantity::Criterion(_)))
        };
        self.kernels_have_same_criteria && criteria(self.before).eq(criteria(self.now))
    }

    /// Whether the number of executed instructions changed beyond noise.
    pub(super) fn instructions_changed(&self) -> bool {
        Quantity::ALL.into_iter().filter(|quantity| quantity.explains()).any(|quantity| {
            let (Some(before), Some(now)) = (self.before.get(&quantity), self.now.get(&quantity))
            else {
                return false;
            };
            let (old, range, runs) = (before.mean(), before.range(), before.0.len());
            (now.mean() - old).abs() > count_noise(quantity, old, range, runs, self.launch_ns)
        })
    }

    pub(super) fn outcome(
        &self,
        mut findings: Vec<Finding>,
        policy: &Policy,
        quantities: &BTreeSet<Quantity>,
        is_emulated: bool,
    ) -> KernelOutcome {
        let is_judged = |quantity| {
            quantities.contains(&quantity) && policy.limit(quantity, self.name()).is_some()
        };
        let unmeasured = self.unmeasured(is_judged);
        let may_excuse = policy.faster_excuses && policy.strictness == Strictness::NoiseAware;
        if may_excuse && findings.iter().any(is_much_faster) {
            excuse(&mut findings);
        }
        if may_excuse && is_emulated && self.kernel.is_some() {
            excuse_untimed(&mut findings, self.work_left());
        }
        let is_blind = match self.kernel {
            // OCC is known without counters.
            Some(_) => !unmeasured.is_empty() && findings.iter().all(|f| !is_counted(f.quantity)),
            None => !unmeasured.is_empty(),
        };
        findings.extend(unmeasured);
        findings.sort_by_key(|finding| finding.quantity);
        let has = |wanted| findings.iter().any(|finding: &Finding| finding.verdict == wanted);
        let verdict = if has(Verdict::Regressed) {
            Verdict::Regressed
        } else if is_blind || has(Verdict::NoVerdict) && policy.undecided == Undecided::NoVerdict {
            Verdict::NoVerdict
        } else if has(Verdict::Improved) {
            Verdict::Improved
        } else {
            Verdict::Pass
        };
        let (name, launched) =
            self.kernel.map_or(("application".to_owned(), String::new()), |(old, new)| {
                (old.name.clone(), launched(old, Some(new)))
            });
        let run_ns = || self.now.get(&Quantity::Time).map_or(self.launch_ns, |time| time.mean());
        let total_ns = self.kernel.map_or_else(run_ns, |(_, now)| now.total_ns());
        let costs_ns = costs(&findings, total_ns).filter(|_| verdict == Verdict::Regressed);
        KernelOutcome {
            name,
            perhaps: None,
            keys: self.kernel.map(|(before, now)| [before.key.clone(), now.key.clone()]),
            launched,
            verdict,
            reasons: reasons(&findings, verdict),
            findings,
            secondary: Vec::new(),
            total_ns,
            costs_ns,
        }
    }

    /// The instructions of all launches, as a share of those before.
    fn work_left(&self) -> Option<f64> {
        let work = |side: &Measures| {
            let mean = |quantity| side.get(&quantity).map(Samples::mean);
            Some(mean(Quantity::Instructions)? * mean(Quantity::Launches)?)
        };
        Some(work(self.now)? / work(self.before)?)
    }

    /// A finding for each quantity that the baseline has and today's run lacks.
    fn unmeasured(&self, is_judged: impl Fn(Quantity) -> bool) -> Vec<Finding> {
        let missing = self.before.iter().filter_map(|(quantity, before)| {
            let why = match self.kernel {
                Some((_, now)) => now.absent.get(quantity).map(String::as_str),
                None => Some("the recording does not contain it"),
            };
            let why = match (quantity, why) {
                (Quantity::Time, None) => Some("the recording has no trace run"),
                (_, why) => why,
            };
            let is_missing = is_judged(*quantity) && !self.now.contains_key(quantity);
            let why = why.filter(|_| is_missing)?;
            Some(Finding {
                quantity: *quantity,
                verdict: Verdict::NoVerdict,
                before: before.mean(),
                now: None,
                worse_by: 0.0,
                allowed: 0.0,
                p_value: None,
                reason: Some(Reason::NotMeasured { quantity: *quantity, why: why.to_owned() }),
            })
        });
        missing.collect()
    }
}

/// Whether the kernel became faster by at least twice the limit of the time. A smaller gain
/// may have other causes and excuses no criterion.
fn is_much_faster(finding: &Finding) -> bool {
    let is_faster = finding.quantity == Quantity::Time && finding.verdict == Verdict::Improved;
    is_faster && -finding.worse_by >= 2.0 * finding.allowed
}

/// In a much faster kernel, lower criteria or QM and additional barriers are excused.
fn excuse(findings: &mut [Finding]) {
    for finding in findings.iter_mut() {
        let quantity = finding.quantity;
        let may_pay = quantity.more_is_better() || quantity.explains();
        if finding.verdict == Verdict::Regressed && may_pay {
            finding.excuse(Excuse::Time);
        }
    }
}

/// In an emulated kernel, which has no time to excuse anything, less work excuses that fewer warps have
/// it, and better access that it takes more instructions.
fn excuse_untimed(findings: &mut [Finding], work_left: Option<f64>) {
    /// More of the work is the same work.
    const LESS: f64 = 0.8;
    /// Fixed costs of a warp do not become less.
    const PER_WARP: f64 = 0.75;
    const OCC: Quantity = Quantity::Criterion(Criterion::Occ);
    let is_better = findings.iter().any(|finding| {
        let quantity = finding.quantity;
        let counts = is_counted(quantity) && quantity.kind() == Kind::Count;
        finding.verdict == Verdict::Improved && (counts || quantity == Quantity::Launches)
    });
    let less = work_left.filter(|left| *left <= LESS);
    let keeps_up = |finding: &Finding| {
        let warps_left = finding.now.unwrap_or(0.0) / finding.before.max(f64::MIN_POSITIVE);
        less.is_some_and(|left| warps_left >= PER_WARP * left)
    };
    for finding in findings.iter_mut().filter(|finding| finding.verdict == Verdict::Regressed) {
        match finding.quantity {
            OCC if keeps_up(finding) => finding.excuse(Excuse::LessWork),
            Quantity::Instructions if is_better => finding.excuse(Excuse::Better),
            _ => {}
        }
    }
    // Of the criteria that the metric weighs, only this one became worse.
    let is_excused = findings.iter().any(|of| of.quantity == OCC && of.verdict == Verdict::Excused);
    let is_alone = findings.iter().all(|finding| {
        finding.verdict != Verdict::Regressed || !matches!(finding.quantity, Quantity::Criterion(_))
    });
    let metric = findings.iter_mut().find(|finding| finding.quantity == Quantity::Quality);
    if let Some(metric) =
        metric.filter(|of| of.verdict == Verdict::Regressed && is_excused && is_alone)
    {
        metric.excuse(Excuse::LessWork);
    }
}

fn is_counted(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Criterion(criterion) if !criterion.is_of_launch_facts())
}

/// The reasons of all findings; the ones that decided the verdict first.
fn reasons(findings: &[Finding], verdict: Verdict) -> Vec<Reason> {
    let with = |wanted: Verdict| findings.iter().filter(move |f| f.verdict == wanted);
    let first = with(verdict).filter(|_| verdict != Verdict::Pass);
    let others = [Verdict::Regressed, Verdict::NoVerdict, Verdict::Improved, Verdict::Excused];
    let rest = others.into_iter().filter(|other| *other != verdict).flat_map(with);
    first.chain(rest).filter_map(|finding| finding.reason.clone()).collect()
}

/// The outcome of a kernel that is only in the baseline or only in today's run.
pub(super) fn unpaired(kernel: &Kernel, reason: Reason) -> KernelOutcome {
    let perhaps = match &reason {
        Reason::Gone(Some(rename)) => Some(rename.new.clone()),
        Reason::New(Some(rename)) => Some(rename.old.clone()),
        _ => None,
    };
    KernelOutcome {
        name: kernel.name.clone(),
        perhaps,
        keys: None,
        launched: launched(kernel, None),
        verdict: Verdict::NoVerdict,
        reasons: vec![reason],
        findings: Vec::new(),
        secondary: Vec::new(),
        total_ns: kernel.total_ns(),
        costs_ns: None,
    }
}

/// What the change of the time costs all launches of a run, where the time was compared.
fn costs(findings: &[Finding], total_ns: f64) -> Option<f64> {
    let time = findings.iter().find(|finding| finding.quantity == Quantity::Time)?;
    let share = time.worse_by / (time.before + time.worse_by).max(1.0);
    Some(if time.verdict == Verdict::Regressed { total_ns * share } else { 0.0 })
}

/// Grid, block and shared memory; also as they were before, if they changed.
fn launched(kernel: &Kernel, now: Option<&Kernel>) -> String {
    let words = |k: &Kernel| {
        let dynamic = match k.key.dynamic_shared_bytes {
            0 => String::new(),
            bytes => format!(", {bytes} B dynamic shared memory"),
        };
        // Benchmarks of other tools have none.
        let launch = match k.key.grid {
            [0, ..] => String::new(),
            grid => grid_and_block(grid, k.key.block),
        };
        launch + &dynamic
    };
    let range =
        kernel.key.nvtx.iter().map(|range| format!(" in range {range}")).collect::<String>();
    match now.filter(|now| now.key != kernel.key) {
        Some(now) => format!("{} (before: {}){range}", words(now), words(kernel)),
        None => format!("{}{range}", words(kernel)),
    }
}
