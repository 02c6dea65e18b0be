//! Modules of a program: PTX, found in the fatbins that its start-up code registers.

use std::borrow::Cow;
use std::collections::HashMap;

use propp_base_guest::free_memory;
use propp_code_fatbin::Kind;
use propp_code_sass::{Cubin, cut};
use propp_emulate_ptx::Module;

use crate::arena::{Arena, Kind as Allocated};

/// Fatbins, and what is made of them when a kernel of them is launched.
pub(crate) struct Program {
    image: Cow<'static, [u8]>,
    /// Of a program that was compiled with `-rdc=true`: the fatbin of each translation unit.
    units: Vec<&'static [u8]>,
    /// The PTX of a captured launch, whose machine code is the image.
    texts: Option<Vec<String>>,
    pub(crate) loaded: Option<Result<Loaded, String>>,
}

pub(crate) struct Loaded {
    pub(crate) module: Module,
    pub(crate) addresses: Vec<u64>,
    /// Registers and stack of each kernel, from the machine code beside the PTX.
    pub(crate) compiled: HashMap<String, Compiled>,
    cubins: Vec<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) registers: u32,
    pub(crate) stack: u32,
    /// Its place among the cubins.
    cubin: Option<usize>,
}

impl Loaded {
    /// The machine code of a kernel.
    pub(crate) fn code(&self, kernel: &str) -> Option<Vec<u8>> {
        let cubin = self.compiled.get(kernel)?.cubin?;
        cut(self.cubins.get(cubin)?, |name| name == kernel).ok()?
    }
}

impl Program {
    /// From a fatbin, or from PTX.
    pub(crate) fn new(image: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { image: image.into(), units: Vec::new(), texts: None, loaded: None }
    }

    /// From the linked machine code of a program, and the fatbins of its translation units.
    pub(crate) fn linked(image: &'static [u8], units: Vec<&'static [u8]>) -> Self {
        Self { image: image.into(), units, texts: None, loaded: None }
    }

    /// From machine code, and the texts of PTX that it was made of.
    pub(crate) fn of_texts(cubin: Vec<u8>, texts: Vec<String>) -> Self {
        Self { image: cubin.into(), units: Vec::new(), texts: Some(texts), loaded: None }
    }

    /// Parses the PTX if that has not been done, and places its variables.
    pub(crate) fn load(&mut self, arena: &mut Arena, capability: u32) -> &Result<Loaded, String> {
        let Self { image, units, texts, loaded } = self;
        loaded.get_or_insert_with(|| {
            let found = match texts {
                Some(texts) => Ok(texts.clone()),
                None => found(image, units, capability),
            };
            load(image, &found?, arena, capability)
        })
    }
}

/// The newest PTX of a fatbin that the GPU can run.
fn ptx(fatbin: &[u8], capability: u32) -> Result<String, String> {
    let contents = propp_code_fatbin::read(fatbin).map_err(|error| error.to_string())?;
    let Some(entry) = contents.ptx_for(capability) else {
        let (major, minor) = (capability / 10, capability % 10);
        if contents.entries.iter().any(|entry| entry.kind == Kind::LinkTimeCode) {
            return Err("the program has code for optimisation at link time and no PTX: compile \
                        it without -dlto"
                .to_owned());
        }
        return Err(format!(
            "the program has no PTX for compute capability {major}.{minor}: compile it with \
             -gencode arch=compute_{capability},code=[sm_{capability},compute_{capability}]"
        ));
    };
    let text = entry.unpack().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned())
}

/// The PTX of a fatbin, or of each translation unit of a linked program.
fn found(fatbin: &[u8], units: &[&[u8]], capability: u32) -> Result<Vec<String>, String> {
    let sources = if units.is_empty() { &[fatbin] } else { units };
    let texts = sources.iter().map(|source| ptx(source, capability));
    // The engine does what CUDA's own unit does, of which there is no PTX.
    let texts = { texts.zip(sources) }.filter_map(|(text, source)| match text {
        Err(_) if is_device_runtime(source) => None,
        text => Some(text),
    });
    texts.collect()
}

fn load(
    fatbin: &[u8],
    texts: &[String],
    arena: &mut Arena,
    capability: u32,
) -> Result<Loaded, String> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let module = Module::link(&texts).map_err(|error| error.to_string())?;
    let own = module.variables.iter().filter(|variable| !variable.external);
    let needed = own.map(|variable| variable.bytes).fold(0, u64::saturating_add);
    if free_memory().is_some_and(|free| needed > free) {
        return Err(format!(
            "the program's variables have {} MiB, more than this machine has free",
            needed >> 20
        ));
    }
    let mut addresses = Vec::with_capacity(module.variables.len());
    for variable in &module.variables {
        if variable.external {
            return Err(format!(
                "no translation unit of the program defines the variable '{}'",
                variable.name
            ));
        }
        let place = arena
            .allocate(variable.bytes.max(1), Allocated::Variable { constant: variable.constant });
        addresses.push(place.ok_or("no memory is left for the program's variables")?);
    }
    for (variable, address) in module.variables.iter().zip(&addresses) {
        let mut initial = variable.initial.clone();
        for pointer in &variable.pointers {
            let at = usize::try_from(pointer.at).map_err(|error| error.to_string())?;
            let target = addresses.get(pointer.variable as usize).copied().unwrap_or(0);
            let target = target.wrapping_add(pointer.addend);
            initial.resize(initial.len().max(at + 8), 0);
            initial[at..at + 8].copy_from_slice(&target.to_le_bytes());
        }
        let bytes = usize::try_from(variable.bytes).map_err(|error| error.to_string())?;
        arena.clear(*address, variable.bytes);
        let to = *address as *mut u8;
        // SAFETY: the allocation above has `bytes` bytes, and `initial` is not in it.
        unsafe { std::ptr::copy_nonoverlapping(initial.as_ptr(), to, initial.len().min(bytes)) };
    }
    let (compiled, cubins) = machine_code(fatbin, capability);
    Ok(Loaded { module, addresses, compiled, cubins })
}

fn is_device_runtime(fatbin: &[u8]) -> bool {
    let Ok(contents) = propp_code_fatbin::read(fatbin) else { return false };
    contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin).any(|entry| {
        let bytes = entry.unpack();
        bytes.is_ok_and(|bytes| Cubin::parse(&bytes).is_ok_and(|cubin| cubin.is_device_runtime()))
    })
}

/// The kernels of a fatbin's machine code. It may have none: the fatbin of a program with PTX alone
/// that was compiled with `-rdc=true` is empty.
fn machine_code(fatbin: &[u8], capability: u32) -> (HashMap<String, Compiled>, Vec<Vec<u8>>) {
    let (mut compiled, mut cubins) = (HashMap::new(), Vec::new());
    let Ok(contents) = propp_code_fatbin::read(fatbin) else { return (compiled, cubins) };
    let machine = contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin);
    for entry in machine.filter(|e| e.target.is_some_and(|target| target.runs_on(capability))) {
        let Ok(bytes) = entry.unpack() else { continue };
        let Ok(cubin) = Cubin::parse(&bytes) else { continue };
        for function in cubin.functions() {
            let registers = function.resources.registers.unwrap_or(0);
            let stack = function.resources.stack.unwrap_or(0);
            let cubin = Some(cubins.len());
            compiled.insert(function.name.to_owned(), Compiled { registers, stack, cubin });
        }
        cubins.push(bytes.into_owned());
    }
    (compiled, cubins)
}
