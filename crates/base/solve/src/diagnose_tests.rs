//! Tests of what data cannot tell apart.

use super::*;
use propp_base_statistics::Random;

fn noise(rows: usize, columns: usize) -> DMatrix<f64> {
    let mut random = Random::new(3, 3);
    DMatrix::from_fn(rows, columns, |_, _| random.unit() - 0.5)
}

#[test]
fn all_is_well_with_orthogonal_columns() {
    let a = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1e6, -1e-6]));
    let found = diagnose(&a, &["a", "b", "c"]).unwrap();
    assert_eq!(found.sentences(), [""; 0]);
}

#[test]
fn two_that_run_alike_are_named() {
    let mut a = noise(500, 4);
    let twin = a.column(1) * 3.0 + a.column(3) * 0.2;
    a.set_column(3, &twin);
    let names = ["launches", "DRAM bytes", "warps", "L2 bytes"];
    let found = diagnose(&a, &names).unwrap();
    let correlation = found.inseparable[0].correlation.unwrap();
    assert_eq!(
        found.sentences(),
        [format!(
            "the data do not separate DRAM bytes from L2 bytes (correlation {correlation:.3}): \
             only their sum is known"
        )]
    );
    assert!((correlation - 0.998).abs() < 0.001, "{correlation}");
    let wanted = ((1.0 + correlation) / (1.0 - correlation)).sqrt();
    assert!((found.inseparable[0].condition / wanted - 1.0).abs() < 1e-9);
}

#[test]
fn two_that_run_against_each_other_are_known_by_their_difference() {
    let mut a = noise(50, 2);
    let against = a.column(0) * -2.0;
    a.set_column(1, &against);
    let found = diagnose(&a, &["a", "b"]).unwrap();
    assert_eq!(
        found.sentences(),
        ["the data do not separate a from b (correlation -1.000): only their difference is known"]
    );
    assert_eq!(found.inseparable[0].condition, f64::INFINITY);
}

#[test]
fn sets_are_kept_apart() {
    let mut a = noise(300, 9);
    let (pair, sum) = (a.column(5).into_owned(), a.column(1) + a.column(3) + a.column(6));
    a.set_column(2, &pair);
    a.set_column(8, &sum);
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let found = diagnose(&a, &names).unwrap();
    let sets: Vec<_> = found.inseparable.iter().map(|set| set.columns.join("")).collect();
    assert_eq!(sets, ["bdgi", "cf"]);
    assert_eq!(
        found.inseparable[0].sentence(),
        "the data do not separate b, d, g and i (one is made up of the others): only \
         combinations of them are known"
    );
    a[(0, 8)] += 0.1;
    let nearly = &diagnose(&a, &names).unwrap().inseparable[0];
    assert!(nearly.sentence().contains("b, d, g and i (condition number 187)"), "{nearly:?}");
}

#[test]
fn empty_and_constant_columns_are_named() {
    let mut a = noise(40, 5);
    for (column, value) in [(0, 0.0), (2, 7.5), (4, 0.0)] {
        a.column_mut(column).fill(value);
    }
    let found = diagnose(&a, &["atomics", "b", "launches", "d", "barriers"]).unwrap();
    assert_eq!(
        found.sentences(),
        [
            "the data have nothing of atomics and barriers: no price is known",
            "launches: the same in all rows, as a constant term would be",
        ]
    );
    let nothing = diagnose(&DMatrix::zeros(2, 1), &["a"]).unwrap();
    assert_eq!((nothing.zero.len(), nothing.constant.len()), (1, 0));
    let error = diagnose(&a, &["a"]).unwrap_err();
    assert_eq!(error.to_string(), "there are 1 names of columns for a matrix that needs 5");
}

#[test]
fn more_columns_than_rows_cannot_be_told_apart() {
    let found = diagnose(&noise(2, 3), &["a", "b", "c"]).unwrap();
    assert_eq!(found.inseparable[0].condition, f64::INFINITY);
    assert_eq!(found.inseparable[0].columns, ["a", "b", "c"]);
}
