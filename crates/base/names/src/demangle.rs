//! Demangles symbols.

use std::fmt::{self, Write};

use cpp_demangle::{BorrowedSymbol, DemangleOptions, Symbol};
use propp_base_model::printable;

use super::path::parts;

/// Only the symbol may hold characters that control a terminal; a mangled name can stand for
/// such characters, too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KernelName {
    /// The mangled name, as the driver knows it.
    pub symbol: String,
    /// With template arguments and parameters.
    pub full: String,
    /// Without parameters and return type.
    pub bare: String,
}

impl KernelName {
    /// Demangles a symbol; a plain name stays as it is.
    pub fn from_symbol(symbol: &str) -> Self {
        let options =
            DemangleOptions::new().no_params().no_return_type().hide_expression_literal_types();
        let parsed = parse(symbol);
        let full = full(symbol, parsed.as_ref());
        let bare = parsed.and_then(|parsed| spelled(symbol, &parsed, options));
        let bare = bare.map_or_else(|| full.clone(), |bare| printable(&bare).into_owned());
        Self { symbol: symbol.to_owned(), full, bare }
    }

    /// The bare name without the template arguments of the function itself.
    pub(super) fn bare_path(&self) -> &str {
        let own = parts(&self.bare).last().and_then(|own| own.arguments);
        let cut = own.and_then(|arguments| self.bare.rfind(arguments));
        cut.map_or(&self.bare, |start| self.bare[..start].trim_end_matches(['<', ' ']))
    }
}

/// The full name of a symbol; a plain name stays as it is.
pub fn demangle(symbol: &str) -> String {
    full(symbol, parse(symbol).as_ref())
}

fn full(symbol: &str, parsed: Option<&BorrowedSymbol<'_>>) -> String {
    let name = match parsed {
        Some(parsed) => spelled(symbol, parsed, DemangleOptions::new()),
        None => rustc_demangle::try_demangle(symbol).ok().and_then(|name| {
            let mut out = Bounded::by(symbol);
            write!(out, "{name:#}").ok().map(|()| out.text)
        }),
    };
    printable(name.as_deref().unwrap_or(symbol)).into_owned()
}

fn spelled(symbol: &str, parsed: &BorrowedSymbol<'_>, options: DemangleOptions) -> Option<String> {
    let mut out = Bounded::by(symbol);
    parsed.structured_demangle(&mut out, &options).ok().map(|()| out.text)
}

/// A name with an end: each part of a symbol may repeat two earlier ones, so that a hundred bytes
/// can stand for more than any memory holds. Such a symbol stays as it is.
struct Bounded {
    text: String,
    room: usize,
}

impl Bounded {
    /// Real names are a few times as long as their symbols.
    fn by(symbol: &str) -> Self {
        const LEAST: usize = 4096;
        const TIMES: usize = 32;
        Self { text: String::new(), room: symbol.len().saturating_mul(TIMES).max(LEAST) }
    }
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.room = self.room.checked_sub(text.len()).ok_or(fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}

fn parse(symbol: &str) -> Option<BorrowedSymbol<'_>> {
    // Without the prefix the parser would read a short name as a type: `f` as float. Rust's legacy
    // mangling looks like C++ with a hash at the end.
    if rustc_demangle::try_demangle(symbol).is_ok() || !symbol.starts_with("_Z") {
        return None;
    }
    Symbol::new(symbol.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spelling_but_the_symbol_gives_orders_to_a_terminal() {
        // The second is Rust's: punycode of `a` and U+202E.
        for symbol in ["k\u{1b}[31m\u{202e}", "_RNvCs1234_7mycrateu5a_qin"] {
            let name = KernelName::from_symbol(symbol);
            assert_eq!(name.symbol, symbol);
            for text in [&name.full, &name.bare, &demangle(symbol)] {
                assert!(text.ends_with(r"\u{202e}"), "{text:?}");
                assert!(text.chars().all(propp_base_model::shows_itself), "{text:?}");
            }
        }
    }

    #[test]
    fn a_symbol_that_stands_for_too_much_stays_as_it_is() {
        // Each parameter has the one before twice as its arguments.
        let doubled = |depth: u32| {
            let next = |n: u32| {
                let id = |n: u32| match n {
                    0 => "S_".to_owned(),
                    n => format!("S{}_", char::from_digit(n - 1, 36).unwrap().to_uppercase()),
                };
                format!("{}I{}{}E", id(0), id(n), id(n))
            };
            format!("_Z1f1AIiiE{}", (1..depth).map(next).collect::<String>())
        };
        let few = KernelName::from_symbol(&doubled(3));
        assert!(few.full.starts_with("f(A<int, int>, A<A<int, int>, A<int, int> >"), "{few:?}");
        let many = doubled(36);
        assert_eq!(demangle(&many), many);
        assert_eq!(KernelName::from_symbol(&many).bare, "f");
    }

    #[test]
    fn names_of_every_kind_are_spelled_out() {
        for (symbol, full, bare) in [
            ("_Z4vaddPKfS0_Pfi", "vadd(float const*, float const*, float*, int)", "vadd"),
            ("_Z7tr_tileILi1EEvPKfPfi", "void tr_tile<1>(float const*, float*, int)", "tr_tile<1>"),
            ("_ZN7kernels4main17h0123456789abcdefE", "kernels::main", "kernels::main"),
            ("_RNvCs1234_7mycrate3foo", "mycrate::foo", "mycrate::foo"),
            ("nvjet_sm90_tst_64x128", "nvjet_sm90_tst_64x128", "nvjet_sm90_tst_64x128"),
            ("kernel", "kernel", "kernel"),
            ("f", "f", "f"),
            ("PKi", "PKi", "PKi"),
            ("", "", ""),
            ("_Z", "_Z", "_Z"),
        ] {
            let name = KernelName::from_symbol(symbol);
            assert_eq!((name.full.as_str(), name.bare.as_str()), (full, bare), "{symbol}");
            assert_eq!(demangle(symbol), full);
        }
    }
}
