//! What can go wrong between us and CUPTI, with what to do about it.

use std::fmt;
use std::path::PathBuf;

use crate::image::ImageError;
use crate::raw::{self, CUptiResult};

/// A status code of CUPTI's, known to us or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

impl Status {
    /// `CUPTI_ERROR_INVALID_PARAMETER`.
    pub const INVALID_PARAMETER: Self = Self(CUptiResult::CUPTI_ERROR_INVALID_PARAMETER.0);
    /// `CUPTI_ERROR_NOT_INITIALIZED`.
    pub const NOT_INITIALIZED: Self = Self(CUptiResult::CUPTI_ERROR_NOT_INITIALIZED.0);
    /// `CUPTI_ERROR_HARDWARE_BUSY`.
    pub const HARDWARE_BUSY: Self = Self(CUptiResult::CUPTI_ERROR_HARDWARE_BUSY.0);
    /// `CUPTI_ERROR_NOT_SUPPORTED`.
    pub const NOT_SUPPORTED: Self = Self(CUptiResult::CUPTI_ERROR_NOT_SUPPORTED.0);
    /// `CUPTI_ERROR_INSUFFICIENT_PRIVILEGES`.
    pub const INSUFFICIENT_PRIVILEGES: Self =
        Self(CUptiResult::CUPTI_ERROR_INSUFFICIENT_PRIVILEGES.0);
    /// `CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED`.
    pub const MULTIPLE_SUBSCRIBERS: Self =
        Self(CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED.0);

    /// The name in CUPTI's header, if this build knows the number.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        raw::result_name(CUptiResult(self.0))
    }

    /// What a user can do about it, where there is something.
    #[must_use]
    pub fn cure(self) -> Option<&'static str> {
        match self {
            Self::INSUFFICIENT_PRIVILEGES => Some(
                "allow counters for all users (kernel module option \
                 NVreg_RestrictProfilingToAdminUsers=0, then reboot), run as root, or start the \
                 container with --cap-add SYS_ADMIN",
            ),
            Self::MULTIPLE_SUBSCRIBERS => Some(
                "another CUPTI user is in this process; run without ncu, nsys, torch.profiler or \
                 another injected profiler",
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

/// Anything that this crate reports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The directory holds no CUPTI.
    #[error("no CUPTI in {}: looked for {}", .dir.display(), .looked_for.join(", "))]
    NotFound {
        /// The directory that was searched.
        dir: PathBuf,
        /// The file names that would have done.
        looked_for: Vec<&'static str>,
    },
    /// The library is there and the loader refuses it.
    #[error("cannot load {}: {reason}", .path.display())]
    CannotLoad {
        /// The library.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// The library has another major version than the bindings.
    #[error(
        "{} is CUPTI version {found}, and propp needs version 13; install the CUDA 13 toolkit \
         or point PROPP_CUDA_DIR at one", .path.display()
    )]
    WrongVersion {
        /// The library.
        path: PathBuf,
        /// What `cuptiGetVersion` said.
        found: u32,
    },
    /// The library lacks a function.
    #[error("{} has no function {name}; a newer CUDA 13 toolkit may have it", .path.display())]
    MissingSymbol {
        /// The library.
        path: PathBuf,
        /// The function.
        name: &'static str,
    },
    /// A call failed.
    #[error("{call} returned {status}{}", .status.cure().map(|c| format!("; {c}")).unwrap_or_default())]
    Call {
        /// The function called.
        call: &'static str,
        /// What it returned.
        status: Status,
    },
    /// The host library does not know the chip.
    #[error("unknown chip {chip:?}; this CUPTI knows {}", .known.join(", "))]
    UnknownChip {
        /// The name asked for.
        chip: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The host library lists the chip and has no counters for it.
    #[error(
        "this CUPTI lists chip {chip} and cannot profile it (status {status}); chips that it can \
         profile: {}", .usable.join(", ")
    )]
    UnsupportedChip {
        /// The chip.
        chip: String,
        /// What initialisation returned.
        status: Status,
        /// Chips for which it succeeds.
        usable: Vec<String>,
    },
    /// The chip has no such counters.
    #[error("chip {chip} has no counter {}", .names.join(", "))]
    UnknownMetrics {
        /// The chip.
        chip: String,
        /// The names that it lacks.
        names: Vec<String>,
    },
    /// A counter image is not what it should be.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A string for CUPTI holds a zero byte.
    #[error("{0:?} contains a zero byte")]
    ZeroByte(String),
}

impl Error {
    /// The number that CUPTI gave, when the error is one of its own.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Call { status, .. } | Self::UnsupportedChip { status, .. } => Some(*status),
            _ => None,
        }
    }
}
