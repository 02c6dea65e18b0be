//! Counts as the columns of tables say them.

use propp_base_model::Fraction;
use propp_base_text::{per_cent, scaled, significant, times};
use propp_code_lines::Counts;

/// A column: its title, in two lines, and what it says of counts; nothing where there are none.
pub type Cell = (&'static str, fn(&Counts) -> String);

/// The columns, besides the label and the shares of the time and of the samples.
pub const CELLS: [Cell; 6] = [
    ("waits\nfor", |counts| {
        counts.samples.main().map(|reason| reason.short().to_owned()).unwrap_or_default()
    }),
    ("\nexecuted", |counts| si(counts.executed)),
    ("threads\nof 32", |counts| {
        counts.active_threads().map(|threads| significant(threads, 3)).unwrap_or_default()
    }),
    ("sectors\n(× needed)", |counts| with_times(counts.sectors, counts.ideal_sectors)),
    ("shared\n(× needed)", |counts| with_times(counts.wavefronts, counts.ideal_wavefronts)),
    ("local\nsectors", |counts| si(counts.local_sectors)),
];

/// A share in per cent; nothing where it is not known.
pub fn share(share: Option<f64>) -> String {
    share.and_then(Fraction::clamped).map(per_cent).unwrap_or_default()
}

/// Nothing for 0.
fn si(number: u64) -> String {
    if number == 0 {
        return String::new();
    }
    let (number, unit) = scaled(number as f64, 1000.0, 5);
    let digits = if unit == 0 { format!("{number}") } else { significant(number, 3) };
    format!("{digits}{}", ["", "K", "M", "G", "T"][unit.min(4)])
}

fn with_times(asked: u64, needed: u64) -> String {
    match (asked, needed) {
        (0, _) => String::new(),
        (_, 0) => si(asked),
        _ => format!("{} ({})", si(asked), times(asked as f64 / needed as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_zeros_are_nothing() {
        assert_eq!([0, 7, 999, 12_345, 8_388_608].map(si), ["", "7", "999", "12.3K", "8.39M"]);
        assert_eq!(with_times(8_388_608, 1_048_576), "8.39M (8.0×)");
        assert_eq!(with_times(5, 0), "5");
        assert_eq!([share(None), share(Some(0.934))], ["", "93.4"]);
    }
}
