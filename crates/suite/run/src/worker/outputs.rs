//! Memory for results, and the memory that an implementation asks for.

use std::ptr;

use bytemuck::{Pod, bytes_of};
use propp_collect_cuda::{Bench, DeviceMemory, DriverError, HostMemory};
use propp_suite_abi::raw::{HOST_RESULT_BYTES, Problem, Scalar, Sizes};
use propp_suite_problems::data::Input;
use propp_suite_problems::primitive::Primitive;
use propp_suite_problems::value::Value;

use super::abi_type::abi_type;
use super::inputs::{Inputs, pointer};
use super::memory::{Memory, check_room};
use super::not_measured::NotMeasured;

/// Initial contents of result memory, unless zeros are needed.
const STALE: u8 = 0xBB;
/// What temporary memory holds.
const UNDEFINED: u8 = 0xCC;

/// The problem without pointers, for `sizes`.
pub(super) fn problem_without_pointers<T: Value>(input: &Input<T>) -> Problem {
    Problem {
        element_type: abi_type(T::ELEMENT),
        n: input.n,
        m: input.m,
        a: Scalar::from_bytes(bytes_of(&input.a)),
        b: Scalar::from_bytes(bytes_of(&input.b)),
        ..Problem::default()
    }
}

pub(super) struct Outputs {
    out: Option<Memory>,
    out_aux: Option<DeviceMemory>,
    count: Option<DeviceMemory>,
    temp: DeviceMemory,
    host: Option<HostMemory>,
    host_result: HostMemory,
}

impl Outputs {
    pub(super) fn new(
        bench: &mut Bench,
        primitive: Primitive,
        element: u64,
        sizes: &Sizes,
    ) -> Result<Self, NotMeasured> {
        let on_host = primitive.writes_host();
        let out = sizes.out_elements.saturating_mul(element);
        let out_aux = sizes.out_aux_elements.saturating_mul(4);
        let flush = bench.flush_bytes().map_err(NotMeasured::during("memory"))?;
        let all = [if on_host { 0 } else { out }, out_aux, sizes.temp_bytes, flush];
        let all = all
            .into_iter()
            .fold(0, |sum: u64, bytes| sum.saturating_add(DeviceMemory::footprint(bytes)));
        check_room(bench, all)?;

        let failed = NotMeasured::during("memory");
        let some = |wanted, bytes| {
            let memory = || DeviceMemory::new(bench, bytes).map_err(failed);
            if wanted { memory().map(Some) } else { Ok(None) }
        };
        // An array that may have elements has a pointer even if it is empty.
        let has_out = primitive.out_room(1, 1) > 0 || out > 0;
        let mut outputs = Self {
            out: has_out.then(|| Memory::new(bench, on_host, out)).transpose().map_err(failed)?,
            out_aux: some(primitive.out_aux_room(1, 1) > 0 || out_aux > 0, out_aux)?,
            count: some(primitive.counts(), 8)?,
            temp: DeviceMemory::new(bench, sizes.temp_bytes).map_err(failed)?,
            host: match sizes.host_bytes {
                0 => None,
                bytes => Some(HostMemory::new(bytes, UNDEFINED).map_err(failed)?),
            },
            host_result: HostMemory::new(HOST_RESULT_BYTES as u64, STALE).map_err(failed)?,
        };
        if let Some(out) = &mut outputs.out {
            out.fill(bench, if primitive.keeps_zeros() { 0 } else { STALE }).map_err(failed)?;
        }
        for memory in [&outputs.out_aux, &outputs.count].into_iter().flatten() {
            memory.fill(bench, STALE).map_err(failed)?;
        }
        outputs.temp.fill(bench, UNDEFINED).map_err(failed)?;
        Ok(outputs)
    }

    pub(super) fn problem<T: Value>(
        &mut self,
        input: &Input<T>,
        inputs: &mut Inputs,
        sizes: &Sizes,
    ) -> Problem {
        Problem {
            out: self.out.as_mut().map_or(ptr::null_mut(), Memory::pointer),
            out_aux: pointer(self.out_aux.as_ref()).cast(),
            out_count: pointer(self.count.as_ref()).cast(),
            temp: self.temp.pointer(),
            temp_bytes: sizes.temp_bytes,
            host: self.host.as_mut().map_or(ptr::null_mut(), HostMemory::pointer),
            host_bytes: sizes.host_bytes,
            host_result: self.host_result.pointer(),
            ..inputs.problem(problem_without_pointers(input))
        }
    }

    pub(super) fn read_out<T: Value>(
        &self,
        bench: &mut Bench,
        to: &mut [T],
    ) -> Result<(), DriverError> {
        match &self.out {
            Some(Memory::Device(memory)) => memory.download(bench, to)?,
            Some(Memory::Host(memory)) => memory.read(to),
            None => to.fill(T::default()),
        }
        Ok(())
    }

    pub(super) fn read_aux(&self, bench: &mut Bench, to: &mut [u32]) -> Result<(), DriverError> {
        match &self.out_aux {
            Some(memory) => memory.download(bench, to)?,
            None => to.fill(0),
        }
        Ok(())
    }

    pub(super) fn read_count(&self, bench: &mut Bench) -> Result<Option<u64>, DriverError> {
        let mut to = [0];
        let Some(memory) = &self.count else { return Ok(None) };
        memory.download(bench, &mut to)?;
        Ok(Some(to[0]))
    }

    pub(super) fn read_host_result<T: Pod + Default>(&self) -> T {
        let mut to = [T::default()];
        self.host_result.read(&mut to);
        to[0]
    }

    /// The place of an out-of-bounds write, if there was one.
    pub(super) fn out_of_bounds_write(
        &self,
        bench: &mut Bench,
    ) -> Result<Option<String>, DriverError> {
        let mut found = None;
        let mut note = |name: &str, memory: Option<String>| {
            if let (None, Some(memory)) = (&found, memory) {
                found = Some(format!("it wrote outside of {name}, {memory}"));
            }
        };
        if let Some(out) = &self.out {
            note("out", out.out_of_bounds_write(bench)?);
        }
        if let Some(out_aux) = &self.out_aux {
            note("out_aux", out_aux.out_of_bounds_write(bench)?);
        }
        if let Some(count) = &self.count {
            note("out_count", count.out_of_bounds_write(bench)?);
        }
        note("temp", self.temp.out_of_bounds_write(bench)?);
        note("host", self.host.as_ref().and_then(HostMemory::out_of_bounds_write));
        note("host_result", self.host_result.out_of_bounds_write());
        Ok(found)
    }
}
