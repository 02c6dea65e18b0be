//! Caches whose truth is known, and what the experiments find of them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do: they are no library code"
)]

mod simulate;
mod truth;

use propp_base_model::Finding;
use propp_base_model::finding::Value;
use propp_probe_caches::Path;
use propp_probe_caches::structure::{Options, analyse, explore};

use simulate::{Index, Policy, Shape, Simulated, Timing};
use truth::{Outcome, Truth};

fn finding<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.id.rsplit('.').next() == Some(name)).unwrap()
}

fn found(shape: &Shape, timing: &Timing, options: &Options, seed: u64) -> Vec<Finding> {
    let mut cache = Simulated::new(shape.clone(), timing.clone(), options.span_bytes, seed);
    let explored = explore(&mut cache, options).unwrap();
    let seconds = cache.cost().seconds(1700.0);
    println!("{:?}, {seconds:.2} s", cache.cost());
    assert!(seconds < 3.0, "a GPU would take {seconds} s");
    for finding in &explored.findings {
        println!(
            "{:20} {:?} {:?} ({})",
            finding.id, finding.value, finding.interval, finding.method
        );
    }
    assert_eq!(analyse(&explored.samples).unwrap(), explored.findings);
    explored.findings
}

#[test]
fn the_l1_of_fermi_has_a_favourite_victim() {
    let sixth = 1.0 / 6.0;
    let policy = Policy::Weighted(vec![sixth, 0.5, sixth, sixth]);
    let shape = Shape::new(128, 32, 4, Index::plain(128, 32), policy);
    let options = Options::data_cache("l1", Path::Cached, 64 << 10);
    let findings = found(&shape, &Timing::noisy(96, &[370], 0.005), &options, 7);
    truth::check(&shape, &findings).assert_all_identified();
    let Value::List(shares) = &finding(&findings, "victims").value else { panic!() };
    for (share, truth) in shares.iter().zip([sixth, 0.5, sixth, sixth]) {
        assert!((share - truth).abs() < 0.035, "{shares:?}");
    }
}

#[test]
fn the_l2_tlb_has_one_large_set() {
    let page = 2 << 20;
    let mut shape = Shape::new(page, 7, 8, Index::Remainder, Policy::Lru);
    shape.ways[0] = 17;
    shape.cold_start = false;
    let options = Options::tlb("tlb2", page, 20, 200);
    let mut timing = Timing::noisy(350, &[620], 0.005);
    timing.hit_jitter = 25;
    timing.miss_jitter = 40;
    let findings = found(&shape, &timing, &options, 8);
    let Value::List(ways) = &finding(&findings, "ways_of_sets").value else { panic!() };
    assert_eq!(ways, &[17.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0]);
    assert_eq!(finding(&findings, "capacity").value, Value::Number((65 * page) as f64));
}

#[test]
fn the_texture_cache_of_kepler_picks_its_set_by_bits_7_and_8() {
    let shape = Shape::new(32, 4, 96, Index::Bits(vec![7, 8]), Policy::Lru);
    let options = Options::data_cache("tex", Path::Texture, 48 << 10);
    let findings = found(&shape, &Timing::noisy(104, &[220], 0.005), &options, 9);
    truth::check(&shape, &findings).assert_all_identified();
    assert_eq!(finding(&findings, "index_bits").value, Value::List(vec![7.0, 8.0]));
}

#[test]
fn a_hashed_sectored_cache_like_hoppers_is_measured() {
    let span = 1 << 20;
    let index = Index::hashed(128, 32, span, 5);
    let shape = Shape { sector_bytes: 32, ..Shape::new(128, 32, 62, index, Policy::Random) };
    let options = Options::data_cache("l1", Path::Cached, 256 << 10);
    let findings = found(&shape, &Timing::noisy(33, &[262, 301], 0.003), &options, 10);
    let outcome = truth::check(&shape, &findings);
    outcome.assert_never_wrong();
    for name in ["capacity", "line", "sector"] {
        assert_eq!(outcome.of(name), Some(Truth::Right), "{name}");
    }
}

#[test]
fn one_latency_is_told_as_such() {
    let shape = Shape::new(128, 32, 4, Index::plain(128, 32), Policy::Lru);
    let options = Options::data_cache("l1", Path::Cached, 64 << 10);
    let findings = found(&shape, &Timing::noisy(200, &[200], 0.005), &options, 7);
    for finding in &findings {
        assert!(matches!(&finding.value, Value::NotIdentifiable(why) if why.contains("one mode")));
    }
}

/// Five hundred and some caches. What is told is true.
#[test]
fn of_any_cache_nothing_false_is_told() {
    let workers = 2;
    let outcomes: Vec<(truth::Kind, Outcome, f64)> = std::thread::scope(|scope| {
        let worker = |worker: u64| {
            move || {
                (0..truth::CACHES)
                    .filter(move |i| i % workers == worker)
                    .map(truth::examine)
                    .collect::<Vec<_>>()
            }
        };
        let running: Vec<_> = (0..workers).map(|i| scope.spawn(worker(i))).collect();
        running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    truth::print_table(&outcomes);
    let slowest = outcomes.iter().map(|(_, _, seconds)| *seconds).fold(0.0, f64::max);
    println!("slowest on a GPU: {slowest:.2} s");
    for (_, outcome, _) in &outcomes {
        outcome.assert_never_wrong();
    }
    truth::assert_plain_lru_is_identified(&outcomes);
}

#[test]
fn a_tlb_of_thousands_of_pages_is_measured() {
    let page = 2 << 20;
    let mut shape = Shape::new(page, 256, 8, Index::plain(page, 256), Policy::Lru);
    shape.cold_start = false;
    let options = Options::tlb("tlb3", page, 20, 8192);
    let mut timing = Timing::noisy(350, &[620], 0.005);
    timing.hit_jitter = 25;
    timing.miss_jitter = 40;
    let findings = found(&shape, &timing, &options, 8);
    truth::check(&shape, &findings).assert_all_identified();
}

#[test]
fn a_small_constant_cache_is_measured() {
    let shape = Shape::new(64, 4, 8, Index::plain(64, 4), Policy::Lru);
    let all = Options::data_cache("constant", Path::Constant, 32 << 10);
    let options = Options { span_bytes: 64 << 10, ..all };
    let findings = found(&shape, &Timing::noisy(25, &[90], 0.002), &options, 3);
    truth::check(&shape, &findings).assert_all_identified();
}
