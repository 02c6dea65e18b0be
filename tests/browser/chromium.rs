//! A headless Chromium, told what to do over a pipe in its DevTools protocol.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How a page is looked at.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
}

pub(crate) struct Chromium {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    sent: u64,
    view: View,
    /// What a page wrote to the console as an error, or threw, or failed to load.
    complaints: Vec<String>,
    _profile: TempDir,
}

impl Chromium {
    pub(crate) fn start(path: &Path) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let folder = path.parent().unwrap();
        // The one that comes with it names folders of another machine.
        let fonts = format!(
            "<?xml version=\"1.0\"?><fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>",
            folder.join("fonts").display(),
            profile.path().join("font-cache").display()
        );
        std::fs::write(profile.path().join("fonts.conf"), fonts).unwrap();
        // Commands come in by descriptor 3 and answers go out by 4, and a child has only
        // the three that everyone has.
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>&2", "sh"]).arg(path);
        shell.args(["--headless=shell", "--remote-debugging-pipe", "--disable-gpu"]);
        // A container has no user namespaces, which the sandbox needs, and little /dev/shm.
        shell.args(["--no-sandbox", "--no-zygote", "--single-process", "--in-process-gpu"]);
        shell.args(["--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run"]);
        shell.arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
        shell.env("HOME", profile.path()).env("FONTCONFIG_PATH", profile.path());
        shell.env("LD_LIBRARY_PATH", folder.join("lib"));
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = shell.spawn().unwrap();
        let mut browser = Self {
            commands: child.stdin.take().unwrap(),
            answers: BufReader::new(child.stdout.take().unwrap()),
            child,
            session: None,
            sent: 0,
            view: View { width: 0, height: 0, dark: false },
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut command = json!({ "id": self.sent, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.commands.write_all(format!("{command}\0").as_bytes()).unwrap();
        self.commands.flush().unwrap();
        loop {
            let mut text = Vec::new();
            self.answers.read_until(0, &mut text).unwrap();
            assert_eq!(text.pop(), Some(0), "Chromium has ended");
            let answer: Value = serde_json::from_slice(&text).unwrap();
            self.listen(&answer);
            if answer["id"] == self.sent {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn listen(&mut self, event: &Value) {
        let of = &event["params"];
        let is_bad = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") | Some("Network.loadingFailed") => true,
            Some("Runtime.consoleAPICalled") => of["type"] == "error" || of["type"] == "warning",
            Some("Log.entryAdded") => of["entry"]["level"] == "error",
            Some("Network.requestWillBeSent") => {
                let url = of["request"]["url"].as_str().unwrap_or_default();
                !url.starts_with("file:") && !url.starts_with("data:")
            }
            _ => false,
        };
        if is_bad {
            self.complaints.push(event.to_string());
        }
    }

    /// Opens a file and waits until it is loaded.
    pub(crate) fn open(&mut self, path: &Path, view: View) {
        self.show(path, view, "");
    }

    /// Opens a file as it is laid out on paper.
    pub(crate) fn open_on_paper(&mut self, path: &Path, view: View) {
        self.show(path, view, "print");
    }

    /// Opens a file as a medium shows it; an empty one is a screen.
    fn show(&mut self, path: &Path, view: View, medium: &str) {
        self.view = view;
        let View { width, height, dark } = view;
        let mobile = width < 600;
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile }),
        );
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features, "media": medium }));
        self.call("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        self.run(
            "new Promise(r => document.readyState === 'complete' ? r() : addEventListener('load', r))",
        );
    }

    fn evaluate(&mut self, script: &str) -> Value {
        let parameters =
            json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {answer}");
        answer["result"]["value"].clone()
    }

    pub(crate) fn run(&mut self, script: &str) {
        // A block of its own, so that it may declare what the last one declared.
        let is_value = script.starts_with("new Promise");
        let script = if is_value { script.to_owned() } else { format!("{{ {script} }}") };
        self.evaluate(&script);
    }

    pub(crate) fn text(&mut self, script: &str) -> String {
        self.evaluate(script).as_str().unwrap().to_owned()
    }

    pub(crate) fn number(&mut self, script: &str) -> f64 {
        self.evaluate(script).as_f64().unwrap()
    }

    /// Presses a key that makes a line end.
    pub(crate) fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "text": "\r",
                                "windowsVirtualKeyCode": 13 });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// A picture of the page, for whoever asked for it.
    pub(crate) fn screenshot(&mut self, name: &str, height: f64) {
        let Some(folder) = std::env::var_os("PROPP_TEST_SCREENSHOTS") else { return };
        let clip =
            json!({ "x": 0, "y": 0, "width": self.view.width, "height": height, "scale": 1 });
        let parameters = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.call("Page.captureScreenshot", parameters);
        let text = answer["data"].as_str().unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), base64(text)).unwrap();
    }

    /// The bytes of the page as a document to print.
    pub(crate) fn pdf(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", json!({ "printBackground": true }));
        base64(answer["data"].as_str().unwrap())
    }

    /// Ends it; panics if a page had anything to complain about.
    pub(crate) fn finish(mut self) {
        let complaints = std::mem::take(&mut self.complaints);
        drop(self);
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // A test that fails must not leave it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).map(u32::from).collect();
    let mut out = Vec::new();
    for group in digits.chunks(4) {
        let bits = (0..4).fold(0, |bits, place| bits << 6 | group.get(place).copied().unwrap_or(0));
        out.extend(bits.to_be_bytes()[1..group.len()].iter());
    }
    out
}
