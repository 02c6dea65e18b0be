//! Much work for each element: hashes, special functions, repeated scans, searches.

use crate::data::Input;
use crate::primitive::{DIMENSIONS, Primitive, ROW};
use crate::value::Value;

use super::out::Out;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: Out<'_, T>,
    value: impl Fn(T) -> T + Copy,
) {
    let f = &input.first;
    match primitive {
        Primitive::Hash => {
            let table = crc_table();
            each(f, out.elements, |x| T::of(i64::from(hash(x.raw() as u32, &table))));
        }
        Primitive::Functions => each(f, out.elements, |x| T::of_f64(functions(x.as_f64()))),
        Primitive::Queens => {
            each(f, out.elements, |x| T::of(i64::from(queens(x.raw() as u32))));
        }
        Primitive::BlockScan => {
            let chunks = f.chunks_exact(ROW as usize);
            for (from, to) in chunks.zip(out.elements.chunks_exact_mut(ROW as usize)) {
                block_scan(from, to, input.a, value);
            }
        }
        Primitive::Median => medians(f, out.elements),
        _ => {
            let points = f.chunks_exact(DIMENSIONS as usize);
            for (to, point) in out.aux.iter_mut().zip(points) {
                *to = nearest(point, &input.second);
            }
        }
    }
}

fn each<T: Value>(f: &[T], out: &mut [T], result: impl Fn(T) -> T) {
    for (to, x) in out.iter_mut().zip(f) {
        *to = result(*x);
    }
}

/// The remainders of all bytes for CRC-32.
fn crc_table() -> [u32; 256] {
    let shifted = |x: u32| (x >> 1) ^ if x & 1 == 1 { 0xedb8_8320 } else { 0 };
    std::array::from_fn(|byte| (0..8).fold(byte as u32, |x, _| shifted(x)))
}

fn hash(mut h: u32, table: &[u32; 256]) -> u32 {
    for round in 0..16 {
        h = (h >> 8) ^ table[(h & 255) as usize];
        h ^= (h / 1009) ^ ((h % 1009) << 20);
        h = h.wrapping_mul(2_654_435_769).wrapping_add(h.count_ones());
        h = h.rotate_left(13).wrapping_add(round);
    }
    h
}

fn functions(x: f64) -> f64 {
    (1..=4)
        .map(|k| {
            let k = f64::from(k);
            let y = k + 1.0 + x;
            (k * x).sin() + (k * x / 4.0).exp() + y.ln() + y.sqrt() + 1.0 / y
        })
        .sum()
}

fn block_scan<T: Value>(from: &[T], to: &mut [T], a: T, value: impl Fn(T) -> T) {
    const SCANS: usize = 8;
    let mut chunk = [T::Wide::default(); ROW as usize];
    for (at, x) in chunk.iter_mut().zip(from) {
        *at = value(*x).wide();
    }
    for _ in 0..SCANS {
        let mut sum = T::Wide::default();
        for x in &mut chunk {
            sum = sum + *x;
            *x = a.wide() * sum;
        }
    }
    for (to, x) in to.iter_mut().zip(&chunk) {
        *to = T::narrow(*x);
    }
}

const COLUMNS: u32 = 8;
const ALL: u32 = (1 << COLUMNS) - 1;

fn queens(f: u32) -> u32 {
    let column = |at: u32| 1 << (f >> at & 7);
    placed(column(0) | column(3) | column(6) | column(9), column(12), column(15))
}

/// The ways to place a queen in each further row. Fields of the next row are attacked along
/// columns and both diagonals.
fn placed(columns: u32, left: u32, right: u32) -> u32 {
    if columns == ALL {
        return 1;
    }
    let mut free = ALL & !(columns | left | right);
    let mut ways = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        ways += placed(columns | queen, ((left | queen) << 1) & ALL, (right | queen) >> 1);
    }
    ways
}

fn medians<T: Value>(f: &[T], out: &mut [T]) {
    const REACH: usize = 12;
    let Some(last) = f.len().checked_sub(1) else { return };
    for (i, to) in out.iter_mut().enumerate() {
        let mut around: [T; 2 * REACH + 1] =
            std::array::from_fn(|k| f[(i + k).saturating_sub(REACH).min(last)]);
        *to = *around.select_nth_unstable_by(REACH, |x, y| x.order(*y)).1;
    }
}

/// The first of the centres that are the nearest to a point.
fn nearest<T: Value>(point: &[T], centres: &[T]) -> u32 {
    let centres = centres.chunks_exact(DIMENSIONS as usize);
    let distance = |centre: &[T]| -> f64 {
        let far = point.iter().zip(centre).map(|(x, y)| x.as_f64() - y.as_f64());
        far.map(|far| far * far).sum()
    };
    let mut least = (f64::INFINITY, 0);
    for (place, centre) in (0..).zip(centres) {
        let far = distance(centre);
        if far < least.0 {
            least = (far, place);
        }
    }
    least.1
}
