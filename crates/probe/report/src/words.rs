//! Numbers and findings in words.

use propp_base_model::finding::{Finding, Value};
use propp_base_text::{grouped_digits, significant};

use crate::published::Said;

/// What stands where there is nothing.
pub const NONE: &str = "–";

/// Numbers of a list that are written out.
const MOST_OF_A_LIST: usize = 12;

/// A number with four digits that count, or all of a whole one, in groups of three.
pub(super) fn number(value: f64) -> String {
    significant(value, 4)
}

/// Bytes with the largest binary unit that they have at least one of.
pub(super) fn bytes(value: f64) -> String {
    bytes_of(value, 4)
}

fn bytes_of(value: f64, digits: i32) -> String {
    let units = ["B", "KiB", "MiB", "GiB"];
    let power = (0..units.len()).rev().find(|power| value.abs() >= 1024_f64.powi(*power as i32));
    let power = power.unwrap_or(0);
    format!("{} {}", significant(value / 1024_f64.powi(power as i32), digits), units[power])
}

/// So many of something whose plural ends with an s.
pub(super) fn several(count: f64, thing: &str) -> String {
    let ending = if count == 1.0 { "" } else { "s" };
    format!("{} {thing}{ending}", number(count))
}

/// A number with its unit.
pub(super) fn quantity(value: f64, unit: &str) -> String {
    quantity_of(value, unit, 4)
}

pub(super) fn quantity_of(value: f64, unit: &str, digits: i32) -> String {
    let number = |value| significant(value, digits);
    match unit {
        "bytes" => bytes_of(value, digits),
        "share" => format!("{} %", number(100.0 * value)),
        "times" => format!("{} times", number(value)),
        "times ten" => format!("{:.1}", value / 10.0),
        "kHz" => format!("{} MHz", number(value / 1000.0)),
        "count" | "" => number(value),
        unit => format!("{} {unit}", number(value)),
    }
}

/// A list that was found: of modes in words, and what is the same throughout once.
fn list(finding: &Finding, values: &[f64]) -> String {
    let mode = |of: &[f64]| match of {
        [center, from, to, share] => {
            let around = if from < to {
                format!(" ({} to {})", number(*from), number(*to))
            } else {
                String::new()
            };
            format!("{} cycles{around}: {} of the loads", number(*center), percent(*share))
        }
        _ => NONE.to_owned(),
    };
    match values {
        modes if finding.id.ends_with("_modes") => {
            modes.chunks(4).map(mode).collect::<Vec<_>>().join("; ")
        }
        [first, .., last] if values.iter().all(|value| value == first) => {
            format!("{}, each of {}", quantity(*last, &finding.unit), values.len())
        }
        values => several_numbers(values, &finding.unit),
    }
}

pub(super) fn percent(share: f64) -> String {
    quantity(share, "share")
}

fn several_numbers(values: &[f64], unit: &str) -> String {
    let shown: Vec<String> =
        values.iter().take(MOST_OF_A_LIST).map(|value| quantity(*value, unit)).collect();
    let more = values.len().saturating_sub(MOST_OF_A_LIST);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{tail}", shown.join(", "))
}

/// What was found, in words.
pub(super) fn value(finding: &Finding) -> String {
    match &finding.value {
        Value::Number(number) => quantity(*number, &finding.unit),
        Value::Word(word) => word.clone(),
        Value::List(values) => list(finding, values),
        Value::NotIdentifiable(why) => format!("not identifiable: {why}"),
        Value::NotApplicable(why) => format!("not applicable: {why}"),
    }
}

/// The unit as the column of its own name shows it.
pub(super) fn unit(finding: &Finding) -> &str {
    match finding.value {
        Value::Number(_) | Value::List(_) if !finding.unit.is_empty() => &finding.unit,
        _ => NONE,
    }
}

/// What a paper says, with all the digits that it prints.
pub(super) fn said(said: &Said, unit: &str) -> String {
    let printed = |value: f64| match unit {
        "bytes" | "share" | "times ten" | "kHz" => quantity(value, unit),
        "count" | "" => grouped_digits(&value.to_string()),
        unit => format!("{} {unit}", grouped_digits(&value.to_string())),
    };
    match said {
        Said::Number(value) => printed(*value),
        Said::Either { either: values } => {
            let each: Vec<String> = values.iter().map(|value| printed(*value)).collect();
            each.join(" or ")
        }
        Said::List(values) => several_numbers(values, unit),
        Said::Word(word) => word.clone(),
    }
}

/// A group of findings: what stands before the first point of their names, in words.
pub(super) fn group_title(group: &str) -> String {
    let known = match group {
        "device" => "Attributes from the driver, and the clock",
        "latency" => "Latency of each level",
        "l1" => "L1 cache",
        "l2" => "L2 cache",
        "read_only" => "L1 along the read-only way",
        "texture" => "L1 along the texture way",
        "constant" | "constant_l1" => "Constant cache",
        "constant_l15" => "Constant cache of the next level",
        "classic" => "L1, the two classic ways",
        "sharing" => "Which caches share storage",
        "fetch" => "Bytes that one miss loads",
        "tlb" => "Address translation",
        "shared" => "Shared memory",
        "bandwidth" => "Throughput",
        "types" => "Throughput by element type",
        "warp" => "Loads of whole warps",
        "local" => "Private arrays, and padding",
        "requests" => "Outstanding requests",
        other => return other.replace('_', " "),
    };
    known.to_owned()
}

/// The findings by group, groups in the order in which they come.
pub(super) fn groups(findings: &[Finding]) -> Vec<(String, Vec<&Finding>)> {
    let mut groups: Vec<(String, Vec<&Finding>)> = Vec::new();
    for finding in findings {
        let group = finding.id.split('.').next().unwrap_or_default();
        match groups.iter_mut().find(|(known, _)| known == group) {
            Some((_, of)) => of.push(finding),
            None => groups.push((group.to_owned(), vec![finding])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits_that_count() {
        assert_eq!(number(23.035_644), "23.04");
        assert_eq!(number(0.426_897), "0.4269");
        assert_eq!(number(-0.001_107), "-0.0011");
        assert_eq!(number(-0.000_01), "0");
        assert_eq!(number(65_536.0), "65,536");
        assert_eq!(number(192.0), "192");
        assert_eq!(number(f64::NAN), "no number");
    }

    #[test]
    fn quantities_have_the_unit_that_people_use() {
        assert_eq!(quantity(245_760.0, "bytes"), "240 KiB");
        assert_eq!(quantity(62_914_560.0, "bytes"), "60 MiB");
        assert_eq!(quantity(12.0, "bytes"), "12 B");
        assert_eq!(quantity(0.8138, "share"), "81.38 %");
        assert_eq!(quantity(90.0, "times ten"), "9.0");
        assert_eq!(quantity(1_980_000.0, "kHz"), "1,980 MHz");
        assert_eq!(quantity(280.98, "cycles"), "281 cycles");
    }

    #[test]
    fn lists_are_told_in_words() {
        let told = |id: &str, values: Vec<f64>| {
            value(&Finding { value: Value::List(values), ..Finding::word(id, "", "", 1) })
        };
        assert_eq!(
            told("l1.miss_modes", vec![257.0, 245.0, 268.0, 0.5, 290.0, 290.0, 290.0, 0.25]),
            "257 cycles (245 to 268): 50 % of the loads; 290 cycles: 25 % of the loads"
        );
        assert_eq!(told("constant.ways_of_sets", vec![4.0; 8]), "4, each of 8");
        assert_eq!(told("constant.index_bits", vec![6.0, 7.0, 8.0]), "6, 7, 8");
        assert_eq!(told("x", vec![7.0]), "7");
    }

    #[test]
    fn what_is_not_known_says_so_and_why() {
        let unknown = Finding::unknown("l1.ways", "the sets are unequal", "groups");
        assert_eq!(value(&unknown), "not identifiable: the sets are unequal");
        assert_eq!(unit(&unknown), NONE);
        let absent = Finding::absent("shared.x", "Kepler only", "");
        assert_eq!(value(&absent), "not applicable: Kepler only");
    }
}
