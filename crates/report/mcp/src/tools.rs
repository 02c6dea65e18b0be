//! The tools: what each takes, the call of propp that it is, and what it answers.

use std::path::Path;
use std::time::Duration;

use rmcp::model::{Tool as Described, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::Config;
use super::inspected;
use super::refused::Refused;
use super::root::Root;
use super::schema::{Schemas, object};

type Arguments = Map<String, Value>;

/// Seconds that a report may take, that a program may run unless asked for otherwise, and at most.
pub(super) const REPORT_SECONDS: u64 = 120;
const RUN_SECONDS: u64 = 600;
const MOST_SECONDS: u64 = 3_600;
/// Runs of a side, and words of a command.
const RUNS: usize = 20;
const WORDS: usize = 200;

/// Whether a tool reads files or runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Brief,
    Drill,
    Verdict,
    Inspected,
    Run,
}

pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    title: &'static str,
    about: &'static str,
    answer: Answer,
    input: fn() -> Value,
    call: fn(&Arguments, &Root) -> Result<Vec<String>, Refused>,
}

pub(super) const TOOLS: [Tool; 6] = [
    Tool {
        name: "profile",
        kind: Kind::Run,
        title: "Profile a CUDA program",
        about: "Run a program on this machine's GPU twice, once for times and once for hardware counters, \
                and report what to change first. Takes a few times as long as the program.",
        answer: Answer::Run,
        input: || {
            run_input(&json!({
                "lines": { "type": "boolean", "description": "Also count each source line (one more run)." },
                "waits": { "type": "boolean", "description": "Also sample where warps wait (one more run)." },
                "kernel": { "type": "string", "description": "Only kernels with this name." },
            }))
        },
        call: |arguments, root| {
            let mut words = vec!["profile".to_owned(), "-q".to_owned()];
            for flag in ["lines", "waits"] {
                if boolean(arguments, flag)? {
                    words.push(format!("--{flag}"));
                }
            }
            words.extend(option(arguments, "kernel", "--kernel")?);
            with_program(words, arguments, root)
        },
    },
    Tool {
        name: "report",
        kind: Kind::Read,
        title: "What to change first",
        about: "The packet on a recording, at most 1,500 tokens: how busy the GPU was, up to five changes \
                ranked by the time that they should save, what is near the GPU's limit, and what could \
                not be judged.",
        answer: Answer::Brief,
        input: || object_of(&json!({ "recording": recording() }), &["recording"]),
        call: |arguments, root| {
            let file = file(arguments, "recording", root)?;
            Ok(["show", &file, "--brief", "--format", "json"].map(str::to_owned).to_vec())
        },
    },
    Tool {
        name: "drill",
        kind: Kind::Read,
        title: "One change, or one kernel",
        about: "All about one change of the report (causes, evidence, kernels, the hottest source lines), or \
                about one kernel: at most 1,500 tokens.",
        answer: Answer::Drill,
        input: || {
            object_of(
                &json!({
                    "recording": recording(),
                    "change": { "type": "string", "description": "Number or id of a change." },
                    "kernel": { "type": "string", "description": "Id or name of a kernel, instead of a change." },
                    "lines": { "type": "integer", "minimum": 1, "maximum": 15,
                               "description": "How many of the hottest lines (5 unless given)." },
                }),
                &["recording"],
            )
        },
        call: |arguments, root| {
            let mut words = vec!["show".to_owned(), file(arguments, "recording", root)?];
            match (text(arguments, "change")?, text(arguments, "kernel")?) {
                (Some(change), None) => words.push(format!("--change={change}")),
                (None, Some(kernel)) => {
                    words.extend(["--brief".to_owned(), format!("--kernel={kernel}")]);
                }
                _ => return Err(Refused::wrong("give either change or kernel")),
            }
            if let Some(lines) = number(arguments, "lines")? {
                words.push(format!("--top={lines}"));
            }
            words.extend(["--format", "json"].map(str::to_owned));
            Ok(words)
        },
    },
    Tool {
        name: "compare",
        kind: Kind::Read,
        title: "Faster or not",
        about: "A verdict on a change: faster, slower, no_difference, cannot_tell, other_results or \
                cannot_be, with the least difference that would have been seen. Kernel time, not the \
                time of a harness. Several recordings of each side show smaller differences.",
        answer: Answer::Verdict,
        input: || {
            let side = |about: &str| {
                json!({
                    "type": "array", "items": recording(), "minItems": 1, "maxItems": RUNS, "description": about,
                })
            };
            object_of(
                &json!({
                    "before": side("Recordings of runs before the change."),
                    "after": side("Recordings of runs after it."),
                    "kernel": { "type": "string", "description": "Compare only this kernel." },
                }),
                &["before", "after"],
            )
        },
        call: |arguments, root| {
            let mut words = vec!["compare".to_owned(), "--verdict".to_owned()];
            for side in ["before", "after"] {
                let files = list(arguments, side, RUNS)?;
                for name in files {
                    words.push(format!("{side}={}", root.existing(name)?.display()));
                }
            }
            words.extend(option(arguments, "kernel", "--kernel")?);
            words.extend(["--format", "json"].map(str::to_owned));
            Ok(words)
        },
    },
    Tool {
        name: "emulate",
        kind: Kind::Run,
        title: "Run a CUDA program without a GPU",
        about: "Run a program's kernels on the CPU, count their memory accesses, and report what to change. \
                The program is linked with the shared CUDA runtime (nvcc -cudart shared) and contains \
                PTX. There are no times: the order of kernels is an estimate.",
        answer: Answer::Run,
        input: || {
            run_input(&json!({
                "gpu": { "type": "string", "description": "The GPU to emulate, such as h200." },
            }))
        },
        call: |arguments, root| {
            let mut words = vec!["emulate".to_owned(), "-q".to_owned()];
            words.extend(option(arguments, "gpu", "--gpu")?);
            with_program(words, arguments, root)
        },
    },
    Tool {
        name: "inspect",
        kind: Kind::Read,
        title: "Compiled kernels, without running them",
        about: "Registers, local memory, occupancy and findings such as spills in loops, of the kernels in a \
                compiled file; the 20 most conspicuous ones.",
        answer: Answer::Inspected,
        input: || {
            object_of(
                &json!({
                    "file": { "type": "string", "description": "Executable, library, object, fatbin or cubin." },
                    "kernel": { "type": "string", "description": "Only kernels with this name." },
                    "gpu": { "type": "string", "description": "Occupancy for this GPU, such as H100." },
                }),
                &["file"],
            )
        },
        call: |arguments, root| {
            let mut words = vec!["inspect".to_owned(), file(arguments, "file", root)?];
            words.extend(option(arguments, "kernel", "--kernel")?);
            words.extend(option(arguments, "gpu", "--gpu")?);
            words.extend(["--format", "json"].map(str::to_owned));
            Ok(words)
        },
    },
];

impl Tool {
    pub(super) fn described(&self, schemas: &Schemas) -> Described {
        let hints = match self.kind {
            Kind::Read => ToolAnnotations::new().read_only(true).idempotent(true).open_world(false),
            // The program does whatever it does.
            Kind::Run => ToolAnnotations::new().read_only(false).destructive(true).open_world(true),
        };
        let answer = match self.answer {
            Answer::Brief => schemas.brief.clone(),
            Answer::Drill => schemas.drill.clone(),
            Answer::Verdict => schemas.verdict.clone(),
            Answer::Inspected => inspected::schema(),
            Answer::Run => schemas.run(),
        };
        Described::new(self.name, self.about, object(&(self.input)()))
            .with_title(self.title)
            .with_raw_output_schema(object(&answer))
            .with_annotations(hints)
    }
}

pub(super) struct Call {
    pub(super) answer: Answer,
    pub(super) arguments: Vec<String>,
    pub(super) limit: Duration,
    pub(super) recording: Option<String>,
}

impl Call {
    pub(super) fn new(
        tool: &Tool,
        arguments: &Arguments,
        config: &Config,
    ) -> Result<Self, Refused> {
        let known = (tool.input)();
        if let Some(unknown) = arguments.keys().find(|key| known["properties"].get(key).is_none()) {
            return Err(Refused::wrong(&format!("{} has no argument {unknown}", tool.name)));
        }
        if tool.kind == Kind::Run && !config.allow_run {
            let seen = "this server runs no programs";
            let cure =
                "start it with propp mcp --allow-run, or run propp yourself and give the recording";
            return Err(Refused::new("not-allowed", seen, Some(cure)));
        }
        let seconds = match (tool.kind, number(arguments, "seconds")?) {
            (Kind::Read, _) => REPORT_SECONDS,
            (Kind::Run, seconds) => seconds.unwrap_or(RUN_SECONDS).clamp(1, MOST_SECONDS),
        };
        let recording = match tool.kind {
            Kind::Read => None,
            Kind::Run => Some(output(arguments, &config.root)?),
        };
        let mut words = (tool.call)(arguments, &config.root)?;
        if let Some(recording) = &recording {
            // Behind the command's name, before the program.
            words.splice(1..1, ["-f".to_owned(), "-o".to_owned(), recording.clone()]);
        }
        let limit = Duration::from_secs(seconds);
        Ok(Self { answer: tool.answer, arguments: words, limit, recording })
    }
}

fn recording() -> Value {
    json!({ "type": "string", "description": "A recording of propp, in the server's folder." })
}

fn object_of(properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Of a tool that runs a program.
fn run_input(own: &Value) -> Value {
    let mut properties = json!({
        "command": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": WORDS,
                     "description": "The program and its arguments, a word each; no shell." },
        "output": { "type": "string", "description": "Recording to write; a new name unless given." },
        "seconds": { "type": "integer", "minimum": 1, "maximum": MOST_SECONDS,
                     "description": "The run is ended after this time (600 unless given)." },
    });
    if let (Some(all), Some(own)) = (properties.as_object_mut(), own.as_object()) {
        all.extend(own.clone());
    }
    object_of(&properties, &["command"])
}

fn with_program(
    mut words: Vec<String>,
    arguments: &Arguments,
    root: &Root,
) -> Result<Vec<String>, Refused> {
    let command = list(arguments, "command", WORDS)?;
    let [program, rest @ ..] = command.as_slice() else {
        return Err(Refused::wrong("command is empty"));
    };
    words.push("--".to_owned());
    words.push(root.program(program)?);
    words.extend(rest.iter().map(|word| (*word).to_owned()));
    Ok(words)
}

/// The name of the recording that a run writes: the one asked for, or one that is free.
fn output(arguments: &Arguments, root: &Root) -> Result<String, Refused> {
    if let Some(name) = text(arguments, "output")? {
        if Path::new(name).extension().is_none_or(|ending| ending != "propp") {
            return Err(Refused::wrong("the name of a recording ends with .propp"));
        }
        let path = root.new_file(name)?;
        let path = path.strip_prefix(root.path()).unwrap_or(&path);
        return Ok(path.display().to_string());
    }
    let program = list(arguments, "command", WORDS)?;
    let stem = program.first().and_then(|word| Path::new(word).file_stem());
    let stem = stem.map_or_else(|| "run".into(), |stem| stem.to_string_lossy().into_owned());
    let stem = stem.trim_start_matches('-');
    let free = (1_u32..).map(|number| format!("{stem}.{number}.propp"));
    let mut free = free.filter(|name| !root.path().join(name).exists());
    free.next().ok_or_else(|| Refused::new("failed", "no name is free", None))
}

fn file(arguments: &Arguments, key: &str, root: &Root) -> Result<String, Refused> {
    let name = text(arguments, key)?.ok_or_else(|| Refused::wrong(&format!("{key} is missing")))?;
    root.existing(name).map(|path| path.display().to_string())
}

fn text<'a>(arguments: &'a Arguments, key: &str) -> Result<Option<&'a str>, Refused> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if !text.contains('\0') => Ok(Some(text)),
        Some(_) => Err(Refused::wrong(&format!("{key} is a string"))),
    }
}

fn option(arguments: &Arguments, key: &str, name: &str) -> Result<Option<String>, Refused> {
    Ok(text(arguments, key)?.map(|value| format!("{name}={value}")))
}

fn boolean(arguments: &Arguments, key: &str) -> Result<bool, Refused> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(value)) => Ok(*value),
        Some(_) => Err(Refused::wrong(&format!("{key} is true or false"))),
    }
}

fn number(arguments: &Arguments, key: &str) -> Result<Option<u64>, Refused> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_u64()
            .map(Some)
            .ok_or_else(|| Refused::wrong(&format!("{key} is a whole number"))),
    }
}

fn list<'a>(arguments: &'a Arguments, key: &str, most: usize) -> Result<Vec<&'a str>, Refused> {
    let wrong = || Refused::wrong(&format!("{key} is a list of 1 to {most} strings"));
    let all = arguments.get(key).and_then(Value::as_array).ok_or_else(wrong)?;
    let words: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
    let words = words.filter(|words| words.iter().all(|word| !word.contains('\0')));
    words.filter(|words| (1..=most).contains(&words.len())).ok_or_else(wrong)
}
