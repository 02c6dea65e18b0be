//! The GPUs that propp has data of. Each is a folder of `weights/`, named as `--gpu` and `--on`
//! take it:
//!
//! - `gpu.txt`: its attributes, by the driver or by published figures ([`Description`]);
//! - `weights.toml`: weights and prices that `propp fit` made on it;
//! - `emulated.toml`: prices of emulated counts;
//! - `probe.json`: its device profile, by `propp probe`.
//!
//! Only the first is needed. A folder that is added is found by the next build.

mod description;

pub use description::Description;

/// Texts by the name of the GPU's folder.
pub mod texts {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// The names that `--gpu` and `--on` take, separated by commas.
pub fn names() -> String {
    let names: Vec<&str> = texts::DESCRIPTIONS.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}
