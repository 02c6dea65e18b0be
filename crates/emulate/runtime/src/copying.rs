//! Copies of rows and boxes of bytes, in memory and in CUDA arrays.

use std::ffi::c_void;

use propp_emulate_engine::Image;

/// A copy of bytes; of one row, mostly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copying {
    pub(crate) to: Side,
    pub(crate) from: Side,
    /// Bytes of a row, rows of a slice, and slices.
    pub(crate) extent: [usize; 3],
}

/// Where one side of a copy begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// With bytes from row to row, and from slice to slice.
    Memory { address: usize, pitch: usize, slice: usize },
    /// At a byte, a row and a slice of an array.
    Array { image: Image, at: [usize; 3] },
}

impl Copying {
    pub(crate) fn of(to: *mut c_void, from: *const c_void, bytes: usize) -> Self {
        let (to, from) = (Side::row(to as usize), Side::row(from as usize));
        Self { to, from, extent: [bytes, 1, 1] }
    }

    /// Calls with the addresses and the number of bytes that follow each other on both sides, which
    /// have a span.
    pub(crate) fn runs(&self, mut with: impl FnMut(usize, usize, usize)) {
        let [bytes, rows, slices] = self.extent;
        for (slice, row) in (0..slices).flat_map(|slice| (0..rows).map(move |row| (slice, row))) {
            let mut byte = 0;
            while byte < bytes {
                let (to, to_run) = self.to.place(byte, row, slice);
                let (from, from_run) = self.from.place(byte, row, slice);
                let run = to_run.min(from_run).min(bytes - byte).max(1);
                with(to, from, run);
                byte += run;
            }
        }
    }

    /// From memory into an array or back: bytes that follow each other in the rows of the array, from
    /// a byte of a row on. They are a part of a row, whole rows, and a part of a row.
    pub(crate) fn along_rows(
        image: Image,
        [byte, row]: [usize; 2],
        memory: usize,
        count: usize,
        is_to_array: bool,
    ) -> Vec<Self> {
        let width = image.row_bytes() as usize;
        let (mut done, mut at, mut all) = (0, [byte, row, 0], Vec::new());
        while done < count {
            let left = count - done;
            let extent = match at[0] == 0 && left >= width {
                true => [width, left / width, 1],
                // A place outside is refused when the copy is made.
                false => [left.min(width.saturating_sub(at[0]).max(1)), 1, 1],
            };
            let memory = Side::Memory { address: memory + done, pitch: width, slice: 0 };
            let array = Side::Array { image, at };
            let (to, from) = if is_to_array { (array, memory) } else { (memory, array) };
            all.push(Self { to, from, extent });
            done += extent[0] * extent[1];
            at = [0, at[1] + extent[1], 0];
        }
        all
    }
}

impl Side {
    pub(crate) fn row(address: usize) -> Self {
        Self::Memory { address, pitch: 0, slice: 0 }
    }

    pub(crate) fn rows(address: usize, pitch: usize) -> Self {
        Self::Memory { address, pitch, slice: 0 }
    }

    /// Where the bytes begin, and how many there are up to the last; of an array all of it. None if
    /// they are outside, or rows overlap. The extent is not empty.
    pub(crate) fn span(&self, extent: [usize; 3]) -> Option<(u64, u64)> {
        let [bytes, rows, slices] = extent;
        match *self {
            Self::Memory { address, pitch, slice } => {
                let last = pitch.checked_mul(rows - 1)?.checked_add(bytes)?;
                let last = slice.checked_mul(slices - 1)?.checked_add(last)?;
                let is_apart = rows == 1 || pitch >= bytes;
                address.checked_add(last)?;
                (is_apart && address != 0).then_some((address as u64, last as u64))
            }
            Self::Array { image, at } => {
                let [_, image_rows, image_slices] = image.extent;
                let most = [image.row_bytes(), image_rows, image_slices];
                let ends = at.into_iter().zip(extent).map(|(at, own)| at.checked_add(own));
                let is_inside =
                    ends.zip(most).all(|(end, most)| end.is_some_and(|end| end as u64 <= most));
                is_inside.then_some((image.base, image.bytes()))
            }
        }
    }

    /// The address of a byte, and how many of its row follow there.
    fn place(&self, byte: usize, row: usize, slice: usize) -> (usize, usize) {
        match *self {
            Self::Memory { address, pitch, slice: slice_bytes } => {
                (address + slice * slice_bytes + row * pitch + byte, usize::MAX)
            }
            Self::Array { image, at } => {
                let byte = (at[0] + byte) as u64;
                let address = image.place(byte, (at[1] + row) as u64, (at[2] + slice) as u64);
                (address as usize, image.run(byte) as usize)
            }
        }
    }
}
