//! An open library, and the work on its cases.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use propp_collect_cuda::Bench;
use propp_recording::SuiteMeasured;
use propp_suite_abi::{Entry, Library, raw};
use propp_suite_problems::primitive::Primitive;
use propp_suite_problems::sizes::sizes;
use propp_suite_problems::value::Value;
use propp_suite_problems::work::compulsory;
use propp_suite_problems::{Case, Element, EntryFacts};

use super::abi_type::abi_type;
use super::answers::Answers;
use super::case::{Cache, CaseData};
use super::not_measured::NotMeasured;
use super::scratch::Scratch;
use super::time::samples;
use super::trial::Trial;
use crate::clock::ClockWatch;
use crate::protocol::{Answer, LibraryFacts, Limits, Step};
use crate::sampling::Samples;

/// Indices must fit into 31 bits.
const MAX_INDEX: u64 = 1 << 31;

/// A GPU, and the memory and state of the session on it.
struct Gpu {
    // Memory is dropped before the context.
    cache: Cache,
    scratch: Scratch,
    last_busy: Option<Instant>,
    watch: ClockWatch,
    compute: u32,
    bench: Bench,
}

impl Gpu {
    fn open(index: u32) -> Result<Self, String> {
        let words = |error: propp_collect_cuda::DriverError| error.to_string();
        let bench = Bench::open(index).map_err(words)?;
        let (watch, why) = ClockWatch::open(bench.bus_id().map_err(words));
        if let Some(why) = why {
            // Go on if standard error is closed.
            let _ = writeln!(io::stderr(), "propp: the GPU's clock is not watched: {why}");
        }
        let compute = bench.compute_capability().map_err(words)?;
        let (cache, scratch, last_busy) = Default::default();
        Ok(Self { cache, scratch, last_busy, watch, compute, bench })
    }
}

/// What is done with a case.
pub(super) enum Work {
    Measure(Limits),
    /// Runs it for a profile.
    Replay {
        marker: u32,
        flush_l2: bool,
    },
}

/// The last answer to an order.
pub(super) struct Done {
    pub(super) answer: Answer,
    /// Whether CUDA's context is broken.
    pub(super) is_spoiled: bool,
}

pub(super) struct Session {
    library: Library,
    gpu: Option<Gpu>,
}

impl Session {
    /// Loads a library, and opens the GPU if one is given.
    pub(super) fn open(path: &Path, device: Option<u32>) -> Result<Self, String> {
        // The GPU first, so that its context is current for the library.
        let gpu = device.map(Gpu::open).transpose()?;
        let library = Library::open(path).map_err(|error| error.to_string())?;
        Ok(Self { library, gpu })
    }

    pub(super) fn facts(&self) -> LibraryFacts {
        LibraryFacts {
            name: self.library.name.clone(),
            version: self.library.version.clone(),
            entries: self.library.entries.iter().map(facts_of).collect(),
        }
    }

    pub(super) fn execute(
        &mut self,
        case: &Case,
        work: &Work,
        answers: &mut Answers,
    ) -> io::Result<Done> {
        let mut result = self.work_on(case, work, answers);
        if let (Err(NotMeasured::Wrong(_)), Some(gpu)) = (&result, &mut self.gpu)
            && gpu.cache.is_used
        {
            // An earlier case may have changed the input while it was timed.
            gpu.cache.forget();
            result = self.work_on(case, work, answers);
        }
        let reason = match result {
            Ok(answer) => return Ok(Done { answer, is_spoiled: false }),
            Err(reason) => reason,
        };
        // The failure may have changed the input, or broken the context.
        let is_spoiled = match &mut self.gpu {
            Some(gpu) => {
                if !matches!(reason, NotMeasured::Skipped(_)) {
                    gpu.cache.forget();
                }
                gpu.bench.wait_for_all().is_err()
            }
            None => false,
        };
        Ok(Done { answer: reason.answer(case.id, &self.library)?, is_spoiled })
    }

    fn work_on(
        &mut self,
        case: &Case,
        work: &Work,
        answers: &mut Answers,
    ) -> Result<Answer, NotMeasured> {
        match case.element {
            Element::I32 => self.work::<i32>(case, work, answers),
            Element::U32 => self.work::<u32>(case, work, answers),
            Element::F32 => self.work::<f32>(case, work, answers),
            Element::I64 => self.work::<i64>(case, work, answers),
            Element::F64 => self.work::<f64>(case, work, answers),
        }
    }

    fn work<T: Value>(
        &mut self,
        case: &Case,
        work: &Work,
        answers: &mut Answers,
    ) -> Result<Answer, NotMeasured> {
        let (entry, primitive) = find_entry(&self.library, case)?;
        let Some(gpu) = &mut self.gpu else {
            return Err(NotMeasured::Skipped("the library was opened without a GPU".to_owned()));
        };
        if gpu.compute < entry.min_compute {
            return Err(NotMeasured::Skipped(format!(
                "needs compute capability {:.1}, the GPU has {:.1}",
                f64::from(entry.min_compute) / 10.0,
                f64::from(gpu.compute) / 10.0
            )));
        }
        let id = case.id;
        let mut at = |step| answers.send(&Answer::Working { id, step });
        at(Step::Data)?;
        let bench = &mut gpu.bench;
        let data = gpu.cache.data::<T>(bench, primitive, case)?;
        let CaseData { input, inputs, expected } = data;
        let limits = match work {
            Work::Measure(limits) => limits,
            Work::Replay { marker, flush_l2 } => {
                let trial = Trial::prepare(bench, entry, primitive, input, inputs)?;
                let result = replay(bench, &trial, *marker, *flush_l2);
                return trial.finish(result).map(|()| Answer::Replayed { id });
            }
        };
        let expected = expected.of(primitive, input);
        at(Step::Check)?;
        let trial = Trial::prepare(bench, entry, primitive, input, inputs)?;
        let checked = trial.check(bench, &mut gpu.scratch, (input, inputs), expected);
        let result = checked.and_then(|()| {
            // What is emulated has no times.
            if limits.max_samples == 0 {
                return Ok(Samples::default());
            }
            at(Step::Time)?;
            let samples = samples(bench, &mut gpu.watch, &mut gpu.last_busy, &trial, limits)?;
            trial.check_bounds(bench)?;
            Ok(samples)
        });
        let temp_bytes = trial.sizes.temp_bytes;
        let samples = trial.finish(result)?;
        let size = size_of::<T>() as u64;
        let work = compulsory(primitive, size, input.n, input.m, expected.out.len() as u64);
        let measured = SuiteMeasured {
            m: input.m,
            samples_ns: samples.ns,
            throttled: samples.throttled,
            cpu_ns: u64::try_from(expected.time.as_nanos()).unwrap_or(u64::MAX),
            bytes_read: work.bytes_read,
            bytes_written: work.bytes_written,
            operations: work.operations,
            temp_bytes,
        };
        Ok(Answer::Measured { id, measured })
    }
}

/// Runs a case between its markers, in the state in which it was timed: the reset and the
/// flush of the L2 cache come before the first marker.
fn replay(
    bench: &mut Bench,
    trial: &Trial<'_>,
    marker: u32,
    flush_l2: bool,
) -> Result<(), NotMeasured> {
    let failed = NotMeasured::during("replay");
    trial.reset(bench)?;
    if flush_l2 {
        bench.flush_l2().map_err(failed)?;
    }
    bench.wait().map_err(failed)?;
    bench.mark(marker, 1).map_err(failed)?;
    trial.run(bench)?;
    bench.mark(marker, 2).map_err(failed)?;
    bench.wait().map_err(failed)
}

/// The implementation of a case, if it supports the case.
fn find_entry<'a>(
    library: &'a Library,
    case: &Case,
) -> Result<(&'a Entry, Primitive), NotMeasured> {
    let name = format!("{} {}", case.primitive, case.variant);
    let entry = library
        .entries
        .iter()
        .find(|entry| entry.primitive == case.primitive && entry.variant == case.variant)
        .ok_or_else(|| NotMeasured::Skipped(format!("{} has no {name}", library.name)))?;
    let primitive = Primitive::named(&case.primitive).map_err(NotMeasured::Skipped)?;
    if !entry.takes(abi_type(case.element)) {
        return Err(NotMeasured::Skipped(format!("{name} is not for {}", case.element.name())));
    }
    if case.n == 0 && primitive.needs_an_element() {
        return Err(NotMeasured::Skipped(format!(
            "{} is not defined for nothing",
            primitive.name()
        )));
    }
    let (n, m) = sizes(primitive, case.n.min(MAX_INDEX), case.distribution);
    let all = if primitive == Primitive::Transpose { n * m } else { n + m };
    if all >= MAX_INDEX {
        return Err(NotMeasured::Skipped(format!(
            "{all} elements in all are too many, 2^31 is the end"
        )));
    }
    if entry.max_elements != 0 && all > entry.max_elements {
        return Err(NotMeasured::Skipped(format!(
            "{name} is meant for {} elements at most, here are {all}",
            entry.max_elements
        )));
    }
    Ok((entry, primitive))
}

fn facts_of(entry: &Entry) -> EntryFacts {
    EntryFacts {
        primitive: entry.primitive.clone(),
        variant: entry.variant.clone(),
        description: entry.description.clone(),
        elements: Element::ALL.into_iter().filter(|e| entry.takes(abi_type(*e))).collect(),
        synchronises: entry.has(raw::SYNCHRONISES) || entry.has(raw::RESULT_ON_HOST),
        naive: entry.has(raw::NAIVE),
        min_compute: entry.min_compute,
        max_elements: entry.max_elements,
    }
}
