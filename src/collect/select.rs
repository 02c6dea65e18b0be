//! Which kernels are measured, by name.

use regex::Regex;

/// `-k NAME` or `-k regex:EXPRESSION`.
#[derive(Clone, Debug)]
pub enum KernelFilter {
    /// The function's own name, without namespaces, arguments and parameters.
    Name(String),
    /// An expression that is searched for in the demangled name.
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

impl KernelFilter {
    /// Whether a kernel of this demangled name is wanted.
    #[must_use]
    pub fn matches(&self, demangled: &str) -> bool {
        match self {
            Self::Name(name) => own_name(demangled) == name,
            Self::Expression(expression) => expression.is_match(demangled),
        }
    }
}

/// The function's own name: `c` of `a::b::c<int>(float*)`, also of
/// `void a::c<int>(float*)`.
fn own_name(demangled: &str) -> &str {
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
    }

    #[test]
    fn an_expression_is_searched_for() {
        let filter: KernelFilter = "regex:^void cub::".parse().unwrap();
        assert!(filter.matches("void cub::Kernel<int>(int)"));
        assert!(!filter.matches("void thrust::cub::Kernel<int>(int)"));
        assert!("regex:(".parse::<KernelFilter>().unwrap_err().contains("regular expression"));
    }
}
