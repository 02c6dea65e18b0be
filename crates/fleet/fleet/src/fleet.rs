//! A tree in memory: the rows that the questions are about.

use std::collections::{BTreeMap, HashMap, HashSet};

use propp_base_columns::{Table, Values};

/// A recording of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub recording: String,
    pub file: String,
    pub job: String,
    pub created_utc: String,
    pub host: String,
    pub gpu: Option<String>,
    pub gpu_uuid: Option<String>,
    pub rank: Option<i64>,
    pub world: Option<i64>,
    pub program: String,
    pub finished: bool,
    pub steps: i64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    pub run: usize,
    /// Hash of function and range.
    pub name: String,
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

#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub run: usize,
    pub severity: String,
    pub code: String,
}

/// A step of the kernels of a name on a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub run: u32,
    pub step: u32,
    pub launches: u32,
    pub total_ns: f64,
    pub blocks: f64,
    /// Not a number where they are not known.
    pub instructions: f64,
}

/// Steps by the names of kernels.
pub type Cells = BTreeMap<String, Vec<Cell>>;

/// The recordings of a tree that are whole, by job, rank, host and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fleet {
    pub runs: Vec<Run>,
    pub kernels: Vec<Kernel>,
    pub notices: Vec<Notice>,
    /// Read only for questions about steps.
    pub cells: Cells,
}

/// A file of the tree that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has no column {0} of the type that propp writes")]
pub struct FleetError(String);

/// The columns of a table by name.
struct Rows<'t>(HashMap<&'t str, &'t Values>);

impl<'t> Rows<'t> {
    fn of(table: &'t Table) -> Self {
        let all = table.columns().iter().map(|column| (column.name.as_str(), &column.values));
        Self(all.collect())
    }

    fn column<T>(
        &self,
        name: &str,
        of: fn(&Values) -> Option<&Vec<Option<T>>>,
    ) -> Result<&'t [Option<T>], FleetError> {
        let values = self.0.get(name).and_then(|values| of(values));
        values.map(Vec::as_slice).ok_or_else(|| FleetError(name.to_owned()))
    }

    fn texts(&self, name: &str) -> Result<&'t [Option<String>], FleetError> {
        self.column(name, |values| if let Values::Text(of) = values { Some(of) } else { None })
    }

    fn wholes(&self, name: &str) -> Result<&'t [Option<i64>], FleetError> {
        self.column(name, |values| if let Values::Int(of) = values { Some(of) } else { None })
    }

    fn reals(&self, name: &str) -> Result<&'t [Option<f64>], FleetError> {
        self.column(name, |values| if let Values::Float(of) = values { Some(of) } else { None })
    }

    fn text(&self, name: &str, row: usize) -> Result<Option<String>, FleetError> {
        Ok(self.texts(name)?[row].clone())
    }

    fn word(&self, name: &str, row: usize) -> Result<String, FleetError> {
        Ok(self.text(name, row)?.unwrap_or_default())
    }

    fn count(&self, name: &str, row: usize) -> Result<i64, FleetError> {
        Ok(self.wholes(name)?[row].unwrap_or_default())
    }
}

impl Fleet {
    /// Adds the rows of a file of the table `runs`. All of these come before other tables.
    pub fn add_runs(&mut self, job: &str, table: &Table) -> Result<(), FleetError> {
        let rows = Rows::of(table);
        let run = |row| {
            Ok(Run {
                recording: rows.word("recording", row)?,
                file: rows.word("file", row)?,
                job: job.to_owned(),
                created_utc: rows.word("created_utc", row)?,
                host: rows.word("host", row)?,
                gpu: rows.text("gpu", row)?,
                gpu_uuid: rows.text("gpu_uuid", row)?,
                rank: rows.wholes("rank")?[row],
                world: rows.wholes("world")?[row],
                program: rows.word("program", row)?,
                finished: rows.count("finished", row)? == 1,
                steps: rows.count("steps", row)?,
            })
        };
        let runs: Result<Vec<Run>, _> = (0..table.rows()).map(run).collect();
        self.runs.extend(runs?);
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

    /// What is made of the rows of recordings that are whole, each with the place of its run.
    fn of_known<T>(
        &self,
        rows: &Rows<'_>,
        of: impl Fn(usize, usize) -> Result<T, FleetError>,
    ) -> Result<Vec<T>, FleetError> {
        let places = self.places();
        let recordings = rows.texts("recording")?.iter().enumerate();
        let run = |recording: &Option<String>| places.get(recording.as_deref()?).copied();
        recordings.filter_map(|(row, recording)| Some(of(run(recording)?, row))).collect()
    }

    /// Adds the rows of a table `kernels`, without those of recordings that are not whole yet.
    pub fn add_kernels(&mut self, table: &Table) -> Result<(), FleetError> {
        let rows = Rows::of(table);
        let kernels = self.of_known(&rows, |run, row| {
            Ok(Kernel {
                run,
                name: rows.word("name", row)?,
                function: rows.word("function", row)?,
                range: rows.word("range", row)?,
                grid: rows.word("grid", row)?,
                block: rows.word("block", row)?,
                blocks: rows.count("blocks", row)?,
                dynamic_shared_bytes: rows.count("dynamic_shared_bytes", row)?,
                code: rows.text("code", row)?,
                launches: rows.count("launches", row)?,
                total_ns: rows.count("total_ns", row)?,
                measured: rows.count("measured", row)?,
                instructions: rows.reals("instructions")?[row],
                qm: rows.reals("qm")?[row],
                promise: rows.reals("promise")?[row],
                rule: rows.text("rule", row)?,
            })
        })?;
        self.kernels.extend(kernels);
        Ok(())
    }

    /// Adds the rows of a table `notices`, without those of recordings that are not whole yet.
    pub fn add_notices(&mut self, table: &Table) -> Result<(), FleetError> {
        let rows = Rows::of(table);
        let notices = self.of_known(&rows, |run, row| {
            let (severity, code) = (rows.word("severity", row)?, rows.word("code", row)?);
            Ok(Notice { run, severity, code })
        })?;
        self.notices.extend(notices);
        Ok(())
    }

    /// The rows of a table `steps` by name, without those of recordings that are not whole yet.
    /// There may be millions: they are read apart from each other and added by
    /// [`Self::add_cells`].
    pub fn cells(&self, table: &Table) -> Result<Cells, FleetError> {
        let (rows, places) = (Rows::of(table), self.places());
        let (recordings, names) = (rows.texts("recording")?, rows.texts("name")?);
        let (steps, launches) = (rows.wholes("step")?, rows.wholes("launches")?);
        let (total_ns, blocks) = (rows.wholes("total_ns")?, rows.wholes("blocks")?);
        let instructions = rows.reals("instructions")?;
        let place = |recording: &Option<String>| places.get(recording.as_deref()?).copied();
        let mut cells = Cells::new();
        let (mut recording, mut run) = (&None, None);
        for row in 0..table.rows() {
            // Rows of a recording stand together.
            if recordings[row] != *recording {
                (recording, run) = (&recordings[row], place(&recordings[row]));
            }
            let number = |of: &[Option<i64>]| u32::try_from(of[row].unwrap_or_default()).ok();
            let (Some(run), Some(name)) = (run, &names[row]) else { continue };
            let (Some(step), Some(launches)) = (number(steps), number(launches)) else { continue };
            let cell = Cell {
                run: run as u32,
                step,
                launches,
                total_ns: total_ns[row].unwrap_or_default() as f64,
                blocks: blocks[row].unwrap_or_default() as f64,
                instructions: instructions[row].unwrap_or(f64::NAN),
            };
            match cells.get_mut(name) {
                Some(of) => of.push(cell),
                None => drop(cells.insert(name.clone(), vec![cell])),
            }
        }
        Ok(cells)
    }

    pub fn add_cells(&mut self, cells: Cells) {
        for (name, mut some) in cells {
            self.cells.entry(name).or_default().append(&mut some);
        }
    }
}
