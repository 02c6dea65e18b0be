//! Selects kernels by name.

use std::collections::BTreeSet;
use std::fmt;

use regex_lite::Regex;

use crate::{is_called, shorten, without_signature};

/// An error message lists this many names.
const MAX_LISTED: usize = 10;

/// The least Jaro–Winkler similarity for "did you mean".
const MIN_SIMILARITY: f64 = 0.8;

/// `-k NAME`, `-k =NAME` or `-k regex:EXPRESSION`.
#[derive(Clone, Debug)]
pub enum KernelFilter {
    /// The function's name, with or without namespaces and template arguments, or the label
    /// of a report.
    Name(String),
    /// The same, and never a part of a name.
    Whole(String),
    /// Words that the name has, in this order; [`KernelFilter::among`] makes it.
    Part(String),
    /// The same in letters of any case, if no name has them as they are typed.
    Letters(String),
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
            None => Ok(match text.strip_prefix('=') {
                Some(name) => Self::Whole(name.to_owned()),
                None => Self::Name(text.to_owned()),
            }),
        }
    }
}

/// As it is typed; recordings and baselines hold it, and are comparable if it is the same.
impl fmt::Display for KernelFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) | Self::Part(name) | Self::Letters(name) => f.write_str(name),
            Self::Whole(name) => write!(f, "={name}"),
            Self::Expression(expression) => write!(f, "regex:{expression}"),
        }
    }
}

impl KernelFilter {
    /// The filter for these kernels: a name that none of them has is a part of their names. A number is
    /// a place in a report, and never a part.
    pub fn among<'a>(&self, demangled: impl IntoIterator<Item = &'a str>) -> Self {
        match self {
            Self::Name(name) if !name.bytes().all(|byte| byte.is_ascii_digit()) => {
                let part = Self::Part(name.clone());
                let mut is_part = false;
                for kernel in demangled {
                    if self.matches(kernel) {
                        return self.clone();
                    }
                    is_part |= part.matches(kernel);
                }
                if is_part { part } else { Self::Letters(name.clone()) }
            }
            _ => self.clone(),
        }
    }

    /// The sentence for a name that became a part of names, and which kernels it now stands for.
    pub fn note<'a>(&self, demangled: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let (Self::Part(part) | Self::Letters(part)) = self else { return None };
        let named: BTreeSet<&str> = demangled
            .into_iter()
            .filter(|name| self.matches(name))
            .map(without_signature)
            .collect();
        let list: Vec<String> = named.iter().take(MAX_LISTED).map(|name| short(name)).collect();
        let more = named.len().saturating_sub(list.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text = format!(
            "no kernel is called {part}; taken are those whose names have it: {}{more}",
            list.join(", ")
        );
        (!named.is_empty()).then_some(text)
    }

    pub fn matches(&self, demangled: &str) -> bool {
        match self {
            Self::Name(name) | Self::Whole(name) => {
                own_name(demangled) == name || is_called(demangled, name)
            }
            Self::Part(part) => has_words(without_signature(demangled), part),
            Self::Letters(part) => {
                has_words(&without_signature(demangled).to_lowercase(), &part.to_lowercase())
            }
            Self::Expression(expression) => expression.is_match(demangled),
        }
    }

    /// The message when none of these demangled names matches, with the most similar names
    /// first. `what` begins the sentence.
    pub fn nothing_among(&self, what: &str, mut names: Vec<String>) -> String {
        let mut text = what.to_owned();
        match self {
            // A number is a place in the report.
            Self::Name(wanted)
                if !wanted.is_empty() && wanted.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                text += &format!(" {wanted} (numbers are from 1 to {})", names.len());
            }
            Self::Name(wanted)
            | Self::Whole(wanted)
            | Self::Part(wanted)
            | Self::Letters(wanted) => {
                nearest_first(wanted, &mut names);
                let similarity = |name: &str| similarity(wanted, name);
                let lower = wanted.to_lowercase();
                let contains = |name: &String| name.to_lowercase().contains(&lower);
                let only = names.iter().find(|name| contains(name));
                let similar = names.first().filter(|name| similarity(name) >= MIN_SIMILARITY);
                let likely = only.or(similar);
                text += &format!(" {self}");
                let containing = names.iter().filter(|name| contains(name)).count();
                let is_exact = names.iter().any(|name| name.contains(wanted));
                text += &match (containing, likely) {
                    (2.., _) if is_exact && matches!(self, Self::Whole(_)) => {
                        format!(" (try {wanted}, {containing} kernels contain it)")
                    }
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

/// Puts the kernels first whose own names are most similar to what was typed.
pub fn nearest_first(typed: &str, demangled: &mut [String]) {
    demangled.sort_by(|a, b| similarity(typed, b).total_cmp(&similarity(typed, a)));
}

fn similarity(typed: &str, demangled: &str) -> f64 {
    let [a, b] = [typed, demangled].map(|name| own_name(name).to_lowercase());
    strsim::jaro_winkler(&a, &b)
}

/// The words of a part of a name: letters, digits and `_`.
pub fn words(part: &str) -> Vec<String> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = part.split(|letter| !is_of_word(letter)).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Whether a text has the words that spaces part, one after the other.
fn has_words(text: &str, words: &str) -> bool {
    let mut rest = text;
    let mut is_next = |word: &str| {
        let after = rest.split_once(word).map(|(_, after)| after);
        rest = after.unwrap_or_default();
        after.is_some()
    };
    !words.trim().is_empty() && words.split_whitespace().all(&mut is_next)
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
    fn a_name_that_became_a_part_says_for_what_it_stands() {
        let names = ["void sum<int>(int*)", "void sum<float>(float*)", "scale(float*)"];
        let filter: KernelFilter = "su".parse().unwrap();
        assert_eq!(filter.note(names), None);
        assert_eq!(
            filter.among(names).note(names).unwrap(),
            "no kernel is called su; taken are those whose names have it: sum<float>, sum<int>"
        );
        let exact: KernelFilter = "scale".parse().unwrap();
        assert_eq!(exact.among(names).note(names), None);
        assert_eq!("nothing".parse::<KernelFilter>().unwrap().among(names).note(names), None);
    }

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
    fn a_name_that_no_kernel_has_is_a_part() {
        let kernels = ["void ns::vadd<256>(float*)", "vadd_rows(int)", "row_sum(float)"];
        let chosen = |typed: &str| -> Vec<&str> {
            let filter: KernelFilter = typed.parse().unwrap();
            let filter = filter.among(kernels);
            assert_eq!(filter.to_string(), typed);
            kernels.into_iter().filter(|kernel| filter.matches(kernel)).collect()
        };
        assert_eq!(chosen("vadd"), kernels[..1]);
        assert_eq!(chosen("vad"), kernels[..2]);
        assert_eq!(chosen("ns 256"), kernels[..1]);
        assert_eq!(chosen("s::v <2"), kernels[..1]);
        assert_eq!(chosen("row"), kernels[1..]);
        // Parameters are no part of the name, a number is a place, and `=` asks for the whole.
        for none in ["float", "256", "=vad", "256 ns", "-o", "--help", " ", ""] {
            assert!(chosen(none).is_empty(), "{none}");
        }
        assert_eq!(chosen("=vadd"), kernels[..1]);
        // Of any case, if there is none as it is typed.
        assert_eq!(chosen("NS::Va"), kernels[..1]);
        assert!(chosen("=VADD").is_empty());
        let names = ["SoftMax()", "softmax_warp()"];
        let filter = "softmax".parse::<KernelFilter>().unwrap().among(names);
        assert_eq!(names.map(|name| filter.matches(name)), [false, true]);
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
        for text in ["vadd", "=vadd", "tr_tile<0>", r"regex:^void \w+<\d>"] {
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
