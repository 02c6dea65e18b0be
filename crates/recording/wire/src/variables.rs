//! The environment variables of propp, in one table: their names, who reads them, and what they
//! do. `docs/cli.md` has those of users, made from this table.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: &'static str,
    pub audience: Audience,
    pub read_by: &'static str,
    pub what: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The user, in place of an option of the same name.
    Option,
    /// The user; there is no option.
    Setting,
    /// propp, for processes that it starts.
    Own,
}

/// A constant and a row of [`ALL`] for each variable.
macro_rules! variables {
    ($($audience:ident $constant:ident $name:literal $read_by:literal $what:literal)*) => {
        $(#[doc = $what] pub const $constant: &str = $name;)*

        pub const ALL: &[Variable] = &[$(Variable {
            name: $name,
            audience: Audience::$audience,
            read_by: $read_by,
            what: $what,
        }),*];
    };
}

variables! {
    Option ARCH "PROPP_ARCH" "`suite build`, `suite run`, `probe`"
        "Architecture to compile for (`--arch`)"
    Option BUDGET "PROPP_BUDGET" "`profile`"
        "Seconds that measuring may take (`--budget`)"
    Option CHIP "PROPP_CHIP" "`metrics`"
        "Chip to answer for (`--chip`)"
    Option CUDA_DIR "PROPP_CUDA_DIR" "all commands that use CUDA"
        "Directory of the CUDA toolkit (`--cuda-dir`)"
    Option FORMAT "PROPP_FORMAT" "`show`"
        "Format of the report (`--format`)"
    Option KERNEL "PROPP_KERNEL" "`profile`, `show`, `advise`, `inspect`"
        "Kernels to measure or to show (`--kernel`)"
    Option LAUNCH_TIMEOUT "PROPP_LAUNCH_TIMEOUT" "`profile`"
        "Seconds after which a measured launch is taken to hang (`--launch-timeout`)"
    Option LIBRARIES "PROPP_LIBRARIES" "all commands that print hints"
        "List of libraries whose kernels you do not change (`--libraries`)"
    Option LINES "PROPP_LINES" "`profile`"
        "Count single instructions (`--lines`)"
    Option WAITS "PROPP_WAITS" "`profile`"
        "Sample where warps wait (`--waits`)"
    Option MAX_LAUNCHES_PER_KERNEL "PROPP_MAX_LAUNCHES_PER_KERNEL" "`profile`"
        "Launches of each kernel to measure (`--max-launches-per-kernel`)"
    Option NO_CODE "PROPP_NO_CODE" "`profile`"
        "Leave the code of kernels out of the recording (`--no-code`)"
    Option OUTPUT "PROPP_OUTPUT" "`profile`, `emulate`"
        "Recording to write (`--output`)"
    Option POLICY "PROPP_POLICY" "`gate`, `gate calibrate`"
        "Policy file (`--policy`)"
    Option PYTORCH "PROPP_PYTORCH" "`profile`"
        "Record modules of PyTorch (`--pytorch`)"
    Option REPLAY "PROPP_REPLAY" "`profile`"
        "How counters are read (`--replay`)"
    Option SUITE_RECORDING "PROPP_SUITE_RECORDING" "`rank`, `suite report`"
        "Recording of a suite (`--from`)"
    Option WEIGHTS "PROPP_WEIGHTS" "all commands that print QM or predicted times"
        "Weights of the metric and prices (`--weights`)"
    Setting BINARY "PROPP_BINARY" "the Python package"
        "The propp command that the package runs"
    Setting INJECT_LIB "PROPP_INJECT_LIB" "`profile`"
        "A copy of the injected library, instead of the one that propp unpacks"
    Setting JOB "PROPP_JOB" "`profile`"
        "Name of the job, if the launcher sets none"
    Setting NVCC "PROPP_NVCC" "`suite`, `probe`, `rank`"
        "The CUDA compiler"
    Setting PAGER "PROPP_PAGER" "all commands with long reports"
        "The pager, before `PAGER`; `cat` or nothing for none"
    Setting SUITE_CACHE "PROPP_SUITE_CACHE" "`suite`, `probe`, `rank`"
        "Folder for compiled libraries and measured primitives"
    Own REPLAY_TRIES "PROPP_REPLAY_TRIES" "`replay`"
        "How often it was started anew, because something else had the addresses of the launch"
    Own CONFIG "PROPP_INJECT_CONFIG" "the injected library"
        "The file with the configuration of a run"
    Own EMULATE_FOLDER "PROPP_EMULATE_FOLDER" "emulated programs"
        "The folder with propp's socket and the board"
    Own EMULATE_GPU "PROPP_EMULATE_GPU" "emulated programs"
        "The GPU that the program sees"
    Own EMULATE_RACES "PROPP_EMULATE_RACES" "emulated programs"
        "Set if races in shared memory are looked for"
    Own EMULATE_SECONDS "PROPP_EMULATE_SECONDS" "emulated programs"
        "Seconds after which the program is ended"
    Own EMULATE_STRICT "PROPP_EMULATE_STRICT" "emulated programs"
        "Set if an access to the padding of an allocation is a fault"
    Own EMULATE_THREADS "PROPP_EMULATE_THREADS" "emulated programs"
        "Threads that run a kernel, at most"
    Own HOLD "PROPP_INJECT_HOLD" "the injected library"
        "A file that propp locks while it holds back a process that it started early"
    Own PYTEST_INNER "PROPP_PYTEST_INNER" "the pytest plugin"
        "Set in the pytest that runs under propp"
    Own PYTHON "PROPP_PYTHON" "`profile`, `emulate`"
        "The Python of the package, which runs a program that is a script"
}

/// A file beside that of [`CONFIG`]: the folder of the CUPTI that NVTX ranges are reported to.
pub const RANGES_TO: &str = "ranges-to";
