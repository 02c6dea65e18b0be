//! Where the texels of an image lie.
//!
//! NVIDIA does not document the layout of CUDA arrays. This is the one that Tegra's manual
//! publishes: blocks of 64 bytes and eight rows, in which each sector of 32 bytes has 16 bytes
//! of two rows.

use super::texel::Texel;

const BLOCK_BYTES: u64 = 512;
const BLOCK_WIDTH: u64 = 64;
const BLOCK_ROWS: u64 = 8;
/// Bytes that follow each other in a row of a block.
const RUN: u64 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Rows, so many bytes apart.
    Rows {
        pitch: u64,
    },
    Blocks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    pub base: u64,
    pub layout: Layout,
    /// Texels, rows, and slices, layers or faces; each at least one.
    pub extent: [u64; 3],
    pub texel: Texel,
}

impl Image {
    /// The layout of a CUDA array of these extents.
    pub fn array(base: u64, extent: [u64; 3], texel: Texel) -> Self {
        let layout = if extent[1] == 1 {
            let pitch = (extent[0] * texel.bytes()).next_multiple_of(BLOCK_BYTES);
            Layout::Rows { pitch }
        } else {
            Layout::Blocks
        };
        Self { base, layout, extent, texel }
    }

    pub fn row_bytes(&self) -> u64 {
        self.extent[0].saturating_mul(self.texel.bytes())
    }

    fn blocks(&self) -> (u64, u64) {
        (self.row_bytes().div_ceil(BLOCK_WIDTH), self.extent[1].div_ceil(BLOCK_ROWS))
    }

    /// Of memory, with what fills up rows and blocks.
    pub fn bytes(&self) -> u64 {
        let [_, rows, slices] = self.extent;
        let slice = match self.layout {
            Layout::Rows { pitch } => pitch.saturating_mul(rows),
            Layout::Blocks => {
                let (across, down) = self.blocks();
                across.saturating_mul(down).saturating_mul(BLOCK_BYTES)
            }
        };
        slice.saturating_mul(slices)
    }

    /// The address of a byte of a row of a slice, all within the extents.
    pub fn place(&self, byte: u64, row: u64, slice: u64) -> u64 {
        let inside = match self.layout {
            Layout::Rows { pitch } => (slice * self.extent[1] + row) * pitch + byte,
            Layout::Blocks => {
                let (across, down) = self.blocks();
                let block = (slice * down + row / BLOCK_ROWS) * across + byte / BLOCK_WIDTH;
                let (x, y) = (byte % BLOCK_WIDTH, row % BLOCK_ROWS);
                let sector = x / 32 * 8 + y / 2 * 2 + x / RUN % 2;
                block * BLOCK_BYTES + sector * 32 + y % 2 * RUN + x % RUN
            }
        };
        self.base + inside
    }

    /// How many bytes of the row follow each other in memory from this one on.
    pub fn run(&self, byte: u64) -> u64 {
        match self.layout {
            Layout::Rows { .. } => self.row_bytes().saturating_sub(byte),
            Layout::Blocks => RUN - byte % RUN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::Numbers;
    use std::collections::BTreeSet;

    fn image(extent: [u64; 3], bits: u32) -> Image {
        let texel = Texel { numbers: Numbers::Unsigned, bits, channels: 1 };
        Image::array(4096, extent, texel)
    }

    #[test]
    fn each_byte_has_a_place_of_its_own_inside() {
        for (extent, bits) in [([70, 19, 3], 8), ([5, 9, 2], 32), ([33, 1, 4], 16)] {
            let image = image(extent, bits);
            let mut places = BTreeSet::new();
            for slice in 0..extent[2] {
                for row in 0..extent[1] {
                    for byte in 0..image.row_bytes() {
                        let place = image.place(byte, row, slice);
                        assert!(place >= image.base && place - image.base < image.bytes());
                        assert!(places.insert(place), "{byte} {row} {slice}");
                        // What `run` promises.
                        let next = image.run(byte).min(image.row_bytes() - byte);
                        assert_eq!(image.place(byte + next - 1, row, slice), place + next - 1);
                    }
                }
            }
        }
    }

    /// A square of 4 × 4 words is two sectors in each direction; a row of 32 words is eight.
    #[test]
    fn a_sector_has_two_rows() {
        let image = image([64, 64, 1], 32);
        let sectors = |xs: std::ops::Range<u64>, ys: std::ops::Range<u64>| {
            let all = ys.flat_map(|y| xs.clone().map(move |x| (x, y)));
            all.map(|(x, y)| image.place(4 * x, y, 0) >> 5).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(sectors(0..4, 0..2), 1);
        assert_eq!(sectors(0..8, 0..4), 4);
        assert_eq!(sectors(0..32, 0..1), 8);
        assert_eq!(sectors(0..1, 0..32), 16);
    }
}
