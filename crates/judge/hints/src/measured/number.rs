//! Numbers of a device profile, and their words.

use propp_base_text::{grouped, scaled};

/// A measured number, and the interval that it lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether only the ends are known, and the value is their middle.
    pub(super) is_range: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Cycles,
    Bytes,
    /// Bytes of which there are so many that their order is what matters.
    Size,
    Nanoseconds,
    /// Of what the driver's copy of device memory reaches.
    Share,
    Times,
    Words,
    /// Of a warp, of which parts count: a mean.
    Loads,
}

impl Unit {
    /// As in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Bytes | Self::Size => "bytes",
            Self::Nanoseconds => "ns",
            Self::Share => "share",
            Self::Times => "times",
            Self::Words => "words",
            Self::Loads => "loads",
        }
    }
}

impl Number {
    pub(super) fn times(self, factor: f64) -> Self {
        let Self { value, low, high, is_range } = self;
        Self { value: value * factor, low: low * factor, high: high * factor, is_range }
    }

    /// So much at this rate.
    pub(super) fn of(self, amount: f64) -> Self {
        let Self { value, low, high, is_range } = self;
        Self { value: amount / value, low: amount / high, high: amount / low, is_range }
    }

    /// What holds all of them, where it is not known which it is: the middle, and the
    /// ends. Of one alone itself.
    pub(super) fn spanning(all: &[Self]) -> Option<Self> {
        if let [one] = all {
            return Some(*one);
        }
        let low = all.iter().map(|number| number.low).reduce(f64::min)?;
        let high = all.iter().map(|number| number.high).reduce(f64::max)?;
        Some(Self::between(low, high))
    }

    pub(super) fn between(low: f64, high: f64) -> Self {
        Self { value: f64::midpoint(low, high), low, high, is_range: true }
    }

    /// `61.8 cycles (61.7 to 61.9)`, the interval where it can be told from the number; of
    /// a range `61.7 to 61.9 cycles`.
    pub(super) fn words(self, unit: Unit) -> String {
        let plain = |number: f64| match unit {
            Unit::Size => size(number),
            Unit::Nanoseconds => duration(number),
            Unit::Bytes | Unit::Words => grouped(number.round()),
            Unit::Cycles | Unit::Share | Unit::Times | Unit::Loads => digits(number),
        };
        let (low, high) = (plain(self.low), plain(self.high));
        let behind = match unit {
            Unit::Cycles => " cycles",
            Unit::Bytes => " bytes",
            Unit::Words => " words",
            Unit::Loads => " loads",
            Unit::Times => " times",
            Unit::Share | Unit::Size | Unit::Nanoseconds => "",
        };
        let value = plain(self.value);
        if low == high {
            format!("{value}{behind}")
        } else if self.is_range {
            format!("{low} to {high}{behind}")
        } else {
            format!("{value}{behind} ({low} to {high})")
        }
    }
}

/// Three digits, and all of those before the point.
fn digits(number: f64) -> String {
    match number {
        n if n >= 99.95 => grouped(n.round()),
        n if n >= 9.995 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

pub(super) fn size(bytes: f64) -> String {
    in_unit(bytes, 1024.0, &["bytes", "KiB", "MiB", "GiB", "TiB"])
}

fn duration(ns: f64) -> String {
    in_unit(ns, 1000.0, &["ns", "us", "ms", "s"])
}

fn in_unit(number: f64, step: f64, units: &[&str]) -> String {
    let (number, unit) = scaled(number, step, units.len());
    format!("{} {}", digits(number), units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64, low: f64, high: f64) -> Number {
        Number { value, low, high, is_range: false }
    }

    #[test]
    fn an_interval_is_told_where_it_differs() {
        assert_eq!(number(61.84, 61.7, 61.9).words(Unit::Cycles), "61.8 cycles (61.7 to 61.9)");
        assert_eq!(number(2.0, 2.0, 2.001).words(Unit::Cycles), "2.00 cycles");
        assert_eq!(number(12_110.9, 12_110.9, 12_110.9).words(Unit::Bytes), "12,111 bytes");
        assert_eq!(
            number(30.0e6, 26_214_400.0, 34_603_008.0).words(Unit::Size),
            "28.6 MiB (25.0 MiB to 33.0 MiB)"
        );
        assert_eq!(number(8_200.0, 8_200.0, 8_200.0).words(Unit::Nanoseconds), "8.20 us");
    }

    #[test]
    fn a_rate_turns_its_interval_round() {
        assert_eq!(number(2.0, 1.0, 4.0).of(8.0), number(4.0, 2.0, 8.0));
        assert_eq!(number(2.0, 1.0, 4.0).times(3.0), number(6.0, 3.0, 12.0));
    }

    #[test]
    fn what_is_not_known_is_a_range() {
        let all = [number(1.0, 1.0, 1.0), number(4.0, 3.0, 5.0)];
        let range = Number::spanning(&all).unwrap();
        assert_eq!(range, Number { is_range: true, ..number(3.0, 1.0, 5.0) });
        assert_eq!(range.times(2.0).words(Unit::Cycles), "2.00 to 10.0 cycles");
        assert_eq!(Number::spanning(&all[1..]), Some(all[1]));
        assert_eq!(Number::spanning(&[]), None);
    }
}
