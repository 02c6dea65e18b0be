//! Which edits are kept.

use std::collections::BTreeMap;

use propp_base_statistics::median::median_of_sorted;
use propp_base_statistics::rank_sum::RankSum;
use propp_report_advise::{Edit, Source, applied};

/// The chance that anything is kept that is no faster.
const FALSE_ALARMS: f64 = 0.01;

/// What is worth an edit.
const LEAST_GAIN: f64 = 1.01;

const LEAST_ROUNDS: u32 = 5;

/// What so far was the best, and what is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Best,
    Candidate,
}

/// Why an edit was not timed, behind the name of its sources.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The last line of what the build said.
    #[error("do not build: {0}")]
    DoesNotBuild(String),
    /// The same of the program's own check.
    #[error("fail the program's own check: {0}")]
    FailsItsCheck(String),
    /// A captured launch left other results with them.
    #[error("give other results than the captured launch: {0}")]
    GivesOtherResults(String),
}

/// Texts of files, by the paths that the code names.
pub type Edited = BTreeMap<String, String>;

pub trait Bench {
    /// Puts texts into one of the copies, builds it and runs it.
    fn build(&mut self, side: Side, texts: &Edited) -> Result<(), Rejected>;

    /// Nanoseconds of a launch of the kernel in a run of its own, or why there is no time.
    fn time(&mut self, side: Side, kernel: &str) -> Result<f64, String>;

    /// Times of the best and of the candidate, taken in turns, at least so many of each.
    fn times(&mut self, kernel: &str, rounds: u32) -> Result<[Vec<f64>; 2], String> {
        in_turns(self, kernel, rounds)
    }
}

/// Runs both sides in turns, one run for each time.
pub(crate) fn in_turns(
    bench: &mut (impl Bench + ?Sized),
    kernel: &str,
    rounds: u32,
) -> Result<[Vec<f64>; 2], String> {
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        // Whatever drifts hits both sides alike.
        let order = if round % 2 == 0 {
            [Side::Best, Side::Candidate]
        } else {
            [Side::Candidate, Side::Best]
        };
        for side in order {
            times[side as usize].push(bench.time(side, kernel)?);
        }
    }
    Ok(times)
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Medians before and after, and the p-value of the rank test.
    Timed {
        before_ns: f64,
        after_ns: f64,
        p: f64,
        is_kept: bool,
    },
    Rejected(Rejected),
    NotTimed(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub kernel: String,
    pub edit: Edit,
    pub outcome: Outcome,
}

impl Step {
    pub fn is_kept(&self) -> bool {
        matches!(self.outcome, Outcome::Timed { is_kept: true, .. })
    }
}

/// Runs of each side, so many that a rank test can prove each of `edits` edits faster, all
/// chances of being wrong together being 0.01.
pub fn rounds(edits: usize) -> u32 {
    let level = level(edits);
    let least =
        |rounds: u32| (1..=rounds).fold(1.0, |p, k| p * f64::from(k) / f64::from(rounds + k));
    (LEAST_ROUNDS..).find(|rounds| least(*rounds) <= level).unwrap_or(LEAST_ROUNDS)
}

fn level(edits: usize) -> f64 {
    FALSE_ALARMS / edits.max(1) as f64
}

/// Tries the edits in their order, each on top of those that were kept.
pub fn climb(
    bench: &mut impl Bench,
    edits: Vec<(String, Edit)>,
    sources: &BTreeMap<String, Source>,
    mut tell: impl FnMut(&str),
) -> Vec<Step> {
    let (level, rounds) = (level(edits.len()), rounds(edits.len()));
    let mut kept: Vec<Edit> = Vec::new();
    let mut steps = Vec::new();
    for (number, (kernel, edit)) in (1_usize..).zip(edits) {
        tell(&format!("edit {number}: {}:{}", edit.file, edit.line));
        let mut with = kept.clone();
        with.push(edit.clone());
        let [best, candidate] = [&kept, &with].map(|edits| texts(sources, edits));
        let (outcome, goes_on) = tried(bench, &kernel, [&best, &candidate], rounds, level);
        if matches!(outcome, Outcome::Timed { is_kept: true, .. }) {
            kept = with;
        }
        steps.push(Step { kernel, edit, outcome });
        if !goes_on {
            break;
        }
    }
    steps
}

/// All files that edits touch, with these edits.
pub(crate) fn texts(sources: &BTreeMap<String, Source>, edits: &[Edit]) -> Edited {
    let of_file = |(path, source): (&String, &Source)| {
        let own: Vec<&Edit> = edits.iter().filter(|edit| edit.file == *path).collect();
        (path.clone(), applied(&source.text, &own))
    };
    sources.iter().map(of_file).collect()
}

/// What an edit comes to, and whether others can be compared with the best after it.
fn tried(
    bench: &mut impl Bench,
    kernel: &str,
    [best, candidate]: [&Edited; 2],
    rounds: u32,
    level: f64,
) -> (Outcome, bool) {
    let outcome = timed(bench, kernel, candidate, rounds, level);
    // What is kept is what the next edit is compared with.
    let is_kept = matches!(outcome, Outcome::Timed { is_kept: true, .. });
    let Some(Err(rejected)) = is_kept.then(|| bench.build(Side::Best, candidate)) else {
        return (outcome, true);
    };
    // It was built once and not again, so the sources of the best are as they were.
    match bench.build(Side::Best, best) {
        Ok(()) => (Outcome::Rejected(rejected), true),
        Err(lost) => {
            let text = format!("the sources without it now {lost}, so no other edit was tried");
            (Outcome::NotTimed(text), false)
        }
    }
}

fn timed(bench: &mut impl Bench, kernel: &str, texts: &Edited, rounds: u32, level: f64) -> Outcome {
    if let Err(rejected) = bench.build(Side::Candidate, texts) {
        return Outcome::Rejected(rejected);
    }
    let [mut before, mut after] = match bench.times(kernel, rounds) {
        Ok(times) => times,
        Err(reason) => return Outcome::NotTimed(reason),
    };
    before.sort_by(f64::total_cmp);
    after.sort_by(f64::total_cmp);
    let p = RankSum::of(&before, &after).p_value_of_fall();
    let (Some(before_ns), Some(after_ns)) = (median_of_sorted(&before), median_of_sorted(&after))
    else {
        return Outcome::NotTimed("no run was timed".to_owned());
    };
    let is_kept = p <= level && before_ns >= LEAST_GAIN * after_ns;
    Outcome::Timed { before_ns, after_ns, p, is_kept }
}

#[cfg(test)]
mod tests {
    use propp_report_advise::EditKind;

    use super::*;

    /// A program whose kernel takes as long as its text says.
    #[derive(Default)]
    struct Fake {
        texts: [String; 2],
        runs: u32,
        /// Texts that do not build in the place of the best.
        fails_as_best: Vec<&'static str>,
    }

    impl Bench for Fake {
        fn build(&mut self, side: Side, texts: &Edited) -> Result<(), Rejected> {
            let text = texts["k.cu"].clone();
            if text.contains("syntax") {
                return Err(Rejected::DoesNotBuild("error".to_owned()));
            }
            if text.contains("wrong") {
                return Err(Rejected::FailsItsCheck("wrong value".to_owned()));
            }
            self.texts[side as usize].clone_from(&text);
            let fails =
                side == Side::Best && self.fails_as_best.iter().any(|part| text.contains(part));
            match fails {
                true => Err(Rejected::DoesNotBuild("no space left".to_owned())),
                false => Ok(()),
            }
        }

        fn time(&mut self, side: Side, _: &str) -> Result<f64, String> {
            self.runs += 1;
            let text = &self.texts[side as usize];
            let base = 1000.0 - 200.0 * text.matches("fast").count() as f64;
            Ok(base + f64::from(self.runs % 7))
        }
    }

    fn edit(text: &str, at: &str, new: &str) -> (String, Edit) {
        let start = text.find(at).unwrap();
        let edit = Edit {
            kind: EditKind::Restrict,
            file: "k.cu".to_owned(),
            line: 1,
            range: start..start + at.len(),
            text: new.to_owned(),
            why: String::new(),
        };
        ("k".to_owned(), edit)
    }

    #[test]
    fn only_what_is_proven_faster_is_kept_and_the_next_edit_stands_on_it() {
        let text = "a b c d e";
        let edits = vec![
            edit(text, "a", "syntax"),
            edit(text, "b", "wrong"),
            edit(text, "c", "fast"),
            edit(text, "d", "same"),
            edit(text, "e", "fast"),
        ];
        let sources = BTreeMap::from([("k.cu".to_owned(), Source::new(text.to_owned()))]);
        let mut bench = Fake::default();
        bench.texts[0] = text.to_owned();
        let steps = climb(&mut bench, edits, &sources, |_| {});
        let kept: Vec<bool> = steps
            .iter()
            .map(|step| matches!(step.outcome, Outcome::Timed { is_kept: true, .. }))
            .collect();
        assert_eq!(kept, [false, false, true, false, true]);
        assert_eq!(bench.texts[0], "a b fast d fast");
        assert!(matches!(steps[0].outcome, Outcome::Rejected(Rejected::DoesNotBuild(_))));
        assert!(matches!(steps[1].outcome, Outcome::Rejected(Rejected::FailsItsCheck(_))));
    }

    #[test]
    fn the_best_stays_as_it_was_where_an_edit_does_not_build_again() {
        let text = "a b c";
        let edits =
            || vec![edit(text, "a", "fast"), edit(text, "b", "fast2"), edit(text, "c", "fast")];
        let sources = BTreeMap::from([("k.cu".to_owned(), Source::new(text.to_owned()))]);
        let mut bench = Fake { fails_as_best: vec!["fast2"], ..Fake::default() };
        bench.texts[0] = text.to_owned();
        let steps = climb(&mut bench, edits(), &sources, |_| {});
        let kept: Vec<bool> = steps.iter().map(Step::is_kept).collect();
        assert_eq!(kept, [true, false, true]);
        assert!(matches!(steps[1].outcome, Outcome::Rejected(Rejected::DoesNotBuild(_))));
        assert_eq!(bench.texts[0], "fast b fast");

        // Where not even the best builds any more, nothing is compared with it.
        let mut bench = Fake { fails_as_best: vec!["a", "fast"], ..Fake::default() };
        bench.texts[0] = text.to_owned();
        let steps = climb(&mut bench, edits(), &sources, |_| {});
        assert_eq!(steps.len(), 1);
        assert!(
            matches!(&steps[0].outcome, Outcome::NotTimed(why) if why.contains("no other edit"))
        );
    }

    #[test]
    fn there_are_as_many_rounds_as_a_proof_needs() {
        // 1 of 252 and 1 of 924 orders of 5 and 6 runs.
        assert_eq!([rounds(1), rounds(2), rounds(3), rounds(9), rounds(20)], [5, 5, 6, 6, 7]);
    }
}
