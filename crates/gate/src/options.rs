//! The options of a recording that decide which launches are measured: the mean over the
//! first three launches of a kernel is another number than that over all of them.

use std::collections::BTreeMap;

/// Runs are comparable if these options are the same.
const DECISIVE: [&str; 7] = [
    "budget",
    "devices",
    "kernel",
    "launch-count",
    "launch-skip",
    "max-launches-per-kernel",
    "nvtx-include",
];

/// The same; earlier recordings do not have them, and one that was not given is left out.
const DECISIVE_IF_GIVEN: [&str; 3] = ["capture-range", "delay", "duration"];

/// The decisive options of a recording, of which `value` tells one.
pub(super) fn decisive<'a>(value: impl Fn(&str) -> Option<&'a String>) -> BTreeMap<String, String> {
    let of = |name| Some((name, value(name)?));
    let given = DECISIVE_IF_GIVEN.into_iter().filter_map(of).filter(|(_, v)| !v.is_empty());
    let present = DECISIVE.into_iter().filter_map(of).chain(given);
    current(present.map(|(name, value)| (name.to_owned(), value.clone())).collect())
}

/// Options as this propp writes them. Earlier ones recorded no `devices`, kept no
/// `budget` in baselines, and wrote the kernel filter as Rust prints it.
pub(super) fn current(mut options: BTreeMap<String, String>) -> BTreeMap<String, String> {
    if !options.contains_key("devices") {
        if let Some(kernel) = options.get_mut("kernel") {
            *kernel = typed(kernel);
        }
        options.insert("devices".to_owned(), String::new());
    }
    options.entry("budget".to_owned()).or_default();
    options
}

/// `regex:^a\d` of `Some(Expression(Regex("^a\\d")))`.
fn typed(printed: &str) -> String {
    let name = within(printed, "Some(Name(\"", "\"))");
    let expression = || within(printed, "Some(Expression(Regex(\"", "\")))");
    match name.map(unquoted).or_else(|| Some(format!("regex:{}", unquoted(expression()?)))) {
        Some(filter) => filter,
        None if printed == "None" => String::new(),
        None => printed.to_owned(),
    }
}

fn within<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// Of the escapes in Rust's quoted text those of quotes and backslashes; names and
/// expressions have no others.
fn unquoted(text: &str) -> String {
    let mut characters = text.chars();
    let next = || match characters.next()? {
        '\\' => characters.next(),
        character => Some(character),
    };
    std::iter::from_fn(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_names::KernelFilter;

    fn options(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn kernel_filters_of_earlier_recordings_are_as_they_were_typed() {
        for text in ["vadd", "tr_tile<0>", r#"regex:^void \w+<"x">$"#, r"a\b"] {
            let filter: KernelFilter = text.parse().unwrap();
            let printed = options(&[("kernel", &format!("{:?}", Some(&filter)))]);
            assert_eq!(current(printed)["kernel"], filter.to_string());
        }
        let none = format!("{:?}", None::<KernelFilter>);
        assert_eq!(current(options(&[("kernel", &none)]))["kernel"], "");
    }

    #[test]
    fn a_kernel_that_is_called_none_is_not_taken_for_no_filter() {
        let today = options(&[("kernel", "None"), ("devices", ""), ("budget", "2")]);
        assert_eq!(current(today.clone()), today);
    }

    #[test]
    fn what_an_earlier_propp_did_not_record_was_not_asked_for() {
        let earlier = options(&[("kernel", "None"), ("launch-skip", "0")]);
        let today =
            options(&[("kernel", ""), ("launch-skip", "0"), ("devices", ""), ("budget", "")]);
        assert_eq!(current(earlier), today);
    }

    #[test]
    fn the_window_is_decisive_if_one_was_given() {
        let window = |delay| options(&[("devices", ""), ("budget", ""), ("delay", delay)]);
        let (given, none) = (window("2"), window(""));
        assert_eq!(decisive(|name| given.get(name)), given);
        assert_eq!(decisive(|name| none.get(name)), options(&[("devices", ""), ("budget", "")]));
    }

    #[test]
    fn budget_and_devices_are_decisive() {
        let recorded = options(&[("devices", "1"), ("budget", "2"), ("replay", "auto")]);
        let decisive = decisive(|name| recorded.get(name));
        assert_eq!(decisive, options(&[("devices", "1"), ("budget", "2")]));
    }
}
