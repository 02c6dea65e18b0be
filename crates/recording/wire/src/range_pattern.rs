//! Which NVTX ranges are meant.

use std::fmt;
use std::str::FromStr;

use regex_lite::Regex;

/// `--nvtx-include NAME`, `regex:EXPRESSION` or `all`. propp reads it, and the injected
/// library reads it again inside the program.
#[derive(Clone, Debug)]
pub enum RangePattern {
    /// Ranges tell launches apart, and none is left out.
    All,
    Name(String),
    /// Searched for in the name.
    Expression(Regex),
}

impl RangePattern {
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Name(wanted) => name == wanted,
            Self::Expression(expression) => expression.is_match(name),
        }
    }
}

impl FromStr for RangePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("regex:") {
            Some(expression) => Regex::new(expression)
                .map(Self::Expression)
                .map_err(|error| format!("not a regular expression: {error}")),
            None if text == "all" => Ok(Self::All),
            None => Ok(Self::Name(text.to_owned())),
        }
    }
}

/// As it is typed.
impl fmt::Display for RangePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Name(name) => f.write_str(name),
            Self::Expression(expression) => write!(f, "regex:{expression}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> RangePattern {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_whole_and_expressions_are_searched_for() {
        assert!(pattern("step").matches("step"));
        assert!(!pattern("step").matches("step 2"));
        assert!(pattern("regex:^step [0-9]+$").matches("step 12"));
        assert!(!pattern("regex:^step [0-9]+$").matches("a step 12"));
        assert!(pattern("all").matches("anything"));
        assert!("regex:(".parse::<RangePattern>().unwrap_err().contains("regular expression"));
    }

    #[test]
    fn a_pattern_is_written_as_it_is_typed() {
        for text in ["all", "step", "regex:^layer[.]", "regex:"] {
            assert_eq!(pattern(text).to_string(), text);
        }
    }
}
