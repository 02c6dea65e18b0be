//! What the host did between launches.

use crate::Before;

/// Calls of the host beside launches, by their numbers among all calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostCalls {
    waits: Vec<u32>,
    copies_in: Vec<u32>,
}

impl HostCalls {
    /// The host waits for the GPU in this call, or copies from it.
    pub fn waits(&mut self, call: u32) {
        self.waits.push(call);
    }

    /// The host copies data to the GPU in this call.
    pub fn copies_in(&mut self, call: u32) {
        self.copies_in.push(call);
    }

    pub fn in_order(&self) -> InOrder {
        let mut calls = self.clone();
        calls.waits.sort_unstable();
        calls.copies_in.sort_unstable();
        InOrder { calls, last: 0 }
    }
}

/// Says of launches, in the order of their calls, what the host did before.
#[derive(Clone, Debug)]
pub struct InOrder {
    calls: HostCalls,
    last: u32,
}

impl InOrder {
    /// Between the launch before and the launch of this call.
    pub fn before(&mut self, call: u32) -> Before {
        let between = |calls: &[u32]| {
            let from = calls.partition_point(|&other| other <= self.last);
            calls.get(from).is_some_and(|&other| other < call)
        };
        let before = Before {
            waited: between(&self.calls.waits),
            copied_in: between(&self.calls.copies_in),
        };
        self.last = call;
        before
    }
}
