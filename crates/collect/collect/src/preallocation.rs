//! Memory that a framework reserves and does not use. Kernel replay saves and restores it at each
//! launch: JAX reserves three quarters of the GPU by default, and a count run then came to no end.

use std::ffi::OsString;

/// Whether JAX reserves memory when it starts.
const JAX: &str = "XLA_PYTHON_CLIENT_PREALLOCATE";

/// Variables with which the program of a count run reserves none, where the user has not decided.
pub(super) fn without() -> impl Iterator<Item = (&'static str, OsString)> {
    std::env::var_os(JAX).is_none().then(|| (JAX, "false".into())).into_iter()
}
