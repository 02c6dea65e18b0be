//! The paths of loads, and their names in samples.

use propp_probe_caches::Path;

/// The name in a series.
pub(super) const fn name(path: Path) -> &'static str {
    match path {
        Path::Cached => "cached",
        Path::L2 => "l2",
        Path::Volatile => "volatile",
        Path::ReadOnly => "read_only",
        Path::Texture => "texture",
        Path::Constant => "constant",
        Path::Shared => "shared",
    }
}

/// The paths to the memories that whole warps load from.
pub(super) const MEMORIES: [Path; 6] =
    [Path::Shared, Path::Constant, Path::Cached, Path::L2, Path::ReadOnly, Path::Texture];

pub(super) const fn has_sectors(path: Path) -> bool {
    !matches!(path, Path::Shared | Path::Constant)
}
