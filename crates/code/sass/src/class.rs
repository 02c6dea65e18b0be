//! What an instruction does, by its name: `tables/classes.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What kind of work an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Integer,
    Float32,
    Float64,
    /// Two or four numbers of 16 or 8 bits.
    Half,
    /// Matrix products, and what feeds and awaits them.
    Tensor,
    Conversion,
    /// Reciprocals, roots, exponentials, sines.
    Special,
    /// Loads and stores. Their address space is in `Instruction::memory`.
    Memory,
    Atomic,
    Barrier,
    Control,
    /// Moves, selects, shuffles and votes.
    Move,
    /// Arithmetic of the uniform datapath.
    Uniform,
    Texture,
    /// Copies of whole blocks and tensors by a unit of its own.
    Bulk,
    Other,
}

/// The memory that an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    Generic,
    Global,
    Shared,
    /// The shared memory of all blocks of a cluster.
    Cluster,
    Local,
    Constant,
    Texture,
    Surface,
    /// The memory of the tensor cores, from sm_100 on.
    Tensor,
    /// Attributes of a graphics shader.
    Attribute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    Load,
    Store,
    /// Reads, changes and returns.
    Atomic,
    /// Reads and changes.
    Reduce,
    /// Between two places; see the name.
    Copy,
    /// From the address space to shared memory.
    CopyToShared,
    CopyFromShared,
    Prefetch,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) class: Class,
    pub(crate) access: Option<(Space, Direction)>,
}

impl Class {
    pub const ALL: [Self; 16] = [
        Self::Integer,
        Self::Float32,
        Self::Float64,
        Self::Half,
        Self::Tensor,
        Self::Conversion,
        Self::Special,
        Self::Memory,
        Self::Atomic,
        Self::Barrier,
        Self::Control,
        Self::Move,
        Self::Uniform,
        Self::Texture,
        Self::Bulk,
        Self::Other,
    ];

    /// As in `tables/classes.tsv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Half => "half",
            Self::Tensor => "tensor",
            Self::Conversion => "conversion",
            Self::Special => "special",
            Self::Memory => "memory",
            Self::Atomic => "atomic",
            Self::Barrier => "barrier",
            Self::Control => "control",
            Self::Move => "move",
            Self::Uniform => "uniform",
            Self::Texture => "texture",
            Self::Bulk => "bulk",
            Self::Other => "other",
        }
    }
}

impl Space {
    const ALL: [Self; 10] = [
        Self::Generic,
        Self::Global,
        Self::Shared,
        Self::Cluster,
        Self::Local,
        Self::Constant,
        Self::Texture,
        Self::Surface,
        Self::Tensor,
        Self::Attribute,
    ];

    /// As in `tables/classes.tsv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Cluster => "cluster",
            Self::Local => "local",
            Self::Constant => "constant",
            Self::Texture => "texture",
            Self::Surface => "surface",
            Self::Tensor => "tensor",
            Self::Attribute => "attribute",
        }
    }
}

impl Direction {
    const ALL: [Self; 8] = [
        Self::Load,
        Self::Store,
        Self::Atomic,
        Self::Reduce,
        Self::Copy,
        Self::CopyToShared,
        Self::CopyFromShared,
        Self::Prefetch,
    ];

    /// As in `tables/classes.tsv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::Atomic => "atomic",
            Self::Reduce => "reduce",
            Self::Copy => "copy",
            Self::CopyToShared => "copy-to-shared",
            Self::CopyFromShared => "copy-from-shared",
            Self::Prefetch => "prefetch",
        }
    }
}

const TABLE: &str = include_str!("../tables/classes.tsv");

static MEANINGS: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(meaning).collect()
});

/// The meaning of a name. `Other` for names that the table lacks, of which a test says that the
/// table of opcodes has none.
pub(crate) fn of(name: &str) -> Meaning {
    let other = Meaning { class: Class::Other, access: None };
    MEANINGS.get(name).copied().unwrap_or(other)
}

fn meaning(line: &'static str) -> Option<(&'static str, Meaning)> {
    let mut columns = line.split('\t');
    let name = columns.next()?;
    let class = class(columns.next()?)?;
    let (space, direction) = (columns.next()?, columns.next()?);
    let access = if space == "-" { None } else { Some((self::space(space)?, way(direction)?)) };
    Some((name, Meaning { class, access }))
}

fn class(text: &str) -> Option<Class> {
    Class::ALL.into_iter().find(|class| class.name() == text)
}

fn space(text: &str) -> Option<Space> {
    Space::ALL.into_iter().find(|space| space.name() == text)
}

fn way(text: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.name() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        for meaning in MEANINGS.values() {
            assert_eq!(class(meaning.class.name()), Some(meaning.class));
            if let Some((of, direction)) = meaning.access {
                assert_eq!(space(of.name()), Some(of));
                assert_eq!(way(direction.name()), Some(direction));
            }
        }
    }

    #[test]
    fn every_row_is_read() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(MEANINGS.len(), rows);
    }

    #[test]
    fn a_copy_into_shared_memory_reads_global_memory() {
        assert_eq!(of("LDGSTS").access, Some((Space::Global, Direction::CopyToShared)));
        assert_eq!(of("IMAD"), Meaning { class: Class::Integer, access: None });
    }
}
