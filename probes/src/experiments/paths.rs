//! Names of the ways of a load, as samples call them.

use crate::chase::Path;

/// The series name of a path.
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
