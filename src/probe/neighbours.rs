//! Other users of the GPU, who disturb what is measured.

use std::collections::BTreeSet;

/// Tells other processes on the GPU from this one.
///
/// By the process's own id this cannot be done: in a container the driver tells those that
/// the host knows it by. So this process is the one that was not there before it took the
/// GPU.
pub struct Neighbours<'a> {
    list: Box<dyn Fn() -> Vec<u32> + 'a>,
    before: BTreeSet<u32>,
    ours: BTreeSet<u32>,
}

impl<'a> Neighbours<'a> {
    /// Looks around before this process takes the GPU. `list` gives the ids of the
    /// processes on it.
    pub fn before(list: impl Fn() -> Vec<u32> + 'a) -> Self {
        let before = list().into_iter().collect();
        Self { list: Box::new(list), before, ours: BTreeSet::new() }
    }

    /// Nobody but this process is known of.
    #[must_use]
    pub fn unknown() -> Self {
        Self::before(Vec::new)
    }

    /// This process has taken the GPU.
    pub fn we_are_here(&mut self) {
        self.ours = self.now().difference(&self.before).copied().collect();
    }

    /// The ids of the others that are there now.
    #[must_use]
    pub fn others(&self) -> BTreeSet<u32> {
        self.now().difference(&self.ours).copied().collect()
    }

    fn now(&self) -> BTreeSet<u32> {
        (self.list)().into_iter().collect()
    }
}

impl std::fmt::Debug for Neighbours<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Neighbours").field("ours", &self.ours).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn this_process_is_the_one_that_came_with_us() {
        let there = RefCell::new(vec![7]);
        let mut neighbours = Neighbours::before(|| there.borrow().clone());
        there.borrow_mut().push(400_123);
        neighbours.we_are_here();
        assert_eq!(neighbours.others(), [7].into());
        *there.borrow_mut() = vec![400_123];
        assert!(neighbours.others().is_empty());
        *there.borrow_mut() = vec![400_123, 9];
        assert_eq!(neighbours.others(), [9].into());
    }
}
