//! What Nsight Compute says of the kernels of pairs, beside what propp says of them.
//!
//! Of its rules the best counts, not the worst: the estimate that is nearest to what the change brought, and
//! any rule that names the cause.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use propp_base_statistics::median::{Between, quantile};
use propp_judge_hints::Rule;

use super::order::planted;
use super::{DEFECT, PairResult};

/// The rules that fired, by kernel.
pub type Estimates = BTreeMap<String, Vec<Estimate>>;

/// A rule of Nsight Compute that said something of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub rule: String,
    description: String,
    /// How many times faster the kernel would be, if the rule says that of the whole kernel.
    pub gain: Option<f64>,
}

/// The columns that are read.
const COLUMNS: [&str; 5] =
    ["Kernel Name", "Rule Name", "Rule Description", "Estimated Speedup Type", "Estimated Speedup"];

/// Reads what `ncu --csv --page details` printed, as it is or compressed by gzip; what stands before the
/// table is left out.
/// Fails if there is no such table.
pub fn read(mut file: impl Read) -> Result<Estimates, String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        let mut packed = MultiGzDecoder::new(bytes.as_slice());
        packed.read_to_end(&mut unpacked).map_err(|error| error.to_string())?;
        bytes = unpacked;
    }
    let text = String::from_utf8_lossy(&bytes);
    let start = text.find("\"ID\"").ok_or("no table of `ncu --csv --page details` is in it")?;
    // Rows without a rule are shorter.
    let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(text[start..].as_bytes());
    let header = table.headers().map_err(|error| error.to_string())?.clone();
    let place = |column: &str| header.iter().position(|name| name == column);
    let places = COLUMNS.iter().map(|column| {
        place(column)
            .ok_or_else(|| format!("not the table of ncu's details: it has no column {column}"))
    });
    let places = places.collect::<Result<Vec<usize>, String>>()?;
    let mut of_kernels = Estimates::new();
    for row in table.records() {
        let row = row.map_err(|error| format!("not the table of ncu's details: {error}"))?;
        let column = |at: usize| row.get(places[at]).unwrap_or_default();
        let [kernel, rule, description, kind, speedup] = [0, 1, 2, 3, 4].map(column);
        if rule.is_empty() {
            continue;
        }
        let percent = speedup.replace(',', "").parse::<f64>().ok();
        let saved = percent.filter(|_| kind == "global").map(|percent| percent / 100.0);
        let gain = saved.map(|saved| 1.0 / (1.0 - saved).max(0.01));
        let (rule, description) = (rule.to_owned(), description.to_owned());
        let of_kernel = of_kernels.entry(kernel.to_owned()).or_default();
        of_kernel.push(Estimate { rule, description, gain });
    }
    Ok(of_kernels)
}

/// The defects that a rule of Nsight Compute names, for stalls by the words of its description.
const NAMES: [(&str, &str, &[Rule]); 21] = [
    (
        "UncoalescedGlobalAccess",
        "",
        &[Rule::ScatteredAccess, Rule::ScatteredReads, Rule::MisalignedAccess],
    ),
    (
        "MemoryCacheAccessPattern",
        "",
        &[Rule::ScatteredAccess, Rule::ScatteredReads, Rule::MisalignedAccess],
    ),
    ("SharedMemoryConflicts", "", &[Rule::BankConflicts, Rule::SharedAtomics]),
    ("UncoalescedSharedAccess", "", &[Rule::BankConflicts, Rule::SharedAtomics]),
    ("ThreadDivergence", "", &[Rule::Divergence, Rule::OneThread]),
    ("TheoreticalOccupancy", "", &[Rule::Occupancy]),
    ("AchievedOccupancy", "", &[Rule::UnevenWarps, Rule::UnevenSms]),
    ("LaunchConfiguration", "", &[Rule::FewBlocks, Rule::UnevenSms, Rule::Occupancy]),
    ("WorkloadImbalance", "", &[Rule::UnevenSms, Rule::FewBlocks]),
    ("HighPipeUtilization", "is the highest-utilized", &[Rule::BusyPipe, Rule::ExpensiveSequence]),
    ("HighPipeUtilization", "over-utilized", &[Rule::BusyPipe, Rule::ExpensiveSequence]),
    ("FPInstructions", "", &[Rule::BusyPipe, Rule::ExpensiveSequence]),
    ("SOLFPRoofline", "FP64", &[Rule::Precision]),
    ("CPIStall", "CTA barrier", &[Rule::Barriers, Rule::OneThread]),
    ("CPIStall", "memory barrier", &[Rule::Fences, Rule::Lock]),
    ("CPIStall", "local, global", &[Rule::LatencyBound, Rule::LocalMemory, Rule::MemoryAsRegister]),
    ("CPIStall", "math", &[Rule::BusyPipe, Rule::ExpensiveSequence, Rule::Precision]),
    ("CPIStall", "constant", &[Rule::IndexedConstants]),
    (
        "CPIStall",
        "MIO",
        &[Rule::BankConflicts, Rule::SharedAtomics, Rule::IndexedConstants, Rule::RegisterTile],
    ),
    ("CPIStall", "LG", &[Rule::LocalMemory, Rule::ScatteredAccess, Rule::ScatteredReads]),
    ("MemoryL1TEX", "", &[Rule::LocalMemory]),
];

impl Estimate {
    /// The defects that it names.
    fn causes(&self) -> impl Iterator<Item = Rule> {
        let named = NAMES
            .iter()
            .filter(|(rule, words, _)| self.rule == *rule && self.description.contains(words));
        named.flat_map(|(.., rules)| rules.iter().copied())
    }
}

/// How often each tool was right.
#[derive(Clone, Debug, Default, PartialEq)]
struct Score {
    named: usize,
    first: usize,
    near: usize,
    factors: Vec<f64>,
}

/// How far the likely gain may be from what came.
const NEAR: f64 = 1.5;

impl Score {
    fn add(&mut self, named: bool, first: bool, estimate: Option<f64>, realised: f64) {
        self.named += usize::from(named);
        self.first += usize::from(first);
        if let Some(estimate) = estimate {
            let factor = (estimate / realised).ln().abs().exp();
            self.near += usize::from(factor <= NEAR);
            self.factors.push(factor);
        }
    }
}

/// A table of both tools on the kernels whose defect costs time and is known to a rule, and which both
/// looked at. `None` if there are none.
pub fn beside(results: &[PairResult], estimates: &Estimates) -> Option<String> {
    let (mut own, mut theirs, mut first_of_theirs) = <(Score, Score, Score)>::default();
    let (mut pairs, mut ranges) = (0, 0);
    let mut seen = BTreeSet::new();
    for result in results.iter().filter(|one| one.realised >= DEFECT) {
        let Some(of_kernel) = estimates.get(&result.pair.before) else { continue };
        let causes = planted(result, results);
        if !seen.insert(&result.pair.before) {
            continue;
        }
        pairs += 1;
        let likely = result.expected.map(|[_, likely, _]| likely);
        let has = |rule: &Rule| causes.contains(rule);
        let named = result.hints.iter().any(|(rule, _)| has(rule));
        own.add(named, result.first.as_ref().is_some_and(has), likely, result.realised);
        ranges += usize::from(result.is_within() == Some(true));
        let names = |one: &Estimate| one.causes().any(|rule| has(&rule));
        let gains = || of_kernel.iter().filter(|one| one.gain.is_some());
        let first = gains().max_by(|a, b| a.gain.unwrap_or(1.0).total_cmp(&b.gain.unwrap_or(1.0)));
        let distance = |gain: &f64| (gain / result.realised).ln().abs();
        let nearest = gains().filter_map(|one| one.gain);
        let nearest = nearest.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let (named, is_first) = (of_kernel.iter().any(names), first.is_some_and(names));
        theirs.add(named, is_first, nearest, result.realised);
        let gain = first.and_then(|one| one.gain);
        first_of_theirs.add(named, is_first, gain, result.realised);
    }
    (pairs > 0).then(|| table(pairs, ranges, &[own, theirs, first_of_theirs]))
}

fn table(pairs: usize, ranges: usize, [own, theirs, first_of_theirs]: &[Score; 3]) -> String {
    let mut out = String::from("| of the pairs | propp | Nsight Compute |\n|---|---|---|\n");
    let share =
        |part: usize| format!("{part} of {pairs} ({:.0} %)", 100.0 * part as f64 / pairs as f64);
    let factor = |score: &Score| {
        let median = quantile(&score.factors, 0.5, Between::Outward);
        median.map_or_else(|| "none".to_owned(), |factor| format!("{factor:.2}"))
    };
    for (what, one, other) in [
        ("any hint or rule names the defect", share(own.named), share(theirs.named)),
        ("the first names it", share(own.first), share(theirs.first)),
        ("realised gain within the range", share(ranges), "gives none".to_owned()),
        (
            "gain within a factor of 1.5 (first estimate)",
            share(own.near),
            share(first_of_theirs.near),
        ),
        ("the same of its nearest estimate", String::new(), share(theirs.near)),
        ("median factor off (first estimate)", factor(own), factor(first_of_theirs)),
        ("the same of its nearest estimate", String::new(), factor(theirs)),
    ] {
        let _ = writeln!(out, "| {what} | {one} | {other} |");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::margins::tests::result;
    use super::*;

    const TABLE: &str = "==PROF== Connected\n\"ID\",\"Kernel Name\",\"Rule Name\",\"Rule Description\",\
        \"Estimated Speedup Type\",\"Estimated Speedup\"\n\
        \"0\",\"a\"\n\
        \"0\",\"a\",\"CPIStall\",\"stalled waiting, at a CTA barrier\",\"global\",\"50.0\"\n\
        \"0\",\"a\",\"WorkloadImbalance\",\"one, two\",\"global\",\"80.0\"\n\
        \"0\",\"a\",\"IssueSlotUtilization\",\"three\",\"local\",\"99.0\"\n";

    #[test]
    fn the_best_of_its_rules_counts() {
        let estimates = read(TABLE.as_bytes()).unwrap();
        assert_eq!(estimates["a"].len(), 3);
        assert_eq!(estimates["a"][0].gain, Some(2.0));
        assert_eq!(estimates["a"][2].gain, None, "what is local says nothing of the kernel");
        // A stall that names barriers is not its first, and nearest to the truth.
        let all = [result(Rule::Barriers, "one", 2.2, 2.1)];
        let table = beside(&all, &estimates).unwrap();
        let row = |what: &str| table.lines().find(|line| line.contains(what)).unwrap().to_owned();
        assert!(row("any hint").ends_with("| 1 of 1 (100 %) | 1 of 1 (100 %) |"));
        assert!(row("the first names").ends_with("| 0 of 1 (0 %) | 0 of 1 (0 %) |"), "{table}");
        assert!(row("median factor").ends_with("2.38 |"), "{table}");
        assert!(table.lines().last().unwrap().ends_with("1.05 |"), "{table}");
        assert_eq!(beside(&[], &estimates), None);
    }

    #[test]
    fn what_is_no_table_is_said_to_be_none() {
        assert!(read("text".as_bytes()).unwrap_err().contains("no table"));
        assert!(read("\"ID\",\"Kernel\"\n1,2\n".as_bytes()).unwrap_err().contains("not the table"));
    }
}
