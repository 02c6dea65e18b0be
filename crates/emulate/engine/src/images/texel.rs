//! What a texel's bytes are.

use crate::arithmetic::f16_to_f32;

/// How the bits of a channel are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Unsigned,
    Signed,
    /// Of 16 or 32 bits.
    Float,
    /// Integers that stand for numbers from 0 to 1.
    UnsignedFraction,
    /// Integers that stand for numbers from -1 to 1.
    SignedFraction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texel {
    pub numbers: Numbers,
    /// Of a channel: 8, 16 or 32.
    pub bits: u32,
    pub channels: u32,
}

impl Texel {
    pub fn bytes(self) -> u64 {
        u64::from(self.bits / 8 * self.channels)
    }

    /// Whether a fetch gives floats.
    pub fn gives_floats(self, as_floats: bool) -> bool {
        match self.numbers {
            Numbers::Unsigned | Numbers::Signed => as_floats,
            Numbers::Float | Numbers::UnsignedFraction | Numbers::SignedFraction => true,
        }
    }

    /// The bits of each channel as they are, signs extended. Channels that there are not: 0, and 1
    /// for the last.
    pub(crate) fn integers(self, bytes: &[u8]) -> [u32; 4] {
        let one = if self.numbers == Numbers::Float { 1_f32.to_bits() } else { 1 };
        let mut channels = [0, 0, 0, one];
        let width = self.bits as usize / 8;
        for (to, from) in channels.iter_mut().zip(bytes.chunks_exact(width.max(1))) {
            let mut word = [0; 4];
            word[..width].copy_from_slice(from);
            let word = u32::from_le_bytes(word);
            *to = match self.numbers {
                Numbers::Signed | Numbers::SignedFraction => {
                    let unused = 32 - self.bits;
                    (word << unused).cast_signed().wrapping_shr(unused).cast_unsigned()
                }
                Numbers::Float if self.bits == 16 => f16_to_f32(word).to_bits(),
                Numbers::Unsigned | Numbers::UnsignedFraction | Numbers::Float => word,
            };
        }
        channels
    }

    /// Each channel as a float.
    pub(crate) fn floats(self, bytes: &[u8], srgb: bool) -> [f32; 4] {
        let mut floats = [0.0, 0.0, 0.0, 1.0];
        let own = self.integers(bytes);
        for (index, to) in floats.iter_mut().enumerate().take(self.channels as usize) {
            let bits = own[index];
            let most = (u64::MAX >> (64 - self.bits)) as f64;
            *to = match self.numbers {
                Numbers::Float => f32::from_bits(bits),
                Numbers::Unsigned | Numbers::UnsignedFraction => {
                    let fraction = f64::from(bits) / most;
                    if srgb && index < 3 { linear(fraction) as f32 } else { fraction as f32 }
                }
                Numbers::Signed | Numbers::SignedFraction => {
                    let most = (most - 1.0) / 2.0;
                    (f64::from(bits.cast_signed()) / most).max(-1.0) as f32
                }
            };
        }
        floats
    }
}

/// The intensity of a value of sRGB (IEC 61966-2-1).
fn linear(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_become_fractions() {
        let of = |numbers, bits, bytes: &[u8]| {
            Texel { numbers, bits, channels: 1 }.floats(bytes, false)[0]
        };
        assert_eq!(of(Numbers::Unsigned, 8, &[255]), 1.0);
        assert_eq!(of(Numbers::Unsigned, 8, &[51]), 0.2);
        assert_eq!(of(Numbers::Signed, 8, &[0x80]), -1.0);
        assert_eq!(of(Numbers::Signed, 8, &[0x81]), -1.0);
        assert_eq!(of(Numbers::Signed, 16, &[0xff, 0x7f]), 1.0);
        assert_eq!(of(Numbers::Unsigned, 16, &[0xff, 0xff]), 1.0);
        assert_eq!(of(Numbers::Float, 16, &[0x00, 0x3c]), 1.0);
        let texel = Texel { numbers: Numbers::Unsigned, bits: 8, channels: 4 };
        let [red, _, _, alpha] = texel.floats(&[188, 0, 0, 128], true);
        assert!((red - 0.502_886).abs() < 1e-5, "{red}");
        assert_eq!(alpha, (128.0 / 255.0) as f32);
    }

    #[test]
    fn signs_are_extended_and_missing_channels_filled() {
        let texel = Texel { numbers: Numbers::Signed, bits: 8, channels: 2 };
        assert_eq!(texel.integers(&[0xff, 0x7f]), [u32::MAX, 127, 0, 1]);
    }
}
