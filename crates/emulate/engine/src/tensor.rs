//! Tensor maps: which boxes of a tensor the TMA copies, and how they lie in shared memory. What a
//! map looks like in memory is left open by the manuals; here it is an own form.

use propp_emulate_ptx::{MapField, Type};

pub(crate) const MAP_BYTES: usize = 128;
const AXES: usize = 5;
/// At the beginning of each map.
const MARK: u32 = 0x7070_544d;
const CHUNK: u64 = 16;

/// Of a tensor, by the numbers of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    Bf16,
    /// Numbers without an implicit bit become zero.
    F32Flushed,
    Tf32,
    Tf32Flushed,
}

/// Which pieces of 16 bytes change places in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swizzle {
    None,
    Bytes32,
    Bytes64,
    Bytes128,
}

/// A tensor in global memory, and the box that a copy moves. Axis 0 is that whose elements are
/// neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMap {
    pub element: Element,
    pub axes: usize,
    pub base: u64,
    pub extents: [u64; AXES],
    /// Bytes from one element to the next; of axis 0 the element's own.
    pub strides: [u64; AXES],
    /// Of the box, in elements of the tensor.
    pub sides: [u32; AXES],
    /// Of how many elements along an axis one is taken.
    pub steps: [u32; AXES],
    pub swizzle: Swizzle,
    /// Whether what lies outside of the tensor is NaN instead of zero.
    pub fills_with_nan: bool,
}

impl Element {
    const ALL: [Self; 13] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::S32,
        Self::U64,
        Self::S64,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::Bf16,
        Self::F32Flushed,
        Self::Tf32,
        Self::Tf32Flushed,
    ];

    /// By its number in `CUtensorMapDataType`.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }

    pub fn bytes(self) -> u64 {
        u64::from(self.ty().bytes())
    }

    pub fn is_float(self) -> bool {
        self.ty().is_float()
    }

    /// The type of its bits.
    pub(crate) fn ty(self) -> Type {
        match self {
            Self::U8 => Type::U8,
            Self::U16 => Type::U16,
            Self::U32 => Type::U32,
            Self::S32 => Type::S32,
            Self::U64 => Type::U64,
            Self::S64 => Type::S64,
            Self::F16 => Type::F16,
            Self::F32 | Self::F32Flushed | Self::Tf32 | Self::Tf32Flushed => Type::F32,
            Self::F64 => Type::F64,
            Self::Bf16 => Type::Bf16,
        }
    }

    /// What the bytes of elements become on their way into shared memory. An H200 does not flush subnormal
    /// numbers of the types that are named after it.
    pub(crate) fn convert(self, bytes: &mut [u8]) {
        if !matches!(self, Self::Tf32 | Self::Tf32Flushed) {
            return;
        }
        for word in bytes.as_chunks_mut::<4>().0 {
            let bits = u32::from_le_bytes(*word);
            if bits & 0x7fff_ffff < 0x7f80_0000 {
                // To the nearest number of 19 bits, ties to the even one.
                let rounded = (bits + 0x0fff + (bits >> 13 & 1)) & !0x1fff;
                *word = rounded.to_le_bytes();
            }
        }
    }

    /// NaN with all bits set that count.
    fn nan(self) -> &'static [u8] {
        match self.bytes() {
            2 => &[0xff, 0x7f],
            8 => &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
            _ => &[0xff, 0xff, 0xff, 0x7f],
        }
    }
}

impl Swizzle {
    /// By its number in `CUtensorMapSwizzle`.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::None, Self::Bytes32, Self::Bytes64, Self::Bytes128].get(number as usize).copied()
    }

    /// Bytes of a row that is swizzled in itself.
    pub fn width(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Bytes32 => Some(32),
            Self::Bytes64 => Some(64),
            Self::Bytes128 => Some(128),
        }
    }

    /// Where in shared memory a piece lies whose address without a swizzle this is.
    pub(crate) fn moved(self, address: u64) -> u64 {
        let rows = self.width().map_or(0, |width| width / CHUNK - 1);
        address ^ (address >> 7 & rows) << 4
    }
}

/// Bytes of a box at most: no block has more shared memory.
const MOST_OF_A_BOX: u64 = 1 << 18;

/// Elements by the numbers of `tensormap.replace`, which has them in another order.
const REPLACING: [Element; 13] = [
    Element::U8,
    Element::U16,
    Element::U32,
    Element::S32,
    Element::U64,
    Element::S64,
    Element::F16,
    Element::F32,
    Element::F32Flushed,
    Element::F64,
    Element::Bf16,
    Element::Tf32,
    Element::Tf32Flushed,
];

/// Replaces a field of a map in memory, which may be zeros before. None if the value is not known.
pub(crate) fn replace(
    map: &mut [u8; MAP_BYTES],
    field: MapField,
    axis: usize,
    value: u64,
) -> Option<()> {
    map[..4].copy_from_slice(&MARK.to_le_bytes());
    let (at, bytes, value) = match field {
        MapField::Element => {
            let element = REPLACING.get(usize::try_from(value).ok()?)?;
            (4, 1, *element as u64)
        }
        MapField::Axes => (5, 1, value.checked_add(1)?),
        MapField::Swizzle => (6, 1, Swizzle::from_number(u32::try_from(value).ok()?)? as u64),
        MapField::Fill => (7, 1, u64::from(value == 1)),
        MapField::Base => (8, 8, value),
        MapField::Extent => (16 + 4 * axis, 4, value.wrapping_sub(1)),
        // The first stride is that of axis 1.
        MapField::Stride if axis + 1 >= AXES => return None,
        MapField::Stride => (36 + 8 * (axis + 1), 8, value),
        MapField::Side => (76 + 2 * axis, 2, value),
        MapField::Step => (86 + axis, 1, value),
        MapField::Interleave => return (value == 0).then_some(()),
    };
    let value = value.to_le_bytes();
    let (own, beyond) = value.split_at(bytes);
    // An extent of 2^32 is one less here, and zero of them wraps around.
    if field != MapField::Extent && beyond.iter().any(|byte| *byte != 0) {
        return None;
    }
    map.get_mut(at..at + bytes)?.copy_from_slice(own);
    Some(())
}

impl TensorMap {
    pub fn encode(&self) -> [u8; MAP_BYTES] {
        let mut out = [0; MAP_BYTES];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            out[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        put(&MARK.to_le_bytes());
        let flags = [self.element as u8, self.axes as u8, self.swizzle as u8];
        put(&flags);
        put(&[u8::from(self.fills_with_nan)]);
        put(&self.base.to_le_bytes());
        self.extents.iter().for_each(|extent| put(&(extent.wrapping_sub(1) as u32).to_le_bytes()));
        self.strides.iter().for_each(|stride| put(&stride.to_le_bytes()));
        self.sides.iter().for_each(|side| put(&(*side as u16).to_le_bytes()));
        self.steps.iter().for_each(|step| put(&[*step as u8]));
        out
    }

    /// None if the bytes are no map.
    pub fn decode(bytes: &[u8; MAP_BYTES]) -> Option<Self> {
        let mut rest = &bytes[..];
        let mut take = |count: usize| {
            let (own, behind) = rest.split_at_checked(count)?;
            rest = behind;
            Some(own.iter().rev().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte)))
        };
        if take(4)? != u64::from(MARK) {
            return None;
        }
        let element = Element::from_number(take(1)? as u32)?;
        let axes = take(1)? as usize;
        let swizzle = Swizzle::from_number(take(1)? as u32)?;
        let fills_with_nan = take(1)? != 0;
        let base = take(8)?;
        let (mut extents, mut strides) = ([0; AXES], [0; AXES]);
        let (mut sides, mut steps) = ([0; AXES], [0; AXES]);
        for extent in &mut extents {
            *extent = take(4)? + 1;
        }
        for stride in &mut strides {
            *stride = take(8)?;
        }
        strides[0] = element.bytes();
        for side in &mut sides {
            *side = take(2)? as u32;
        }
        for step in &mut steps {
            *step = take(1)? as u32;
        }
        let own =
            Self { element, axes, base, extents, strides, sides, steps, swizzle, fills_with_nan };
        let has = |values: &[u32; AXES]| values.iter().take(axes).all(|value| *value != 0);
        ((1..=AXES).contains(&axes) && has(&steps) && has(&sides) && own.fits()).then_some(own)
    }

    /// Whether a box can lie in the shared memory of a block.
    fn fits(&self) -> bool {
        let mut sides = self.sides.iter().take(self.axes).map(|side| u64::from(*side));
        let bytes = sides.try_fold(self.element.bytes(), u64::checked_mul);
        bytes.is_some_and(|bytes| bytes <= MOST_OF_A_BOX)
    }

    /// Elements of a box along an axis. Steps along axis 0 are not made.
    fn taken(&self, axis: usize) -> u32 {
        match axis {
            0 => self.sides[0],
            _ => self.sides[axis].div_ceil(self.steps[axis]),
        }
    }

    pub(crate) fn row_bytes(&self) -> u64 {
        u64::from(self.taken(0)) * self.element.bytes()
    }

    pub(crate) fn rows(&self) -> u64 {
        (1..self.axes).map(|axis| u64::from(self.taken(axis))).product()
    }

    /// The bytes of what lies outside of the tensor, for a box.
    pub(crate) fn blank(&self) -> Vec<u8> {
        let bytes = (self.row_bytes() * self.rows()) as usize;
        match self.fills_with_nan && self.element.is_float() {
            true => self.element.nan().iter().copied().cycle().take(bytes).collect(),
            false => vec![0; bytes],
        }
    }

    /// What of a row of the box lies in the tensor: where it begins in the row, its address and its
    /// bytes. None if nothing does.
    pub(crate) fn row(&self, row: u64, coordinates: &[i32]) -> Option<(u64, u64, u64)> {
        let mut rest = row;
        let mut address = self.base;
        for axis in 1..self.axes {
            let taken = u64::from(self.taken(axis));
            let step = (rest % taken) as i64 * i64::from(self.steps[axis]);
            rest /= taken;
            let at = u64::try_from(i64::from(*coordinates.get(axis)?) + step).ok()?;
            if at >= self.extents[axis] {
                return None;
            }
            address = address.wrapping_add(at.wrapping_mul(self.strides[axis]));
        }
        let first = i64::from(*coordinates.first()?);
        let end = (first + i64::from(self.taken(0))).min(self.extents[0].cast_signed());
        let inside = first.max(0);
        if end <= inside {
            return None;
        }
        let size = self.element.bytes();
        let bytes = (end - inside).cast_unsigned() * size;
        let skipped = (inside - first).cast_unsigned() * size;
        Some((skipped, address.wrapping_add(inside.cast_unsigned() * size), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_as_it_was_encoded_and_other_bytes_are_none() {
        let map = TensorMap {
            element: Element::Bf16,
            axes: 3,
            base: 0x7fff_1234_5670,
            extents: [1 << 32, 7, 9, 1, 1],
            strides: [2, 1 << 39, 1 << 20, 0, 0],
            sides: [64, 256, 3, 1, 1],
            steps: [1, 8, 2, 1, 1],
            swizzle: Swizzle::Bytes64,
            fills_with_nan: true,
        };
        let bytes = map.encode();
        assert_eq!(TensorMap::decode(&bytes), Some(map));
        assert_eq!((map.row_bytes(), map.rows()), (128, 32 * 2));
        assert_eq!(TensorMap::decode(&[0; MAP_BYTES]), None);
        // The second row along axis 1 is eight elements on, outside of the tensor.
        assert_eq!(map.row(1, &[0, 0, 0]), None);
        assert_eq!(map.row(32, &[-3, 1, 2]), Some((6, map.base + (1 << 39) + (4 << 20), 122)));
    }
}
