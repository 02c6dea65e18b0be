//! A value for each line of 128 bytes that something is known of.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How many lines make a chunk.
pub(crate) const LINES: usize = 1 << 11;

/// Chunks of lines, by what each has of its lines.
#[derive(Debug)]
pub(crate) struct Chunks<C> {
    chunks: Vec<Box<C>>,
    places: HashMap<u64, usize, BuildHasherDefault<ByProduct>>,
    /// Of chunks that were used last, their number and place, by the number's hash.
    recent: Box<[(u64, usize); 1 << RECENT]>,
}

const RECENT: u32 = 10;
/// No line of 64-bit addresses is in such a chunk.
const NONE: u64 = u64::MAX;

/// One value for each line of a chunk.
#[derive(Debug)]
pub(crate) struct Column<T>([T; LINES]);

impl<T: Copy + Default> Default for Column<T> {
    fn default() -> Self {
        Self([T::default(); LINES])
    }
}

impl<T> Column<T> {
    /// That of a line of the chunk.
    #[inline(always)]
    pub(crate) fn line(&mut self, line: u64) -> &mut T {
        &mut self.0[line as usize % LINES]
    }

    pub(crate) fn all(&self) -> &[T; LINES] {
        &self.0
    }

    pub(crate) fn all_mut(&mut self) -> &mut [T; LINES] {
        &mut self.0
    }
}

impl<C> Default for Chunks<C> {
    fn default() -> Self {
        let (chunks, places) = (Vec::new(), HashMap::default());
        Self { chunks, places, recent: Box::new([(NONE, 0); 1 << RECENT]) }
    }
}

impl<C: Default> Chunks<C> {
    /// The chunk of a line, which begins here if there is none.
    #[inline]
    pub(crate) fn chunk_of(&mut self, line: u64) -> &mut C {
        let number = line / LINES as u64;
        let place = match self.recent[recent(number)] {
            (last, place) if last == number => place,
            _ => self.place(number),
        };
        &mut self.chunks[place]
    }

    #[inline(never)]
    fn place(&mut self, number: u64) -> usize {
        let chunks = &mut self.chunks;
        let place = *self.places.entry(number).or_insert_with(|| {
            chunks.push(Box::default());
            chunks.len() - 1
        });
        self.recent[recent(number)] = (number, place);
        place
    }

    /// The chunks with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &C)> {
        self.places.iter().map(|(number, place)| (*number, &*self.chunks[*place]))
    }
}

impl<T> Chunks<Column<T>> {
    /// The lines that overlap with the bytes from one address to another, as far as something is known
    /// of their chunk.
    pub(crate) fn known(&mut self, first: u64, end: u64) -> impl Iterator<Item = (u64, &mut T)> {
        let lines = first >> 7..end.div_ceil(1 << 7);
        let numbers = lines.start / LINES as u64..lines.end.div_ceil(LINES as u64);
        let places = &self.places;
        let chunks = self.chunks.iter_mut().enumerate();
        // Of the two, what is shorter is gone through.
        let by_place: HashMap<usize, u64> = if numbers.end - numbers.start < places.len() as u64 {
            numbers.filter_map(|number| Some((*places.get(&number)?, number))).collect()
        } else {
            let inside = places.iter().filter(|(number, _)| numbers.contains(number));
            inside.map(|(number, place)| (*place, *number)).collect()
        };
        let found = chunks.filter_map(move |(place, chunk)| Some((*by_place.get(&place)?, chunk)));
        let all = found.flat_map(|(number, chunk)| {
            let first = number * LINES as u64;
            chunk.all_mut().iter_mut().enumerate().map(move |(at, line)| (first + at as u64, line))
        });
        all.filter(move |(line, _)| lines.contains(line))
    }
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn recent(number: u64) -> usize {
    (number.wrapping_mul(ODD) >> (u64::BITS - RECENT)) as usize
}

/// A hash of numbers that are close together.
#[derive(Debug, Default)]
struct ByProduct(u64);

impl Hasher for ByProduct {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(ODD).rotate_left(32);
    }
}
