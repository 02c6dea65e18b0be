//! The program's standard input, which several runs have to share.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};

use rustix::fs::{FileType, SeekFrom, fstat, seek};

/// The kind of standard input, which decides what later runs get.
pub(super) enum Input {
    /// A terminal: later runs get nothing.
    Terminal,
    /// A file: later runs begin where the first did.
    File { offset: u64 },
    /// `/dev/null` and the like: all runs get it.
    Device,
    /// A pipe or socket: its data are kept for later runs.
    Stream { copy: PathBuf },
}

impl Input {
    /// Looks at standard input. `copy` is the path for a copy: any run may have to be made
    /// again.
    pub(super) fn look(copy: PathBuf) -> Self {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return Self::Terminal;
        }
        let kind = fstat(stdin.as_fd()).map(|stat| FileType::from_raw_mode(stat.st_mode));
        match (kind, seek(stdin.as_fd(), SeekFrom::Current(0))) {
            (Ok(FileType::RegularFile), Ok(offset)) => Self::File { offset },
            (Ok(FileType::Fifo | FileType::Socket), _) => Self::Stream { copy },
            _ => Self::Device,
        }
    }

    pub(super) fn for_first_run(&self) -> Stdio {
        match self {
            Self::Stream { .. } => Stdio::piped(),
            _ => Stdio::inherit(),
        }
    }

    pub(super) fn for_later_run(&self) -> io::Result<Stdio> {
        match self {
            Self::Terminal => Ok(Stdio::null()),
            Self::Device => Ok(Stdio::inherit()),
            Self::File { offset } => {
                seek(io::stdin().as_fd(), SeekFrom::Start(*offset))?;
                Ok(Stdio::inherit())
            }
            Self::Stream { copy } if copy.exists() => Ok(File::open(copy)?.into()),
            Self::Stream { .. } => Ok(Stdio::null()),
        }
    }

    /// Makes the standard input of a run beside the first; `None` if the two would take each
    /// other's data.
    pub(super) fn for_run_beside(&self) -> Option<fn() -> Stdio> {
        match self {
            Self::Terminal => Some(Stdio::null),
            Self::Device => Some(Stdio::inherit),
            Self::File { .. } | Self::Stream { .. } => None,
        }
    }

    /// Feeds the first run and keeps a copy, on a thread of its own.
    pub(super) fn feed(&self, pipe: Option<ChildStdin>) {
        let (Self::Stream { copy }, Some(pipe)) = (self, pipe) else { return };
        let copy = copy.clone();
        // Not joined: it may wait for input for ever. It ends with propp.
        std::thread::spawn(move || pump(pipe, &copy));
    }
}

fn pump(mut pipe: ChildStdin, copy: &Path) {
    // If there is no room for the copy, the program still gets its input; later runs
    // get less.
    let mut kept = File::create(copy).ok();
    let mut stdin = io::stdin().lock();
    let mut buffer = [0; 1 << 16];
    loop {
        let Ok(count @ 1..) = stdin.read(&mut buffer) else { return };
        let bytes = &buffer[..count];
        if kept.as_mut().is_some_and(|kept| kept.write_all(bytes).is_err()) {
            kept = None;
        }
        if pipe.write_all(bytes).is_err() {
            return;
        }
    }
}
