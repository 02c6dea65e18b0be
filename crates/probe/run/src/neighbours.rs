//! Other processes on the GPU, which disturb the measurements.

use std::collections::BTreeSet;

/// Tells other processes on the GPU from this one.
///
/// The process's own id is no help: in a container the driver reports the host's ids. So the
/// process whose id appears when we open the GPU is this one.
pub struct Neighbours<'a> {
    list: Box<dyn Fn() -> Vec<u32> + 'a>,
    before: BTreeSet<u32>,
    ours: BTreeSet<u32>,
}

impl<'a> Neighbours<'a> {
    /// Lists the processes before this one opens the GPU. `list` returns the ids of the
    /// processes on the GPU.
    pub fn before(list: impl Fn() -> Vec<u32> + 'a) -> Self {
        let before = list().into_iter().collect();
        Self { list: Box::new(list), before, ours: BTreeSet::new() }
    }

    /// No other processes are known.
    pub fn unknown() -> Self {
        Self::before(Vec::new)
    }

    /// Call this when this process has opened the GPU.
    pub fn note_own(&mut self) {
        self.ours = self.now().difference(&self.before).copied().collect();
    }

    /// The ids of the other processes that are on the GPU now.
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
        neighbours.note_own();
        assert_eq!(neighbours.others(), [7].into());
        *there.borrow_mut() = vec![400_123];
        assert!(neighbours.others().is_empty());
        *there.borrow_mut() = vec![400_123, 9];
        assert_eq!(neighbours.others(), [9].into());
    }
}
