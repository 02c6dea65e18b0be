//! Where values lie on an axis, and which of them are labelled.

use crate::words;

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By doublings.
    Log2,
    /// By powers of ten.
    Log10,
}

/// An axis: what it shows, and how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) label: String,
    /// The unit of its values.
    pub(crate) unit: &'static str,
    pub(crate) scale: Scale,
}

impl Axis {
    pub(crate) fn new(label: &str, unit: &'static str, scale: Scale) -> Self {
        Self { label: label.to_owned(), unit, scale }
    }

    /// The name of the axis with its unit, where its ticks do not have one.
    pub(crate) fn name(&self) -> String {
        match self.unit {
            "" | "bytes" | "share" | "count" => self.label.clone(),
            unit => format!("{} ({unit})", self.label),
        }
    }

    /// A value as a tick and a table have it.
    pub(crate) fn text(&self, value: f64) -> String {
        match self.unit {
            "bytes" | "share" => words::quantity(value, self.unit),
            _ => words::number(value),
        }
    }

    /// A value as a tick has it, where there is little room.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self.unit {
            "bytes" | "share" => self.text(value),
            _ if value.abs() >= 1e6 => format!("{} M", words::number(value / 1e6)),
            _ if value.abs() >= 1e5 => format!("{} k", words::number(value / 1e3)),
            _ => self.text(value),
        }
    }

    /// Whether a value can be shown at all.
    pub(crate) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }
}

/// An axis with its ends and ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ruled {
    scale: Scale,
    low: f64,
    high: f64,
    /// The largest value, which an even axis goes beyond.
    most: f64,
    /// The values that are labelled.
    pub(crate) ticks: Vec<f64>,
}

/// The most ticks of an axis.
const MOST_TICKS: usize = 6;

impl Ruled {
    /// An axis that shows all of some values and ends where they do.
    pub(crate) fn tight(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let mut ruled = Self::of(axis, values);
        let high = ruled.most;
        if axis.scale == Scale::Linear && high > ruled.low {
            ruled.high = high;
            ruled.ticks.retain(|tick| *tick <= high);
        }
        ruled
    }

    /// An axis that shows all of some values; an even one goes on to its next tick.
    pub(crate) fn of(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (1.0, 1.0);
        }
        match axis.scale {
            Scale::Linear => Self::linear(low.min(0.0), high, axis.unit == "bytes"),
            Scale::Log2 => Self::logarithmic(axis.scale, low, high, 2.0),
            Scale::Log10 => Self::logarithmic(axis.scale, low, high, 10.0),
        }
    }

    /// The same with the ends of a logarithmic axis at powers, so that no line lies on it.
    pub(crate) fn roomy(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let ruled = Self::of(axis, values);
        let base: f64 = match axis.scale {
            Scale::Linear => return ruled,
            Scale::Log2 => 2.0,
            Scale::Log10 => 10.0,
        };
        let power = |value: f64| value.log(base);
        let low = base.powf((power(ruled.low) - 0.01).floor());
        let high = base.powf((power(ruled.high) - 1e-9).ceil());
        Self::logarithmic(axis.scale, low, high, base)
    }

    fn linear(low: f64, most: f64, binary: bool) -> Self {
        let high = if most > low { most } else { low + 1.0 };
        let rough = (high - low) / (MOST_TICKS as f64 - 1.0);
        let power = 10_f64.powf(rough.log10().floor());
        let nice = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|n| n * power >= rough);
        let step =
            if binary { 2_f64.powf(rough.log2().ceil()) } else { nice.unwrap_or(10.0) * power };
        let first = (low / step).ceil() as i64;
        let last = (high / step).ceil() as i64;
        let ticks: Vec<f64> = (first..=last).map(|tick| tick as f64 * step).collect();
        let high = ticks.last().copied().unwrap_or(high).max(high);
        Self { scale: Scale::Linear, low, high, most, ticks }
    }

    fn logarithmic(scale: Scale, low: f64, high: f64, base: f64) -> Self {
        let low = if low > 0.0 { low } else { 1.0 };
        let high = if high > low { high } else { low * base };
        let first = low.log(base).floor() as i32;
        let last = high.log(base).ceil() as i32;
        let every = ((last - first) as usize).div_ceil(MOST_TICKS - 1).max(1);
        let ticks: Vec<f64> = (first..=last)
            .step_by(every)
            .map(|power| base.powi(power))
            .filter(|tick| *tick >= low * 0.99 && *tick <= high * 1.01)
            .collect();
        Self { scale, low, high, most: high, ticks }
    }

    /// Whether a value lies between the ends.
    pub(crate) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value lies between the ends, from 0 to 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let (value, low, high) = match self.scale {
            Scale::Linear => (value, self.low, self.high),
            _ => (value.max(f64::MIN_POSITIVE).ln(), self.low.ln(), self.high.ln()),
        };
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(unit: &'static str, scale: Scale) -> Axis {
        Axis::new("", unit, scale)
    }

    #[test]
    fn ticks_are_round_and_reach_the_ends() {
        let ruled = Ruled::of(&axis("cycles", Scale::Linear), [3.0, 97.0].into_iter());
        assert_eq!(ruled.ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!((ruled.place(0.0), ruled.place(50.0), ruled.place(100.0)), (0.0, 0.5, 1.0));
        let tight = Ruled::tight(&axis("cycles", Scale::Linear), [3.0, 97.0].into_iter());
        assert_eq!(tight.ticks, [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(tight.place(97.0), 1.0);
        assert!(tight.holds(97.0) && !tight.holds(98.0));
    }

    #[test]
    fn ticks_are_short() {
        let told = [20.0, 16_384.0, 100_000.0, 1e6].map(|v| axis("cycles", Scale::Log10).tick(v));
        assert_eq!(told, ["20", "16,384", "100 k", "1 M"]);
        assert_eq!(axis("bytes", Scale::Log2).tick(1_048_576.0), "1 MiB");
    }

    #[test]
    fn bytes_are_divided_by_powers_of_two() {
        let ruled = Ruled::of(&axis("bytes", Scale::Linear), [0.0, 1100.0].into_iter());
        assert_eq!(ruled.ticks, [0.0, 256.0, 512.0, 768.0, 1024.0, 1280.0]);
    }

    #[test]
    fn doublings_are_even() {
        let ruled = Ruled::of(&axis("bytes", Scale::Log2), [16.0, 256.0].into_iter());
        assert_eq!(ruled.ticks, [16.0, 32.0, 64.0, 128.0, 256.0]);
        assert!((ruled.place(64.0) - 0.5).abs() < 1e-12);
        let roomy = Ruled::roomy(&axis("cycles", Scale::Log2), [16.0, 250.0].into_iter());
        assert_eq!((roomy.low, roomy.high), (8.0, 256.0));
    }

    #[test]
    fn axes_without_values_or_with_one_still_have_two_ends() {
        for scale in [Scale::Linear, Scale::Log2, Scale::Log10] {
            for values in [vec![], vec![f64::NAN], vec![0.0], vec![7.0, 7.0]] {
                for of in [Ruled::tight, Ruled::of, Ruled::roomy] {
                    let ruled = of(&axis("bytes", scale), values.clone().into_iter());
                    assert!(ruled.place(7.0).is_finite() && ruled.high > ruled.low);
                }
            }
        }
    }
}
