//! `propp inspect`.

pub(crate) mod files;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::ValueEnum;
use propp_base_columns::csv::{self, Reals};
use propp_base_names::KernelFilter;
use propp_code_inspect::{Code, Gpu, Inspection, Launches, Order, Target, architecture, report};
use propp_recording_wire::variables;

use super::common::destination::{CodeFormat, Destination, ReportFormat};
use super::say::terminal::Output;
use super::say::{Failure, Result, no_json};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Compiled files to inspect: executables, shared libraries, objects, archives, fatbins and
    /// cubins, or folders with such files
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// GPU to compute the occupancy for, such as H100; propp then shows only the code for this GPU
    /// [default: one GPU per architecture]
    #[arg(long, value_name = "NAME", value_parser = Gpu::named)]
    gpu: Option<Gpu>,
    /// Block sizes to compute the occupancy for, in threads [default: the launch bounds, and 64,
    /// 128, 256, 512 and 1024]
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    block: Vec<u32>,
    /// Dynamic shared memory per block, in bytes, for the occupancy
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    shared: u32,
    /// Show only the code for this architecture, such as sm_90 [default: in a table, the
    /// architecture with the most kernels; otherwise all]
    #[arg(long, value_name = "ARCH", value_parser = architecture)]
    arch: Option<Target>,
    /// Show only some kernels, in full: by name or a part of it, by =NAME (the whole name), or by
    /// regex:EXPRESSION [default: all kernels, one line each]
    #[arg(short, long, value_name = "NAME", env = variables::KERNEL)]
    kernel: Option<KernelFilter>,
    /// Order of the kernels
    #[arg(long, value_enum, default_value_t = Sort::Conspicuous)]
    sort: Sort,
    /// Number of kernels to show [default: 10 in a table or Markdown, 3 in a table with -k,
    /// otherwise all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    #[command(flatten)]
    destination: Destination<CodeFormat>,
    /// Print a long report directly, not through a pager
    #[arg(long)]
    no_pager: bool,
    /// Print only the JSON Schema of --format json
    #[arg(long)]
    schema: bool,
}

/// What has no effect beside --schema.
pub(super) const WITHOUT_EFFECT: [(&str, &[&str]); 1] =
    [("schema", &["files", "gpu", "block", "shared", "arch", "kernel", "sort", "top", "format"])];

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    /// Kernels with the most serious findings first, such as spills in a loop
    Conspicuous,
    /// Alphabetical order of names
    Name,
    /// Most registers first
    Registers,
    /// Largest stack first
    Stack,
    /// Most instructions first
    Instructions,
    /// Lowest occupancy first
    Occupancy,
}

impl From<Sort> for Order {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Conspicuous => Self::Conspicuous,
            Sort::Name => Self::Name,
            Sort::Registers => Self::Registers,
            Sort::Stack => Self::Stack,
            Sort::Instructions => Self::Instructions,
            Sort::Occupancy => Self::Occupancy,
        }
    }
}

/// Kernels that are shown in full, if nobody asks for another number.
const IN_FULL: usize = 3;

pub(super) fn run(args: &Args) -> Result<()> {
    if args.schema {
        let schema = report::schema().map_err(no_json)?;
        args.destination.write(&schema, Output::Data, !args.no_pager)?;
        return Ok(());
    }
    let format = args.destination.format()?;
    args.destination.check(&args.files)?;
    let mut code = files::read(&args.files, format.output())?;
    select(args, &mut code).map_err(Failure::usage)?;
    let launches = Launches {
        gpu: args.gpu.clone(),
        blocks: args.block.iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
        dynamic_shared_bytes: args.shared,
    };
    let mut inspection = Inspection::new(code, launches);
    inspection.sort(args.sort.into());
    let text = render(args, format, &inspection)?;
    args.destination.write(&text, format.output(), !args.no_pager)
}

fn render(args: &Args, format: CodeFormat, inspection: &Inspection) -> Result<String> {
    let top = |usual: usize| args.top.unwrap_or(usual);
    Ok(match format {
        CodeFormat::Table => {
            let page = args.destination.page();
            match args.kernel {
                Some(_) => report::full(inspection, page, top(IN_FULL)),
                None => report::screen(inspection, page, top(report::KERNELS)),
            }
        }
        CodeFormat::Json => report::json(inspection, top(usize::MAX)).map_err(no_json)?,
        CodeFormat::Csv => {
            let table = report::rows(inspection, top(usize::MAX)).map_err(Failure::usage)?;
            csv::text(&table, Reals::Plain)?
        }
        CodeFormat::Md => report::markdown(inspection, top(report::KERNELS)),
        CodeFormat::Html => report::page(inspection, top(usize::MAX)),
    })
}

/// Leaves the kernels that were asked for.
fn select(args: &Args, code: &mut Code) -> Result<(), String> {
    args.arch.map_or(Ok(()), |target| code.only_architecture(target))?;
    args.gpu.as_ref().map_or(Ok(()), |gpu| code.only_gpu(gpu))?;
    args.kernel.as_ref().map_or(Ok(()), |filter| code.only_named(filter))
}
