//! What is known of a GPU without running anything on it.

use std::collections::BTreeMap;

use propp_base_model::{ComputeCapability, DeviceAttributes, DeviceFacts, attribute};

use crate::texts::DESCRIPTIONS;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// As its driver names it.
    pub name: String,
    pub chip: String,
    pub memory_bytes: u64,
    /// Bytes of L1 of an SM that kernels without shared memory have.
    pub l1_bytes: u32,
    /// By the numbers of `CUdevice_attribute`.
    pub attributes: BTreeMap<u32, i32>,
    /// The documents that the figures are from, by their key in the file; empty if the driver gave
    /// them.
    pub sources: BTreeMap<String, String>,
}

impl Description {
    /// The GPU whose folder has this name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = DESCRIPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Self::parse(text).ok()
    }

    /// The described GPU that a driver calls by this name.
    pub fn of_product(product: &str) -> Option<Self> {
        Self::all().find(|gpu| gpu.name == product)
    }

    pub fn all() -> impl Iterator<Item = Self> {
        DESCRIPTIONS.iter().filter_map(|(_, text)| Self::parse(text).ok())
    }

    /// Fails with the line that is neither a fact, an attribute nor a source, or with the fact
    /// that is missing.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut facts = BTreeMap::new();
        let mut attributes = BTreeMap::new();
        let mut sources = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let bad = || line.to_owned();
            let (key, value) = line.split_once(' ').ok_or_else(bad)?;
            match key.parse() {
                Ok(number) => {
                    attributes.insert(number, first(value).parse().map_err(|_| bad())?);
                }
                Err(_) if key == "source" => {
                    let (key, words) = value.split_once(' ').ok_or_else(bad)?;
                    sources.insert(key.to_owned(), words.to_owned());
                }
                Err(_) => drop(facts.insert(key, value)),
            }
        }
        let fact = |key: &str| facts.get(key).copied().ok_or_else(|| format!("{key} is missing"));
        let number = |key: &str| {
            first(fact(key)?).parse::<u64>().map_err(|_| format!("{key} is not a number"))
        };
        Ok(Self {
            name: fact("name")?.to_owned(),
            chip: fact("chip")?.to_owned(),
            memory_bytes: number("memory")?,
            l1_bytes: u32::try_from(number("l1")?).unwrap_or(u32::MAX),
            attributes,
            sources,
        })
    }

    pub fn attribute(&self, number: u32) -> u32 {
        let value = self.attributes.get(&number).copied().unwrap_or(0);
        u32::try_from(value).unwrap_or(0)
    }

    /// What criteria need of it. `None` for an unknown architecture.
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

/// A value without the key of its source.
fn first(value: &str) -> &str {
    value.split(' ').next().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gpu_is_described_in_full() {
        for (name, text) in DESCRIPTIONS {
            let gpu = Description::parse(text).unwrap();
            let facts = gpu.facts().unwrap();
            assert!(facts.sms() > 0.0 && facts.attributes.max_threads_per_sm >= 1024, "{name}");
            assert!(
                propp_base_model::GpuRates::new(&gpu.chip, &gpu.attributes).is_some(),
                "{name}"
            );
            assert_eq!(Description::named(name).as_ref(), Some(&gpu));
            assert_eq!(Description::of_product(&gpu.name), Some(gpu));
        }
        assert_eq!(Description::named("no such"), None);
    }

    #[test]
    fn each_published_figure_names_its_source() {
        for (name, text) in DESCRIPTIONS {
            let gpu = Description::parse(text).unwrap();
            if gpu.sources.is_empty() {
                continue;
            }
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let words: Vec<&str> = line.split(' ').collect();
                let is_figure =
                    words[0].parse::<u32>().is_ok() || ["memory", "l1"].contains(&words[0]);
                let has_source = || words.get(2).is_some_and(|key| gpu.sources.contains_key(*key));
                assert!(!is_figure || has_source(), "{name}: {line}");
            }
        }
    }

    #[test]
    fn sources_are_apart_from_facts() {
        let whole = "name A\nchip GH100\nmemory 8 paper\nl1 4\n16 3\nsource paper Of A, 2024\n";
        let found = Description::parse(whole).unwrap();
        assert_eq!((found.memory_bytes, found.l1_bytes), (8, 4));
        let sources: Vec<(&str, &str)> =
            found.sources.iter().map(|(key, words)| (key.as_str(), words.as_str())).collect();
        assert_eq!(sources, [("paper", "Of A, 2024")]);
    }

    #[test]
    fn a_line_that_says_nothing_is_an_error() {
        let whole = "name A\nchip GH100\nmemory 8\nl1 4\n16 3\n";
        assert_eq!(Description::parse(whole).unwrap().attribute(16), 3);
        for broken in [whole.replace("16 3", "16 x"), whole.replace("l1 4\n", ""), "x".to_owned()] {
            assert!(Description::parse(&broken).is_err(), "{broken}");
        }
    }
}
