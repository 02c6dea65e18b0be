//! The entries of the bundled libraries, as committed in `primitives/matrix.json`, so
//! that they can be listed without building the libraries.
//!
//! The file is written from the tables of the built libraries
//! (`PROPP_UPDATE_MATRIX=1 cargo xtask test nvcc test`); a test compares.

use serde::{Deserialize, Serialize};

use crate::EntryFacts;

pub const MATRIX_JSON: &str = include_str!("../../../../primitives/matrix.json");

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// Name and version of the format.
    pub schema: String,
    pub libraries: Vec<LibraryEntries>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryEntries {
    pub name: String,
    pub entries: Vec<EntryFacts>,
}

impl Matrix {
    pub fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(MATRIX_JSON)
    }

    /// All primitives, in the order of the file.
    pub fn primitives(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for entry in self.libraries.iter().flat_map(|library| &library.entries) {
            if !names.contains(&entry.primitive.as_str()) {
                names.push(&entry.primitive);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `design/primitives.md`, by library: what has to be there.
    #[test]
    fn the_whole_matrix_is_there() {
        let matrix = Matrix::bundled().unwrap();
        let variants = |library: &str, primitive: &str| {
            let of = matrix.libraries.iter().filter(|known| known.name == library);
            of.flat_map(|library| &library.entries).filter(|e| e.primitive == primitive).count()
        };
        assert_eq!(matrix.primitives().len(), 59);
        for primitive in matrix.primitives() {
            assert!(variants("own", primitive) >= 2, "{primitive}");
        }
        for primitive in [
            "copy",
            "gather",
            "scatter",
            "reduce.sum",
            "histogram.even",
            "scan.inclusive",
            "transpose",
        ] {
            assert!(variants("own", primitive) >= 4, "{primitive} is a ladder");
        }
        for primitive in ["reduce.sum", "scan.exclusive", "select.if", "radix_sort.keys", "merge"] {
            assert!(variants("cub", primitive) > 0, "{primitive}");
            assert!(variants("thrust", primitive) > 0, "{primitive}");
        }
    }
}
