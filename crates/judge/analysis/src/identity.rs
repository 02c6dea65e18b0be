//! What a kernel is called across runs.

use super::model::{Configuration, KernelReport};

impl KernelReport {
    /// A short name that is the same in all recordings of a program: of its function, its range, and how
    /// it is launched. What the compiler made of it does not count. Of merged configurations, none does.
    pub fn id(&self) -> String {
        let mut hash = Fnv::default();
        hash.add(self.name.symbol.as_bytes());
        hash.add(self.nvtx.as_deref().unwrap_or_default().as_bytes());
        if let [Configuration { grid, block, cluster, dynamic_shared_bytes, .. }] =
            self.configurations.as_slice()
        {
            let numbers = grid.iter().chain(block).chain(cluster.iter().flatten());
            numbers
                .chain([dynamic_shared_bytes])
                .for_each(|number| hash.add(&number.to_le_bytes()));
        }
        // 40 bits: among 10,000 kernels two are alike once in 20,000 programs.
        format!("k{:010x}", hash.0 >> 24)
    }
}

/// FNV-1a, which no version of Rust changes.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Bytes, and that they have ended.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain([&0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn it_is_fnv_with_ends() {
        let mut hash = Fnv::default();
        hash.add(b"a");
        // FNV-1a of "a" is af63dc4c8601ec8c.
        let of_a: u64 = 0xaf63_dc4c_8601_ec8c;
        assert_eq!(hash.0, (of_a ^ 0xff).wrapping_mul(0x0100_0000_01b3));
    }
}
