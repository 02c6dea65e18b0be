//! How the runtime and the driver describe arrays, textures and surfaces.

use std::ffi::{c_int, c_uint};

use propp_emulate_engine::{Image, Layout, Numbers, Outside, Texel, Texture};

use crate::status::{self, Status};

/// `cudaChannelFormatDesc`: bits of each part, and their kind.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channels {
    pub(crate) bits: [c_int; 4],
    pub(crate) kind: c_int,
}

/// `cudaResourceDesc` and `CUDA_RESOURCE_DESC`, which differ in the words of the union.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resource {
    kind: c_int,
    words: [u64; 16],
    flags: c_uint,
}

/// `cudaTextureDesc`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuntimeTexture {
    outside: [c_int; 3],
    filter: c_int,
    reads_fractions: c_int,
    srgb: c_int,
    border: [f32; 4],
    normalized: c_int,
    anisotropy: c_uint,
    level_filter: c_int,
    level_bias: f32,
    level_range: [f32; 2],
    no_trilinear_optimization: c_int,
    seamless: c_int,
}

/// `CUDA_TEXTURE_DESC`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct DriverTexture {
    outside: [c_int; 3],
    filter: c_int,
    flags: c_uint,
    anisotropy: c_uint,
    level_filter: c_int,
    level_bias: f32,
    level_range: [f32; 2],
    border: [f32; 4],
    reserved: [c_int; 12],
}

/// What an object was made of, for the program that asks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Described {
    Runtime(Resource, Option<RuntimeTexture>),
    Driver(Resource, Option<DriverTexture>),
}

/// The texels that an object reaches.
pub(crate) enum Texels {
    /// By the handle of an array.
    Array(usize),
    Mipmapped(usize),
    /// Bytes that follow each other; only integers are coordinates there.
    Line(Image),
    Rows(Image),
}

/// A fraction's number of the runtime and of the driver: the first of one byte per channel, and of two.
const FRACTIONS: [(Numbers, c_int, u32); 2] =
    [(Numbers::UnsignedFraction, 5, 0xc0), (Numbers::SignedFraction, 11, 0xc6)];

/// Formats of the driver: unsigned, signed and float ones.
const FORMATS: [(u32, Numbers, u32); 8] = [
    (0x01, Numbers::Unsigned, 8),
    (0x02, Numbers::Unsigned, 16),
    (0x03, Numbers::Unsigned, 32),
    (0x08, Numbers::Signed, 8),
    (0x09, Numbers::Signed, 16),
    (0x0a, Numbers::Signed, 32),
    (0x10, Numbers::Float, 16),
    (0x20, Numbers::Float, 32),
];

/// Which of a fraction's formats a texel has: one, two and four channels of a byte, then of two.
fn place_of(texel: Texel) -> u32 {
    texel.channels.ilog2() + if texel.bits == 16 { 3 } else { 0 }
}

impl Channels {
    /// Fails if no texture can have such texels.
    pub(crate) fn texel(self) -> Result<Texel, Status> {
        let invalid = status::INVALID_CHANNEL_DESCRIPTOR;
        let channels = self.bits.iter().take_while(|bits| **bits != 0).count() as u32;
        let rest = &self.bits[channels as usize..];
        let bits = u32::try_from(self.bits[0]).map_err(|_| invalid)?;
        let is_even = self.bits[..channels as usize].iter().all(|own| *own == self.bits[0]);
        let numbers = match self.kind {
            0 => Numbers::Signed,
            1 => Numbers::Unsigned,
            2 => Numbers::Float,
            5..=10 => Numbers::UnsignedFraction,
            11..=16 => Numbers::SignedFraction,
            _ => return Err(invalid),
        };
        let fits = match numbers {
            Numbers::Signed | Numbers::Unsigned => matches!(bits, 8 | 16 | 32),
            Numbers::Float => matches!(bits, 16 | 32),
            Numbers::UnsignedFraction | Numbers::SignedFraction => matches!(bits, 8 | 16),
        };
        let is_known = matches!(channels, 1 | 2 | 4) && rest.iter().all(|bits| *bits == 0);
        match fits && is_even && is_known {
            true => Ok(Texel { numbers, bits, channels }),
            false => Err(invalid),
        }
    }

    pub(crate) fn of(texel: Texel) -> Self {
        let mut bits = [0; 4];
        bits[..texel.channels as usize].fill(texel.bits.cast_signed());
        let fraction = FRACTIONS.iter().find(|row| row.0 == texel.numbers);
        let kind = match (texel.numbers, fraction) {
            (_, Some((_, first, _))) => first + place_of(texel).cast_signed(),
            (Numbers::Signed, _) => 0,
            (Numbers::Unsigned, _) => 1,
            (Numbers::Float | Numbers::UnsignedFraction | Numbers::SignedFraction, _) => 2,
        };
        Self { bits, kind }
    }
}

/// The texel of a driver's format.
pub(crate) fn texel_of(format: u32, channels: u32) -> Result<Texel, Status> {
    let plain = FORMATS.iter().find(|row| row.0 == format);
    if let Some((_, numbers, bits)) = plain.filter(|_| matches!(channels, 1 | 2 | 4)) {
        return Ok(Texel { numbers: *numbers, bits: *bits, channels });
    }
    let fraction = FRACTIONS.iter().find(|row| (row.2..row.2 + 6).contains(&format));
    let (numbers, _, first) = fraction.ok_or(status::INVALID_VALUE)?;
    let place = format - first;
    let bits = if place < 3 { 8 } else { 16 };
    Ok(Texel { numbers: *numbers, bits, channels: 1 << (place % 3) })
}

/// A texel's format of the driver.
pub(crate) fn format_of(texel: Texel) -> u32 {
    let plain = FORMATS.iter().find(|row| row.1 == texel.numbers && row.2 == texel.bits);
    let fraction = FRACTIONS.iter().find(|row| row.0 == texel.numbers);
    match (plain, fraction) {
        (Some((format, ..)), _) => *format,
        (None, Some((.., first))) => first + place_of(texel),
        (None, None) => 0,
    }
}

fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

impl Resource {
    /// What the object reaches, in the words of the runtime, or of the driver.
    pub(crate) fn texels(&self, is_driver: bool) -> Result<Texels, Status> {
        let words = &self.words;
        // A description of channels takes more room than a format.
        let (texel, sizes) = if is_driver {
            let [format, channels] = halves(words[1]);
            (texel_of(format, channels), &words[2..5])
        } else {
            let ints = [halves(words[1]), halves(words[2]), halves(words[3])].concat();
            let bits = [ints[0], ints[1], ints[2], ints[3]].map(u32::cast_signed);
            (Channels { bits, kind: ints[4].cast_signed() }.texel(), &words[4..7])
        };
        let base = words[0];
        match self.kind {
            0 => Ok(Texels::Array(base as usize)),
            1 => Ok(Texels::Mipmapped(base as usize)),
            2 => {
                let (texel, pitch) = (texel?, sizes[0]);
                let extent = [pitch / texel.bytes(), 1, 1];
                Ok(Texels::Line(Image { base, layout: Layout::Rows { pitch }, extent, texel }))
            }
            3 => {
                let (layout, extent) = (Layout::Rows { pitch: sizes[2] }, [sizes[0], sizes[1], 1]);
                Ok(Texels::Rows(Image { base, layout, extent, texel: texel? }))
            }
            _ => Err(status::INVALID_VALUE),
        }
    }
}

fn outside(modes: [c_int; 3]) -> Result<[Outside; 3], Status> {
    let mut all = [Outside::Clamp; 3];
    for (to, mode) in all.iter_mut().zip(modes) {
        *to = match mode {
            0 => Outside::Wrap,
            1 => Outside::Clamp,
            2 => Outside::Mirror,
            3 => Outside::Border,
            _ => return Err(status::INVALID_VALUE),
        };
    }
    Ok(all)
}

/// A texture without its texels, and whether it filters across the faces of a cube.
pub(crate) trait Describes: Copy {
    fn texture(self) -> Result<(Texture, bool), Status>;
}

impl Describes for RuntimeTexture {
    fn texture(self) -> Result<(Texture, bool), Status> {
        let texture = Texture {
            outside: outside(self.outside)?,
            linear: self.filter == 1,
            normalized: self.normalized != 0,
            as_floats: self.reads_fractions == 1,
            srgb: self.srgb != 0,
            border: self.border,
            mixes_levels: self.level_filter == 1,
            level_bias: self.level_bias,
            level_range: self.level_range,
            ..Texture::default()
        };
        Ok((texture, self.seamless != 0))
    }
}

impl Describes for DriverTexture {
    fn texture(self) -> Result<(Texture, bool), Status> {
        const AS_INTEGERS: u32 = 0x01;
        const NORMALIZED: u32 = 0x02;
        const SRGB: u32 = 0x10;
        const SEAMLESS: u32 = 0x40;
        let texture = Texture {
            outside: outside(self.outside)?,
            linear: self.filter == 1,
            normalized: self.flags & NORMALIZED != 0,
            as_floats: self.flags & AS_INTEGERS == 0,
            srgb: self.flags & SRGB != 0,
            border: self.border,
            mixes_levels: self.level_filter == 1,
            level_bias: self.level_bias,
            level_range: self.level_range,
            ..Texture::default()
        };
        Ok((texture, self.flags & SEAMLESS != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes that the headers of CUDA give.
    #[test]
    fn descriptions_are_as_large_as_cudas() {
        assert_eq!(size_of::<Channels>(), 20);
        assert_eq!(size_of::<Resource>(), 144);
        assert_eq!(size_of::<RuntimeTexture>(), 72);
        assert_eq!(size_of::<DriverTexture>(), 104);
    }

    #[test]
    fn formats_of_both_apis_lead_back_to_their_texels() {
        for format in (0..256).filter(|format| texel_of(*format, 4).is_ok()) {
            let texel = texel_of(format, 4).unwrap();
            assert_eq!(format_of(texel), format);
            assert_eq!(Channels::of(texel).texel(), Ok(texel));
        }
        let three = Channels { bits: [8, 8, 8, 0], kind: 1 };
        assert_eq!(three.texel(), Err(status::INVALID_CHANNEL_DESCRIPTOR));
    }
}
