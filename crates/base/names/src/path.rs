//! The parts of a demangled name.

/// One step of a path: `name<arguments>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// Without the template arguments.
    pub(super) name: &'a str,
    /// The template arguments without their brackets.
    pub(super) arguments: Option<&'a str>,
}

/// Splits a name without parameters at its outermost `::`. Leaves out namespaces that say
/// nothing to a reader: library versions and anonymous namespaces.
pub(super) fn parts(name: &str) -> Vec<Part<'_>> {
    let all: Vec<&str> = split(name, "::").collect();
    let last = all.len().saturating_sub(1);
    all.into_iter()
        .enumerate()
        .filter(|(place, step)| *place == last || !is_noise(step))
        .map(|(_, step)| part(step))
        .collect()
}

/// Splits template arguments at their outermost commas.
pub(super) fn arguments(list: &str) -> impl Iterator<Item = &str> {
    split(list, ",").map(str::trim)
}

fn part(step: &str) -> Part<'_> {
    // In `operator<` the bracket belongs to the name.
    let end = step.strip_suffix('>').filter(|_| !step.starts_with("operator"));
    match end.and_then(|rest| rest.split_once('<')) {
        Some((name, arguments)) => Part { name, arguments: Some(arguments.trim()) },
        None => Part { name: step, arguments: None },
    }
}

/// Whether only the linker needs the namespace. CUB and Thrust have one for version and
/// architectures, C++ standard libraries for their ABI version.
pub(super) fn is_noise(namespace: &str) -> bool {
    let digit_first = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let numbered = |prefix| namespace.strip_prefix(prefix).is_some_and(digit_first);
    namespace == "(anonymous namespace)"
        || numbered("__")
        || numbered("CUB_")
        || numbered("THRUST_")
        || numbered("CCCL_")
}

/// The text between separators that are outside all brackets.
fn split<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let whole = rest?;
        let mut depth = 0_usize;
        for (place, character) in whole.char_indices() {
            match character {
                // `->` closes no bracket.
                '>' if whole[..place].ends_with('-') => {}
                '<' | '(' | '{' | '[' => depth += 1,
                '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
                _ if depth == 0 && whole[place..].starts_with(separator) => {
                    rest = Some(&whole[place + separator.len()..]);
                    return Some(&whole[..place]);
                }
                _ => {}
            }
        }
        rest = None;
        Some(whole)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> Vec<&str> {
        parts(name).iter().map(|part| part.name).collect()
    }

    #[test]
    fn paths_split_outside_brackets_only() {
        assert_eq!(names("a::b<c::d, e<f::g> >::h"), ["a", "b", "h"]);
        assert_eq!(
            names("f(a::b)::{lambda(c::d)#1}::operator()"),
            ["f(a::b)", "{lambda(c::d)#1}", "operator()"]
        );
        assert_eq!(names("tr_tile<1>"), ["tr_tile"]);
        assert_eq!(parts("a<b, c<d> >")[0].arguments, Some("b, c<d>"));
        assert_eq!(parts("a::operator<")[1], Part { name: "operator<", arguments: None });
    }

    #[test]
    fn namespaces_for_the_linker_are_left_out() {
        assert_eq!(names("cub::CUB_300001_SM_900::detail::K<int>"), ["cub", "detail", "K"]);
        assert_eq!(names("cuda::std::__4::plus<void>"), ["cuda", "std", "plus"]);
        assert_eq!(names("at::(anonymous namespace)::k"), ["at", "k"]);
        assert_eq!(names("CUB_1"), ["CUB_1"], "a name by itself stays");
    }

    #[test]
    fn arguments_split_at_the_outermost_commas() {
        let all: Vec<&str> = arguments("a, b<c, d>, e(f, g), (h)0").collect();
        assert_eq!(all, ["a", "b<c, d>", "e(f, g)", "(h)0"]);
    }
}
