//! The code of measured launches, on its way into the recording.

use propp_base_names::demangle;
use propp_recording_store::{ProcessId, RecordingError};
use propp_recording_wire::{Instructions, Launch, Severity};

use super::super::code::{Found, KernelCode};
use super::super::error::Result;
use super::Listener;

/// Why the code of a measured kernel is missing.
const NO_MODULE: &str = "no module with it was seen, or could be kept";
const NOT_TRACED: &str = "the trace run did not have the kernel, and no small module has it";
const NO_NAMES: &str = "they have no names in a count run, and there was no trace run with \
                        names";

impl Listener<'_> {
    /// Names a measured kernel without code, once: in the same commit as its counters.
    fn tell_uncoded(&mut self, process: Option<ProcessId>, kernel: &str, why: &str) -> Result<()> {
        /// Kernels that are named.
        const MOST: usize = 20;
        if !self.harvest.uncoded.insert(kernel.to_owned()) || self.harvest.uncoded.len() > MOST + 1
        {
            return Ok(());
        }
        let text = match self.harvest.uncoded.len() {
            ..=MOST => format!("the code of {} is missing: {why}", demangle(kernel)),
            _ => "the code of further measured kernels is missing".to_owned(),
        };
        self.harvest.note(process, Severity::Info, "code-unseen", text)
    }

    /// Which kernels of a measured graph have code is known in the end.
    pub(super) fn tell_uncoded_graphs(&mut self) -> Result<()> {
        if self.has_graphs && self.wanted_code.is_wanted {
            let in_graphs = self.harvest.seen.in_graphs.iter();
            let uncoded: Vec<String> =
                in_graphs.filter(|name| !self.harvest.coded.contains(*name)).cloned().collect();
            for kernel in uncoded {
                self.tell_uncoded(None, &kernel, NO_MODULE)?;
            }
        }
        Ok(())
    }

    /// Stores the code of a measured launch.
    pub(super) fn keep_code(&mut self, process: u32, id: ProcessId, launch: &Launch) -> Result<()> {
        if !self.wanted_code.is_wanted {
            return Ok(());
        }
        let found = match self.texts.get(&(process, launch.name)).cloned() {
            Some(kernel) => self.code_of_kernel(process, id, &kernel, launch)?,
            None => self.code_of_graph(process)?,
        };
        for code in found {
            let written =
                self.harvest.writer.code(id, &code.kernel, code.architecture, &code.cubin)?;
            self.harvest.code_bytes += written.unwrap_or(0);
            self.harvest.coded.insert(code.kernel);
        }
        Ok(())
    }

    fn code_of_kernel(
        &mut self,
        process: u32,
        id: ProcessId,
        kernel: &str,
        launch: &Launch,
    ) -> Result<Vec<KernelCode>> {
        let wanted = &self.wanted_code.kernels;
        let is_named = wanted.is_empty() || wanted.iter().any(|name| name == kernel);
        // What was loaded was readable.
        let why = match self.code.of_launch(process, kernel, launch).unwrap_or(Found::Nothing) {
            Found::Code(found) => return Ok(found),
            Found::AskedBefore => return Ok(Vec::new()),
            Found::Other => format!(
                "it was launched with {} registers, and the kernels of its name in the modules \
                 that were seen have other numbers",
                launch.registers
            ),
            Found::Nothing if is_named => NO_MODULE.to_owned(),
            Found::Nothing => NOT_TRACED.to_owned(),
        };
        self.tell_uncoded(Some(id), kernel, &why)?;
        Ok(Vec::new())
    }

    /// Any of the kernels that the trace run saw in graphs may be of this one.
    fn code_of_graph(&mut self, process: u32) -> Result<Vec<KernelCode>> {
        let is_first = !std::mem::replace(&mut self.has_graphs, true);
        if is_first && self.harvest.seen.in_graphs.is_empty() {
            self.tell_uncoded(None, "kernels of graphs", NO_NAMES)?;
        }
        let in_graphs = self.harvest.seen.in_graphs.iter();
        Ok(self.code.of_graph(process, in_graphs).unwrap_or_default())
    }

    /// Stores what was counted of the instructions of a launch, with the code that ran.
    pub(super) fn keep_instructions(
        &mut self,
        process: u32,
        id: ProcessId,
        counted: &Instructions,
    ) -> Result<(), RecordingError> {
        let kernel = self.texts.get(&(process, counted.launch.name));
        let code = kernel.and_then(|kernel| {
            let crc = counted.functions.iter().find(|(_, name)| name == kernel)?.0;
            self.code.of_crc(process, kernel, crc)
        });
        let known = code.as_ref().map(|code| (code.architecture, code.cubin.as_slice()));
        self.harvest.writer.instructions(id, counted, known)
    }
}
