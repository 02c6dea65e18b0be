//! CUDA arrays, and texture and surface objects.

use std::collections::HashMap;
use std::sync::Arc;

use propp_emulate_engine::{Image, Images, Texture};

use crate::descriptions::Described;
use crate::status::{self, Status};

/// Handles of one allocation's objects: fewer than the bytes to the next allocation.
const MOST_OBJECTS: u64 = 511;

/// An array, or a level of a mipmapped one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    pub(crate) image: Image,
    /// As the program gave them: 0 for a dimension that there is not.
    pub(crate) extent: [usize; 3],
    pub(crate) flags: u32,
    /// Whether it is a part of a mipmapped array.
    pub(crate) is_level: bool,
}

#[derive(Default)]
pub(crate) struct Held {
    /// By the address of the first texel, which is the handle.
    pub(crate) arrays: HashMap<u64, Array>,
    /// The levels of mipmapped arrays; the first has the same handle.
    pub(crate) mipmapped: HashMap<u64, Vec<u64>>,
    pub(crate) objects: Arc<Images>,
    described: HashMap<u64, Described>,
}

impl Held {
    pub(crate) fn array(&self, handle: usize) -> Result<Array, Status> {
        self.arrays.get(&(handle as u64)).copied().ok_or(status::INVALID_RESOURCE_HANDLE)
    }

    pub(crate) fn levels(&self, handle: usize) -> Result<Vec<Array>, Status> {
        let levels = self.mipmapped.get(&(handle as u64));
        let levels = levels.ok_or(status::INVALID_RESOURCE_HANDLE)?;
        levels.iter().map(|level| self.array(*level as usize)).collect()
    }

    pub(crate) fn level(&self, handle: usize, level: u32) -> Result<usize, Status> {
        let level = self.levels(handle)?.get(level as usize).map(|level| level.image.base as usize);
        level.ok_or(status::INVALID_VALUE)
    }

    /// A handle that no object has. It leads to the memory of its texels, as a pointer does, so that
    /// what a refused kernel could have written there is known.
    fn handle(&self, base: u64) -> Result<u64, Status> {
        let is_free = |handle: &u64| !self.described.contains_key(handle);
        (base + 1..=base + MOST_OBJECTS).find(is_free).ok_or(status::MEMORY_ALLOCATION)
    }

    pub(crate) fn add_texture(
        &mut self,
        own: Texture,
        described: Described,
    ) -> Result<u64, Status> {
        let base = own.levels.first().ok_or(status::INVALID_VALUE)?.base;
        let handle = self.handle(base)?;
        Arc::make_mut(&mut self.objects).textures.insert(handle, own);
        self.described.insert(handle, described);
        Ok(handle)
    }

    pub(crate) fn add_surface(&mut self, own: Image, described: Described) -> Result<u64, Status> {
        let handle = self.handle(own.base)?;
        Arc::make_mut(&mut self.objects).surfaces.insert(handle, own);
        self.described.insert(handle, described);
        Ok(handle)
    }

    /// Objects may outlive their array: what they lead to then is a fault.
    pub(crate) fn remove(&mut self, handle: u64) -> Result<(), Status> {
        let Images { textures, surfaces } = Arc::make_mut(&mut self.objects);
        textures.remove(&handle);
        surfaces.remove(&handle);
        self.described.remove(&handle).map(drop).ok_or(status::INVALID_VALUE)
    }

    pub(crate) fn described(&self, handle: u64) -> Result<Described, Status> {
        self.described.get(&handle).copied().ok_or(status::INVALID_VALUE)
    }
}
