//! Copies and sets of memory.

use propp_recording_wire::Direction;

use crate::arena::Kind;
use crate::runtime::{Runtime, stream_number};
use crate::status::{self, Status};
use crate::work::{Copying, Node, Setting, Side};

/// Where a row begins, and whether all rows can be reached.
fn rows(address: usize, pitch: usize, bytes: usize, rows: usize) -> Option<(u64, u64)> {
    let last = pitch.checked_mul(rows.checked_sub(1)?)?.checked_add(bytes)?;
    (rows == 1 || pitch >= bytes).then_some((address as u64, last as u64))
}

impl Runtime {
    /// Copies, or keeps the copy in a graph.
    pub(crate) fn copy(&mut self, copying: &Copying, stream: usize) -> Result<(), Status> {
        if self.graphs.takes(stream) {
            self.graphs.add(Node::Copy(*copying, stream));
            return Ok(());
        }
        self.copy_now(copying, stream)
    }

    pub(crate) fn set(&mut self, setting: &Setting, stream: usize) -> Result<(), Status> {
        if self.graphs.takes(stream) {
            self.graphs.add(Node::Set(*setting, stream));
            return Ok(());
        }
        self.set_now(setting, stream)
    }

    /// Copies within this process's memory, whoever's it is. Bytes outside of an allocation are
    /// refused; those of the host are the program's business.
    pub(crate) fn copy_now(&mut self, copying: &Copying, stream: usize) -> Result<(), Status> {
        if copying.extent.contains(&0) {
            return Ok(());
        }
        let span = |side: Side| {
            let (start, bytes) = side.span(copying.extent)?;
            self.arena.allows(start, bytes).then_some((start, bytes))
        };
        let (to, to_bytes) = span(copying.to).ok_or(status::INVALID_VALUE)?;
        let (from, from_bytes) = span(copying.from).ok_or(status::INVALID_VALUE)?;
        let of = |address: u64| self.arena.find(address).map(|(_, found)| found.kind);
        let kinds = (of(to), of(from));
        let is_from_host = kinds.1.is_none_or(Kind::is_host);
        // What the host copies once more is no other input.
        let mut is_known = kinds.0.is_some() && is_from_host;
        copying.runs(|to, from, bytes| {
            // SAFETY: both lie in allocations of the arena, or are what the program calls its
            // own; no slice of them outlives the comparison.
            unsafe {
                let slice =
                    |address: usize| std::slice::from_raw_parts(address as *const u8, bytes);
                is_known = is_known && slice(to) == slice(from);
                std::ptr::copy(from as *const u8, to as *mut u8, bytes);
            }
        });
        let whole = copying.extent.iter().product::<usize>() as u64;
        if kinds.0.is_some() && !is_known {
            // With what lies between the rows, and all of an array.
            if is_from_host {
                self.history.replace(to, to_bytes);
            } else {
                self.history.copy(to, from, to_bytes.min(from_bytes));
            }
        }
        self.missing.copy(to, from, whole, &self.arena);
        let (to, from) = kinds;
        let is_device = |kind: Option<Kind>| kind.is_some_and(|kind| !kind.is_host());
        let direction = match (is_device(from), is_device(to)) {
            (false, true) => Direction::HostToDevice,
            (true, false) => Direction::DeviceToHost,
            (true, true) => Direction::DeviceToDevice,
            (false, false) => Direction::HostToHost,
        };
        let pageable = from.is_none() || to.is_none();
        self.record.copy(direction, whole, pageable, stream_number(stream));
        Ok(())
    }

    /// A copy that a kernel asks for. Unlike the host it reaches allocations alone.
    pub(crate) fn copy_of_kernel(
        &mut self,
        kernel: &str,
        copying: &Copying,
        stream: usize,
    ) -> Result<(), Status> {
        let is_held = |side: Side| {
            let span = side.span(copying.extent);
            span.is_some_and(|(start, bytes)| self.arena.holds(start, bytes))
        };
        let are_held = || is_held(copying.to) && is_held(copying.from);
        if !copying.extent.contains(&0) && !are_held() {
            return Err(self.beyond(kernel, "copies"));
        }
        self.copy_now(copying, stream)
    }

    pub(crate) fn set_of_kernel(
        &mut self,
        kernel: &str,
        setting: &Setting,
        stream: usize,
    ) -> Result<(), Status> {
        let is_empty = setting.bytes == 0 || setting.rows == 0;
        if !is_empty && !self.arena.holds(setting.to as u64, setting.bytes as u64) {
            return Err(self.beyond(kernel, "sets"));
        }
        self.set_now(setting, stream)
    }

    /// After a fault of such a copy, as on a GPU, every call fails.
    fn beyond(&mut self, kernel: &str, does: &str) -> Status {
        let text =
            format!("{kernel} {does} memory outside of all allocations, or beyond the end of one");
        self.report("kernel-fault", text);
        self.broken = Some(status::ILLEGAL_ADDRESS);
        status::ILLEGAL_ADDRESS
    }

    pub(crate) fn set_now(&mut self, setting: &Setting, stream: usize) -> Result<(), Status> {
        let Setting { to, value, value_bytes, bytes, rows: count, pitch } = *setting;
        if bytes == 0 || count == 0 {
            return Ok(());
        }
        let (address, all) = rows(to, pitch, bytes, count).ok_or(status::INVALID_VALUE)?;
        if !self.arena.holds(address, all) || bytes % value_bytes != 0 {
            return Err(status::INVALID_VALUE);
        }
        for row in 0..count {
            // SAFETY: the bytes lie in an allocation of the arena.
            let row =
                unsafe { std::slice::from_raw_parts_mut((to + row * pitch) as *mut u8, bytes) };
            match value_bytes {
                1 => row.fill(value as u8),
                _ => row.chunks_exact_mut(value_bytes).for_each(|place| {
                    place.copy_from_slice(&value.to_le_bytes()[..value_bytes]);
                }),
            }
        }
        self.history.set(address, all);
        self.missing.replace(address, (bytes * count) as u64, &self.arena);
        self.record.set((bytes * count) as u64, stream_number(stream));
        Ok(())
    }
}
