//! What the loader looks for when propp starts: no library of CUDA's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;

/// Parts of library names that no shipped file may depend on at load time.
const FOREIGN: [&str; 4] = ["cuda", "cupti", "nvperf", "nvidia"];

/// Fails for a file that needs CUDA libraries to load.
pub(crate) fn no_cuda<'a>(
    paths: &Paths,
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Error> {
    for file in files {
        let libraries = cuda_libraries(file)?;
        let file = paths.short(file);
        if !libraries.is_empty() {
            return Err(Error::CudaLinked { file: file.to_owned(), libraries });
        }
        println!("{}: no CUDA library", file.display());
    }
    Ok(())
}

/// The CUDA libraries that the loader would look for.
fn cuda_libraries(file: &Path) -> Result<Vec<String>, Error> {
    let text = process::output(Command::new("ldd").arg(file), "ldd comes with the C library")?;
    Ok(cuda_names(&text))
}

fn cuda_names(ldd: &str) -> Vec<String> {
    // The first word of a line is the name that the file asks for.
    let names = ldd.lines().filter_map(|line| line.split_whitespace().next());
    let foreign = |name: &&str| FOREIGN.iter().any(|part| name.to_lowercase().contains(part));
    names.filter(foreign).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuda_is_seen_by_the_name_asked_for_and_not_by_the_folder_it_was_found_in() {
        let text = "\tlinux-vdso.so.1 (0x00007fff)\n\
                    \tlibc.so.6 => /opt/nvidia/lib/libc.so.6 (0x00007f01)\n\
                    \tlibcuda.so.1 => not found\n\
                    \tlibnvperf_host.so => /usr/lib/libnvperf_host.so (0x00007f02)\n";
        assert_eq!(cuda_names(text), ["libcuda.so.1", "libnvperf_host.so"]);
    }
}
