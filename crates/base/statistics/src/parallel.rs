//! Long arrays by several threads, a part each. When a function returns no thread is at
//! work any more, and within a fraction of a millisecond all sleep: none disturbs samples
//! that are taken next.
//!
//! One function calls rayon, for work of any kind: rayon's own iterators would be compiled anew for
//! each closure and each type of element.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Elements below which one thread is faster than several.
const A_THREADS_WORTH: usize = 1 << 18;

/// Does `work` for each number below `count`, several at a time.
fn at_once(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

/// What `work` makes of each of these, in order.
fn mapped<I: Send, R: Send>(all: Vec<I>, work: impl Fn(usize, I) -> R + Sync) -> Vec<R> {
    if all.len() < 2 {
        return all.into_iter().map(|item| work(0, item)).collect();
    }
    let (items, made): (Vec<_>, Vec<_>) =
        all.into_iter().map(|item| (Mutex::new(Some(item)), Mutex::new(None))).unzip();
    at_once(items.len(), &|number| {
        let item = items[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        let done = item.map(|item| work(number, item));
        *made[number].lock().unwrap_or_else(PoisonError::into_inner) = done;
    });
    let made =
        made.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
    made.flatten().collect()
}

/// How many elements each thread takes.
fn part(count: usize) -> usize {
    let threads = rayon::current_num_threads().min(count / A_THREADS_WORTH).max(1);
    count.div_ceil(threads).max(1)
}

/// The parts of the places below `count`, in order.
fn all_parts(count: usize) -> Vec<Range<usize>> {
    let part = part(count);
    (0..count).step_by(part).map(|begin| begin..count.min(begin + part)).collect()
}

/// What `work` makes of each part, which it may change and is told the beginning of;
/// in order.
pub fn parts<T: Send, R: Send>(
    all: &mut [T],
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Vec<R> {
    let part = part(all.len());
    mapped(all.chunks_mut(part).collect(), |number, slice| work(number * part, slice))
}

/// What `work` makes of each part of the places below `count`, in order.
pub fn ranges<R: Send>(count: usize, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    mapped(all_parts(count), |_, range| work(range))
}

/// The first place below `count`, of those that `find` finds in a part.
pub fn first(count: usize, find: impl Fn(Range<usize>) -> Option<usize> + Sync) -> Option<usize> {
    let least = AtomicUsize::new(count);
    let look = |_, range: Range<usize>| {
        if range.start < least.load(Ordering::Relaxed)
            && let Some(place) = find(range)
        {
            least.fetch_min(place, Ordering::Relaxed);
        }
    };
    mapped(all_parts(count), look);
    Some(least.into_inner()).filter(|place| *place < count)
}

/// An array whose elements depend on their places alone.
pub fn made<T: Send + Clone + Default>(count: u64, make: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count as usize];
    parts(&mut all, |begin, part| {
        let places = (begin as u64..).zip(part);
        places.for_each(|(place, element)| *element = make(place));
    });
    all
}

/// What `work` makes of each of a few large pieces of work, in order.
pub fn each<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    mapped(all.iter().collect(), |_, item| work(item))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough for several threads, and no multiple of their number.
    const MANY: usize = 4 * A_THREADS_WORTH + 1;

    #[test]
    fn threads_make_what_one_thread_makes() {
        assert!((0..MANY as u64).map(|i| i * 3).eq(made(MANY as u64, |i| i * 3)));
        assert!(made(0, |_| 1).is_empty());
    }

    #[test]
    fn each_piece_has_its_place() {
        let pieces: Vec<u32> = (0..1000).collect();
        assert!(each(&pieces, |piece| piece * 2).into_iter().eq((0..1000).map(|i| i * 2)));
    }

    #[test]
    fn parts_are_all_places_in_order() {
        for count in [0, 1, MANY] {
            let all = ranges(count, |range| range).concat_ranges();
            assert_eq!(all, 0..count);
            let lengths = parts(&mut vec![0_u8; count], |begin, slice| begin..begin + slice.len());
            assert_eq!(lengths.concat_ranges(), 0..count);
        }
    }

    #[test]
    fn the_first_of_several_places_is_found() {
        let places = [MANY / 3, MANY / 2, MANY - 1];
        let find = |range: Range<usize>| places.iter().copied().find(|place| range.contains(place));
        assert_eq!(first(MANY, find), Some(MANY / 3));
        assert_eq!(first(MANY / 3, find), None);
    }

    trait Concat {
        /// The range that these make up, which follow one another.
        fn concat_ranges(self) -> Range<usize>;
    }

    impl Concat for Vec<Range<usize>> {
        fn concat_ranges(self) -> Range<usize> {
            self.into_iter().fold(0..0, |all, part| {
                assert_eq!(all.end, part.start);
                all.start..part.end
            })
        }
    }
}
