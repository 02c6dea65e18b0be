//! A tree in memory: the rows that the questions are about.

use std::collections::{HashMap, HashSet};

use propp_columns::{Table, Values};

/// A recording of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub recording: String,
    pub job: String,
    pub date: String,
    pub file: String,
    pub created_utc: String,
    pub host: String,
    pub rank: Option<i64>,
    pub world: Option<i64>,
    pub program: String,
    pub gpu: String,
    pub finished: bool,
}

/// A kernel of a recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    /// Index of the run.
    pub run: usize,
    pub function: String,
    pub range: String,
    pub grid: String,
    pub block: String,
    pub blocks: i64,
    pub dynamic_shared_bytes: i64,
    pub code: Option<String>,
    pub launches: i64,
    pub total_ns: i64,
    pub measured: i64,
    pub instructions: Option<f64>,
    pub qm: Option<f64>,
    pub promise: Option<f64>,
    pub rule: Option<String>,
}

/// A notice of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Index of the run.
    pub run: usize,
    pub severity: String,
    pub code: String,
    pub text: String,
}

/// The recordings of a tree that are whole, by job, rank, host and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fleet {
    pub runs: Vec<Run>,
    pub kernels: Vec<Kernel>,
    pub notices: Vec<Notice>,
}

/// A file of the tree that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FleetError {
    /// A column that another version of propp, or something else, did not write.
    #[error("it has no column {name} of the type that propp writes")]
    NoColumn { name: String },
}

/// The columns of a table by name.
struct Rows<'t>(HashMap<&'t str, &'t Values>);

impl<'t> Rows<'t> {
    fn of(table: &'t Table, needed: &[(&str, Kind)]) -> Result<Self, FleetError> {
        let all = table.columns().iter().map(|column| (column.name.as_str(), &column.values));
        let rows = Self(all.collect());
        let is_there = |(name, kind): &&(&str, Kind)| rows.0.get(name).is_some_and(|v| kind.is(v));
        match needed.iter().find(|column| !is_there(column)) {
            Some((name, _)) => Err(FleetError::NoColumn { name: (*name).to_owned() }),
            None => Ok(rows),
        }
    }

    fn text(&self, name: &str, row: usize) -> Option<String> {
        match self.0.get(name)? {
            Values::Text(values) => values[row].clone(),
            _ => None,
        }
    }

    fn word(&self, name: &str, row: usize) -> String {
        self.text(name, row).unwrap_or_default()
    }

    fn whole(&self, name: &str, row: usize) -> Option<i64> {
        match self.0.get(name)? {
            Values::Int(values) => values[row],
            _ => None,
        }
    }

    fn count(&self, name: &str, row: usize) -> i64 {
        self.whole(name, row).unwrap_or_default()
    }

    fn real(&self, name: &str, row: usize) -> Option<f64> {
        match self.0.get(name)? {
            Values::Float(values) => values[row],
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    Whole,
    Real,
}

impl Kind {
    const fn is(self, values: &Values) -> bool {
        matches!(
            (self, values),
            (Self::Text, Values::Text(_))
                | (Self::Whole, Values::Int(_))
                | (Self::Real, Values::Float(_))
        )
    }
}

impl Fleet {
    /// Adds the rows of a file of the table `runs`. All of these come before other tables.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn add_runs(&mut self, date: &str, job: &str, table: &Table) -> Result<(), FleetError> {
        use Kind::{Text, Whole};
        let needed = [
            ("recording", Text),
            ("file", Text),
            ("created_utc", Text),
            ("host", Text),
            ("rank", Whole),
            ("world", Whole),
            ("program", Text),
            ("gpu", Text),
            ("finished", Whole),
        ];
        let rows = Rows::of(table, &needed)?;
        self.runs.extend((0..table.rows()).map(|row| Run {
            recording: rows.word("recording", row),
            job: job.to_owned(),
            date: date.to_owned(),
            file: rows.word("file", row),
            created_utc: rows.word("created_utc", row),
            host: rows.word("host", row),
            rank: rows.whole("rank", row),
            world: rows.whole("world", row),
            program: rows.word("program", row),
            gpu: rows.word("gpu", row),
            finished: rows.count("finished", row) == 1,
        }));
        Ok(())
    }

    /// One row a recording, in an order that does not depend on the order of the files. Called
    /// when all runs were added.
    pub fn order_runs(&mut self) {
        let key = |run: &Run| (run.job.clone(), run.rank, run.host.clone(), run.recording.clone());
        self.runs.sort_by_cached_key(key);
        let mut seen = HashSet::new();
        self.runs.retain(|run| seen.insert(run.recording.clone()));
    }

    fn places(&self) -> HashMap<&str, usize> {
        self.runs.iter().enumerate().map(|(place, run)| (run.recording.as_str(), place)).collect()
    }

    /// Adds the rows of tables `kernels`, without those of recordings that are not whole yet.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn add_kernels(&mut self, tables: &[Table]) -> Result<(), FleetError> {
        use Kind::{Real, Text, Whole};
        let needed = [
            ("recording", Text),
            ("function", Text),
            ("range", Text),
            ("grid", Text),
            ("block", Text),
            ("blocks", Whole),
            ("dynamic_shared_bytes", Whole),
            ("code", Text),
            ("launches", Whole),
            ("total_ns", Whole),
            ("measured", Whole),
            ("instructions", Real),
            ("qm", Real),
            ("promise", Real),
            ("rule", Text),
        ];
        let places = self.places();
        let mut kernels = Vec::new();
        for table in tables {
            let rows = Rows::of(table, &needed)?;
            for row in 0..table.rows() {
                let Some(&run) = places.get(rows.word("recording", row).as_str()) else { continue };
                kernels.push(Kernel {
                    run,
                    function: rows.word("function", row),
                    range: rows.word("range", row),
                    grid: rows.word("grid", row),
                    block: rows.word("block", row),
                    blocks: rows.count("blocks", row),
                    dynamic_shared_bytes: rows.count("dynamic_shared_bytes", row),
                    code: rows.text("code", row),
                    launches: rows.count("launches", row),
                    total_ns: rows.count("total_ns", row),
                    measured: rows.count("measured", row),
                    instructions: rows.real("instructions", row),
                    qm: rows.real("qm", row),
                    promise: rows.real("promise", row),
                    rule: rows.text("rule", row),
                });
            }
        }
        self.kernels.extend(kernels);
        Ok(())
    }

    /// Adds the rows of tables `notices`, without those of recordings that are not whole yet.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn add_notices(&mut self, tables: &[Table]) -> Result<(), FleetError> {
        use Kind::Text;
        let needed = [("recording", Text), ("severity", Text), ("code", Text), ("text", Text)];
        let places = self.places();
        let mut notices = Vec::new();
        for table in tables {
            let rows = Rows::of(table, &needed)?;
            for row in 0..table.rows() {
                let Some(&run) = places.get(rows.word("recording", row).as_str()) else { continue };
                notices.push(Notice {
                    run,
                    severity: rows.word("severity", row),
                    code: rows.word("code", row),
                    text: rows.word("text", row),
                });
            }
        }
        self.notices.extend(notices);
        Ok(())
    }
}
