//! Where a value lies, in words, and how sure that is.

use propp_base_model::finding::{Finding, Value};

use super::words::{NONE, number, percent, quantity_of, value};

pub fn interval(finding: &Finding) -> String {
    match (&finding.value, finding.interval) {
        // The share of loads that a word rests on.
        (Value::Word(_), Some([from, to])) => {
            format!("a share of {} to {}", number(from), number(to))
        }
        (Value::Number(_), None) => "calculated".to_owned(),
        (Value::Number(_), Some([from, to])) if from == to && finding.confidence.is_none() => {
            "exact".to_owned()
        }
        (Value::Number(_), Some(ends)) => between(ends, &finding.unit),
        _ => NONE.to_owned(),
    }
}

/// The digits that tell two ends apart, four at least.
fn digits_of(ends: [f64; 2], unit: &str) -> i32 {
    let words = |digits: i32| ends.map(|end| quantity_of(end, unit, digits));
    (4..=9)
        .find(|digits| {
            let [from, to] = words(*digits);
            from != to
        })
        .unwrap_or(4)
}

/// What was found, with as many digits as its interval has.
pub fn precise(finding: &Finding) -> String {
    match (&finding.value, finding.interval) {
        (Value::Number(number), Some(ends)) => {
            quantity_of(*number, &finding.unit, digits_of(ends, &finding.unit))
        }
        _ => value(finding),
    }
}

/// Two ends with the digits that tell them apart, and the unit once where it is the same.
fn between(ends: [f64; 2], unit: &str) -> String {
    let digits = digits_of(ends, unit);
    let [from, to] = ends.map(|end| quantity_of(end, unit, digits));
    match (from.split_once(' '), to.split_once(' ')) {
        (Some((number, one)), Some((_, other))) if one == other => format!("{number} to {to}"),
        _ => format!("{from} to {to}"),
    }
}

/// How sure the interval is, or how much of what was seen lies in it.
pub fn confidence(finding: &Finding) -> String {
    let is_spread = finding.id.ends_with(".hit")
        || finding.id.ends_with(".miss")
        || finding.id == "l2.latency_by_place";
    match (finding.interval, finding.confidence) {
        (Some(_), Some(share)) if is_spread => format!("{} of loads", percent(share)),
        (Some(_), Some(chance)) => percent(chance),
        _ => NONE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_two_ends_that_differ() {
        let between =
            |unit, ends: [f64; 2]| interval(&Finding::bracketed("x", unit, ends[0], ends, "", 3));
        assert_eq!(between("MHz", [1975.0, 1985.0]), "1,975 to 1,985 MHz");
        assert_eq!(between("MHz", [1979.98, 1980.02]), "1,979.98 to 1,980.02 MHz");
        assert_eq!(between("bytes", [1024.0, 1_048_576.0]), "1 KiB to 1 MiB");
        assert_eq!(between("bytes", [246_784.0, 246_848.0]), "241 to 241.1 KiB");
        assert_eq!(between("MHz", [1980.0, 1980.0]), "exact");
        assert_eq!(interval(&Finding::calculated("x", "bytes", 1.0, "")), "calculated");
        // Observations may all be alike and still be observations.
        let alike = propp_probe_experiments::view::measured("x", "cycles", &[25.0; 20], "");
        assert_eq!(interval(&alike), "25 to 25 cycles");
        assert!(confidence(&alike).ends_with(" %"));
    }

    #[test]
    fn a_value_is_not_rounded_out_of_its_interval() {
        let clock = Finding::bracketed("x", "MHz", 1979.84, [1979.81, 1979.88], "", 3);
        assert_eq!(
            (&*precise(&clock), &*interval(&clock)),
            ("1,979.8 MHz", "1,979.8 to 1,979.9 MHz")
        );
        assert_eq!(value(&clock), "1,980 MHz");
        let wide = Finding::bracketed("x", "cycles", 282.13, [277.8, 284.0], "", 3);
        assert_eq!(precise(&wide), "282.1 cycles");
    }

    #[test]
    fn where_loads_lie_is_no_chance() {
        let hit = Finding {
            id: "l1.hit".to_owned(),
            ..propp_probe_experiments::view::measured("", "", &[1.0; 9], "")
        };
        assert!(confidence(&hit).ends_with(" % of loads"));
    }

    #[test]
    fn what_is_not_known_has_none() {
        let unknown = Finding::unknown("l1.ways", "the sets are unequal", "groups");
        assert_eq!((&*interval(&unknown), &*confidence(&unknown)), (NONE, NONE));
    }
}
