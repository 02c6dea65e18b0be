//! Which bits of an instruction say what, for each architecture: `tables/opcodes.tsv`.

use std::sync::LazyLock;

use crate::arch::Architecture;
use crate::class::{self, Meaning};

/// What the cache should do with the lines that an instruction touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    Normal,
    EvictFirst,
    EvictLast,
    /// The last use of the line.
    LastUse,
    EvictUnchanged,
    NoAllocate,
}

impl Policy {
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::EvictFirst => "evict-first",
            Self::EvictLast => "evict-last",
            Self::LastUse => "last-use",
            Self::EvictUnchanged => "evict-unchanged",
            Self::NoAllocate => "no-allocate",
        }
    }
}

/// The registers that guard an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuardKind {
    Never,
    Predicate,
    Uniform,
}

/// One encoding of one instruction.
#[derive(Debug)]
pub(crate) struct Encoding {
    mask: u128,
    value: u128,
    pub(crate) name: &'static str,
    pub(crate) meaning: Meaning,
    pub(crate) guard: GuardKind,
    pub(crate) width: Option<Field<u16>>,
    pub(crate) policy: Option<Field<Policy>>,
    pub(crate) target: Option<Target>,
}

/// Some bits, and what their settings mean.
#[derive(Debug)]
pub(crate) struct Field<T> {
    bits: Vec<u32>,
    values: Vec<Option<T>>,
}

/// The target of a branch, counted from the next instruction or from 0.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) is_absolute: bool,
    /// The lowest bit of a part, how many bits it has, and what the lowest weighs. The last has
    /// the sign.
    parts: Vec<(u32, u32, u64)>,
    /// There is a target if these bits have these values.
    conditions: Vec<(u32, bool)>,
}

impl<T: Copy> Field<T> {
    pub(crate) fn of(&self, word: u128) -> Option<T> {
        let bits = self.bits.iter().enumerate();
        let setting = bits.fold(0, |sum, (i, &bit)| sum | usize::from(is_set(word, bit)) << i);
        self.values.get(setting).copied().flatten()
    }
}

impl Target {
    pub(crate) fn of(&self, word: u128) -> Option<i64> {
        if self.conditions.iter().any(|&(bit, value)| is_set(word, bit) != value) {
            return None;
        }
        let (mut sum, mut top) = (0_u64, 0);
        for &(low, count, weight) in &self.parts {
            let part = (word >> low) as u64 & ((1 << count) - 1);
            sum = sum.wrapping_add(part.wrapping_mul(weight));
            top = weight.wrapping_shl(count);
        }
        let negative =
            self.parts.last().is_some_and(|&(low, count, _)| is_set(word, low + count - 1));
        Some(if negative { sum.wrapping_sub(top) } else { sum }.cast_signed())
    }
}

fn is_set(word: u128, bit: u32) -> bool {
    word.checked_shr(bit).unwrap_or(0) & 1 == 1
}

/// The encodings by opcode number.
type Table = Vec<Vec<&'static Encoding>>;

const TABLE: &str = include_str!("../tables/opcodes.tsv");

static ENCODINGS: LazyLock<Vec<Row>> =
    LazyLock::new(|| TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(row).collect());

static TABLES: LazyLock<Vec<(Architecture, Table)>> = LazyLock::new(|| {
    Architecture::all().map(|architecture| (architecture, table(architecture))).collect()
});

fn table(architecture: Architecture) -> Table {
    let mut table: Table = vec![Vec::new(); 1 << 12];
    for row in ENCODINGS.iter().filter(|row| row.architectures.contains(&architecture.number())) {
        table[usize::from(row.opcode & 0xfff)].push(&row.encoding);
    }
    table
}

/// The encoding of an instruction, or its opcode number if the table has none.
pub(crate) fn find(architecture: Architecture, word: u128) -> Result<&'static Encoding, u16> {
    let opcode = (word & 0xfff) as u16;
    let table = TABLES.iter().find(|(known, _)| *known == architecture);
    let encodings = table.and_then(|(_, table)| table.get(usize::from(opcode)));
    let mut encodings = encodings.map_or(&[][..], Vec::as_slice).iter();
    encodings.find(|encoding| word & encoding.mask == encoding.value).copied().ok_or(opcode)
}

struct Row {
    opcode: u16,
    architectures: Vec<u32>,
    encoding: Encoding,
}

fn row(line: &'static str) -> Option<Row> {
    let columns: Vec<&'static str> = line.split('\t').collect();
    let &[opcode, mask, value, name, guard, width, policy, target, architectures] = &columns[..]
    else {
        return None;
    };
    let bits = |text| u128::from_str_radix(text, 16).ok();
    let encoding = Encoding {
        mask: bits(mask)?,
        value: bits(value)?,
        name,
        meaning: class::of(name),
        guard: match guard {
            "P" => GuardKind::Predicate,
            "U" => GuardKind::Uniform,
            "-" => GuardKind::Never,
            _ => return None,
        },
        width: optional(width, |text| field(text, |value| value.parse().ok()))?,
        policy: optional(policy, |text| field(text, self::policy))?,
        target: optional(target, self::target)?,
    };
    let opcode = u16::from_str_radix(opcode, 16).ok()?;
    let architectures = architectures.split(',').map(|number| number.parse().ok());
    Some(Row { opcode, architectures: architectures.collect::<Option<_>>()?, encoding })
}

/// `-` is no field; `None` is text that cannot be read.
fn optional<T>(
    text: &'static str,
    read: impl FnOnce(&'static str) -> Option<T>,
) -> Option<Option<T>> {
    if text == "-" { Some(None) } else { read(text).map(Some) }
}

fn field<T>(text: &'static str, read: impl Fn(&str) -> Option<T>) -> Option<Field<T>> {
    if let Some(value) = text.strip_prefix('=') {
        return Some(Field { bits: Vec::new(), values: vec![Some(read(value)?)] });
    }
    let (bits, values) = text.split_once(':')?;
    let bits = bits.split(',').map(|bit| bit.parse().ok()).collect::<Option<_>>()?;
    let values = values.split(',').map(|v| if v == "-" { Some(None) } else { read(v).map(Some) });
    Some(Field { bits, values: values.collect::<Option<_>>()? })
}

fn policy(text: &str) -> Option<Policy> {
    Some(match text {
        "normal" => Policy::Normal,
        "first" => Policy::EvictFirst,
        "last" => Policy::EvictLast,
        "use" => Policy::LastUse,
        "unchanged" => Policy::EvictUnchanged,
        "none" => Policy::NoAllocate,
        _ => return None,
    })
}

/// `[@]low+count*weight,…[?bit=value]…`
fn target(text: &'static str) -> Option<Target> {
    let (is_absolute, text) = text.strip_prefix('@').map_or((false, text), |rest| (true, rest));
    let mut conditions = text.split('?');
    let parts = conditions.next()?.split(',').map(|part| {
        let (low, rest) = part.split_once('+')?;
        let (count, weight) = rest.split_once('*')?;
        let count = count.parse().ok().filter(|count| (1..64).contains(count))?;
        Some((low.parse().ok()?, count, weight.parse().ok()?))
    });
    let conditions = conditions.map(|condition| {
        let (bit, value) = condition.split_once('=')?;
        Some((bit.parse().ok()?, value == "1"))
    });
    let parts = parts.collect::<Option<_>>()?;
    Some(Target { is_absolute, parts, conditions: conditions.collect::<Option<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_every_name_has_a_class() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(ENCODINGS.len(), rows);
        let known = include_str!("../tables/classes.tsv");
        let unknown = ENCODINGS.iter().map(|row| row.encoding.name);
        let mut unknown: Vec<_> =
            unknown.filter(|name| !known.contains(&format!("\n{name}\t"))).collect();
        unknown.dedup();
        assert_eq!(unknown, Vec::<&str>::new());
    }

    #[test]
    fn no_two_encodings_of_an_architecture_fit_the_same_instruction() {
        for (architecture, table) in TABLES.iter() {
            for encodings in table {
                for (i, one) in encodings.iter().enumerate() {
                    for other in &encodings[..i] {
                        let both = one.mask & other.mask;
                        let differ = one.value & both != other.value & both;
                        assert!(differ, "{architecture}: {one:?} {other:?}");
                    }
                }
            }
        }
    }
}
