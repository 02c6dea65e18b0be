//! Kernels that are found again though they are launched in another way.

use propp_gate_runs::{Allowed, Kernel, Policy, Profile, Quantity, Samples, Verdict, compare};

use crate::edited::{before, now};

/// Adds launches of `sum`, each with its grid, its block and its shared memory.
fn with(profile: &mut Profile, launches: &[(u32, u32, u32)]) {
    let sum = profile.kernels.iter().find(|kernel| kernel.name.starts_with("sum(")).unwrap();
    let sum: Kernel = sum.clone();
    profile.kernels.extend(launches.iter().map(|&(grid, block, shared)| {
        let mut kernel = sum.clone();
        kernel.key.function = "many".to_owned();
        (kernel.key.grid, kernel.key.block) = ([grid, 1, 1], [block, 1, 1]);
        kernel.key.dynamic_shared_bytes = shared;
        kernel
    }));
    profile.kernels.sort_by(|a, b| a.key.cmp(&b.key));
}

/// Grids, blocks and shared memory of `many`, before and now, as they were paired; and what has no
/// partner.
fn paired(old: &[(u32, u32, u32)], new: &[(u32, u32, u32)]) -> (Vec<[u32; 6]>, usize) {
    let [mut before, mut now] = [before(), now()];
    with(&mut before, old);
    with(&mut now, new);
    let result = compare(&before, &now, &Policy::default(), Allowed::default());
    let keys = result.kernels.iter().filter_map(|row| row.keys.as_ref());
    let many = keys.filter(|[old, _]| old.function == "many").map(|[old, new]| {
        let [a, b] = [old, new].map(|key| [key.grid[0], key.block[0], key.dynamic_shared_bytes]);
        [a[0], a[1], a[2], b[0], b[1], b[2]]
    });
    let mut many: Vec<_> = many.collect();
    many.sort_unstable();
    let alone = result.kernels.iter().filter(|row| row.keys.is_none());
    assert!(alone.clone().all(|row| row.verdict == Verdict::NoVerdict));
    (many, alone.count())
}

/// The launches that agree in most of grid, block and shared memory are the same one.
#[test]
fn a_changed_launch_is_paired_with_the_most_similar() {
    let old = [(10, 128, 0), (20, 256, 512)];
    // Another block of the first, other shared memory of the second.
    let new = [(10, 64, 0), (20, 256, 1024)];
    let expected = vec![[10, 128, 0, 10, 64, 0], [20, 256, 512, 20, 256, 1024]];
    assert_eq!(paired(&old, &new), (expected, 0));
    // Another grid, where block and shared memory say which it is.
    let new = [(30, 256, 512), (40, 128, 0)];
    let expected = vec![[10, 128, 0, 40, 128, 0], [20, 256, 512, 30, 256, 512]];
    assert_eq!(paired(&old, &new), (expected, 0));
}

#[test]
fn launches_without_a_partner_have_come_or_gone() {
    let (pairs, alone) = paired(&[(10, 128, 0), (20, 128, 0)], &[(10, 128, 0)]);
    assert_eq!((pairs, alone), (vec![[10, 128, 0, 10, 128, 0]], 1));
    let (pairs, alone) = paired(&[(10, 128, 0)], &[(10, 128, 0), (20, 128, 0), (30, 64, 0)]);
    assert_eq!((pairs, alone), (vec![[10, 128, 0, 10, 128, 0]], 2));
}

/// With too many changed launches of a function pairs would be guesses.
#[test]
fn many_changed_launches_are_not_paired() {
    let launches = |from: u32, count: u32| -> Vec<(u32, u32, u32)> {
        (from..from + count).map(|grid| (grid, 128, 0)).collect()
    };
    let (pairs, alone) = paired(&launches(1, 64), &launches(1001, 64));
    assert_eq!((pairs.len(), alone), (64, 0));
    let (pairs, alone) = paired(&launches(1, 65), &launches(1001, 65));
    assert_eq!((pairs.len(), alone), (0, 130));
}

/// A launch that only some runs of the baseline had may be missing.
#[test]
fn a_launch_of_some_runs_may_be_missing() {
    let (mut before, now) = (before(), now());
    with(&mut before, &[(10, 128, 0)]);
    let kernel = before.kernels.iter_mut().find(|kernel| kernel.key.function == "many").unwrap();
    let launches = Samples(vec![vec![8.0], vec![0.0], vec![8.0], vec![8.0], vec![8.0]]);
    kernel.measures.insert(Quantity::Launches, launches);
    let result = compare(&before, &now, &Policy::default(), Allowed::default());
    assert!(result.kernels.iter().all(|row| row.keys.is_some()));
}
