//! What lanes ask of the machine around them.

use super::Access::{Read, Write};
use super::kinds::Clock;
use super::{Address, Slot, Visit, file};
use crate::text::File::{Narrow, Wide};

/// Asks the machine around the lanes.
#[derive(Clone, Debug, PartialEq)]
pub enum SystemOp {
    Fence,
    /// Reads a register that changes while the kernel runs.
    Clock {
        clock: Clock,
        to: Slot,
    },
    Sleep {
        from: Slot,
    },
    /// Hints that nothing depends on.
    Nothing,
    /// Lines are fetched into the L2 cache.
    Prefetch {
        address: Address,
    },
    Print {
        format: Slot,
        arguments: Slot,
        to: Option<u32>,
    },
    /// Of the host: memory, launches and what is about them. The result and the status.
    Ask {
        request: Request,
        arguments: Vec<Slot>,
        to: Slot,
        status: Slot,
    },
    AssertFail {
        message: Slot,
        file: Slot,
        line: Slot,
        function: Slot,
    },
}

/// What a thread asks of the runtime. Arguments are of 64 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// Its parameter is the number of bytes.
    Allocate,
    Free,
    /// Room for the arguments of a launch: function, grid, block, shared bytes.
    Buffer,
    /// Its parameters: buffer and stream.
    Launch,
    /// To, from, bytes, kind, stream.
    Copy,
    /// Its parameters: to, value, bytes, stream.
    Set,
    /// The error of the thread's last call, which is forgotten then.
    LastError,
    PeekError,
    /// The text of an error's number.
    ErrorName,
    ErrorText,
    /// A stream or an event.
    Handle,
    /// Calls whose order the launches have anyway.
    Nothing,
    Device,
    DeviceCount,
    Version,
    /// Its parameter is the number of the attribute.
    Attribute,
    Limit,
}

impl SystemOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Fence | Self::Nothing => {}
            Self::Prefetch { address } => address.slots(visit),
            Self::Clock { clock, to } => visit(file(clock.is_wide()), Write, to),
            Self::Sleep { from } => visit(Narrow, Read, from),
            Self::Print { format, arguments, to } => {
                visit(Wide, Read, format);
                visit(Wide, Read, arguments);
                to.iter_mut().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::Ask { arguments, to, status, .. } => {
                arguments.iter_mut().for_each(|slot| visit(Wide, Read, slot));
                visit(Wide, Write, to);
                visit(Narrow, Write, status);
            }
            Self::AssertFail { message, file, line, function } => {
                visit(Wide, Read, message);
                visit(Wide, Read, file);
                visit(Narrow, Read, line);
                visit(Wide, Read, function);
            }
        }
    }
}
