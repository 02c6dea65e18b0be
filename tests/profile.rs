//! `propp profile` as a user meets it, on any machine.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

use propp_recording_store::read;
use propp_recording_wire::{Frame, Hello, VERSION, decode_config, encode, variables};

use crate::support::propp::{self, refusal, refuses};
use crate::support::{CUDA_DIR, names, says, script};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `propp profile` in a folder of its own.
fn profile(dir: &Path, arguments: &[&str]) -> Output {
    command(dir, arguments).output().unwrap()
}

fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = propp::command(dir);
    command.arg("profile").args(arguments).env("XDG_CACHE_HOME", dir).env_remove(CUDA_DIR);
    command
}

#[test]
fn programs_keep_their_output_and_code() {
    let dir = tempfile::tempdir().unwrap();
    let earlier =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/recordings/h200_closed_forms.propp");
    let ways = [&[][..], &["--runs", "count"], &["--like", earlier], &["--yield-cupti"]];
    for (number, way) in ways.iter().enumerate() {
        let file = format!("{number}.propp");
        let program = ["-o", &file, "sh", "-c", "echo out; echo err >&2; exit 7"];
        let output = profile(dir.path(), &[way, &program[..]].concat());
        assert_eq!(output.status.code(), Some(7), "{way:?}");
        assert_eq!(text(&output.stdout), "out\n", "{way:?}");
        let told = ["err", "nothing to profile", &format!("wrote {file}, without kernels")];
        says(&text(&output.stderr), &told).unwrap();
    }
    let output = profile(dir.path(), &["sh", "-c", "kill -TERM $$"]);
    assert_eq!(output.status.code(), Some(128 + 15));
}

#[test]
fn programs_that_cannot_run_have_the_codes_of_timeout() {
    let dir = tempfile::tempdir().unwrap();
    let missing = profile(dir.path(), &["./nowhere"]);
    assert_eq!(missing.status.code(), Some(127));
    says(&text(&missing.stderr), &["./nowhere: no such program"]).unwrap();
    assert_eq!(profile(dir.path(), &["/"]).status.code(), Some(126));
    std::fs::write(dir.path().join("plain"), "text").unwrap();
    assert_eq!(profile(dir.path(), &["./plain"]).status.code(), Some(126));
}

#[test]
fn what_is_there_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("r.propp");
    std::fs::write(&file, "mine").unwrap();
    let refused = profile(dir.path(), &["-o", "r.propp", "true"]);
    assert_eq!(refused.status.code(), Some(125));
    says(&text(&refused.stderr), &["r.propp exists", "-f"]).unwrap();
    let missing = profile(dir.path(), &["-f", "-o", "r.propp", "./nowhere"]);
    assert_eq!(missing.status.code(), Some(127));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    std::fs::write(dir.path().join("plain"), "text").unwrap();
    let broken = profile(dir.path(), &["-f", "-o", "r.propp", "./plain"]);
    assert_eq!(broken.status.code(), Some(126));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let folder = profile(dir.path(), &["-f", "-o", ".", "true"]);
    assert_eq!(folder.status.code(), Some(125));
    assert_eq!(names(dir.path()), ["plain", "propp", "r.propp"]);
}

/// A run without a GPU is worth no recording with kernels, nor is it a plan.
#[test]
fn without_a_gpu_a_recording_with_kernels_is_kept_and_nothing_is_planned() {
    if propp_collect_cuda::gpus().is_ok() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("r.propp");
    std::fs::copy("tests/fixtures/recordings/h200_app.propp", &file).unwrap();
    let before = std::fs::read(&file).unwrap();
    for (options, told) in [
        (&["-f", "-o", "r.propp"][..], "r.propp is kept: no NVIDIA driver"),
        (
            &["--plan", "-o", "plan.propp"],
            "there is nothing to plan for, and the program was not run",
        ),
    ] {
        let refused = profile(dir.path(), &[options, &["touch", "ran"]].concat());
        assert_eq!(refused.status.code(), Some(125));
        says(&text(&refused.stderr), &[told]).unwrap();
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(names(dir.path()), ["r.propp"]);
}

/// A captured launch runs on a GPU alone, and its recording would be empty.
#[test]
fn without_a_gpu_a_launch_is_not_replayed_and_nothing_is_written() {
    if propp_collect_cuda::gpus().is_ok() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy("tests/fixtures/launches/in_place.launch", dir.path().join("k.launch")).unwrap();
    let profiled = profile(dir.path(), &["k.launch"]);
    let run = propp::propp(dir.path(), &["run", "-o", "r.propp", "k.launch"]);
    for refused in [profiled, run] {
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(4), "{told}");
        says(&told, &["propp emulate k.launch", "cannot replay k.launch", "nothing was written"])
            .unwrap();
    }
    assert_eq!(names(dir.path()), ["k.launch"]);
}

#[test]
fn what_is_replaced_stays_until_the_new_recording_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("r.propp");
    std::fs::write(&file, "mine").unwrap();
    let look = ["-f", "-o", "r.propp", "sh", "-c", "cat r.propp; ls r.propp.part"];
    let seen = profile(dir.path(), &look);
    assert_eq!(text(&seen.stdout), "miner.propp.part\n");
    assert!(read(&file).unwrap().is_finished());
    assert_eq!(names(dir.path()), ["propp", "r.propp"]);
}

#[test]
fn a_script_without_its_interpreter_says_so() {
    let dir = tempfile::tempdir().unwrap();
    script(&dir.path().join("script"), "#!/nowhere/python -u\n");
    // env, timeout, bash and dash end with 127 as well.
    let output = profile(dir.path(), &["./script"]);
    assert_eq!(output.status.code(), Some(127));
    let words = ["./script cannot be run", "interpreter \"/nowhere/python\" is missing"];
    says(&text(&output.stderr), &words).unwrap();
}

#[test]
fn names_that_are_no_text_work() {
    let dir = tempfile::tempdir().unwrap();
    let temp = dir.path().join(OsStr::from_bytes(b"t\xff"));
    std::fs::create_dir(&temp).unwrap();
    let name = OsStr::from_bytes(b"r\xff.propp");
    let output = command(dir.path(), &["-o"])
        .arg(name)
        .args(["sh", "-c", r#"test -d "$TMPDIR" && test -f "$PROPP_INJECT_CONFIG" && exit 7"#])
        .env("TMPDIR", &temp)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(7), "{}", text(&output.stderr));
    assert!(read(&dir.path().join(name)).unwrap().is_finished());
}

#[test]
fn without_a_home_the_library_is_in_a_private_folder() {
    let dir = tempfile::tempdir().unwrap();
    let script = r#"stat -c %a "${CUDA_INJECTION64_PATH%/*}"; echo "$CUDA_INJECTION64_PATH""#;
    let run = |command: &mut Command| {
        let output = command.env("TMPDIR", dir.path()).env_remove("HOME").output().unwrap();
        text(&output.stdout)
    };
    let mut homeless = command(dir.path(), &["sh", "-c", script]);
    let first = run(homeless.env_remove("XDG_CACHE_HOME"));
    assert!(first.starts_with("700\n"), "{first}");
    let path = Path::new(first.lines().nth(1).unwrap());
    assert!(path.starts_with(dir.path()) && !path.exists(), "{first}");
    // A folder that others can write to is not trusted either.
    std::fs::create_dir(dir.path().join("propp")).unwrap();
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(dir.path().join("propp"), open).unwrap();
    let second = run(&mut command(dir.path(), &["sh", "-c", script]));
    assert!(second.starts_with("700\n"), "{second}");
}

#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let dir = tempfile::tempdir().unwrap();
    // As `nohup` does; the program looks at propp and at itself.
    let look = "grep -h SigIgn /proc/$PPID/status /proc/$$/status";
    let output = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" profile sh -c \"$1\""])
        .args([env!("CARGO_BIN_EXE_propp"), look])
        .current_dir(dir.path())
        .env("XDG_CACHE_HOME", dir.path())
        .output()
        .unwrap();
    let seen = text(&output.stdout);
    let masks: Vec<u64> = seen
        .lines()
        .map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:").unwrap().trim(), 16).unwrap())
        .collect();
    assert_eq!(masks.len(), 2, "{seen}");
    assert!(masks.iter().all(|mask| mask & 1 == 1), "{seen}");
}

/// A program under propp with a terminal of their own. It counts what interrupts it, and
/// ends when there is a file of the name `end`.
struct OnTerminal {
    dir: tempfile::TempDir,
    terminal: Child,
    printed: BufReader<ChildStdout>,
    propp: String,
}

impl OnTerminal {
    fn new() -> Self {
        propp::assert_interruptible();
        // What goes to Python's standard input is typed on the terminal.
        const TERMINAL: &str = "import pty, sys; pty.spawn(sys.argv[1:])";
        const PROGRAM: &str = "trap 'echo interrupted' INT; true </dev/tty && echo begun $PPID; \
                               while [ ! -e end ]; do sleep 0.05; done; echo over";
        let dir = tempfile::tempdir().unwrap();
        let mut terminal = Command::new("python3")
            .args(["-c", TERMINAL, env!("CARGO_BIN_EXE_propp")])
            .args(["profile", "-o", "r.propp", "sh", "-c", PROGRAM])
            .current_dir(dir.path())
            .env("XDG_CACHE_HOME", dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let printed = BufReader::new(terminal.stdout.take().unwrap());
        let mut on_terminal = Self { dir, terminal, printed, propp: String::new() };
        let begun = on_terminal.line("begun");
        on_terminal.propp = begun.split_whitespace().last().unwrap().to_owned();
        on_terminal
    }

    /// The next line with a word in it.
    fn line(&mut self, word: &str) -> String {
        let lines = self.printed.by_ref().lines().map(Result::unwrap);
        lines.into_iter().find(|line| line.contains(word)).unwrap()
    }

    /// How often the program is interrupted from here on to its end.
    fn interrupted(mut self) -> usize {
        let first = self.line("interrupted");
        // Time for a second one, which must not come.
        std::thread::sleep(Duration::from_millis(500));
        std::fs::write(self.dir.path().join("end"), "").unwrap();
        let mut rest = String::new();
        self.printed.read_to_string(&mut rest).unwrap();
        self.terminal.wait().unwrap();
        assert!(rest.contains("over"), "the program ran to its end: {rest}");
        (first + &rest).matches("interrupted").count()
    }
}

#[test]
fn an_interrupt_that_a_process_sends_reaches_the_program_on_a_terminal_too() {
    let on_terminal = OnTerminal::new();
    let sent = Command::new("kill").args(["-INT", &on_terminal.propp]).status().unwrap();
    assert!(sent.success());
    assert_eq!(on_terminal.interrupted(), 1);
}

#[test]
fn an_interrupt_that_is_typed_reaches_the_program_once() {
    let mut on_terminal = OnTerminal::new();
    on_terminal.terminal.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    assert_eq!(on_terminal.interrupted(), 1);
}

#[test]
fn options_are_recorded_as_they_are_typed() {
    let dir = tempfile::tempdir().unwrap();
    let options = ["--devices", "1,0", "--kernel", r"regex:^void \w+<4>", "--budget", "2.5"];
    profile(dir.path(), &[&options[..], &["-o", "r.propp", "true"]].concat());
    profile(dir.path(), &["-o", "plain.propp", "true"]);
    let recorded = |file: &str| {
        let meta = read(&dir.path().join(file)).unwrap().meta;
        ["devices", "kernel", "budget", "replay"]
            .map(|name| meta[&format!("option.{name}")].clone())
    };
    assert_eq!(recorded("r.propp"), ["0,1", r"regex:^void \w+<4>", "2.5", "auto"]);
    assert_eq!(recorded("plain.propp"), ["", "", "", "auto"]);
}

const ROLE: &str = "PROPP_TEST_ROLE";

/// What propp sees of a program that leaves a process with CUDA behind. Does
/// nothing unless the test below runs it.
#[test]
#[allow(clippy::zombie_processes, reason = "that is what the test is about")]
fn actor() {
    match std::env::var(ROLE).as_deref() {
        Ok("program") => {
            let mut daemon = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "profile::actor"])
                .env(ROLE, "daemon")
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let lines = BufReader::new(daemon.stdout.take().unwrap()).lines();
            assert!(lines.map(Result::unwrap).any(|line| line.ends_with("connected")));
        }
        Ok("daemon") => {
            let config = std::fs::read(std::env::var_os(variables::CONFIG).unwrap()).unwrap();
            let config = decode_config(&config).unwrap();
            let mut socket = UnixStream::connect(config.socket).unwrap();
            let hello = Hello {
                version: VERSION,
                job: config.job,
                pid: std::process::id(),
                parent_pid: 1,
                command: vec!["daemon".to_owned()],
                cupti_version: 0,
                cupti_path: String::new(),
                driver_cuda_version: 0,
                instance: 0,
            };
            socket.write_all(&encode(&Frame::Hello(hello))).unwrap();
            std::io::stdout().write_all(b"connected\n").unwrap();
            std::thread::sleep(Duration::from_secs(8));
        }
        _ => {}
    }
}

#[test]
fn a_process_that_is_left_behind_is_not_taken_for_killed() {
    let dir = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let arguments = ["-o", "r.propp", program.to_str().unwrap(), "--exact", "profile::actor"];
    let output = command(dir.path(), &arguments).env(ROLE, "program").output().unwrap();
    // One line of the report may be broken anywhere.
    let said = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    says(&said, &["process 0 of the trace run was still running when propp stopped"]).unwrap();
    assert!(!said.contains("orderly"), "{said}");
}

#[test]
fn a_missing_standard_error_does_not_cost_the_code() {
    let dir = tempfile::tempdir().unwrap();
    let status = command(dir.path(), &["sh", "-c", "exit 3"])
        .stderr(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(3));
}

#[test]
fn limits_of_nothing_are_usage_errors() {
    let dir = tempfile::tempdir().unwrap();
    for option in ["--launch-count", "--max-launches-per-kernel", "--budget", "--launch-timeout"] {
        for value in ["0", "-1", "x"] {
            let arguments = [&format!("{option}={value}"), "true"];
            assert_eq!(profile(dir.path(), &arguments).status.code(), Some(2), "{arguments:?}");
        }
    }
}

#[test]
fn options_that_contradict_each_other_are_usage_errors() {
    let dir = tempfile::tempdir().unwrap();
    for (options, words) in [
        ("--replay rotate --launch-skip 1", "--replay rotate plans from the trace run"),
        ("--replay rotate --launch-count 1", "--launch-count"),
        ("--replay rotate --nvtx-include step", "--nvtx-include"),
        ("--replay rotate --runs count", "--runs count"),
        ("--kernel k --runs count", "--kernel needs the trace run"),
        ("--plan --runs trace", "leave out --runs"),
        ("--plan --quiet", "cannot be used with"),
        ("--replay fastest", "[possible values: kernel, rotate, application, auto]"),
    ] {
        let mut arguments: Vec<&str> = options.split(' ').collect();
        arguments.push("true");
        let output = profile(dir.path(), &arguments);
        refuses(&output, &[words]);
    }
    assert_eq!(names(dir.path()), [""; 0], "no program was run");
}

#[test]
fn a_recording_is_not_overwritten_by_its_own_report() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), &["-o", "r.propp", "true"]);
    let before = std::fs::read(dir.path().join("r.propp")).unwrap();
    refusal(&propp::propp(&dir, &["show", "-f", "-o", "r.propp", "r.propp"]));
    assert_eq!(std::fs::read(dir.path().join("r.propp")).unwrap(), before);
}
