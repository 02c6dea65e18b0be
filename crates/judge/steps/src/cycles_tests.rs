use super::*;

/// Kernels are letters: `A` to `L` are layers, `U` to `Z` update a model. `.` is a wait, `,` a copy.
fn inside(text: &str, rounds: &[usize]) -> Vec<Vec<String>> {
    let (mut symbols, mut launches) = (Vec::new(), Vec::new());
    let mut launch = Launch::default();
    for byte in text.bytes() {
        match byte {
            b'.' => launch.before.waited = true,
            b',' => launch.before.copied_in = true,
            _ => {
                symbols.push(u32::from(byte));
                launches.push(std::mem::take(&mut launch));
            }
        }
    }
    let is = |letters: Range<u8>| -> Vec<bool> {
        symbols.iter().map(|one| letters.contains(&u8::try_from(*one).unwrap_or(0))).collect()
    };
    let (is_layer, is_update) = (is(b'A'..b'M'), is(b'U'..b'['));
    let program = Program {
        symbols: &symbols,
        launches: &launches,
        is_update: &is_update,
        is_layer: &is_layer,
    };
    let text = text.replace(['.', ','], "");
    let found = program.finer(vec![Steps::until(rounds.to_vec(), text.len())]);
    let words = |steps: &Steps| steps.each().map(|step| text[step].to_owned()).collect();
    found.iter().map(words).collect()
}

/// Where `count` rounds of that text begin.
fn rounds(round: &str, count: usize) -> Vec<usize> {
    let length = round.replace(['.', ','], "").len();
    (0..count).map(|number| number * length).collect()
}

fn counts(round: &str, count: usize) -> Vec<usize> {
    inside(&round.repeat(count), &rounds(round, count)).iter().map(Vec::len).collect()
}

#[test]
fn a_result_by_a_schedule_makes_no_round_a_step() {
    let round = format!("{}vw", ".abcdefghijkl".repeat(10));
    assert_eq!(counts(&round, 4), [40]);
    // A solver needs another number of iterations each time.
    let round = |count: usize| format!("{}vw", ".abcdefghijkl".repeat(count));
    let all: Vec<String> = [10, 14, 9, 12].into_iter().map(round).collect();
    let mut begins = vec![0];
    begins.extend(all[..3].iter().scan(0, |at, one| {
        *at += one.replace('.', "").len();
        Some(*at)
    }));
    assert_eq!(inside(&all.concat(), &begins)[0].len(), 4);
}

#[test]
fn layers_and_stages_are_no_steps() {
    assert_eq!(counts(&format!("{}mnop", "aBcDefGhabCd".repeat(10)), 6), [6]);
    assert_eq!(counts(&format!("{}vwxyz", "abcdefghijkl".repeat(4)), 6), [6]);
}

#[test]
fn what_a_result_is_made_of_ends_a_step_and_what_prepares_one_begins_it() {
    let steps = "abcdefghijkl".repeat(10);
    let read = inside(&format!("{steps}vw.").repeat(4), &rounds(&format!("{steps}vw"), 4));
    assert_eq!([&read[0][9], &read[0][10]], ["abcdefghijklvw", "abcdefghijkl"]);
    let kept = inside(&format!("{steps}vw").repeat(4), &rounds(&format!("{steps}vw"), 4));
    assert_eq!([&kept[0][9], &kept[0][10]], ["abcdefghijkl", "vwabcdefghijkl"]);
}

#[test]
fn two_models_that_are_trained_in_turns_have_a_kind_of_steps_each() {
    let round = format!("{}wAxBgUstC", ",aAbBcCdDeeffU".repeat(5));
    assert_eq!(counts(&round, 8), [40, 8]);
}

#[test]
fn micro_batches_are_no_steps_and_actions_are() {
    let micro = format!("{}UVWX", ",aAbBcCdDeeff".repeat(5));
    assert_eq!(counts(&micro, 8), [8]);
    let acts = format!("{}gAhBkCmDnEoFpGqHUV", ",aAbBcC.dDee".repeat(8));
    assert_eq!(counts(&acts, 8), [64]);
}

#[test]
fn what_is_asked_for_each_time_is_a_step_that_begins_at_the_wait() {
    let pass = format!("p.q{}rs", "aAbBcC".repeat(11));
    let first = format!("m{}{pass}", "aAbBcCd".repeat(9));
    let round = format!("{first}{}", pass.repeat(6));
    let found = inside(&round.repeat(3), &rounds(&round, 3));
    assert_eq!(found[0].len(), 21);
    // The same passes are no steps if the host asks within them, as a solver does.
    let round = round.replace('B', ".B");
    assert_eq!(counts(&round, 3), [3]);
}

#[test]
fn passes_of_a_model_are_steps_and_layers_are_none() {
    let pass = format!("pq{}rst", "aAbBcCdD".repeat(8));
    let round = format!("{}{}vw", "mnMN".repeat(2), pass.repeat(12));
    assert_eq!(counts(&round, 3), [36]);
    let layer: String = (b'a'..=b'z').map(|byte| format!("{}Aa", char::from(byte))).collect();
    let round = format!("m{}vw", layer.repeat(12));
    assert_eq!(counts(&round, 3), [3]);
}

#[test]
fn steps_of_three_launches_may_hold_something_by_a_schedule() {
    let round = format!("{}abvwc", "abc".repeat(19));
    assert!(counts(&round, 8)[0] >= 159);
    assert_eq!(counts(&format!("{}vw", "abc".repeat(6)), 8), [8]);
}
