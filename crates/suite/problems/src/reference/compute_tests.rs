//! What computes much, by other definitions than the reference's.

use super::*;

use crate::primitive::{GEMM_SIDE, ROW};

fn close(got: f64, want: f64, scale: f64) {
    assert!((got - want).abs() <= 1e-6 * (1.0 + scale.abs()), "{got} is not {want}");
}

#[test]
fn products_by_columns() {
    all::<f64>(Primitive::Gemm, |input, want| {
        let side = GEMM_SIDE as usize;
        assert_eq!(want.out.len(), input.first.len() / side * side);
        for (at, x) in want.out.iter().enumerate().step_by(37) {
            let (row, column) = (at / side, at % side);
            let terms: Vec<f64> = (0..side)
                .map(|k| input.first[row * side + k] * input.second[k * side + column])
                .collect();
            close(*x, total(&terms), want.scale[at]);
            close(want.scale[at], terms.iter().map(|term| term.abs()).sum(), 0.0);
        }
    });
    // Tensor cores round to 8 bits at the least, and must not change the input.
    all::<f32>(Primitive::Gemm, |input, _| {
        let is_exact = |x: &f32| (x * 256.0).fract() == 0.0 && x.abs() <= 1.0;
        assert!(input.first.iter().chain(&input.second).all(is_exact));
    });
}

#[test]
fn rows_have_a_sum_of_one_or_a_mean_of_zero() {
    all::<f64>(Primitive::Softmax, |input, want| {
        for (row, out) in input.first.chunks(ROW as usize).zip(want.out.chunks(ROW as usize)) {
            close(out.iter().sum(), 1.0, 0.0);
            // The ratio of two results is that of their powers.
            close(out[7] / out[900], (row[7] - row[900]).exp(), 0.0);
        }
        assert_eq!(want.scale, want.out);
    });
    all::<f64>(Primitive::LayerNorm, |input, want| {
        for (row, out) in input.first.chunks(ROW as usize).zip(want.out.chunks(ROW as usize)) {
            close(out.iter().sum(), 0.0, 0.0);
            let count = ROW as f64;
            let mean = row.iter().sum::<f64>() / count;
            let variance = row.iter().map(|x| x * x).sum::<f64>() / count - mean * mean;
            let squares = out.iter().map(|x| x * x).sum::<f64>() / count;
            close(squares, variance / (variance + 1.0 / 1024.0), 0.0);
        }
        assert!(want.out.iter().zip(&want.scale).all(|(x, scale)| x.abs() <= *scale));
    });
}

#[test]
fn a_mesh_passes_on_what_it_has() {
    all::<f64>(Primitive::Stencil, |input, want| {
        // Each cell gives `a` of itself to itself and `b` to each neighbour inside.
        let (rows, columns) = (input.n as usize, input.m as usize);
        let given = input.first.iter().enumerate().map(|(at, x)| {
            let (y, x_at) = (at / columns, at % columns);
            let sides = [y > 0, y + 1 < rows, x_at > 0, x_at + 1 < columns];
            x * (input.a + input.b * sides.iter().filter(|side| **side).count() as f64)
        });
        close(want.out.iter().sum(), given.sum(), rows as f64 * columns as f64);
    });
}

#[test]
fn bodies_and_sparse_rows() {
    all::<f64>(Primitive::NBody, |input, want| {
        for (x, got) in input.first.iter().zip(&want.out).step_by(29) {
            let terms: Vec<f64> =
                input.second.iter().map(|g| g / (1.0 + (x - g).powi(2))).collect();
            close(*got, total(&terms), 128.0);
        }
    });
    all::<f64>(Primitive::Spmv, |input, want| {
        let mut sums = vec![0.0; input.m as usize];
        let mut row = 0;
        for (k, x) in input.first.iter().enumerate() {
            while input.index[row + 1] as usize <= k {
                row += 1;
            }
            sums[row] += x * input.second[input.aux[k] as usize];
        }
        assert_eq!(want.out.len(), sums.len());
        for (got, want) in want.out.iter().zip(&sums) {
            close(*got, *want, 64.0);
        }
    });
}
