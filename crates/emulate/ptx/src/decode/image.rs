//! Textures and surfaces, by handles of 64 bits.

use crate::text::{File, Operand, Result, Type, Written};

use super::builder::Decoder;
use super::memory::caching;
use super::modifiers::Modifiers;
use crate::op::{
    Atomic, Beyond, Fetch, Geometry, ImageOp, LaneOp, MemoryOp, Query, Sampling, Slot, SurfacePlace,
};

const GEOMETRIES: &[(&str, Geometry)] = &[
    ("1d", Geometry::Line),
    ("2d", Geometry::Plane),
    ("3d", Geometry::Volume),
    ("a1d", Geometry::LayeredLine),
    ("a2d", Geometry::LayeredPlane),
    ("cube", Geometry::Cube),
    ("acube", Geometry::LayeredCube),
];

const BEYOND: &[(&str, Beyond)] =
    &[("trap", Beyond::Trap), ("clamp", Beyond::Clamp), ("zero", Beyond::Zero)];

const QUERIES: &[(&str, Query)] = &[
    ("width", Query::Width),
    ("height", Query::Height),
    ("depth", Query::Depth),
    ("array_size", Query::Layers),
    ("num_mipmap_levels", Query::Levels),
];

/// A handle, the layer and the coordinates.
type Located = (Slot, Option<Slot>, Vec<Slot>);

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn image(&mut self, written: &Written<'a>, mods: Modifiers<'a>) -> Result<()> {
        match mods.name {
            "tex" | "tld4" => self.fetch(written, mods),
            "txq" | "suq" => self.query(written, mods),
            _ => self.surface(written, mods),
        }
    }

    fn fetch(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let gathers = mods.name == "tld4";
        let (with_level, with_gradient) = (mods.take("level"), mods.take("grad"));
        mods.take("base");
        let channels = [("r", 0), ("g", 1), ("b", 2), ("a", 3)];
        let channel = if gathers { mods.take_one(&channels) } else { None };
        let geometry = mods.take_one(GEOMETRIES).ok_or_else(|| written.unsupported())?;
        let has_four = mods.take("v4");
        let (ty, coordinate) = (mods.ty(written)?, mods.ty(written)?);
        mods.done(written)?;
        let integers = coordinate == Type::S32;
        let is_plane = geometry == Geometry::Plane;
        if !has_four
            || !matches!(ty, Type::U32 | Type::S32 | Type::F32)
            || !matches!(coordinate, Type::S32 | Type::F32)
            || gathers && (channel.is_none() || integers || !is_plane)
            || integers && matches!(geometry, Geometry::Cube | Geometry::LayeredCube)
            || with_level && with_gradient
        {
            return Err(written.unsupported());
        }
        let (handle, layer, coordinates) = self.located(written, 1, geometry, coordinate)?;
        let (sampling, operands) = if with_level {
            let ty = if integers { Type::S32 } else { Type::F32 };
            (Sampling::Level(self.source(written, 2, ty)?), 3)
        } else if with_gradient {
            let count = geometry.coordinates();
            let x = self.axes(written, &written.operand(2)?.parts(), count, Type::F32)?;
            let y = self.axes(written, &written.operand(3)?.parts(), count, Type::F32)?;
            (Sampling::Gradient(x, y), 4)
        } else {
            (channel.map_or(Sampling::Base, Sampling::Gather), 2)
        };
        // Offsets of texels and references of comparisons follow.
        if written.operands.len() > operands || with_level && integers || with_gradient && integers
        {
            return Err(written.unsupported());
        }
        let first = written.operand(0)?;
        let (to, resident) = if let Operand::Resident(to, resident) = first {
            (to.clone(), Some(*resident))
        } else {
            (first.parts(), None)
        };
        let [_, _, _, _] = to.as_slice() else {
            return Err(written.problem("the wrong number of elements"));
        };
        let to = to.iter().map(|part| {
            let Operand::Name { name, offset: 0 } = part else {
                return Err(written.problem("a register is needed"));
            };
            self.wanted(written, name, File::Narrow)
        });
        let to = to.collect::<Result<Vec<_>>>()?;
        let guard = self.guard(written)?;
        let fetch = Fetch { handle, geometry, layer, coordinates, integers, sampling, to, ty };
        self.emit(guard, MemoryOp::Image(Box::new(ImageOp::Fetch(fetch))))?;
        // No array here has holes.
        match resident {
            None | Some("_") => Ok(()),
            Some(name) => {
                let to = self.predicate_register(written, name)?;
                self.push(guard, LaneOp::PredicateSet { to, value: true }, false)
            }
        }
    }

    fn located(
        &mut self,
        written: &Written<'a>,
        index: usize,
        geometry: Geometry,
        ty: Type,
    ) -> Result<Located> {
        let Operand::Texel { object, coordinates } = written.operand(index)?.clone() else {
            return Err(written.unsupported());
        };
        let handle = self.handle(written, object)?;
        let (layer, rest) = match (geometry.is_layered(), coordinates.split_first()) {
            (true, Some((layer, rest))) => (Some(self.value(written, layer, Type::U32)?), rest),
            _ => (None, coordinates.as_slice()),
        };
        let coordinates = self.axes(written, rest, geometry.coordinates(), ty)?;
        Ok((handle, layer, coordinates))
    }

    /// The first so many of a vector; others fill it up.
    fn axes(
        &mut self,
        written: &Written<'a>,
        parts: &[Operand<'a>],
        count: usize,
        ty: Type,
    ) -> Result<Vec<Slot>> {
        let Some(parts) = parts.get(..count) else {
            return Err(written.problem("the wrong number of coordinates"));
        };
        parts.iter().map(|part| self.value(written, part, ty)).collect()
    }

    fn handle(&mut self, written: &Written<'a>, name: &'a str) -> Result<Slot> {
        match self.register(name) {
            Some((ty, slot)) if ty.file() == Some(File::Wide) => Ok(slot),
            Some(_) => Err(written.problem("a handle has 64 bits")),
            // A texture by its name, as of CUDA 11.
            None => Err(written.unsupported()),
        }
    }

    fn query(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let surface = mods.name == "suq";
        let with_level = mods.take("level");
        let what = mods.take_one(QUERIES).ok_or_else(|| written.unsupported())?;
        let ty = mods.ty(written)?;
        mods.done(written)?;
        if ty != Type::B32 || surface && (with_level || what == Query::Levels) {
            return Err(written.unsupported());
        }
        let Operand::Address { base: Some(name), offset: 0 } = *written.operand(1)? else {
            return Err(written.unsupported());
        };
        let handle = self.handle(written, name)?;
        let level = with_level.then(|| self.source(written, 2, Type::B32)).transpose()?;
        let to = self.destination(written, 0, File::Narrow)?;
        let guard = self.guard(written)?;
        let query = ImageOp::Query { handle, what, surface, level, to };
        self.emit(guard, MemoryOp::Image(Box::new(query)))
    }

    fn surface(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let name = mods.name;
        caching(&mut mods);
        let in_bytes = mods.take("b");
        let geometry = mods.take_one(GEOMETRIES).ok_or_else(|| written.unsupported())?;
        let count = mods.take_one(&[("v2", 2), ("v4", 4)]);
        let beyond = mods.take_one(BEYOND).ok_or_else(|| written.unsupported())?;
        let operations = [
            ("add", Atomic::Add),
            ("min", Atomic::Min),
            ("max", Atomic::Max),
            ("and", Atomic::And),
            ("or", Atomic::Or),
        ];
        let atomic = if name == "sured" { mods.take_one(&operations) } else { None };
        let ty = mods.ty(written)?;
        mods.done(written)?;
        // `sust.p` and `sured.p`, which nvcc does not emit, convert to the surface's format.
        if !in_bytes || matches!(geometry, Geometry::Cube | Geometry::LayeredCube) {
            return Err(written.unsupported());
        }
        let place = usize::from(name == "suld");
        let (handle, layer, coordinates) = self.located(written, place, geometry, Type::S32)?;
        let place = SurfacePlace { handle, geometry, layer, coordinates, beyond };
        let op = match (name, atomic) {
            ("suld" | "sust", None) => {
                let is_bits = matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64);
                let count = count.unwrap_or(1);
                if !is_bits || count as u32 * ty.bytes() > 16 {
                    return Err(written.unsupported());
                }
                let loads = name == "suld";
                let data = self.vector(written, usize::from(!loads), count, ty, loads)?;
                match loads {
                    true => ImageOp::Load { place, to: data },
                    false => ImageOp::Store { place, from: data },
                }
            }
            ("sured", Some(atomic)) => {
                let fits = match atomic {
                    Atomic::And | Atomic::Or => ty == Type::B32,
                    Atomic::Add => matches!(ty, Type::U32 | Type::S32 | Type::U64),
                    Atomic::Min | Atomic::Max => {
                        matches!(ty, Type::U32 | Type::S32 | Type::U64 | Type::S64)
                    }
                    Atomic::Xor
                    | Atomic::Inc
                    | Atomic::Dec
                    | Atomic::Exchange
                    | Atomic::CompareSwap => false,
                };
                if !fits || count.is_some() {
                    return Err(written.unsupported());
                }
                ImageOp::Reduce { place, atomic, ty, from: self.source(written, 1, ty)? }
            }
            _ => return Err(written.unsupported()),
        };
        let guard = self.guard(written)?;
        self.emit(guard, MemoryOp::Image(Box::new(op)))
    }
}
