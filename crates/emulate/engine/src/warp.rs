//! A warp: registers, and the places in the code where its lanes are.
//!
//! Lanes that run together are a fragment. A branch that divides a fragment makes two, which
//! meet again in the block that the branch's block is always followed by.

use std::hash::{DefaultHasher, Hash, Hasher};

use propp_emulate_ptx::Block;

use crate::activation::Activation;
use crate::lanes::Registers;
use crate::order::Yields;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragment {
    pub(crate) mask: u32,
    /// The instruction to execute next, and its block.
    pub(crate) at: u32,
    pub(crate) block: u32,
    /// Where these lanes meet others: an index into [`Warp::joins`].
    pub(crate) join: Option<u32>,
    pub(crate) wait: Wait,
    /// The call that these lanes are in: an index into [`Warp::calls`].
    pub(crate) call: Option<u32>,
    /// It has waited for lanes that do not come.
    pub(crate) passes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    No,
    /// For other lanes of the warp.
    Warp,
    /// For a barrier of the block, by its number.
    Barrier(u32),
    /// For the barrier of the cluster.
    Cluster,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Join {
    block: u32,
    /// Lanes that will come, and those that have.
    expected: u32,
    arrived: u32,
    outer: Option<u32>,
    /// The call that its block is in: another call comes to the same block, too.
    call: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Warp {
    pub(crate) registers: Registers,
    /// Those that run, or wait; the last one runs first.
    pub(crate) fragments: Vec<Fragment>,
    joins: Vec<Join>,
    pub(crate) calls: Vec<Activation>,
    /// Lanes that have not ended.
    pub(crate) alive: u32,
    /// Cycles that the warp has run, slept or waited.
    pub(crate) time: u64,
    pub(crate) index: u32,
    pub(crate) yields: Yields,
    /// Lanes that have come to the barrier of the cluster since it was passed.
    pub(crate) come: u32,
}

impl Warp {
    /// Begins with registers that hold constants.
    pub(crate) fn new(registers: Registers, index: u32, threads: u32) -> Self {
        let mut warp = Self { registers, index, ..Self::default() };
        warp.restart(threads);
        warp
    }

    /// Begins at the first instruction, with the registers as they are.
    pub(crate) fn restart(&mut self, threads: u32) {
        let mask = if threads >= 32 { u32::MAX } else { (1 << threads) - 1 };
        let start = Fragment {
            mask,
            at: 0,
            block: 0,
            join: None,
            wait: Wait::No,
            call: None,
            passes: false,
        };
        self.fragments.clear();
        self.fragments.push(start);
        self.joins.clear();
        self.calls.clear();
        self.alive = mask;
        self.time = 0;
        self.yields = Yields::default();
        self.come = 0;
    }

    /// Divides the running fragment: its lanes `first` go on with block `to`, the others with
    /// block `or`. They meet in block `meet`.
    pub(crate) fn divide(
        &mut self,
        first: u32,
        to: u32,
        or: u32,
        meet: Option<u32>,
        code: &[Block],
    ) {
        let Some(&Fragment { mask, join: outer, call, .. }) = self.fragments.last() else {
            return;
        };
        let join = match meet {
            None => outer,
            // Where the fragment is going anyway.
            Some(block) if outer.is_some_and(|join| self.meets(join, block, call)) => outer,
            Some(block) => {
                self.joins.push(Join { block, expected: mask, arrived: 0, outer, call });
                Some(self.joins.len() as u32 - 1)
            }
        };
        let own = |mask: u32, block: u32| {
            let at = code[block as usize].first;
            Fragment { mask, at, block, join, wait: Wait::No, call, passes: false }
        };
        self.fragments.pop();
        self.fragments.push(own(mask & !first, or));
        self.fragments.push(own(first, to));
    }

    fn meets(&self, join: u32, block: u32, call: Option<u32>) -> bool {
        let join = &self.joins[join as usize];
        join.block == block && join.call == call
    }

    /// Whether the fragment is at the beginning of the block where it meets others.
    pub(crate) fn is_at_join(&self, fragment: &Fragment) -> bool {
        fragment.join.is_some_and(|join| self.meets(join, fragment.block, fragment.call))
    }

    /// The running fragment has come to its join: it ends there, and when all have come one
    /// fragment goes on.
    pub(crate) fn arrive(&mut self) {
        let Some(&Fragment { mask, at, join, .. }) = self.fragments.last() else { return };
        self.fragments.pop();
        let Some(index) = join else { return };
        self.joins[index as usize].arrived |= mask;
        self.pass_if_complete(index, at);
    }

    fn pass_if_complete(&mut self, index: u32, at: u32) {
        let join = self.joins[index as usize];
        if join.arrived != join.expected {
            return;
        }
        self.joins[index as usize].expected = 0;
        self.joins[index as usize].arrived = 0;
        self.tidy();
        if join.arrived != 0 {
            self.fragments.push(Fragment {
                mask: join.arrived,
                at,
                block: join.block,
                join: join.outer,
                wait: Wait::No,
                call: join.call,
                passes: false,
            });
        }
    }

    /// The running fragment goes to the functions that its lanes call, and goes on with the block
    /// `back` when all have come back.
    pub(crate) fn call(
        &mut self,
        activation: Activation,
        back: u32,
        to: impl Iterator<Item = (u32, u32)>,
        code: &[Block],
    ) {
        let Some(Fragment { mask, join: outer, call, .. }) = self.fragments.pop() else { return };
        // Of ended lanes, which nobody came back from.
        while self.calls.last().is_some_and(|call| call.lanes == 0) {
            self.calls.pop();
        }
        self.joins.push(Join { block: back, expected: mask, arrived: 0, outer, call });
        let join = Some(self.joins.len() as u32 - 1);
        self.calls.push(activation);
        let call = Some(self.calls.len() as u32 - 1);
        for (block, mask) in to {
            let at = code[block as usize].first;
            let wait = Wait::No;
            self.fragments.push(Fragment { mask, at, block, join, wait, call, passes: false });
        }
    }

    /// The lanes of the running fragment have come back from their call, to the block behind it.
    pub(crate) fn come_back(&mut self, back: u32, code: &[Block]) {
        let Some(top) = self.fragments.last_mut() else { return };
        let Some(own) = top.call.and_then(|own| self.calls.get_mut(own as usize)) else { return };
        own.lanes &= !top.mask;
        (top.call, top.block, top.at) = (own.outer, back, code[back as usize].first);
        while self.calls.last().is_some_and(|call| call.lanes == 0) {
            self.calls.pop();
        }
    }

    /// Drops joins at the end that nobody comes to any more.
    fn tidy(&mut self) {
        while self.joins.last().is_some_and(|join| join.expected == 0) {
            self.joins.pop();
        }
    }

    /// Lanes of the running fragment end.
    pub(crate) fn end(&mut self, lanes: u32, code: &[Block]) {
        self.alive &= !lanes;
        let Some(top) = self.fragments.last_mut() else { return };
        top.mask &= !lanes;
        let (left, join, mut call) = (top.mask, top.join, top.call);
        while let Some(own) = call.and_then(|own| self.calls.get_mut(own as usize)) {
            own.lanes &= !lanes;
            call = own.outer;
        }
        let mut next = join;
        while let Some(index) = next {
            let join = &mut self.joins[index as usize];
            join.expected &= !lanes;
            next = join.outer;
        }
        if left != 0 {
            return;
        }
        self.fragments.pop();
        // Others may have waited for these lanes alone.
        let mut next = join;
        while let Some(index) = next {
            let join = self.joins[index as usize];
            if join.expected != 0 {
                self.pass_if_complete(index, code[join.block as usize].first);
                return;
            }
            next = join.outer;
        }
        self.tidy();
    }

    /// Chooses a fragment that can run. If all wait for lanes of the warp, they go on as they
    /// are: the program has promised that its lanes come together, and some did not.
    pub(crate) fn choose(&mut self) -> bool {
        if self.fragments.last().is_some_and(|last| last.wait == Wait::No) {
            return true;
        }
        if let Some(index) = self.fragments.iter().rposition(|f| f.wait == Wait::No) {
            let last = self.fragments.len() - 1;
            self.fragments.swap(index, last);
            return true;
        }
        let Some(index) = self.fragments.iter().rposition(|f| f.wait == Wait::Warp) else {
            return false;
        };
        let last = self.fragments.len() - 1;
        self.fragments.swap(index, last);
        self.fragments[last].wait = Wait::No;
        self.fragments[last].passes = true;
        true
    }

    /// The registers, and where the lanes are.
    pub(crate) fn hash_state(&self, hasher: &mut impl Hasher) {
        self.registers.predicates.hash(hasher);
        self.registers.narrow.hash(hasher);
        self.registers.wide.hash(hasher);
        for fragment in &self.fragments {
            (fragment.mask, fragment.at, fragment.wait == Wait::No, fragment.call).hash(hasher);
        }
        for call in &self.calls {
            call.hash_state(hasher);
        }
    }

    /// A hash of that.
    pub(crate) fn state(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash_state(&mut hasher);
        hasher.finish()
    }

    pub(crate) fn waiting_at(&self, barrier: u32) -> u32 {
        let waiting = self.fragments.iter().filter(|f| f.wait == Wait::Barrier(barrier));
        waiting.fold(0, |all, fragment| all | fragment.mask)
    }
}
