//! Where the branches of a condition meet again.

use propp_sass::Flow;

/// The block where all ways from a branch meet, and what is written on the ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    pub(crate) at: usize,
    pub(crate) places: Vec<usize>,
}

/// For each block that ends in a branch its join; `None` where the ways meet nowhere.
pub(crate) fn joins(flow: &Flow, written: &[Vec<usize>]) -> Vec<Option<Join>> {
    let successors: Vec<Vec<usize>> =
        flow.blocks.iter().map(|block| block.edges.iter().map(|edge| edge.to).collect()).collect();
    let after = postdominators(&successors);
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

/// For each block the nearest one that all ways to the end pass (Cooper, Harvey and Kennedy, on
/// the graph turned round); `None` where that is the end.
fn postdominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let end = successors.len();
    let order = backwards(successors);
    let mut rank = vec![usize::MAX; end + 1];
    order.iter().enumerate().for_each(|(place, block)| rank[*block] = place);
    let mut nearest: Vec<Option<usize>> = vec![None; end + 1];
    nearest[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().copied().filter(|block| *block != end) {
            let ends = [end];
            let next =
                if successors[block].is_empty() { &ends[..] } else { &successors[block][..] };
            let known = next.iter().copied().filter(|one| nearest[*one].is_some());
            let meet = known.reduce(|a, b| common(a, b, &nearest, &rank));
            if meet.is_some() && nearest[block] != meet {
                nearest[block] = meet;
                changed = true;
            }
        }
    }
    nearest.truncate(end);
    nearest.into_iter().map(|one| one.filter(|one| *one != end)).collect()
}

fn common(mut a: usize, mut b: usize, nearest: &[Option<usize>], rank: &[usize]) -> usize {
    while a != b {
        let later = if rank[a] > rank[b] { &mut a } else { &mut b };
        match nearest[*later] {
            Some(next) => *later = next,
            None => return nearest.len() - 1,
        }
    }
    a
}

/// Blocks from the end on, each after those that all its ways lead to, as far as loops allow.
fn backwards(successors: &[Vec<usize>]) -> Vec<usize> {
    let end = successors.len();
    let mut before = vec![Vec::new(); end + 1];
    for (block, next) in successors.iter().enumerate() {
        next.iter().for_each(|to| before[*to].push(block));
        if next.is_empty() {
            before[end].push(block);
        }
    }
    let mut order = Vec::new();
    let mut is_seen = vec![false; end + 1];
    is_seen[end] = true;
    let mut open = vec![(end, 0)];
    while let Some((block, next)) = open.pop() {
        match before[block].get(next) {
            Some(one) => {
                open.push((block, next + 1));
                if !std::mem::replace(&mut is_seen[*one], true) {
                    open.push((*one, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_meet_behind_both_sides_and_loops_behind_their_end() {
        // 0 to 1 or 2, both to 3; 3 to itself or 4, which ends.
        let successors = [vec![1, 2], vec![3], vec![3], vec![3, 4], vec![]];
        assert_eq!(postdominators(&successors), [Some(3), Some(3), Some(3), Some(4), None]);
        assert_eq!(between(3, 4, &successors), [3]);
        // A way that ends early meets nowhere.
        assert_eq!(postdominators(&[vec![1, 2], vec![], vec![]]), [None, None, None]);
    }
}
