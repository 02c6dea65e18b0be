//! What programs ask for: launches, copies and sets.

use std::ffi::c_void;

pub(crate) use crate::copying::{Copying, Side};

type Pointer = *mut c_void;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Configuration {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared_bytes: usize,
    pub(crate) stream: usize,
    /// Whether all blocks are resident at once, so that they can wait for each other.
    pub(crate) cooperative: bool,
    /// Blocks of a cluster along x, y, z; zero if the launch does not say it.
    pub(crate) cluster: [u32; 3],
}

impl Configuration {
    pub(crate) fn new(grid: [u32; 3], block: [u32; 3], shared: usize, stream: Pointer) -> Self {
        let stream = stream as usize;
        Self {
            grid,
            block,
            dynamic_shared_bytes: shared,
            stream,
            cooperative: false,
            cluster: [0; 3],
        }
    }
}

/// A launch that was found to be possible.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) host: usize,
    pub(crate) configuration: Configuration,
    pub(crate) parameters: Vec<u8>,
}

/// Bytes set to a value; a row, mostly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) to: usize,
    /// Repeated, so many bytes of it.
    pub(crate) value: u32,
    pub(crate) value_bytes: usize,
    pub(crate) bytes: usize,
    pub(crate) rows: usize,
    pub(crate) pitch: usize,
}

impl Setting {
    pub(crate) fn of(to: Pointer, value: u8, bytes: usize) -> Self {
        let (to, value) = (to as usize, u32::from(value));
        Self { to, value, value_bytes: 1, bytes, rows: 1, pitch: bytes }
    }
}

/// A function of the host and its argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostCall {
    pub(crate) function: extern "C" fn(Pointer),
    pub(crate) argument: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Kernel(Prepared),
    Copy(Copying, usize),
    Set(Setting, usize),
    Host(HostCall),
    /// Of another graph, in an order that their dependencies allow.
    Graph(Vec<Node>),
    Empty,
}

impl Node {
    /// The number of its kind in `cudaGraphNodeType`.
    pub(crate) fn number(&self) -> i32 {
        match self {
            Self::Kernel(_) => 0,
            Self::Copy(..) => 1,
            Self::Set(..) => 2,
            Self::Host(_) => 3,
            Self::Graph(_) => 4,
            Self::Empty => 5,
        }
    }
}
