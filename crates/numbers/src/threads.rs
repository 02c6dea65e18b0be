//! Work on a list by several threads, in order. Pure.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{available_parallelism, scope};

/// What `work` makes of each share of a list, a thread each; shares are of `least` or more,
/// since a thread for a few elements costs more than it saves.
pub fn shares<T: Sync, R: Send>(
    list: &[T],
    least: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let threads = available_parallelism().map_or(1, NonZero::get);
    let share = list.len().div_ceil(threads).max(least).max(1);
    if list.len() <= share {
        return vec![work(list)];
    }
    let work = &work;
    scope(|scope| {
        let spawn = |part| scope.spawn(move || work(part));
        let threads: Vec<_> = list.chunks(share).map(spawn).collect();
        let joined = |thread: std::thread::ScopedJoinHandle<'_, R>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(joined).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_the_list_in_order() {
        let list: Vec<usize> = (0..1001).collect();
        for least in [0, 1, 7, 1000, 5000] {
            let parts = shares(&list, least, <[usize]>::to_vec);
            assert!(parts.iter().rev().skip(1).all(|part| part.len() >= least));
            assert_eq!(parts.concat(), list);
        }
        assert_eq!(shares(&[0_u8; 0], 1, <[u8]>::len), [0]);
    }
}
