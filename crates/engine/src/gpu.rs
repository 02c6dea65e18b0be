//! The GPU that programs see.

use std::collections::BTreeMap;

use crate::launch::Gpu;
use propp_model::{ComputeCapability, DeviceAttributes, DeviceFacts, attribute};

/// GPUs by the name that `--gpu` takes.
pub const GPUS: [(&str, &str); 1] = [("h200", include_str!("../gpus/h200.txt"))];

/// Not among the constants of the model, which has those that criteria need.
const MAX_THREADS_PER_BLOCK: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub name: String,
    pub chip: String,
    pub memory_bytes: u64,
    pub l1_bytes: u32,
    /// By the numbers of `CUdevice_attribute`.
    pub attributes: BTreeMap<u32, i32>,
}

impl Description {
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = GPUS.iter().find(|(known, _)| *known == name)?;
        Self::parse(text)
    }

    fn parse(text: &str) -> Option<Self> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut words = BTreeMap::new();
        let mut attributes = BTreeMap::new();
        for line in lines {
            let (key, value) = line.split_once(' ')?;
            match key.parse() {
                Ok(number) => drop(attributes.insert(number, value.parse().ok()?)),
                Err(_) => drop(words.insert(key, value)),
            }
        }
        Some(Self {
            name: (*words.get("name")?).to_owned(),
            chip: (*words.get("chip")?).to_owned(),
            memory_bytes: words.get("memory")?.parse().ok()?,
            l1_bytes: words.get("l1")?.parse().ok()?,
            attributes,
        })
    }

    #[must_use]
    pub fn attribute(&self, number: u32) -> u32 {
        let value = self.attributes.get(&number).copied().unwrap_or(0);
        u32::try_from(value).unwrap_or(0)
    }

    /// What kernels can see of it.
    #[must_use]
    pub fn engine(&self) -> Gpu {
        Gpu {
            multiprocessors: self.attribute(attribute::MULTIPROCESSOR_COUNT),
            l1_bytes: self.l1_bytes,
            max_threads_per_block: self.attribute(MAX_THREADS_PER_BLOCK),
            max_shared_bytes_per_block: self
                .attribute(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            max_resident_threads: self.attribute(attribute::MAX_THREADS_PER_MULTIPROCESSOR),
            max_resident_blocks: self.attribute(attribute::MAX_BLOCKS_PER_MULTIPROCESSOR),
        }
    }

    /// What criteria need of it. None for an unknown architecture.
    #[must_use]
    pub fn facts(&self) -> Option<DeviceFacts> {
        let of = |number| self.attribute(number);
        let capability = ComputeCapability {
            major: of(attribute::COMPUTE_CAPABILITY_MAJOR),
            minor: of(attribute::COMPUTE_CAPABILITY_MINOR),
        };
        let attributes = DeviceAttributes {
            sm_count: of(attribute::MULTIPROCESSOR_COUNT),
            max_threads_per_sm: of(attribute::MAX_THREADS_PER_MULTIPROCESSOR),
            max_blocks_per_sm: of(attribute::MAX_BLOCKS_PER_MULTIPROCESSOR),
            registers_per_sm: of(attribute::MAX_REGISTERS_PER_MULTIPROCESSOR),
            max_registers_per_block: of(attribute::MAX_REGISTERS_PER_BLOCK),
            shared_bytes_per_sm: of(attribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
            max_shared_bytes_per_block: of(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            reserved_shared_bytes_per_block: of(attribute::RESERVED_SHARED_MEMORY_PER_BLOCK),
        };
        DeviceFacts::new(self.chip.clone(), capability, attributes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gpu_is_described_in_full() {
        for (name, _) in GPUS {
            let gpu = Description::named(name).unwrap();
            assert!(gpu.facts().is_some(), "{name}");
            let engine = gpu.engine();
            assert!(engine.multiprocessors > 0 && engine.max_resident_threads >= 1024, "{name}");
        }
        assert_eq!(Description::named("h200").unwrap().engine().multiprocessors, 132);
        assert_eq!(Description::named("no such"), None);
    }
}
