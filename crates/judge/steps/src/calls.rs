//! Loops of the program's source, by the calls on the way to its launches.
//!
//! In a function, calls come in the order of its code. Where they go back, a loop begins anew, and the
//! place that they go back to is its head. How far they come before they go back tells loops with one head
//! apart: what comes at the end of some iterations only may end a loop around.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::sites::Sites;
use crate::{FEWEST, Launch, Steps};

/// Ways back in one function, heads and ends together: more are no loops of the source.
const MOST_WAYS: usize = 64;

/// What calls the layers of a model one after the other.
const ROW: &str = ":Sequential.forward";

/// An iteration that begins with another call does so in one of so many at least. A loop around begins less
/// often.
const RARELY: usize = 4;

/// A loop of the source.
#[derive(Clone, Debug)]
pub(crate) struct SourceLoop {
    /// Where each iteration begins and ends.
    pub(crate) iterations: Steps,
    /// The call of the function that the loop is in.
    pub(crate) function: u32,
    /// The first call in the loop.
    pub(crate) head: u32,
}

/// What a function's calls did at a launch.
#[derive(Clone, Copy)]
enum Move {
    Enter,
    Forward,
    /// To an earlier call or the same, from this site.
    Back(u32),
}

/// The calls of one function at a launch.
#[derive(Clone, Copy)]
struct Event {
    launch: usize,
    site: u32,
    moved: Move,
}

/// What happens in each function, by its call.
struct Events<'a> {
    sites: &'a Sites,
    ends_of_functions: Vec<[u32; 2]>,
    of: BTreeMap<u32, Vec<Event>>,
    /// The launches before which a function is left.
    left: BTreeMap<u32, Vec<usize>>,
}

impl<'a> Events<'a> {
    fn new(launches: &[Launch], sites: &'a Sites) -> Self {
        let ends_of_functions = sites.ends_of_functions();
        let mut all = Self { sites, ends_of_functions, of: BTreeMap::new(), left: BTreeMap::new() };
        let main = sites.main_function(launches);
        let is_main = |launch: &Launch| main.is_some() && sites.outermost(launch.site) == main;
        let known = launches.iter().enumerate().filter(|(_, launch)| is_main(launch));
        let known: Vec<(usize, &Launch)> = known.collect();
        let mut latest: &[u32] = &[];
        let mut returned: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for row in known.chunk_by(|(_, one), (_, next)| one.site == next.site) {
            let (first, site) = (row[0].0, row[0].1.site);
            all.moves(first, latest, sites.path(site));
            if latest.len() > sites.path(site).len() && latest.contains(&site) {
                returned.entry(site).or_default().push(first);
            }
            latest = sites.path(site);
            let names: Vec<u32> = row.iter().map(|(_, launch)| launch.name).collect();
            for place in again(&names) {
                all.goes_back(row[place].0, site, site);
            }
        }
        // A function that is compiled when it is first called launches from within once, and then by itself.
        for (site, launches) in returned {
            if let [launch] = launches[..] {
                all.goes_back(launch, site, site);
            }
        }
        for events in all.of.values_mut() {
            events.sort_by_key(|event| event.launch);
        }
        all
    }

    fn moves(&mut self, launch: usize, from: &[u32], to: &[u32]) {
        let same = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        let mut entered = same;
        if let (Some(&before), Some(&site)) = (from.get(same), to.get(same)) {
            if self.sites.position(site) < self.sites.position(before) {
                self.goes_back(launch, site, before);
            } else {
                self.add(launch, site, Move::Forward);
            }
            entered += 1;
        }
        for &caller in from.iter().skip(same).filter(|&&caller| !self.sites.is_in_model(caller)) {
            self.left.entry(caller).or_default().push(launch);
        }
        for &site in to.iter().skip(entered) {
            self.add(launch, site, Move::Enter);
        }
    }

    fn add(&mut self, launch: usize, site: u32, moved: Move) {
        let function = self.sites.parent(site);
        // Nobody asks for loops in there.
        if self.sites.is_in_model(function) {
            return;
        }
        self.of.entry(function).or_default().push(Event { launch, site, moved });
    }

    /// The first call of a loop; if it is all that a function does, the call of the function, since the loop may
    /// as well be around that.
    fn caller_of_whole(&self, head: u32, end: u32) -> u32 {
        let function = self.sites.parent(head);
        let is_whole =
            self.ends_of_functions[function as usize] == [self.sites.position(head), end];
        if is_whole && self.sites.parent(function) != 0 { function } else { head }
    }

    /// A function of a model that goes back from its last call to its first was called anew.
    fn goes_back(&mut self, launch: usize, mut site: u32, mut from: u32) {
        // One call again may be the next layer.
        let is_certain = site != from;
        loop {
            let function = self.sites.parent(site);
            let ends = [site, from].map(|site| self.sites.position(site));
            let is_row = self.sites.get(site).is_some_and(|site| site.function.ends_with(ROW));
            let is_whole = !is_row && self.ends_of_functions[function as usize] == ends;
            if !(is_certain && is_whole && self.sites.is_in_model(function)) {
                break;
            }
            (site, from) = (function, function);
        }
        self.add(launch, site, Move::Back(from));
    }
}

/// Where one call comes again, of the kernels that come from it in a row: a call may launch several. They repeat
/// as a whole, or else the first one comes again.
fn again(names: &[u32]) -> Vec<usize> {
    // The longest end of each beginning that is a beginning, too.
    let mut ends = vec![0_usize; names.len()];
    for place in 1..names.len() {
        let mut length = ends[place - 1];
        while length > 0 && names[place] != names[length] {
            length = ends[length - 1];
        }
        ends[place] = length + usize::from(names[place] == names[length]);
    }
    let period = names.len() - ends.last().copied().unwrap_or(0);
    if 2 * period <= names.len() {
        return (period..names.len()).step_by(period).collect();
    }
    (1..names.len()).filter(|&place| names[place] == names[0]).collect()
}

/// The loops of the source with at least three iterations, but for those within a model.
pub(crate) fn source_loops(launches: &[Launch], sites: &Sites, least: usize) -> Vec<SourceLoop> {
    let events = Events::new(launches, sites);
    let mut loops = Vec::new();
    for (&function, of_function) in &events.of {
        if sites.is_in_model(function) {
            continue;
        }
        let ways = Ways::new(of_function, sites);
        if ways.ends.values().map(BTreeMap::len).sum::<usize>() > MOST_WAYS {
            continue;
        }
        let left = events.left.get(&function).map_or(&[][..], Vec::as_slice);
        for heads in ways.spans() {
            let mut latest = Steps::default();
            for end in ways.ends_of(&heads) {
                let span = Span { sites, heads: &heads, end, left, until: launches.len() };
                let head = ways.sites[&heads[0]];
                let site = events.caller_of_whole(head, end);
                let iterations = Steps { site, ..span.iterations(of_function) };
                let is_large = iterations.count() >= FEWEST && iterations.launches() >= least;
                if is_large && iterations != latest {
                    latest.clone_from(&iterations);
                    loops.push(SourceLoop { iterations, function, head });
                }
            }
        }
    }
    loops
}

/// The ways back in a function, by the positions of heads.
#[derive(Default)]
struct Ways {
    /// How often they come from where.
    ends: BTreeMap<u32, BTreeMap<u32, usize>>,
    sites: BTreeMap<u32, u32>,
    /// How often another head was passed before the next way back.
    passed: BTreeMap<(u32, u32), usize>,
}

impl Ways {
    fn new(events: &[Event], sites: &Sites) -> Self {
        let mut ways = Self::default();
        for event in events {
            if let Move::Back(from) = event.moved {
                let head = sites.position(event.site);
                let ends = ways.ends.entry(head).or_default();
                *ends.entry(sites.position(from)).or_default() += 1;
                ways.sites.entry(head).or_insert(event.site);
            }
        }
        let mut passed: Option<(u32, BTreeSet<u32>)> = None;
        for event in events {
            let position = sites.position(event.site);
            if matches!(event.moved, Move::Back(_)) {
                ways.add_passed(passed.replace((position, BTreeSet::new())));
            } else if let Some((_, others)) = &mut passed {
                others.insert(position);
            }
        }
        ways.add_passed(passed);
        ways
    }

    fn add_passed(&mut self, iteration: Option<(u32, BTreeSet<u32>)>) {
        let Some((head, others)) = iteration else { return };
        for other in others.into_iter().filter(|other| self.ends.contains_key(other)) {
            *self.passed.entry((head, other)).or_default() += 1;
        }
    }

    /// How often they come to a head, from this place or behind it.
    fn count(&self, head: u32, end: u32) -> usize {
        self.ends[&head].range(end..).map(|(_, count)| count).sum()
    }

    /// The heads of loops that may be. A loop has two if its first call is made in some iterations only, or if
    /// it begins with one call or another.
    fn spans(&self) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = self.ends.keys().map(|&head| vec![head]).collect();
        for (&head, ends) in &self.ends {
            let nearest = ends.keys().next().copied().unwrap_or(head);
            let others = self.ends.range(head..=nearest).map(|(&other, _)| other);
            let others =
                others.filter(|&other| other > head && self.are_of_one(head, other, nearest));
            let heads: Vec<u32> = std::iter::once(head).chain(others).collect();
            if heads.len() > 1 {
                all.push(heads);
            }
        }
        all
    }

    /// Whether two heads are those of one loop. The head of a loop around is always followed by that of the
    /// loop in it, and is reached less often.
    fn are_of_one(&self, head: u32, other: u32, end: u32) -> bool {
        let [count, also] = [head, other].map(|head| self.count(head, end));
        let passed = self.passed.get(&(head, other)).copied().unwrap_or(0);
        also > 0 && (RARELY * passed < count || RARELY * also.min(count) >= also.max(count))
    }

    /// From where a loop with these heads goes back.
    fn ends_of(&self, heads: &[u32]) -> BTreeSet<u32> {
        heads.iter().flat_map(|head| self.ends[head].keys().copied()).collect()
    }
}

/// A loop from its head to where it goes back.
struct Span<'a> {
    sites: &'a Sites,
    heads: &'a [u32],
    /// The loop's last call. What comes behind it is outside, and ways back from before it belong to a loop
    /// inside.
    end: u32,
    left: &'a [usize],
    until: usize,
}

impl Span<'_> {
    fn iterations(&self, events: &[Event]) -> Steps {
        let mut all: Vec<Range<usize>> = Vec::new();
        // Where the present iteration began, and where the first of a loop may have; and that one, if it goes
        // on beyond the loop's end, as when a log is written first.
        let (mut open, mut first): (Option<usize>, Option<usize>) = (None, None);
        let mut beyond: Option<Range<usize>> = None;
        for event in events {
            let position = self.sites.position(event.site);
            let is_head = self.heads.contains(&position);
            match event.moved {
                Move::Enter => {
                    let begun = open.take().or(first.take());
                    all.extend(begun.map(|from| from..self.leaves(from).min(event.launch)));
                    first = is_head.then_some(event.launch);
                    beyond = None;
                }
                Move::Back(from) if is_head && self.sites.position(from) >= self.end => {
                    all.extend(beyond.take());
                    let begun = open.replace(event.launch).or(first.take());
                    all.extend(begun.map(|begun| begun..event.launch));
                    first = None;
                }
                _ if position > self.end || position < self.heads[0] => {
                    all.extend(open.take().map(|from| from..event.launch));
                    beyond = first.take().map(|from| from..event.launch).or(beyond);
                }
                Move::Forward if is_head && open.is_none() => first = first.or(Some(event.launch)),
                _ => {}
            }
        }
        all.extend(open.or(first).map(|from| from..self.leaves(from)));
        all.into_iter().collect()
    }

    /// When the function is left after a launch.
    fn leaves(&self, from: usize) -> usize {
        let place = self.left.partition_point(|&left| left <= from);
        self.left.get(place).copied().unwrap_or(self.until)
    }
}
