//! The input of a problem in memory that libraries read.

use std::ffi::c_void;
use std::ptr;

use bytemuck::cast_slice;
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
    others: [Option<DeviceMemory>; 4],
}

/// The arrays besides the first, as the header calls them.
const OTHERS: [&str; 4] = ["in2", "aux", "index", "flags"];

const fn recipes(of: &Recipes) -> [Option<Recipe>; 4] {
    [of.second, of.aux, of.index, of.flags]
}

fn contents<T: Value>(of: &Input<T>) -> [&[u8]; 4] {
    [cast_slice(&of.second), cast_slice(&of.aux), cast_slice(&of.index), &of.flags]
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
        if self.recipes.first.is_some() && self.first.is_none() {
            let bytes = size_of_val(&*input.first) as u64;
            let mut memory = Memory::new(bench, on_host, bytes).map_err(failed)?;
            match &mut memory {
                Memory::Device(memory) => memory.upload(bench, &input.first).map_err(failed)?,
                Memory::Host(memory) => memory.write(&input.first),
            }
            self.first = Some(memory);
        }
        let arrays = self.others.iter_mut().zip(recipes(&self.recipes)).zip(contents(input));
        for ((memory, recipe), content) in arrays {
            if recipe.is_some() && memory.is_none() {
                let new = DeviceMemory::new(bench, content.len() as u64).map_err(failed)?;
                new.upload(bench, content).map_err(failed)?;
                *memory = Some(new);
            }
        }
        Ok(self)
    }

    /// Frees all arrays that do not match the recipes.
    fn free_others(&mut self, wanted: &Recipes, on_host: bool) {
        let known = std::mem::replace(&mut self.recipes, *wanted);
        let is_placed = self.first.as_ref().is_some_and(|memory| memory.is_on_host() == on_host);
        if known.first != wanted.first || !is_placed {
            self.first = None;
        }
        let arrays = self.others.iter_mut().zip(recipes(&known)).zip(recipes(wanted));
        for ((memory, known), wanted) in arrays {
            if known != wanted {
                *memory = None;
            }
        }
    }

    /// Bytes of device memory for the missing arrays.
    fn missing<T: Value>(&self, input: &Input<T>, on_host: bool) -> u64 {
        let first = (self.first.is_some() || on_host, size_of_val(&*input.first));
        let others = self.others.iter().map(Option::is_some);
        let others = others.zip(contents(input).map(<[u8]>::len));
        let missing = others.chain([first]).filter(|(is_there, bytes)| !is_there && *bytes > 0);
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
        if !first {
            return Ok(Some("in"));
        }
        for ((memory, content), name) in self.others.iter().zip(contents(input)).zip(OTHERS) {
            if let Some(memory) = memory
                && !memory.holds(bench, content)?
            {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// A problem with the input's pointers.
    pub(super) fn problem(&mut self, without: Problem) -> Problem {
        let [second, aux, index, flags] = self.others.each_ref().map(|one| pointer(one.as_ref()));
        Problem {
            input: self.first.as_mut().map_or(ptr::null(), |memory| memory.pointer().cast_const()),
            second,
            aux: aux.cast(),
            index: index.cast(),
            flags: flags.cast(),
            ..without
        }
    }
}

/// The pointer, or null without memory.
pub(super) fn pointer(memory: Option<&DeviceMemory>) -> *mut c_void {
    memory.map_or(ptr::null_mut(), DeviceMemory::pointer)
}
