//! The code of measured kernels.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// No recorded cubin is longer: the injected library sends no more of a module.
const LONGEST: u64 = 64 << 20;

/// A cubin with one kernel and the functions that it calls, compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubin {
    /// [`cubin_hash`] in hexadecimal digits.
    pub hash: String,
    /// 90 for sm_90; `None` for one that the recording propp did not know.
    pub architecture: Option<u32>,
    pub bytes: u64,
    pub zlib: Vec<u8>,
}

/// The code that a process ran when it measured a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRow {
    pub process: usize,
    /// Index of the mangled name.
    pub function: usize,
    pub cubin: usize,
}

impl Cubin {
    /// The cubin. `None` if it is not what was compressed.
    pub fn unpack(&self) -> Option<Vec<u8>> {
        let mut cubin = Vec::new();
        let most = self.bytes.min(LONGEST);
        ZlibDecoder::new(&self.zlib[..]).take(most + 1).read_to_end(&mut cubin).ok()?;
        let is_whole = cubin.len() as u64 == self.bytes;
        (is_whole && format!("{:016x}", cubin_hash(&cubin)) == self.hash).then_some(cubin)
    }
}

pub fn pack(cubin: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // A vector takes everything.
    let _ = encoder.write_all(cubin);
    encoder.finish().unwrap_or_default()
}

/// FNV-1a of 64 bits, by which cubins are told apart.
pub fn cubin_hash(cubin: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    cubin.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(cubin: &[u8]) -> Cubin {
        Cubin {
            hash: format!("{:016x}", cubin_hash(cubin)),
            architecture: Some(90),
            bytes: cubin.len() as u64,
            zlib: pack(cubin),
        }
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(cubin_hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(cubin_hash(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let cubin: Vec<u8> = (0..100_000_u32).map(|n| (n % 251) as u8).collect();
        let good = packed(&cubin);
        assert!(good.zlib.len() < cubin.len() / 10);
        assert_eq!(good.unpack(), Some(cubin));
        assert_eq!(packed(b"").unpack(), Some(Vec::new()));
    }

    #[test]
    fn what_is_damaged_is_not() {
        let good = packed(&[7; 1000]);
        assert_eq!(Cubin { bytes: 999, ..good.clone() }.unpack(), None);
        assert_eq!(Cubin { hash: "0".repeat(16), ..good.clone() }.unpack(), None);
        assert_eq!(Cubin { zlib: good.zlib[..8].to_vec(), ..good.clone() }.unpack(), None);
        // A bomb: no more is unpacked than the row says.
        let bomb = Cubin { zlib: pack(&vec![0; 10 << 20]), ..good };
        assert_eq!(bomb.unpack(), None);
    }
}
