//! Where results go, and what an implementation asks for beside it.

use std::ptr;

use bytemuck::Pod;
use propp_cuda::{Bench, DeviceMemory, DriverError, HostMemory};
use propp_primitive_abi::raw::{HOST_RESULT_BYTES, Problem, Scalar, Sizes};
use propp_problems::data::Input;
use propp_problems::primitive::Primitive;
use propp_problems::value::Value;

use super::inputs::{Inputs, pointer};
use super::memory::{Place, check_room};
use super::session::type_of;
use super::stop::Stop;

/// What memory for results holds before the first run, other than zeros.
const STALE: u8 = 0xBB;
/// What temporary memory holds.
const UNDEFINED: u8 = 0xCC;

/// A problem without its pointers: what `sizes` is asked about.
pub(super) fn question<T: Value>(input: &Input<T>) -> Problem {
    Problem {
        element_type: type_of(T::ELEMENT),
        n: input.n,
        m: input.m,
        a: Scalar::from_bytes(&input.a.bytes()),
        b: Scalar::from_bytes(&input.b.bytes()),
        ..Problem::default()
    }
}

/// Where results go, and what an implementation asked for beside it.
pub(super) struct Outputs {
    out: Option<Place>,
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
    ) -> Result<Self, Stop> {
        let on_host = primitive.writes_host();
        let out = sizes.out_elements.saturating_mul(element);
        let out_aux = sizes.out_aux_elements.saturating_mul(4);
        let flush = bench.flush_bytes().map_err(Stop::during("memory"))?;
        let all = [if on_host { 0 } else { out }, out_aux, sizes.temp_bytes, flush];
        let all = all
            .into_iter()
            .fold(0, |sum: u64, bytes| sum.saturating_add(DeviceMemory::footprint(bytes)));
        check_room(bench, all)?;

        let failed = Stop::during("memory");
        let some = |wanted, bytes| {
            let memory = || DeviceMemory::new(bench, bytes).map_err(failed);
            if wanted { memory().map(Some) } else { Ok(None) }
        };
        // What has a room somewhere has a pointer even when the room is empty.
        let has_out = primitive.out_room(1, 1) > 0 || out > 0;
        let mut outputs = Self {
            out: has_out.then(|| Place::new(bench, on_host, out)).transpose().map_err(failed)?,
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

    /// The whole problem.
    pub(super) fn problem<T: Value>(
        &mut self,
        input: &Input<T>,
        inputs: &mut Inputs,
        sizes: &Sizes,
    ) -> Problem {
        let Problem { element_type, n, m, a, b, .. } = question(input);
        Problem {
            element_type,
            n,
            m,
            a,
            b,
            out: self.out.as_mut().map_or(ptr::null_mut(), Place::pointer),
            out_aux: pointer(self.out_aux.as_ref()).cast(),
            out_count: pointer(self.count.as_ref()).cast(),
            temp: self.temp.pointer(),
            temp_bytes: sizes.temp_bytes,
            host: self.host.as_mut().map_or(ptr::null_mut(), HostMemory::pointer),
            host_bytes: sizes.host_bytes,
            host_result: self.host_result.pointer(),
            ..inputs.problem()
        }
    }

    /// Elements of `out`.
    pub(super) fn read_out<T: Value>(
        &self,
        bench: &mut Bench,
        to: &mut [T],
    ) -> Result<(), DriverError> {
        match &self.out {
            Some(Place::Device(memory)) => memory.download(bench, to)?,
            Some(Place::Host(memory)) => memory.read(to),
            None => to.fill(T::default()),
        }
        Ok(())
    }

    /// Elements of `out_aux`.
    pub(super) fn read_aux(&self, bench: &mut Bench, to: &mut [u32]) -> Result<(), DriverError> {
        match &self.out_aux {
            Some(memory) => memory.download(bench, to)?,
            None => to.fill(0),
        }
        Ok(())
    }

    /// `out_count`.
    pub(super) fn read_count(&self, bench: &mut Bench) -> Result<Option<u64>, DriverError> {
        let mut to = [0];
        let Some(memory) = &self.count else { return Ok(None) };
        memory.download(bench, &mut to)?;
        Ok(Some(to[0]))
    }

    /// `host_result`.
    pub(super) fn read_host_result<T: Pod + Default>(&self) -> T {
        let mut to = [T::default()];
        self.host_result.read(&mut to);
        to[0]
    }

    /// Where an implementation wrote without being allowed to.
    pub(super) fn trespass(&self, bench: &mut Bench) -> Result<Option<String>, DriverError> {
        let mut found = None;
        let mut note = |name: &str, place: Option<String>| {
            if let (None, Some(place)) = (&found, place) {
                found = Some(format!("it wrote outside of {name}, {place}"));
            }
        };
        if let Some(out) = &self.out {
            note("out", out.trespass(bench)?);
        }
        if let Some(out_aux) = &self.out_aux {
            note("out_aux", out_aux.trespass(bench)?);
        }
        if let Some(count) = &self.count {
            note("out_count", count.trespass(bench)?);
        }
        note("temp", self.temp.trespass(bench)?);
        note("host", self.host.as_ref().and_then(HostMemory::trespass));
        note("host_result", self.host_result.trespass());
        Ok(found)
    }
}
