//! Numbers as people read them.

/// A share from 0 to 100, rounded, so that two digits do; 100 and 0 only for what comes
/// within half a hundredth.
pub fn hundredths(share: impl Into<f64>) -> String {
    format!("{:.0}", share.into() * 100.0)
}

/// Like [`hundredths`] with one decimal, the smallest shares told from nothing.
pub fn per_cent(share: impl Into<f64>) -> String {
    let per_cent = share.into() * 100.0;
    if per_cent > 0.0 && per_cent < 0.05 { "<0.1".to_owned() } else { format!("{per_cent:.1}") }
}

/// A number, its digits in groups of three; of a thousand and more it is rounded to a whole one.
pub fn grouped(number: f64) -> String {
    // Of thousands, nobody reads fractions.
    if number.fract() == 0.0 || number.abs() >= 1e3 {
        grouped_digits(&format!("{number:.0}"))
    } else if number.abs() >= 0.001 {
        grouped_digits(&format!("{number:.4}"))
    } else {
        format!("{number:.3e}")
    }
}

/// A number that is written already, the digits before its point in groups of three.
pub fn grouped_digits(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// A number with so many significant digits, or all of a whole one, in groups of three.
pub fn significant(value: f64, digits: i32) -> String {
    if !value.is_finite() {
        return "no number".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (digits - 1 - value.abs().log10().floor() as i32).clamp(0, digits);
    let text = format!("{value:.*}", decimals as usize);
    let trimmed =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if trimmed == "-0" { "0".to_owned() } else { grouped_digits(trimmed) }
}

/// `1 launch`, `1,020 launches`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped_digits(&number.to_string()), if number == 1 { one } else { many })
}

/// `15×`, or `1.4×`.
pub fn times(factor: f64) -> String {
    format!("{}×", short(factor))
}

/// A factor, with a digit behind the point where that says something.
pub fn short(factor: f64) -> String {
    if factor >= 9.95 { format!("{factor:.0}") } else { format!("{factor:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_what_they_are_worth() {
        let shares = [0.0, 0.0001, 0.471, 1.0];
        assert_eq!(shares.map(per_cent), ["0.0", "<0.1", "47.1", "100.0"]);
        assert_eq!(shares.map(hundredths), ["0", "0", "47", "100"]);
    }

    #[test]
    fn digits_come_in_groups() {
        assert_eq!(
            [0.0, 12.0, 1234.0, 201_326_592.0, 0.5, -1234.6, 0.000_012, 1e16].map(grouped),
            [
                "0",
                "12",
                "1,234",
                "201,326,592",
                "0.5000",
                "-1,235",
                "1.200e-5",
                "10,000,000,000,000,000"
            ]
        );
        assert_eq!(count(1, "launch", "launches"), "1 launch");
        assert_eq!(count(1020, "launch", "launches"), "1,020 launches");
    }

    #[test]
    fn numbers_have_as_many_significant_digits_as_asked_for() {
        let numbers = [23.035_644, 0.426_897, -0.001_107, -0.000_01, 65_536.0, 192.0, f64::NAN];
        assert_eq!(
            numbers.map(|number| significant(number, 4)),
            ["23.04", "0.4269", "-0.0011", "0", "65,536", "192", "no number"]
        );
    }
}
