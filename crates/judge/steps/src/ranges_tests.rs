use super::*;

/// Launches have the numbers from 1 on.
fn calls(launches: u32) -> Vec<u32> {
    (1..=launches).collect()
}

fn range(name: &str, first: u32, last: u32) -> ProgramRange<'_> {
    ProgramRange { name, first, last }
}

/// Ranges of this length one after the other, each this far after the one before.
fn every(name: &str, from: u32, each: u32, apart: u32, count: u32) -> Vec<ProgramRange<'_>> {
    let begins = (0..count).map(|number| from + number * apart);
    begins.map(|begin| range(name, begin, begin + each - 1)).collect()
}

/// Where each step begins and ends.
type Places = Vec<(usize, usize)>;

fn places(steps: &Steps) -> Places {
    steps.each().map(|step| (step.start, step.end)).collect()
}

fn found(launches: u32, ranges: &[ProgramRange<'_>]) -> Option<(String, Places)> {
    let (name, steps) = repeated(&calls(launches), ranges)?;
    Some((name, places(&steps)))
}

fn name_of(launches: u32, ranges: &[ProgramRange<'_>]) -> Option<String> {
    found(launches, ranges).map(|(name, _)| name)
}

#[test]
fn names_lose_their_numbers() {
    for (name, bare) in [
        ("ProfilerStep#12", "ProfilerStep"),
        ("ProfilerStep#", "ProfilerStep"),
        ("step 3", "step"),
        ("train_step_12", "train_step"),
        ("epoch 1 step 30", "epoch step"),
        ("12/100: step", "step"),
        ("layer.3.attention", "layer.attention"),
        ("step", "step"),
        ("Schritt 5 für 7", "Schritt für"),
        ("123", ""),
    ] {
        assert_eq!(without_numbers(name), bare, "{name}");
    }
}

#[test]
fn a_name_says_step_by_one_of_its_words() {
    let says = |name: &str| Group { name: name.to_owned(), ..Group::default() }.says_step();
    for name in
        ["step", "ProfilerStep", "train_step", "TRAIN STEP", "iter", "Iteration", "my.batch"]
    {
        assert!(says(name), "{name}");
    }
    for name in ["footstep", "stepper", "forward", "batches", "literal", ""] {
        assert!(!says(name), "{name}");
    }
}

#[test]
fn what_repeats_three_times_with_launches_is_a_step() {
    let ranges = every("step", 11, 10, 10, 3);
    assert_eq!(found(50, &ranges), Some(("step".to_owned(), vec![(10, 20), (20, 30), (30, 40)])));
    assert_eq!(found(50, &ranges[1..]), None);
    let mut idle = ranges[..2].to_vec();
    idle.push(range("step", 70, 80));
    assert_eq!(found(50, &idle), None, "nothing was launched in the third");
}

#[test]
fn names_that_differ_by_numbers_are_one() {
    let names: Vec<String> = (0..4).map(|number| format!("ProfilerStep#{number}")).collect();
    let ranges: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, place)| range(name, 1 + 5 * place, 5 + 5 * place))
        .collect();
    assert_eq!(name_of(20, &ranges), Some("ProfilerStep".to_owned()));
    let same = every("phase 2", 1, 5, 5, 4);
    assert_eq!(
        name_of(20, &same),
        Some("phase 2".to_owned()),
        "a number that stays is of the name"
    );
    assert_eq!(name_of(20, &every("7", 1, 5, 5, 4)), None);
}

#[test]
fn nine_tenths_of_the_launches_are_in_steps() {
    assert!(found(100, &every("step", 1, 9, 10, 10)).is_some());
    assert_eq!(found(100, &every("step", 1, 8, 10, 10)), None);
    // What comes before the first and after the last does not count.
    assert!(found(10_000, &every("step", 5_001, 9, 10, 10)).is_some());
}

#[test]
fn a_range_inside_itself_is_no_step() {
    let mut ranges = every("step", 1, 10, 10, 5);
    ranges.push(range("step", 12, 14));
    assert_eq!(found(50, &ranges), None);
}

#[test]
fn a_range_that_says_step_comes_first() {
    let mut ranges = every("epoch", 1, 50, 50, 3);
    ranges.extend(every("Batch", 1, 10, 10, 15));
    assert_eq!(name_of(150, &ranges), Some("Batch".to_owned()));
    // Its batches are in turn of smaller ones.
    ranges.extend(every("iter", 1, 5, 5, 30));
    assert_eq!(name_of(150, &ranges), Some("Batch".to_owned()));
}

#[test]
fn otherwise_it_is_the_outermost_with_most_ranges() {
    let mut ranges = every("outer", 1, 50, 50, 3);
    ranges.extend(every("inner", 1, 10, 10, 15));
    assert_eq!(name_of(200, &ranges), Some("outer".to_owned()));
    ranges.extend(every("later", 151, 10, 10, 5));
    assert_eq!(name_of(200, &ranges), Some("later".to_owned()));
    // Two names for the same: the first.
    let mut twice = every("b", 1, 10, 10, 5);
    twice.extend(every("a", 1, 10, 10, 5));
    assert!(name_of(50, &twice).is_some());
}

#[test]
fn a_few_launches_of_a_long_program_are_no_steps_unless_they_say_so() {
    assert_eq!(found(10_000, &every("fill", 1, 10, 10, 10)), None);
    assert!(found(10_000, &every("step", 1, 10, 10, 10)).is_some());
    assert_eq!(found(10_000, &every("warmup_step", 1, 10, 10, 10)), None);
}

#[test]
fn a_number_within_a_word_is_of_the_name() {
    assert_eq!(super::without_numbers("conv2d 7"), "conv2d");
    assert_eq!(super::without_numbers("step3"), "step");
    assert_eq!(super::without_numbers("epoch 2/10 step 3"), "epoch step");
}

#[test]
fn a_name_is_taken_as_it_is_and_then_without_its_numbers() {
    let names: Vec<String> = (0..4).map(|number| format!("step {number}")).collect();
    let mut ranges: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, place)| range(name, 1 + 5 * place, 3 + 5 * place))
        .collect();
    ranges.push(range("eval", 4, 4));
    let of = |ranges: &[ProgramRange<'_>], name: &str| {
        let (name, steps) = named(&calls(20), ranges, name)?;
        Some((name, places(&steps)))
    };
    let all = vec![(0, 3), (5, 8), (10, 13), (15, 18)];
    assert_eq!(of(&ranges, "step"), Some(("step".to_owned(), all.clone())));
    assert_eq!(of(&ranges, "step 9"), Some(("step".to_owned(), all)));
    assert_eq!(of(&ranges, "step 1"), Some(("step 1".to_owned(), vec![(5, 8)])));
    assert_eq!(of(&ranges, "eval"), Some(("eval".to_owned(), vec![(3, 4)])));
    assert_eq!((of(&ranges, "Step"), of(&ranges, "7"), of(&ranges, "")), (None, None, None));
    assert_eq!(range_names(&calls(20), &ranges), ["step", "eval"]);
    ranges.push(range("eval", 1, 20));
    assert_eq!(of(&ranges, "eval"), Some(("eval".to_owned(), vec![(0, 20)])), "the outer one");
}

#[test]
fn without_ranges_steps_are_found_by_the_kernels() {
    let launch = |place: u64| Launch { name: (place % 4) as u32, ..Launch::default() };
    let launches: Vec<Launch> = (0..80).map(launch).collect();
    let names = ["a", "b", "c", "d"];
    let (sites, calls) = (Sites::default(), calls(80));
    let process =
        Process { launches: &launches, names: &names, calls: &calls, sites: &sites, ranges: &[] };
    let choose = |ranges: &[ProgramRange<'_>], asked| choose(&Process { ranges, ..process }, asked);
    let guessed = Found { kinds: find(&launches, &names, &Sites::default()), range: None };
    assert_eq!(choose(&[], None), guessed);
    assert_eq!(choose(&every("forward", 1, 2, 4, 20), None), guessed);
    assert_eq!(choose(&[], Some("step")), Found::default());
    let by_range = choose(&every("step", 1, 8, 8, 10), None);
    assert_eq!((by_range.kinds[0].count(), by_range.range), (10, Some("step".to_owned())));
}

/// Twenty steps of twelve layers, each with two kernels, and one that the host waits before.
#[test]
fn layers_with_names_are_no_steps_if_the_kernels_show_others() {
    let step: Vec<u32> = [0, 1].repeat(12).into_iter().chain([2]).collect();
    let launch = |(place, &name): (usize, &u32)| Launch {
        name,
        start_ns: 100 * place as u64,
        end_ns: 100 * place as u64 + 50,
        before: crate::Before { waited: name == 2, copied_in: false },
        site: 0,
    };
    let launches: Vec<Launch> = step.repeat(20).iter().enumerate().map(launch).collect();
    let layers: Vec<_> =
        (0..20).flat_map(|step| every("layer 1", 1 + 25 * step, 2, 2, 12)).collect();
    let names = ["a", "b", "c"];
    let (sites, calls) = (Sites::default(), calls(500));
    let process = Process {
        launches: &launches,
        names: &names,
        calls: &calls,
        sites: &sites,
        ranges: &layers,
    };
    let found = choose(&process, None);
    assert_eq!((found.range, found.kinds[0].count()), (None, 20));
    let asked = choose(&process, Some("layer 1"));
    assert_eq!(asked.kinds[0].count(), 240);
    let steps = every("epoch", 1, 25, 25, 20);
    let found = choose(&Process { ranges: &steps, ..process }, None);
    assert_eq!(found.range.as_deref(), Some("epoch"));
}

#[test]
fn a_range_that_was_never_closed_does_not_hide_the_others() {
    let mut ranges = every("step", 1, 10, 10, 20);
    ranges[1].last = u32::MAX;
    let (_, places) = found(200, &ranges).unwrap_or_default();
    assert_eq!((places.len(), places[0], places[1]), (19, (0, 10), (20, 30)));
    // The last one was open when the program ended.
    let mut ranges = every("step", 1, 10, 10, 20);
    ranges[19].last = u32::MAX;
    assert_eq!(found(200, &ranges).map(|(_, places)| places.len()), Some(20));
}
