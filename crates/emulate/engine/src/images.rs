//! Textures and surfaces: where their texels lie, what their bytes are, and which of them
//! coordinates lead to.

mod axis;
mod layout;
mod texel;

use std::collections::HashMap;

pub(crate) use axis::{Axis, Reading, corner_weights};
pub use layout::{Image, Layout};
pub use texel::{Numbers, Texel};

/// What the objects of a program are, by their handles.
#[derive(Clone, Debug, Default)]
pub struct Images {
    pub textures: HashMap<u64, Texture>,
    pub surfaces: HashMap<u64, Image>,
}

/// How coordinates outside of a texture are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    Wrap,
    Clamp,
    Mirror,
    Border,
}

#[derive(Clone, Debug)]
pub struct Texture {
    /// One, or those of a mipmapped array, the largest first.
    pub levels: Vec<Image>,
    pub outside: [Outside; 3],
    /// Whether fetches are filtered; otherwise they give the nearest texel.
    pub linear: bool,
    /// Whether coordinates go from 0 to 1.
    pub normalized: bool,
    /// Whether integers are read as numbers from 0 or -1 to 1.
    pub as_floats: bool,
    /// Whether bytes are read as sRGB.
    pub srgb: bool,
    pub border: [f32; 4],
    /// Whether two levels are mixed.
    pub mixes_levels: bool,
    pub level_bias: f32,
    pub level_range: [f32; 2],
}

impl Default for Texture {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            outside: [Outside::Clamp; 3],
            linear: false,
            normalized: false,
            as_floats: false,
            srgb: false,
            border: [0.0; 4],
            mixes_levels: false,
            level_bias: 0.0,
            level_range: [0.0, 0.0],
        }
    }
}

impl Texture {
    /// Two levels, and the weight of the second.
    pub(crate) fn levels_at(&self, level: f32) -> (usize, usize, f64) {
        let last = self.levels.len().saturating_sub(1);
        let [least, most] = self.level_range;
        let level = (level + self.level_bias).max(least).min(most).clamp(0.0, last as f32);
        if self.mixes_levels {
            let first = f64::from(level).floor();
            let weight = ((f64::from(level) - first) * 256.0).round() / 256.0;
            return (first as usize, last.min(first as usize + 1), weight);
        }
        ((level + 0.5).floor() as usize, 0, 0.0)
    }
}
