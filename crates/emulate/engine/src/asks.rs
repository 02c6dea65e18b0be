//! What threads ask of the runtime: memory, launches, errors of their calls.

use std::collections::HashMap;

use propp_emulate_ptx::Request;

use crate::fault::Cause;
use crate::host::Host;
use crate::memory::Memory;

/// A thread by its block, warp and lane.
type Thread = (u32, u32, u32);

const SUCCESS: u32 = 0;
/// Handles of streams and events begin here. Lower numbers are streams that CUDA has named.
const HANDLES: u64 = 0x1000;

#[derive(Debug, Default)]
pub(crate) struct Asks {
    /// The last error of each thread whose calls failed.
    errors: HashMap<Thread, u32>,
    handles: u64,
}

impl Asks {
    /// The value and the status of a call.
    pub(crate) fn ask(
        &mut self,
        request: Request,
        arguments: &[u64],
        thread: Thread,
        host: &mut dyn Host,
        memory: &mut Memory<'_>,
    ) -> Result<(u64, u32), Cause> {
        let (value, status) = match request {
            Request::LastError => (0, self.errors.remove(&thread).unwrap_or(SUCCESS)),
            Request::PeekError => (0, self.errors.get(&thread).copied().unwrap_or(SUCCESS)),
            Request::Nothing | Request::Device => (0, SUCCESS),
            Request::DeviceCount => (1, SUCCESS),
            Request::Handle => {
                self.handles += 1;
                (HANDLES + self.handles, SUCCESS)
            }
            Request::Allocate
            | Request::Free
            | Request::Buffer
            | Request::Launch
            | Request::Copy
            | Request::Set
            | Request::ErrorName
            | Request::ErrorText
            | Request::Version
            | Request::Attribute
            | Request::Limit => {
                let mut read = |address: u64, bytes: u64| {
                    let last = memory.span(address, address, bytes);
                    last.map(<[u8]>::to_vec)
                };
                let given = host.ask(request, arguments, &mut read);
                given.ok_or_else(|| Cause::Unsupported(format!("{request:?} of a kernel")))?
            }
        };
        if request == Request::Free && status != SUCCESS {
            return Err(Cause::NotAllocated { address: arguments.first().copied().unwrap_or(0) });
        }
        let is_query = matches!(request, Request::LastError | Request::PeekError);
        if status != SUCCESS && !is_query {
            self.errors.insert(thread, status);
        }
        Ok((value, status))
    }
}
