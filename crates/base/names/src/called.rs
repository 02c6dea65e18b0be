//! Matches names that users type.

use super::path::{Part, parts};
use super::shorten::{CUT, forms};

/// Whether the typed name means this kernel: the function's name with or without template
/// arguments and namespaces, or the label of a report. `…` matches anything.
pub fn is_called(demangled: &str, typed: &str) -> bool {
    let bare = without_signature(demangled);
    let typed = without_signature(typed.trim());
    let squeezed_typed = squeezed(typed);
    if forms(bare).any(|form| squeezed(&form) == squeezed_typed) {
        return true;
    }
    let (path, wanted) = (parts(bare), parts(typed));
    let (Some((own, around)), Some((last, before))) = (path.split_last(), wanted.split_last())
    else {
        return false;
    };
    // Inner namespaces may be missing, as in labels.
    let mut around = around.iter();
    let is_there = |step: &Part<'_>| around.any(|part| fits(step.name, part.name));
    fits(last.name, own.name) && arguments_fit(last, own) && before.iter().all(is_there)
}

fn arguments_fit(typed: &Part<'_>, own: &Part<'_>) -> bool {
    match (typed.arguments, own.arguments) {
        (None, _) => true,
        (Some(typed), Some(own)) => fits(&squeezed(typed), &squeezed(own)),
        (Some(_), None) => false,
    }
}

/// Whether a text matches a pattern in which [`CUT`] stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split(CUT);
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let Some(end) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        let Some(place) = rest.find(piece) else { return false };
        rest = &rest[place + piece.len()..];
    }
    rest.ends_with(end)
}

/// Without spaces, and without the types of literals: `(int)1` is `1`.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let is_digit = |c: char| c.is_ascii_digit() || c == '-';
        // Only to the next bracket: the names of many have one after the other.
        let cast = rest.strip_prefix('(').and_then(|inside| {
            let end = inside.find(['(', '<', '{', ')'])?;
            inside[end..].strip_prefix(')')
        });
        match cast {
            Some(after) if after.starts_with(is_digit) => {
                rest = after;
                continue;
            }
            _ if !character.is_whitespace() => out.push(character),
            _ => {}
        }
        rest = &rest[character.len_utf8()..];
    }
    out
}

/// Namespaces and name of a demangled function, without template arguments.
pub fn path(demangled: &str) -> String {
    let parts = parts(without_signature(demangled));
    parts.iter().map(|part| part.name).collect::<Vec<_>>().join("::")
}

/// A demangled name without return type and parameters.
pub fn without_signature(demangled: &str) -> &str {
    let mut depth = 0_usize;
    let (mut begin, mut end) = (0, demangled.len());
    for (place, character) in demangled.char_indices() {
        match character {
            '(' if depth == 0 && begins_parameters(&demangled[begin..place]) => {
                end = place;
                break;
            }
            '<' | '(' | '{' | '[' => depth += 1,
            // `->` closes no bracket.
            '>' if demangled[..place].ends_with('-') => {}
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => begin = place + 1,
            _ => {}
        }
    }
    &demangled[begin..end]
}

/// Whether a bracket after this text holds parameters, and is not part of
/// `(anonymous namespace)` or `operator()`.
fn begins_parameters(before: &str) -> bool {
    !before.is_empty() && !before.ends_with("::") && !before.ends_with("operator")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KernelName, labels, recorded_names, shorten};

    #[test]
    fn a_name_is_typed_in_many_ways() {
        let tile = "void tr_tile<0>(float const*, float*, int)";
        for typed in ["tr_tile", "tr_tile<0>", "tr_tile<…>", tile, "tr_tile< 0 >", "…tile"] {
            assert!(is_called(tile, typed), "{typed}");
        }
        for typed in ["tile", "tr_tile<1>", "tr_tile<>", "a::tr_tile", "void", "", "float"] {
            assert!(!is_called(tile, typed), "{typed}");
        }
        let deep = "void a::b::(anonymous namespace)::k<(int)4, x::y<float> >(float*)";
        for typed in
            ["k", "a::k", "b::k<4, x::y<float>>", "a::b::k<…>", "a::b::k<4, y<…>>", "a::k<…y…>"]
        {
            assert!(is_called(deep, typed), "{typed}");
        }
        for typed in ["b", "b::a::k", "k<5, x::y<float>>", "a::k<…z…>"] {
            assert!(!is_called(deep, typed), "{typed}");
        }
    }

    #[test]
    fn a_megabyte_of_brackets_is_read_once() {
        let long = "(".repeat(1 << 20);
        assert!(!is_called(&long, "k"));
        assert!(is_called(&long, &long));
        assert_eq!(squeezed("k<(int)-1, ((a)1), (b<c>)2, (3)>"), "k<-1,(1),(b<c>)2,(3)>");
    }

    #[test]
    fn a_signature_is_taken_off() {
        for name in recorded_names() {
            // The bare name also lacks the return type of a lambda's function.
            let [taken, bare] = [without_signature(&name.full), &name.bare]
                .map(|n| squeezed(n).replace("void", ""));
            assert_eq!(taken, bare);
        }
    }

    #[test]
    fn what_a_report_shows_finds_its_kernel() {
        let names = recorded_names();
        for width in [20, 34, 60, 100] {
            let all: Vec<&KernelName> = names.iter().collect();
            for (name, label) in names.iter().zip(labels(&all, width)) {
                // The number of a label is no part of the kernel's name.
                if !label.contains(" #") {
                    assert!(is_called(&name.full, &label), "{label} of {}", name.full);
                }
                assert!(is_called(&name.full, &shorten(&name.bare, width)), "{}", name.full);
            }
        }
    }
}
