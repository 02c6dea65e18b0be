//! One set of a cache under a replacement policy.

use std::collections::HashMap;

/// A policy that leaves nothing to chance. Empty ways are filled first, the lowest one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Evicts the least recently used line.
    Lru,
    /// Evicts the oldest line.
    Fifo,
    /// Tree pseudo-LRU: each node of a binary tree points away from the last use. The number of
    /// ways is a power of two.
    Tree,
}

struct Way {
    line: u64,
    /// A bit mask of the valid sectors.
    sectors: u64,
    /// When the line came or, under LRU, when it was last used.
    since: u64,
}

pub(super) struct OneSet {
    policy: Policy,
    ways: Vec<Way>,
    way_of_line: HashMap<u64, usize>,
    now: u64,
    /// Whether the nodes of the tree point to the right, as a heap from place 1 on.
    right: Vec<bool>,
}

impl OneSet {
    pub(super) fn new(policy: Policy, ways: usize) -> Self {
        let right = vec![false; ways];
        Self { policy, ways: Vec::with_capacity(ways), way_of_line: HashMap::new(), now: 0, right }
    }

    /// Loads a sector of a line; returns whether it hit.
    pub(super) fn load(&mut self, line: u64, sector: u64) -> bool {
        self.now += 1;
        let way = match self.way_of_line.get(&line) {
            Some(way) => *way,
            None => self.bring(line),
        };
        if self.policy == Policy::Tree {
            self.point_away(way);
        }
        let used = &mut self.ways[way];
        if self.policy == Policy::Lru {
            used.since = self.now;
        }
        let hit = used.sectors & 1 << sector != 0;
        used.sectors |= 1 << sector;
        hit
    }

    /// Puts a line into an empty way, or into that of the victim.
    fn bring(&mut self, line: u64) -> usize {
        let new = Way { line, sectors: 0, since: self.now };
        let way = if self.ways.len() < self.right.len() {
            self.ways.push(new);
            self.ways.len() - 1
        } else {
            let way = self.victim();
            let old = std::mem::replace(&mut self.ways[way], new);
            self.way_of_line.remove(&old.line);
            way
        };
        self.way_of_line.insert(line, way);
        way
    }

    fn victim(&self) -> usize {
        let ways = self.ways.len();
        if self.policy == Policy::Tree {
            let mut node = 1;
            while node < ways {
                node = 2 * node + usize::from(self.right[node]);
            }
            return node - ways;
        }
        (0..ways).min_by_key(|way| self.ways[*way].since).unwrap_or(0)
    }

    fn point_away(&mut self, way: usize) {
        let mut node = way + self.right.len();
        while node > 1 {
            self.right[node / 2] = node.is_multiple_of(2);
            node /= 2;
        }
    }
}
