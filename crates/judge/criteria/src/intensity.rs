//! CI: how busy the arithmetic and the load/store pipes are.

use propp_base_model::Fraction;
use propp_base_model::counters::CYCLES_ACTIVE_AVG;

use super::definition::{Definition, Source, Varies};
use super::evidence::{NoValue, Note};
use super::pipe::Pipe;
use super::pipe_peaks::peak;
use super::sheet::{Sheet, divisor};

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
        // If several passes share one configuration, only the first pass has the cycles.
        // Instructions repeat exactly from pass to pass and cycles to about 1 %, so the
        // quotient of two passes is off by about 1 %.
        let one_pass = sheet.in_one_pass([counter, CYCLES_ACTIVE_AVG]);
        match one_pass.or_else(|_| sheet.in_any_pass([counter, CYCLES_ACTIVE_AVG])) {
            Ok([count, cycles]) => return share(sheet, pipe, counter, count, cycles),
            Err(reason) => missing = missing.or(Some(reason)),
        }
    }
    Err(missing
        .unwrap_or_else(|| NoValue::unavailable(format!("no counter measures the use of {pipe}"))))
}

fn share(
    sheet: &mut Sheet<'_>,
    pipe: Pipe,
    counter: &'static str,
    count: f64,
    cycles: f64,
) -> Result<f64, NoValue> {
    let peak = peak(counter, sheet.device, sheet.counters)?;
    let peak = sheet.device_fact(format!("peak of {counter} per SM and cycle"), peak);
    let active_cycles = divisor(CYCLES_ACTIVE_AVG, cycles * sheet.sms())?;
    Ok(sheet.derived(format!("{pipe} pipe use"), count / (peak * active_cycles)))
}
