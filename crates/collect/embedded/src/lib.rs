//! The files embedded in the binary: the injected library, the runtime of emulated programs,
//! the CUDA sources that are compiled on the user's machine, and the bundled recordings.
//!
//! They are statics: each crate that uses a constant compiles its megabytes anew.

/// A relative path, and the file's bytes.
pub type File = (&'static str, &'static [u8]);

/// The library for the profiled program.
pub static INJECTED_LIBRARY: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/libpropp_inject.so"));

/// Hash of the library, so that several versions can share a folder.
pub const INJECTED_LIBRARY_HASH: &str = env!("PROPP_INJECT_HASH");

/// The CUDA runtime of emulated programs, by the folder where the loader looks for it: for any
/// processor, and in what `cargo xtask dist --device-tests` makes for those with AVX2.
pub static EMULATION_LIBRARIES: &[File] = include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

pub const EMULATION_LIBRARY_HASH: &str = env!("PROPP_EMULATE_HASH");

/// Sources of the primitive suite, with paths below `primitives/`.
pub static PRIMITIVES: &[File] = include!(concat!(env!("OUT_DIR"), "/primitives.rs"));

/// Sources of the probes, with paths below `crates/probe/experiments/cuda/`.
pub static PROBES: &[File] = include!(concat!(env!("OUT_DIR"), "/probes.rs"));

/// What a profiled Python runs first (`--pytorch modules`): the files of a folder in `PYTHONPATH`.
pub static PYTHON_HOOK: &[File] = &[
    ("sitecustomize.py", include_bytes!("../../../../python/hook/sitecustomize.py")),
    ("propp_modules.py", include_bytes!("../../../../python/hook/propp_modules.py")),
    ("propp_ranges.py", include_bytes!("../../../../python/src/propp/_ranges.py")),
];

/// The recordings of suites that `propp rank` uses by default; the last is the whole default suite
/// but `compute.*`.
pub static SUITE_RECORDINGS: &[File] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The kernels of `examples/pipeline` with their source lines: PTX for every GPU, and machine code of
/// sm_90. A test compares them with what their source compiles to.
pub static PIPELINE: &[u8] = include_bytes!("../../../../examples/pipeline/pipeline.fatbin");

/// Their source.
pub static PIPELINE_SOURCE: &str = include_str!("../../../../examples/pipeline/pipeline.cu");
