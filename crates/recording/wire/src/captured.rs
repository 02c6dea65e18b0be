//! The frames of a launch that is captured.

use crate::codec::{Bytes, DecodeError, Reader, Wire, wire_struct, wire_tags};
use crate::launch::Launch;

wire_tags! {
    /// Where memory is that a captured launch can reach.
    pub enum MemoryKind ("kind of memory") {
        Device = 0,
        Managed = 1,
        /// Of the host, mapped for the GPU.
        Host = 2,
    }
}

wire_struct! {
    /// A parameter of a kernel.
    pub struct Parameter {
        /// Bytes from the first parameter.
        pub offset: u32,
        pub value: Bytes,
    }
}

/// Words below and from the second on are no addresses of memory that a GPU reaches.
pub const LEAST_ADDRESS: u64 = 1 << 32;
pub const MOST_ADDRESS: u64 = 1 << 57;

wire_struct! {
    /// An allocation that a captured launch can reach.
    pub struct Reached {
        pub address: u64,
        pub bytes: u64,
        pub kind: MemoryKind,
    }
}

wire_struct! {
    /// A variable of the captured kernel's module.
    pub struct Variable {
        pub name: String,
        pub bytes: u64,
    }
}

wire_struct! {
    /// A launch that is captured: everything but the contents of memory, which follow (capture).
    pub struct Captured {
        pub launch: Launch,
        /// The mangled name of the kernel.
        pub name: String,
        /// Number of the launch in the process, from 0.
        pub ordinal: u64,
        /// How many launches of kernels with such a name came before it.
        pub before: u64,
        pub is_cooperative: bool,
        pub parameters: Vec<Parameter>,
        pub memory: Vec<Reached>,
        pub variables: Vec<Variable>,
        /// Bytes of the module's cubin.
        pub code_bytes: u64,
    }
}

/// The most bytes of local memory that a thread of any GPU has.
pub const MOST_STACK: u64 = 512 << 10;

wire_tags! {
    /// What the contents that are sent are of.
    pub enum Part ("part of a launch") {
        /// The cubin of the kernel's module.
        Code = 0,
        /// An allocation before the launch.
        Memory = 1,
        /// What the launch changed in it.
        MemoryAfter = 2,
        /// A variable before the launch.
        Variable = 3,
        VariableAfter = 4,
        /// A text of PTX from which the module was made. Of modules that were linked from several, each
        /// is one.
        Ptx = 5,
        /// A part of an allocation that a file does not have, because the launch does not touch it: its
        /// length, in 8 bytes.
        LeftOut = 6,
        /// Bytes of stack that a thread has, in 8 bytes.
        Stack = 7,
    }
}

wire_struct! {
    /// A piece of the contents of a captured launch (capture).
    pub struct Contents {
        pub part: Part,
        /// Which allocation or variable, in the order of [`Captured`].
        pub index: u32,
        pub offset: u64,
        pub bytes: Bytes,
    }
}

wire_struct! {
    /// The captured launch has ended (capture).
    pub struct CaptureEnds {
        /// Whether the program's call succeeded.
        pub has_succeeded: bool,
        /// Why there is no capture; empty if there is one.
        pub refused: String,
    }
}
