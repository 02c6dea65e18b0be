//! Random caches, and whether what was found of them is true.

use std::collections::BTreeMap;

use propp_base_model::Finding;
use propp_base_model::finding::Value;
use propp_base_statistics::Random;
use propp_probe_caches::Path;
use propp_probe_caches::structure::{Options, explore};

use crate::simulate::{Index, Policy, Shape, Simulated, Timing};

/// How many caches are examined.
pub(crate) const CACHES: u64 = 520;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// It is true.
    Right,
    /// It is false.
    Wrong,
    /// There is none.
    Open,
}

/// What the answers on one cache are worth.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    about: String,
    answers: BTreeMap<&'static str, (Truth, String)>,
}

impl Outcome {
    pub(crate) fn of(&self, name: &str) -> Option<Truth> {
        self.answers.get(name).map(|(truth, _)| *truth)
    }

    pub(crate) fn assert_never_wrong(&self) {
        for (name, (truth, told)) in &self.answers {
            assert_ne!(*truth, Truth::Wrong, "{name} is told as {told} of {}", self.about);
        }
    }

    pub(crate) fn assert_all_identified(&self) {
        for (name, (truth, told)) in &self.answers {
            assert_eq!(*truth, Truth::Right, "{name} is told as {told} of {}", self.about);
        }
    }
}

/// A kind of caches, a line of the table.
pub(crate) type Kind = &'static str;

/// Compares findings with the cache.
pub(crate) fn check(shape: &Shape, findings: &[Finding]) -> Outcome {
    let value = |name: &str| {
        let found = findings.iter().find(|f| f.id.rsplit('.').next() == Some(name));
        found.unwrap_or_else(|| panic!("no finding {name}")).value.clone()
    };
    let number = |name: &str, truth: f64, room: f64| match value(name) {
        Value::Number(told) if (told - truth).abs() <= room => Truth::Right,
        Value::NotIdentifiable(_) => Truth::Open,
        _ => Truth::Wrong,
    };
    let capacity = shape.capacity_bytes() as f64;
    let line = shape.line_bytes as f64;
    let by_chance = !matches!(shape.policy, Policy::Lru | Policy::Fifo | Policy::Tree);
    let found = findings.iter().find(|f| f.id.ends_with(".capacity")).unwrap();
    let within = found.interval.is_some_and(|[from, to]| from <= capacity && capacity <= to);
    let exact = found.interval.is_none_or(|[from, to]| to - from < line);
    // One line, or 2 % where victims are chance's or an interval is told.
    let room = if by_chance || !exact { line.max(0.02 * capacity) } else { line };
    let mut answers = BTreeMap::new();
    let mut tell = |name: &'static str, truth: Truth| {
        answers.insert(name, (truth, format!("{:?}", value(name))));
    };
    let told = number("capacity", capacity, room);
    let false_interval = told == Truth::Right && !within;
    tell("capacity", if false_interval { Truth::Wrong } else { told });
    tell("line", number("line", line, 0.0));
    if shape.cold_start {
        tell("sector", number("sector", shape.sector_bytes as f64, 0.0));
    }
    tell("sets", number("sets", shape.ways.len() as f64, 0.0));
    tell("ways", ways(shape, &value("ways"), &value("ways_of_sets")));
    tell("index_bits", bits(shape, &value("index_bits")));
    tell("replacement", replacement(shape, &value("replacement")));
    Outcome { about: format!("{shape:?}"), answers }
}

fn ways(shape: &Shape, single: &Value, list: &Value) -> Truth {
    let mut truth: Vec<f64> = shape.ways.iter().map(|n| *n as f64).collect();
    truth.sort_by(|a, b| b.total_cmp(a));
    let equal = truth.iter().all(|n| *n == truth[0]);
    match (single, list) {
        (Value::NotIdentifiable(_), Value::NotIdentifiable(_)) => Truth::Open,
        (Value::Number(n), Value::List(list)) if equal && *n == truth[0] && *list == truth => {
            Truth::Right
        }
        (Value::NotApplicable(_), Value::List(list)) if !equal && *list == truth => Truth::Right,
        _ => Truth::Wrong,
    }
}

fn bits(shape: &Shape, told: &Value) -> Truth {
    if let Value::NotIdentifiable(_) = told {
        return Truth::Open;
    }
    let right = match &shape.index {
        _ if shape.ways.len() == 1 => matches!(told, Value::NotApplicable(_)),
        Index::Bits(bits) => {
            let mut bits: Vec<f64> = bits.iter().map(|bit| f64::from(*bit)).collect();
            bits.sort_by(f64::total_cmp);
            *told == Value::List(bits)
        }
        Index::Remainder if shape.ways.len().is_power_of_two() => {
            let first = shape.line_bytes.trailing_zeros();
            let bits = first..first + shape.ways.len().trailing_zeros();
            *told == Value::List(bits.map(f64::from).collect())
        }
        Index::Hashed(_) => *told == Value::Word("hashed".to_owned()),
        _ => false,
    };
    if right { Truth::Right } else { Truth::Wrong }
}

fn replacement(shape: &Shape, told: &Value) -> Truth {
    let least = shape.ways.iter().copied().min().unwrap_or(1);
    let word = match told {
        Value::NotIdentifiable(_) => return Truth::Open,
        Value::NotApplicable(_) if least == 1 => return Truth::Right,
        Value::Word(word) => word.as_str(),
        _ => return Truth::Wrong,
    };
    let equal = shape.ways.iter().all(|ways| *ways == least);
    // Of two ways, the one not used last is the one not used for longest.
    let like_lru = least == 2 && matches!(shape.policy, Policy::Tree | Policy::NotMostRecent);
    let right = match &shape.policy {
        _ if like_lru && equal => matches!(word, "LRU" | "LRU-like"),
        _ if like_lru => word == "LRU" || word == "random, not the line used last",
        Policy::Lru => matches!(word, "LRU" | "LRU or FIFO" | "LRU-like"),
        Policy::Fifo => matches!(word, "FIFO" | "LRU or FIFO" | "LRU-like"),
        Policy::Tree => word == "tree pseudo-LRU",
        Policy::Random => word == "random",
        Policy::Weighted(_) => word == "random, ways unequal",
        Policy::NotMostRecent => word == "random, not the line used last",
    };
    if right { Truth::Right } else { Truth::Wrong }
}

fn pick<T: Clone>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize].clone()
}

fn any_policy(random: &mut Random, ways: usize) -> (Kind, Policy) {
    let uneven = {
        let mut weights: Vec<f64> = (0..ways).map(|way| if way == 1 { 3.0 } else { 1.0 }).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        Policy::Weighted(weights)
    };
    match random.below(7) {
        0 | 1 => ("LRU", Policy::Lru),
        2 => ("FIFO", Policy::Fifo),
        3 => ("random", Policy::Random),
        4 if ways > 1 && ways <= 16 => ("weighted", uneven),
        5 if ways.is_power_of_two() => ("tree", Policy::Tree),
        6 => ("not recent", Policy::NotMostRecent),
        _ => ("LRU", Policy::Lru),
    }
}

/// A cache of a kind, and what would be asked of it.
fn any_cache(random: &mut Random) -> (Kind, Shape, Options) {
    let line: u64 = pick(random, &[32, 64, 128, 256]);
    let ways = pick(random, &[1, 2, 3, 4, 4, 6, 8, 8, 16, 24, 32]);
    let most_sets: u64 = (64 << 10) / line / ways as u64;
    let sets = 1_usize << random.below(u64::from(most_sets.max(2).ilog2()) + 1);
    let (policy_kind, policy) = any_policy(random, ways);
    let span = (sets * ways) as u64 * line * 2;
    let most = span.next_power_of_two();
    let plain = Shape::new(line, sets, ways, Index::plain(line, sets), policy);
    let mut options = Options::data_cache("c", Path::Cached, most);
    let sector = if random.below(2) == 0 { line } else { line.min(32) };
    let mut shape = Shape { sector_bytes: sector, ..plain };
    let kind = match random.below(10) {
        0 if sets > 1 => {
            let first = line.trailing_zeros() + random.below(4) as u32;
            shape.index = Index::Bits((first..first + sets.trailing_zeros()).collect());
            "bits elsewhere"
        }
        1 | 2 if sets > 1 => {
            shape.index = Index::hashed(line, sets, options.span_bytes, random.bits());
            "hashed"
        }
        3 => {
            let sets = 1 + random.below(12) as usize;
            shape.ways = vec![ways; sets];
            shape.index = Index::Remainder;
            "remainder"
        }
        4 if !matches!(shape.policy, Policy::Weighted(_) | Policy::Tree) => {
            let sets = 2 + random.below(7) as usize;
            shape.ways = vec![ways.max(2); sets];
            shape.ways[0] += 1 + random.below(9) as usize;
            shape.index = Index::Remainder;
            "unequal"
        }
        5 if sets > 1 => {
            shape.index = Index::Mixed(random.bits());
            "mixed"
        }
        6 if !matches!(shape.policy, Policy::Weighted(_) | Policy::Tree) => {
            let ways = pick(random, &[8, 16, 17, 32, 64, 100]);
            shape.ways = vec![ways];
            shape.index = Index::Bits(Vec::new());
            "one set"
        }
        _ => policy_kind,
    };
    let capacity = shape.capacity_bytes();
    options.most_bytes = (capacity * 2).next_power_of_two();
    options.span_bytes = (options.most_bytes * 2).max(most * 4).max(64 << 10);
    if random.below(8) == 0 {
        shape.cold_start = false;
        options.cold_start = false;
        options.warm_laps = 6;
        options.granule_bytes = 32;
    }
    options.seed = random.bits() >> 12;
    (kind, shape, options)
}

/// Examines a cache.
pub(crate) fn examine(seed: u64) -> (Kind, Outcome, f64) {
    let mut random = Random::of_seed(seed.wrapping_mul(0x0051_7CC1_B727_220A));
    let (kind, shape, options) = any_cache(&mut random);
    let misses: &[u32] = pick(&mut random, &[&[200][..], &[270][..], &[262, 410][..]]);
    let outliers = pick(&mut random, &[0.0, 0.001, 0.003, 0.01]);
    let timing = Timing::noisy(33, misses, outliers);
    let mut cache = Simulated::new(shape.clone(), timing, options.span_bytes, seed);
    let explored = explore(&mut cache, &options).unwrap();
    let mut outcome = check(&shape, &explored.findings);
    outcome.about = format!("cache {seed} ({kind}, outliers {outliers}): {}", outcome.about);
    (kind, outcome, cache.cost().seconds(1700.0))
}

/// Prints how often each property was identified.
pub(crate) fn print_table(outcomes: &[(Kind, Outcome, f64)]) {
    let names = ["capacity", "line", "sector", "sets", "ways", "index_bits", "replacement"];
    println!("{:15} {:>5} {}", "kind", "caches", names.map(|name| format!("{name:>12}")).join(""));
    let mut kinds: Vec<Kind> = outcomes.iter().map(|(kind, _, _)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let all: Vec<&Outcome> = outcomes
            .iter()
            .filter(|(of, _, _)| *of == kind)
            .map(|(_, outcome, _)| outcome)
            .collect();
        let cells = names.map(|name| {
            let asked = all.iter().filter_map(|outcome| outcome.of(name));
            let right = asked.clone().filter(|truth| *truth == Truth::Right).count();
            format!("{:>12}", format!("{right}/{}", asked.count()))
        });
        println!("{kind:15} {:>5} {}", all.len(), cells.join(""));
    }
}

/// Of the caches that textbooks have, nearly all is found.
pub(crate) fn assert_plain_lru_is_identified(outcomes: &[(Kind, Outcome, f64)]) {
    let plain: Vec<&Outcome> = outcomes
        .iter()
        .filter(|(kind, _, _)| *kind == "LRU")
        .map(|(_, outcome, _)| outcome)
        .collect();
    for name in ["capacity", "line", "sector", "sets", "ways", "index_bits", "replacement"] {
        let asked: Vec<Truth> = plain.iter().filter_map(|outcome| outcome.of(name)).collect();
        let right = asked.iter().filter(|truth| **truth == Truth::Right).count();
        assert!(right * 100 >= asked.len() * 95, "{name}: {right} of {}", asked.len());
    }
}
