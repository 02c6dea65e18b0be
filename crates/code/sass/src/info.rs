//! The attributes in `.nv.info` (of the whole cubin, by symbol) and `.nv.info.NAME` (of one
//! kernel). The numbers were read beside the names that `cuobjdump -elf` prints.

use propp_code_elf::Reader;

/// Payload in the record's last two bytes, or behind it with its size in these.
const FORMAT_SIZED: u8 = 4;

const PARAMETER_BANK: u8 = 0x0a;
const MAX_THREADS: u8 = 0x05;
const REQUIRED_THREADS: u8 = 0x10;
const EXTERNALS: u8 = 0x0f;
const FRAME_SIZE: u8 = 0x11;
const MIN_STACK_SIZE: u8 = 0x12;
const PARAMETER: u8 = 0x17;
const MAX_REGISTERS: u8 = 0x1b;
const MAX_STACK_SIZE: u8 = 0x23;
const REGISTERS: u8 = 0x2f;
const INDIRECT_BRANCH_TARGETS: u8 = 0x34;
const CLUSTER: u8 = 0x3d;
const BARRIERS: u8 = 0x4c;

/// One attribute that this crate knows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    Registers {
        symbol: u32,
        count: u32,
    },
    FrameSize {
        symbol: u32,
        bytes: u32,
    },
    MinStackSize {
        symbol: u32,
        bytes: u32,
    },
    MaxRegisters(u32),
    Barriers(u32),
    MaxThreads([u32; 3]),
    RequiredThreads([u32; 3]),
    Cluster([u32; 3]),
    Parameter {
        index: u16,
        offset: u16,
        bytes: u32,
    },
    ParameterBank {
        offset: u16,
        bytes: u16,
    },
    BranchTargets {
        branch: u32,
        targets: Vec<u32>,
    },
    /// The symbols of functions that lie outside of the section.
    Externals(Vec<u32>),
}

/// The symbols of functions that the code calls and another module has.
pub(crate) fn externals(section: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for attribute in attributes(section) {
        if let Attribute::Externals(symbols) = attribute {
            found.extend(symbols.into_iter().map(|symbol| symbol as usize));
        }
    }
    found
}

/// The known attributes of a section; nothing after the first that is cut off.
pub(crate) fn attributes(section: &[u8]) -> Vec<Attribute> {
    let mut reader = Reader::new(section);
    let mut found = Vec::new();
    while let Some((attribute, value, payload)) = record(&mut reader) {
        if attribute == INDIRECT_BRANCH_TARGETS {
            branch_targets(payload, &mut found);
        } else {
            found.extend(known(attribute, value, payload));
        }
    }
    found
}

fn record<'a>(reader: &mut Reader<'a>) -> Option<(u8, u16, &'a [u8])> {
    let (format, attribute, value) = (reader.u8()?, reader.u8()?, reader.u16()?);
    let size = if format == FORMAT_SIZED { value } else { 0 };
    Some((attribute, value, reader.take(size.into())?))
}

fn known(attribute: u8, value: u16, payload: &[u8]) -> Option<Attribute> {
    let mut reader = Reader::new(payload);
    Some(match attribute {
        REGISTERS => Attribute::Registers { symbol: reader.u32()?, count: reader.u32()? },
        FRAME_SIZE => Attribute::FrameSize { symbol: reader.u32()?, bytes: reader.u32()? },
        MIN_STACK_SIZE => Attribute::MinStackSize { symbol: reader.u32()?, bytes: reader.u32()? },
        MAX_REGISTERS => Attribute::MaxRegisters(value.into()),
        BARRIERS => Attribute::Barriers((value & 0xff).into()),
        MAX_THREADS => Attribute::MaxThreads(extent(&mut reader)?),
        REQUIRED_THREADS => Attribute::RequiredThreads(extent(&mut reader)?),
        CLUSTER => Attribute::Cluster(extent(&mut reader)?),
        PARAMETER => {
            reader.u32()?;
            let (index, offset, packed) = (reader.u16()?, reader.u16()?, reader.u32()?);
            // Alignment, space and bank are below the size.
            Attribute::Parameter { index, offset, bytes: packed >> 18 }
        }
        PARAMETER_BANK => {
            reader.u32()?;
            Attribute::ParameterBank { offset: reader.u16()?, bytes: reader.u16()? }
        }
        EXTERNALS => Attribute::Externals(std::iter::from_fn(|| reader.u32()).collect()),
        _ => return None,
    })
}

fn extent(reader: &mut Reader<'_>) -> Option<[u32; 3]> {
    Some([reader.u32()?, reader.u32()?, reader.u32()?])
}

/// A list of branches: the offset of one, two numbers (zero in all that were seen), the count of
/// its targets, and their offsets.
fn branch_targets(payload: &[u8], found: &mut Vec<Attribute>) {
    let mut reader = Reader::new(payload);
    while let Some((branch, count)) = branch_head(&mut reader) {
        let Some(list) = reader.take((count as usize).saturating_mul(4)) else { return };
        let mut list = Reader::new(list);
        let targets = std::iter::from_fn(|| list.u32()).collect();
        found.push(Attribute::BranchTargets { branch, targets });
    }
}

fn branch_head(reader: &mut Reader<'_>) -> Option<(u32, u32)> {
    let branch = reader.u32()?;
    reader.take(4)?;
    Some((branch, reader.u32()?))
}

/// Attributes of the whole cubin that are of one function, by its symbol, and nothing else.
const OF_FUNCTIONS: [u8; 4] = [REGISTERS, FRAME_SIZE, MIN_STACK_SIZE, MAX_STACK_SIZE];

/// The attributes of the whole cubin, without those of other functions than are kept.
pub(crate) fn cut(section: &[u8], is_kept: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut reader = Reader::new(section);
    let mut cut = Vec::new();
    let mut from = 0;
    while let Some((attribute, _, payload)) = record(&mut reader) {
        let symbol = Reader::new(payload).u32().filter(|_| OF_FUNCTIONS.contains(&attribute));
        if symbol.is_none_or(|symbol| is_kept(symbol as usize)) {
            cut.extend_from_slice(&section[from..reader.offset()]);
        }
        from = reader.offset();
    }
    cut
}
