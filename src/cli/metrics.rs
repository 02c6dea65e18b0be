//! `propp metrics`.

use std::fmt::Write;

use cupti_sys::{Error, Host, Library};
use propp_base_model::Product;
use propp_collect::survey::survey;
use propp_collect::survey_text;
use propp_collect_toolkit::open_cupti;
use propp_recording_wire::variables;

use super::common::Cuda;
use super::common::destination::{Destination, ReportFormat, TableOrJson};
use super::say::table::whole_lines;
use super::say::{Failure, Result, json_text};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Chip such as GH100, or GPU such as H100 [default: the chip of this machine's GPU]
    #[arg(long, value_name = "NAME", env = variables::CHIP)]
    chip: Option<String>,
    /// List the chips that the installed CUPTI knows
    #[arg(long, conflicts_with = "chip")]
    list_chips: bool,
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    #[command(flatten)]
    cuda: Cuda,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let library = open_cupti(&args.cuda.surroundings()).map_err(Failure::usage)?;
    if args.list_chips {
        return list_chips(&library, &args.destination);
    }
    let chip = match &args.chip {
        Some(name) => chip_called(name, &library)?,
        None => present_chip(&library)?,
    };
    let host = Host::for_chip(&library, &chip).map_err(Failure::usage)?;
    let survey = survey(&host, library.version()).map_err(Failure::usage)?;
    let format = args.destination.format()?;
    let text = match format {
        TableOrJson::Json => json_text(&survey)?,
        TableOrJson::Table => survey_text(&survey, whole_lines(&std::io::stdout())),
    };
    args.destination.write(&text, format.output(), false)
}

/// A chip, or a product with one, in whatever case.
fn chip_called(name: &str, library: &Library) -> Result<String> {
    let chips = Host::chips(library).map_err(Failure::usage)?;
    if let Some(chip) = chips.iter().find(|chip| chip.eq_ignore_ascii_case(name)) {
        return Ok(chip.clone());
    }
    match Product::named(name).filter(|product| chips.iter().any(|chip| chip == product.chip)) {
        Some(product) => Ok(product.chip.to_owned()),
        // The library says which there are.
        None => Ok(name.to_owned()),
    }
}

fn present_chip(library: &Library) -> Result<String> {
    propp_collect_cuda::chip_name(library, 0).map_err(|reason| {
        let chips = Host::chips(library).unwrap_or_default().join(", ");
        Failure::no_gpu(format!("{reason}; without a GPU, name a chip: --chip {chips}"))
    })
}

fn list_chips(library: &Library, destination: &Destination<TableOrJson>) -> Result<()> {
    let format = destination.format()?;
    let mut rows = Vec::new();
    for chip in Host::chips(library).map_err(Failure::usage)? {
        let usable = match Host::for_chip(library, &chip) {
            Ok(_) => true,
            Err(Error::UnsupportedChip { .. }) => false,
            Err(other) => return Err(Failure::usage(other)),
        };
        rows.push((chip, usable));
    }
    let text = match format {
        TableOrJson::Json => {
            let chip = |(chip, usable): &(String, bool)| serde_json::json!({ "chip": chip, "usable": usable });
            json_text(&serde_json::json!({
                "schema": "propp.chips/1",
                "cupti_version": library.version(),
                "chips": rows.iter().map(chip).collect::<Vec<_>>(),
            }))?
        }
        TableOrJson::Table => rows.iter().fold(String::new(), |mut out, (chip, usable)| {
            let note =
                if *usable { "" } else { "  (listed by CUPTI, which has no counters for it)" };
            let _ = writeln!(out, "{chip}{note}");
            out
        }),
    };
    destination.write(&text, format.output(), false)
}
