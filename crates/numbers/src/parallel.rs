//! Long arrays by several threads, a part each. When a function returns no thread is at
//! work any more, and within a fraction of a millisecond all sleep: none disturbs samples
//! that are taken next.

use std::ops::Range;

use rayon::prelude::*;

/// Elements below which one thread is faster than several.
const A_THREADS_WORTH: usize = 1 << 18;

/// How many elements each thread takes.
fn part(count: usize) -> usize {
    let threads = rayon::current_num_threads().min(count / A_THREADS_WORTH).max(1);
    count.div_ceil(threads).max(1)
}

/// The parts of the places below `count`, in order.
fn all_parts(count: usize) -> impl IndexedParallelIterator<Item = Range<usize>> {
    let part = part(count);
    let parts = (0..count.div_ceil(part)).into_par_iter();
    parts.map(move |number| number * part..count.min((number + 1) * part))
}

/// What `work` makes of each part, which it may change and is told the beginning of;
/// in order.
pub fn parts<T: Send, R: Send>(
    all: &mut [T],
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Vec<R> {
    let part = part(all.len());
    let parts = all.par_chunks_mut(part).enumerate();
    parts.map(|(number, slice)| work(number * part, slice)).collect()
}

/// What `work` makes of each part of the places below `count`, in order.
pub fn ranges<R: Send>(count: usize, work: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
    all_parts(count).map(work).collect()
}

/// The first place below `count`, of those that `find` finds in a part.
pub fn first(
    count: usize,
    find: impl Fn(Range<usize>) -> Option<usize> + Sync + Send,
) -> Option<usize> {
    all_parts(count).find_map_first(find)
}

/// An array whose elements depend on their places alone.
pub fn made<T: Send>(count: u64, make: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let places = (0..count as usize).into_par_iter().with_min_len(A_THREADS_WORTH);
    places.map(|place| make(place as u64)).collect()
}

/// What `work` makes of each of a few large pieces of work, in order.
pub fn each<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    all.par_iter().with_max_len(1).map(work).collect()
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
