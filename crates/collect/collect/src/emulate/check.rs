//! What is in the way of a program's emulation, without running it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;

use propp_base_gpus::Description;
use propp_base_model::attribute;
use propp_code_elf::{Header, Sections};
use propp_code_fatbin::{Kind, fatbins, read};
use propp_code_sass::Cubin;
use propp_collect_embedded::EMULATION_LIBRARIES;
use propp_emulate_ptx::{Module, PtxError};

use super::super::error::{CollectError, Result};
use super::super::{program, shared_libraries};
use super::loading;

/// The section of the runtime's library with the calls that only name themselves.
const MISSING: &str = "propp_missing";

#[derive(Clone, Debug, Default)]
pub struct Check {
    /// Obstacles of the whole program.
    pub problems: Vec<String>,
    /// Kernels that cannot be executed.
    pub refused: Vec<Refused>,
    /// Kernels of the program, those included.
    pub kernels: usize,
    /// Calls that are not emulated, in alphabetical order.
    pub calls: Vec<String>,
}

/// A kernel, and all that is in its way.
#[derive(Clone, Debug)]
pub struct Refused {
    pub symbol: String,
    pub reasons: Vec<PtxError>,
}

impl Check {
    /// Whether nothing is in the way.
    pub fn is_clean(&self) -> bool {
        self.problems.is_empty() && self.refused.is_empty() && self.calls.is_empty()
    }
}

/// Looks for all that is in the way of a program on a GPU of this name. Only its own file is
/// read: the libraries that it loads may have further kernels and calls.
pub fn check(command: &[OsString], gpu: &str) -> Result<Check> {
    let description = Description::named(gpu).ok_or_else(|| CollectError::UnknownGpu {
        name: gpu.to_owned(),
        known: propp_base_gpus::names(),
    })?;
    let of = |number| description.attribute(number);
    let capability =
        of(attribute::COMPUTE_CAPABILITY_MAJOR) * 10 + of(attribute::COMPUTE_CAPABILITY_MINOR);
    let file = program::find(command)?;
    let bytes = fs::read(&file)?;
    let mut check = Check::default();
    match loading::check(&file) {
        Ok(true) => check.calls = calls(&bytes),
        Ok(false) => {}
        Err(error @ (CollectError::StaticRuntime { .. } | CollectError::OtherRuntime { .. })) => {
            check.problems.push(error.to_string());
        }
        Err(error) => return Err(error),
    }
    modules(&bytes, capability, &mut check);
    Ok(check)
}

/// Calls of the CUDA runtime and of the driver that the program needs and propp does not emulate.
fn calls(program: &[u8]) -> Vec<String> {
    let library = EMULATION_LIBRARIES.first().map_or(&[][..], |(_, bytes)| bytes);
    let offered: BTreeSet<&str> = { shared_libraries::symbols(library).into_iter() }
        .filter(|symbol| symbol.section.is_some_and(|section| section != MISSING))
        .map(|symbol| symbol.name)
        .collect();
    let is_call = |name: &str| {
        let driver = name.strip_prefix("cu").and_then(|rest| rest.chars().next());
        let is_driver = driver.is_some_and(|first| first.is_ascii_uppercase());
        is_driver || name.starts_with("cuda") || name.starts_with("__cuda")
    };
    let needed: BTreeSet<&str> = { shared_libraries::symbols(program).into_iter() }
        .filter(|symbol| symbol.section.is_none() && is_call(symbol.name))
        .map(|symbol| symbol.name)
        .collect();
    needed.difference(&offered).map(|name| (*name).to_owned()).collect()
}

/// The PTX of the program, as the runtime takes it: that of all translation units together if they
/// were compiled to be linked, otherwise each for itself.
fn modules(program: &[u8], capability: u32, check: &mut Check) {
    let header = Header::parse(program).ok();
    let sections = header.and_then(|header| Sections::read(program, &header));
    let sections = sections.map_or_else(Vec::new, |sections| sections.all);
    let named = |name: &str| {
        let found = sections.iter().filter(|section| section.name == name);
        found.flat_map(|section| fatbins(section.bytes)).collect::<Vec<_>>()
    };
    let mut linked = Vec::new();
    for unit in named("__nv_relfatbin") {
        if is_device_runtime(unit) {
            continue;
        }
        linked.extend(text(unit, capability, check));
    }
    let has_units = !linked.is_empty();
    module(&linked, check);
    for fatbin in named(".nv_fatbin") {
        if has_units && !has_ptx(fatbin) || is_empty(fatbin) {
            // The machine code of the linked units; and nvcc links an empty one to every program.
            continue;
        }
        let text = text(fatbin, capability, check);
        module(&text.into_iter().collect::<Vec<_>>(), check);
    }
}

fn has_ptx(fatbin: &[u8]) -> bool {
    read(fatbin).is_ok_and(|contents| contents.entries.iter().any(|e| e.kind == Kind::Ptx))
}

/// Whether it is CUDA's own unit of programs whose kernels launch others: the emulation does without.
fn is_device_runtime(fatbin: &[u8]) -> bool {
    let Ok(contents) = read(fatbin) else { return false };
    contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin).any(|entry| {
        let bytes = entry.unpack();
        bytes.is_ok_and(|bytes| Cubin::parse(&bytes).is_ok_and(|cubin| cubin.is_device_runtime()))
    })
}

/// Whether a fatbin has neither PTX nor machine code of a function.
fn is_empty(fatbin: &[u8]) -> bool {
    let Ok(contents) = read(fatbin) else { return true };
    contents.entries.iter().all(|entry| {
        let bytes = entry.unpack();
        let cubin = bytes.as_ref().ok().and_then(|bytes| Cubin::parse(bytes).ok());
        entry.kind == Kind::Cubin && cubin.is_some_and(|cubin| cubin.functions().is_empty())
    })
}

fn text(fatbin: &[u8], capability: u32, check: &mut Check) -> Option<String> {
    let contents = read(fatbin).ok()?;
    let Some(entry) = contents.ptx_for(capability) else {
        let (major, minor) = (capability / 10, capability % 10);
        let problem = format!(
            "a part of the program has no PTX for compute capability {major}.{minor}; compile it \
             with -gencode arch=compute_{capability},code=[sm_{capability},compute_{capability}] \
             and without -dlto"
        );
        if !check.problems.contains(&problem) {
            check.problems.push(problem);
        }
        return None;
    };
    match entry.unpack() {
        Ok(text) => Some(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned()),
        Err(error) => {
            check.problems.push(error.to_string());
            None
        }
    }
}

fn module(texts: &[String], check: &mut Check) {
    if texts.is_empty() {
        return;
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let module = match Module::link(&texts) {
        Ok(module) => module,
        Err(error) => return check.problems.push(error.to_string()),
    };
    let missing = module.variables.iter().filter(|variable| variable.external);
    check.problems.extend(missing.map(|variable| {
        format!("no translation unit of the program defines the variable '{}'", variable.name)
    }));
    check.kernels += module.kernels.len();
    for kernel in module.kernels {
        if !kernel.refusals.is_empty() {
            check.refused.push(Refused { symbol: kernel.name, reasons: kernel.refusals });
        }
    }
}
