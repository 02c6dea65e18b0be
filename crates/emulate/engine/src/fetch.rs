//! Fetches through textures, and what they ask of memory.

mod surface;

use std::sync::Arc;

use propp_emulate_ptx::{Fetch, Geometry, ImageOp, Query, Sampling, Slot, SurfacePlace};

use crate::access::{Reach, Stopped};
use crate::fault::Cause;
use crate::images::{Axis, Image, Images, Outside, Reading, Texture, corner_weights};
use crate::lanes::{Registers, lanes};
use crate::requests::sector_bits;

/// Of a texel: four channels of 32 bits.
const MOST_BYTES: usize = 16;

/// The lines that a request touches, with the bits of their sectors.
#[derive(Debug, Default)]
struct Touched(Vec<(u64, u8)>);

impl Touched {
    /// Bytes that do not go beyond a line.
    fn add(&mut self, address: u64, bytes: u64) {
        let (line, sectors) = (address >> 7, sector_bits(address, bytes as u32));
        match self.0.last_mut() {
            Some(last) if last.0 == line => last.1 |= sectors,
            _ => self.0.push((line, sectors)),
        }
    }

    fn lines(mut self) -> Vec<(u64, u8)> {
        self.0.sort_unstable();
        self.0.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 |= next.1;
            }
            same
        });
        self.0
    }
}

/// The values of a lane's registers.
struct Place {
    layer: u64,
    /// Floats or integers, as the fetch says.
    axes: [u32; 3],
}

fn place(registers: &Registers, layer: Option<Slot>, axes: &[Slot], lane: usize) -> Place {
    let value = |slot: &Slot| registers.narrow[*slot as usize][lane];
    let mut all = [0; 3];
    all.iter_mut().zip(axes).for_each(|(to, slot)| *to = value(slot));
    Place { layer: layer.as_ref().map_or(0, |slot| u64::from(value(slot))), axes: all }
}

fn no_object(what: &'static str, handle: u64) -> Cause {
    Cause::NoObject { what, handle }
}

/// The face of a cube that a direction leads to, and the place there.
fn face([x, y, z]: [f32; 3]) -> (u64, [f32; 2]) {
    let (face, major, s, t) = if z.abs() >= x.abs() && z.abs() >= y.abs() {
        if z >= 0.0 { (4, z, x, -y) } else { (5, -z, -x, -y) }
    } else if y.abs() >= x.abs() {
        if y >= 0.0 { (2, y, x, z) } else { (3, -y, x, -z) }
    } else if x >= 0.0 {
        (0, x, -z, -y)
    } else {
        (1, -x, z, -y)
    };
    (face, [(s / major + 1.0) / 2.0, (t / major + 1.0) / 2.0])
}

impl Reach<'_, '_> {
    /// Carries out what goes through textures and surfaces.
    pub(crate) fn image(
        &mut self,
        registers: &mut Registers,
        op: &ImageOp,
        mask: u32,
    ) -> Result<(), Stopped> {
        let images = Arc::clone(&self.memory.images);
        match op {
            ImageOp::Fetch(fetch) => self.fetch(&images, registers, fetch, mask),
            ImageOp::Query { handle, what, surface, level, to } => {
                for lane in lanes(mask) {
                    let handle = registers.wide[*handle as usize][lane];
                    let level = level.map_or(0, |slot| registers.narrow[slot as usize][lane]);
                    let found = query(&images, handle, *surface, *what, level);
                    let what = if *surface { "surface" } else { "texture" };
                    let found = found.ok_or((lane, no_object(what, handle)))?;
                    registers.narrow[*to as usize][lane] = found as u32;
                }
                Ok(())
            }
            ImageOp::Load { .. } | ImageOp::Store { .. } | ImageOp::Reduce { .. } => {
                self.surface(&images, registers, op, mask)
            }
        }
    }

    fn fetch(
        &mut self,
        images: &Images,
        registers: &mut Registers,
        fetch: &Fetch,
        mask: u32,
    ) -> Result<(), Stopped> {
        let mut touched = Touched::default();
        // Mostly that of all lanes.
        let mut known: Option<(u64, &Texture)> = None;
        for lane in lanes(mask) {
            let handle = registers.wide[fetch.handle as usize][lane];
            let found = known.filter(|known| known.0 == handle).map(|known| known.1);
            let texture = found.or_else(|| images.textures.get(&handle));
            let texture = texture.ok_or((lane, no_object("texture", handle)))?;
            known = Some((handle, texture));
            let found = self.sample(registers, fetch, texture, lane, &mut touched)?;
            for (to, value) in fetch.to.iter().zip(found) {
                if let Some(to) = to {
                    registers.narrow[*to as usize][lane] = value;
                }
            }
        }
        for (line, sectors) in touched.lines() {
            let missed = self.counting.load(self.block, true, line, sectors);
            self.counting.counts.l2_sectors += u64::from(missed);
        }
        Ok(())
    }

    fn sample(
        &mut self,
        registers: &Registers,
        fetch: &Fetch,
        texture: &Texture,
        lane: usize,
        touched: &mut Touched,
    ) -> Result<[u32; 4], Stopped> {
        let mut place = place(registers, fetch.layer, &fetch.coordinates, lane);
        let mut one = One { texture, lane, touched, integers: fetch.integers, dimensions: 0 };
        one.dimensions = match fetch.geometry {
            Geometry::Line | Geometry::LayeredLine => 1,
            Geometry::Plane | Geometry::LayeredPlane => 2,
            Geometry::Volume => 3,
            Geometry::Cube | Geometry::LayeredCube => {
                let (face, at) = face(place.axes.map(f32::from_bits));
                place.layer = place.layer.saturating_mul(6).saturating_add(face);
                place.axes = [at[0].to_bits(), at[1].to_bits(), 0];
                2
            }
        };
        let level = match &fetch.sampling {
            Sampling::Gather(channel) => return self.gather(&mut one, &place, *channel),
            Sampling::Base => 0.0,
            Sampling::Level(slot) => f32::from_bits(registers.narrow[*slot as usize][lane]),
            Sampling::Gradient(x, y) => {
                let of = |slots: &[Slot]| -> f32 {
                    let squares = slots.iter().zip(0_usize..).map(|(slot, axis)| {
                        let own = f32::from_bits(registers.narrow[*slot as usize][lane]);
                        let extent = texture.levels.first().map_or(1, |level| level.extent[axis]);
                        let own = if texture.normalized { own * extent as f32 } else { own };
                        own * own
                    });
                    squares.sum()
                };
                0.5 * of(x).max(of(y)).log2()
            }
        };
        let (first, second, weight) = texture.levels_at(level);
        let found = self.level(&mut one, &place, first)?;
        if weight == 0.0 {
            return Ok(found);
        }
        let other = self.level(&mut one, &place, second)?;
        let mixed = |(a, b): (u32, u32)| {
            let (a, b) = (f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b)));
            ((1.0 - weight) * a + weight * b) as f32
        };
        Ok(std::array::from_fn(|channel| mixed((found[channel], other[channel])).to_bits()))
    }

    /// A fetch from one level.
    fn level(&mut self, one: &mut One<'_>, at: &Place, level: usize) -> Result<[u32; 4], Stopped> {
        let Some(image) = one.texture.levels.get(level) else { return Ok([0; 4]) };
        let slice = at.layer.min(image.extent[2] - 1);
        let filters = one.texture.linear && !one.integers;
        let axes: [Axis; 3] = std::array::from_fn(|axis| {
            if axis >= one.dimensions {
                let slice = if axis == 2 { slice } else { 0 };
                let outside = one.texture.outside[axis];
                return Axis::absent(slice, axis == 1 && filters && outside == Outside::Border);
            }
            let reading = one.reading(image, axis);
            match (one.integers, filters) {
                (true, _) => reading.exact(at.axes[axis].cast_signed()),
                (false, true) => reading.linear(f32::from_bits(at.axes[axis])),
                (false, false) => reading.nearest(f32::from_bits(at.axes[axis])),
            }
        });
        if !filters {
            return self.texel(one, image, axes.map(|axis| axis.first.0));
        }
        let mut sums = [0.0_f64; 4];
        let weights = corner_weights(axes.map(|axis| axis.second.1));
        for (corner, weight) in weights.into_iter().enumerate() {
            // What does not count is not read.
            if weight == 0.0 {
                continue;
            }
            let parts: [_; 3] = std::array::from_fn(|axis| {
                if corner >> axis & 1 == 0 { axes[axis].first } else { axes[axis].second }
            });
            let found = self.texel(one, image, parts.map(|part| part.0))?;
            for (sum, found) in sums.iter_mut().zip(found) {
                *sum += weight * f64::from(f32::from_bits(found));
            }
        }
        Ok(sums.map(|sum| (sum as f32).to_bits()))
    }

    /// Counterclockwise from the lower left, where rows go down.
    fn gather(&mut self, one: &mut One<'_>, at: &Place, channel: u8) -> Result<[u32; 4], Stopped> {
        let Some(image) = one.texture.levels.first() else { return Ok([0; 4]) };
        let axes =
            [0, 1].map(|axis| one.reading(image, axis).linear(f32::from_bits(at.axes[axis])));
        let (left, right) = (axes[0].first.0, axes[0].second.0);
        let (up, down) = (axes[1].first.0, axes[1].second.0);
        let mut found = [0; 4];
        let corners = [(left, down), (right, down), (right, up), (left, up)];
        for (to, (x, y)) in found.iter_mut().zip(corners) {
            *to = self.texel(one, image, [x, y, Some(0)])?[usize::from(channel & 3)];
        }
        Ok(found)
    }

    /// Bits of floats or integers, as the texture is read.
    fn texel(
        &mut self,
        one: &mut One<'_>,
        image: &Image,
        at: [Option<u64>; 3],
    ) -> Result<[u32; 4], Stopped> {
        let texture = one.texture;
        let floats = image.texel.gives_floats(texture.as_floats);
        let [Some(x), Some(row), Some(slice)] = at else {
            return Ok(match floats {
                true => texture.border.map(f32::to_bits),
                false => texture.border.map(|value| value as i64 as u32),
            });
        };
        let bytes = image.texel.bytes();
        let address = image.place(x * bytes, row, slice);
        let data = self.piece(propp_emulate_ptx::Space::Global, address, bytes as u32, "a fetch");
        let mut own = [0; MOST_BYTES];
        own[..bytes as usize].copy_from_slice(data.map_err(|cause| (one.lane, cause))?);
        one.touched.add(address, bytes);
        let own = &own[..bytes as usize];
        Ok(match floats {
            true => image.texel.floats(own, texture.srgb).map(f32::to_bits),
            false => image.texel.integers(own),
        })
    }
}

struct One<'a> {
    texture: &'a Texture,
    lane: usize,
    touched: &'a mut Touched,
    integers: bool,
    dimensions: usize,
}

impl One<'_> {
    fn reading(&self, image: &Image, axis: usize) -> Reading {
        let Texture { outside, normalized, .. } = *self.texture;
        Reading { texels: image.extent[axis], outside: outside[axis], normalized }
    }
}

fn query(images: &Images, handle: u64, surface: bool, what: Query, level: u32) -> Option<u64> {
    let texture = images.textures.get(&handle);
    let image = match surface {
        true => images.surfaces.get(&handle),
        false => texture?.levels.get(level as usize),
    };
    if what == Query::Levels {
        return texture.map(|texture| texture.levels.len() as u64);
    }
    let [width, height, depth] = image?.extent;
    Some(match what {
        Query::Width => width,
        Query::Height => height,
        Query::Depth | Query::Layers | Query::Levels => depth,
    })
}

/// A place in a surface: a byte, a row, a slice.
fn surface_place(registers: &Registers, of: &SurfacePlace, lane: usize) -> (u64, [i64; 3]) {
    let found = place(registers, of.layer, &of.coordinates, lane);
    let axes = found.axes.map(|axis| i64::from(axis.cast_signed()));
    let layer = i64::from(found.layer as u32);
    let axes = match of.geometry {
        Geometry::LayeredLine => [axes[0], 0, layer],
        Geometry::LayeredPlane | Geometry::LayeredCube => [axes[0], axes[1], layer],
        Geometry::Line | Geometry::Plane | Geometry::Volume | Geometry::Cube => axes,
    };
    (registers.wide[of.handle as usize][lane], axes)
}
