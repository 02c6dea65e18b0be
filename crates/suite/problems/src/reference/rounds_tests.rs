//! Much work for each element, by other definitions than the reference's.

use super::*;

use crate::primitive::ROW;

fn close(got: f64, want: f64, scale: f64) {
    assert!((got - want).abs() <= 1e-6 * (1.0 + scale.abs()), "{got} is not {want}");
}

#[test]
fn hashes_a_bit_at_a_time() {
    all::<u32>(Primitive::Hash, |input, want| {
        for (x, got) in input.first.iter().zip(&want.out).step_by(41) {
            let mut h = u64::from(*x);
            for round in 0..16 {
                for _ in 0..8 {
                    h = if h % 2 == 1 { (h / 2) ^ 0xedb8_8320 } else { h / 2 };
                }
                h ^= (h / 1009) ^ (h % 1009 * 1_048_576);
                h = (h * 2_654_435_769 + u64::from(h.count_ones())) % (1 << 32);
                h = (h * 8192 % (1 << 32) + (h >> 19) + round) % (1 << 32);
            }
            assert_eq!(u64::from(*got), h);
        }
    });
}

#[test]
fn functions_by_their_inverses() {
    all::<f64>(Primitive::Functions, |input, want| {
        assert!(want.scale.iter().zip(&want.out).all(|(scale, x)| *scale == x.abs() + 8.0));
        for (x, got) in input.first.iter().zip(&want.out).step_by(43) {
            let of = |k: i32| {
                let (k, y) = (f64::from(k), f64::from(k) + 1.0 + x);
                let fourth = (x / 4.0).exp().powf(k);
                (std::f64::consts::FRAC_PI_2 - k * x).cos()
                    + fourth
                    + 1.0 / y
                    + y.powf(0.5)
                    + y.log2() * std::f64::consts::LN_2
            };
            close(*got, (1..=4).rev().map(of).sum(), 8.0);
        }
    });
}

/// Eight sums of sums are one sum with binomial weights.
#[test]
fn repeated_scans_by_binomials() {
    all::<f64>(Primitive::BlockScan, |input, want| {
        let chunk = ROW as usize;
        assert_eq!(want.out.len(), input.first.len() / chunk * chunk);
        // weights[d]: the ways from an element to one d later in eight steps.
        let mut weights = vec![input.a.powi(8); chunk];
        for _ in 1..8 {
            for d in 1..chunk {
                weights[d] += weights[d - 1];
            }
        }
        for at in (0..want.out.len()).step_by(89) {
            let start = at / chunk * chunk;
            let terms = (start..=at).map(|i| input.first[i] * weights[at - i]);
            close(want.out[at], terms.sum(), want.scale[at]);
        }
    });
    all::<i32>(Primitive::BlockScan, |input, want| {
        for (x, got) in input.first.chunks_exact(ROW as usize).zip(want.out.chunks(ROW as usize)) {
            assert_eq!(got[0], x[0].wrapping_mul(3_i32.pow(8)));
        }
    });
}

/// By permutations: which column each row takes, or none.
#[test]
fn queens_by_every_order_of_the_free_columns() {
    fn ways(f: u32, taken: &mut Vec<i32>, free: &mut Vec<i32>) -> u32 {
        if free.is_empty() {
            return 1;
        }
        let row = taken.len() as i32;
        let bits = |at: u32| (f >> at & 7) as i32;
        let mut found = 0;
        for at in 0..free.len() {
            let column = free.remove(at);
            let attacked = column == bits(12) + row
                || column == bits(15) - row
                || (0..row).zip(&*taken).any(|(i, other)| (column - other).abs() == row - i);
            if !attacked {
                taken.push(column);
                found += ways(f, taken, free);
                taken.pop();
            }
            free.insert(at, column);
        }
        found
    }
    all::<u32>(Primitive::Queens, |input, want| {
        for (f, got) in input.first.iter().zip(&want.out).step_by(97) {
            let gone = [0, 3, 6, 9].map(|at| (f >> at & 7) as i32);
            let mut free: Vec<i32> = (0..8).filter(|column| !gone.contains(column)).collect();
            assert_eq!(*got, ways(*f, &mut Vec::new(), &mut free), "{f}");
        }
    });
}

#[test]
fn medians_have_as_many_below_as_above() {
    all_types!(Primitive::Median, |input, want| {
        let last = input.first.len() as i64 - 1;
        for (i, got) in (0..).zip(&want.out) {
            let around = (i - 12..=i + 12).map(|at: i64| input.first[at.clamp(0, last) as usize]);
            let (below, above) = (around.clone().filter(|x| x < got), around.filter(|x| x > got));
            assert!(below.count() <= 12 && above.count() <= 12);
        }
    });
}

#[test]
fn the_first_of_the_nearest_centres() {
    all::<f32>(Primitive::Nearest, |input, want| {
        assert_eq!(want.aux.len(), input.first.len() / 4);
        for (point, got) in input.first.chunks_exact(4).zip(&want.aux) {
            // In units of 2^-8, exactly.
            let far = |centre: &[f32]| -> i64 {
                let units = |x: &f32| (x * 256.0) as i64;
                point.iter().zip(centre).map(|(x, y)| (units(x) - units(y)).pow(2)).sum()
            };
            let all: Vec<i64> = input.second.chunks_exact(4).map(far).collect();
            let least = all.iter().min().unwrap();
            assert_eq!(all.iter().position(|x| x == least), Some(*got as usize));
        }
    });
}

#[test]
fn small_products_by_columns() {
    all::<f64>(Primitive::SmallGemm, |input, want| {
        for (at, x) in want.out.iter().enumerate().step_by(37) {
            let (row, column) = (at / 16, at % 16);
            let terms = (0..16).map(|k| input.first[row * 16 + k] * input.second[k * 16 + column]);
            close(*x, terms.sum(), want.scale[at]);
        }
    });
}
