//! Statistics that know nothing of GPUs: random numbers, medians and quantiles, p-values, rank
//! sums, lines through points, and work on a list by several threads. Pure, and without matrices:
//! those are in `propp-base-solve`.

pub mod kendall;
pub mod least_squares;
pub mod median;
pub mod parallel;
pub mod random;
pub mod rank_sum;
pub mod summary;
pub mod tails;

pub use random::Random;
pub use summary::Interval;
