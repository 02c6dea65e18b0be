//! Selects kernels by name.

use std::fmt;

use regex_lite::Regex;

use crate::{is_called, shorten, without_signature};

/// An error message lists this many names.
const MAX_LISTED: usize = 10;

/// The least Jaro–Winkler similarity for "did you mean".
const MIN_SIMILARITY: f64 = 0.8;

/// `-k NAME` or `-k regex:EXPRESSION`.
#[derive(Clone, Debug)]
pub enum KernelFilter {
    /// The function's name, with or without namespaces and template arguments, or the label
    /// of a report.
    Name(String),
    /// Searched for in the demangled name.
    Expression(Regex),
}

impl std::str::FromStr for KernelFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("regex:") {
            Some(expression) => Regex::new(expression)
                .map(Self::Expression)
                .map_err(|error| format!("not a regular expression: {error}")),
            None => Ok(Self::Name(text.to_owned())),
        }
    }
}

/// As it is typed; recordings and baselines hold it, and are comparable if it is the same.
impl fmt::Display for KernelFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Expression(expression) => write!(f, "regex:{expression}"),
        }
    }
}

impl KernelFilter {
    pub fn matches(&self, demangled: &str) -> bool {
        match self {
            Self::Name(name) => own_name(demangled) == name || is_called(demangled, name),
            Self::Expression(expression) => expression.is_match(demangled),
        }
    }

    /// The message when none of these demangled names matches, with the most similar names
    /// first. `what` begins the sentence.
    pub fn nothing_among(&self, what: &str, mut names: Vec<String>) -> String {
        let mut text = what.to_owned();
        match self {
            // A number is a place in the report.
            Self::Name(wanted) if wanted.bytes().all(|byte| byte.is_ascii_digit()) => {
                text += &format!(" {wanted} (numbers are from 1 to {})", names.len());
            }
            Self::Name(wanted) => {
                let similarity = |name: &str| {
                    let [a, b] = [wanted, name].map(|name| own_name(name).to_lowercase());
                    strsim::jaro_winkler(&a, &b)
                };
                names.sort_by(|a, b| similarity(b).total_cmp(&similarity(a)));
                let lower = wanted.to_lowercase();
                let contains = |name: &String| name.to_lowercase().contains(&lower);
                let only = names.iter().find(|name| contains(name));
                let similar = names.first().filter(|name| similarity(name) >= MIN_SIMILARITY);
                let likely = only.or(similar);
                text += &format!(" {wanted}");
                let containing = names.iter().filter(|name| contains(name)).count();
                let is_exact = names.iter().any(|name| name.contains(wanted));
                text += &match (containing, likely) {
                    (2.., _) => {
                        format!(
                            " (try regex:{}{}, {containing} kernels contain it)",
                            if is_exact { "" } else { "(?i)" },
                            regex_lite::escape(wanted)
                        )
                    }
                    (_, Some(name)) => format!(" (did you mean {}?)", short(name)),
                    (_, None) => String::new(),
                };
            }
            Self::Expression(expression) => text += &format!(" regex:{expression}"),
        }
        let mut names: Vec<String> = names.iter().map(|name| short(name)).collect();
        names.dedup();
        let more = names.len().saturating_sub(MAX_LISTED);
        names.truncate(MAX_LISTED);
        text += &match (names.as_slice(), more) {
            ([], _) => "; there was none".to_owned(),
            (names, 0) => format!("; there were: {}", names.join(", ")),
            (names, more) => format!("; there were: {}, and {more} more", names.join(", ")),
        };
        text
    }
}

/// The label of a name.
fn short(demangled: &str) -> String {
    const WIDTH: usize = 60;
    shorten(without_signature(demangled), WIDTH)
}

/// The function's own name: `c` of `a::b::c<int>(float*)`, also of
/// `void a::c<int>(float*)`.
pub fn own_name(demangled: &str) -> &str {
    let end = demangled.find(['<', '(']).unwrap_or(demangled.len());
    let front = demangled[..end].trim_end();
    front.rsplit([':', ' ']).next().unwrap_or(front)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_is_the_functions_own() {
        let filter: KernelFilter = "vadd".parse().unwrap();
        for name in ["vadd", "vadd(float const*, int)", "void ns::vadd<256>(int)", "ns::vadd"] {
            assert!(filter.matches(name), "{name}");
        }
        for name in ["vadd2", "ns::vadd::other(int)", "void f<vadd>(int)"] {
            assert!(!filter.matches(name), "{name}");
        }
        let filter: KernelFilter = "tr_tile<0>".parse().unwrap();
        assert!(filter.matches("void tr_tile<0>(float const*)"));
        assert!(!filter.matches("void tr_tile<1>(float const*)"));
    }

    #[test]
    fn without_a_match_the_likeliest_of_many_names_are_told() {
        const WHAT: &str = "no kernel matches --kernel";
        let names: Vec<String> = (0..30).map(|n| format!("void ns::other{n}<1>(int)")).collect();
        let with =
            |more: &[&str]| [names.clone(), more.iter().map(|&m| m.into()).collect()].concat();
        let filter: KernelFilter = "vad".parse().unwrap();
        let text = filter.nothing_among(WHAT, with(&["void ns::vadd<256>(int)"]));
        assert!(
            text.contains(
                "--kernel vad (did you mean ns::vadd<256>?); there were: ns::vadd<256>, "
            ),
            "{text}"
        );
        assert!(text.ends_with(", and 21 more"), "{text}");
        assert_eq!(text.matches("other").count(), 9);
        let filter: KernelFilter = "regex:^x$".parse().unwrap();
        let text = filter.nothing_among(WHAT, vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(text, "no kernel matches --kernel regex:^x$; there were: a, b");
        assert!(filter.nothing_among(WHAT, Vec::new()).ends_with("; there was none"));
    }

    #[test]
    fn a_part_of_several_names_is_an_expression() {
        let filter: KernelFilter = "tr".parse().unwrap();
        let text =
            filter.nothing_among("no kernel matches -k", vec!["tr_a()".into(), "tr_b()".into()]);
        assert!(
            text.contains("-k tr (try regex:tr, 2 kernels contain it); there were: tr_"),
            "{text}"
        );
    }

    #[test]
    fn a_filter_is_written_as_it_is_typed() {
        for text in ["vadd", "tr_tile<0>", r"regex:^void \w+<\d>"] {
            assert_eq!(text.parse::<KernelFilter>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_expression_is_searched_for() {
        let filter: KernelFilter = "regex:^void cub::".parse().unwrap();
        assert!(filter.matches("void cub::Kernel<int>(int)"));
        assert!(!filter.matches("void thrust::cub::Kernel<int>(int)"));
        assert!("regex:(".parse::<KernelFilter>().unwrap_err().contains("regular expression"));
    }
}
