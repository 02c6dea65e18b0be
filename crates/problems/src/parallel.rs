//! Long arrays by several threads, a part each. Pure. All threads have ended when a
//! function returns: none is busy while samples are taken, or the reference timed.

use std::ops::Range;
use std::thread::{self, ScopedJoinHandle};

/// Elements below which one thread is faster than several.
const A_THREADS_WORTH: usize = 1 << 18;

/// More threads than this only wait for memory.
const MOST_THREADS: usize = 16;

/// How many elements each thread takes.
fn part(count: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.min(MOST_THREADS).min(count / A_THREADS_WORTH).max(1);
    count.div_ceil(threads).max(1)
}

fn joined<R>(threads: Vec<ScopedJoinHandle<'_, R>>) -> Vec<R> {
    let result = |thread: ScopedJoinHandle<'_, R>| match thread.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    threads.into_iter().map(result).collect()
}

/// What `work` makes of each part, which it may change and is told the beginning of;
/// in order.
pub(super) fn parts<T: Send, R: Send>(
    all: &mut [T],
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Vec<R> {
    let part = part(all.len());
    if all.len() <= part {
        return vec![work(0, all)];
    }
    thread::scope(|scope| {
        let start = |(number, slice)| {
            let work = &work;
            scope.spawn(move || work(number * part, slice))
        };
        joined(all.chunks_mut(part).enumerate().map(start).collect())
    })
}

/// What `work` makes of each part of the places below `count`, in order.
pub(super) fn ranges<R: Send>(count: usize, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    let part = part(count);
    if count <= part {
        return vec![work(0..count)];
    }
    thread::scope(|scope| {
        let start = |begin: usize| {
            let work = &work;
            scope.spawn(move || work(begin..count.min(begin + part)))
        };
        joined((0..count).step_by(part).map(start).collect())
    })
}

/// The first place below `count`, of those that `find` finds in a part.
pub(super) fn first(
    count: usize,
    find: impl Fn(Range<usize>) -> Option<usize> + Sync,
) -> Option<usize> {
    ranges(count, find).into_iter().flatten().next()
}

/// An array whose elements depend on their places alone.
pub(super) fn made<T: Copy + Default + Send>(count: u64, make: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count as usize];
    parts(&mut all, |start, slice| {
        for (place, to) in (start as u64..).zip(slice) {
            *to = make(place);
        }
    });
    all
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
