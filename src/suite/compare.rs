//! What came out against what must. Pure.

use super::random::mix;
use super::reference::Expected;
use super::value::Value;

/// What came out of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Got<T> {
    /// As many elements of `out` as are part of the result.
    pub(super) out: Vec<T>,
    /// As many elements of `out_aux`.
    pub(super) aux: Vec<u32>,
    /// What `out_count` or `host_result` says.
    pub(super) count: Option<u64>,
}

/// Compares; a difference is told with its place.
///
/// # Errors
/// The difference.
pub(super) fn compare<T: Value>(want: &Expected<T>, got: &mut Got<T>) -> Result<(), String> {
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
    match want.aux.iter().zip(&got.aux).position(|(want, got)| want != got) {
        Some(i) => Err(format!("out_aux[{i}] is {}, not {}", got.aux[i], want.aux[i])),
        None => Ok(()),
    }
}

/// The header's tolerance: so much of the sum of all terms' absolute values.
fn tolerance<T: Value>() -> f64 {
    if size_of::<T>() == 4 { (-14_f64).exp2() } else { (-40_f64).exp2() }
}

fn elements<T: Value>(want: &Expected<T>, got: &[T]) -> Result<(), String> {
    if want.scale.is_empty() {
        return match want.out.iter().zip(got).position(|(want, got)| want != got) {
            Some(i) => Err(format!("out[{i}] is {}, not {}", got[i], want.out[i])),
            None => Ok(()),
        };
    }
    let e = tolerance::<T>();
    for (i, ((want, scale), got)) in want.out.iter().zip(&want.scale).zip(got).enumerate() {
        let allowed = e * scale.as_f64();
        let difference = (got.as_f64() - want.as_f64()).abs();
        // A NaN is within no bounds.
        if difference.is_nan() || difference > allowed {
            return Err(format!("out[{i}] is {got}, not {want} (give or take {allowed:.3e})"));
        }
    }
    Ok(())
}

/// Compares elements that may come in any order. That two different collections have
/// one fingerprint has a chance of 2^-64; sorting is left for telling the difference.
fn unordered<T: Value>(want: &[T], got: &mut [T], from: usize) -> Result<(), String> {
    let print = |all: &[T]| all.iter().fold(0_u64, |sum, x| sum.wrapping_add(mix(!x.raw())));
    if print(want) == print(got) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn want<T: Value>(out: &[T]) -> Expected<T> {
        Expected { out: out.to_vec(), ordered: out.len(), ..Expected::default() }
    }

    fn got<T: Value>(out: &[T]) -> Got<T> {
        Got { out: out.to_vec(), ..Got::default() }
    }

    #[test]
    fn integers_are_exact() {
        assert_eq!(compare(&want(&[1, 2, 3]), &mut got(&[1, 2, 3])), Ok(()));
        let text = compare(&want(&[1, 2, 3]), &mut got(&[1, 5, 3])).unwrap_err();
        assert_eq!(text, "out[1] is 5, not 2");
    }

    #[test]
    fn floats_are_near_by_the_headers_measure() {
        let wanted = Expected { scale: vec![1024.0_f32], ..want(&[1.0_f32]) };
        assert_eq!(compare(&wanted, &mut got(&[1.0625])), Ok(()));
        let text = compare(&wanted, &mut got(&[1.07])).unwrap_err();
        assert_eq!(text, "out[0] is 1.07, not 1 (give or take 6.250e-2)");
        assert!(compare(&wanted, &mut got(&[f32::NAN])).is_err());
        let wanted = Expected { scale: vec![1.0_f64], ..want(&[1.0_f64]) };
        assert_eq!(compare(&wanted, &mut got(&[1.0 + (-40_f64).exp2()])), Ok(()));
        assert!(compare(&wanted, &mut got(&[1.0 + (-39_f64).exp2()])).is_err());
    }

    #[test]
    fn floats_that_are_moved_are_exact() {
        assert!(compare(&want(&[1.0_f32]), &mut got(&[1.0_f32.next_up()])).is_err());
        assert!(compare(&want(&[0.0_f64]), &mut got(&[f64::NAN])).is_err());
    }

    #[test]
    fn counts_and_lengths() {
        let wanted = Expected { count: Some(3), ..want::<i32>(&[]) };
        let mut found = Got { count: Some(4), ..got(&[]) };
        assert_eq!(compare(&wanted, &mut found).unwrap_err(), "the count is 4, not 3");
        found.count = None;
        assert!(compare(&wanted, &mut found).unwrap_err().contains("no count"));
        assert!(compare(&want(&[1]), &mut got(&[1, 2])).unwrap_err().contains("not 1 and 0"));
        let wanted = Expected { aux: vec![7, 8], ..want::<i32>(&[]) };
        let mut found = Got { aux: vec![7, 9], ..got(&[]) };
        assert_eq!(compare(&wanted, &mut found).unwrap_err(), "out_aux[1] is 9, not 8");
    }

    #[test]
    fn the_rest_of_a_partition_comes_in_any_order() {
        let wanted = Expected { ordered: 2, ..want(&[1, 2, 9, 8, 8]) };
        assert_eq!(compare(&wanted, &mut got(&[1, 2, 8, 9, 8])), Ok(()));
        assert!(compare(&wanted, &mut got(&[2, 1, 9, 8, 8])).is_err());
        let text = compare(&wanted, &mut got(&[1, 2, 9, 9, 8])).unwrap_err();
        assert!(text.contains("from 2 on") && text.contains("9 is where 8"), "{text}");
    }
}
