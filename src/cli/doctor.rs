//! `propp doctor`.

use std::io;
use std::process::ExitCode;

use propp_base_gpus::Description;
use propp_base_model::GpuRates;
use propp_collect_doctor::{Check, State, diagnose, gather, text};
use propp_judge_cost::PriceSource;
use propp_judge_cost::quality::{Wanted, Weights};

use super::common::destination::{Destination, ReportFormat, TableOrJson};
use super::common::{Cuda, kept};
use super::say::{Result, json_text, page};

/// Exit code for a machine that cannot profile.
const CANNOT_PROFILE: u8 = 4;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    #[command(flatten)]
    cuda: Cuda,
}

/// Where the prices of a GPU come from, and what makes them better.
fn prices(gpu: &str, chip: Option<&str>) -> Check {
    let check = |state, finding: String, cure: Option<&str>| Check {
        name: "prices",
        state,
        finding: format!("{gpu}: {finding}"),
        cure: cure.map(str::to_owned),
    };
    const CURE: &str = "`propp calibrate` makes its own prices in seconds";
    let described = Description::of_product(gpu);
    let rates = described.and_then(|own| GpuRates::new(&own.chip, &own.attributes));
    let wanted = Wanted { name: Some(gpu.to_owned()), rates, is_emulated: false };
    if let Some((path, own)) = kept::weights(&wanted) {
        return check(State::Ok, format!("{}, {}", own.prices_from(), path.display()), None);
    }
    let own = Weights::for_reports(&wanted).ok().filter(|own| own.cost().is_some());
    let source = own.as_ref().map(Weights::prices_from);
    match source {
        Some(PriceSource::Fitted) => check(State::Ok, PriceSource::Fitted.to_string(), None),
        Some(own) if own.is_validated() => check(State::Ok, format!("{own}; {CURE}"), None),
        Some(own) => check(State::Warning, own.to_string(), Some(CURE)),
        // Its attributes are in no description, and in each recording.
        None if chip.is_some_and(Weights::are_of_chip) => {
            check(State::Ok, format!("scaled from a GPU with the same chip; {CURE}"), None)
        }
        None => {
            let finding = "scaled from a GPU with another chip, not validated";
            check(State::Warning, finding.to_owned(), Some(CURE))
        }
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let facts = gather(&args.cuda.surroundings());
    let mut diagnosis = diagnose(&facts);
    let gpus = facts.gpus.iter().flatten();
    diagnosis.checks.extend(gpus.map(|one| prices(&one.gpu.name, one.chip.as_deref().ok())));
    let format = args.destination.format()?;
    let text = match format {
        TableOrJson::Json => json_text(&diagnosis)?,
        TableOrJson::Table => text(&diagnosis, page(&io::stdout()).width),
    };
    args.destination.write(&text, format.output(), false)?;
    Ok(if diagnosis.can_profile { ExitCode::SUCCESS } else { ExitCode::from(CANNOT_PROFILE) })
}
