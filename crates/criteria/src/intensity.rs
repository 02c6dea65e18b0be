//! CI: how busy the arithmetic and the load/store pipes are.

use std::fmt;

use propp_model::Fraction;
use propp_model::counters::{
    CYCLES_ACTIVE_AVG, PIPE_ALU, PIPE_FMA, PIPE_FP64, PIPE_FP64_CYCLES, PIPE_LSU,
    PIPE_TENSOR_CYCLES, PIPE_XU,
};
use serde::{Deserialize, Serialize};

use super::assessment::Note;
use super::no_value::NoValue;
use super::pipe_peaks::peak;
use super::sheet::{Sheet, divisor};
use super::table::{Definition, Source, Varies};

pub(super) const DEFINITION: Definition = Definition {
    title: "\nCI",
    question: "how busy the arithmetic and load/store pipes are",
    formula: "\
     (busiest of the alu, fma, fp64, xu and tensor pipes + lsu pipe) / 2, \
     each as count / (peak per SM and cycle * sm__cycles_active.avg * SMs)",
    source: Source::Counters(evaluate),
    varies: Varies::ByTime,
    is_portable: false,
};

/// An execution pipe of an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pipe {
    /// Integer and logic.
    Alu,
    /// Single precision.
    Fma,
    /// Double precision.
    Fp64,
    /// Special functions and conversions.
    Xu,
    /// Matrix.
    Tensor,
    /// Loads and stores.
    Lsu,
}

impl Pipe {
    /// Counters that each tell its use, the preferred one first.
    const fn counters(self) -> &'static [&'static str] {
        match self {
            Self::Alu => &[PIPE_ALU],
            Self::Fma => &[PIPE_FMA],
            // The count costs a pass more on GA100, so the planner may choose
            // the cycles.
            Self::Fp64 => &[PIPE_FP64, PIPE_FP64_CYCLES],
            Self::Xu => &[PIPE_XU],
            Self::Tensor => &[PIPE_TENSOR_CYCLES],
            Self::Lsu => &[PIPE_LSU],
        }
    }
}

impl fmt::Display for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alu => "alu",
            Self::Fma => "fma",
            Self::Fp64 => "fp64",
            Self::Xu => "xu",
            Self::Tensor => "tensor",
            Self::Lsu => "lsu",
        })
    }
}

const ARITHMETIC: [Pipe; 5] = [Pipe::Alu, Pipe::Fma, Pipe::Fp64, Pipe::Xu, Pipe::Tensor];

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let (mut busiest, mut most) = (Pipe::Alu, 0.0);
    for pipe in ARITHMETIC {
        let share = pipe_use(sheet, pipe)?;
        if share > most {
            (busiest, most) = (pipe, share);
        }
    }
    if let Some(share) = Fraction::clamped(most).filter(|share| share.get() > 0.0) {
        sheet.note(Note::BusiestPipe { pipe: busiest, share });
    }
    let load_store = pipe_use(sheet, Pipe::Lsu)?;
    Ok(f64::midpoint(most.min(1.0), load_store.min(1.0)))
}

fn pipe_use(sheet: &mut Sheet<'_>, pipe: Pipe) -> Result<f64, NoValue> {
    let mut missing = None;
    for &counter in pipe.counters() {
        // Where passes share one configuration the cycles are those of the
        // first pass. Instructions repeat from pass to pass; cycles differ by
        // a percent or so, which is what is left of the error.
        let one_pass = sheet.together([counter, CYCLES_ACTIVE_AVG]);
        match one_pass.or_else(|_| sheet.apart([counter, CYCLES_ACTIVE_AVG])) {
            Ok([count, cycles]) => return share(sheet, pipe, counter, count, cycles),
            Err(reason) => missing = missing.or(Some(reason)),
        }
    }
    Err(missing.unwrap_or_else(|| NoValue::unavailable(format!("no counter tells {pipe} use"))))
}

fn share(
    sheet: &mut Sheet<'_>,
    pipe: Pipe,
    counter: &'static str,
    count: f64,
    cycles: f64,
) -> Result<f64, NoValue> {
    let peak = peak(counter, sheet.device, sheet.counters)
        .map_err(|e| NoValue::unavailable(e.to_string()))?;
    let peak = sheet.device_fact(format!("peak of {counter} per SM and cycle"), peak);
    let active_cycles = divisor(CYCLES_ACTIVE_AVG, cycles * sheet.sms())?;
    Ok(sheet.derived(format!("{pipe} pipe use"), count / (peak * active_cycles)))
}
