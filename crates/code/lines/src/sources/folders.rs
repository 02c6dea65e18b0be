//! The folders whose files may be read because a recording names them.
//!
//! A recording may come from somebody else, and what propp reads goes into reports and pages that
//! people publish. So a recorded path is a hint where to look below the user's folders, and nothing
//! outside of them is opened or even looked for.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// What the names of sources end with.
const ENDINGS: [&str; 18] = [
    "c", "cc", "cpp", "cu", "cuf", "cuh", "cxx", "f90", "h", "hh", "hpp", "hxx", "inc", "inl",
    "ipp", "jl", "py", "rs",
];

/// Longer files are no source.
const MOST_BYTES: u64 = 16 << 20;

/// Longer paths are none that a compiler can have opened.
const MOST_PATH_BYTES: usize = 4096;

/// Folders of a path, from its end, that are looked for.
const MOST_FOLDERS: usize = 64;

/// The working directory, and the folders that the user names besides.
#[derive(Clone, Debug)]
pub struct Folders {
    /// `None` if it has been removed.
    here: Option<PathBuf>,
    others: Vec<PathBuf>,
}

impl Folders {
    /// The working directory and others.
    /// Fails if one of the others is no folder.
    pub fn new(others: &[PathBuf]) -> Result<Self, String> {
        let of = |folder: &PathBuf| {
            // Fails for files, too.
            let whole = folder.join(".").canonicalize();
            let shown = folder.display();
            whole.map_err(|error| format!("--sources {shown}: {error}; name a folder"))
        };
        let others = others.iter().map(of).collect::<Result<_, _>>()?;
        Ok(Self { here: Path::new(".").canonicalize().ok(), others })
    }

    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.here.iter().chain(&self.others)
    }

    /// A source file's path as people read it, and its text; else a sentence on why there is none.
    pub fn read(&self, file: &str, bytes: Option<u64>) -> Result<(PathBuf, String), String> {
        let found = self.find(Path::new(file));
        let Some(first) = found.first() else { return Err(not_found(file)) };
        let is_same = |path: &&PathBuf| {
            bytes.is_none_or(|bytes| length(path).is_some_and(|own| own == bytes))
        };
        let Some(path) = found.iter().find(is_same) else {
            return Err(format!(
                "the text of {file} is not shown: {} has {} bytes, and it had {} when it was compiled",
                self.shown(first).display(),
                length(first).unwrap_or_default(),
                bytes.unwrap_or_default(),
            ));
        };
        let shown = self.shown(path);
        let text =
            text(path).map_err(|error| format!("cannot read {}: {error}", shown.display()))?;
        Ok((shown, text))
    }

    /// Sources below these folders with this path, or with an end of it: the program may have been
    /// compiled elsewhere. Those with the longest come first, whichever folder they are in.
    fn find(&self, file: &Path) -> Vec<PathBuf> {
        let Some(names) = names(file).filter(|_| looks_like_source(file)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for root in self.all() {
            let below = names.strip_prefix(root.strip_prefix("/").unwrap_or(root));
            let below = below.ok().filter(|_| file.is_absolute()).map(Path::to_owned);
            let parts: Vec<Component<'_>> = names.components().collect();
            let from = parts.len().saturating_sub(MOST_FOLDERS)..parts.len();
            let ends = from.map(|from| (1 + from, parts[from..].iter().collect::<PathBuf>()));
            let ends = below.map(|below| (0, below)).into_iter().chain(ends);
            found.extend(ends.filter_map(|(lacks, end)| Some((lacks, self.own(&root.join(end))?))));
        }
        found.sort_by_key(|(lacks, _)| *lacks);
        found.into_iter().map(|(_, path)| path).collect()
    }

    /// The file itself, wherever links lead, if it is a source below one of the folders.
    fn own(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        let is_below = self.all().any(|root| path.starts_with(root));
        let is_own = is_below && looks_like_source(&path);
        (is_own && length(&path).is_some_and(|bytes| bytes <= MOST_BYTES)).then_some(path)
    }

    fn shown(&self, path: &Path) -> PathBuf {
        let here = self.here.as_ref();
        here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path).to_owned()
    }
}

/// The names of a path from the root of its file system, or from an unknown folder; `None` of a
/// relative path that leads out of its folder.
fn names(file: &Path) -> Option<PathBuf> {
    let mut names = PathBuf::new();
    for part in file.components() {
        match part {
            Component::Normal(name) => names.push(name),
            Component::ParentDir if file.is_absolute() => drop(names.pop()),
            Component::ParentDir | Component::Prefix(_) => return None,
            Component::RootDir | Component::CurDir => {}
        }
    }
    (file.as_os_str().len() <= MOST_PATH_BYTES).then_some(names)
}

pub(crate) fn looks_like_source(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ENDINGS.iter().any(|own| ending.eq_ignore_ascii_case(own))
}

/// The length of an ordinary file.
fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len())
}

fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Names the folder that would serve, unless a shell could take it for more than a name.
fn not_found(file: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let path = Path::new(file);
    if !looks_like_source(path) {
        return format!("{file} is not read: its name does not have the ending of a source file");
    }
    let folder = path.parent().and_then(Path::to_str).filter(|folder| {
        let is_there = Path::new(folder).is_dir();
        is_there && path.is_absolute() && folder.chars().all(is_plain) && names(path).is_some()
    });
    format!(
        "{file} was not found below this folder: for its text, run propp in the folder from which it \
         was compiled, or one above, or name its folder with `--sources {}`",
        folder.unwrap_or("DIR")
    )
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Folders with files of four bytes.
    struct Tree(tempfile::TempDir);

    impl Tree {
        fn new(files: &[&str]) -> Self {
            let tree = Self(tempfile::tempdir().unwrap());
            for file in files {
                fs::create_dir_all(tree.at(file).parent().unwrap()).unwrap();
                fs::write(tree.at(file), "text").unwrap();
            }
            tree
        }

        fn at(&self, path: &str) -> PathBuf {
            self.0.path().canonicalize().unwrap().join(path)
        }

        /// As if these were the working directory and folders of `--sources`.
        fn folders(&self, names: &[&str]) -> Folders {
            let mut all = names.iter().map(|name| self.at(name));
            Folders { here: all.next(), others: all.collect() }
        }
    }

    fn found(folders: &Folders, file: &str, bytes: Option<u64>) -> Option<String> {
        folders.read(file, bytes).ok().map(|(path, _)| path.display().to_string())
    }

    #[test]
    fn a_file_below_a_folder_is_found_wherever_it_was_compiled() {
        let tree = Tree::new(&["work/src/a.cu", "work/src/sub/a.cu", "other/b.cuh"]);
        let folders = tree.folders(&["work", "other"]);
        let of = |file: &str| found(&folders, file, Some(4));
        assert_eq!(of("/builds/1/src/a.cu").as_deref(), Some("src/a.cu"));
        assert_eq!(of("src/a.cu").as_deref(), Some("src/a.cu"));
        assert_eq!(folders.read("src/a.cu", Some(4)).unwrap().1, "text");
        let whole = tree.at("work/build/../src/a.cu").display().to_string();
        assert_eq!(of(&whole).as_deref(), Some("src/a.cu"));
        let other = tree.at("other/b.cuh").display().to_string();
        assert_eq!(of("/usr/include/b.cuh"), Some(other.clone()));
        assert_eq!(of(&other), Some(other));
    }

    #[test]
    fn the_whole_path_comes_before_the_same_name_elsewhere() {
        let tree = Tree::new(&["work/a.cu", "other/src/a.cu"]);
        let folders = tree.folders(&["work", "other"]);
        let whole = tree.at("other/src/a.cu").display().to_string();
        assert_eq!(found(&folders, &whole, None).as_ref(), Some(&whole));
        assert_eq!(found(&folders, "/builds/src/a.cu", None), Some(whole));
        assert_eq!(found(&folders, "/builds/a.cu", None).as_deref(), Some("a.cu"));
        let nowhere = Folders { here: None, others: folders.others };
        assert_eq!(found(&nowhere, "/builds/a.cu", None), None);
    }

    #[test]
    fn nothing_outside_of_the_folders_is_read() {
        let tree = Tree::new(&["work/x.cu", "secret.cu", "work/.env"]);
        symlink(tree.at("secret.cu"), tree.at("work/link.cu")).unwrap();
        symlink(tree.at(""), tree.at("work/up")).unwrap();
        symlink(tree.at("work/.env"), tree.at("work/env.cu")).unwrap();
        let folders = tree.folders(&["work"]);
        let absolute = |path: &str| tree.at(path).display().to_string();
        let files = [
            &absolute("secret.cu"),
            &absolute("work/../secret.cu"),
            "../secret.cu",
            "x/../../secret.cu",
            // Never, though this one would stay inside.
            "y/../x.cu",
            "link.cu",
            "up/secret.cu",
            "/etc/passwd",
            ".env",
            "env.cu",
            "",
            "/",
            "..",
        ];
        for file in files {
            for bytes in [None, Some(4)] {
                assert_eq!(found(&folders, file, bytes), None, "{file}");
            }
        }
        assert_eq!(found(&folders, "up/work/x.cu", None).as_deref(), Some("x.cu"));
    }

    #[test]
    fn a_recorded_length_must_be_that_of_the_file() {
        let tree = Tree::new(&["work/a.cu", "work/src/a.cu"]);
        let folders = tree.folders(&["work"]);
        fs::write(tree.at("work/src/a.cu"), "longer").unwrap();
        let of = |bytes| found(&folders, "/b/src/a.cu", bytes);
        assert_eq!(of(Some(6)).as_deref(), Some("src/a.cu"));
        assert_eq!(of(Some(4)).as_deref(), Some("a.cu"));
        assert_eq!(of(None).as_deref(), Some("src/a.cu"));
        insta::assert_snapshot!(
            folders.read("/b/src/a.cu", Some(7)).unwrap_err(),
            @"the text of /b/src/a.cu is not shown: src/a.cu has 6 bytes, and it had 7 when it was compiled"
        );
    }

    #[test]
    fn the_cure_is_a_command_that_is_safe_to_type() {
        let tree = Tree::new(&["work/a.cu"]);
        let folders = tree.folders(&["work"]);
        let why = |file: &str| folders.read(file, None).unwrap_err();
        assert!(why("/usr/lib/x.cu").ends_with("`--sources /usr/lib`"));
        // The last one is no folder here.
        for file in
            ["/a$(reboot)/x.cu", "/a b/x.cu", "src/x.cu", "/a/\u{202e}/x.cu", "/not-there/x.cu"]
        {
            assert!(why(file).ends_with("`--sources DIR`"), "{}", why(file));
        }
        assert!(why("/etc/passwd").contains("does not have the ending"));
        let long = format!("/{}x.cu", "a/".repeat(1_000_000));
        assert!(why(&long).contains("was not found"));
    }

    #[test]
    fn a_folder_that_is_none_is_refused() {
        let tree = Tree::new(&["a.cu"]);
        assert!(Folders::new(&[tree.at("")]).is_ok());
        for path in ["a.cu", "not-there"] {
            assert!(Folders::new(&[tree.at(path)]).unwrap_err().contains("--sources"));
        }
    }
}
