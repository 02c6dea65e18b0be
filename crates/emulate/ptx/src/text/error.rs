pub(crate) type Result<T, E = PtxError> = std::result::Result<T, E>;

/// Why a text is not PTX that can be read. The line is the text's, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("PTX line {line}: {reason}")]
pub struct PtxError {
    pub line: u32,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The text breaks the language's grammar.
    #[error("expected {expected}, found {found}")]
    Syntax { expected: &'static str, found: String },
    /// A name that nothing declares.
    #[error("'{0}' is not declared")]
    Undeclared(String),
    /// An operand that its instruction cannot have.
    #[error("'{instruction}': {problem}")]
    Operand { instruction: String, problem: &'static str },
    /// PTX that propp does not execute.
    #[error("'{0}' is not supported")]
    Unsupported(String),
    /// Two units of a program have it.
    #[error("'{0}' is defined in two translation units")]
    DefinedTwice(String),
    /// More than propp holds of something.
    #[error("too many {0}")]
    TooMany(&'static str),
}

impl PtxError {
    pub fn new(line: u32, reason: Reason) -> Self {
        Self { line, reason }
    }

    pub fn syntax(line: u32, expected: &'static str, found: impl Into<String>) -> Self {
        Self::new(line, Reason::Syntax { expected, found: found.into() })
    }

    pub fn unsupported(line: u32, what: impl Into<String>) -> Self {
        Self::new(line, Reason::Unsupported(what.into()))
    }
}
