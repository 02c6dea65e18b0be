//! Makes and frees CUDA arrays, textures and surfaces.

use propp_emulate_engine::{Image, Outside, Texel, Texture};

use crate::arena::Kind;
use crate::descriptions::{Described, Describes, Resource, Texels};
use crate::images::Array;
use crate::runtime::Runtime;
use crate::status::{self, Status};

/// The flags of arrays, as the headers of CUDA have them.
const LAYERED: u32 = 0x01;
const SURFACE: u32 = 0x02;
const CUBE: u32 = 0x04;
const SPARSE: u32 = 0x40;
const DEFERRED: u32 = 0x80;

/// What an array is to be.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) texel: Texel,
    pub(crate) extent: [usize; 3],
    pub(crate) flags: u32,
    /// None if it is no mipmapped array.
    pub(crate) levels: Option<u32>,
}

impl Wanted {
    fn is_deep(&self) -> bool {
        self.flags & (LAYERED | CUBE) == 0
    }

    fn is_possible(&self) -> bool {
        let [width, height, depth] = self.extent;
        let (is_layered, is_cube) = (self.flags & LAYERED != 0, self.flags & CUBE != 0);
        let faces = if is_layered { depth.is_multiple_of(6) } else { depth == 6 };
        let largest = width.max(height).max(if self.is_deep() { depth } else { 0 });
        width > 0
            && (1..=largest.ilog2() + 1).contains(&self.levels.unwrap_or(1))
            && (!is_cube || width == height && faces && depth > 0)
            && if is_layered { depth > 0 } else { height > 0 || depth == 0 }
    }

    /// The extent of a level.
    fn extent(&self, level: u32) -> [usize; 3] {
        let halved = |extent: usize| if extent == 0 { 0 } else { (extent >> level).max(1) };
        let [width, height, depth] = self.extent;
        [halved(width), halved(height), if self.is_deep() { halved(depth) } else { depth }]
    }
}

impl Runtime {
    /// Gives the handle, which is its first level's, too.
    pub(crate) fn make_array(&mut self, wanted: &Wanted) -> Result<usize, Status> {
        let Wanted { texel, flags, levels, .. } = *wanted;
        if flags & (SPARSE | DEFERRED) != 0 {
            return Err(self.refuse_image("a sparse CUDA array, or one without memory"));
        }
        if !wanted.is_possible() {
            return Err(status::INVALID_VALUE);
        }
        let mut arrays: Vec<Array> = Vec::new();
        let mut bytes = 0_u64;
        for level in 0..levels.unwrap_or(1) {
            let extent = wanted.extent(level);
            let image = Image::array(bytes, extent.map(|own| own.max(1) as u64), texel);
            bytes = bytes.saturating_add(image.bytes());
            arrays.push(Array { image, extent, flags, is_level: levels.is_some() });
        }
        if self.arena.used().saturating_add(bytes) > self.gpu.memory_bytes {
            return Err(status::MEMORY_ALLOCATION);
        }
        let base = self.arena.allocate(bytes, Kind::Array).ok_or(status::MEMORY_ALLOCATION)?;
        self.record.memory(true, Kind::Array.number(), base, bytes);
        let mut handles = Vec::new();
        for mut array in arrays {
            array.image.base += base;
            handles.push(array.image.base);
            self.images.arrays.insert(array.image.base, array);
        }
        if levels.is_some() {
            self.images.mipmapped.insert(base, handles);
        }
        Ok(base as usize)
    }

    pub(crate) fn free_array(&mut self, handle: usize, is_mipmapped: bool) -> Result<(), Status> {
        let own = handle as u64;
        if handle == 0 {
            return Ok(());
        }
        if self.images.array(handle)?.is_level != is_mipmapped {
            return Err(status::INVALID_RESOURCE_HANDLE);
        }
        let freed = self.arena.free(own).ok_or(status::INVALID_RESOURCE_HANDLE)?;
        let levels = self.images.mipmapped.remove(&own).unwrap_or_else(|| vec![own]);
        self.images.arrays.retain(|handle, _| !levels.contains(handle));
        self.history.free(own, freed.bytes);
        self.missing.free(own);
        self.record.memory(false, freed.kind.number(), own, freed.bytes);
        Ok(())
    }

    /// Makes a texture object; gives its handle.
    pub(crate) fn make_texture(
        &mut self,
        resource: &Resource,
        description: impl Describes,
        has_view: bool,
        described: Described,
    ) -> Result<u64, Status> {
        if has_view {
            return Err(self.refuse_image("a texture with a resource view"));
        }
        let is_driver = matches!(described, Described::Driver(..));
        let (mut texture, is_seamless) = description.texture()?;
        let mut is_cube = false;
        texture.levels = match resource.texels(is_driver)? {
            Texels::Array(handle) => {
                let array = self.images.array(handle)?;
                is_cube = array.flags & CUBE != 0;
                vec![array.image]
            }
            Texels::Mipmapped(handle) => {
                let levels = self.images.levels(handle)?;
                is_cube = levels.iter().any(|level| level.flags & CUBE != 0);
                levels.iter().map(|level| level.image).collect()
            }
            Texels::Line(image) => {
                // Beyond the end there are zeros; modes and filters have no meaning.
                let Texture { as_floats, srgb, .. } = texture;
                let outside = [Outside::Border; 3];
                texture = Texture { outside, as_floats, srgb, ..Texture::default() };
                vec![image]
            }
            Texels::Rows(image) => vec![image],
        };
        let Some(first) = texture.levels.first().copied() else {
            return Err(status::INVALID_VALUE);
        };
        let bytes = first.bytes();
        if first.extent.contains(&0)
            || self.arena.find(first.base).is_none()
            || !self.arena.allows(first.base, bytes)
        {
            return Err(status::INVALID_VALUE);
        }
        let are_words = first.texel.bits == 32;
        if texture.as_floats && are_words && is_driver {
            texture.as_floats = false;
        }
        let fractions = texture.as_floats && !are_words;
        if texture.linear && !first.texel.gives_floats(fractions) {
            return Err(status::INVALID_FILTER_SETTING);
        }
        if texture.as_floats && are_words && !first.texel.gives_floats(false) {
            return Err(status::INVALID_NORM_SETTING);
        }
        if is_cube && is_seamless && texture.linear {
            return Err(self.refuse_image("a filter across the faces of a cube map"));
        }
        texture.normalized |= is_cube;
        self.images.add_texture(texture, described)
    }

    /// Makes a surface object; gives its handle.
    pub(crate) fn make_surface(
        &mut self,
        resource: &Resource,
        described: Described,
    ) -> Result<u64, Status> {
        let is_driver = matches!(described, Described::Driver(..));
        let Texels::Array(handle) = resource.texels(is_driver)? else {
            return Err(status::INVALID_VALUE);
        };
        let array = self.images.array(handle)?;
        if array.flags & SURFACE == 0 {
            return Err(status::INVALID_VALUE);
        }
        self.images.add_surface(array.image, described)
    }

    /// Tells propp of something that textures cannot do here.
    fn refuse_image(&mut self, what: &str) -> Status {
        let text = format!(
            "the program asked for {what}, which propp does not emulate: the call failed with \
             cudaErrorNotSupported, and what follows from it is wrong"
        );
        self.report("missing-call", text);
        status::NOT_SUPPORTED
    }
}
