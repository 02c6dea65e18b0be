//! Non-negative least squares on a triangle.
//!
//! The idea is Lawson and Hanson's (Solving Least Squares Problems, 1974, chapter
//! 23): columns at zero along which the residual falls are taken in one by one, the
//! one with the steepest fall first, and whatever turns negative goes out again.

use std::collections::BTreeSet;

use crate::passive::Passive;
use crate::triangle::Triangle;

/// Finds the coefficients, none negative, that come nearest to the target, for unit columns and
/// a unit target. It begins with the columns of `start`; what it finds does not depend on them when
/// no column depends on others.
///
/// It ends, since no set of columns comes twice. That the residual becomes smaller
/// with each step would do, but for a slope of 1e-8 it does so in the sixteenth digit.
pub(crate) fn search(triangle: &Triangle, start: &[usize]) -> Vec<f64> {
    let mut x = vec![0.0; triangle.columns.ncols()];
    let mut passive = Passive::new(triangle, start);
    settle(triangle, &mut passive, &mut x);
    let mut is_barred = vec![false; x.len()];
    let mut seen = BTreeSet::from([in_use(&x)]);
    while let Some(column) = steepest(&passive, &x, &is_barred) {
        let mut tried = passive.clone();
        let mut tried_x = x.clone();
        if tried.push(column) {
            settle(triangle, &mut tried, &mut tried_x);
        }
        let is_nearer = tried.residual() <= passive.residual() + passive.rounding();
        if is_nearer && seen.insert(in_use(&tried_x)) {
            (passive, x) = (tried, tried_x);
            is_barred.fill(false);
        } else {
            is_barred[column] = true;
        }
    }
    x
}

/// The column at zero along which the residual falls most steeply.
fn steepest(passive: &Passive, x: &[f64], is_barred: &[bool]) -> Option<usize> {
    let mut best = None;
    let mut steepest = 0.0;
    for column in (0..x.len()).filter(|column| x[*column] == 0.0 && !is_barred[*column]) {
        let Some(slope) = passive.slope(column) else { continue };
        if slope > steepest {
            (best, steepest) = (Some(column), slope);
        }
    }
    best
}

/// The columns in use, ascending.
pub(crate) fn in_use(x: &[f64]) -> Vec<usize> {
    (0..x.len()).filter(|column| x[*column] > 0.0).collect()
}

/// Goes from `x`, which is nowhere negative, towards the least squares over the
/// columns in use; where one becomes negative on the way it goes out.
fn settle<'a>(triangle: &'a Triangle, passive: &mut Passive<'a>, x: &mut [f64]) {
    loop {
        let solution = passive.solve();
        let goals: Vec<_> = passive.order().iter().copied().zip(solution).collect();
        // How much of the way to the goal a column allows; `max` makes 0 of 0/0.
        let share = |(column, goal): &(usize, f64)| {
            let from = x[*column];
            if *goal > 0.0 { 1.0 } else { (from / (from - goal)).max(0.0) }
        };
        let shares: Vec<f64> = goals.iter().map(share).collect();
        let way = shares.iter().copied().fold(1.0, f64::min);
        let mut kept = Vec::with_capacity(goals.len());
        for ((column, goal), share) in goals.iter().zip(shares) {
            if *goal <= 0.0 && share <= way {
                x[*column] = 0.0;
            } else {
                x[*column] = (1.0 - way) * x[*column] + way * goal;
                kept.push(*column);
            }
        }
        if kept.len() == goals.len() {
            return;
        }
        *passive = Passive::new(triangle, &kept);
        // One at the edge of depending on others may not be let in a second time.
        for column in kept.into_iter().filter(|column| !passive.order().contains(column)) {
            x[column] = 0.0;
        }
    }
}
