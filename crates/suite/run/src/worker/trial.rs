//! One implementation on one problem: prepared, run and checked.

use propp_collect_cuda::Bench;
use propp_suite_abi::raw::{self, Problem, Sizes};
use propp_suite_abi::{Entry, State};
use propp_suite_problems::compare::{Actual, compare};
use propp_suite_problems::data::Input;
use propp_suite_problems::primitive::Primitive;
use propp_suite_problems::reference::Expected;
use propp_suite_problems::value::Value;

use super::inputs::Inputs;
use super::not_measured::NotMeasured;
use super::outputs::{Outputs, problem_without_pointers};
use super::scratch::Scratch;

/// Maximum number of elements for which both runs are checked, and not only the second.
const SMALL: usize = 1 << 20;

/// An implementation that is ready to run.
pub(super) struct Trial<'a> {
    entry: &'a Entry,
    primitive: Primitive,
    problem: Problem,
    pub(super) sizes: Sizes,
    outputs: Outputs,
    state: State,
}

impl<'a> Trial<'a> {
    /// Asks for sizes, allocates memory, prepares.
    pub(super) fn prepare<T: Value>(
        bench: &mut Bench,
        entry: &'a Entry,
        primitive: Primitive,
        input: &Input<T>,
        inputs: &mut Inputs,
    ) -> Result<Self, NotMeasured> {
        let sizes = entry
            .sizes(&problem_without_pointers(input))
            .map_err(NotMeasured::in_function("sizes"))?;
        check_room(primitive, input, &sizes)?;
        let mut outputs = Outputs::new(bench, primitive, size_of::<T>() as u64, &sizes)?;
        let problem = outputs.problem(input, inputs, &sizes);
        bench.wait().map_err(NotMeasured::during("memory"))?;
        let state = entry.prepare(&problem).map_err(NotMeasured::in_function("prepare"))?;
        let trial = Self { entry, primitive, problem, sizes, outputs, state };
        match bench.wait_for_all() {
            Ok(()) => Ok(trial),
            Err(error) => Err(NotMeasured::Device("prepare", error)),
        }
    }

    /// Whether a run makes the host wait, according to its flags.
    pub(super) fn synchronises(&self) -> bool {
        self.entry.has(raw::SYNCHRONISES) || self.entry.has(raw::RESULT_ON_HOST)
    }

    /// Undoes what a run changed.
    pub(super) fn reset(&self, bench: &Bench) -> Result<(), NotMeasured> {
        self.entry
            .reset(&self.problem, &self.state, bench.stream())
            .map_err(NotMeasured::in_function("reset"))
    }

    /// Starts a run, and waits only if the implementation does.
    pub(super) fn run(&self, bench: &Bench) -> Result<(), NotMeasured> {
        self.entry
            .run(&self.problem, &self.state, bench.stream())
            .map_err(NotMeasured::in_function("run"))
    }

    /// Runs twice, since a run must not affect the next, and compares the results.
    pub(super) fn check<T: Value>(
        &self,
        bench: &mut Bench,
        scratch: &mut Scratch,
        (input, inputs): (&Input<T>, &Inputs),
        expected: &Expected<T>,
    ) -> Result<(), NotMeasured> {
        let failed = NotMeasured::during("run");
        for turn in ["first", "second"] {
            self.reset(bench)?;
            self.run(bench)?;
            bench.wait().map_err(failed)?;
            if turn == "second" || expected.out.len().max(input.first.len()) <= SMALL {
                self.compare(bench, scratch, expected)?
                    .map_err(|what| NotMeasured::Wrong(format!("{what} (in the {turn} run)")))?;
            }
        }
        self.check_bounds(bench)?;
        match inputs.changed(bench, input).map_err(failed)? {
            Some(name) => Err(NotMeasured::Wrong(format!("it changed its input ({name})"))),
            None => Ok(()),
        }
    }

    pub(super) fn check_bounds(&self, bench: &mut Bench) -> Result<(), NotMeasured> {
        match self.outputs.out_of_bounds_write(bench).map_err(NotMeasured::during("run"))? {
            Some(place) => Err(NotMeasured::OutOfBounds(place)),
            None => Ok(()),
        }
    }

    fn compare<T: Value>(
        &self,
        bench: &mut Bench,
        scratch: &mut Scratch,
        expected: &Expected<T>,
    ) -> Result<Result<(), String>, NotMeasured> {
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
                Ok(compare(expected, Actual { out, aux, count }))
            })
            .map_err(NotMeasured::during("download"))
    }

    /// Releases the implementation's state. An earlier error takes precedence.
    pub(super) fn finish<R>(self, result: Result<R, NotMeasured>) -> Result<R, NotMeasured> {
        let released = self.entry.release(self.state).map_err(NotMeasured::in_function("release"));
        let value = result?;
        released.map(|()| value)
    }
}

/// Checks that an implementation asks for enough memory for any result.
fn check_room<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    sizes: &Sizes,
) -> Result<(), NotMeasured> {
    for (name, asked, needed) in [
        ("out", sizes.out_elements, primitive.out_room(input.n, input.m)),
        ("out_aux", sizes.out_aux_elements, primitive.out_aux_room(input.n, input.m)),
    ] {
        if asked < needed {
            return Err(NotMeasured::Wrong(format!(
                "sizes asks for room for {asked} elements in {name}, and {} needs {needed}",
                primitive.name()
            )));
        }
    }
    Ok(())
}
