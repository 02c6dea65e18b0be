//! JUnit XML for CI servers: each kernel is a test case.

use propp_gate_runs::Verdict;
use propp_gate_runs::report::junit::{CaseResult, suite};

use super::{headline, reason_words, topics};
use crate::result::{CodeResult, KernelOutcome};

pub fn render(result: &CodeResult) -> String {
    let case = |kernel: &KernelOutcome| {
        let reasons = kernel.decisive().map(|reason| reason_words(reason, result));
        let why = reasons.collect::<Vec<_>>().join("; ");
        let kind = "worse in the code";
        let told = match kernel.verdict {
            Verdict::Regressed => CaseResult::Failure { kind, what: topics(kernel), why },
            _ => CaseResult::Words(why),
        };
        (kernel.name.clone(), told)
    };
    let refusal = result.refusal.is_some().then(|| headline(result));
    suite(refusal.as_deref(), &result.kernels.iter().map(case).collect::<Vec<_>>())
}
