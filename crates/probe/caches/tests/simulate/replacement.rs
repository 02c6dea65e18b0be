//! Replacement policies.

use propp_base_statistics::Random;

/// A replacement policy. Empty ways are filled first, the lowest one first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Policy {
    /// Evicts the least recently used line.
    Lru,
    /// Evicts the oldest line.
    Fifo,
    /// Evicts a random line.
    Random,
    /// Evicts a random line, with a probability per way.
    Weighted(Vec<f64>),
    /// Tree pseudo-LRU: each node of a binary tree points away from the last use. The number of
    /// ways is a power of two.
    Tree,
    /// Evicts a random line, but never the most recently used one.
    NotMostRecent,
}

#[derive(Clone, Debug, Default)]
struct Set {
    first: usize,
    ways: usize,
    filled: usize,
    oldest: usize,
    latest: usize,
    /// The ends of the list of slots by last use.
    head: usize,
    tail: usize,
}

const END: usize = usize::MAX;

/// The state of the policy for every set.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    policy: Policy,
    sets: Vec<Set>,
    /// For each slot its neighbours in the order of use.
    later: Vec<usize>,
    earlier: Vec<usize>,
    /// The tree of each set as a heap that begins at the set's first slot.
    right: Vec<bool>,
}

impl Replacement {
    pub(crate) fn new(ways: &[usize], policy: &Policy) -> Self {
        let mut first = 0;
        let set = |ways: &usize| {
            let set = Set { first, ways: *ways, head: END, tail: END, ..Set::default() };
            first += ways;
            set
        };
        let sets = ways.iter().map(set).collect();
        let slots = ways.iter().sum();
        Self {
            policy: policy.clone(),
            sets,
            later: vec![END; slots],
            earlier: vec![END; slots],
            right: vec![false; slots],
        }
    }

    pub(crate) fn clear(&mut self) {
        for set in &mut self.sets {
            *set = Set { first: set.first, ways: set.ways, head: END, tail: END, ..Set::default() };
        }
        self.later.fill(END);
        self.earlier.fill(END);
        self.right.fill(false);
    }

    /// Marks a slot as used.
    pub(crate) fn touch(&mut self, set: usize, slot: usize) {
        self.sets[set].latest = slot;
        match self.policy {
            Policy::Lru => self.move_to_front(set, slot),
            Policy::Tree => self.point_away(set, slot),
            _ => {}
        }
    }

    /// The slot for a new line.
    pub(crate) fn place(&mut self, set: usize, random: &mut Random) -> usize {
        let state = &mut self.sets[set];
        if state.filled < state.ways {
            state.filled += 1;
            return state.first + state.filled - 1;
        }
        let first = state.first;
        let ways = state.ways as u64;
        match &self.policy {
            Policy::Lru => state.tail,
            Policy::Fifo => {
                let slot = first + state.oldest;
                state.oldest = (state.oldest + 1) % state.ways;
                slot
            }
            Policy::Random => first + random.below(ways) as usize,
            Policy::Weighted(weights) => first + weighted(weights, random.unit()),
            Policy::Tree => self.follow(set),
            Policy::NotMostRecent if ways == 1 => first,
            Policy::NotMostRecent => {
                let way = first + random.below(ways - 1) as usize;
                if way >= state.latest { way + 1 } else { way }
            }
        }
    }

    fn move_to_front(&mut self, set: usize, slot: usize) {
        let state = &mut self.sets[set];
        if state.head == slot {
            return;
        }
        let (later, earlier) = (self.later[slot], self.earlier[slot]);
        if later != END {
            self.earlier[later] = earlier;
            if earlier == END {
                state.tail = later;
            } else {
                self.later[earlier] = later;
            }
        }
        self.later[slot] = END;
        self.earlier[slot] = state.head;
        if state.head == END {
            state.tail = slot;
        } else {
            self.later[state.head] = slot;
        }
        state.head = slot;
    }

    fn point_away(&mut self, set: usize, slot: usize) {
        let Set { first, ways, .. } = self.sets[set];
        let mut node = slot - first + ways;
        while node > 1 {
            self.right[first + node / 2] = node.is_multiple_of(2);
            node /= 2;
        }
    }

    fn follow(&self, set: usize) -> usize {
        let Set { first, ways, .. } = self.sets[set];
        let mut node = 1;
        while node < ways {
            node = 2 * node + usize::from(self.right[first + node]);
        }
        first + node - ways
    }
}

fn weighted(weights: &[f64], mut unit: f64) -> usize {
    for (way, weight) in weights.iter().enumerate() {
        if unit < *weight {
            return way;
        }
        unit -= weight;
    }
    weights.len() - 1
}
