//! Where the branches of a condition meet again.

use propp_code_sass::Flow;
use propp_code_sass::graph::postdominators;

/// The block where all ways from a branch meet, and what is written on the ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    pub(crate) at: usize,
    pub(crate) places: Vec<usize>,
}

/// For each block that ends in a branch its join; `None` where the ways meet nowhere.
pub(crate) fn joins(flow: &Flow, written: &[Vec<usize>]) -> Vec<Option<Join>> {
    let successors: Vec<Vec<usize>> = flow.blocks.iter().map(|block| block.edges.clone()).collect();
    let ends: Vec<usize> =
        (0..successors.len()).filter(|block| successors[*block].is_empty()).collect();
    let after = postdominators(&successors, &ends);
    (0..successors.len())
        .map(|block| {
            let at = (successors[block].len() > 1).then(|| after[block]).flatten()?;
            let mut places: Vec<usize> = between(block, at, &successors)
                .iter()
                .flat_map(|one| written[*one].iter().copied())
                .collect();
            places.sort_unstable();
            places.dedup();
            Some(Join { at, places })
        })
        .collect()
}

/// The blocks on ways from a block's successors to another.
fn between(from: usize, to: usize, successors: &[Vec<usize>]) -> Vec<usize> {
    let mut is_seen = vec![false; successors.len()];
    let mut open: Vec<usize> = successors[from].clone();
    let mut found = Vec::new();
    while let Some(block) = open.pop() {
        if block != to && !std::mem::replace(&mut is_seen[block], true) {
            found.push(block);
            open.extend(&successors[block]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_between_are_those_on_the_ways() {
        // 0 to 1 or 2, both to 3; 3 to itself or 4, which ends.
        let successors = [vec![1, 2], vec![3], vec![3], vec![3, 4], vec![]];
        assert_eq!(between(3, 4, &successors), [3]);
        let mut both = between(0, 3, &successors);
        both.sort_unstable();
        assert_eq!(both, [1, 2]);
    }
}
