//! Locking at the end of the program, which must not wait for ever.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// How long the end of the program waits for a lock of another thread: far longer
/// than a flush or a frame takes. The thread may never release it, for example
/// because propp was stopped while the thread sent a frame.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// Locks, or gives up after `patience`.
pub(crate) fn lock_within<T>(mutex: &Mutex<T>, patience: Duration) -> Option<MutexGuard<'_, T>> {
    let begun = Instant::now();
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if begun.elapsed() > patience => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_never_let_go_is_given_up() {
        let mutex = Mutex::new(());
        let held = mutex.lock().unwrap();
        assert!(lock_within(&mutex, Duration::from_millis(5)).is_none());
        drop(held);
        assert!(lock_within(&mutex, Duration::ZERO).is_some());
    }

    #[test]
    fn a_lock_that_is_let_go_in_time_is_had() {
        let mutex = Mutex::new(());
        let (locked, is_locked) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let held = mutex.lock().unwrap();
                locked.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(5));
                drop(held);
            });
            is_locked.recv().unwrap();
            assert!(lock_within(&mutex, PATIENCE).is_some());
        });
    }
}
