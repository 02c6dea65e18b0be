//! What lanes ask of the machine around them.

use super::Access::{Read, Write};
use super::kinds::Clock;
use super::{Slot, Visit, file};
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
    Print {
        format: Slot,
        arguments: Slot,
        to: Option<u32>,
    },
    AssertFail {
        message: Slot,
        file: Slot,
        line: Slot,
        function: Slot,
    },
}

impl SystemOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Fence | Self::Nothing => {}
            Self::Clock { clock, to } => visit(file(clock.is_wide()), Write, to),
            Self::Sleep { from } => visit(Narrow, Read, from),
            Self::Print { format, arguments, to } => {
                visit(Wide, Read, format);
                visit(Wide, Read, arguments);
                to.iter_mut().for_each(|slot| visit(Narrow, Write, slot));
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
