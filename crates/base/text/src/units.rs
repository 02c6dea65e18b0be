//! Lengths of time and sizes in the unit that suits them.

/// A number in the largest unit that it has at least one of, and the place of that unit:
/// each unit is `step` of the one before. What rounds to a whole step is in the next unit.
pub fn scaled(mut number: f64, step: f64, units: usize) -> (f64, usize) {
    let mut unit = 0;
    while number >= step - 0.5 && unit + 1 < units {
        number /= step;
        unit += 1;
    }
    (number, unit)
}

/// Three digits and a unit.
pub fn duration(ns: u64) -> String {
    three_digits(ns as f64, 1000.0, &["ns", "us", "ms", "s"])
}

/// Three digits and a unit.
pub fn bytes(bytes: u64) -> String {
    three_digits(bytes as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"])
}

fn three_digits(number: f64, step: f64, units: &[&str]) -> String {
    let (number, unit) = scaled(number, step, units.len());
    let digits = match number {
        n if unit == 0 || n >= 99.95 => 0,
        n if n >= 9.995 => 1,
        _ => 2,
    };
    format!("{number:.digits$} {}", units[unit])
}

/// `1:05` for 65 seconds.
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_what_they_are_worth() {
        let times = [0, 999, 1_000, 12_345, 999_499, 999_500, 1_234_567, 61_000_000_000];
        assert_eq!(
            times.map(duration),
            ["0 ns", "999 ns", "1.00 us", "12.3 us", "999 us", "1.00 ms", "1.23 ms", "61.0 s"]
        );
        assert_eq!(
            [0, 1023, 1024, 201_326_592, 20 << 40].map(bytes),
            ["0 B", "1023 B", "1.00 KiB", "192 MiB", "20.0 TiB"]
        );
        assert_eq!([0.4, 59.6, 3605.0].map(clock), ["0:00", "1:00", "60:05"]);
    }
}
