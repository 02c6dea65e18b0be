//! `propp doctor`.

use std::io;
use std::process::ExitCode;

use propp_criteria::quality::Weights;
use propp_doctor::{Check, State, diagnose, gather, text};
use propp_gpus::Description;
use propp_toolkit::kept;
use propp_toolkit::kept::Kept;

use super::destination::{Destination, ReportFormat, TableOrJson};
use super::{Cuda, Failure, json_text, page};

/// Exit code for a machine that cannot profile.
const CANNOT_PROFILE: u8 = 4;

/// Arguments of `propp doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    #[command(flatten)]
    cuda: Cuda,
}

/// Where the prices of a GPU come from, and what makes them better.
fn prices(gpu: &str, chip: Option<&str>) -> Check {
    let calibrated = kept::read(gpu, Kept::Weights).ok().flatten();
    let is_measured = |one: &Description| {
        let has = |name: &String| Weights::bundled(name).is_ok_and(|own| own.provenance().gpu == one.name);
        Weights::bundled_names().any(|name| has(&name))
    };
    let measured: Vec<Description> = Description::all().filter(is_measured).collect();
    let check = |state, finding: String, cure: Option<&str>| Check {
        name: "prices",
        state,
        finding: format!("{gpu}: {finding}"),
        cure: cure.map(str::to_owned),
    };
    const CURE: &str = "`propp calibrate` makes its own prices in seconds";
    if let Some((path, _)) = calibrated {
        return check(State::Ok, format!("calibrated, {}", path.display()), None);
    }
    if measured.iter().any(|one| one.name == gpu) {
        return check(State::Ok, "fitted on this GPU model".to_owned(), None);
    }
    match measured.iter().find(|one| chip.is_some_and(|chip| chip == one.chip)) {
        Some(one) => {
            check(State::Ok, format!("scaled from {}, same chip; {CURE}", one.name), None)
        }
        None => {
            let finding = "scaled from a GPU with another chip, which nobody has validated";
            check(State::Warning, finding.to_owned(), Some(CURE))
        }
    }
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
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
