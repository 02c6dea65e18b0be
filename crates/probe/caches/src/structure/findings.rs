//! The findings about a cache.

use propp_base_model::finding::{Finding, Value};
use propp_base_statistics::tails::{binomial_at_most, share_between};

use super::capacity::CapacityBounds;
use super::latency::Latencies;
use super::modes::modes;
use super::options::Options;
use super::policy::ReplacementResult;
use super::quantiles::{median, quantile, sorted};
use super::sets::{Bits, Sets};

#[derive(Debug)]
pub(super) struct Findings {
    level: String,
    found: Vec<Finding>,
}

/// All findings; the ones that are not found get a reason.
const NAMES: [&str; 15] = [
    "hit",
    "hit_modes",
    "miss",
    "miss_modes",
    "sector",
    "capacity",
    "line",
    "sets",
    "ways",
    "ways_of_sets",
    "index_bits",
    "lru",
    "periodic",
    "replacement",
    "victims",
];

/// From this share of misses on, all loads count as misses: strays may look like hits.
const ALL_MISS: f64 = 0.98;

impl Findings {
    pub(super) fn new(level: &str) -> Self {
        Self { level: level.to_owned(), found: Vec::new() }
    }

    /// All findings, each exactly once and in fixed order.
    pub(super) fn all(mut self) -> Vec<Finding> {
        self.unknown("an earlier step has no answer");
        let place = |finding: &Finding| {
            let name = finding.id.rsplit('.').next().unwrap_or("");
            NAMES.iter().position(|known| *known == name)
        };
        self.found.sort_by_key(place);
        self.found
    }

    fn add(&mut self, name: &str, value: Value, method: &str) -> &mut Finding {
        let unit = match (name, &value) {
            ("hit" | "miss", Value::Number(_)) => "cycles",
            ("sector" | "capacity" | "line", Value::Number(_)) => "bytes",
            _ => "",
        };
        self.found.push(Finding {
            id: format!("{}.{name}", self.level),
            value,
            unit: unit.to_owned(),
            interval: None,
            confidence: None,
            method: method.to_owned(),
            samples: 0,
        });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Gives a value to the names without one.
    fn rest(&mut self, names: &[&str], value: &Value) {
        for name in names {
            let id = format!("{}.{name}", self.level);
            if self.found.iter().all(|finding| finding.id != id) {
                self.add(name, value.clone(), "");
            }
        }
    }

    /// What is not found yet stays unknown.
    pub(super) fn unknown(&mut self, why: &str) {
        self.rest(&NAMES, &Value::NotIdentifiable(why.to_owned()));
    }

    pub(super) fn latencies(&mut self, seen: &Latencies) {
        for (name, values) in [("hit", &seen.hits), ("miss", &seen.misses)] {
            let method = "median of the loads on this side of the gap between hits and misses";
            let values = sorted(values);
            let finding = self.add(name, Value::Number(median(&values)), method);
            finding.interval = Some([quantile(&values, 0.05), quantile(&values, 0.95)]);
            finding.confidence = Some(0.9);
            finding.samples = values.len() as u64;
            let modes = modes(&values);
            let numbers = modes
                .iter()
                .flat_map(|mode| [mode.center, mode.bounds[0], mode.bounds[1], mode.share]);
            let method = "of each mode its center, where it begins and ends, and its share";
            self.add(&format!("{name}_modes"), Value::List(numbers.collect()), method);
        }
    }

    pub(super) fn sector(&mut self, sector: Option<u64>, options: &Options) {
        let method = "smallest distance that misses in an empty cache";
        let value = match sector {
            Some(bytes) => Value::Number(bytes as f64),
            None if !options.cold_start => Value::NotApplicable("it is never empty".to_owned()),
            None => Value::NotIdentifiable(format!(
                "one miss brings {} bytes or more",
                options.most_line_bytes
            )),
        };
        self.add("sector", value, method);
    }

    pub(super) fn line(&mut self, line: Option<u64>) {
        let why = "blocks of any size that was tried behave as one line, or unclearly";
        let value = line
            .map_or_else(|| Value::NotIdentifiable(why.to_owned()), |n| Value::Number(n as f64));
        self.add("line", value, "largest block in which any address occupies the whole block");
    }

    /// The capacity, if it is known to 2 % or to one line.
    pub(super) fn capacity(&mut self, bytes: CapacityBounds, line: u64) {
        let room = bytes.overflows - bytes.fits;
        let value = if room <= line {
            Value::Number(bytes.fits as f64)
        } else if room * 50 <= bytes.fits {
            let middle = u64::midpoint(bytes.fits, bytes.overflows);
            Value::Number((middle / line * line) as f64)
        } else {
            Value::NotIdentifiable(format!(
                "it is from {} up to {} bytes; strays hide the first misses",
                bytes.fits, bytes.overflows
            ))
        };
        let finding = self.add("capacity", value, "largest footprint without misses");
        finding.interval = Some([bytes.fits as f64, (bytes.overflows - 1) as f64]);
        finding.confidence = Some(0.999);
    }

    /// A cache that is not full when misses begin, and its capacity by random lines.
    pub(super) fn uneven(&mut self, bytes: CapacityBounds, filled: Option<u64>, known: bool) {
        if let Some(filled) = filled {
            let method = "lines from anywhere that fit together, until 300 found no room";
            let finding = self.add("capacity", Value::Number(filled as f64), method);
            finding.interval = Some([filled as f64, filled as f64 * 1.02]);
            finding.confidence = Some(0.95);
        }
        let why = if known {
            format!(
                "misses begin above {} bytes, but not all sets are full then: \
                 addresses are dealt unevenly to sets",
                bytes.fits
            )
        } else {
            "whether the cache is full when misses begin stays unclear".to_owned()
        };
        self.unknown(&why);
    }

    pub(super) fn sets(&mut self, found: &Sets, lines: u64) {
        let method = "smallest groups of lines that drive one another out";
        match &found.ways {
            Ok(ways) if ways.iter().sum::<u64>().abs_diff(lines) * 20 <= lines => {
                self.add("sets", Value::Number(ways.len() as f64), method);
                let equal = ways.iter().all(|n| *n == ways[0]);
                let single = if equal {
                    Value::Number(ways[0] as f64)
                } else {
                    Value::NotApplicable("the sets are unequal".to_owned())
                };
                self.add("ways", single, method);
                let list = ways.iter().map(|n| *n as f64).collect();
                self.add("ways_of_sets", Value::List(list), method);
            }
            unclear => {
                let why = unclear.as_ref().map_or_else(Clone::clone, |ways| {
                    let sum: u64 = ways.iter().sum();
                    format!("the sets that were found have {sum} of {lines} lines")
                });
                self.rest(&["sets", "ways", "ways_of_sets"], &Value::NotIdentifiable(why));
            }
        }
        let bits = match &found.bits {
            Bits::Plain(bits) => Value::List(bits.iter().map(|bit| f64::from(*bit)).collect()),
            Bits::Hashed(_) => Value::Word("hashed".to_owned()),
            Bits::None => Value::NotApplicable("fully associative".to_owned()),
            Bits::Unknown(why) => Value::NotIdentifiable(why.clone()),
        };
        self.add("index_bits", bits, "address bits that select the set");
    }

    pub(super) fn one_way(&mut self) {
        self.rest(&NAMES, &Value::NotApplicable("there is one way only".to_owned()));
    }

    pub(super) fn policy(&mut self, found: &ReplacementResult, cold: bool) {
        let all_miss = found.miss_share > ALL_MISS;
        let word = if all_miss { "all miss in turn" } else { "some hit in turn" };
        let finding = self.add(
            "lru",
            Value::Word(word.to_owned()),
            "ways and one line more, in turn: of LRU and FIFO all miss, by chance some hit",
        );
        finding.samples = found.loads;
        let [from, to] =
            share_between((found.miss_share * found.loads as f64).round() as u64, found.loads);
        finding.interval = Some([from, to]);
        let value = match found.periodic {
            Some((true, _)) => Value::Word("periodic".to_owned()),
            Some((false, _)) => Value::Word("aperiodic".to_owned()),
            None => Value::NotIdentifiable("too few laps can be recorded".to_owned()),
        };
        let method = match found.periodic {
            Some((_, chance)) if !all_miss => format!("permutation of laps, p = {chance:.2}"),
            Some(_) => "all miss, and so every lap is like the one before".to_owned(),
            None => "laps compared with laps before".to_owned(),
        };
        self.add("periodic", value, &method);
        if let Some((policy, wrong)) = found.predicted_by {
            let method = format!("predicts all but {:.2} % of hits and misses", wrong * 100.0);
            self.add("replacement", Value::Word(policy.to_owned()), &method);
            let why = "the policy leaves nothing to chance".to_owned();
            self.add("victims", Value::NotApplicable(why), "");
            return;
        }
        self.by_chance(found, cold);
    }

    fn by_chance(&mut self, found: &ReplacementResult, cold: bool) {
        let sum: u64 = found.victims.iter().sum();
        let ways = found.victims.len() as f64;
        // Whether the most recently used line is evicted less often than chance.
        let rarer = binomial_at_most(sum, 1.0 / ways, found.latest);
        let spared = rarer < 1e-6 && (found.latest as f64) * ways < 0.25 * sum as f64;
        let periodic = matches!(found.periodic, Some((true, _)));
        let value = if periodic {
            Value::NotIdentifiable(no_known_order(found))
        } else if sum < 20 * found.victims.len() as u64 {
            Value::NotIdentifiable(format!("only {sum} victims could be followed"))
        } else if found.even < 1e-6 {
            Value::Word("random, ways unequal".to_owned())
        } else if found.even < 1e-3 {
            Value::NotIdentifiable("whether all ways are as likely is not clear".to_owned())
        } else if spared {
            Value::Word("random, not the line used last".to_owned())
        } else if rarer < 1e-3 {
            Value::NotIdentifiable("whether the line used last is spared is not clear".to_owned())
        } else {
            Value::Word("random".to_owned())
        };
        // A high p-value proves no policy: many orders use ways evenly, too.
        let method = format!(
            "{sum} victims of lines in other orders; that each way is as likely has p = {:.1e} \
             (chi-squared)",
            found.even
        );
        self.add("replacement", value, &method).samples = sum;
        if sum == 0 || periodic || !cold {
            let why = if periodic {
                "the evicted line is not random, and the order is unknown"
            } else if sum == 0 {
                "no victim could be followed"
            } else {
                "ways are numbered anew in every chase"
            };
            self.add("victims", Value::NotIdentifiable(why.to_owned()), "");
            return;
        }
        let shares = found.victims.iter().map(|n| *n as f64 / sum as f64).collect();
        let method = "share of each way, in the order in which ways are filled";
        let finding = self.add("victims", Value::List(shares), method);
        finding.samples = sum;
    }
}

/// The reason when hits and misses are periodic and no tried policy predicts them.
fn no_known_order(found: &ReplacementResult) -> String {
    let seen = if found.miss_share > ALL_MISS {
        "lines in turn all miss, as of LRU and FIFO and not by chance"
    } else {
        "hits and misses of lines in turn repeat themselves, as by chance they would not"
    };
    let closest = found.closest.map_or_else(String::new, |(policy, wrong)| {
        format!(": {policy} comes closest, with {:.0} % wrong predictions", wrong * 100.0)
    });
    format!("{seen}; for other orders no tested policy predicts hits and misses{closest}")
}
