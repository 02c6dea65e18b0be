//! An open library, and cases of it.

use std::io::{self, Write};
use std::path::Path;

use propp_cuda::Bench;
use propp_primitive_abi::{Entry, Library, raw};
use propp_problems::data::sizes;
use propp_problems::primitive::Primitive;
use propp_problems::value::Value;
use propp_problems::work::compulsory;
use propp_problems::{Case, Element, EntryFacts};

use super::Answers;
use super::case::Cache;
use super::scratch::Scratch;
use super::stop::Stop;
use super::time::{Warmth, samples};
use super::trial::Trial;
use crate::clock::Watch;
use crate::protocol::{Answer, LibraryFacts, Limits, Measured, Step};

/// Positions must fit into 31 bits.
const MOST: u64 = 1 << 31;

/// A GPU and what is on it.
struct Gpu {
    // Memory goes before the context.
    cache: Cache,
    scratch: Scratch,
    warmth: Warmth,
    watch: Watch,
    compute: u32,
    bench: Bench,
}

impl Gpu {
    fn open(index: u32) -> Result<Self, String> {
        let words = |error: propp_cuda::DriverError| error.to_string();
        let bench = Bench::open(index).map_err(words)?;
        let (watch, why) = Watch::of(bench.bus_id().map_err(words));
        if let Some(why) = why {
            // A standard error that has gone is no reason to fail.
            let _ = writeln!(io::stderr(), "propp: the GPU's clock is not watched: {why}");
        }
        let compute = bench.compute_capability().map_err(words)?;
        let (cache, scratch, warmth) = Default::default();
        Ok(Self { cache, scratch, warmth, watch, compute, bench })
    }
}

/// An answer that ends an order.
pub(super) struct Done {
    pub(super) answer: Answer,
    /// Whether CUDA's context can do no more.
    pub(super) is_spoiled: bool,
}

/// An open library.
pub(super) struct Session {
    library: Library,
    gpu: Option<Gpu>,
}

impl Session {
    /// Loads a library, and opens a GPU if there is one to be used.
    pub(super) fn open(path: &Path, device: Option<u32>) -> Result<Self, String> {
        // The GPU first: a library finds its context current.
        let gpu = device.map(Gpu::open).transpose()?;
        let library = Library::open(path).map_err(|error| error.to_string())?;
        Ok(Self { library, gpu })
    }

    /// The library as it presents itself.
    pub(super) fn facts(&self) -> LibraryFacts {
        LibraryFacts {
            name: self.library.name().to_owned(),
            version: self.library.version().to_owned(),
            entries: self.library.entries().iter().map(facts_of).collect(),
        }
    }

    /// Checks and times a case.
    pub(super) fn measure(
        &mut self,
        case: &Case,
        limits: &Limits,
        answers: &mut Answers,
    ) -> io::Result<Done> {
        let work = Work::Measure(limits);
        self.done(case, &work, answers)
    }

    /// Runs a case for a profile.
    pub(super) fn replay(
        &mut self,
        case: &Case,
        marker: u32,
        flush_l2: bool,
        answers: &mut Answers,
    ) -> io::Result<Done> {
        self.done(case, &Work::Replay { marker, flush_l2 }, answers)
    }

    fn done(&mut self, case: &Case, work: &Work<'_>, answers: &mut Answers) -> io::Result<Done> {
        let mut result = self.work_on(case, work, answers);
        if let (Err(Stop::Wrong(_)), Some(gpu)) = (&result, &mut self.gpu)
            && gpu.cache.is_used
        {
            // An earlier case may have spoiled the input while it was timed.
            gpu.cache.forget();
            result = self.work_on(case, work, answers);
        }
        let stop = match result {
            Ok(answer) => return Ok(Done { answer, is_spoiled: false }),
            Err(stop) => stop,
        };
        // Whether it has spoiled the context for the next case, and who knows what it
        // has done to the input.
        let is_spoiled = match &mut self.gpu {
            Some(gpu) => {
                if !matches!(stop, Stop::Skipped(_)) {
                    gpu.cache.forget();
                }
                gpu.bench.wait_for_all().is_err()
            }
            None => false,
        };
        Ok(Done { answer: stop.answer(case.id, &self.library)?, is_spoiled })
    }

    fn work_on(
        &mut self,
        case: &Case,
        work: &Work<'_>,
        answers: &mut Answers,
    ) -> Result<Answer, Stop> {
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
        work: &Work<'_>,
        answers: &mut Answers,
    ) -> Result<Answer, Stop> {
        let (entry, primitive) = suited(&self.library, case)?;
        let Some(gpu) = &mut self.gpu else {
            return Err(Stop::Skipped("the library was opened without a GPU".to_owned()));
        };
        if gpu.compute < entry.min_compute() {
            return Err(Stop::Skipped(format!(
                "needs compute capability {:.1}, the GPU has {:.1}",
                f64::from(entry.min_compute()) / 10.0,
                f64::from(gpu.compute) / 10.0
            )));
        }
        let id = case.id;
        let mut at = |step| answers.say(&Answer::Working { id, step });
        at(Step::Data)?;
        let bench = &mut gpu.bench;
        let data = gpu.cache.data::<T>(bench, primitive, case)?;
        let limits = match work {
            Work::Measure(limits) => {
                data.expect(primitive);
                *limits
            }
            Work::Replay { marker, flush_l2 } => {
                let (input, inputs, _) = data.parts();
                let trial = Trial::prepare(bench, entry, primitive, input, inputs)?;
                let result = replay(bench, &trial, *marker, *flush_l2);
                return trial.finish(result).map(|()| Answer::Replayed { id });
            }
        };
        let (input, inputs, Some(expected)) = data.parts() else {
            return Err(Stop::Skipped("there is no reference".to_owned()));
        };
        at(Step::Check)?;
        let trial = Trial::prepare(bench, entry, primitive, input, inputs)?;
        let checked = trial.check(bench, &mut gpu.scratch, (input, inputs), expected);
        let result = checked.and_then(|()| {
            at(Step::Time)?;
            let samples = samples(bench, &mut gpu.watch, &mut gpu.warmth, &trial, limits)?;
            trial.check_outside(bench)?;
            Ok(samples)
        });
        let temp_bytes = trial.sizes.temp_bytes;
        let samples = trial.finish(result)?;
        let size = size_of::<T>() as u64;
        let work = compulsory(primitive, size, input.n, input.m, expected.out.len() as u64);
        Ok(Answer::Measured(Measured {
            id,
            m: input.m,
            samples_ns: samples.ns,
            throttled: samples.spoiled,
            cpu_ns: u64::try_from(expected.time.as_nanos()).unwrap_or(u64::MAX),
            bytes_read: work.bytes_read,
            bytes_written: work.bytes_written,
            operations: work.operations,
            temp_bytes,
        }))
    }
}

/// What is done with a case.
enum Work<'a> {
    Measure(&'a Limits),
    Replay { marker: u32, flush_l2: bool },
}

/// Runs a case between its markers, in the state in which it was timed: what is put
/// back, and the emptying of the L2 cache, come before the first marker.
fn replay(bench: &mut Bench, trial: &Trial<'_>, marker: u32, flush_l2: bool) -> Result<(), Stop> {
    let failed = Stop::during("replay");
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

/// The implementation of a case, if it is for such a case.
fn suited<'a>(library: &'a Library, case: &Case) -> Result<(&'a Entry, Primitive), Stop> {
    let name = format!("{} {}", case.primitive, case.variant);
    let entry = library
        .entries()
        .iter()
        .find(|entry| entry.primitive() == case.primitive && entry.variant() == case.variant)
        .ok_or_else(|| Stop::Skipped(format!("{} has no {name}", library.name())))?;
    let primitive =
        Primitive::named(&case.primitive).map_err(|error| Stop::Skipped(error.to_string()))?;
    if !entry.takes(type_of(case.element)) {
        return Err(Stop::Skipped(format!("{name} is not for {}", case.element.name())));
    }
    if case.n == 0 && primitive.needs_an_element() {
        return Err(Stop::Skipped(format!("{} is not defined for nothing", primitive.name())));
    }
    let (n, m) = sizes(primitive, case.n.min(MOST), case.distribution);
    let all = if primitive == Primitive::Transpose { n * m } else { n + m };
    if all >= MOST {
        return Err(Stop::Skipped(format!("{all} elements in all are too many, 2^31 is the end")));
    }
    if entry.max_elements() != 0 && all > entry.max_elements() {
        return Err(Stop::Skipped(format!(
            "{name} is meant for {} elements at most, here are {all}",
            entry.max_elements()
        )));
    }
    Ok((entry, primitive))
}

fn facts_of(entry: &Entry) -> EntryFacts {
    EntryFacts {
        primitive: entry.primitive().to_owned(),
        variant: entry.variant().to_owned(),
        description: entry.description().to_owned(),
        elements: Element::ALL.into_iter().filter(|e| entry.takes(type_of(*e))).collect(),
        synchronises: entry.has(raw::SYNCHRONISES) || entry.has(raw::RESULT_ON_HOST),
        naive: entry.has(raw::NAIVE),
        min_compute: entry.min_compute(),
        max_elements: entry.max_elements(),
    }
}

/// The header's number of an element type.
pub(super) const fn type_of(element: Element) -> u32 {
    match element {
        Element::I32 => raw::I32,
        Element::U32 => raw::U32,
        Element::F32 => raw::F32,
        Element::I64 => raw::I64,
        Element::F64 => raw::F64,
    }
}
