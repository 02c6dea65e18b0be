//! What computes more than it moves: products of matrices, softmax, layer norm, stencils, bodies.

use crate::data::Input;
use crate::primitive::{GEMM_SIDE, Primitive, ROW, SMALL_SIDE};
use crate::value::Value;

/// Added to the variance of a row.
const EPSILON: f64 = 1.0 / 1024.0;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: &mut [T],
    value: impl Fn(T) -> T + Copy,
) {
    match primitive {
        Primitive::Gemm => {
            product::<T, { GEMM_SIDE as usize }>(&input.first, &input.second, out, value)
        }
        Primitive::SmallGemm => {
            product::<T, { SMALL_SIDE as usize }>(&input.first, &input.second, out, value);
        }
        Primitive::Softmax => by_row(&input.first, out, softmax),
        Primitive::LayerNorm => by_row(&input.first, out, |row, out| {
            let (mean, scale) = moments(row);
            for (to, x) in out.iter_mut().zip(row) {
                *to = T::of_f64((x.as_f64() - mean) * scale);
            }
        }),
        Primitive::Stencil => stencil(input, out, value),
        Primitive::NBody => {
            for (to, x) in out.iter_mut().zip(&input.first) {
                let pull = |other: &T| {
                    let far = x.as_f64() - other.as_f64();
                    value(*other).as_f64() / (1.0 + far * far)
                };
                *to = T::of_f64(input.second.iter().map(pull).sum());
            }
        }
        _ => {
            for (to, ends) in out.iter_mut().zip(input.index.windows(2)) {
                let row = ends[0] as usize..ends[1] as usize;
                let terms = input.first[row.clone()].iter().zip(&input.aux[row]);
                *to = T::narrow(terms.fold(T::Wide::default(), |sum, (x, column)| {
                    let other = value(input.second[*column as usize]);
                    sum + value(*x).wide() * other.wide()
                }));
            }
        }
    }
}

/// Row by row, so that the inner loop goes along rows of both.
fn product<T: Value, const SIDE: usize>(a: &[T], b: &[T], c: &mut [T], value: impl Fn(T) -> T) {
    let mut sums = [T::Wide::default(); SIDE];
    for (from, to) in a.chunks_exact(SIDE).zip(c.chunks_exact_mut(SIDE)) {
        sums.fill(T::Wide::default());
        for (x, others) in from.iter().zip(b.chunks_exact(SIDE)) {
            let x = value(*x).wide();
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum = *sum + x * value(*other).wide();
            }
        }
        for (to, sum) in to.iter_mut().zip(&sums) {
            *to = T::narrow(*sum);
        }
    }
}

fn by_row<T: Value>(f: &[T], out: &mut [T], row: impl Fn(&[T], &mut [T])) {
    for (from, to) in f.chunks_exact(ROW as usize).zip(out.chunks_exact_mut(ROW as usize)) {
        row(from, to);
    }
}

fn softmax<T: Value>(row: &[T], out: &mut [T]) {
    let most = row.iter().map(|x| x.as_f64()).fold(f64::NEG_INFINITY, f64::max);
    let power = |x: &T| (x.as_f64() - most).exp();
    let sum: f64 = row.iter().map(power).sum();
    for (to, x) in out.iter_mut().zip(row) {
        *to = T::of_f64(power(x) / sum);
    }
}

/// The mean of a row, and one over its standard deviation.
fn moments<T: Value>(row: &[T]) -> (f64, f64) {
    let count = row.len() as f64;
    let mean = row.iter().map(|x| x.as_f64()).sum::<f64>() / count;
    let squares: f64 = row.iter().map(|x| (x.as_f64() - mean).powi(2)).sum();
    (mean, 1.0 / (squares / count + EPSILON).sqrt())
}

/// The header's tolerance scale of `compute.layer_norm`.
pub(super) fn layer_norm_magnitude<T: Value>(f: &[T], out: &mut [T]) {
    by_row(f, out, |row, out| {
        let scale = moments(row).1;
        let mean = row.iter().map(|x| x.as_f64().abs()).sum::<f64>() / row.len() as f64;
        for (to, x) in out.iter_mut().zip(row) {
            *to = T::of_f64((x.as_f64().abs() + mean) * scale);
        }
    });
}

/// What lies outside of the mesh is 0.
fn stencil<T: Value>(input: &Input<T>, out: &mut [T], value: impl Fn(T) -> T) {
    let (rows, columns) = (input.n as usize, input.m as usize);
    let at = |y: usize, x: usize| value(input.first[y * columns + x]).wide();
    for y in 0..rows {
        for x in 0..columns {
            let mut sum = T::Wide::default();
            if y > 0 {
                sum = sum + at(y - 1, x);
            }
            if y + 1 < rows {
                sum = sum + at(y + 1, x);
            }
            if x > 0 {
                sum = sum + at(y, x - 1);
            }
            if x + 1 < columns {
                sum = sum + at(y, x + 1);
            }
            let all = input.a.wide() * at(y, x) + input.b.wide() * sum;
            out[y * columns + x] = T::narrow(all);
        }
    }
}
