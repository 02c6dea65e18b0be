//! Element types, distributions and sizes as text.

use crate::{Distribution, Element};

impl Element {
    pub const ALL: [Self; 5] = [Self::I32, Self::U32, Self::F32, Self::I64, Self::F64];

    pub const fn name(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::F32 => "f32",
            Self::I64 => "i64",
            Self::F64 => "f64",
        }
    }
}

impl Distribution {
    pub const ALL: [Self; 5] =
        [Self::Uniform, Self::Sorted, Self::Constant, Self::Few, Self::PowerLaw];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Sorted => "sorted",
            Self::Constant => "constant",
            Self::Few => "few",
            Self::PowerLaw => "power_law",
        }
    }
}

impl std::str::FromStr for Element {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // As C calls them, too.
        let of_c = match text {
            "int" => Some(Self::I32),
            "unsigned" | "uint" => Some(Self::U32),
            "float" => Some(Self::F32),
            "double" => Some(Self::F64),
            _ => None,
        };
        let found = Self::ALL.into_iter().find(|element| element.name() == text);
        found.or(of_c).ok_or_else(|| {
            format!("the element types are {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

impl std::str::FromStr for Distribution {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|distribution| distribution.name() == text);
        found.ok_or_else(|| {
            format!("the distributions are {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

/// Reads a number of elements: `1000`, `2^20`, `2^20-1`, `2^20+1`.
/// Fails with a description of the valid forms.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let power = |text: &str| {
        let exponent: u32 = text.strip_prefix("2^")?.parse().ok()?;
        1_u64.checked_shl(exponent)
    };
    let near =
        |sign: char| text.rsplit_once(sign).and_then(|(p, d)| Some((power(p)?, d.parse().ok()?)));
    // 64M, and 1e6.
    let scaled = || {
        let (number, factor) =
            [("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("", 1.0)]
                .iter()
                .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)))?;
        let size = number.parse::<f64>().ok()? * factor;
        let is_whole = (size - size.round()).abs() < 1e-6 * size;
        (size >= 1.0 && is_whole && size < 1e15).then_some(size.round() as u64)
    };
    let size = text
        .parse()
        .ok()
        .or_else(|| power(text))
        .or_else(|| near('+').and_then(|(size, more)| size.checked_add(more)))
        .or_else(|| near('-').and_then(|(size, less)| size.checked_sub(less)))
        .or_else(scaled);
    size.ok_or_else(|| {
        "a size is a number of elements, such as 1000, 64M (64,000,000), 2^20 or 2^20-1".to_owned()
    })
}

/// Writes a number of elements; powers of two as `2^20`.
pub fn size_words(n: u64) -> String {
    if n >= 1024 && n.is_power_of_two() { format!("2^{}", n.ilog2()) } else { n.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_types_may_be_written_as_people_say_them() {
        let sizes = ["1000", "2^20", "2^20-1", "64.1M", "1e6", "1.5k", "0.5", "1e99", "-1"];
        let size = |text: &str| parse_size(text).ok();
        let expected = [1000, 1 << 20, (1 << 20) - 1, 64_100_000, 1_000_000, 1500].map(Some);
        assert_eq!(sizes.map(size)[..6], expected);
        assert_eq!(sizes.map(size)[6..], [None; 3]);
        assert_eq!("float".parse::<Element>(), Ok(Element::F32));
        assert!("i16".parse::<Element>().is_err());
    }

    #[test]
    fn names_are_those_of_the_protocol() {
        for element in Element::ALL {
            assert_eq!(serde_json::to_value(element).unwrap(), element.name());
            assert_eq!(element.name().parse(), Ok(element));
        }
        for distribution in Distribution::ALL {
            assert_eq!(serde_json::to_value(distribution).unwrap(), distribution.name());
            assert_eq!(distribution.name().parse(), Ok(distribution));
        }
    }

    #[test]
    fn sizes_are_powers_of_two_or_numbers() {
        for (text, size) in
            [("0", 0), ("1000", 1000), ("2^20", 1 << 20), ("2^5-1", 31), ("2^5+1", 33)]
        {
            assert_eq!(parse_size(text), Ok(size));
        }
        for text in ["", "x", "2^", "2^64", "2^2-9", "-1", "1.23"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
        assert_eq!(size_words(1 << 24), "2^24");
        assert_eq!(size_words(1000), "1000");
    }
}
