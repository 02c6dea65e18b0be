//! Rows with the times of a GPU and the work of emulated runs of the same cases.

use std::collections::BTreeMap;

use propp_judge_cost::quality::Weights;
use propp_judge_cost::{HostWork, Work};
use propp_recording::{Recording, SuiteCase, SuiteState};

use super::Dataset;
use crate::rank::split::Cases;

/// A case: library, variant, primitive, element type, size and distribution.
type Key<'a> = (&'a str, &'a str, &'a str, &'a str, u64, &'a str);

fn key(case: &SuiteCase) -> Key<'_> {
    let SuiteCase { library, variant, primitive, element, n, distribution, .. } = case;
    (library, variant, primitive, element, *n, distribution)
}

impl Dataset {
    /// Replaces the work of each case by that of an emulated run, and leaves out the cases that
    /// were not emulated. The prices of such a dataset are for emulated counts.
    pub fn with_work_of(mut self, emulated: &[(String, Recording)], weights: &Weights) -> Self {
        let mut known: BTreeMap<Key<'_>, (Vec<Work>, HostWork)> = BTreeMap::new();
        for (_, recording) in emulated {
            let cases = Cases::new(recording, weights).with_code();
            for case in recording.suite.iter().filter(|case| case.state == SuiteState::Ok) {
                let Some(marker) = case.marker else { continue };
                let Some(judged) = cases.judge(marker) else { continue };
                let kernels = judged.kernels.into_iter().flat_map(|kernel| kernel.work);
                known.insert(key(case), (kernels.collect(), cases.host_work(marker)));
            }
            self.gpu = recording.gpu().map_or(self.gpu, str::to_owned);
            self.is_emulated = recording.emulated_gpu().is_some();
        }
        let before = self.rows.len();
        self.rows.retain_mut(|row| {
            let problem = &row.problem;
            let key: Key<'_> = (
                &row.library,
                &row.variant,
                &problem.primitive,
                &problem.element,
                problem.n,
                &problem.distribution,
            );
            let Some((kernels, host)) = known.get(&key) else { return false };
            (row.kernels, row.host) = (kernels.clone(), *host);
            row.timed.clear();
            true
        });
        let others = (before - self.rows.len()) as u64;
        if others > 0 {
            self.left_out.insert("not emulated".to_owned(), others);
        }
        self
    }
}
