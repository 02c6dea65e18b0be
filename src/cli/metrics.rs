//! `propp metrics`.

use std::fmt::Write;
use std::process::ExitCode;

use comfy_table::Table;
use cupti_sys::{Error, Host, Library};
use propp_collect::survey::{RatioRow, Survey, survey};
use propp_model::Product;
use propp_text::cupti_version;
use propp_text::table::text as lines;
use propp_toolkit::open_cupti;

use super::destination::{Destination, ReportFormat, TableOrJson};
use super::table::table;
use super::{Cuda, Failure, json_text};

/// Arguments of `propp metrics`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Chip to answer for, such as GH100 [default: the GPU present]
    #[arg(long, value_name = "NAME", env = "PROPP_CHIP")]
    chip: Option<String>,
    /// List the chips that the installed CUPTI knows
    #[arg(long, conflicts_with = "chip")]
    list_chips: bool,
    #[command(flatten)]
    destination: Destination<TableOrJson>,
    #[command(flatten)]
    cuda: Cuda,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
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
        TableOrJson::Table => text(&survey),
    };
    args.destination.write(&text, format.output(), false)?;
    Ok(ExitCode::SUCCESS)
}

/// A chip, or a product with one, in whatever case.
fn chip_called(name: &str, library: &Library) -> Result<String, Failure> {
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

fn present_chip(library: &Library) -> Result<String, Failure> {
    propp_cuda::chip_name(library, 0).map_err(|reason| {
        let chips = Host::chips(library).unwrap_or_default().join(", ");
        Failure::no_gpu(format!("{reason}; without a GPU, name a chip: --chip {chips}"))
    })
}

fn list_chips(
    library: &Library,
    destination: &Destination<TableOrJson>,
) -> Result<ExitCode, Failure> {
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
    destination.write(&text, format.output(), false)?;
    Ok(ExitCode::SUCCESS)
}

fn text(survey: &Survey) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {} passes (CUPTI {})\n",
        survey.chip,
        survey.passes.len(),
        cupti_version(survey.cupti_version),
    );
    let _ = writeln!(out, "{}", lines(&criteria_table(survey)));
    let _ = writeln!(out, "{}", lines(&passes_table(survey)));
    let _ = writeln!(
        out,
        "Counters that are divided by each other share a pass. (One quotient crosses passes on every \
         chip: Gran_L2 divides counts of patched code by counts of \
         unpatched code.)\n* Not read by kernel replay, where it would cost every launch some 20 ms.\nAsked for in one set, packed as CUPTI likes, these counters need {}.",
        passes(survey.passes_in_one_set)
    );
    match survey.missing.as_slice() {
        [] => out.push_str("The chip has every counter of the catalogue.\n"),
        missing => {
            let _ = writeln!(out, "Counters the chip lacks: {}", missing.join(", "));
        }
    }
    out
}

fn passes(count: usize) -> String {
    if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") }
}

fn criteria_table(survey: &Survey) -> Table {
    let mut table = table(["Criterion", "Quantity", "Pass", "Counters"]);
    for row in &survey.criteria {
        if row.ratios.is_empty() {
            table.add_row([row.criterion.name(), row.source, "-", "-"]);
        }
        add_ratios(&mut table, row.criterion.name(), &row.ratios);
    }
    add_ratios(&mut table, "Cost model", &survey.work);
    table
}

fn add_ratios(table: &mut Table, purpose: &str, ratios: &[RatioRow]) {
    for (index, ratio) in ratios.iter().enumerate() {
        table.add_row([
            if index == 0 { purpose } else { "" }.to_owned(),
            ratio.quantity.to_owned(),
            ratio.pass.map_or("-".to_owned(), |pass| pass.to_string()),
            ratio.left_out.clone().unwrap_or_else(|| ratio.counters.join("\n")),
        ]);
    }
}

fn passes_table(survey: &Survey) -> Table {
    let mut table = table(["Pass", "Counter", "Meaning"]);
    for (index, pass) in survey.passes.iter().enumerate() {
        for (row, counter) in pass.counters.iter().enumerate() {
            let number = if row == 0 { (index + 1).to_string() } else { String::new() };
            let mark = if counter.replayed { "" } else { " *" };
            table.add_row([number, format!("{}{mark}", counter.name), counter.meaning.to_owned()]);
        }
    }
    table
}
