//! The access patterns of the latency spectrum.

use propp_probe_caches::Path;

pub(super) const MIB: u64 = 1 << 20;
pub(super) const PAGE: u64 = 2 * MIB;

/// The accesses of a pattern.
pub(super) enum Accesses {
    /// A footprint that the SM's caches hold: path, bytes, stride.
    Small(Path, u64, u64),
    /// A footprint in L2, in hundredths of its size.
    InL2(u64),
    /// One line per page over nine tenths of memory, in L2.
    FarPages,
    /// Lines in DRAM, over a footprint in bytes.
    Cold(u64),
    /// Lines in DRAM, one per page over nine tenths of memory.
    ColdFarPages,
}

/// Name, meaning and accesses of each pattern.
pub(super) const PATTERNS: [(&str, &str, Accesses); 11] = [
    ("shared", "shared memory", Accesses::Small(Path::Shared, 8192, 128)),
    ("constant_l1", "constant cache", Accesses::Small(Path::Constant, 1024, 64)),
    (
        "constant_l15",
        "constant cache of the next level",
        Accesses::Small(Path::Constant, 16 * 1024, 64),
    ),
    ("l1", "P1 in L1", Accesses::Small(Path::Cached, 16 * 1024, 128)),
    ("read_only", "L1 along the read-only way", Accesses::Small(Path::ReadOnly, 16 * 1024, 128)),
    ("texture", "L1 along the texture way", Accesses::Small(Path::Texture, 16 * 1024, 128)),
    ("l2_near", "P1 in L2: a footprint that its near part holds", Accesses::InL2(7)),
    ("l2_far", "P1 in L2: a footprint that only both parts hold", Accesses::InL2(70)),
    ("l2_far_pages", "P2 and P3: L2, translations from afar", Accesses::FarPages),
    ("dram", "P4: DRAM, translations at hand", Accesses::Cold(256 * MIB)),
    ("dram_far_pages", "P5: DRAM, translations from afar", Accesses::ColdFarPages),
];

/// Name, path, bytes and stride of the patterns that the caches of an SM hold.
pub(super) fn small() -> impl Iterator<Item = (&'static str, Path, u64, u64)> {
    PATTERNS.iter().filter_map(|(name, _, accesses)| match accesses {
        Accesses::Small(path, bytes, stride) => Some((*name, *path, *bytes, *stride)),
        _ => None,
    })
}

/// The number of SMs that measure each pattern. They are spread over the chip, because their
/// distances from memory differ.
pub(super) const SMS: u32 = 8;
