//! One implementation on one problem: made ready, run, and its result checked.

use propp_cuda::Bench;
use propp_primitive_abi::raw::{self, Problem, Sizes};
use propp_primitive_abi::{Entry, State};
use propp_problems::compare::{Got, compare};
use propp_problems::data::Input;
use propp_problems::primitive::Primitive;
use propp_problems::reference::Expected;
use propp_problems::value::Value;

use super::inputs::Inputs;
use super::outputs::{Outputs, question};
use super::scratch::Scratch;
use super::stop::Stop;

/// Elements up to which the result of the first run is looked at, too, and not only
/// that of the second.
const SMALL: usize = 1 << 20;

/// An implementation that is ready to run.
pub(super) struct Trial<'a> {
    entry: &'a Entry,
    primitive: Primitive,
    problem: Problem,
    pub(super) sizes: Sizes,
    outputs: Outputs,
    state: Option<State>,
}

impl<'a> Trial<'a> {
    /// Asks for sizes, finds memory, prepares.
    pub(super) fn prepare<T: Value>(
        bench: &mut Bench,
        entry: &'a Entry,
        primitive: Primitive,
        input: &Input<T>,
        inputs: &mut Inputs,
    ) -> Result<Self, Stop> {
        let sizes = entry.sizes(&question(input)).map_err(Stop::by("sizes"))?;
        check_room(primitive, input, &sizes)?;
        let mut outputs = Outputs::new(bench, primitive, size_of::<T>() as u64, &sizes)?;
        let problem = outputs.problem(input, inputs, &sizes);
        bench.wait().map_err(Stop::during("memory"))?;
        let state = Some(entry.prepare(&problem).map_err(Stop::by("prepare"))?);
        let trial = Self { entry, primitive, problem, sizes, outputs, state };
        match bench.wait_for_all() {
            Ok(()) => Ok(trial),
            Err(error) => Err(Stop::Device("prepare", error)),
        }
    }

    /// Whether running it makes the host wait, by its own account.
    pub(super) fn synchronises(&self) -> bool {
        self.entry.has(raw::SYNCHRONISES) || self.entry.has(raw::RESULT_ON_HOST)
    }

    /// Puts back what a run changed.
    pub(super) fn reset(&self, bench: &Bench) -> Result<(), Stop> {
        let Some(state) = &self.state else { return Ok(()) };
        self.entry.reset(&self.problem, state, bench.stream()).map_err(Stop::by("reset"))
    }

    /// Hands in the work, and waits only if the implementation does.
    pub(super) fn run(&self, bench: &Bench) -> Result<(), Stop> {
        let Some(state) = &self.state else { return Ok(()) };
        self.entry.run(&self.problem, state, bench.stream()).map_err(Stop::by("run"))
    }

    /// Runs twice, since a run must not spoil the next, and compares.
    pub(super) fn check<T: Value>(
        &self,
        bench: &mut Bench,
        scratch: &mut Scratch,
        (input, inputs): (&Input<T>, &Inputs),
        expected: &Expected<T>,
    ) -> Result<(), Stop> {
        let failed = Stop::during("run");
        for turn in ["first", "second"] {
            self.reset(bench)?;
            self.run(bench)?;
            bench.wait().map_err(failed)?;
            if turn == "second" || expected.out.len().max(input.first.len()) <= SMALL {
                self.compare(bench, scratch, expected)?
                    .map_err(|what| Stop::Wrong(format!("{what} (in the {turn} run)")))?;
            }
        }
        self.check_outside(bench)?;
        match inputs.changed(bench, input).map_err(failed)? {
            Some(name) => Err(Stop::Wrong(format!("it changed its input ({name})"))),
            None => Ok(()),
        }
    }

    /// Whether it wrote only where it may.
    pub(super) fn check_outside(&self, bench: &mut Bench) -> Result<(), Stop> {
        match self.outputs.trespass(bench).map_err(Stop::during("run"))? {
            Some(place) => Err(Stop::Trespass(place)),
            None => Ok(()),
        }
    }

    fn compare<T: Value>(
        &self,
        bench: &mut Bench,
        scratch: &mut Scratch,
        expected: &Expected<T>,
    ) -> Result<Result<(), String>, Stop> {
        let on_host = self.entry.has(raw::RESULT_ON_HOST);
        scratch
            .with(expected.out.len(), expected.aux.len(), |out: &mut [T], aux| {
                match &mut *out {
                    [one] if on_host && self.primitive.is_scalar() => {
                        *one = self.outputs.read_host_result();
                    }
                    out => self.outputs.read_out(bench, out)?,
                }
                self.outputs.read_aux(bench, aux)?;
                let count = if on_host && self.primitive.counts() {
                    Some(self.outputs.read_host_result())
                } else {
                    self.outputs.read_count(bench)?
                };
                Ok(compare(expected, Got { out, aux, count }))
            })
            .map_err(Stop::during("download"))
    }

    /// Ends it; what comes before matters more than what goes wrong here.
    pub(super) fn finish<R>(mut self, result: Result<R, Stop>) -> Result<R, Stop> {
        let released = match self.state.take() {
            Some(state) => self.entry.release(state).map_err(Stop::by("release")),
            None => Ok(()),
        };
        let value = result?;
        released.map(|()| value)
    }
}

/// Whether an implementation asks for as much room as the primitive's result may need.
fn check_room<T: Value>(primitive: Primitive, input: &Input<T>, sizes: &Sizes) -> Result<(), Stop> {
    for (name, asked, needed) in [
        ("out", sizes.out_elements, primitive.out_room(input.n, input.m)),
        ("out_aux", sizes.out_aux_elements, primitive.out_aux_room(input.n, input.m)),
    ] {
        if asked < needed {
            return Err(Stop::Wrong(format!(
                "sizes asks for room for {asked} elements in {name}, and {} needs {needed}",
                primitive.name()
            )));
        }
    }
    Ok(())
}
