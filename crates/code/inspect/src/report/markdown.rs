//! Markdown for a pull request: a table of the most conspicuous kernels.

use std::fmt::Write as _;

use propp_base_text::escape::markdown as escaped;

use super::words::{contents, names, skipped};
use crate::findings::per_cent;
use crate::inspection::Inspection;

/// The room for a name.
const NAME: usize = 60;

pub fn render(inspection: &Inspection, most: usize) -> String {
    let mut out = format!("{}\n", escaped(&contents(inspection)));
    let kernels = &inspection.kernels[..most.min(inspection.kernels.len())];
    if !kernels.is_empty() {
        out.push_str("\n| kernel | architecture | registers | stack | shared | block | occupancy | conspicuous |\n");
        out.push_str("|---|---|---:|---:|---:|---:|---:|---|\n");
    }
    for (inspected, name) in kernels.iter().zip(names(kernels, NAME)) {
        let kernel = &inspected.kernel;
        let resources = &kernel.resources;
        let texts: Vec<String> =
            inspected.findings.iter().map(|finding| escaped(&finding.to_string())).collect();
        let (block, share) = match inspected.main() {
            Some(main) if main.refused.is_none() => {
                (main.block.to_string(), format!("{} %", per_cent(main.occupancy)))
            }
            Some(main) => (main.block.to_string(), "none".to_owned()),
            None => (String::new(), String::new()),
        };
        let registers = resources.registers.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let _ = writeln!(
            out,
            "| {} | {} | {registers} | {} | {} | {block} | {share} | {} |",
            escaped(&name),
            kernel.target,
            resources.stack_bytes,
            resources.static_shared_bytes,
            texts.join("<br>"),
        );
    }
    let more = inspection.kernels.len() - kernels.len();
    if more > 0 {
        let _ = writeln!(out, "\n{more} more kernels.");
    }
    for line in skipped(&inspection.files) {
        let _ = writeln!(out, "\nNot read: {}", escaped(&line));
    }
    out
}
