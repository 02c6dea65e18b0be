//! Calls of the device's own runtime: memory from a kernel's heap, and launches within kernels
//! (`cudadevrt`). nvcc gives these functions no bodies.

use crate::text::{Operand, PtxError, Result, Space, Type, Written};

use super::builder::Decoder;
use super::memory::store;
use crate::module::Constant;
use crate::op::{Address, Base, LaneOp, Request, Slot, SystemOp};
use crate::text::File;

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    Bits32,
    Bits64,
    /// Three numbers of 32 bits each.
    Extents,
}

/// What a call gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    Nothing,
    Status,
    /// A value of 64 bits.
    Value,
    /// A status; a value of so many bits is stored where the first argument says.
    Stored(Type),
}

/// A function of the device's runtime.
#[derive(Clone, Copy)]
pub(crate) struct Requested {
    request: Request,
    /// Without the place of a value that is stored.
    arguments: &'static [Argument],
    gives: Gives,
}

use Argument::{Bits32 as I, Bits64 as L, Extents as E};
use Gives::{Nothing, Status, Stored, Value};

/// The functions of the launches within kernels, without their prefix.
const LAUNCHING: &str = "__cudaCDP2";
const INT: Gives = Stored(Type::B32);
const HANDLE: Gives = Stored(Type::B64);

impl Requested {
    pub(crate) fn named(name: &str) -> Option<Self> {
        let of = |request, arguments, gives| Some(Self { request, arguments, gives });
        match name {
            "malloc" => return of(Request::Allocate, &[L], Value),
            "free" => return of(Request::Free, &[L], Nothing),
            _ => {}
        }
        let name = name.strip_prefix(LAUNCHING)?;
        match name.strip_suffix("_ptsz").unwrap_or(name) {
            "Malloc" => of(Request::Allocate, &[L], HANDLE),
            "Free" => of(Request::Free, &[L], Status),
            "GetParameterBufferV2" => of(Request::Buffer, &[L, E, E, I], Value),
            "LaunchDeviceV2" => of(Request::Launch, &[L, L], Status),
            "MemcpyAsync" => of(Request::Copy, &[L, L, L, I, L], Status),
            "MemsetAsync" => of(Request::Set, &[L, I, L, L], Status),
            "GetLastError" => of(Request::LastError, &[], Status),
            "PeekAtLastError" => of(Request::PeekError, &[], Status),
            "GetErrorName" => of(Request::ErrorName, &[I], Value),
            "GetErrorString" => of(Request::ErrorText, &[I], Value),
            "StreamCreateWithFlags" | "EventCreateWithFlags" => of(Request::Handle, &[I], HANDLE),
            "StreamDestroy" | "EventDestroy" => of(Request::Nothing, &[L], Status),
            "EventRecord" => of(Request::Nothing, &[L, L], Status),
            "EventRecordWithFlags" | "StreamWaitEvent" => of(Request::Nothing, &[L, L, I], Status),
            "GetDevice" => of(Request::Device, &[], INT),
            "GetDeviceCount" => of(Request::DeviceCount, &[], INT),
            "RuntimeGetVersion" => of(Request::Version, &[], INT),
            "DeviceGetAttribute" => of(Request::Attribute, &[I, I], INT),
            "DeviceGetLimit" => of(Request::Limit, &[I], HANDLE),
            _ => None,
        }
    }
}

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn request(
        &mut self,
        written: &Written<'a>,
        requested: Requested,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
    ) -> Result<()> {
        let Requested { request, arguments: kinds, gives } = requested;
        let is_stored = matches!(gives, Stored(_));
        if arguments.len() != kinds.len() + usize::from(is_stored) {
            return Err(PtxError::unsupported(written.line, "a call with other arguments"));
        }
        let mut values = Vec::new();
        let own = &arguments[usize::from(is_stored)..];
        for (operand, kind) in own.iter().zip(kinds) {
            let start = self.argument(written, operand)?;
            match kind {
                Argument::Bits64 => values.push(self.read_frame(start, Type::B64)?),
                Argument::Bits32 => values.push(self.read_widened(start)?),
                Argument::Extents => {
                    for axis in 0..3 {
                        values.push(self.read_widened(start + 4 * axis)?);
                    }
                }
            }
        }
        let (to, status) = (self.slot(File::Wide), self.slot(File::Narrow));
        self.emit(None, SystemOp::Ask { request, arguments: values, to, status })?;
        match gives {
            Nothing => Ok(()),
            Status => self.write_result(written, results, status, Type::B32),
            Value => self.write_result(written, results, to, Type::B64),
            Stored(ty) => {
                let place = self.read_argument(written, arguments, 0, Type::B64)?;
                let address = Address { base: Base::Wide(place), offset: 0 };
                let from = if ty == Type::B64 { to } else { self.low_half(to)? };
                self.add(store(Space::Generic, address, from, ty))?;
                self.write_result(written, results, status, Type::B32)
            }
        }
    }

    /// A value of 32 bits, with zeros before it.
    fn read_widened(&mut self, start: u32) -> Result<Slot> {
        let low = self.read_frame(start, Type::B32)?;
        let zero = self.constant(Constant::Narrow(0));
        let to = self.slot(File::Wide);
        self.add(LaneOp::Join64 { to, from: [low, zero] })?;
        Ok(to)
    }

    fn low_half(&mut self, from: Slot) -> Result<Slot> {
        let (low, high) = (self.slot(File::Narrow), self.slot(File::Narrow));
        self.add(LaneOp::Split64 { to: [Some(low), Some(high)], from })?;
        Ok(low)
    }
}
