//! The input of a problem where libraries read it.

use std::ffi::c_void;
use std::ptr;

use bytemuck::Pod;
use propp_cuda::{Bench, DeviceMemory, DriverError};
use propp_primitive_abi::raw::Problem;
use propp_problems::data::Input;
use propp_problems::primitive::Primitive;
use propp_problems::recipe::{Recipe, Recipes};
use propp_problems::value::Value;

use super::memory::{Place, check_room};
use super::stop::Stop;

/// The arrays of an input.
#[derive(Default)]
pub(super) struct Inputs {
    recipes: Recipes,
    first: Option<Place>,
    second: Option<DeviceMemory>,
    aux: Option<DeviceMemory>,
    index: Option<DeviceMemory>,
    flags: Option<DeviceMemory>,
}

impl Inputs {
    /// Copies an input to where the primitive wants it, but for what is there already.
    pub(super) fn upload<T: Value>(
        mut self,
        bench: &mut Bench,
        primitive: Primitive,
        input: &Input<T>,
    ) -> Result<Self, Stop> {
        let on_host = primitive.reads_host();
        self.keep(&input.recipes, on_host);
        check_room(bench, self.missing(input, on_host))?;

        let failed = Stop::during("upload");
        let recipes = &self.recipes;
        if recipes.first.is_some() && self.first.is_none() {
            let bytes = size_of_val(&*input.first) as u64;
            let mut place = Place::new(bench, on_host, bytes).map_err(failed)?;
            match &mut place {
                Place::Device(memory) => memory.upload(bench, &input.first).map_err(failed)?,
                Place::Host(memory) => memory.write(&input.first),
            }
            self.first = Some(place);
        }
        add(bench, &mut self.second, recipes.second, &input.second).map_err(failed)?;
        add(bench, &mut self.aux, recipes.aux, &input.aux).map_err(failed)?;
        add(bench, &mut self.index, recipes.index, &input.index).map_err(failed)?;
        add(bench, &mut self.flags, recipes.flags, &input.flags).map_err(failed)?;
        Ok(self)
    }

    /// Lets go of everything that an input of these recipes does not have.
    fn keep(&mut self, wanted: &Recipes, on_host: bool) {
        let known = std::mem::replace(&mut self.recipes, *wanted);
        let is_placed = self.first.as_ref().is_some_and(|place| place.is_on_host() == on_host);
        if known.first != wanted.first || !is_placed {
            self.first = None;
        }
        for (memory, known, wanted) in [
            (&mut self.second, known.second, wanted.second),
            (&mut self.aux, known.aux, wanted.aux),
            (&mut self.index, known.index, wanted.index),
            (&mut self.flags, known.flags, wanted.flags),
        ] {
            if known != wanted {
                *memory = None;
            }
        }
    }

    /// Bytes of device memory that are needed for what is not there.
    fn missing<T: Value>(&self, input: &Input<T>, on_host: bool) -> u64 {
        let arrays = [
            (self.first.is_some() || on_host, size_of_val(&*input.first)),
            (self.second.is_some(), size_of_val(&*input.second)),
            (self.aux.is_some(), size_of_val(&*input.aux)),
            (self.index.is_some(), size_of_val(&*input.index)),
            (self.flags.is_some(), size_of_val(&*input.flags)),
        ];
        let missing = arrays.into_iter().filter(|(is_there, bytes)| !is_there && *bytes > 0);
        missing.map(|(_, bytes)| DeviceMemory::footprint(bytes as u64)).sum()
    }

    /// The name of what is not any more as it was uploaded.
    pub(super) fn changed<T: Value>(
        &self,
        bench: &mut Bench,
        input: &Input<T>,
    ) -> Result<Option<&'static str>, DriverError> {
        let first = match &self.first {
            Some(Place::Device(memory)) => memory.holds(bench, &input.first)?,
            Some(Place::Host(memory)) => memory.holds(&input.first),
            None => true,
        };
        Ok(if !first {
            Some("in")
        } else if !held(bench, self.second.as_ref(), &input.second)? {
            Some("in2")
        } else if !held(bench, self.aux.as_ref(), &input.aux)? {
            Some("aux")
        } else if !held(bench, self.index.as_ref(), &input.index)? {
            Some("index")
        } else if !held(bench, self.flags.as_ref(), &input.flags)? {
            Some("flags")
        } else {
            None
        })
    }

    /// A problem with these pointers, and no others.
    pub(super) fn problem(&mut self) -> Problem {
        Problem {
            input: self.first.as_mut().map_or(ptr::null(), |place| place.pointer().cast_const()),
            second: pointer(self.second.as_ref()),
            aux: pointer(self.aux.as_ref()).cast(),
            index: pointer(self.index.as_ref()).cast(),
            flags: pointer(self.flags.as_ref()).cast(),
            ..Problem::default()
        }
    }
}

/// Copies an array that a recipe asks for and that is not there.
fn add<T: Pod>(
    bench: &mut Bench,
    memory: &mut Option<DeviceMemory>,
    recipe: Option<Recipe>,
    from: &[T],
) -> Result<(), DriverError> {
    if recipe.is_some() && memory.is_none() {
        let new = DeviceMemory::new(bench, size_of_val(from) as u64)?;
        new.upload(bench, from)?;
        *memory = Some(new);
    }
    Ok(())
}

fn held<T: Pod>(
    bench: &mut Bench,
    memory: Option<&DeviceMemory>,
    wanted: &[T],
) -> Result<bool, DriverError> {
    memory.map_or(Ok(true), |memory| memory.holds(bench, wanted))
}

/// The pointer of memory that may not be there.
pub(super) fn pointer(memory: Option<&DeviceMemory>) -> *mut c_void {
    memory.map_or(ptr::null_mut(), DeviceMemory::pointer)
}
