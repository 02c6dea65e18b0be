//! Sets, ways, and the address bits that select the set.

use super::judge::Verdict;
use super::lab::Lab;
use crate::Chaser;

/// More sets are not examined one by one.
const MOST_SETS: u64 = 128;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sets {
    /// The ways of each set, the largest first; or why they are unknown.
    pub(super) ways: Result<Vec<u64>, String>,
    /// The address bits that select the set.
    pub(super) bits: Bits,
    /// An eviction set: one more line of a set than it has ways.
    pub(super) group: Vec<u64>,
}

impl Sets {
    fn unknown(why: &str) -> Self {
        let bits = Bits::Unknown(why.to_owned());
        Self { ways: Err(why.to_owned()), bits, group: Vec::new() }
    }
}

/// The address bits that select the set.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bits {
    /// The set is these bits.
    Plain(Vec<u32>),
    /// The set is a hash of these bits.
    Hashed(Vec<u32>),
    /// There is a single set.
    None,
    Unknown(String),
}

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Finds the sets of a cache that the first `lines` lines fill completely.
    pub(super) fn sets(&mut self, lines: u64, line: u64) -> Result<Sets, C::Error> {
        let mut found = Sets::unknown("no lines were found that compete for one set");
        if self.one_set(lines, line)? {
            found.ways = Ok(vec![lines]);
            found.bits = Bits::None;
            found.group = (0..=lines).map(|i| i * line).collect();
            return Ok(found);
        }
        let mut groups = Vec::new();
        for _ in 0..3 {
            if let Some(group) = self.group_of_another(lines, line)? {
                groups.push(group);
            }
        }
        let Some(first) = groups.first().cloned() else {
            return Ok(found);
        };
        found.group.clone_from(&first);
        let ways = first.len() as u64 - 1;
        let alike = groups.iter().all(|group| group.len() == first.len());
        let bits = if alike { self.flips(&first, line)? } else { None };
        if let Some(bits) = bits
            && lines.is_multiple_of(ways)
            && 1 << bits.len().min(40) >= lines / ways
        {
            let sets = lines / ways;
            let plain = 1 << bits.len() == sets;
            if plain && self.plain_holds(&bits, ways, line)? {
                found.ways = Ok(vec![ways; sets as usize]);
                found.bits = Bits::Plain(bits);
                return Ok(found);
            }
            if !plain
                && sets.is_power_of_two()
                && self.differences_hold(&groups)?
                && self.more_alike(lines, line, first.len())?
            {
                found.ways = Ok(vec![ways; sets as usize]);
                found.bits = Bits::Hashed(bits);
                return Ok(found);
            }
        }
        found.bits = Bits::Unknown("the set is not a function of single address bits".to_owned());
        found.ways = if groups.len() < 3 {
            Err("not every line that is too many leads to a group".to_owned())
        } else if lines / ways > MOST_SETS {
            Err("too many sets to look at them one by one".to_owned())
        } else {
            self.one_by_one(lines, line)?
        };
        Ok(found)
    }

    /// Whether the bits that may differ within one set may differ within any other, as for an
    /// index whose bits are parities of address bits.
    fn differences_hold(&mut self, groups: &[Vec<u64>]) -> Result<bool, C::Error> {
        for (i, group) in groups.iter().enumerate() {
            let another = &groups[(i + 1) % groups.len()];
            for _ in 0..4 {
                let pick = |lab: &mut Self, group: &[u64]| {
                    group[lab.random.below(group.len() as u64) as usize]
                };
                let difference = pick(self, group) ^ pick(self, group);
                let place = pick(self, another) ^ difference;
                if place < self.options.span_bytes && self.same_set(another, place)? != Some(true) {
                    return Ok(false);
                }
            }
        }
        Ok(groups.len() == 3)
    }

    /// The lines that compete with a random line beyond the first ones.
    fn group_of_another(&mut self, lines: u64, line: u64) -> Result<Option<Vec<u64>>, C::Error> {
        let more = self.options.span_bytes / line - lines;
        let another = lines + self.random.below(more);
        let places: Vec<u64> = (0..lines).chain([another]).map(|i| i * line).collect();
        self.group(&places)
    }

    /// Whether more groups have the same number of lines.
    fn more_alike(&mut self, lines: u64, line: u64, size: usize) -> Result<bool, C::Error> {
        for _ in 0..3 {
            let group = self.group_of_another(lines, line)?;
            if group.is_none_or(|group| group.len() != size) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The address bits that change the set when flipped. `None` if lines disagree on a bit.
    fn flips(&mut self, group: &[u64], line: u64) -> Result<Option<Vec<u32>>, C::Error> {
        let mut bits = Vec::new();
        for bit in line.trailing_zeros()..self.options.span_bytes.ilog2() {
            let mut answers = Vec::new();
            let within = |place: &u64| (place ^ (1 << bit)) + line <= self.options.span_bytes;
            let mut members: Vec<u64> = group.iter().copied().filter(within).collect();
            self.random.shuffle(&mut members);
            for place in members.iter().take(3) {
                let Some(same) = self.same_set(group, place ^ (1 << bit))? else {
                    return Ok(None);
                };
                answers.push(same);
            }
            match answers.first() {
                Some(first) if answers.iter().all(|same| same == first) => {
                    if !first {
                        bits.push(bit);
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(bits))
    }

    /// Whether lines with equal index bits compete, checked on other sets.
    fn plain_holds(&mut self, bits: &[u32], ways: u64, line: u64) -> Result<bool, C::Error> {
        let all = self.options.span_bytes / line;
        let set = |place: u64| bits.iter().fold(0, |set, bit| set << 1 | (place >> bit & 1));
        for _ in 0..6 {
            let like = set(self.random.below(all) * line);
            let mut places: Vec<u64> =
                (0..all).map(|i| i * line).filter(|place| set(*place) == like).collect();
            self.random.shuffle(&mut places);
            places.truncate(ways as usize + 1);
            let overflows = self.fits("predicted", &places)? == Verdict::Overflows;
            places.pop();
            let fits = self.fits("predicted", &places)? == Verdict::Fits;
            if !overflows || !fits || (places.len() as u64) < ways {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ways of each set, by adding lines until each of the first lines was evicted once.
    fn one_by_one(&mut self, lines: u64, line: u64) -> Result<Result<Vec<u64>, String>, C::Error> {
        let mut owned = vec![false; lines as usize];
        let mut ways: Vec<u64> = Vec::new();
        let mut tries = 0;
        while let Some(free) = owned.iter().position(|owned| !owned) {
            tries += 1;
            let another = lines + free as u64 + self.detour(tries, lines);
            let out = (another + 1) * line > self.options.span_bytes;
            if ways.len() as u64 > MOST_SETS || tries > 2 * ways.len() + 8 || out {
                return Ok(Err("too many sets to look at them one by one".to_owned()));
            }
            let places: Vec<u64> = (0..lines).chain([another]).map(|i| i * line).collect();
            let Some(group) = self.group(&places)? else { continue };
            let members = group.iter().filter(|place| **place < lines * line);
            let members: Vec<usize> = members.map(|place| (place / line) as usize).collect();
            match members.iter().filter(|member| owned[**member]).count() {
                0 => {}
                old if old == members.len() => continue,
                _ => return Ok(Err("the sets that were found share lines".to_owned())),
            }
            for member in &members {
                owned[*member] = true;
            }
            ways.push(members.len() as u64);
        }
        ways.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Ok(ways))
    }

    /// Every other try uses a random line instead of the next one.
    fn detour(&mut self, tries: usize, lines: u64) -> u64 {
        if tries.is_multiple_of(2) { self.random.below(lines) } else { 0 }
    }
}
