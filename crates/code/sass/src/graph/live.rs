//! Values that are read later.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set(Vec<u64>);

impl Set {
    /// An empty one, for numbers below `count`.
    pub fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub fn has(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
    }

    pub fn put(&mut self, value: u32) {
        if let Some(word) = self.0.get_mut(value as usize / 64) {
            *word |= 1 << (value % 64);
        }
    }

    pub fn values(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.0).flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| index * 64 + bit)
        })
    }
}

/// The values that are read later, at the beginning and the end of each block, from those that it
/// reads before it writes them and those that it writes.
pub fn liveness(
    successors: &[Vec<usize>],
    used: Vec<Set>,
    written: &[Set],
) -> (Vec<Set>, Vec<Set>) {
    let nothing = |set: &Set| Set(vec![0; set.0.len()]);
    let mut leaving: Vec<Set> = used.iter().map(nothing).collect();
    let mut entering = used;
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..successors.len()).rev() {
            let mut out = leaving[block].clone();
            for next in &successors[block] {
                out.0.iter_mut().zip(&entering[*next].0).for_each(|(word, more)| *word |= more);
            }
            if out != leaving[block] {
                changed = true;
                for (word, (live, killed)) in
                    entering[block].0.iter_mut().zip(out.0.iter().zip(&written[block].0))
                {
                    *word |= live & !killed;
                }
                leaving[block] = out;
            }
        }
    }
    (entering, leaving)
}
