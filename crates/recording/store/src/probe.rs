//! Samples of probes: their rows, and the file while a GPU is probed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use propp_base_model::Sample;
use propp_recording::NoticeRow;
use rusqlite::params;
use rusqlite::types::Null;

use super::atomic::{Existing, Fill, fill};
use super::database::Database;
use super::gzip::{compress, unpacked as unpacked_file};
use super::source::{Loaded, Record};
use super::store::severity;
use super::tables::Table;
use super::{RecordingError, Result};

/// Bytes of an observation: of an `f32`, where that holds all of a sample exactly, or of
/// an `f64`.
const WIDTHS: [u32; 2] = [4, 8];

pub(super) fn sample(r: &Record<'_>) -> Loaded<Sample> {
    let setting: String = r.get("setting")?;
    let Ok(setting) = serde_json::from_str(&setting) else {
        return r.odd("setting");
    };
    let (width, bytes): (u32, Vec<u8>) = (r.get("width")?, r.get("observations")?);
    let Some(values) = unpacked(width, &bytes) else {
        return r.odd("observations");
    };
    Ok(Sample {
        experiment: r.get("experiment")?,
        series: r.get("series")?,
        setting,
        repeat: r.get("repeat")?,
        unit: r.get("unit")?,
        values,
        clock_mhz: r.get("clock_mhz")?,
        stable: r.get("stable")?,
    })
}

/// Observations as they are stored, and the bytes of each.
fn packed(values: &[f64]) -> (u32, Vec<u8>) {
    let [narrow, wide] = WIDTHS;
    let fits = |value: &f64| f64::from(*value as f32).to_bits() == value.to_bits();
    if values.iter().all(fits) {
        (narrow, values.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect())
    } else {
        (wide, values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }
}

/// The observations of a row; `None` when it is damaged.
fn unpacked(width: u32, bytes: &[u8]) -> Option<Vec<f64>> {
    let size = width as usize;
    if !WIDTHS.contains(&width) || !bytes.len().is_multiple_of(size) {
        return None;
    }
    let value = |one: &[u8]| match one {
        [a, b, c, d] => Some(f64::from(f32::from_le_bytes([*a, *b, *c, *d]))),
        eight => Some(f64::from_le_bytes(eight.try_into().ok()?)),
    };
    bytes.chunks_exact(size).map(value).collect()
}

/// What there is to say of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeNotice {
    /// The GPU cannot do it.
    Lacks,
    Failed,
    /// The clock of the GPU did not stay what it was.
    Clock,
    /// Another process used the GPU.
    Neighbour,
}

impl ProbeNotice {
    /// The code of a notice: what it says, and the experiment that it is about.
    pub fn code(self, experiment: &str) -> String {
        let word = match self {
            Self::Lacks => "lacks",
            Self::Failed => "failed",
            Self::Clock => "clock",
            Self::Neighbour => "neighbour",
        };
        format!("probe-{word}:{experiment}")
    }
}

/// The experiment that a notice is about, by its code.
pub fn noticed_experiment(notice: &NoticeRow) -> Option<&str> {
    let code = notice.code.strip_prefix("probe-")?;
    code.split_once(':').map(|(_, experiment)| experiment)
}

/// A recording into which samples are written, one commit an experiment, so that an
/// interrupted run keeps what it has.
#[derive(Debug)]
pub struct ProbeFile {
    path: PathBuf,
    database: Database,
    /// Whether it was found compressed, and is to be again.
    is_compressed: bool,
}

impl ProbeFile {
    /// Opens a recording that is there already. One that is compressed is unpacked for
    /// the time.
    pub fn open(path: &Path) -> Result<Self> {
        let unpacked = unpacked_file(path)?;
        let is_compressed = unpacked.is_some();
        if let Some(unpacked) = unpacked {
            let from = unpacked.path();
            replace(path, &mut |to| io::copy(&mut File::open(from)?, to).map(drop))?;
        }
        let database = Database::open(path).map_err(|error| error.of(path))?;
        Ok(Self { path: path.to_owned(), database, is_compressed })
    }

    /// Puts the samples of an experiment into the place of those that are there, with what
    /// there is to say of it. All or nothing.
    pub fn put(
        &mut self,
        experiment: &str,
        samples: &[Sample],
        notices: &[NoticeRow],
    ) -> Result<()> {
        let put = self.database.at_once(|database| {
            let sql = "DELETE FROM probe_sample WHERE experiment = ?";
            database.changing(Table::ProbeSample).execute(sql, [experiment])?;
            database.changing(Table::Notice).execute(
                "DELETE FROM notice \
                 WHERE code LIKE 'probe-%:%' AND substr(code, instr(code, ':') + 1) = ?1",
                [experiment],
            )?;
            samples.iter().try_for_each(|sample| insert(database, sample))?;
            notices.iter().try_for_each(|notice| tell(database, notice))
        });
        put.map_err(|source| self.failed(source))
    }

    /// Sets a fact of the recording.
    pub fn fact(&mut self, key: &str, value: &str) -> Result<()> {
        let set = self.database.at_once(|database| database.put_meta(key, value));
        set.map_err(|source| self.failed(source))
    }

    /// Closes the file, compressed if that is wanted or it was found so.
    pub fn close(self, wants_compressed: bool) -> Result<()> {
        let path = self.path;
        // What was replaced would stay in the file as unused pages.
        let closed = self.database.connection().execute_batch("VACUUM");
        let closed = closed.and_then(|()| self.database.close());
        closed.map_err(|source| RecordingError::Write { path: path.clone(), source })?;
        if wants_compressed || self.is_compressed {
            replace(&path, &mut |to| compress(&path, to))?;
        }
        Ok(())
    }

    fn failed(&self, source: rusqlite::Error) -> RecordingError {
        RecordingError::Write { path: self.path.clone(), source }
    }
}

/// Writes a file anew: what is there stays until the new one is whole.
fn replace(path: &Path, new: Fill<'_>) -> Result<()> {
    let replaced = fill(path, Existing::Replace, new);
    replaced.map_err(|source| RecordingError::Create { path: path.to_owned(), source })
}

fn insert(database: &Database, sample: &Sample) -> rusqlite::Result<()> {
    let setting = serde_json::to_string(&sample.setting)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    let (width, observations) = packed(&sample.values);
    let row = params![
        Null,
        sample.experiment,
        sample.series,
        setting,
        sample.repeat,
        sample.unit,
        sample.clock_mhz,
        sample.stable,
        width,
        observations
    ];
    database.add(Table::ProbeSample, row).map(drop)
}

fn tell(database: &Database, notice: &NoticeRow) -> rusqlite::Result<()> {
    let severity = severity(notice.severity);
    let row = params![Null, Null, severity, notice.code, notice.status, notice.text];
    database.add(Table::Notice, row).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_come_back_bit_by_bit_in_as_few_bytes_as_hold_them() {
        for (values, width) in [
            (vec![], 4),
            (vec![271.0, 0.0, -0.5, 1e6], 4),
            (vec![271.0, 0.1], 8),
            (vec![16_777_217.0], 8),
            (vec![f64::INFINITY, -0.0], 4),
        ] {
            let (packed_width, bytes) = packed(&values);
            assert_eq!(packed_width, width, "{values:?}");
            assert_eq!(bytes.len(), width as usize * values.len());
            assert_eq!(unpacked(width, &bytes).unwrap(), values);
        }
        assert!(unpacked(4, &[0; 6]).is_none());
        assert!(unpacked(2, &[0; 6]).is_none());
    }
}
