//! Demangles symbols.

use cpp_demangle::{BorrowedSymbol, DemangleOptions, Symbol};
use propp_text::printable;

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
        let bare = parse(symbol).and_then(|parsed| parsed.demangle_with_options(&options).ok());
        let full = demangle(symbol);
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
    // Rust's legacy mangling looks like C++ with a hash at the end.
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return printable(&format!("{name:#}")).into_owned();
    }
    let name = parse(symbol).and_then(|parsed| parsed.demangle().ok());
    printable(name.as_deref().unwrap_or(symbol)).into_owned()
}

fn parse(symbol: &str) -> Option<BorrowedSymbol<'_>> {
    // Without the prefix the parser would read a short name as a type: `f` as float.
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
                assert!(text.chars().all(propp_text::shows_itself), "{text:?}");
            }
        }
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
