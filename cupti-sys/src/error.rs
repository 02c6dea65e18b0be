//! Errors of CUPTI, each with its cure.

use std::fmt;
use std::path::PathBuf;

use crate::image::ImageError;
use crate::raw::{self, CUptiResult};

/// A status code of CUPTI, including codes unknown to this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

impl Status {
    pub const INVALID_PARAMETER: Self = Self(CUptiResult::CUPTI_ERROR_INVALID_PARAMETER.0);
    pub const NOT_INITIALIZED: Self = Self(CUptiResult::CUPTI_ERROR_NOT_INITIALIZED.0);
    pub const HARDWARE_BUSY: Self = Self(CUptiResult::CUPTI_ERROR_HARDWARE_BUSY.0);
    pub const INSUFFICIENT_PRIVILEGES: Self =
        Self(CUptiResult::CUPTI_ERROR_INSUFFICIENT_PRIVILEGES.0);
    pub const MULTIPLE_SUBSCRIBERS: Self =
        Self(CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED.0);

    /// The name in CUPTI's header, if this build knows it.
    pub fn name(self) -> Option<&'static str> {
        raw::result_name(CUptiResult(self.0))
    }

    /// What the user can do about it, if anything.
    pub fn cure(self) -> Option<&'static str> {
        match self {
            Self::INSUFFICIENT_PRIVILEGES => Some(
                "allow counters for all users (kernel module option \
                 NVreg_RestrictProfilingToAdminUsers=0, then reboot), run as root, or start the \
                 container with --cap-add SYS_ADMIN",
            ),
            Self::MULTIPLE_SUBSCRIBERS => Some(
                "another CUPTI user is in this process; run without ncu, nsys, torch.profiler or \
                 another injected profiler, or leave CUPTI to the program in its first run \
                 (--yield-cupti)",
            ),
            Self::HARDWARE_BUSY => Some(
                "another process holds the counters; end other profilers, and pause DCGM with \
                 `dcgmi profile --pause`",
            ),
            Self::NOT_INITIALIZED => Some(
                "libnvperf_host.so was not found beside libcupti, or the driver is older than \
                 CUPTI needs; `propp doctor` says which",
            ),
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} ({name})", self.0),
            None => write!(f, "{} (not a status this build of propp knows)", self.0),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("no CUPTI in {}: looked for {}", .dir.display(), .looked_for.join(", "))]
    NotFound {
        dir: PathBuf,
        /// The file names that would have done.
        looked_for: Vec<&'static str>,
    },
    #[error("cannot load {}: {reason}", .path.display())]
    CannotLoad { path: PathBuf, reason: String },
    #[error(
        "{} is CUPTI version {found}, and propp needs version 13; install the CUDA 13 toolkit \
         or point PROPP_CUDA_DIR at one", .path.display()
    )]
    WrongVersion {
        path: PathBuf,
        /// What `cuptiGetVersion` said.
        found: u32,
    },
    #[error("{} has no function {name}; a newer CUDA 13 toolkit may have it", .path.display())]
    MissingSymbol { path: PathBuf, name: &'static str },
    #[error("{call} returned {status}{}", .status.cure().map(|c| format!("; {c}")).unwrap_or_default())]
    Call { call: &'static str, status: Status },
    #[error("unknown chip {chip:?}; this CUPTI knows {}", .known.join(", "))]
    UnknownChip { chip: String, known: Vec<String> },
    #[error(
        "this CUPTI lists chip {chip} and cannot profile it (status {status}); chips that it can \
         profile: {}", .usable.join(", ")
    )]
    UnsupportedChip { chip: String, status: Status, usable: Vec<String> },
    #[error("chip {chip} has no counter {}", .names.join(", "))]
    UnknownMetrics { chip: String, names: Vec<String> },
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error("{0:?} contains a zero byte")]
    ZeroByte(String),
}

impl Error {
    /// CUPTI's status, if the error came from CUPTI.
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Call { status, .. } | Self::UnsupportedChip { status, .. } => Some(*status),
            _ => None,
        }
    }
}
