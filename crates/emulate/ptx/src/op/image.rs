//! Accesses of single lanes to textures and surfaces, by the handles of their objects.

use super::Access::{Read, Write};
use super::kinds::Atomic;
use super::vector::Vector;
use super::{Slot, Visit, file};
use crate::text::File::{Narrow, Wide};
use crate::text::Type;

/// What coordinates mean: dimensions, layers, faces of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Geometry {
    Line,
    Plane,
    Volume,
    LayeredLine,
    LayeredPlane,
    Cube,
    LayeredCube,
}

impl Geometry {
    pub fn is_layered(self) -> bool {
        matches!(self, Self::LayeredLine | Self::LayeredPlane | Self::LayeredCube)
    }

    /// Coordinates without the layer. Those of a cube are a direction.
    pub fn coordinates(self) -> usize {
        match self {
            Self::Line | Self::LayeredLine => 1,
            Self::Plane | Self::LayeredPlane => 2,
            Self::Volume | Self::Cube | Self::LayeredCube => 3,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ImageOp {
    Fetch(Fetch),
    Load {
        place: SurfacePlace,
        to: Vector,
    },
    Store {
        place: SurfacePlace,
        from: Vector,
    },
    Reduce {
        place: SurfacePlace,
        atomic: Atomic,
        ty: Type,
        from: Slot,
    },
    Query {
        handle: Slot,
        what: Query,
        /// Whether the object is a surface.
        surface: bool,
        level: Option<Slot>,
        to: Slot,
    },
}

/// A read through the texture unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetch {
    pub handle: Slot,
    pub geometry: Geometry,
    pub layer: Option<Slot>,
    pub coordinates: Vec<Slot>,
    /// Whether the coordinates are integers: texels, and no filter.
    pub integers: bool,
    pub sampling: Sampling,
    /// None for a channel that nobody wants.
    pub to: Vec<Option<Slot>>,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sampling {
    Base,
    Level(Slot),
    /// Derivatives of the coordinates, which choose the level.
    Gradient(Vec<Slot>, Vec<Slot>),
    /// One channel of the four texels that a linear filter would use.
    Gather(u8),
}

/// A place in a surface: bytes along the first axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfacePlace {
    pub handle: Slot,
    pub geometry: Geometry,
    pub layer: Option<Slot>,
    pub coordinates: Vec<Slot>,
    pub beyond: Beyond,
}

/// What an access beyond a surface's bounds does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beyond {
    Trap,
    /// It goes to the nearest place inside.
    Clamp,
    /// Loads give zeros, stores do nothing.
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    Width,
    Height,
    Depth,
    Layers,
    Levels,
}

impl ImageOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Fetch(fetch) => {
                visit(Wide, Read, &mut fetch.handle);
                let axes = fetch.layer.iter_mut().chain(&mut fetch.coordinates);
                axes.for_each(|slot| visit(Narrow, Read, slot));
                match &mut fetch.sampling {
                    Sampling::Base | Sampling::Gather(_) => {}
                    Sampling::Level(level) => visit(Narrow, Read, level),
                    Sampling::Gradient(x, y) => {
                        x.iter_mut().chain(y).for_each(|slot| visit(Narrow, Read, slot));
                    }
                }
                fetch.to.iter_mut().flatten().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::Load { place, to } => {
                place.slots(visit);
                let own = file(to.wide);
                to.elements.iter_mut().flatten().for_each(|slot| visit(own, Write, slot));
            }
            Self::Store { place, from } => {
                place.slots(visit);
                let own = file(from.wide);
                from.elements.iter_mut().flatten().for_each(|slot| visit(own, Read, slot));
            }
            Self::Reduce { place, ty, from, .. } => {
                place.slots(visit);
                visit(file(ty.bytes() == 8), Read, from);
            }
            Self::Query { handle, level, to, .. } => {
                visit(Wide, Read, handle);
                level.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Narrow, Write, to);
            }
        }
    }
}

impl SurfacePlace {
    fn slots(&mut self, visit: &mut Visit<'_>) {
        visit(Wide, Read, &mut self.handle);
        let axes = self.layer.iter_mut().chain(&mut self.coordinates);
        axes.for_each(|slot| visit(Narrow, Read, slot));
    }
}
