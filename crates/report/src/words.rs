//! Numbers as people read them.

use propp_analysis::{Configuration, KernelReport};
use propp_model::Fraction;

/// From 0 to 100, rounded, so that two digits do; 100 and 0 only for what
/// comes within half a hundredth.
pub(super) fn hundredths(value: Fraction) -> String {
    format!("{:.0}", value.get() * 100.0)
}

/// Like [`hundredths`], with the smallest shares told from nothing.
pub(super) fn per_cent(share: Fraction) -> String {
    let per_cent = share.get() * 100.0;
    if per_cent > 0.0 && per_cent < 0.05 { "<0.1".to_owned() } else { format!("{per_cent:.1}") }
}

/// Three digits and a unit.
pub fn duration(ns: u64) -> String {
    scaled(ns as f64, 1000.0, &["ns", "us", "ms", "s"])
}

/// Three digits and a unit.
pub(super) fn bytes(bytes: u64) -> String {
    scaled(bytes as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"])
}

fn scaled(mut number: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    // What rounds to a whole step is written in the next unit.
    while number >= step - 0.5 && unit + 1 < units.len() {
        number /= step;
        unit += 1;
    }
    let digits = match number {
        n if unit == 0 || n >= 99.95 => 0,
        n if n >= 9.995 => 1,
        _ => 2,
    };
    format!("{number:.digits$} {}", units[unit])
}

/// A number as it was read, its digits in groups of three.
pub fn grouped(number: f64) -> String {
    let text = if number.fract() == 0.0 || number.abs() >= 1e15 {
        format!("{number:.0}")
    } else if number.abs() >= 0.001 {
        format!("{number:.4}")
    } else {
        return format!("{number:.3e}");
    };
    let (whole, fraction) =
        text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut out = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Measured launches of those seen.
pub(super) fn launches(kernel: &KernelReport) -> String {
    match kernel.seen {
        Some(seen) => format!("{}/{seen}", kernel.measured),
        None => format!("{}/?", kernel.measured),
    }
}

/// `(16384)x(256)`, without dimensions of 1 at the end.
pub fn configuration(of: &Configuration) -> String {
    let dimensions = |xyz: [u32; 3]| match xyz {
        [x, 1, 1] => format!("({x})"),
        [x, y, 1] => format!("({x},{y})"),
        [x, y, z] => format!("({x},{y},{z})"),
    };
    let mut text = format!("{}x{}", dimensions(of.grid), dimensions(of.block));
    if of.dynamic_shared_bytes > 0 {
        text += &format!(" +{} B", of.dynamic_shared_bytes);
    }
    text
}

/// `1 launch`, `1,020 launches`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as f64), if number == 1 { one } else { many })
}

/// Breaks a text into lines at spaces; `indent` spaces before all but the
/// first. A word longer than a line has a line of its own.
pub(super) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    indented(text, width, 0, indent)
}

/// The same with `first` spaces before the first line.
pub fn indented(text: &str, width: usize, first: usize, rest: usize) -> String {
    let mut out = " ".repeat(first);
    let (mut column, mut begun) = (first, false);
    for word in text.split(' ') {
        let length = word.chars().count();
        if begun && column + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(rest));
            column = rest;
        } else if begun {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
        begun = true;
    }
    out
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
            [0, 1023, 1024, 201_326_592].map(bytes),
            ["0 B", "1023 B", "1.00 KiB", "192 MiB"]
        );
        let shares = [0.0, 0.0001, 0.471, 1.0].map(|share| Fraction::try_from(share).unwrap());
        assert_eq!(shares.map(per_cent), ["0.0", "<0.1", "47.1", "100.0"]);
        assert_eq!(shares.map(hundredths), ["0", "0", "47", "100"]);
    }

    #[test]
    fn digits_come_in_groups() {
        assert_eq!(
            [0.0, 12.0, 1234.0, 201_326_592.0, 0.5, -1234.5, 0.000_012, 1e16].map(grouped),
            [
                "0",
                "12",
                "1,234",
                "201,326,592",
                "0.5000",
                "-1,234.5000",
                "1.200e-5",
                "10,000,000,000,000,000"
            ]
        );
    }

    #[test]
    fn text_breaks_at_spaces() {
        assert_eq!(wrapped("aa bb cc", 5, 1), "aa bb\n cc");
        assert_eq!(wrapped("a toolongword b", 6, 0), "a\ntoolongword\nb");
        assert_eq!(wrapped("", 5, 0), "");
    }
}
