//! The text as it stands: what the parser hands to the decoder.

use crate::text::error::{PtxError, Result};
use crate::text::types::Type;

#[derive(Debug, Default)]
pub(crate) struct Text<'a> {
    pub version: (u32, u32),
    pub target: &'a str,
    pub files: Vec<SourceFile>,
    pub variables: Vec<Declared<'a>>,
    pub functions: Vec<FunctionText<'a>>,
}

/// A source file, as `.file` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub number: u32,
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Constant,
    Parameter,
    /// Parameters and results of called functions.
    Frame,
}

/// Whether other modules see a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linkage {
    /// Only its own module sees it.
    Local,
    Visible,
    /// Other modules may have the same, and one of all is taken.
    Weak,
    /// Declared only; another module has it.
    External,
}

/// A variable or a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Declared<'a> {
    pub space: Space,
    pub name: &'a str,
    pub ty: Type,
    pub align: u32,
    /// Of the whole variable; 0 for an array of unknown length.
    pub bytes: u64,
    pub linkage: Linkage,
    pub managed: bool,
    pub initial: Vec<Initial<'a>>,
    pub line: u32,
}

/// A part of a variable's first value.
#[derive(Clone, Debug)]
pub(crate) enum Initial<'a> {
    Bits(u64),
    Address { symbol: &'a str, addend: u64 },
}

#[derive(Debug)]
pub(crate) struct FunctionText<'a> {
    pub name: &'a str,
    pub entry: bool,
    pub linkage: Linkage,
    pub returns: Vec<Declared<'a>>,
    pub parameters: Vec<Declared<'a>>,
    pub max_threads: Option<[u32; 3]>,
    pub required_threads: Option<[u32; 3]>,
    pub cluster: Option<[u32; 3]>,
    /// Whether a launch says the number of clusters instead of blocks.
    pub blocks_are_clusters: bool,
    pub line: u32,
    /// None for a declaration.
    pub body: Option<Vec<Statement<'a>>>,
}

#[derive(Debug)]
pub(crate) enum Statement<'a> {
    Open,
    Close,
    Label(&'a str),
    /// A register, or with a count `name0` to `name(count - 1)`.
    Registers {
        ty: Type,
        name: &'a str,
        count: Option<u32>,
        line: u32,
    },
    Variable(Declared<'a>),
    Place {
        file: u32,
        line: u32,
    },
    Instruction(Written<'a>),
    /// A directive that only an instruction refused elsewhere uses.
    Refused {
        what: &'a str,
        line: u32,
    },
    /// What a call by address looks like.
    Prototype {
        name: &'a str,
        returns: Vec<Declared<'a>>,
        parameters: Vec<Declared<'a>>,
    },
    /// Functions that a call by address chooses from.
    CallTargets {
        name: &'a str,
        functions: Vec<&'a str>,
    },
    /// Labels that `brx.idx` chooses from.
    Targets {
        name: &'a str,
        labels: Vec<&'a str>,
    },
}

#[derive(Debug)]
pub(crate) struct Written<'a> {
    /// The predicate, and whether it is negated.
    pub guard: Option<(&'a str, bool)>,
    pub opcode: &'a str,
    pub operands: Vec<Operand<'a>>,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Operand<'a> {
    /// A register, a variable or a label, with an offset.
    Name {
        name: &'a str,
        offset: i64,
    },
    /// `!p`
    Not(&'a str),
    /// `p|q`
    Pair(&'a str, &'a str),
    Integer(u64),
    Float32(u32),
    Float64(u64),
    Vector(Vec<Operand<'a>>),
    /// `[base+offset]`; without a base an absolute address.
    Address {
        base: Option<&'a str>,
        offset: i64,
    },
    /// `{a, b}|p`, where the predicate says whether the data are there.
    Resident(Vec<Operand<'a>>, &'a str),
    /// Written as `[object, {x, y}]` in the text.
    Texel {
        object: &'a str,
        coordinates: Vec<Operand<'a>>,
    },
    /// `(a, b)` of a call.
    List(Vec<Operand<'a>>),
}

impl<'a> Operand<'a> {
    /// The elements of a vector, or the operand itself.
    pub(crate) fn parts(&self) -> Vec<Operand<'a>> {
        if let Self::Vector(parts) = self { parts.clone() } else { vec![self.clone()] }
    }
}

impl<'a> Written<'a> {
    pub(crate) fn problem(&self, problem: &'static str) -> PtxError {
        PtxError::new(
            self.line,
            crate::text::error::Reason::Operand { instruction: self.opcode.to_owned(), problem },
        )
    }

    pub(crate) fn unsupported(&self) -> PtxError {
        PtxError::unsupported(self.line, self.opcode)
    }

    pub(crate) fn operand(&self, index: usize) -> Result<&Operand<'a>> {
        self.operands.get(index).ok_or_else(|| self.problem("an operand is missing"))
    }
}
