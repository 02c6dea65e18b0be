//! Loops: cycles of blocks, and cycles within these when their headers are taken out.
//!
//! A cycle that is entered at one block is a natural loop with this block as its header. A cycle
//! that is entered at several is irreducible: all of these are its headers.

/// Loops nested deeper are not told apart. No compiler wrote more than 12, and it bounds the
/// time for code that nobody compiled.
const MAX_DEPTH: usize = 64;

/// Blocks that can run again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where it is entered: one block, or several of an irreducible loop.
    pub headers: Vec<usize>,
    /// All blocks, those of inner loops included, in the order of the code.
    pub blocks: Vec<usize>,
    /// The loop that it is in.
    pub parent: Option<usize>,
    /// 1 for outermost loops.
    pub depth: usize,
}

/// The loops of a graph, and the innermost loop of each block. Block 0 is the entry.
pub(super) fn find(successors: &[Vec<usize>]) -> (Vec<Loop>, Vec<Option<usize>>) {
    let count = successors.len();
    let mut forest = Forest {
        successors,
        predecessors: reversed(successors),
        loops: Vec::new(),
        innermost: vec![None; count],
        is_header: vec![false; count],
        region: vec![0; count],
        regions: 0,
    };
    let mut work = vec![((0..count).collect::<Vec<usize>>(), None)];
    while let Some((blocks, parent)) = work.pop() {
        for cycle in forest.cycles(&blocks) {
            let depth = parent.map_or(1, |parent: usize| forest.loops[parent].depth + 1);
            let number = forest.add(cycle, parent, depth);
            if depth < MAX_DEPTH {
                work.push((forest.loops[number].blocks.clone(), Some(number)));
            }
        }
    }
    (forest.loops, forest.innermost)
}

fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|&to| predecessors[to].push(from));
    }
    predecessors
}

struct Forest<'g> {
    successors: &'g [Vec<usize>],
    predecessors: Vec<Vec<usize>>,
    loops: Vec<Loop>,
    innermost: Vec<Option<usize>>,
    /// Blocks that are the header of a loop found so far.
    is_header: Vec<bool>,
    /// Marks the blocks of the part of the graph that is being searched.
    region: Vec<usize>,
    regions: usize,
}

impl Forest<'_> {
    fn add(&mut self, mut blocks: Vec<usize>, parent: Option<usize>, depth: usize) -> usize {
        blocks.sort_unstable();
        self.mark(&blocks);
        let inside = |block: &usize| self.region[*block] == self.regions;
        // Within its parent a loop is also entered from the parent's header.
        let mut headers = blocks.clone();
        headers.retain(|&block| block == 0 || !self.predecessors[block].iter().all(inside));
        // Nothing leads into a loop that no code reaches.
        if headers.is_empty() {
            headers.extend(blocks.first());
        }
        let number = self.loops.len();
        for &block in &blocks {
            self.innermost[block] = Some(number);
        }
        headers.iter().for_each(|&header| self.is_header[header] = true);
        self.loops.push(Loop { headers, blocks, parent, depth });
        number
    }

    fn mark(&mut self, blocks: &[usize]) {
        self.regions += 1;
        blocks.iter().for_each(|&block| self.region[block] = self.regions);
    }

    /// The strongly connected components with a cycle among these blocks, without edges to
    /// headers that are known already (Tarjan's algorithm, with a stack of its own).
    fn cycles(&mut self, blocks: &[usize]) -> Vec<Vec<usize>> {
        self.mark(blocks);
        let mut search = Search::new(self.successors.len().min(blocks.len() * 2));
        let mut cycles = Vec::new();
        for &root in blocks {
            search.from(root, self, &mut cycles);
        }
        cycles
    }

    fn leads(&self, to: usize) -> bool {
        self.region[to] == self.regions && !self.is_header[to]
    }
}

/// The state of Tarjan's algorithm.
struct Search {
    order: std::collections::HashMap<usize, usize>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<usize>,
    /// Blocks on the way from the root, with the next of their edges.
    path: Vec<(usize, usize)>,
}

impl Search {
    fn new(capacity: usize) -> Self {
        let order = std::collections::HashMap::with_capacity(capacity);
        Self { order, low: Vec::new(), open: Vec::new(), stack: Vec::new(), path: Vec::new() }
    }

    fn enter(&mut self, block: usize) {
        let number = self.low.len();
        self.order.insert(block, number);
        self.low.push(number);
        self.open.push(true);
        self.stack.push(block);
        self.path.push((block, 0));
    }

    fn from(&mut self, root: usize, forest: &Forest<'_>, cycles: &mut Vec<Vec<usize>>) {
        if self.order.contains_key(&root) {
            return;
        }
        self.enter(root);
        while let Some(&(block, edge)) = self.path.last() {
            let number = self.order[&block];
            if let Some(&to) = forest.successors[block].get(edge) {
                if let Some(last) = self.path.last_mut() {
                    last.1 += 1;
                }
                if !forest.leads(to) {
                    continue;
                }
                match self.order.get(&to) {
                    None => self.enter(to),
                    Some(&seen) if self.open[seen] => {
                        self.low[number] = self.low[number].min(seen);
                    }
                    Some(_) => {}
                }
                continue;
            }
            self.path.pop();
            if let Some(&(parent, _)) = self.path.last() {
                let parent = self.order[&parent];
                self.low[parent] = self.low[parent].min(self.low[number]);
            }
            if self.low[number] == number {
                self.close(block, forest, cycles);
            }
        }
    }

    /// Takes the component of a block from the stack; keeps it if it has a cycle.
    fn close(&mut self, block: usize, forest: &Forest<'_>, cycles: &mut Vec<Vec<usize>>) {
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.open[self.order[&member]] = false;
            component.push(member);
            if member == block {
                break;
            }
        }
        let repeats = forest.successors[block].contains(&block) && forest.leads(block);
        if component.len() > 1 || repeats {
            cycles.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let count = edges.iter().map(|&(from, to)| from.max(to) + 1).max().unwrap_or(0);
        let mut successors = vec![Vec::new(); count];
        edges.iter().for_each(|&(from, to)| successors[from].push(to));
        successors
    }

    #[test]
    fn two_loops_in_one() {
        let edges = [(0, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 3), (4, 1), (4, 5)];
        let (loops, innermost) = find(&graph(&edges));
        assert_eq!(loops[0].headers, [1]);
        assert_eq!(loops[0].blocks, [1, 2, 3, 4]);
        let inner: Vec<_> =
            loops[1..].iter().map(|l| (&l.headers[..], l.parent, l.depth)).collect();
        assert_eq!(inner.len(), 2);
        assert!(inner.contains(&(&[2][..], Some(0), 2)) && inner.contains(&(&[3][..], Some(0), 2)));
        let depths: Vec<_> = innermost.iter().map(|l| l.map_or(0, |l| loops[l].depth)).collect();
        assert_eq!(depths, [0, 1, 2, 2, 2, 0]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_one_loop_with_two_headers() {
        let (loops, _) = find(&graph(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]));
        assert_eq!(loops.len(), 1);
        assert_eq!(loops[0].headers, [1, 2]);
    }

    #[test]
    fn the_entry_can_be_a_header() {
        let (loops, _) = find(&graph(&[(0, 1), (1, 0), (1, 2)]));
        assert_eq!((loops.len(), &loops[0].headers[..]), (1, &[0][..]));
    }

    #[test]
    fn code_that_nothing_reaches_may_loop() {
        let (loops, innermost) = find(&graph(&[(0, 3), (1, 2), (2, 1)]));
        assert_eq!((&loops[0].headers[..], innermost[2]), (&[1][..], Some(0)));
    }

    #[test]
    fn deep_nests_end() {
        let count = 3000;
        let forward = (0..count).map(|block| (block, block + 1));
        let back = (1..count / 2).map(|block| (count - block, block));
        let (loops, _) = find(&graph(&forward.chain(back).collect::<Vec<_>>()));
        assert_eq!(loops.iter().map(|l| l.depth).max(), Some(MAX_DEPTH));
    }
}
