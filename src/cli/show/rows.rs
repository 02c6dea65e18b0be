//! `propp show --rows`: flat tables of one row a launch or a kernel, for data frames.

use clap::ValueEnum;
use propp_base_columns::csv::{self, Reals};
use propp_base_columns::{Table, json, parquet};
use propp_judge_analysis::{Grouping, Input, Listing, Part, analyse_part};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;
use propp_report::rows;
use propp_report_export::tables::{counters, launches};

use super::render::Format;
use crate::cli::common::step::StepArg;
use crate::cli::say::{Failure, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Rows {
    /// One row per kernel and launch configuration, of the steps or, with --step none, of the whole run
    Kernels,
    /// One row per launch of the trace run
    Launches,
    /// One row per measured launch, with one column per counter
    Counters,
}

impl Rows {
    fn table(self, inputs: &[Input<'_>], weights: &Weights, step: &StepArg) -> Result<Table> {
        let recordings: Vec<&Recording> = inputs.iter().map(|input| input.recording).collect();
        match self {
            Self::Kernels => {
                let analysis = analyse_part(inputs, weights, Grouping::Signature, step.part());
                step.check(&analysis)?;
                rows::table(&Listing::whole(&analysis))
            }
            Self::Launches => launches(&recordings),
            Self::Counters => counters(&recordings),
        }
        .map_err(Failure::usage)
    }

    /// What Parquet says that its rows are.
    const fn schema(self) -> &'static str {
        match self {
            Self::Kernels => "propp.kernels/1",
            Self::Launches => "propp.launches/1",
            Self::Counters => "propp.counters/1",
        }
    }

    pub(super) fn report(
        self,
        format: Format,
        inputs: &[Input<'_>],
        weights: &Weights,
        step: &StepArg,
    ) -> Result<Vec<u8>> {
        if self != Self::Kernels && *step.part() != Part::Steps {
            return Err(Failure::usage(
                "--step has no effect on --rows launches and counters, which are of the whole run",
            ));
        }
        let mut bytes = Vec::new();
        let table = || self.table(inputs, weights, step);
        match format {
            Format::Json => json::write(&table()?, &mut bytes)?,
            Format::Csv => csv::write(&table()?, Reals::Plain, &mut bytes)?,
            Format::Parquet => {
                let notes = [("schema".to_owned(), self.schema().to_owned())];
                parquet::write(&table()?, &notes, &mut bytes)?;
            }
            _ => {
                return Err(Failure::usage(
                    "--rows is written as json, csv or parquet: give --format, or a file with \
                     such an ending (-o)",
                ));
            }
        }
        Ok(bytes)
    }
}
