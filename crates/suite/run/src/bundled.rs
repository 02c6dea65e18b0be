//! The embedded sources of the bundled libraries.

use propp_collect_toolkit::compile::Sources;

pub const SOURCES: Sources = Sources {
    files: propp_collect_embedded::PRIMITIVES,
    sources_of,
    // The other sources are NVIDIA's, and line information would double the size.
    has_lines: |source| source.starts_with("src/own"),
};

/// The bundled libraries, in the order in which they are built and run.
pub const LIBRARIES: [&str; 4] = ["own", "cub", "thrust", "cublas"];

const SHARED: &str = "src/work.cpp";

fn sources_of(library: &str) -> Vec<&'static str> {
    let (cuda, plain) = (format!("src/{library}_"), format!("src/{library}.cpp"));
    let is_of = |name: &&str| {
        (name.starts_with(&cuda) && name.ends_with(".cu")) || *name == plain || *name == SHARED
    };
    SOURCES.files.iter().map(|(name, _)| *name).filter(is_of).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_source_is_here_and_of_one_library_or_all() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../primitives");
        let mut compiled = 0;
        for entry in fs::read_dir(root.join("src")).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("src/{}", path.file_name().unwrap().to_str().unwrap());
            let (_, bytes) = SOURCES.files.iter().find(|(known, _)| *known == name).unwrap();
            assert_eq!(*bytes, fs::read(&path).unwrap(), "{name}");
            if name.ends_with(".cu") || name.ends_with(".cpp") {
                let owners =
                    LIBRARIES.iter().filter(|l| sources_of(l).contains(&name.as_str())).count();
                assert_eq!(owners, if name == SHARED { LIBRARIES.len() } else { 1 }, "{name}");
                compiled += 1;
            }
        }
        assert!(compiled > 20);
        assert!(SOURCES.files.iter().any(|(name, _)| *name == "propp_primitive.h"));
    }
}
