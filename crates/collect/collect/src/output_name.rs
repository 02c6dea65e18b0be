//! Names of files with placeholders in them.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::launcher::Launcher;

/// A name whose placeholders are replaced, but for the free number.
struct Name {
    /// The number goes between the pieces.
    pieces: Vec<Vec<u8>>,
}

/// The path that a pattern with `%h %p %r %j %i %q{VAR} %%` stands for.
/// Fails with words for the user when there is another placeholder, or no such variable.
pub fn expand(pattern: &OsStr) -> Result<PathBuf, String> {
    Ok(Name::parse(pattern)?.path())
}

/// A path for the recording of a program: named after it, with a number when
/// that name is taken and may not be replaced.
pub fn after(program: &Path, force: bool) -> PathBuf {
    let stem = program.file_name().unwrap_or(OsStr::new("profile")).as_bytes();
    let plain = path([stem, b".propp"].concat());
    if force || is_free(&plain) {
        return plain;
    }
    Name { pieces: vec![[stem, b"."].concat(), b".propp".to_vec()] }.path()
}

impl Name {
    /// Reads a pattern once, from left to right: what a placeholder stands for
    /// is not looked at again.
    fn parse(pattern: &OsStr) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut piece = Vec::new();
        let mut rest = pattern.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'%' {
                piece.push(byte);
                continue;
            }
            let (placeholder, after) = rest.split_first().unwrap_or((&0, rest));
            rest = after;
            match placeholder {
                b'%' => piece.push(b'%'),
                b'h' => piece.extend(host().as_bytes()),
                b'p' => piece.extend(std::process::id().to_string().as_bytes()),
                b'r' => piece.extend(told(pattern, "rank", Launcher::from_environment().rank)?),
                b'j' => piece.extend(told(pattern, "job", Launcher::from_environment().job)?),
                b'i' => pieces.push(std::mem::take(&mut piece)),
                b'q' => {
                    let (value, after) = variable(pattern, rest)?;
                    piece.extend(value.as_bytes());
                    rest = after;
                }
                _ => {
                    let what = "unknown placeholder in";
                    return Err(format!("{what} {pattern:?}: use %h %p %r %j %i %q{{VAR}} %%"));
                }
            }
        }
        pieces.push(piece);
        Ok(Self { pieces })
    }

    /// The name with the first number with which it is not taken.
    fn path(&self) -> PathBuf {
        let numbered = |number: u32| path(self.pieces.join(number.to_string().as_bytes()));
        let has_number = self.pieces.len() > 1;
        (1..).map(numbered).find(|path| !has_number || is_free(path)).unwrap_or_default()
    }
}

/// What the launcher told. A job's name may be a path: its slashes would be folders.
fn told(pattern: &OsStr, what: &str, value: Option<String>) -> Result<Vec<u8>, String> {
    let value = value.map(|value| value.replace('/', "_").into_bytes());
    value.ok_or_else(|| {
        format!(
            "{pattern:?} needs a {what}, and no launcher set one: start propp with torchrun, \
             mpirun or srun, or name a variable (%q{{VAR}})"
        )
    })
}

/// The value of the variable in `{VAR}…`, and what follows.
fn variable<'r>(pattern: &OsStr, rest: &'r [u8]) -> Result<(OsString, &'r [u8]), String> {
    let end = rest.iter().position(|byte| *byte == b'}');
    let (Some(b'{'), Some(end)) = (rest.first(), end) else {
        return Err(format!("%q in {pattern:?} must be followed by {{VARIABLE}}"));
    };
    let name = OsStr::from_bytes(&rest[1..end]);
    let value = std::env::var_os(name)
        .ok_or_else(|| format!("{pattern:?} needs the environment variable {}", name.display()))?;
    Ok((value, &rest[end + 1..]))
}

fn path(bytes: Vec<u8>) -> PathBuf {
    OsString::from_vec(bytes).into()
}

/// A link that leads nowhere takes a name, too.
fn is_free(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_err()
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(pattern: &str) -> Result<PathBuf, String> {
        expand(OsStr::new(pattern))
    }

    #[test]
    fn placeholders_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().display();
        let own = format!("x-{}.propp", std::process::id());
        assert_eq!(expanded("x-%p.propp").unwrap(), PathBuf::from(own));
        let first = expanded(&format!("{base}/r%i.propp")).unwrap();
        assert!(first.ends_with("r1.propp"));
        std::fs::write(&first, "").unwrap();
        assert!(expanded(&format!("{base}/r%i.propp")).unwrap().ends_with("r2.propp"));
        assert!(!expanded("%h").unwrap().as_os_str().is_empty());
    }

    #[test]
    fn what_is_put_in_is_not_expanded_again() {
        for (pattern, name) in [("a%%b", "a%b"), ("a%%i", "a%i"), ("%%%%q{X}", "%%q{X}")] {
            assert_eq!(expanded(pattern).unwrap(), PathBuf::from(name));
        }
        let (name, after) = (OsStr::new("%q{PATH}"), b"{PATH}%i".as_slice());
        let path = std::env::var_os("PATH").unwrap();
        assert_eq!(variable(name, after), Ok((path, b"%i".as_slice())));
    }

    #[test]
    fn bytes_that_are_no_text_stay() {
        let odd = OsStr::from_bytes(b"r\xff%%.propp");
        assert_eq!(expand(odd).unwrap().as_os_str().as_bytes(), b"r\xff%.propp");
        assert_eq!(
            after(Path::new(OsStr::from_bytes(b"bin/\xff")), true).as_os_str().as_bytes(),
            b"\xff.propp"
        );
    }

    #[test]
    fn bad_placeholders_say_what_there_is() {
        for bad in ["%z", "100%"] {
            assert!(expanded(bad).unwrap_err().contains("%q{VAR}"), "{bad}");
        }
        assert!(expanded("%qRANK").unwrap_err().contains("{VARIABLE}"));
        assert!(expanded("%q{RANK").unwrap_err().contains("{VARIABLE}"));
        let missing = expanded("%q{PROPP_SURELY_NOT_SET}").unwrap_err();
        assert!(missing.contains("PROPP_SURELY_NOT_SET"));
    }
}
