//! Runs a captured launch again, alone, and another implementation in its place: whether the results
//! are those that were captured, and how long each takes.

mod code;
mod differences;
mod emulated;
mod folder;
mod state;
mod verdict;

use propp_code_sass::kernels;
pub use propp_collect_cuda::DriverError;
use propp_collect_cuda::{Bench, Fixed, Loaded, Place, Shape};
use propp_recording_launch::Launch;
use propp_recording_wire::MemoryKind;

pub use code::code_with;
pub use differences::{Accepted, Difference, Found, Number};
pub use emulated::{Emulated, emulate};
pub use folder::{Copied, ExportError, Exported, export};
pub use verdict::{Speed, Verdict, typical};

use state::{State, after};

/// What is copied from the GPU at a time.
const PIECE: usize = 4 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// It can be tried again in a new process, which has its memory elsewhere.
    #[error("{0}")]
    Taken(DriverError),
    #[error(
        "the code was compiled for another GPU ({code}), and this one cannot run it; replay it on the \
         GPU model where it was captured"
    )]
    OtherGpu { code: String },
    #[error(
        "there is too little GPU memory: the launch needs {} MiB", bytes >> 20
    )]
    Memory { bytes: u64 },
    #[error("{what} has no kernel '{name}'; it has: {known}")]
    NoKernel { what: String, name: String, known: String },
    #[error("{0}")]
    OtherSignature(String),
}

#[derive(Clone, Debug)]
pub struct Options {
    pub device: u32,
    /// Timed launches of each implementation.
    pub rounds: u32,
    /// Whether the L2 cache is emptied before each.
    pub is_cold: bool,
    pub accepted: Accepted,
    /// Whether a profiler measures the launches, and not propp itself: each is in a range of its own.
    pub is_profiled: bool,
}

/// Another implementation with the same parameters.
#[derive(Clone, Debug)]
pub struct Other {
    /// How it is called in errors.
    pub what: String,
    pub cubin: Vec<u8>,
    /// The mangled name of its kernel; that of the captured one, or the only one, without.
    pub kernel: Option<String>,
    /// Block and grid, if they are others.
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub dynamic_shared_bytes: Option<u32>,
}

/// What an implementation did to memory, and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The mangled name of the kernel.
    pub kernel: String,
    pub found: Found,
    /// Whether a second run gave other results than the first. Not looked at if the first were right.
    pub varies: bool,
    /// Of each timed launch, in order.
    pub times_ns: Vec<f64>,
    /// Variables of the captured module that its own module does not have.
    pub missing: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Bytes of managed and host memory that stood in GPU memory: accesses may have taken less time.
    pub moved_bytes: u64,
    pub captured: Ran,
    pub other: Option<(Ran, Verdict)>,
}

/// Runs the launch, and the other implementation turn by turn with it. `against` takes the place of the
/// captured implementation.
pub fn replay(
    launch: &Launch,
    [against, other]: [Option<&Other>; 2],
    options: &Options,
    mut progress: impl FnMut(&str),
) -> Result<Replayed, ReplayError> {
    progress("loading memory");
    let places: Vec<Place> = launch.captured.memory.iter().map(place).collect();
    let fixed = Fixed::take(options.device, &places).map_err(|error| match error {
        taken @ DriverError::Taken { .. } => ReplayError::Taken(taken),
        full if full.is_out_of_memory() => ReplayError::Memory { bytes: Fixed::needed(&places) },
        other => ReplayError::Driver(other),
    })?;
    fixed.extend_stack(launch.stack.unwrap_or(0));
    let mut bench = Bench::open(options.device)?;
    let shape = shape(launch);
    let kernel = &launch.captured.name;
    let mut captured = match against {
        Some(against) => Implementation::of_other(&fixed, launch, against, shape)?,
        None => Implementation::load(&fixed, launch, &launch.code, kernel, shape)?,
    };
    let mut other = other.map(|other| Implementation::of_other(&fixed, launch, other, shape));
    let mut other = other.take().transpose()?;
    for (reached, region) in launch.captured.memory.iter().zip(&launch.memory) {
        fixed.write(reached.address, &region.before)?;
    }
    let mut state = State::new(&fixed, launch);
    progress("checking results");
    let found = state.check_twice(&mut bench, &mut captured, &options.accepted)?;
    let of_other = match &mut other {
        Some(other) => Some(state.check_twice(&mut bench, other, &options.accepted)?),
        None => None,
    };
    if options.rounds > 0 {
        state.save()?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..options.rounds {
        progress(&format!("timing {} of {}", round + 1, options.rounds));
        let both = [Some(&mut captured), other.as_mut()];
        for (implementation, times) in both.into_iter().zip(&mut times) {
            let Some(implementation) = implementation else { continue };
            state.restore(implementation)?;
            if options.is_profiled {
                implementation.run_profiled(&fixed, &mut bench, options.is_cold)?;
                continue;
            }
            let time = implementation.run(&fixed, &mut bench, options.is_cold)?;
            times.push(time as f64);
        }
    }
    let [of_captured, times_of_other] = times;
    let verdict = Verdict::of(&of_captured, &times_of_other);
    let ran = |implementation: Implementation, (found, varies), times_ns: Vec<f64>| {
        let missing = implementation.missing(launch);
        Ran { kernel: implementation.kernel, found, varies, times_ns, missing }
    };
    let captured = ran(captured, found, of_captured);
    let other = other.zip(of_other).map(|(other, found)| {
        let ran = ran(other, found, times_of_other);
        (ran, verdict)
    });
    let is_managed = |kind: MemoryKind| kind == MemoryKind::Managed;
    let managed = launch.captured.memory.iter().filter(|reached| is_managed(reached.kind));
    let managed: u64 = managed.map(|reached| reached.bytes).sum();
    Ok(Replayed { moved_bytes: fixed.moved_bytes() + managed, captured, other })
}

fn place(reached: &propp_recording_wire::Reached) -> Place {
    let is_host = reached.kind == MemoryKind::Host;
    Place { address: reached.address, bytes: reached.bytes, is_host }
}

fn shape(launch: &Launch) -> Shape {
    let of = &launch.captured.launch;
    Shape {
        grid: of.grid,
        block: of.block,
        cluster: of.cluster,
        dynamic_shared_bytes: of.dynamic_shared_bytes,
        is_cooperative: launch.captured.is_cooperative,
    }
}

/// A kernel that is ready to run.
struct Implementation {
    kernel: String,
    loaded: Loaded,
    shape: Shape,
    layout: Vec<(usize, usize)>,
    block: Vec<u8>,
    /// Addresses of the captured variables that it has, in the order of the captured ones.
    variables: Vec<Option<u64>>,
}

impl Implementation {
    fn load(
        fixed: &Fixed,
        launch: &Launch,
        cubin: &[u8],
        kernel: &str,
        shape: Shape,
    ) -> Result<Self, ReplayError> {
        // `CUDA_ERROR_NO_BINARY_FOR_GPU`
        const NO_BINARY: u32 = 209;
        let loaded = fixed.load(cubin, kernel, shape.dynamic_shared_bytes);
        let loaded = loaded.map_err(|error| match error.status() {
            Some(NO_BINARY) => ReplayError::OtherGpu { code: architecture(cubin) },
            _ => error.into(),
        })?;
        let layout = fixed.layout(&loaded)?;
        let variables: Vec<Option<u64>> = launch
            .captured
            .variables
            .iter()
            .map(|variable| {
                let (address, bytes) = loaded.variable(&variable.name)?;
                (bytes as u64 == variable.bytes).then_some(address)
            })
            .collect();
        let (kernel, block) = (kernel.to_owned(), launch.parameter_block());
        Ok(Self { kernel, loaded, shape, layout, block, variables })
    }

    fn of_other(
        fixed: &Fixed,
        launch: &Launch,
        other: &Other,
        captured: Shape,
    ) -> Result<Self, ReplayError> {
        let shape = Shape {
            grid: other.grid.unwrap_or(captured.grid),
            block: other.block.unwrap_or(captured.block),
            dynamic_shared_bytes: other
                .dynamic_shared_bytes
                .unwrap_or(captured.dynamic_shared_bytes),
            ..captured
        };
        let known = kernels(&other.cubin).unwrap_or_default();
        let wanted = other.kernel.as_deref().unwrap_or(&launch.captured.name);
        let found = known.iter().find(|name| **name == wanted).copied().or_else(|| {
            match known.as_slice() {
                [only] if other.kernel.is_none() => Some(*only),
                _ => {
                    let mut with_it = known.iter().filter(|name| name.contains(wanted));
                    with_it.next().filter(|_| with_it.next().is_none()).copied()
                }
            }
        });
        let Some(kernel) = found else {
            return Err(ReplayError::NoKernel {
                what: other.what.clone(),
                name: wanted.to_owned(),
                known: known.join(", "),
            });
        };
        let own = Self::load(fixed, launch, &other.cubin, kernel, shape)?;
        let captured = &launch.captured.parameters;
        let is_same = own.layout.len() == captured.len()
            && own.layout.iter().zip(captured).all(|((offset, size), parameter)| {
                *offset == parameter.offset as usize && *size == parameter.value.0.len()
            });
        if !is_same {
            let list = |sizes: Vec<String>| sizes.join(", ");
            return Err(ReplayError::OtherSignature(format!(
                "{} has other parameters: {} has parameters of {} bytes, the captured kernel has \
                 parameters of {} bytes",
                other.what,
                kernel,
                list(own.layout.iter().map(|(_, size)| size.to_string()).collect()),
                list(captured.iter().map(|one| one.value.0.len().to_string()).collect()),
            )));
        }
        let written = launch.captured.variables.iter().zip(&launch.variables).zip(&own.variables);
        for ((variable, region), address) in written {
            if address.is_none() && !region.after.is_empty() {
                return Err(ReplayError::OtherSignature(format!(
                    "{} has no variable '{}' of {} bytes, which the captured kernel writes",
                    other.what, variable.name, variable.bytes
                )));
            }
        }
        Ok(own)
    }

    /// Variables of the captured module that this one lacks.
    fn missing(&self, launch: &Launch) -> Vec<String> {
        let known = launch.captured.variables.iter().zip(&self.variables);
        let missing = known.filter(|(_, address)| address.is_none());
        missing.map(|(variable, _)| variable.name.clone()).collect()
    }

    fn run(&mut self, fixed: &Fixed, bench: &mut Bench, is_cold: bool) -> Result<u64, DriverError> {
        fixed.launch(bench, &self.loaded, &self.shape, &self.layout, &mut self.block, is_cold)
    }

    fn run_profiled(
        &mut self,
        fixed: &Fixed,
        bench: &mut Bench,
        is_cold: bool,
    ) -> Result<(), DriverError> {
        let Self { loaded, shape, layout, block, .. } = self;
        fixed.launch_in_range(bench, loaded, shape, layout, block, is_cold)
    }
}

/// What a cubin was compiled for, such as `sm_90`.
pub fn architecture(cubin: &[u8]) -> String {
    propp_code_sass::Cubin::parse(cubin).map_or_else(
        |_| "unknown".to_owned(),
        |cubin| format!("sm_{}", cubin.architecture().number()),
    )
}
