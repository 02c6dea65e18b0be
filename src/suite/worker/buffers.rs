//! The memory of a problem, on the device or page-locked on the host.

use std::ffi::c_void;
use std::ptr;

use propp_primitive_abi::raw::{HOST_RESULT_BYTES, Problem, Scalar, Sizes};

use super::session::type_of;
use super::stop::{Stop, bytes_words};
use crate::cuda::{Bench, DeviceMemory, DriverError, HostMemory, Plain};
use crate::suite::data::Input;
use crate::suite::primitive::Primitive;
use crate::suite::value::Value;

/// Device memory that is left to the driver.
const RESERVE: u64 = 64 << 20;

/// What memory for results holds before the first run, other than zeros.
const STALE: u8 = 0xBB;
/// What temporary memory holds.
const UNDEFINED: u8 = 0xCC;

/// Memory where a primitive wants it.
enum Place {
    Device(DeviceMemory),
    Host(HostMemory),
}

impl Place {
    fn new(bench: &Bench, on_host: bool, bytes: u64) -> Result<Self, DriverError> {
        Ok(if on_host {
            Self::Host(HostMemory::new(bytes, 0)?)
        } else {
            Self::Device(DeviceMemory::new(bench, bytes)?)
        })
    }

    fn pointer(&mut self) -> *mut c_void {
        match self {
            Self::Device(memory) => memory.pointer(),
            Self::Host(memory) => memory.pointer(),
        }
    }

    fn fill(&mut self, bench: &Bench, byte: u8) -> Result<(), DriverError> {
        match self {
            Self::Device(memory) => memory.fill(bench, byte),
            Self::Host(memory) => {
                memory.fill(byte);
                Ok(())
            }
        }
    }

    fn trespass(&self, bench: &mut Bench) -> Result<Option<String>, DriverError> {
        match self {
            Self::Device(memory) => memory.trespass(bench),
            Self::Host(memory) => Ok(memory.trespass()),
        }
    }
}

/// Tells when so much device memory is not there.
fn check_room(bench: &Bench, bytes: u64) -> Result<(), Stop> {
    let free = bench.free_memory().map_err(Stop::during("memory"))?;
    if bytes.saturating_add(RESERVE) <= free {
        return Ok(());
    }
    Err(Stop::Skipped(format!(
        "needs {} of GPU memory, of which {} are free",
        bytes_words(bytes),
        bytes_words(free)
    )))
}

/// The input of a problem where libraries read it.
#[derive(Default)]
pub(super) struct Inputs {
    first: Option<Place>,
    second: Option<DeviceMemory>,
    aux: Option<DeviceMemory>,
    index: Option<DeviceMemory>,
    flags: Option<DeviceMemory>,
}

impl Inputs {
    pub(super) fn upload<T: Value>(
        bench: &mut Bench,
        primitive: Primitive,
        input: &Input<T>,
    ) -> Result<Self, Stop> {
        let on_host = primitive.reads_host();
        let first = if on_host { 0 } else { size_of_val(&*input.first) };
        let all = first
            + size_of_val(&*input.second)
            + size_of_val(&*input.aux)
            + size_of_val(&*input.index)
            + size_of_val(&*input.flags);
        check_room(bench, DeviceMemory::footprint(all as u64))?;

        let failed = Stop::during("upload");
        let mut inputs = Self::default();
        if primitive.uses_input() {
            let bytes = size_of_val(&*input.first) as u64;
            let mut place = Place::new(bench, on_host, bytes).map_err(failed)?;
            match &mut place {
                Place::Device(memory) => memory.upload(bench, &input.first).map_err(failed)?,
                Place::Host(memory) => memory.write(&input.first),
            }
            inputs.first = Some(place);
        }
        if primitive.uses_second() {
            inputs.second = Some(uploaded(bench, &input.second).map_err(failed)?);
        }
        if primitive.is_by_key() || primitive.is_pairs() {
            inputs.aux = Some(uploaded(bench, &input.aux).map_err(failed)?);
        }
        if primitive.uses_index() {
            inputs.index = Some(uploaded(bench, &input.index).map_err(failed)?);
        }
        if primitive.uses_flags() {
            inputs.flags = Some(uploaded(bench, &input.flags).map_err(failed)?);
        }
        Ok(inputs)
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
}

fn uploaded<T: Plain>(bench: &mut Bench, from: &[T]) -> Result<DeviceMemory, DriverError> {
    let memory = DeviceMemory::new(bench, size_of_val(from) as u64)?;
    memory.upload(bench, from)?;
    Ok(memory)
}

fn held<T: Plain>(
    bench: &mut Bench,
    memory: Option<&DeviceMemory>,
    wanted: &[T],
) -> Result<bool, DriverError> {
    memory.map_or(Ok(true), |memory| memory.holds(bench, wanted))
}

/// The pointer of memory that may not be there.
fn pointer(memory: Option<&DeviceMemory>) -> *mut c_void {
    memory.map_or(ptr::null_mut(), DeviceMemory::pointer)
}

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
        Problem {
            input: inputs.first.as_mut().map_or(ptr::null(), |place| place.pointer().cast_const()),
            second: pointer(inputs.second.as_ref()),
            aux: pointer(inputs.aux.as_ref()).cast(),
            index: pointer(inputs.index.as_ref()).cast(),
            flags: pointer(inputs.flags.as_ref()).cast(),
            out: self.out.as_mut().map_or(ptr::null_mut(), Place::pointer),
            out_aux: pointer(self.out_aux.as_ref()).cast(),
            out_count: pointer(self.count.as_ref()).cast(),
            temp: self.temp.pointer(),
            temp_bytes: sizes.temp_bytes,
            host: self.host.as_mut().map_or(ptr::null_mut(), HostMemory::pointer),
            host_bytes: sizes.host_bytes,
            host_result: self.host_result.pointer(),
            ..question(input)
        }
    }

    /// Elements of `out`.
    pub(super) fn read_out<T: Value>(
        &self,
        bench: &mut Bench,
        count: usize,
    ) -> Result<Vec<T>, DriverError> {
        let mut to = vec![T::default(); count];
        match &self.out {
            Some(Place::Device(memory)) => memory.download(bench, &mut to)?,
            Some(Place::Host(memory)) => memory.read(&mut to),
            None => {}
        }
        Ok(to)
    }

    /// Elements of `out_aux`.
    pub(super) fn read_aux(
        &self,
        bench: &mut Bench,
        count: usize,
    ) -> Result<Vec<u32>, DriverError> {
        let mut to = vec![0; count];
        if let Some(memory) = &self.out_aux {
            memory.download(bench, &mut to)?;
        }
        Ok(to)
    }

    /// `out_count`.
    pub(super) fn read_count(&self, bench: &mut Bench) -> Result<Option<u64>, DriverError> {
        let mut to = [0];
        let Some(memory) = &self.count else { return Ok(None) };
        memory.download(bench, &mut to)?;
        Ok(Some(to[0]))
    }

    /// `host_result`.
    pub(super) fn read_host_result<T: Plain + Default>(&self) -> T {
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
