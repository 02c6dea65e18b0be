//! Control flow of any code: blocks by number, each with the numbers of its successors.

mod live;

pub use live::{Set, liveness};

/// Blocks that are reached from a block, each before those that it leads to as far as loops allow.
/// Of the blocks that one leads to, the first comes right behind it where it can.
pub fn forwards(from: usize, count: usize, ahead: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut is_seen = vec![false; count];
    let mut order = Vec::new();
    let mut open = Vec::new();
    if from < count {
        is_seen[from] = true;
        open.push((from, ahead(from)));
    }
    while let Some((block, rest)) = open.last_mut() {
        match rest.pop() {
            Some(next) => {
                if !std::mem::replace(&mut is_seen[next], true) {
                    open.push((next, ahead(next)));
                }
            }
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

/// For each block the nearest one that all ways to one of the ends pass (Cooper, Harvey and
/// Kennedy, on the graph turned round). `None` where that is behind the ends, or none is reached.
pub fn postdominators(successors: &[Vec<usize>], ends: &[usize]) -> Vec<Option<usize>> {
    let end = successors.len();
    let mut before = vec![Vec::new(); end + 1];
    for (block, next) in successors.iter().enumerate() {
        next.iter().for_each(|to| before[*to].push(block));
    }
    before[end].extend(ends);
    let order = forwards(end, end + 1, |block| before[block].clone());
    let mut rank = vec![usize::MAX; end + 1];
    order.iter().enumerate().for_each(|(place, block)| rank[*block] = place);
    let mut nearest: Vec<Option<usize>> = vec![None; end + 1];
    nearest[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().copied().filter(|block| *block != end) {
            let behind = ends.contains(&block).then_some(end);
            let next = successors[block].iter().copied().chain(behind);
            let known = next.filter(|one| nearest[*one].is_some());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_meet_behind_both_sides_and_loops_behind_their_end() {
        // 0 to 1 or 2, both to 3; 3 to itself or 4, which ends.
        let successors = [vec![1, 2], vec![3], vec![3], vec![3, 4], vec![]];
        let meets = postdominators(&successors, &[4]);
        assert_eq!(meets, [Some(3), Some(3), Some(3), Some(4), None]);
        // A way that ends early meets nowhere, unless that end does not count.
        let early = [vec![1, 2], vec![], vec![]];
        assert_eq!(postdominators(&early, &[1, 2]), [None, None, None]);
        assert_eq!(postdominators(&early, &[2]), [Some(2), None, None]);
        assert_eq!(forwards(0, 5, |block| successors[block].clone()), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn what_a_loop_reads_lives_around_it() {
        let set = |slots: &[u32]| {
            let mut set = Set::new(70);
            slots.iter().for_each(|slot| set.put(*slot));
            set
        };
        assert_eq!(set(&[65, 1, 64]).values().collect::<Vec<_>>(), [1, 64, 65]);
        // 0 writes 1 and 65, the loop 1 reads 65 and writes 2, 2 reads 1.
        let successors = [vec![1], vec![1, 2], vec![]];
        let used = vec![set(&[]), set(&[65]), set(&[1])];
        let written = [set(&[1, 65]), set(&[2]), set(&[])];
        let (entering, leaving) = liveness(&successors, used, &written);
        assert_eq!(entering, [set(&[]), set(&[1, 65]), set(&[1])]);
        assert_eq!(leaving, [set(&[1, 65]), set(&[1, 65]), set(&[])]);
    }
}
