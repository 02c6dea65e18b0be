//! `python -m propp`: programs that end with `.py` are run by that Python.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use propp_recording_wire::variables;

/// The command to run: with the Python in front where it is a script of Python, `-m` or `-c`.
pub fn command(words: &[OsString]) -> Vec<OsString> {
    with_python(words, std::env::var_os(variables::PYTHON).as_deref())
}

/// What the recording is named after: the program, or the module of `-m`.
pub fn subject(words: &[OsString]) -> &Path {
    match words {
        [option, module, ..] if option == "-m" => Path::new(module),
        [option, ..] if option == "-c" => Path::new("python"),
        [program, ..] => Path::new(program),
        [] => Path::new(""),
    }
}

fn with_python(words: &[OsString], python: Option<&OsStr>) -> Vec<OsString> {
    let is_script = |word: &OsString| {
        word == "-m" || word == "-c" || Path::new(word).extension().is_some_and(|end| end == "py")
    };
    let python = python.filter(|python| !python.is_empty() && words.first().is_some_and(is_script));
    python.map(OsStr::to_owned).into_iter().chain(words.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str], python: Option<&str>) -> Vec<OsString> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        with_python(&words, python.map(OsStr::new))
    }

    #[test]
    fn a_script_is_run_by_the_python_that_called_propp() {
        assert_eq!(of(&["train.py", "1"], Some("/py")), ["/py", "train.py", "1"]);
        assert_eq!(of(&["-m", "train"], Some("/py")), ["/py", "-m", "train"]);
        assert_eq!(of(&["./train"], Some("/py")), ["./train"]);
        assert_eq!(of(&["train.py"], None), ["train.py"]);
        assert_eq!(of(&["train.py"], Some("")), ["train.py"]);
    }

    #[test]
    fn a_recording_is_named_after_the_program_or_module() {
        for (words, name) in
            [("./app -m", "./app"), ("-m a.train -c", "a.train"), ("-c pass", "python")]
        {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            assert_eq!(subject(&words), Path::new(name));
        }
    }
}
