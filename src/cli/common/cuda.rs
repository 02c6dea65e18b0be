//! `--cuda-dir`.

use std::path::PathBuf;

use propp_collect_toolkit::Surroundings;
use propp_recording_wire::variables;

/// The option of the commands that use CUDA.
#[derive(Debug, clap::Args)]
pub(crate) struct Cuda {
    /// Directory of the CUDA toolkit or of libcupti [default: CUDA_HOME, CUDA_PATH and the usual
    /// places]
    #[arg(long, env = variables::CUDA_DIR, value_name = "DIR")]
    pub(crate) cuda_dir: Option<PathBuf>,
}

impl Cuda {
    /// What a command without the option goes by.
    pub(crate) fn of_environment() -> Self {
        let folder = std::env::var_os(variables::CUDA_DIR).filter(|folder| !folder.is_empty());
        Self { cuda_dir: folder.map(PathBuf::from) }
    }

    pub(crate) fn surroundings(&self) -> Surroundings {
        Surroundings::from_environment(self.cuda_dir.clone())
    }
}
