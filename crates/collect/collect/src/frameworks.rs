//! Variables by which frameworks do the same in each run, and what suits measuring.

use std::ffi::OsString;
use std::path::Path;

/// Whether JAX reserves memory when it starts. Kernel replay saves and restores it at each launch:
/// JAX reserves three quarters of the GPU by default, and a count run then came to no end.
const RESERVES: &str = "XLA_PYTHON_CLIENT_PREALLOCATE";

/// Where JAX keeps what it compiled. XLA tries out kernels when it compiles, and does not choose the
/// same each time: the count run uses what the trace run compiled.
const CACHE: &str = "JAX_COMPILATION_CACHE_DIR";

/// From which compile time and which size on; without these it keeps little.
const KEEPS_ALL: [(&str, &str); 2] = [
    ("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0"),
    ("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1"),
];

/// For a count run, where the user has not decided.
pub(super) fn without_reserve() -> impl Iterator<Item = (&'static str, OsString)> {
    std::env::var_os(RESERVES).is_none().then(|| (RESERVES, "false".into())).into_iter()
}

/// For all runs, where the user keeps nothing of JAX.
pub(super) fn same_code(folder: &Path) -> Vec<(&'static str, OsString)> {
    if std::env::var_os(CACHE).is_some() {
        return Vec::new();
    }
    let keeps_all = KEEPS_ALL.map(|(name, value)| (name, value.into()));
    std::iter::once((CACHE, folder.into())).chain(keeps_all).collect()
}
