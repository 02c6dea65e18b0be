//! What an instruction does, by its name: `tables/classes.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// An enumeration whose names are those of `tables/classes.tsv`.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($(#[doc = $doc:literal])* $id:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[doc = $doc])* $id,)*
        }

        impl $type {
            pub fn name(self) -> &'static str {
                match self { $(Self::$id => $name),* }
            }

            fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$id),)* _ => None }
            }
        }
    };
}

named! {
    /// What kind of work an instruction is.
    Class {
        Integer = "integer",
        Float32 = "float32",
        Float64 = "float64",
        /// Two or four numbers of 16 or 8 bits.
        Half = "half",
        /// Matrix products, and what feeds and awaits them.
        Tensor = "tensor",
        Conversion = "conversion",
        /// Reciprocals, roots, exponentials, sines.
        Special = "special",
        /// Loads and stores. Their address space is in `Instruction::memory`.
        Memory = "memory",
        Atomic = "atomic",
        Barrier = "barrier",
        Control = "control",
        /// Moves, selects, shuffles and votes.
        Move = "move",
        /// Arithmetic of the uniform datapath.
        Uniform = "uniform",
        Texture = "texture",
        /// Copies of whole blocks and tensors by a unit of its own.
        Bulk = "bulk",
        Other = "other",
    }
}

named! {
    /// The memory that an address is of.
    Space {
        Generic = "generic",
        Global = "global",
        Shared = "shared",
        /// The shared memory of all blocks of a cluster.
        Cluster = "cluster",
        Local = "local",
        Constant = "constant",
        Texture = "texture",
        Surface = "surface",
        /// The memory of the tensor cores, from sm_100 on.
        Tensor = "tensor",
        /// Attributes of a graphics shader.
        Attribute = "attribute",
    }
}

named! {
    Direction {
        Load = "load",
        Store = "store",
        /// Reads, changes and returns.
        Atomic = "atomic",
        /// Reads and changes.
        Reduce = "reduce",
        /// Between two places; see the name.
        Copy = "copy",
        /// From the address space to shared memory.
        CopyToShared = "copy-to-shared",
        CopyFromShared = "copy-from-shared",
        Prefetch = "prefetch",
    }
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) class: Class,
    pub(crate) access: Option<(Space, Direction)>,
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
    let class = Class::named(columns.next()?)?;
    let (space, direction) = (columns.next()?, columns.next()?);
    let access = match space {
        "-" => None,
        _ => Some((Space::named(space)?, Direction::named(direction)?)),
    };
    Some((name, Meaning { class, access }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        for meaning in MEANINGS.values() {
            assert_eq!(Class::named(meaning.class.name()), Some(meaning.class));
            if let Some((of, direction)) = meaning.access {
                assert_eq!(Space::named(of.name()), Some(of));
                assert_eq!(Direction::named(direction.name()), Some(direction));
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
