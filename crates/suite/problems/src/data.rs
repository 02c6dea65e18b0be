//! Makes the inputs of every primitive from a seed. Pure.
//!
//! Floats to sum are multiples of 2^-8 in (-1, 1) with mean 0 (constant inputs are 1/2).
//! While partial sums stay below 2^16, as those of 2^28 random values do, every order of
//! summation gives the same f32. So the check tests whether an implementation adds each
//! element once, and not its rounding errors.

use propp_base_statistics::parallel::made;
use propp_base_statistics::random::{ByPlace, Permutation, scaled};

use super::layout;
use super::primitive::Primitive;
use super::recipe::{Recipe, Recipes, Way};
use super::sizes::sizes;
use super::value::Value;
use crate::drawn::{ascending, drawn};
use crate::{Case, Distribution};

/// Streams of random numbers, by purpose.
const FIRST: u64 = 1;
const SECOND: u64 = 2;
const INDEX: u64 = 3;
const FLAGS: u64 = 4;
const SEGMENTS: u64 = 5;
const RUNS: u64 = 6;

/// The input of a primitive, with the names of `propp_problem`. Unused arrays are empty.
#[derive(Clone, Debug, Default)]
pub struct Input<T> {
    pub n: u64,
    pub m: u64,
    pub a: T,
    pub b: T,
    /// `in`
    pub first: Vec<T>,
    /// `in2`
    pub second: Vec<T>,
    pub aux: Vec<u32>,
    pub index: Vec<u32>,
    pub flags: Vec<u8>,
    pub recipes: Recipes,
}

/// Makes the input of a case. Arrays of the `old` input with equal recipes are reused.
pub fn make<T: Value>(primitive: Primitive, case: &Case, old: Input<T>) -> Input<T> {
    let distribution = case.distribution;
    let random = |purpose| ByPlace::new(case.seed, purpose);
    let (n, m) = sizes(primitive, case.n, distribution);
    let coarse = primitive.sums();
    let recipes = Recipes::new(primitive, T::ELEMENT, case);
    // The middle of the values, and the middle of the upper half.
    let (a, b) = (T::of_bits(1 << 63, coarse), T::of_bits(3 << 62, coarse));
    let mut input = Input { n, m, a, b, recipes, ..old };
    let known = old.recipes;

    renew(&mut input.first, known.first, recipes.first, |way| {
        let elements = if primitive.has_sides() { n * m } else { n };
        first(way, distribution, case.seed, elements)
    });
    let f = &input.first;
    renew(&mut input.second, known.second, recipes.second, |way| {
        second(way, distribution, random(SECOND), f, m)
    });
    renew(&mut input.aux, known.aux, recipes.aux, |way| match way {
        Way::Places => made(n, |i| i as u32),
        Way::Sources => gather_index(distribution, random(INDEX), m, n),
        _ => {
            let m = layout::segments(n, distribution);
            let offsets = layout::offsets(n, m, distribution, random(SEGMENTS));
            layout::keys(&offsets, random(RUNS))
        }
    });
    renew(&mut input.index, known.index, recipes.index, |way| match way {
        Way::Offsets => layout::offsets(n, m, distribution, random(SEGMENTS)),
        Way::Sources => gather_index(distribution, random(INDEX), n, m),
        _ => scatter_index(distribution, random(INDEX), n, m),
    });
    renew(&mut input.flags, known.flags, recipes.flags, |_| {
        let count = if primitive == Primitive::GatherIf { m } else { n };
        flags(distribution, random(FLAGS), count)
    });
    parameters(primitive, distribution, &mut input);
    input
}

/// Makes an array, unless the known one has the wanted recipe.
fn renew<A>(
    array: &mut Vec<A>,
    known: Option<Recipe>,
    wanted: Option<Recipe>,
    make: impl FnOnce(Way) -> Vec<A>,
) {
    if known != wanted {
        // Free the old array first, to make room.
        *array = Vec::new();
        if let Some(recipe) = wanted {
            *array = make(recipe.way);
        }
    }
}

fn first<T: Value>(way: Way, distribution: Distribution, seed: u64, count: u64) -> Vec<T> {
    let random = ByPlace::new(seed, FIRST);
    let value = |i, coarse| T::of_bits(drawn(random, distribution, i, count), coarse);
    match way {
        Way::Binned => {
            let (a, b) = bins::<T>(sizes(Primitive::Histogram, count, distribution).1);
            let (low, range) = (a.as_i64(), b.as_i64() - a.as_i64());
            // One in five outside of the bins, on either side.
            let all = (range + range / 4) as u64;
            made(count, |i| {
                let within = scaled(drawn(random, distribution, i, count), all);
                T::of(low - range / 8 + within as i64)
            })
        }
        Way::Ascending => {
            made(count, |i| T::of_bits(ascending(random, distribution, i, count), false))
        }
        Way::Runs => {
            let repeats = ByPlace::new(seed, RUNS);
            made(count, |i| value(run(repeats, i), false))
        }
        Way::Drawn { coarse } => made(count, |i| value(i, coarse)),
        _ => made(count, |i| value(i, false)),
    }
}

/// The beginning of the run at a place. Two of three elements repeat the one before, so
/// it is close.
fn run(random: ByPlace, place: u64) -> u64 {
    let begins = |i: &u64| *i == 0 || random.below(*i, 3) == 0;
    (0..=place).rev().find(begins).unwrap_or(0)
}

fn second<T: Value>(
    way: Way,
    distribution: Distribution,
    random: ByPlace,
    first: &[T],
    m: u64,
) -> Vec<T> {
    match way {
        Way::Copied => {
            let mut second = made(m, |i| first[i as usize]);
            let place = first.len() * 3 / 4;
            if distribution != Distribution::Constant
                && let Some(value) = second.get_mut(place)
            {
                *value = if *value == T::RARE { T::default() } else { T::RARE };
            }
            second
        }
        // In any order, but for sorted ones.
        Way::Needles => made(m, |j| T::of_bits(drawn(random, distribution, j, m), false)),
        Way::Drawn { coarse } => made(m, |j| T::of_bits(drawn(random, distribution, j, m), coarse)),
        Way::Sharing if !first.is_empty() => made(m, |j| sharing(first, random, j, m)),
        _ => made(m, |j| T::of_bits(ascending(random, distribution, j, m), false)),
    }
}

/// One of `m` ascending elements, half of which are from `first`. Small elements are taken
/// more often: this range repeats small elements more, and `first` the large ones.
fn sharing<T: Value>(first: &[T], random: ByPlace, j: u64, m: u64) -> T {
    let of_first = |j: u64| {
        let x = j as f64 / m as f64;
        first[((x * x * first.len() as f64) as usize).min(first.len() - 1)]
    };
    // The other half are successors. Later elements from the same source are successors,
    // too, so that the order stays ascending.
    let value = of_first(j);
    let mut same = (0..=j).rev().take_while(|i| of_first(*i) == value);
    if same.any(|i| random.at(i) & 1 == 1) { value.successor() } else { value }
}

/// For each of `m` outputs, an index into `n` inputs.
fn gather_index(distribution: Distribution, random: ByPlace, n: u64, m: u64) -> Vec<u32> {
    made(m, |j| {
        let place = match distribution {
            Distribution::Uniform => random.below(j, n),
            Distribution::Sorted => j * n / m,
            Distribution::Constant => n / 2,
            Distribution::Few => (random.at(j) >> 60) * n / 16,
            Distribution::PowerLaw => scaled(drawn(random, distribution, j, m), n),
        };
        place as u32
    })
}

/// For each of `n` inputs, a unique index into `m` outputs: random, ascending, descending
/// from the end, or sixteen interleaved streams.
fn scatter_index(distribution: Distribution, random: ByPlace, n: u64, m: u64) -> Vec<u32> {
    let permutation = Permutation::new(random, m);
    made(n, |i| {
        let place = match distribution {
            Distribution::Uniform | Distribution::PowerLaw => permutation.at(i),
            Distribution::Sorted => i,
            Distribution::Constant => m - 1 - i,
            Distribution::Few if i < n / 16 * 16 => i % 16 * (n / 16) + i / 16,
            Distribution::Few => i,
        };
        place as u32
    })
}

/// One in two at random, the first half, all, runs of sixteen, or one in 64 at random.
fn flags(distribution: Distribution, random: ByPlace, count: u64) -> Vec<u8> {
    made(count, |i| {
        u8::from(match distribution {
            Distribution::Uniform => random.at(i) & 1 == 0,
            Distribution::Sorted => i < count / 2,
            Distribution::Constant => true,
            Distribution::Few => i / 16 % 2 == 0,
            Distribution::PowerLaw => random.at(i) >> 58 == 0,
        })
    })
}

/// The borders of `m` bins of equal width, a power of two: about 2^30 in all for
/// integers, and for floats, of which -3/4 is the lower border, 3/2 at least.
fn bins<T: Value>(m: u64) -> (T, T) {
    let m = m as i64;
    if T::IS_FLOAT {
        // In units of 2^-8.
        let mut width = 1_i64;
        while width * m < 384 {
            width *= 2;
        }
        return (T::parts_of_256(-192), T::parts_of_256(width * m - 192));
    }
    let mut width = 1_i64;
    while width * 2 * m < 1 << 31 {
        width *= 2;
    }
    // Around 0 where there are negative numbers, else well above it.
    let low = if T::of(-1) < T::default() { -(1 << 29) } else { 1 << 29 };
    (T::of(low), T::of(low + width * m))
}

/// Sets `a` and `b` for primitives that need other values than the middle.
fn parameters<T: Value>(primitive: Primitive, distribution: Distribution, input: &mut Input<T>) {
    let late = input.first.len() * 3 / 4;
    match primitive {
        Primitive::Fill => input.a = input.b,
        Primitive::Sequence => input.b = T::FACTOR,
        Primitive::Transform | Primitive::TransformIf | Primitive::TransformHost => {
            input.a = T::FACTOR;
        }
        Primitive::Stencil => (input.a, input.b) = (T::FACTOR, T::parts_of_256(32)),
        // Floats stay below 1 from scan to scan.
        Primitive::BlockScan => {
            input.a = if T::IS_FLOAT { T::parts_of_256(1) } else { T::FACTOR };
        }
        Primitive::Histogram => (input.a, input.b) = bins(input.m),
        // Late in a random input, not at all in a constant one, soon among repeats.
        Primitive::Find => match (distribution, input.first.get_mut(late)) {
            (Distribution::Uniform, Some(value)) => {
                *value = T::RARE;
                input.a = T::RARE;
            }
            (Distribution::Constant, _) | (_, None) => input.a = T::RARE,
            (_, Some(value)) => input.a = *value,
        },
        Primitive::Count | Primitive::Replace => {
            input.a = input.first.get(late).copied().unwrap_or(T::RARE);
        }
        _ => {}
    }
}

#[cfg(test)]
#[path = "data_tests.rs"]
mod tests;
