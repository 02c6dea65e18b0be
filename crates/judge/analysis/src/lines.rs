//! What line runs counted of the instructions of kernels.

use std::collections::HashMap;
use std::sync::Arc;

use propp_base_names::KernelName;
use propp_code_lines::KernelLines;
use propp_recording::Recording;

use super::Configuration;

/// Registers come in as many for a thread, since sm_70, and a thread is given this many at least.
const REGISTERS_AT_ONCE: u32 = 8;
const LEAST_REGISTERS: u32 = 16;

/// By the name that the driver knows a function by.
#[derive(Default)]
pub(super) struct CountedLines(HashMap<String, Vec<Arc<KernelLines>>>);

impl CountedLines {
    pub(super) fn in_recordings<'a>(recordings: impl IntoIterator<Item = &'a Recording>) -> Self {
        let mut of_symbol: HashMap<String, Vec<Arc<KernelLines>>> = HashMap::new();
        let counted = recordings.into_iter().flat_map(propp_code_lines::of_recording);
        for lines in counted.map(Arc::new) {
            of_symbol.entry(lines.symbol.clone()).or_default().push(lines);
        }
        Self(of_symbol)
    }

    /// Those of a kernel. Functions of one name may have different code, and other configurations
    /// other counts: only a launch like the kernel's own says something of it.
    pub(super) fn of(
        &self,
        name: &KernelName,
        nvtx: Option<&str>,
        configurations: &[Configuration],
    ) -> Option<Arc<KernelLines>> {
        // A trace run tells the registers that a thread is given, the others those that it uses.
        let given = |used: u32| used.max(LEAST_REGISTERS).next_multiple_of(REGISTERS_AT_ONCE);
        let is_own = |lines: &&Arc<KernelLines>| {
            let is_it = |c: &Configuration| {
                (c.grid, c.block) == (lines.grid, lines.block)
                    && given(c.registers) == given(lines.registers)
                    && c.dynamic_shared_bytes == lines.dynamic_shared_bytes
                    && c.static_shared_bytes == lines.static_shared_bytes
            };
            lines.nvtx.as_deref() == nvtx && configurations.iter().any(is_it)
        };
        self.0.get(&name.symbol)?.iter().find(is_own).cloned()
    }
}
