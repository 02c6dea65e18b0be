//! A cubin and its functions.

use std::collections::HashMap;
use std::sync::Arc;

use propp_code_elf::{Header, range};

use crate::arch::Architecture;
use crate::elf::{self, Elf};
use crate::error::CubinError;
use crate::function::{Function, Kind};
use crate::info::{self, Attribute};
use crate::instruction::Instruction;
use crate::lines::{Lines, NoLines};
use crate::resources::Resources;

/// A compiled module for one architecture.
pub struct Cubin<'a> {
    architecture: Architecture,
    functions: Vec<Function<'a>>,
    /// The device functions by section, in the order of the code.
    device: HashMap<usize, Vec<usize>>,
    /// The functions whose addresses lie in constant bank 4, by offset.
    addresses: HashMap<u64, &'a str>,
    elf: Elf<'a>,
}

impl<'a> Cubin<'a> {
    /// Reads the headers, the symbols and the attributes.
    /// Fails if the bytes are no cubin of a known architecture, or are cut off.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, CubinError> {
        let elf = Elf::parse(bytes)?;
        let Header { abi, abi_version: version, flags, .. } = elf.header;
        let unknown = CubinError::UnknownLayout { abi, version, flags };
        let number = elf.header.architecture().ok_or(unknown)?;
        let architecture = Architecture::from_number(number);
        let architecture = architecture.ok_or(CubinError::UnknownArchitecture(number))?;
        let functions = functions(&elf, architecture);
        let addresses = addresses(&elf);
        let mut device: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, function) in functions.iter().enumerate() {
            if function.kind == Kind::Device {
                device.entry(function.section).or_default().push(number);
            }
        }
        device.values_mut().for_each(|all| all.sort_by_key(|&number| functions[number].start));
        Ok(Self { architecture, functions, device, addresses, elf })
    }

    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Whether this is CUDA's own part of programs whose kernels launch others (`cudadevrt`).
    pub fn is_device_runtime(&self) -> bool {
        self.functions().iter().any(|function| function.name.starts_with("__cudaCDP2"))
    }

    /// Kernels and device functions, in the order of the symbols.
    pub fn functions(&self) -> &[Function<'a>] {
        &self.functions
    }

    pub fn function(&self, name: &str) -> Option<&Function<'a>> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The device functions whose code lies behind a function and is part of it.
    pub fn inside(&self, function: &Function<'_>) -> impl Iterator<Item = &Function<'a>> {
        let start = function.start;
        let end = start.saturating_add(function.code.len() as u64);
        let section = self.device.get(&function.section).map_or(&[][..], Vec::as_slice);
        let section = section.iter().map(|&number| &self.functions[number]);
        section.filter(move |inner| inner.start > start && inner.start < end)
    }

    /// The name of the function that an instruction calls or names.
    pub fn called(&self, caller: &Function<'a>, call: &Instruction) -> Option<&'a str> {
        let by_relocation = caller.callee(call.offset);
        by_relocation.or_else(|| {
            let at = caller.start.checked_add(u64::try_from(call.target?).ok()?)?;
            let section = self.device.get(&caller.section)?;
            let place = section.binary_search_by_key(&at, |&number| self.functions[number].start);
            Some(self.functions[section[place.ok()?]].name)
        })
    }

    /// The name of the function whose address lies at an offset of constant bank 4.
    pub fn address_at(&self, offset: u64) -> Option<&'a str> {
        self.addresses.get(&offset).copied()
    }

    /// The source lines of all functions.
    /// Fails if the cubin has none, or they are in a form that is not known.
    pub fn lines(&self) -> Result<Lines<'a>, NoLines> {
        Lines::from_elf(&self.elf)
    }
}

/// What the sections say of the code in section number `key`.
#[derive(Default)]
struct BySection {
    shared: u64,
    local: u64,
    constants: Vec<(u32, u64)>,
    attributes: Vec<Attribute>,
    branch_targets: HashMap<u64, Vec<u64>>,
    externals: Vec<u32>,
}

fn functions<'a>(elf: &Elf<'a>, architecture: Architecture) -> Vec<Function<'a>> {
    let mut by_section = by_section(elf);
    let mut by_symbol = by_symbol(elf);
    let callees = callees(elf);
    let mut functions = Vec::new();
    for (number, symbol) in elf.symbols.iter().enumerate() {
        let index = usize::from(symbol.section);
        let Some(section) = elf.sections.get(index).filter(|s| s.name.starts_with(".text")) else {
            continue;
        };
        let Some(code) = range(section.bytes, symbol.value, symbol.size) else { continue };
        if !symbol.is_function {
            continue;
        }
        let kind = if symbol.is_kernel() { Kind::Kernel } else { Kind::Device };
        let mut resources = Resources::default();
        // The sections belong to the kernel, which all code in a section is part of.
        let of = (kind == Kind::Kernel).then(|| by_section.remove(&index)).flatten();
        let of = of.unwrap_or_default();
        (resources.shared, resources.local) = (of.shared, of.local);
        resources.constants = of.constants;
        let own = by_symbol.remove(&number).unwrap_or_default();
        of.attributes.into_iter().chain(own).for_each(|attribute| resources.note(attribute));
        resources.sort();
        let named = |&symbol: &u32| elf.symbols.get(symbol as usize).map(|symbol| symbol.name);
        let externals = of.externals.iter().filter_map(named).collect();
        functions.push(Function {
            name: symbol.name,
            kind,
            architecture,
            section: index,
            start: symbol.value,
            code,
            resources,
            externals,
            branch_targets: of.branch_targets,
            callees: callees.get(&index).cloned().unwrap_or_default(),
        });
    }
    functions
}

/// Sections that name another by `sh_info`: memory, constants and attributes of its code.
fn by_section(elf: &Elf<'_>) -> HashMap<usize, BySection> {
    let mut found: HashMap<usize, BySection> = HashMap::new();
    for section in &elf.sections {
        let Some(rest) = section.name.strip_prefix(".nv.") else { continue };
        let (kind, function) = rest.split_once('.').unwrap_or((rest, ""));
        if function.is_empty() {
            continue;
        }
        let of = found.entry(section.info as usize);
        match kind {
            "shared" => of.or_default().shared = section.size,
            "local" => of.or_default().local = section.size,
            "info" => note_attributes(section.bytes, of.or_default()),
            _ => {
                let bank = kind.strip_prefix("constant").and_then(|bank| bank.parse().ok());
                if let Some(bank) = bank {
                    of.or_default().constants.push((bank, section.size));
                }
            }
        }
    }
    found.values_mut().for_each(|of| of.constants.sort_unstable());
    found
}

fn note_attributes(section: &[u8], of: &mut BySection) {
    for attribute in info::attributes(section) {
        match attribute {
            Attribute::Externals(symbols) => of.externals.extend(symbols),
            Attribute::BranchTargets { branch, targets } => {
                let targets = targets.into_iter().map(u64::from).collect();
                of.branch_targets.insert(branch.into(), targets);
            }
            other => of.attributes.push(other),
        }
    }
}

/// Attributes of the whole cubin, by the symbol that they are of.
fn by_symbol(elf: &Elf<'_>) -> HashMap<usize, Vec<Attribute>> {
    let mut found: HashMap<usize, Vec<Attribute>> = HashMap::new();
    let section = elf.section(".nv.info").map_or(&[][..], |section| section.bytes);
    for attribute in info::attributes(section) {
        if let Attribute::Registers { symbol, .. }
        | Attribute::FrameSize { symbol, .. }
        | Attribute::MinStackSize { symbol, .. } = attribute
        {
            found.entry(symbol as usize).or_default().push(attribute);
        }
    }
    found
}

fn addresses<'a>(elf: &Elf<'a>) -> HashMap<u64, &'a str> {
    let of_bank = elf.sections.iter().filter(|section| elf::is_of_addresses(section.name));
    let named = of_bank.flat_map(elf::relocations).filter_map(|relocation| {
        let symbol = elf.symbols.get(relocation.symbol as usize)?;
        (symbol.is_function && !symbol.name.is_empty()).then_some((relocation.offset, symbol.name))
    });
    named.collect()
}

type Callees<'a> = Arc<HashMap<u64, &'a str>>;

/// The functions that relocations put into the code of each section, by offset.
fn callees<'a>(elf: &Elf<'a>) -> HashMap<usize, Callees<'a>> {
    let mut found: HashMap<usize, HashMap<u64, &'a str>> = HashMap::new();
    for section in elf.sections.iter().filter(|s| s.name.starts_with(".rel")) {
        let index = section.info as usize;
        if elf.sections.get(index).is_none_or(|target| !target.name.starts_with(".text")) {
            continue;
        }
        for relocation in elf::relocations(section) {
            let symbol = elf.symbols.get(relocation.symbol as usize);
            if let Some(symbol) = symbol.filter(|symbol| symbol.is_function) {
                // The relocated field may begin in the instruction's upper half.
                let offset = relocation.offset & !0xf;
                found.entry(index).or_default().insert(offset, symbol.name);
            }
        }
    }
    found.into_iter().map(|(index, callees)| (index, callees.into())).collect()
}
