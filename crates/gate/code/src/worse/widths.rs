//! Accesses that became narrower: what few wide ones moved, many narrow ones move.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_text::count;

use super::Change;
use crate::kernel::{Accesses, KernelCode};
use crate::limits::{Limits, Topic};

/// Narrow accesses must replace at least this share of the bytes of the wide ones that are gone.
const REPLACED: f64 = 0.5;
/// And there must be so many of them for a wide one that is gone.
const FOR_ONE: u32 = 2;

/// How often accesses of each width stand in the code, by the widest first.
type Widths = BTreeMap<std::cmp::Reverse<u16>, u32>;

/// The sorts of accesses that count: space and direction in words, and what they are called.
const SORTS: [(&str, &str); 4] =
    [("global", "load"), ("global", "store"), ("shared", "load"), ("shared", "store")];

pub(super) fn change(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    limits.of(Topic::Narrow)?;
    let told = |(space, direction): (&str, &str)| {
        let [old, new] = [before, now].map(|kernel| widths(kernel, space, direction));
        let (is_worse, wide, narrow) = match (moved(&old, &new), moved(&new, &old)) {
            (Some((wide, narrow)), None) => (true, wide, narrow),
            (None, Some((wide, narrow))) => (false, wide, narrow),
            _ => return None,
        };
        let (from, to) = if is_worse { (wide, narrow) } else { (narrow, wide) };
        let words = |widths: &Widths, width: u16| {
            let number = count(number(widths, width).into(), direction, &format!("{direction}s"));
            format!("{number} of {}", count(u64::from(width / 8), "byte", "bytes"))
        };
        let is_it =
            |access: &&Accesses| is_of(access, space, direction) && access.width == narrow.min(to);
        let kernel = if is_worse { now } else { before };
        let deepest = kernel.accesses.iter().filter(is_it).max_by_key(|access| access.depth);
        Some(Change {
            topic: Topic::Narrow,
            is_worse,
            text: format!(
                "{space} {direction}s became {}: {} and {}, before {} and {}",
                if is_worse { "narrower" } else { "wider" },
                words(&new, to.max(from)),
                words(&new, to.min(from)),
                words(&old, to.max(from)),
                words(&old, to.min(from)),
            ),
            line: deepest.and_then(|access| access.line.clone()),
            before: f64::from(from) / 8.0,
            now: f64::from(to) / 8.0,
        })
    };
    let changes: Vec<Change> = SORTS.into_iter().filter_map(told).collect();
    let worst = changes.iter().position(|change| change.is_worse).unwrap_or(0);
    changes.into_iter().nth(worst)
}

fn is_of(access: &Accesses, space: &str, direction: &str) -> bool {
    let own = if access.space == "generic" { "global" } else { &access.space };
    own == space && access.direction == direction
}

fn widths(kernel: &KernelCode, space: &str, direction: &str) -> Widths {
    let mut widths = Widths::new();
    for access in kernel.accesses.iter().filter(|access| is_of(access, space, direction)) {
        *widths.entry(std::cmp::Reverse(access.width)).or_default() += access.count;
    }
    widths
}

fn number(widths: &Widths, width: u16) -> u32 {
    widths.get(&std::cmp::Reverse(width)).copied().unwrap_or(0)
}

/// The width that fewer accesses have, and the narrower one that more accesses have instead.
fn moved(from: &Widths, to: &Widths) -> Option<(u16, u16)> {
    let all: BTreeSet<u16> = from.keys().chain(to.keys()).map(|width| width.0).collect();
    let fewer = |width: &u16| number(from, *width).saturating_sub(number(to, *width));
    let more = |width: &u16| number(to, *width).saturating_sub(number(from, *width));
    let more_bytes = |width: &u16| {
        f64::from(*width) * (f64::from(number(to, *width)) - f64::from(number(from, *width)))
    };
    // Above each width: fewer accesses; up to it: more, that move what is missing.
    all.iter().rev().skip(1).find_map(|narrow| {
        let (rest, wide): (Vec<u16>, Vec<u16>) = all.iter().partition(|width| *width <= narrow);
        let (lost, gained): (u32, u32) =
            (wide.iter().map(fewer).sum(), rest.iter().map(more).sum());
        let [lost_bytes, gained_bytes] =
            [-wide.iter().map(more_bytes).sum::<f64>(), rest.iter().map(more_bytes).sum()];
        let is_replaced = lost > 0
            && wide.iter().all(|width| more(width) == 0)
            && gained >= FOR_ONE * lost
            && gained_bytes >= REPLACED * lost_bytes;
        let widest = wide.into_iter().filter(|width| fewer(width) > 0).max()?;
        let narrow = rest.into_iter().filter(|width| more(width) > 0).max()?;
        is_replaced.then_some((widest, narrow))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widths(all: &[(u16, u32)]) -> Widths {
        all.iter().map(|&(width, count)| (std::cmp::Reverse(width), count)).collect()
    }

    #[test]
    fn what_wide_accesses_moved_narrow_ones_move() {
        let wide = widths(&[(128, 4), (32, 1)]);
        assert_eq!(moved(&wide, &widths(&[(32, 17)])), Some((128, 32)));
        assert_eq!(moved(&wide, &widths(&[(64, 8), (32, 1)])), Some((128, 64)));
        assert_eq!(moved(&wide, &widths(&[(128, 2), (32, 9)])), Some((128, 32)));
    }

    #[test]
    fn unrolling_and_less_work_are_not_narrower() {
        let wide = widths(&[(128, 4), (32, 1)]);
        assert_eq!(moved(&wide, &widths(&[(128, 8), (32, 4)])), None);
        assert_eq!(moved(&wide, &widths(&[(128, 2), (32, 1)])), None);
        assert_eq!(moved(&wide, &widths(&[(128, 4), (32, 9)])), None);
        assert_eq!(moved(&wide, &widths(&[(128, 1), (32, 2)])), None);
        assert_eq!(moved(&Widths::new(), &wide), None);
    }
}
