//! The table `[gate.code]` of a policy.

use propp_gate_code::{Build, CodeResult, Earlier, Limits, Rules, Topic, compare};
use propp_gate_runs::Policy;

use crate::support::build;

fn limits(text: &str) -> Result<Limits, String> {
    Limits::from_table(&Policy::from_toml(&format!("[gate.code]\n{text}")).unwrap().code)
}

fn judged(before: &Build, now: &Build, text: &str) -> CodeResult {
    let (policy, earlier, limits) = (Policy::default(), Earlier::default(), limits(text).unwrap());
    compare(before, now, &Rules { policy: &policy, limits: &limits, earlier: &earlier })
}

#[test]
fn topics_are_switched_off_one_by_one() {
    let (before, now) = (build("before.regressions"), build("after.regressions"));
    let off = |but: Option<Topic>| -> String {
        let topics = Topic::ALL.into_iter().filter(|topic| Some(*topic) != but);
        topics.map(|topic| format!("{} = \"ignore\"\n", topic.name())).collect()
    };
    let passed = judged(&before, &now, &off(None));
    assert_eq!(passed.exit_code(), 0);
    assert!(passed.kernels.iter().all(|kernel| kernel.reasons.is_empty()));
    for topic in Topic::ALL {
        let result = judged(&before, &now, &off(Some(topic)));
        let reasons = result.kernels.iter().flat_map(|kernel| &kernel.reasons);
        let topics: Vec<Topic> = reasons.map(|reason| reason.change.topic).collect();
        assert!(topics.iter().all(|found| *found == topic), "{topic:?}: {topics:?}");
        assert!(!topics.is_empty() || topic == Topic::Stack, "{topic:?}");
    }
}

/// A limit as wide as the change lets it pass.
#[test]
fn limits_are_shares_of_what_was() {
    let (before, now) = (build("before.regressions"), build("after.regressions"));
    let worse = |text: &str| {
        let result = judged(&before, &now, text);
        let reasons = result.kernels.into_iter().flat_map(|kernel| kernel.reasons);
        let changes = reasons.map(|reason| reason.change);
        changes
            .filter(|change| change.topic == Topic::LoopPrice && change.is_worse)
            .map(|change| change.now / change.before)
            .collect::<Vec<f64>>()
    };
    let (by_default, half, all) =
        (worse(""), worse("loop-price = 0.5\n"), worse("loop-price = 0\n"));
    assert!(half.len() < by_default.len() && by_default.len() <= all.len());
    assert!(by_default.iter().all(|ratio| *ratio > 1.05), "{by_default:?}");
    assert!(!half.is_empty() && half.iter().all(|ratio| *ratio > 1.5), "{half:?}");
    assert_eq!(half.len(), by_default.iter().filter(|ratio| **ratio > 1.5).count());
}

#[test]
fn faults_name_the_key() {
    for (text, words) in [
        ("spill = 1\n", "key gate.code.spill: there is no such limit; there are spills, local, "),
        (
            "spills = \"some\"\n",
            "key gate.code.spills: \"some\" is not a limit; write \"ignore\" or",
        ),
        ("spills = -1.0\n", "key gate.code.spills: -1 is not a share"),
        ("spills = inf\n", "key gate.code.spills: inf is not a share"),
        ("spills = [1]\n", "a limit is \"ignore\" or a share"),
        ("[[gate.code.launch]]\nname = \"f\"\nblock = 0\n", "1 to 1024 threads, not 0"),
        ("[[gate.code.launch]]\nname = \"f\"\nblock = 1025\n", "1 to 1024 threads, not 1025"),
        ("[[gate.code.launch]]\nname = \"regex:(\"\nblock = 32\n", "key gate.code.launch: "),
        ("[[gate.code.launch]]\nname = \"f\"\n", "missing field `block`"),
    ] {
        let error = limits(text).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Occupancy is judged at the block size that the policy names.
#[test]
fn named_block_sizes_decide_the_occupancy() {
    let (before, mut now) = (build("before.regressions"), build("before.regressions"));
    let kernel = |build: &Build| {
        let is_free = |k: &propp_gate_code::KernelCode| {
            k.architecture == "sm_90"
                && k.threads.is_none()
                && k.registers <= 32
                && k.shared_bytes == 0
        };
        build.kernels.iter().position(is_free).unwrap()
    };
    let place = kernel(&before);
    now.kernels[place].registers = 40;
    let occupancy = |text: &str| {
        let result = judged(&before, &now, text);
        let reasons = result.kernels.into_iter().flat_map(|kernel| kernel.reasons);
        reasons.map(|reason| reason.change).find(|change| change.topic == Topic::Occupancy)
    };
    let launch = |block: u32, shared: u32| {
        occupancy(&format!(
            "[[gate.code.launch]]\nname = \"regex:.\"\nblock = {block}\nshared = {shared}\n"
        ))
    };
    // 40 registers leave room for 48 warps: six blocks of 256 threads, and one of 1024.
    let change = launch(256, 0).unwrap();
    assert_eq!((change.before, change.now, change.is_worse), (1.0, 0.75, true));
    assert!(
        change
            .text
            .starts_with("occupancy 75 % at blocks of 256 threads, before 100 % (40 registers")
    );
    let change = launch(1024, 0).unwrap();
    assert_eq!((change.before, change.now), (1.0, 0.5));
    // With a block per SM, registers do not matter.
    assert_eq!(launch(256, 200_000), None);
}
