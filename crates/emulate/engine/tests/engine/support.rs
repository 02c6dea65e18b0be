//! Runs small kernels.

use std::sync::Arc;

use propp_base_gpus::Description;
use propp_emulate_engine::{Counts, Gpu, Images, Launch, LaunchError, Memory, Ran, Region, run};
use propp_emulate_ptx::Module;

/// Where the first array lies; each further one is a MiB behind.
pub(crate) const BASE: u64 = 0x1000_0000;
const APART: u64 = 1 << 20;

pub(crate) fn gpu() -> Gpu {
    Gpu::from(&Description::named("h200").unwrap())
}

/// A module of one kernel `k` with a parameter of 64 bits for each array.
pub(crate) fn module(arrays: usize, body: &str) -> Module {
    let parameters: Vec<String> = (0..arrays).map(|i| format!(".param .u64 p{i}")).collect();
    let loads: String = (0..arrays).map(|i| format!("ld.param.u64 %rd{i}, [p{i}];\n")).collect();
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k({})\n{{\n\
         .reg .pred %p<20>;\n.reg .b16 %rs<20>;\n.reg .b32 %r<60>;\n.reg .f32 %f<20>;\n\
         .reg .b64 %rd<40>;\n.reg .f64 %fd<20>;\n{loads}{body}\nret;\n}}\n",
        parameters.join(", ")
    );
    Module::parse(&text).unwrap()
}

/// Runs a module's kernel on arrays; what it printed is given with the counts.
pub(crate) fn launch(
    module: &Module,
    grid: u32,
    block: u32,
    arrays: &mut [Vec<u8>],
) -> Result<(Counts, String), LaunchError> {
    let (ran, printed) = launch_on(1, module, grid, block, arrays)?;
    Ok((ran.counts, printed))
}

/// The same on threads of the processor.
pub(crate) fn launch_on(
    threads: u32,
    module: &Module,
    grid: u32,
    block: u32,
    arrays: &mut [Vec<u8>],
) -> Result<(Ran, String), LaunchError> {
    launch_with(Images::default(), threads, module, grid, block, arrays)
}

/// The same with textures and surfaces.
pub(crate) fn launch_with(
    images: Images,
    threads: u32,
    module: &Module,
    grid: u32,
    block: u32,
    arrays: &mut [Vec<u8>],
) -> Result<(Ran, String), LaunchError> {
    let shape = Shape { grid: [grid, 1, 1], block, cluster: [0; 3], threads };
    launch_shape(images, module, shape, &[], arrays)
}

#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) grid: [u32; 3],
    pub(crate) block: u32,
    pub(crate) cluster: [u32; 3],
    pub(crate) threads: u32,
}

/// The parameters of the arrays come behind `first`.
pub(crate) fn launch_shape(
    images: Images,
    module: &Module,
    shape: Shape,
    first: &[u8],
    arrays: &mut [Vec<u8>],
) -> Result<(Ran, String), LaunchError> {
    let mut parameters = first.to_vec();
    let mut regions = Vec::new();
    for (index, bytes) in arrays.iter_mut().enumerate() {
        let base = BASE + index as u64 * APART;
        parameters.extend(base.to_le_bytes());
        regions.push(Region { base, bytes, writable: true });
    }
    let launch = Launch {
        module,
        kernel: &module.kernels[0],
        grid: shape.grid,
        block: [shape.block, 1, 1],
        cluster: shape.cluster,
        dynamic_shared_bytes: 0,
        parameters: &parameters,
        addresses: &[],
        workspace: 0,
        gpu: &gpu(),
        threads: shape.threads,
        races: false,
        local_blocks: Some(8),
        stack_bytes: 1 << 16,
    };
    let mut printed = String::new();
    let mut memory = Memory::new(regions).with_images(&Arc::new(images));
    let ran = run(&launch, &mut memory, &mut |text: &[u8]| {
        printed += &String::from_utf8_lossy(text);
    })?;
    Ok((ran, printed))
}

pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect()
}

pub(crate) fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
