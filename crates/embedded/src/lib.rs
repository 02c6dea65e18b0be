//! What the binary carries, so that one file is everything: the injected library, the CUDA
//! sources that are compiled where propp runs, and the bundled recording.

/// A file: its path below a folder, and its bytes.
pub type File = (&'static str, &'static [u8]);

/// The library that is loaded into the profiled program.
pub const INJECTED_LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libpropp_inject.so"));

/// Its hash, so that files of several versions can lie side by side.
pub const INJECTED_LIBRARY_HASH: &str = env!("PROPP_INJECT_HASH");

/// Sources of the primitive suite, with paths below `primitives/`.
pub const PRIMITIVES: &[File] = include!(concat!(env!("OUT_DIR"), "/primitives.rs"));

/// Sources of the probes, with paths below `probes/cuda/`.
pub const PROBES: &[File] = include!(concat!(env!("OUT_DIR"), "/probes.rs"));

/// The recording of the suite that answers `propp rank` where there is no other.
pub const SUITE_RECORDING: Option<File> = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));
