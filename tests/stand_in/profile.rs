//! `propp profile` around the stand-in program.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_recording::{Measurement, Recording};
use propp_recording_store::read;
use propp_recording_wire::Job;
use tempfile::TempDir;

use super::library::folder;

/// No test here takes a tenth of it.
const LIMIT_SECONDS: &str = "20";

/// A profile to be made.
pub(crate) struct Profile {
    home: TempDir,
    options: Vec<String>,
    program: Vec<String>,
    control: String,
    variables: Vec<(&'static str, &'static str)>,
}

/// A profile of the program with these steps (see `program.c`).
pub(crate) fn profile(options: &str, steps: &str) -> Profile {
    let program = folder().join("program").to_str().unwrap().to_owned();
    let steps = steps.split_whitespace().map(str::to_owned);
    of_command(options, std::iter::once(program).chain(steps).collect())
}

/// A profile of a shell script; `$P` in it is the program.
pub(crate) fn of_script(options: &str, script: &str) -> Profile {
    let program = folder().join("program");
    let script = script.replace("$P", program.to_str().unwrap());
    of_command(options, vec!["sh".to_owned(), "-c".to_owned(), script])
}

/// A profile of a captured launch, with options of the replay.
pub(crate) fn of_launch(options: &str, file: &Path, replay: &str) -> Profile {
    let file = file.to_str().unwrap().to_owned();
    let words = replay.split_whitespace().map(str::to_owned);
    of_command(options, std::iter::once(file).chain(words).collect())
}

fn of_command(options: &str, program: Vec<String>) -> Profile {
    let options = options.split_whitespace().map(str::to_owned).collect();
    let home = tempfile::tempdir().unwrap();
    Profile { home, options, program, control: String::new(), variables: Vec::new() }
}

impl Profile {
    /// What the stand-ins are to do (see `control.c`).
    pub(crate) fn with(mut self, control: &str) -> Self {
        self.control = control.to_owned();
        self
    }

    /// With a variable in propp's environment.
    pub(crate) fn under(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    /// By an earlier recording (`--like`).
    pub(crate) fn like(mut self, earlier: &Profiled) -> Self {
        self.options.extend(["--like".to_owned(), earlier.file().display().to_string()]);
        self
    }

    /// The call of propp.
    pub(crate) fn command(&self) -> Command {
        self.command_of("profile", "r.propp")
    }

    /// A call of propp that runs the program and writes a file.
    fn command_of(&self, which: &str, output: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["-s", "KILL", LIMIT_SECONDS, env!("CARGO_BIN_EXE_propp"), which]);
        command.arg("--cuda-dir").arg(folder()).arg("-o").arg(output).args(&self.options);
        command.arg("--").args(&self.program).current_dir(self.home.path());
        // Whoever runs the tests may have set some of propp's options. Another
        // library to inject is no option: it may be the one to be tested.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let is_option = text.starts_with("PROPP_") && text != "PROPP_INJECT_LIB";
            if is_option || text.ends_with("_INJECTION64_PATH") {
                command.env_remove(name);
            }
        }
        command.env("LD_LIBRARY_PATH", folder()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.envs(self.variables.iter().copied());
        let log = self.home.path().join("log");
        command.env("STAND_IN", &self.control).env("STAND_IN_LOG", log);
        command
    }

    /// Runs propp, which makes no recording, and returns what it says.
    pub(crate) fn fails(self) -> String {
        let output = self.command().output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Captures a launch instead: what propp printed, and the contents of the file if there is one.
    pub(crate) fn capture(self) -> (Output, Option<Vec<u8>>) {
        let output = self.command_of("capture", "k.launch").output().unwrap();
        let log = std::fs::read_to_string(self.home.path().join("log")).unwrap_or_default();
        assert!(!log.contains("misuse"), "{log}");
        let left = std::fs::read_dir(self.home.path()).unwrap().count();
        let file = std::fs::read(self.home.path().join("k.launch")).ok();
        assert_eq!(left, usize::from(file.is_some()) + usize::from(!log.is_empty()));
        (output, file)
    }

    /// Runs propp to its end.
    pub(crate) fn run(self) -> Profiled {
        let output = self.command().output().unwrap();
        let log = self.home.path().join("log");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        let recording = read(&self.home.path().join("r.propp"))
            .map_err(|error| format!("{error}; {err}"))
            .unwrap();
        Profiled {
            // Of a propp that was killed, `timeout` is killed, too.
            code: output.status.code().or(output.status.signal().map(|s| 128 + s)).unwrap(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err,
            recording,
            log: std::fs::read_to_string(log).unwrap_or_default(),
            program: self.program.join(" "),
            home: self.home,
        }
    }
}

/// What came of it.
pub(crate) struct Profiled {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) recording: Recording,
    pub(crate) log: String,
    program: String,
    home: TempDir,
}

impl Profiled {
    /// The program ended with this code and said this, propp misused nothing,
    /// and the recording has these notices and no others.
    pub(crate) fn expect(&self, code: i32, out: &str, notices: &[&str]) -> &Self {
        let context = || format!("{}\n{}\n{}", self.notices(), self.err, self.log);
        assert_eq!((self.code, self.out.as_str()), (code, out), "{}", context());
        assert!(!self.log.contains("misuse"), "{}", context());
        // The stand-in's modules have no code but where a test loads a cubin.
        let has_code = self.program.contains(" cubin");
        let codes: BTreeSet<&str> =
            self.codes().filter(|code| has_code || *code != "code-unseen").collect();
        assert_eq!(codes, notices.iter().copied().collect(), "{}", context());
        self
    }

    /// The same, for what is looked at further.
    pub(crate) fn ends(self, code: i32, out: &str, notices: &[&str]) -> Self {
        self.expect(code, out, notices);
        self
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.home.path().join("r.propp")
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.recording.notices.iter().map(|notice| notice.code.as_str())
    }

    pub(crate) fn notices(&self) -> String {
        let notices = &self.recording.notices;
        notices.iter().map(|n| format!("{} {}: {}\n", n.code, n.status, n.text)).collect()
    }

    /// The calls that the program's process made.
    pub(crate) fn calls(&self) -> BTreeSet<&str> {
        self.log.lines().filter_map(|line| line.strip_prefix("call ")).collect()
    }

    /// Names of the kernels of the trace run, in the order of their launch.
    pub(crate) fn traced(&self) -> Vec<&str> {
        let mut kernels: Vec<_> = self.recording.kernels.iter().collect();
        kernels.sort_by_key(|kernel| (kernel.stream, kernel.correlation));
        kernels.iter().map(|kernel| self.name(kernel.signature)).collect()
    }

    pub(crate) fn name(&self, signature: usize) -> &str {
        let function = self.recording.signatures[signature].function;
        function.map_or("", |function| &self.recording.names[function])
    }

    /// Measurements of a kernel.
    pub(crate) fn measured_of<'a>(
        &'a self,
        kernel: &'a str,
    ) -> impl Iterator<Item = &'a Measurement> {
        self.recording.measurements.iter().filter(move |m| self.name(m.signature) == kernel)
    }

    /// Ordinals of the launches that were measured.
    pub(crate) fn ordinals(&self) -> Vec<u64> {
        self.recording.measurements.iter().map(|m| m.ordinal).collect()
    }

    /// The count run's processes.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &propp_recording::Process> {
        let runs = &self.recording.runs;
        self.recording.processes.iter().filter(|process| runs[process.run].job == Job::Count)
    }

    /// Checks that the values of every measurement are those of one launch, in
    /// the order of its counters, and returns that launch's number among all
    /// kernels of its process.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.recording.measurements.iter().map(number).collect()
    }
}

/// What the stand-in makes up: a thousand times the kernel's number, and the
/// place of the counter.
fn number(measurement: &Measurement) -> u64 {
    let values: Vec<f64> = measurement.values.iter().map(|value| value.unwrap()).collect();
    let base = values[0] - 1.0;
    let expected: Vec<f64> = (0..values.len()).map(|place| base + 1.0 + place as f64).collect();
    assert_eq!(values, expected, "the values of launch {}", measurement.ordinal);
    assert!(base >= 0.0 && base % 1000.0 == 0.0, "{base}");
    (base / 1000.0) as u64
}
