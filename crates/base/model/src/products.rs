//! Products by name, their chips, and what an SM of each has: for commands that have no driver
//! to ask.

use super::device::{ComputeCapability, DeviceAttributes, DeviceFacts};

/// A GPU as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    pub name: &'static str,
    /// As the profiling library names it.
    pub chip: &'static str,
}

/// The first of each chip stands for it.
const PRODUCTS: [Product; 38] = [
    product("V100", "GV100"),
    product("T4", "TU104"),
    product("RTX 2080 Ti", "TU102"),
    product("RTX 2080", "TU104"),
    product("RTX 2070", "TU106"),
    product("RTX 2060", "TU106"),
    product("GTX 1660", "TU116"),
    product("GTX 1650", "TU117"),
    product("A100", "GA100"),
    product("A30", "GA100"),
    product("A10", "GA102"),
    product("A40", "GA102"),
    product("A6000", "GA102"),
    product("RTX 3090", "GA102"),
    product("RTX 3080", "GA102"),
    product("RTX 3070", "GA104"),
    product("RTX 3060", "GA106"),
    product("RTX 3050", "GA107"),
    product("Orin", "GA10B"),
    product("H100", "GH100"),
    product("H200", "GH100"),
    product("H800", "GH100"),
    product("H20", "GH100"),
    product("GH200", "GH100"),
    product("L40", "AD102"),
    product("L40S", "AD102"),
    product("L4", "AD104"),
    product("RTX 4090", "AD102"),
    product("RTX 4080", "AD103"),
    product("RTX 4070", "AD104"),
    product("B200", "GB100"),
    product("GB200", "GB100"),
    product("B300", "GB110"),
    product("GB300", "GB110"),
    product("Thor", "GB10B"),
    product("RTX 5090", "GB202"),
    product("RTX 5080", "GB203"),
    product("Spark", "GB20B"),
];

const fn product(name: &'static str, chip: &'static str) -> Product {
    Product { name, chip }
}

/// The compute capability of each chip: those that the profiling library of CUDA 13 knows.
const CHIPS: [(&str, u32, u32); 30] = [
    ("GV100", 7, 0),
    ("GV11B", 7, 2),
    ("TU102", 7, 5),
    ("TU104", 7, 5),
    ("TU106", 7, 5),
    ("TU116", 7, 5),
    ("TU117", 7, 5),
    ("GA100", 8, 0),
    ("GA102", 8, 6),
    ("GA103", 8, 6),
    ("GA104", 8, 6),
    ("GA106", 8, 6),
    ("GA107", 8, 6),
    ("GA10B", 8, 7),
    ("AD102", 8, 9),
    ("AD103", 8, 9),
    ("AD104", 8, 9),
    ("AD106", 8, 9),
    ("AD107", 8, 9),
    ("GH100", 9, 0),
    ("GB100", 10, 0),
    ("GB102", 10, 0),
    ("GB110", 10, 3),
    ("GB10B", 11, 0),
    ("GB202", 12, 0),
    ("GB203", 12, 0),
    ("GB205", 12, 0),
    ("GB206", 12, 0),
    ("GB207", 12, 0),
    ("GB20B", 12, 1),
];

/// What an SM has, by compute capability: threads, blocks, shared memory, and shared memory of
/// a block in KiB. From the tables of NVIDIA's CUDA programming guide.
/// `crates/judge/criteria/tests/criteria/occupancy.rs` checks the row 9.0 against the driver's answers.
const SMS: [(u32, u32, u32, u32, u32, u32); 13] = [
    (7, 0, 2048, 32, 96, 96),
    (7, 2, 2048, 32, 96, 96),
    (7, 5, 1024, 16, 64, 64),
    (8, 0, 2048, 32, 164, 163),
    (8, 6, 1536, 16, 100, 99),
    (8, 7, 1536, 16, 164, 163),
    (8, 9, 1536, 24, 100, 99),
    (9, 0, 2048, 32, 228, 227),
    (10, 0, 2048, 32, 228, 227),
    (10, 3, 2048, 32, 228, 227),
    (11, 0, 1536, 24, 228, 227),
    (12, 0, 1536, 24, 100, 99),
    (12, 1, 1536, 24, 100, 99),
];

impl Product {
    /// A product by its name or its chip's, in whatever case, with or without NVIDIA, RTX, and the
    /// like before it.
    pub fn named(name: &str) -> Option<Self> {
        let wanted = words(name);
        let is_called = |product: &Self| {
            let own = words(product.name);
            own.last().is_some_and(|own| wanted.contains(own))
        };
        let by_chip = |product: &&Self| product.chip.eq_ignore_ascii_case(name);
        let all = Self::all();
        let chip = CHIPS.into_iter().find(|(chip, ..)| chip.eq_ignore_ascii_case(name));
        all.iter()
            .find(by_chip)
            .or_else(|| all.iter().find(|product| is_called(product)))
            .copied()
            .or_else(|| chip.map(|(chip, ..)| product(chip, chip)))
    }

    pub fn all() -> &'static [Self] {
        &PRODUCTS
    }

    pub fn compute_capability(self) -> Option<ComputeCapability> {
        let (_, major, minor) = CHIPS.into_iter().find(|(chip, ..)| *chip == self.chip)?;
        Some(ComputeCapability { major, minor })
    }

    /// What decides how many blocks an SM holds. `None` if that is not known of the chip.
    ///
    /// The number of SMs, which differs between products of a chip, is that of one.
    pub fn sm(self) -> Option<DeviceFacts> {
        const KIB: u32 = 1024;
        let capability = self.compute_capability()?;
        let key = (capability.major, capability.minor);
        let row = SMS.into_iter().find(|row| (row.0, row.1) == key)?;
        let (_, _, max_threads_per_sm, max_blocks_per_sm, shared, shared_of_block) = row;
        let attributes = DeviceAttributes {
            sm_count: 1,
            max_threads_per_sm,
            max_blocks_per_sm,
            registers_per_sm: 64 * KIB,
            max_registers_per_block: 64 * KIB,
            shared_bytes_per_sm: shared * KIB,
            max_shared_bytes_per_block: shared_of_block * KIB,
            reserved_shared_bytes_per_block: if capability.major >= 8 { KIB } else { 0 },
        };
        DeviceFacts::new(self.chip, capability, attributes).ok()
    }
}

/// `nvidia`, `4090` of `NVIDIA RTX-4090`; `2080ti` is one word.
fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase().replace(['-', '_'], " ").replace(" ti", "ti");
    let words = lower.split_whitespace();
    let words = words.map(|word| word.trim_start_matches("rtx").trim_start_matches("gtx"));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_found_as_people_write_them() {
        for (written, name) in [
            ("h100", "H100"),
            ("RTX 4090", "RTX 4090"),
            ("rtx4090", "RTX 4090"),
            ("NVIDIA GeForce RTX 2080 Ti", "RTX 2080 Ti"),
            ("2080ti", "RTX 2080 Ti"),
            ("2080", "RTX 2080"),
            ("4090", "RTX 4090"),
            ("gh100", "H100"),
            ("NVIDIA-H200", "H200"),
            ("gb205", "GB205"),
        ] {
            assert_eq!(
                Product::named(written).map(|product| product.name),
                Some(name),
                "{written}"
            );
        }
        assert_eq!(Product::named("voodoo"), None);
    }

    #[test]
    fn an_sm_of_each_product_is_known() {
        for product in PRODUCTS {
            let sm = product.sm().unwrap();
            assert_eq!(sm.chip, product.chip);
            assert_eq!(sm.attributes.max_threads_per_sm % 512, 0);
        }
    }
}
