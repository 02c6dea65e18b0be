//! Reading and writing of files with a launch.

mod head;

use std::io::{self, Read, Write};

use propp_base_text::bytes;
use propp_recording_wire::{
    Bytes, CaptureEnds, Captured, Contents, Device, Frame, Hello, LEAST_ADDRESS, MAX_FRAME_BYTES,
    MOST_ADDRESS, MOST_STACK, Part, decode, encode,
};

use crate::{FORMAT, Launch, MAGIC, OLDEST, Region};
pub use head::{Head, head};

/// The most bytes that the parameters of a kernel take.
const MOST_PARAMETER_BYTES: u64 = 32_768;

/// The most bytes of PTX in a file: no program has as much.
const MOST_PTX: usize = 1 << 30;

/// Bytes of contents in a block. Longer ones than the injected library sends compress better.
const PIECE: usize = 1 << 20;

/// Why a file is not a launch.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it is not a captured launch (`propp capture` writes one)")]
    Other,
    #[error("its layout {0} is that of another version of propp; capture the launch again")]
    Version(u32),
    #[error("it is damaged: {0}; capture the launch again")]
    Damaged(String),
    #[error("it was not finished; capture the launch again")]
    Unfinished,
    #[error("it holds {needed} of memory and code, more than the {most} that may be used here")]
    TooLarge { needed: String, most: String },
}

fn damaged(text: impl Into<String>) -> LaunchError {
    LaunchError::Damaged(text.into())
}

/// Whether a file begins as one with a launch does.
pub fn is_launch(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC)
}

/// Writes a file, frame by frame.
pub struct Writer<W: Write> {
    to: W,
}

impl<W: Write> Writer<W> {
    pub fn new(mut to: W) -> io::Result<Self> {
        to.write_all(&MAGIC)?;
        to.write_all(&FORMAT.to_le_bytes())?;
        Ok(Self { to })
    }

    pub fn frame(&mut self, frame: &Frame) -> io::Result<()> {
        let contents = encode(frame);
        let packed = lz4_flex::block::compress(&contents);
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(io::Error::other);
        let words = [length(&contents)?, length(&packed)?, crc32fast::hash(&contents)];
        words.iter().try_for_each(|word| self.to.write_all(&word.to_le_bytes()))?;
        self.to.write_all(&packed)
    }

    /// Writes the rest and returns what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Writes a whole launch, as `propp capture` does piece by piece.
pub fn write<W: Write>(launch: &Launch, to: W) -> io::Result<W> {
    let mut writer = Writer::new(to)?;
    writer.frame(&Frame::Hello(launch.process.clone()))?;
    if let Some(device) = launch.device.clone() {
        writer.frame(&Frame::Device(device))?;
    }
    writer.frame(&Frame::Captured(Box::new(launch.captured.clone())))?;
    let mut contents = |part, index, from: usize, bytes: &[u8]| {
        bytes.chunks(PIECE).enumerate().try_for_each(|(number, piece)| {
            let (offset, bytes) = ((from + number * PIECE) as u64, Bytes(piece.to_vec()));
            writer.frame(&Frame::Contents(Contents { part, index, offset, bytes }))
        })
    };
    contents(Part::Code, 0, 0, &launch.code)?;
    if let Some(stack) = launch.stack {
        contents(Part::Stack, 0, 0, &stack.to_le_bytes())?;
    }
    let parts = [
        (Part::Memory, Part::MemoryAfter, &launch.memory),
        (Part::Variable, Part::VariableAfter, &launch.variables),
    ];
    for (before, _, regions) in parts {
        for (index, region) in (0..).zip(regions) {
            let mut from = 0;
            for (start, bytes) in &region.left_out {
                contents(before, index, from, &region.before[from..*start])?;
                contents(Part::LeftOut, index, *start, &(*bytes as u64).to_le_bytes())?;
                from = start + bytes;
            }
            contents(before, index, from, &region.before[from..])?;
        }
    }
    for (_, after, regions) in parts {
        for (index, region) in (0..).zip(regions) {
            for (from, bytes) in &region.after {
                contents(after, index, *from, bytes)?;
            }
        }
    }
    for (index, text) in (0..).zip(&launch.ptx) {
        contents(Part::Ptx, index, 0, text)?;
    }
    writer
        .frame(&Frame::CaptureEnds(CaptureEnds { has_succeeded: true, refused: String::new() }))?;
    writer.finish()
}

/// Reads a file to its end. What it holds is consistent, whoever wrote it.
pub fn read(from: impl Read) -> Result<Launch, LaunchError> {
    read_within(from, u64::MAX)
}

/// Reads a file whose code, PTX and memory have so many bytes at most.
pub fn read_within(mut from: impl Read, most: u64) -> Result<Launch, LaunchError> {
    begin(&mut from)?;
    let mut parts = Parts { most, ..Parts::default() };
    while let Some(frame) = block(&mut from)? {
        if parts.take(frame)? {
            let mut rest = [0; 1];
            return match fill(&mut from, &mut rest)? {
                true => Err(damaged("there is something after its end")),
                false => parts.launch(),
            };
        }
    }
    Err(LaunchError::Unfinished)
}

/// Reads what stands before the blocks.
fn begin(from: &mut impl Read) -> Result<(), LaunchError> {
    let mut head = [0; 12];
    if !fill(from, &mut head)? || !is_launch(&head) {
        return Err(LaunchError::Other);
    }
    let version = word(&head, 8);
    let is_known = (OLDEST..=FORMAT).contains(&version);
    if is_known { Ok(()) } else { Err(LaunchError::Version(version)) }
}

/// The next frame; `None` at the end of the file.
fn block(from: &mut impl Read) -> Result<Option<Frame>, LaunchError> {
    let mut head = [0; 12];
    if !fill(from, &mut head)? {
        return Ok(None);
    }
    let [length, packed, crc] = [0, 4, 8].map(|place| word(&head, place));
    let (length, packed) = (length as usize, packed as usize);
    if length > MAX_FRAME_BYTES + 4 || packed > lz4_flex::block::get_maximum_output_size(length) {
        return Err(damaged("a block is too long"));
    }
    let mut compressed = Vec::new();
    from.take(packed as u64).read_to_end(&mut compressed)?;
    if compressed.len() < packed {
        return Err(LaunchError::Unfinished);
    }
    let contents = lz4_flex::block::decompress(&compressed, length)
        .map_err(|_| damaged("a block cannot be unpacked"))?;
    if crc32fast::hash(&contents) != crc {
        return Err(damaged("a checksum is wrong"));
    }
    match decode(&contents) {
        Ok(Some((frame, used))) if used == contents.len() => Ok(Some(frame)),
        Ok(_) => Err(damaged("a block is no frame")),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// Fills the buffer; false at the end of the file, and if less is left.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> Result<bool, LaunchError> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn word(bytes: &[u8; 12], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[derive(Default)]
struct Parts {
    /// The most bytes of contents.
    most: u64,
    /// Bytes of code and memory.
    needed: u64,
    /// Bytes of all texts of PTX that were read.
    ptx_bytes: usize,
    process: Option<Hello>,
    device: Option<Device>,
    captured: Option<Captured>,
    stack: Option<u64>,
    code: Vec<u8>,
    ptx: Vec<Vec<u8>>,
    memory: Vec<Region>,
    variables: Vec<Region>,
}

impl Parts {
    /// Whether that was the last.
    fn take(&mut self, frame: Frame) -> Result<bool, LaunchError> {
        match frame {
            Frame::Hello(hello) => self.process = Some(hello),
            Frame::Device(device) => self.device = Some(device),
            Frame::Captured(captured) => self.begin(*captured)?,
            Frame::Contents(contents) => self.contents(contents)?,
            Frame::CaptureEnds(CaptureEnds { has_succeeded: true, refused })
                if refused.is_empty() =>
            {
                return Ok(true);
            }
            _ => return Err(damaged("it has a block that does not belong there")),
        }
        Ok(false)
    }

    fn begin(&mut self, captured: Captured) -> Result<(), LaunchError> {
        if self.captured.is_some() {
            return Err(damaged("it has two launches"));
        }
        let mut end = 0;
        for parameter in &captured.parameters {
            let from = u64::from(parameter.offset);
            if from < end {
                return Err(damaged("parameters overlap"));
            }
            end = from + parameter.value.0.len() as u64;
        }
        if end > MOST_PARAMETER_BYTES {
            return Err(damaged("parameters are too long"));
        }
        let mut ranges: Vec<(u64, u64)> =
            captured.memory.iter().map(|reached| (reached.address, reached.bytes)).collect();
        ranges.sort_unstable();
        let mut end = 0;
        for (address, bytes) in ranges {
            if address < end {
                return Err(damaged("allocations overlap"));
            }
            end = address.checked_add(bytes).ok_or_else(|| damaged("an allocation has no end"))?;
            if address < LEAST_ADDRESS || end > MOST_ADDRESS {
                return Err(damaged("an allocation is where no GPU has memory"));
            }
        }
        let contents = captured.memory.iter().map(|reached| reached.bytes);
        let contents = contents.chain(captured.variables.iter().map(|variable| variable.bytes));
        self.needed = contents.fold(captured.code_bytes, u64::saturating_add);
        self.check_size()?;
        self.memory = vec![Region::default(); captured.memory.len()];
        self.variables = vec![Region::default(); captured.variables.len()];
        self.captured = Some(captured);
        Ok(())
    }

    fn check_size(&self) -> Result<(), LaunchError> {
        let needed = self.needed.saturating_add(self.ptx_bytes as u64);
        if needed > self.most {
            return Err(LaunchError::TooLarge { needed: bytes(needed), most: bytes(self.most) });
        }
        Ok(())
    }

    fn contents(&mut self, contents: Contents) -> Result<(), LaunchError> {
        let Contents { part, index, offset, bytes } = contents;
        let Some(captured) = &self.captured else {
            return Err(damaged("contents come before the launch"));
        };
        let index = index as usize;
        let of_memory = || captured.memory.get(index).map(|reached| reached.bytes);
        let of_variables = || captured.variables.get(index).map(|variable| variable.bytes);
        let (whole, region) = match part {
            Part::Code => {
                extend(&mut self.code, captured.code_bytes, offset, &bytes.0)?;
                return Ok(());
            }
            Part::Stack => {
                let stack = bytes.0.as_slice().try_into().map(u64::from_le_bytes);
                if self.stack.is_some() || stack.is_err() || stack.is_ok_and(|it| it > MOST_STACK) {
                    return Err(damaged("its threads have no such stack"));
                }
                self.stack = stack.ok();
                return Ok(());
            }
            Part::Ptx => {
                if bytes.0.is_empty() {
                    return Err(damaged("a piece of PTX is empty"));
                }
                if index == self.ptx.len() {
                    self.ptx.push(Vec::new());
                }
                let is_last = index + 1 == self.ptx.len();
                self.ptx_bytes = self.ptx_bytes.saturating_add(bytes.0.len());
                if self.ptx_bytes > MOST_PTX {
                    return Err(damaged("its PTX is too long"));
                }
                self.check_size()?;
                return match self.ptx.last_mut().filter(|_| is_last) {
                    Some(text) => extend(text, u64::MAX, offset, &bytes.0),
                    None => Err(damaged("texts of PTX are not in order")),
                };
            }
            Part::Memory | Part::MemoryAfter | Part::LeftOut => {
                (of_memory(), self.memory.get_mut(index))
            }
            Part::Variable | Part::VariableAfter => (of_variables(), self.variables.get_mut(index)),
        };
        let (Some(whole), Some(region)) = (whole, region) else {
            return Err(damaged("contents are of nothing that is known"));
        };
        if matches!(part, Part::Memory | Part::Variable) {
            return extend(&mut region.before, whole, offset, &bytes.0);
        }
        if part == Part::LeftOut {
            return leave_out(region, whole, offset, &bytes.0);
        }
        let end = region.after.last().map_or(0, |(from, bytes)| from + bytes.len());
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let to = from.checked_add(bytes.0.len());
        if from < end || bytes.0.is_empty() || to.is_none_or(|to| to > region.before.len()) {
            return Err(damaged("a change lies outside of the memory"));
        }
        region.after.push((from, bytes.0));
        Ok(())
    }

    fn launch(self) -> Result<Launch, LaunchError> {
        let (Some(process), Some(captured)) = (self.process, self.captured) else {
            return Err(damaged("it has no launch"));
        };
        let of_memory = captured.memory.iter().map(|reached| reached.bytes).zip(&self.memory);
        let of_variables = captured.variables.iter().map(|one| one.bytes).zip(&self.variables);
        let is_short = |(bytes, region): (u64, &Region)| region.before.len() as u64 != bytes;
        if self.code.len() as u64 != captured.code_bytes
            || of_memory.chain(of_variables).any(is_short)
        {
            return Err(damaged("contents are missing"));
        }
        let Self { device, stack, code, ptx, memory, variables, .. } = self;
        Ok(Launch { process, device, captured, stack, code, ptx, memory, variables })
    }
}

/// Zeros for a part that the file does not have.
fn leave_out(
    region: &mut Region,
    whole: u64,
    offset: u64,
    bytes: &[u8],
) -> Result<(), LaunchError> {
    let length = bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
    let end = offset.checked_add(length).filter(|end| *end <= whole);
    let start = region.before.len();
    let (Some(end), true) = (end, offset == start as u64 && length > 0) else {
        return Err(damaged("a part that was left out lies elsewhere"));
    };
    let end = usize::try_from(end).unwrap_or(usize::MAX);
    if region.before.try_reserve_exact(end - start).is_err() {
        let needed = propp_base_text::bytes(whole);
        return Err(LaunchError::TooLarge { needed, most: "memory".to_owned() });
    }
    region.before.resize(end, 0);
    region.left_out.push((start, end - start));
    Ok(())
}

/// Adds the next piece of contents that have so many bytes in the end.
fn extend(to: &mut Vec<u8>, whole: u64, offset: u64, bytes: &[u8]) -> Result<(), LaunchError> {
    if offset != to.len() as u64 || offset.saturating_add(bytes.len() as u64) > whole {
        return Err(damaged("contents are not in order"));
    }
    to.extend_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests;
