//! Another implementation, in the place of the captured one or beside it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use propp_base_names::demangle;
use propp_collect_toolkit::find_nvcc;
use propp_recording_launch::Launch;
use propp_suite_replay::{Accepted, Number, Other, architecture, code_with};

use crate::cli::common::{Cuda, numbers};
use crate::cli::say::{Failure, Result, say};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Type {
    F16,
    Bf16,
    F32,
    F64,
}

/// What differences between results are accepted.
pub(in crate::cli) fn accepted(
    kind: Type,
    relative: Option<f64>,
    absolute: Option<f64>,
) -> Accepted {
    let number = match kind {
        Type::F16 => Number::F16,
        Type::Bf16 => Number::Bf16,
        Type::F32 => Number::F32,
        Type::F64 => Number::F64,
    };
    let (relative, absolute) = (relative.unwrap_or(0.0), absolute.unwrap_or(0.0));
    Accepted { number, relative, absolute }
}

/// Which differences between results are accepted.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct ToleranceArgs {
    /// Largest accepted relative difference between results [default: 0, every bit counts]
    #[arg(long, value_name = "PART", value_parser = numbers::positive)]
    tolerance: Option<f64>,
    /// Largest accepted absolute difference between results
    #[arg(long, value_name = "SIZE", value_parser = numbers::positive)]
    absolute: Option<f64>,
    /// Type of the numbers in memory, for the tolerances and the differences that are shown
    /// [default: f32]
    #[arg(long, value_enum)]
    r#type: Option<Type>,
}

impl ToleranceArgs {
    pub(super) fn accepted(&self) -> Accepted {
        accepted(self.r#type.unwrap_or(Type::F32), self.tolerance, self.absolute)
    }

    /// The same as words of a command line.
    pub(in crate::cli) fn words(&self) -> Vec<OsString> {
        let kind = self.r#type.and_then(|kind| clap::ValueEnum::to_possible_value(&kind));
        given([
            ("--tolerance", self.tolerance.map(|part| part.to_string().into())),
            ("--absolute", self.absolute.map(|size| size.to_string().into())),
            ("--type", kind.map(|kind| kind.get_name().into())),
        ])
    }
}

/// Options that have a value, as words.
fn given<const N: usize>(all: [(&str, Option<OsString>); N]) -> Vec<OsString> {
    let given = all.into_iter().filter_map(|(name, value)| Some([name.into(), value?]));
    given.flatten().collect()
}

/// Another implementation, and how it is launched.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct OtherArgs {
    /// Another implementation with the same parameters, from a cubin, program or library; it runs in
    /// turns with the captured one
    #[arg(long, value_name = "FILE", conflicts_with = "source")]
    pub(super) with: Option<PathBuf>,
    /// The same from source, which propp compiles with nvcc
    #[arg(long, value_name = "FILE.cu")]
    pub(super) source: Option<PathBuf>,
    /// Options for nvcc with --source, such as "-O3 -I include"
    #[arg(long, value_name = "OPTIONS", requires = "source", allow_hyphen_values = true)]
    nvcc_options: Option<String>,
    /// Blocks of the other implementation, such as 1024 or 64,16
    #[arg(long, value_name = "X,Y,Z", value_parser = sizes)]
    grid: Option<[u32; 3]>,
    /// Threads in a block of the other implementation
    #[arg(long, value_name = "X,Y,Z", value_parser = sizes)]
    block: Option<[u32; 3]>,
    /// Dynamic shared memory in bytes of the other implementation
    #[arg(long, value_name = "BYTES")]
    shared: Option<u32>,
    #[command(flatten)]
    pub(super) tolerance: ToleranceArgs,
}

impl OtherArgs {
    /// The file with the other implementation.
    pub(in crate::cli) fn file(&self) -> Option<&Path> {
        self.with.as_deref().or(self.source.as_deref())
    }

    /// Whether something is said of an implementation that is not given.
    pub(in crate::cli) fn lacks_file(&self) -> bool {
        let is_shaped = self.grid.is_some() || self.block.is_some() || self.shared.is_some();
        is_shaped && self.file().is_none()
    }

    /// Whether anything of it was given.
    pub(in crate::cli) fn is_given(&self) -> bool {
        !self.words().is_empty()
    }

    /// The same as words of a command line.
    pub(in crate::cli) fn words(&self) -> Vec<OsString> {
        let three = |sizes: [u32; 3]| sizes.map(|size| size.to_string()).join(",");
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.clone().into_os_string());
        let mut words = given([
            ("--with", path(&self.with)),
            ("--source", path(&self.source)),
            ("--nvcc-options", self.nvcc_options.as_ref().map(Into::into)),
            ("--grid", self.grid.map(|sizes| three(sizes).into())),
            ("--block", self.block.map(|sizes| three(sizes).into())),
            ("--shared", self.shared.map(|bytes| bytes.to_string().into())),
        ]);
        words.extend(self.tolerance.words());
        words
    }

    /// The other implementation, compiled if it is a source.
    pub(super) fn read(
        &self,
        kernel: Option<&str>,
        launch: &Launch,
        cuda: &Cuda,
        is_quiet: bool,
    ) -> Result<Option<Other>> {
        let (path, cubin) = match (&self.with, &self.source) {
            (Some(path), _) => (path, code_of(path, kernel, launch)?),
            (None, Some(path)) => (path, self.compiled(path, launch, cuda, is_quiet)?),
            (None, None) => return Ok(None),
        };
        Ok(Some(Other {
            what: path.display().to_string(),
            cubin,
            kernel: kernel.map(str::to_owned),
            grid: self.grid,
            block: self.block,
            dynamic_shared_bytes: self.shared,
        }))
    }

    /// The source as a cubin for the GPU of the captured code.
    fn compiled(
        &self,
        source: &Path,
        launch: &Launch,
        cuda: &Cuda,
        is_quiet: bool,
    ) -> Result<Vec<u8>> {
        let nvcc = find_nvcc(&cuda.surroundings()).map_err(|_| {
            Failure::usage(
                "--source needs nvcc, which is not found; name the toolkit with --cuda-dir",
            )
        })?;
        let architecture = architecture(&launch.code);
        let folder = tempfile::tempdir().map_err(Failure::usage)?;
        let cubin = folder.path().join("other.cubin");
        let options = self.nvcc_options.as_deref().unwrap_or("-O3");
        let has_architecture = options.contains("-arch") || options.contains("-gencode");
        let for_gpu = if has_architecture { vec![] } else { vec!["-arch", architecture.as_str()] };
        let output = Command::new(nvcc)
            .args(["-cubin", "-lineinfo"])
            .args(for_gpu)
            .args(options.split_whitespace())
            .arg(source)
            .arg("-o")
            .arg(&cubin)
            .output()
            .map_err(|error| Failure::usage(format!("cannot run nvcc: {error}")))?;
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::usage(format!(
                "nvcc does not compile {}:\n{}",
                source.display(),
                words.trim_end()
            )));
        }
        if !is_quiet && !output.stderr.is_empty() {
            say(String::from_utf8_lossy(&output.stderr).trim_end());
        }
        std::fs::read(&cubin).map_err(Failure::usage)
    }
}

/// The cubin with the kernel in a file.
pub(super) fn code_of(path: &Path, kernel: Option<&str>, launch: &Launch) -> Result<Vec<u8>> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    let name = kernel.unwrap_or(&launch.captured.name);
    code_with(&bytes, name, &launch.code).map_err(|known| {
        let known = match known.is_empty() {
            true => "it has no machine code of CUDA".to_owned(),
            false => format!("it has: {}", known.join(", ")),
        };
        Failure::usage(format!(
            "{} has no kernel {} for {}; {known}",
            path.display(),
            demangle(name),
            architecture(&launch.code)
        ))
    })
}

fn sizes(text: &str) -> Result<[u32; 3], String> {
    let mut sizes = [1; 3];
    let numbers: Vec<&str> = text.split([',', 'x']).collect();
    if numbers.len() > sizes.len() {
        return Err("one to three numbers, such as 64,16".to_owned());
    }
    for (size, number) in sizes.iter_mut().zip(numbers) {
        *size = number.trim().parse().map_err(|_| format!("'{number}' is no size"))?;
        if *size == 0 {
            return Err("0 is no size".to_owned());
        }
    }
    Ok(sizes)
}
