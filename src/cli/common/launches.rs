//! A captured launch where a command takes a program: it is replayed.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{BufReader, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use propp_base_names::{demangle, path};
use propp_collect::{Options, ReplayedLaunch};
use propp_judge_analysis::program;
use propp_recording_launch::{Head, MAGIC, head, is_launch};

use super::Cuda;
use crate::cli::say::{Failure, Result};

/// Whether a file is a captured launch, or is called so and is no program: then it is damaged, and whoever
/// reads it says so.
pub(crate) fn is_one(file: &Path) -> bool {
    // To open a pipe waits for whoever writes it.
    let Some(about) = file.metadata().ok().filter(Metadata::is_file) else { return false };
    if file.extension().is_some_and(|end| end == "launch") && about.mode() & 0o111 == 0 {
        return true;
    }
    let mut beginning = [0; MAGIC.len()];
    let is_read = File::open(file).and_then(|mut file| file.read_exact(&mut beginning));
    is_read.is_ok() && is_launch(&beginning)
}

/// Makes a command that begins with a captured launch one that replays it. Words after the file are
/// options of the replay.
pub(crate) fn prepare(options: &mut Options, cuda: &Cuda) -> Result<()> {
    let [file, rest @ ..] = options.command.as_slice() else { return Ok(()) };
    let file = Path::new(file);
    if !is_one(file) {
        return Ok(());
    }
    let what = what(&read_head(file)?);
    let mut command: Vec<OsString> = vec![std::env::current_exe().map_err(Failure::usage)?.into()];
    command.extend(["replay", "--quiet", "--profiled"].map(OsString::from));
    if let Some(folder) = cuda.cuda_dir.as_ref().filter(|_| !rest.iter().any(is_cuda_dir)) {
        command.extend(["--cuda-dir".into(), folder.into()]);
    }
    command.extend(options.command.iter().cloned());
    let words = options.command.iter().map(|word| word.to_string_lossy().into_owned());
    options.replayed = Some(ReplayedLaunch { words: words.collect(), what });
    options.command = command;
    // Copies of the input, and the emptying of the L2 cache, are outside of the ranges of the replay.
    options.window.by_program = true;
    Ok(())
}

fn is_cuda_dir(word: &OsString) -> bool {
    word.to_string_lossy().starts_with("--cuda-dir")
}

fn read_head(file: &Path) -> Result<Head> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot replay {}: {error}", file.display()))
    };
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    head(BufReader::new(opened)).map_err(|error| cannot(&error))
}

/// Which launch it is, such as `launch 5 of layer_norm in train.py`.
fn what(head: &Head) -> String {
    let of = &head.captured;
    let program = program(&head.process.command);
    let program = program.map_or_else(String::new, |program| format!(" in {program}"));
    format!("launch {} of {}{program}", of.before + 1, path(&demangle(&of.name)))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/launches").join(name)
    }

    #[test]
    fn a_launch_is_replayed_and_a_program_runs() {
        let cuda = Cuda { cuda_dir: Some("/cuda".into()) };
        let file = fixture("in_place.launch");
        let words = vec![file.clone().into(), "--warm".into()];
        let mut options = Options::new(words, "r.propp".into());
        prepare(&mut options, &cuda).unwrap();
        let told: Vec<_> = options.command[1..].iter().map(|word| word.to_str().unwrap()).collect();
        let file = file.to_str().unwrap();
        assert_eq!(
            told,
            ["replay", "--quiet", "--profiled", "--cuda-dir", "/cuda", file, "--warm"]
        );
        assert!(options.window.by_program);
        let launch = options.replayed.unwrap();
        assert_eq!(launch.what, "launch 1 of in_place in app");
        assert_eq!(launch.words, [file, "--warm"]);

        let mut options = Options::new(vec!["./app".into()], "r.propp".into());
        prepare(&mut options, &cuda).unwrap();
        assert_eq!((options.command, options.replayed), (vec!["./app".into()], None));
    }

    #[test]
    fn a_damaged_launch_is_told_before_anything_runs() {
        let folder = tempfile::tempdir().unwrap();
        let cut = folder.path().join("cut.launch");
        let whole = std::fs::read(fixture("in_place.launch")).unwrap();
        std::fs::write(&cut, &whole[..40]).unwrap();
        let mut options = Options::new(vec![cut.into()], "r.propp".into());
        let failure = prepare(&mut options, &Cuda { cuda_dir: None }).unwrap_err();
        assert!(failure.code == 2 && failure.message.contains("was not finished"), "{failure:?}");
    }
}
