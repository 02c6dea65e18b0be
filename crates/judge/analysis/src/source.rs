//! What a report says of a recording itself.

use std::collections::BTreeMap;

use propp_recording::{Ending, utc};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::Input;

// As JSON has it; its comments are part of the published schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RecordingJson")]
pub struct Source {
    /// The file.
    pub name: String,
    /// The profiled command, a word each.
    pub command: Vec<String>,
    /// When it was made.
    pub created_utc: String,
    /// How the program ended in each of its runs.
    #[serde(serialize_with = "as_json")]
    #[schemars(with = "Vec<EndingJson>")]
    pub runs: Vec<Option<Ending>>,
    /// How many nanoseconds each of these runs took; null where its end was not seen.
    pub durations_ns: Vec<Option<u64>>,
    /// Processes that used CUDA.
    pub processes: usize,
    /// All facts of the recording by key, as in its table `meta`.
    pub facts: BTreeMap<String, String>,
}

impl Source {
    pub(super) fn of(input: &Input<'_>) -> Self {
        let recording = input.recording;
        let in_run = |run| recording.processes.iter().filter(|p| p.run == run).count();
        // Where it does not say, the beginning of time.
        let unknown = || utc(std::time::UNIX_EPOCH);
        Self {
            name: input.name.to_owned(),
            command: recording.command(),
            created_utc: recording.meta.get("created_utc").cloned().unwrap_or_else(unknown),
            runs: recording.runs.iter().map(|run| run.ending).collect(),
            durations_ns: recording.runs.iter().map(|run| run.duration_ns).collect(),
            // In the run with the most.
            processes: (0..recording.runs.len()).map(in_run).max().unwrap_or(0),
            facts: recording.meta.clone(),
        }
    }
}

/// How a run ended; without fields when propp did not see the end.
#[derive(Serialize, JsonSchema)]
struct EndingJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
}

fn as_json<S: Serializer>(runs: &[Option<Ending>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(runs.iter().map(|ending| match *ending {
        Some(Ending::Exited(code)) => EndingJson { exit_code: Some(code), signal: None },
        Some(Ending::Killed(signal)) => EndingJson { exit_code: None, signal: Some(signal) },
        None => EndingJson { exit_code: None, signal: None },
    }))
}

/// The program of a profiled command: the file name of its first word, of an interpreter that of its
/// script; `None` where that is not sure.
pub fn program(command: &[String]) -> Option<String> {
    const INTERPRETERS: [&str; 7] = ["python", "bash", "sh", "torchrun", "mpirun", "srun", "env"];
    let name = |word: &String| word.rsplit('/').next().map(str::to_owned);
    let own = name(command.first()?)?;
    let is_interpreter = INTERPRETERS.iter().any(|known| {
        own.strip_prefix(known).is_some_and(|rest| rest.chars().all(|c| !c.is_alphabetic()))
    });
    if !is_interpreter {
        return Some(own);
    }
    let script = command[1..].iter().find(|word| {
        [".py", ".sh"].iter().any(|ending| word.ends_with(ending)) && !word.starts_with('-')
    });
    script.and_then(name)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_program_is_called_by_its_file_or_by_its_script() {
        for (command, name) in [
            ("./build/app --size 3", Some("app")),
            ("shasum file.sh", Some("shasum")),
            ("/usr/bin/python3.11 -m cProfile tools/train.py --data x.py", Some("train.py")),
            ("torchrun --nproc 2 train.py", Some("train.py")),
            ("env A=1 bash run.sh", Some("run.sh")),
            ("python3 -c pass", None),
            ("", None),
        ] {
            let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            assert_eq!(program(&words).as_deref(), name, "{command}");
        }
    }
}
