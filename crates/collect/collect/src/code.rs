//! The code that the processes of a run have loaded, and what of it was measured. Pure.
//!
//! CUPTI does not say which module a launched function is of. So it is found by its name and
//! its registers: among the modules of its context, or else among others.

use std::collections::{BTreeMap, HashMap, HashSet};

use propp_code_sass::{Cubin, CubinError, cut, kernels};
use propp_recording_wire::{Launch, Module, ModuleEnds};

/// A context's number if CUPTI did not tell.
const UNKNOWN: u32 = 0;

/// The code of a kernel, with the functions that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KernelCode {
    pub(super) kernel: String,
    /// `None` if propp does not know its instructions.
    pub(super) architecture: Option<u32>,
    pub(super) cubin: Vec<u8>,
}

/// What is found for a launched kernel.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Several pieces if modules have different code of that name and those registers.
    Code(Vec<KernelCode>),
    /// Code of that name alone, for other numbers of registers: another kernel's.
    Other,
    Nothing,
    /// It was asked for, and no module came or went since.
    AskedBefore,
}

#[derive(Default)]
pub(super) struct LoadedCode {
    processes: HashMap<u32, Process>,
}

#[derive(Default)]
struct Process {
    cubins: HashMap<u64, ModuleCode>,
    /// The hashes of the cubins with a CRC of CUPTI's.
    crcs: HashMap<u32, HashSet<u64>>,
    /// The hashes of the modules, by context and number.
    modules: BTreeMap<(u32, u32), u64>,
    /// What was asked for, since modules came or went.
    known: HashSet<(String, u32, u32)>,
}

struct ModuleCode {
    cubin: Vec<u8>,
    kernels: HashSet<String>,
}

impl LoadedCode {
    pub(super) fn load(&mut self, process: u32, module: Module) -> Result<(), CubinError> {
        let process = self.processes.entry(process).or_default();
        process.known.clear();
        process.modules.insert((module.context, module.module), module.hash);
        process.crcs.entry(module.crc).or_default().insert(module.hash);
        if !module.cubin.0.is_empty() {
            let names = kernels(&module.cubin.0)?.into_iter().map(str::to_owned).collect();
            let code = ModuleCode { kernels: names, cubin: module.cubin.0 };
            process.cubins.insert(module.hash, code);
        }
        Ok(())
    }

    pub(super) fn unload(&mut self, process: u32, module: &ModuleEnds) {
        if let Some(process) = self.processes.get_mut(&process) {
            process.known.clear();
            process.modules.remove(&(module.context, module.module));
        }
    }

    pub(super) fn end(&mut self, process: u32) {
        self.processes.remove(&process);
    }

    /// The code of a launched kernel.
    pub(super) fn of_launch(
        &mut self,
        process: u32,
        kernel: &str,
        launch: &Launch,
    ) -> Result<Found, CubinError> {
        let Some(process) = self.processes.get_mut(&process) else { return Ok(Found::Nothing) };
        if !process.known.insert((kernel.to_owned(), launch.context, launch.registers)) {
            return Ok(Found::AskedBefore);
        }
        // The driver did not tell if it is 0.
        let asked = Some(launch.registers).filter(|registers| *registers > 0);
        let found = process.of_kernel(kernel, Some(launch.context), asked)?;
        Ok(if !found.is_empty() {
            Found::Code(found)
        } else if process.cubins.values().any(|code| code.kernels.contains(kernel)) {
            Found::Other
        } else {
            Found::Nothing
        })
    }

    /// The code of a kernel in the cubin with a CRC of CUPTI's; `None` if it is not known.
    pub(super) fn of_crc(&self, process: u32, kernel: &str, crc: u32) -> Option<KernelCode> {
        let process = self.processes.get(&process)?;
        let found = process.in_cubins(kernel, process.crcs.get(&crc).filter(|_| crc != 0)?);
        found.ok()?.into_iter().next().map(|(code, _)| code)
    }

    /// The code of kernels that ran in a graph, which has no names for them, unless it was
    /// asked for before.
    pub(super) fn of_graph<'n>(
        &mut self,
        process: u32,
        kernels: impl Iterator<Item = &'n String>,
    ) -> Result<Vec<KernelCode>, CubinError> {
        let Some(process) = self.processes.get_mut(&process) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for kernel in kernels {
            if process.known.insert((kernel.clone(), UNKNOWN, UNKNOWN)) {
                found.extend(process.of_kernel(kernel, None, None)?);
            }
        }
        Ok(found)
    }
}

impl Process {
    /// The code of a kernel with so many registers: in the loaded modules of a context, or else in
    /// those of all, or else in all that were loaded, since counters may come after the end of a
    /// module. Of code that propp cannot read the registers are not known.
    fn of_kernel(
        &self,
        kernel: &str,
        context: Option<u32>,
        registers: Option<u32>,
    ) -> Result<Vec<KernelCode>, CubinError> {
        let may_be =
            |known: Option<u32>| registers.is_none() || known.is_none() || known == registers;
        let in_context = |of: u32| context.is_none_or(|context| of == context || of == UNKNOWN);
        let modules = self.modules.iter().filter(|((of, _), _)| in_context(*of));
        let of_context: HashSet<u64> = modules.map(|(_, hash)| *hash).collect();
        let loaded: HashSet<u64> = self.modules.values().copied().collect();
        let ever: HashSet<u64> = self.cubins.keys().copied().collect();
        for hashes in [of_context, loaded, ever] {
            let mut found = self.in_cubins(kernel, &hashes)?;
            found.retain(|(_, known)| may_be(*known));
            if !found.is_empty() {
                return Ok(found.into_iter().map(|(code, _)| code).collect());
            }
        }
        Ok(Vec::new())
    }

    fn in_cubins(
        &self,
        kernel: &str,
        hashes: &HashSet<u64>,
    ) -> Result<Vec<(KernelCode, Option<u32>)>, CubinError> {
        let mut found: Vec<(KernelCode, Option<u32>)> = Vec::new();
        for code in hashes.iter().filter_map(|hash| self.cubins.get(hash)) {
            if !code.kernels.contains(kernel) {
                continue;
            }
            let Some(cubin) = cut(&code.cubin, |name| name == kernel)? else { continue };
            let (architecture, registers) = match Cubin::parse(&cubin) {
                Ok(parsed) => (
                    Some(parsed.architecture().number()),
                    parsed.function(kernel).and_then(|function| function.resources.registers),
                ),
                Err(_) => (None, None),
            };
            let code = KernelCode { kernel: kernel.to_owned(), architecture, cubin };
            if !found.iter().any(|(known, _)| *known == code) {
                found.push((code, registers));
            }
        }
        // Not in the order of a table of hashes.
        found.sort_by(|a, b| a.0.cubin.cmp(&b.0.cubin));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use propp_recording_wire::Bytes;

    use super::*;

    const NESTED: &str = "_Z6nestedPKfPfii";

    fn cubin(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../code/sass/tests/fixtures");
        let file = std::fs::File::open(format!("{folder}/{name}.cubin.gz")).unwrap();
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn module(context: u32, module: u32, hash: u64, cubin: Vec<u8>) -> Module {
        Module { context, module, hash, crc: 0, cubin: Bytes(cubin) }
    }

    fn launch(context: u32, registers: u32) -> Launch {
        Launch { name: 1, grid: [1; 3], block: [1; 3], registers, context, ..Launch::default() }
    }

    /// The architectures of the code of a launch of `NESTED` in a process with these modules.
    fn found(modules: Vec<Module>, launch: &Launch) -> Vec<Option<u32>> {
        let mut code = LoadedCode::default();
        modules.into_iter().for_each(|module| code.load(0, module).unwrap());
        architectures(code.of_launch(0, NESTED, launch).unwrap())
    }

    fn architectures(found: Found) -> Vec<Option<u32>> {
        match found {
            Found::Code(found) => found.into_iter().map(|code| code.architecture).collect(),
            _ => Vec::new(),
        }
    }

    fn registers(name: &str) -> u32 {
        let bytes = cubin(name);
        let cubin = Cubin::parse(&bytes).unwrap();
        cubin.function(NESTED).unwrap().resources.registers.unwrap()
    }

    #[test]
    fn code_is_found_in_the_context_of_the_launch() {
        let (old, new) = (cubin("kernels.sm_80"), cubin("kernels.sm_90"));
        let both = || vec![module(1, 7, 10, old.clone()), module(2, 7, 20, new.clone())];
        assert_eq!(found(both(), &launch(1, 0)), [Some(80)]);
        assert_eq!(found(both(), &launch(2, 0)), [Some(90)]);
        assert_eq!(found(both(), &launch(3, 0)).len(), 2, "another context");
        let unknown = vec![module(UNKNOWN, 7, 20, new.clone())];
        assert_eq!(found(unknown, &launch(2, 0)), [Some(90)]);
    }

    #[test]
    fn of_two_kernels_of_a_name_the_registers_tell() {
        let names = ["kernels.sm_80", "kernels.sm_90"];
        let [few, many] = names.map(registers);
        assert_ne!(few, many);
        let both = || vec![module(1, 1, 10, cubin(names[0])), module(1, 2, 20, cubin(names[1]))];
        assert_eq!(found(both(), &launch(1, few)), [Some(80)]);
        assert_eq!(found(both(), &launch(1, many)), [Some(90)]);
        assert_eq!(found(both(), &launch(1, 0)).len(), 2, "not known");
        assert_eq!(found(both(), &launch(1, 999)), [], "neither");
        // In another context, or unloaded.
        assert_eq!(found(both(), &launch(2, many)), [Some(90)]);
        let mut code = LoadedCode::default();
        both().into_iter().for_each(|module| code.load(0, module).unwrap());
        code.unload(0, &ModuleEnds { context: 1, module: 2 });
        let launched = |code: &mut LoadedCode, registers| {
            code.of_launch(0, NESTED, &launch(1, registers)).unwrap()
        };
        assert_eq!(architectures(launched(&mut code, many)), [Some(90)]);
        assert_eq!(launched(&mut code, many), Found::AskedBefore);
        assert_eq!(launched(&mut code, 999), Found::Other);
        let absent = code.of_launch(0, "absent", &launch(1, many)).unwrap();
        assert_eq!(absent, Found::Nothing);
    }

    #[test]
    fn loaded_code_goes_before_unloaded_and_comes_again_by_its_hash() {
        const NONE: [u32; 0] = [];
        let mut code = LoadedCode::default();
        let mut of_launch = |what: &dyn Fn(&mut LoadedCode)| {
            what(&mut code);
            let found = code.of_launch(0, NESTED, &launch(1, 0)).unwrap();
            architectures(found).into_iter().flatten().collect::<Vec<_>>()
        };
        let [old, new] = ["kernels.sm_80", "kernels.sm_90"].map(cubin);
        assert_eq!(of_launch(&|_| ()), NONE, "there is none");
        assert_eq!(of_launch(&|code| code.load(0, module(1, 1, 10, old.clone())).unwrap()), [80]);
        assert_eq!(of_launch(&|_| ()), NONE, "once");
        let unload = |module| ModuleEnds { context: 1, module };
        assert_eq!(of_launch(&|code| code.unload(0, &unload(1))), [80], "its counters come late");
        assert_eq!(of_launch(&|code| code.load(0, module(1, 2, 20, new.clone())).unwrap()), [90]);
        assert_eq!(of_launch(&|code| code.unload(0, &unload(2))), [80, 90], "one of them");
        assert_eq!(of_launch(&|code| code.load(0, module(1, 3, 10, Vec::new())).unwrap()), [80]);
        assert_eq!(of_launch(&|code| code.end(0)), NONE);
    }

    #[test]
    fn kernels_of_graphs_are_found_by_name_alone() {
        let mut code = LoadedCode::default();
        code.load(0, module(1, 1, 10, cubin("kernels.sm_90"))).unwrap();
        let names = [NESTED.to_owned(), "absent".to_owned()];
        assert_eq!(code.of_graph(0, names.iter()).unwrap().len(), 1);
        assert_eq!(code.of_graph(0, names.iter()).unwrap(), []);
    }

    #[test]
    fn damage_is_an_error() {
        let mut code = LoadedCode::default();
        assert!(code.load(0, module(1, 1, 10, vec![1; 100])).is_err());
        assert_eq!(code.of_launch(0, NESTED, &launch(1, 0)), Ok(Found::Nothing));
    }
}
