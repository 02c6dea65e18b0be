//! Compares the result of a run with the reference. Pure.

use std::ops::Range;

use propp_base_statistics::parallel;
use propp_base_statistics::random::mix;

use super::reference::Expected;
use super::value::Value;

/// The result of a run.
#[derive(Debug)]
pub struct Actual<'a, T> {
    /// The elements of `out` that are part of the result.
    pub out: &'a mut [T],
    pub aux: &'a [u32],
    pub count: Option<u64>,
}

/// Compares a result with the reference.
/// Fails with the first difference and its place.
pub fn compare<T: Value>(want: &Expected<T>, got: Actual<'_, T>) -> Result<(), String> {
    if let Some(count) = want.count {
        match got.count {
            Some(found) if found == count => {}
            Some(found) => return Err(format!("the count is {found}, not {count}")),
            None => return Err(format!("there is no count, and it should be {count}")),
        }
    }
    if got.out.len() != want.out.len() || got.aux.len() != want.aux.len() {
        return Err(format!(
            "{} and {} elements came out, not {} and {}",
            got.out.len(),
            got.aux.len(),
            want.out.len(),
            want.aux.len()
        ));
    }
    let ordered = want.ordered.min(want.out.len());
    elements(want, &got.out[..ordered])?;
    unordered(&want.out[ordered..], &mut got.out[ordered..], ordered)?;
    match differing(&want.aux, got.aux) {
        Some(i) => Err(format!("out_aux[{i}] is {}, not {}", got.aux[i], want.aux[i])),
        None => Ok(()),
    }
}

/// The header's tolerance, relative to the sum of the absolute values of all terms.
fn tolerance<T: Value>() -> f64 {
    if size_of::<T>() == 4 { (-14_f64).exp2() } else { (-40_f64).exp2() }
}

/// The first place at which two arrays of one length differ.
fn differing<T: PartialEq + Sync>(want: &[T], got: &[T]) -> Option<usize> {
    parallel::first(want.len(), |range| {
        let (want, got) = (&want[range.clone()], &got[range.clone()]);
        // Comparing whole slices first is faster.
        let place = || want.iter().zip(got).position(|(want, got)| want != got);
        if want == got { None } else { place().map(|i| range.start + i) }
    })
}

fn elements<T: Value>(want: &Expected<T>, got: &[T]) -> Result<(), String> {
    if want.scale.is_empty() {
        return match differing(&want.out[..got.len()], got) {
            Some(i) => Err(format!("out[{i}] is {}, not {}", got[i], want.out[i])),
            None => Ok(()),
        };
    }
    let allowed = |i: usize| tolerance::<T>() * want.scale[i].as_f64();
    let is_off = |i: &usize| {
        let difference = (got[*i].as_f64() - want.out[*i].as_f64()).abs();
        // A NaN is never within the tolerance.
        difference.is_nan() || difference > allowed(*i)
    };
    let near = want.scale.len().min(got.len());
    match parallel::first(near, |mut range| range.find(is_off)) {
        Some(i) => Err(format!(
            "out[{i}] is {}, not {} (give or take {:.3e})",
            got[i],
            want.out[i],
            allowed(i)
        )),
        None => Ok(()),
    }
}

/// Compares elements in any order. Two different collections have the same fingerprint
/// with a probability of 2^-64. Sorting is only needed to find the difference.
fn unordered<T: Value>(want: &[T], got: &mut [T], from: usize) -> Result<(), String> {
    if fingerprint(want) == fingerprint(got) {
        return Ok(());
    }
    let mut want = want.to_vec();
    want.sort_unstable_by(|x, y| x.order(*y));
    got.sort_unstable_by(|x, y| x.order(*y));
    let what = want.iter().zip(&*got).find(|(want, got)| want != got);
    Err(match what {
        Some((want, got)) => format!(
            "out from {from} on, where the order is free: sorted, {got} is where {want} should be"
        ),
        None => format!("out from {from} on, where the order is free, has other elements"),
    })
}

/// A fingerprint that does not depend on the order of the elements.
fn fingerprint<T: Value>(all: &[T]) -> u64 {
    let of_part = |range: Range<usize>| {
        all[range].iter().fold(0_u64, |sum, x| sum.wrapping_add(mix(!x.raw())))
    };
    parallel::ranges(all.len(), of_part).into_iter().fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn want<T: Value>(out: &[T]) -> Expected<T> {
        Expected { out: out.to_vec(), ordered: out.len(), ..Expected::default() }
    }

    fn compared<T: Value>(want: &Expected<T>, out: &[T]) -> Result<(), String> {
        compare(want, Actual { out: &mut out.to_vec(), aux: &[], count: None })
    }

    #[test]
    fn integers_are_exact() {
        assert_eq!(compared(&want(&[1, 2, 3]), &[1, 2, 3]), Ok(()));
        let text = compared(&want(&[1, 2, 3]), &[1, 5, 3]).unwrap_err();
        assert_eq!(text, "out[1] is 5, not 2");
    }

    #[test]
    fn floats_are_near_by_the_headers_measure() {
        let wanted = Expected { scale: vec![1024.0_f32], ..want(&[1.0_f32]) };
        assert_eq!(compared(&wanted, &[1.0625]), Ok(()));
        let text = compared(&wanted, &[1.07]).unwrap_err();
        assert_eq!(text, "out[0] is 1.07, not 1 (give or take 6.250e-2)");
        assert!(compared(&wanted, &[f32::NAN]).is_err());
        let wanted = Expected { scale: vec![1.0_f64], ..want(&[1.0_f64]) };
        assert_eq!(compared(&wanted, &[1.0 + (-40_f64).exp2()]), Ok(()));
        assert!(compared(&wanted, &[1.0 + (-39_f64).exp2()]).is_err());
    }

    #[test]
    fn floats_that_are_moved_are_exact() {
        assert!(compared(&want(&[1.0_f32]), &[1.0_f32.next_up()]).is_err());
        assert!(compared(&want(&[0.0_f64]), &[f64::NAN]).is_err());
    }

    #[test]
    fn counts_and_lengths() {
        let wanted = Expected { count: Some(3), ..want::<i32>(&[]) };
        let counted =
            |count| compare(&wanted, Actual { out: &mut [], aux: &[], count }).unwrap_err();
        assert_eq!(counted(Some(4)), "the count is 4, not 3");
        assert!(counted(None).contains("no count"));
        assert!(compared(&want(&[1]), &[1, 2]).unwrap_err().contains("not 1 and 0"));
        let wanted = Expected { aux: vec![7, 8], ..want::<i32>(&[]) };
        let text =
            compare(&wanted, Actual { out: &mut [], aux: &[7, 9], count: None }).unwrap_err();
        assert_eq!(text, "out_aux[1] is 9, not 8");
    }

    #[test]
    fn the_rest_of_a_partition_comes_in_any_order() {
        let wanted = Expected { ordered: 2, ..want(&[1, 2, 9, 8, 8]) };
        assert_eq!(compared(&wanted, &[1, 2, 8, 9, 8]), Ok(()));
        assert!(compared(&wanted, &[2, 1, 9, 8, 8]).is_err());
        let text = compared(&wanted, &[1, 2, 9, 9, 8]).unwrap_err();
        assert!(text.contains("from 2 on") && text.contains("9 is where 8"), "{text}");
    }

    #[test]
    fn of_many_elements_the_first_wrong_one_is_told() {
        let right: Vec<f32> = (0..1 << 20).map(|i| i as f32).collect();
        let mut wrong = right.clone();
        (wrong[700_000], wrong[900_000]) = (-1.0, f32::NAN);
        let near = Expected { scale: vec![1.0; right.len()], ..want(&right) };
        for wanted in [want(&right), near] {
            assert_eq!(compared(&wanted, &right), Ok(()));
            let text = compared(&wanted, &wrong).unwrap_err();
            assert!(text.starts_with("out[700000] is -1, not 700000"), "{text}");
        }
        let free = Expected { ordered: 0, ..want(&right) };
        wrong.copy_from_slice(&right);
        wrong.reverse();
        assert_eq!(compared(&free, &wrong), Ok(()));
        wrong[5] = 3.0;
        assert!(compared(&free, &wrong).is_err());
    }
}
