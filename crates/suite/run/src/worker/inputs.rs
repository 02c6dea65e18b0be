//! The input of a problem in memory that libraries read.

use std::ffi::c_void;
use std::ptr;

use bytemuck::Pod;
use propp_collect_cuda::{Bench, DeviceMemory, DriverError};
use propp_suite_abi::raw::Problem;
use propp_suite_problems::data::Input;
use propp_suite_problems::primitive::Primitive;
use propp_suite_problems::recipe::{Recipe, Recipes};
use propp_suite_problems::value::Value;

use super::memory::{Memory, check_room};
use super::not_measured::NotMeasured;

#[derive(Default)]
pub(super) struct Inputs {
    recipes: Recipes,
    first: Option<Memory>,
    second: Option<DeviceMemory>,
    aux: Option<DeviceMemory>,
    index: Option<DeviceMemory>,
    flags: Option<DeviceMemory>,
}

impl Inputs {
    /// Uploads an input, except for arrays that are there already.
    pub(super) fn upload<T: Value>(
        mut self,
        bench: &mut Bench,
        primitive: Primitive,
        input: &Input<T>,
    ) -> Result<Self, NotMeasured> {
        let on_host = primitive.reads_host();
        self.free_others(&input.recipes, on_host);
        check_room(bench, self.missing(input, on_host))?;

        let failed = NotMeasured::during("upload");
        let recipes = &self.recipes;
        if recipes.first.is_some() && self.first.is_none() {
            let bytes = size_of_val(&*input.first) as u64;
            let mut memory = Memory::new(bench, on_host, bytes).map_err(failed)?;
            match &mut memory {
                Memory::Device(memory) => memory.upload(bench, &input.first).map_err(failed)?,
                Memory::Host(memory) => memory.write(&input.first),
            }
            self.first = Some(memory);
        }
        upload_missing(bench, &mut self.second, recipes.second, &input.second).map_err(failed)?;
        upload_missing(bench, &mut self.aux, recipes.aux, &input.aux).map_err(failed)?;
        upload_missing(bench, &mut self.index, recipes.index, &input.index).map_err(failed)?;
        upload_missing(bench, &mut self.flags, recipes.flags, &input.flags).map_err(failed)?;
        Ok(self)
    }

    /// Frees all arrays that do not match the recipes.
    fn free_others(&mut self, wanted: &Recipes, on_host: bool) {
        let known = std::mem::replace(&mut self.recipes, *wanted);
        let is_placed = self.first.as_ref().is_some_and(|memory| memory.is_on_host() == on_host);
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

    /// Bytes of device memory for the missing arrays.
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

    /// The name of an array that was changed since its upload, if any.
    pub(super) fn changed<T: Value>(
        &self,
        bench: &mut Bench,
        input: &Input<T>,
    ) -> Result<Option<&'static str>, DriverError> {
        let first = match &self.first {
            Some(Memory::Device(memory)) => memory.holds(bench, &input.first)?,
            Some(Memory::Host(memory)) => memory.holds(&input.first),
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

    /// A problem with the input's pointers only.
    pub(super) fn problem(&mut self) -> Problem {
        Problem {
            input: self.first.as_mut().map_or(ptr::null(), |memory| memory.pointer().cast_const()),
            second: pointer(self.second.as_ref()),
            aux: pointer(self.aux.as_ref()).cast(),
            index: pointer(self.index.as_ref()).cast(),
            flags: pointer(self.flags.as_ref()).cast(),
            ..Problem::default()
        }
    }
}

/// Uploads an array that has a recipe and is missing.
fn upload_missing<T: Pod>(
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

/// The pointer, or null without memory.
pub(super) fn pointer(memory: Option<&DeviceMemory>) -> *mut c_void {
    memory.map_or(ptr::null_mut(), DeviceMemory::pointer)
}
