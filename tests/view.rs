//! `propp view` on a terminal, which is tmux.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::support::left_out;
use crate::support::propp::{command, in_repository, propp_here, refuses};

const PIPELINE: &str = "recordings/h100_pipeline.propp";

/// For anything that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A shell in a terminal of 80 columns and 24 lines, in a server of its own.
struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// `None` without tmux.
    fn new() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        static SAID: Once = Once::new();
        if !Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success()) {
            SAID.call_once(|| {
                left_out("`propp view` on a terminal, because tmux is not installed")
            });
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("propp-view-{}-{number}", std::process::id());
        let terminal = Self { socket, folder: tempfile::tempdir().unwrap() };
        let shell = ["new-session", "-d", "-x", "80", "-y", "24", "env PS1='ready: ' sh"];
        let started = terminal.tmux(&shell);
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        terminal.shows("the shell", |screen| screen.contains("ready:"));
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut tmux = command(in_repository(""));
        let binary = tmux.get_program().to_owned();
        let mut all = Command::new("timeout");
        all.current_dir(in_repository("")).args(["30", "tmux", "-u", "-L", &self.socket]);
        all.args(["-f", "/dev/null"]).args(arguments);
        for (name, value) in tmux.env("LC_ALL", "C.UTF-8").get_envs() {
            match value {
                Some(value) => all.env(name, value),
                None => all.env_remove(name),
            };
        }
        all.env("PROPP", binary).env_remove("NO_COLOR").output().unwrap()
    }

    fn press(&self, keys: &[&str]) {
        let sent = self.tmux(&[&["send-keys"], keys].concat());
        assert!(sent.status.success(), "{}", String::from_utf8_lossy(&sent.stderr));
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits for a screen.
    #[track_caller]
    fn shows(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if is_it(&screen) {
                return screen;
            }
            assert!(Instant::now() < deadline, "no {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts propp between two looks at the settings of the terminal.
    fn view(&self, options: &str) {
        let folder = self.folder.path().display();
        let line = format!(
            "clear; stty -a > {folder}/before; sh -c 'echo $$ > {folder}/id; exec \"$PROPP\" view {options} \
             {PIPELINE}'; echo \"code $?\" > {folder}/code; stty -a > {folder}/after; echo ended"
        );
        self.press(&[&line, "Enter"]);
        self.shows("overview", |screen| screen.contains("1 Overview"));
    }

    /// Checks that the terminal is as it was, and gives the exit code.
    #[track_caller]
    fn ended(&self) -> String {
        let screen = self.shows("end", |screen| screen.lines().any(|line| line == "ended"));
        assert!(!screen.contains("1 Overview"), "{screen}");
        let read = |name: &str| std::fs::read_to_string(self.folder.path().join(name)).unwrap();
        assert_eq!(read("before"), read("after"));
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(String::from_utf8_lossy(&flags.stdout), "0 1\n");
        read("code").trim().to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn cursor(screen: &str) -> &str {
    screen.lines().find(|line| line.starts_with('›')).unwrap_or_default()
}

#[test]
fn it_moves_filters_opens_and_leaves_the_terminal_as_it_was() {
    let Some(terminal) = Terminal::new() else { return };
    terminal.view("");
    let screen = terminal.screen();
    assert!(
        screen.contains("GPU busy 55.4 %") && cursor(&screen).contains("Atomics to"),
        "{screen}"
    );
    terminal.press(&["Down"]);
    terminal.shows("next change", |screen| cursor(screen).contains("every step: Copies"));
    terminal.press(&["/", "blur"]);
    terminal.shows("filter", |screen| {
        screen.contains("1 of 6 kernels with “blur”") && !screen.contains(" scale_rows\n")
    });
    terminal.press(&["Enter"]);
    terminal.shows("keys", |screen| screen.contains("q quit"));
    terminal.press(&["Enter"]);
    let screen = terminal.shows("kernel", |screen| screen.contains("What to change"));
    assert!(screen.contains("launched as") && screen.contains("measured 80.1 us"), "{screen}");
    terminal.press(&["4"]);
    terminal.shows("code", |screen| screen.contains("(sm_90)"));
    terminal.press(&["3"]);
    terminal.shows("reason", |screen| {
        screen.contains("4 Code\nblur(") && screen.contains("were counted; profile")
    });
    assert!(terminal.tmux(&["resize-window", "-x", "60", "-y", "15"]).status.success());
    terminal.press(&["Escape"]);
    terminal.shows("small overview", |screen| {
        screen.lines().count() == 15 && screen.lines().last().unwrap().ends_with("q quit")
    });
    assert!(terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]).status.success());
    terminal.shows("large overview", |screen| {
        screen.lines().count() == 24 && screen.lines().last().unwrap().contains("Tab 1-4")
    });
    terminal.press(&["q"]);
    assert_eq!(terminal.ended(), "code 0");
}

#[test]
fn signals_and_ctrl_c_leave_the_terminal_as_it_was() {
    let Some(terminal) = Terminal::new() else { return };
    terminal.view("");
    terminal.press(&["C-c"]);
    assert_eq!(terminal.ended(), "code 0");
    for (signal, code) in [("TERM", "code 143"), ("HUP", "code 129"), ("INT", "code 130")] {
        terminal.view("");
        let id = std::fs::read_to_string(terminal.folder.path().join("id")).unwrap();
        let status = Command::new("kill").args(["-s", signal, id.trim()]).status();
        assert!(status.unwrap().success());
        assert_eq!(terminal.ended(), code);
    }
}

#[test]
fn it_ends_with_its_terminal() {
    let Some(terminal) = Terminal::new() else { return };
    terminal.view("");
    let id = std::fs::read_to_string(terminal.folder.path().join("id")).unwrap();
    terminal.tmux(&["kill-server"]);
    let process = Path::new("/proc").join(id.trim());
    let deadline = Instant::now() + PATIENCE;
    while process.exists() {
        assert!(Instant::now() < deadline, "it runs on without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn colours_are_left_out_if_nobody_wants_them() {
    let Some(terminal) = Terminal::new() else { return };
    for (options, has_colours) in [("", true), ("--no-color", false)] {
        terminal.view(options);
        let drawn = terminal.tmux(&["capture-pane", "-p", "-e"]).stdout;
        let drawn = String::from_utf8_lossy(&drawn).into_owned();
        assert_eq!(drawn.contains("38;5;6m"), has_colours, "{drawn:?}");
        terminal.press(&["q"]);
        terminal.ended();
    }
}

#[test]
fn without_a_terminal_it_refuses_and_names_the_command_that_works() {
    let output = propp_here(&["view", PIPELINE]);
    let cure = format!("`propp show {PIPELINE}` writes the report");
    refuses(&output, &["cannot view a recording here", "is not a terminal", &cure]);
}
