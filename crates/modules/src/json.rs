//! Modules for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Parts;

/// The kernels that a module of PyTorch launched in a phase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModuleJson {
    /// The path, such as `Transformer.layers.3.self_attn`; null outside of all modules.
    module: Option<String>,
    /// `forward`, `backward` or `optimizer`; null outside of all modules.
    phase: Option<String>,
    /// Launches of the trace run, without those of modules in it.
    launches: u64,
    /// Time of their kernels.
    total_ns: u64,
    /// Its share of the time of all kernels.
    time_share: f64,
    /// The kernels, the most time first.
    kernels: Vec<ModuleKernelJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ModuleKernelJson {
    /// The full demangled name.
    name: String,
    launches: u64,
    total_ns: u64,
}

/// All parts of the time, the most time first.
pub fn json(parts: &Parts) -> Vec<ModuleJson> {
    let of = |part: &crate::Part| ModuleJson {
        module: part.module.clone(),
        phase: part.phase.clone(),
        launches: part.launches,
        total_ns: part.total_ns,
        time_share: part.share(parts),
        kernels: part
            .kernels
            .iter()
            .map(|kernel| ModuleKernelJson {
                name: kernel.name.clone(),
                launches: kernel.launches,
                total_ns: kernel.total_ns,
            })
            .collect(),
    };
    parts.parts.iter().map(of).collect()
}
