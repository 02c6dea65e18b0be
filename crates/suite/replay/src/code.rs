//! The machine code of a kernel, in whatever file has it.

use std::collections::BTreeSet;

use propp_code_fatbin::{Kind, read};
use propp_code_sass::kernels;

use super::architecture;

/// The cubin of a file that has a kernel of this name, or a part of it: for the GPU of the captured code
/// if there are several. A file with one cubin is taken as it is. The error has the kernels of the file.
pub fn code_with(file: &[u8], kernel: &str, captured: &[u8]) -> Result<Vec<u8>, Vec<String>> {
    let contents = read(file).map_err(|_| Vec::new())?;
    let cubins = contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin);
    let cubins: Vec<Vec<u8>> =
        cubins.filter_map(|entry| entry.unpack().ok()).map(|bytes| bytes.into_owned()).collect();
    if let [only] = cubins.as_slice() {
        return Ok(only.clone());
    }
    let wanted = architecture(captured);
    let fitting = cubins.iter().filter(|cubin| architecture(cubin) == wanted);
    let named: Vec<(&Vec<u8>, Vec<&str>)> =
        fitting.map(|cubin| (cubin, kernels(cubin).unwrap_or_default())).collect();
    let whole = named.iter().find(|(_, names)| names.contains(&kernel));
    let part = || named.iter().find(|(_, names)| names.iter().any(|name| name.contains(kernel)));
    if let Some((cubin, _)) = whole.or_else(part) {
        return Ok((*cubin).clone());
    }
    let known: BTreeSet<&str> = named.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    Err(known.into_iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The code of a captured launch, for sm_90.
    fn captured(name: &str) -> (String, Vec<u8>) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/launches");
        let bytes = std::fs::read(root.join(name)).unwrap();
        let launch = propp_recording_launch::read(bytes.as_slice()).unwrap();
        (launch.captured.name, launch.code)
    }

    /// A fatbin with these cubins, not compressed.
    fn fatbin(cubins: &[&[u8]]) -> Vec<u8> {
        let mut entries = Vec::new();
        for cubin in cubins {
            let mut entry = vec![0; 64];
            let mut set =
                |at: usize, bytes: &[u8]| entry[at..at + bytes.len()].copy_from_slice(bytes);
            set(0, &2_u16.to_le_bytes());
            set(2, &0x101_u16.to_le_bytes());
            set(4, &64_u32.to_le_bytes());
            set(8, &(cubin.len() as u64).to_le_bytes());
            set(28, &90_u32.to_le_bytes());
            entries.extend(entry);
            entries.extend(*cubin);
        }
        let mut file = 0xba55_ed50_u32.to_le_bytes().to_vec();
        file.extend([1, 0, 16, 0]);
        file.extend((entries.len() as u64).to_le_bytes());
        file.extend(entries);
        file
    }

    #[test]
    fn the_cubin_with_the_kernel_is_taken_out_of_a_file() {
        let (scaled, app) = captured("in_place.launch");
        let (summed, pipeline) = captured("sum_levels.launch");
        assert_eq!(code_with(&app, "anything", &app).unwrap(), app, "a bare cubin");
        let both = fatbin(&[&app, &pipeline]);
        assert_eq!(code_with(&both, &summed, &app).unwrap(), pipeline);
        assert_eq!(code_with(&both, &scaled, &app).unwrap(), app);
        assert_eq!(code_with(&both, "sum_levels", &app).unwrap(), pipeline, "a part of the name");
        let known = code_with(&both, "missing", &app).unwrap_err();
        assert!(known.contains(&scaled) && known.contains(&summed), "{known:?}");
        assert!(code_with(b"no code", "k", &app).unwrap_err().is_empty());
    }
}
