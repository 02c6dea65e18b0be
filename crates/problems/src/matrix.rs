//! What the bundled libraries implement, as committed in `primitives/matrix.json`,
//! so that it can be listed where nothing can be built.
//!
//! The file is written from what the built libraries say of themselves
//! (`PROPP_UPDATE_MATRIX=1 cargo xtask test nvcc test`); a test compares.

use serde::{Deserialize, Serialize};

use crate::EntryFacts;

/// The committed list.
pub const MATRIX_JSON: &str = include_str!("../../../primitives/matrix.json");

/// What the libraries implement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// Name and version of the format.
    pub schema: String,
    /// The libraries.
    pub libraries: Vec<Implements>,
}

/// What a library implements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Implements {
    /// Its name.
    pub name: String,
    /// Its implementations.
    pub entries: Vec<EntryFacts>,
}

impl Matrix {
    /// The name and version of the format.
    pub const SCHEMA: &'static str = "propp.suite.matrix/1";

    /// The bundled libraries.
    ///
    /// # Errors
    /// When the file that this propp was built with is no such list.
    pub fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(MATRIX_JSON)
    }

    /// Of these libraries.
    #[must_use]
    pub fn of(libraries: Vec<Implements>) -> Self {
        Self { schema: Self::SCHEMA.to_owned(), libraries }
    }

    /// Every primitive, each once, in the order of the list.
    #[must_use]
    pub fn primitives(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for entry in self.libraries.iter().flat_map(|library| &library.entries) {
            if !names.contains(&entry.primitive.as_str()) {
                names.push(&entry.primitive);
            }
        }
        names
    }

    /// The text of the file: a line an implementation, so that a change of one
    /// is a change of one line.
    ///
    /// # Errors
    /// When serde cannot write it, which it can.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let libraries = self.libraries.iter().map(|library| {
            let entries = library.entries.iter();
            let lines: Result<Vec<String>, _> = entries
                .map(|entry| Ok(format!("        {}", serde_json::to_string(entry)?)))
                .collect();
            Ok(format!(
                "    {{\n      \"name\": {},\n      \"entries\": [\n{}\n      ]\n    }}",
                serde_json::to_string(&library.name)?,
                lines?.join(",\n")
            ))
        });
        Ok(format!(
            "{{\n  \"schema\": {},\n  \"libraries\": [\n{}\n  ]\n}}\n",
            serde_json::to_string(&self.schema)?,
            libraries.collect::<Result<Vec<_>, serde_json::Error>>()?.join(",\n")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_file_is_what_would_be_written() {
        let matrix = Matrix::bundled().unwrap();
        assert_eq!(matrix.schema, Matrix::SCHEMA);
        assert_eq!(matrix.to_json().unwrap(), MATRIX_JSON);
    }

    /// `design/primitives.md`, by library: what has to be there.
    #[test]
    fn the_whole_matrix_is_there() {
        let matrix = Matrix::bundled().unwrap();
        let variants = |library: &str, primitive: &str| {
            let of = matrix.libraries.iter().filter(|known| known.name == library);
            of.flat_map(|library| &library.entries).filter(|e| e.primitive == primitive).count()
        };
        assert_eq!(matrix.primitives().len(), 46);
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
