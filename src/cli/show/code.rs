//! `propp show --code`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use propp_base_names::{KernelFilter, demangle};
use propp_base_text::{Page, printable};
use propp_code_lines::listing::{Listing, Piece, is_launched, json, list, pieces, why_none};
use propp_code_lines::{KernelLines, of_recording};
use propp_collect_toolkit::Surroundings;
use propp_collect_toolkit::disassemble::{find_nvdisasm, operands};
use propp_recording::Recording;
use propp_recording_wire::variables;
use propp_report::code;

use super::render::Format;
use crate::cli::common::recordings::read;
use crate::cli::say::{Failure, Result, no_json, say};

/// What of the code is shown.
pub(super) struct Wanted<'a> {
    pub(super) kernel: Option<&'a KernelFilter>,
    /// Of `-k`, which may come from the environment.
    pub(super) filter: Option<&'a KernelFilter>,
    pub(super) format: Format,
    pub(super) page: Page,
}

pub(super) fn schema() -> Result<String> {
    json::schema().map_err(no_json)
}

/// Fails if no recording has such code, and why.
pub(super) fn report(files: &[&Path], wanted: &Wanted<'_>) -> Result<String> {
    if !matches!(wanted.format, Format::Table | Format::Json) {
        return Err(Failure::usage("--code is written as a table or as JSON (--format json)"));
    }
    let recordings: Vec<_> = files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let all = pieces(&recordings);
    if all.is_empty() {
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let (files, why) = (files.join(", "), why_none(&recordings));
        return Err(Failure::usage(format!("{files} has no code of kernels: {why}")));
    }
    // What is typed behind --code goes before what the environment says.
    let filter = wanted.kernel.or(wanted.filter);
    let names: BTreeSet<String> = all.iter().map(|piece| demangle(piece.symbol)).collect();
    let filter = filter.map(|filter| filter.among(names.iter().map(String::as_str)));
    let filter = filter.as_ref();
    let is_chosen =
        |piece: &&Piece<'_>| filter.is_none_or(|filter| filter.matches(&demangle(piece.symbol)));
    let chosen: Vec<&Piece<'_>> = all.iter().filter(is_chosen).collect();
    if let (Some(filter), true) = (filter, chosen.is_empty()) {
        let what = if is_launched(&recordings, |name| filter.matches(name)) {
            "the recording has no code of this kernel, which was not measured or whose code could \
             not be read (see `propp show --all`); no kernel with code matches"
        } else {
            "no kernel with code matches"
        };
        return Err(Failure::usage(filter.nothing_among(what, names.into_iter().collect())));
    }
    let is_list = filter.is_none() && names.len() > 1 && wanted.format == Format::Table;
    let mut disassembler = if is_list { None } else { find_nvdisasm(&surroundings()) };
    let counted: Vec<KernelLines> = recordings.iter().flat_map(of_recording).collect();
    let mut listings = Vec::new();
    for piece in chosen {
        match listing(piece, &mut disassembler, say) {
            Ok(mut listing) => {
                listing.count(&counted);
                listings.push(listing);
            }
            Err(reason) => {
                say(&format!("propp: the code of {}: {reason}", demangle(piece.symbol)));
            }
        }
    }
    if listings.is_empty() {
        return Err(Failure::usage("none of the code can be shown"));
    }
    match wanted.format {
        Format::Json => json::render(&listings).map_err(no_json),
        _ if is_list => {
            let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
            let table = code::overview(&listings, wanted.page);
            Ok(format!("{table}\nOne of them: propp show {file} --code NAME\n"))
        }
        _ => Ok(code::render(&listings, wanted.page)),
    }
}

/// The code of a kernel by its full name; or why there is none.
pub(in crate::cli) fn of_kernel(
    recordings: &[Recording],
    name: &str,
) -> Result<Vec<Listing>, String> {
    let all = pieces(recordings);
    if all.is_empty() {
        return Err(format!("There is no code: {}", why_none(recordings)));
    }
    let own: Vec<&Piece<'_>> =
        all.iter().filter(|piece| printable(&demangle(piece.symbol)) == name).collect();
    if own.is_empty() {
        return Err(
            "The recording has no code of this kernel, which was not measured or whose code \
                    could not be read; `propp show FILE --all` has the notices"
                .to_owned(),
        );
    }
    let mut disassembler = find_nvdisasm(&surroundings());
    let counted: Vec<KernelLines> = recordings.iter().flat_map(of_recording).collect();
    let mut listings = Vec::new();
    let mut reason = String::new();
    for piece in own {
        // The listing says itself that it has no operands.
        match listing(piece, &mut disassembler, |_| ()) {
            Ok(mut listing) => {
                listing.count(&counted);
                listings.push(listing);
            }
            Err(why) => reason = why,
        }
    }
    if listings.is_empty() {
        Err(format!("The code cannot be shown: {reason}"))
    } else {
        Ok(listings)
    }
}

/// What does not go to a terminal has whole lines.
pub(super) const WHOLE: Page = Page { width: 10_000, colour: false };

fn surroundings() -> Surroundings {
    let explicit = std::env::var_os(variables::CUDA_DIR).filter(|value| !value.is_empty());
    Surroundings::from_environment(explicit.map(PathBuf::from))
}

/// A disassembler that fails is not asked again.
fn listing(
    piece: &Piece<'_>,
    disassembler: &mut Option<PathBuf>,
    say: impl Fn(&str),
) -> Result<Listing, String> {
    let cubin = &piece.recording.cubins[piece.cubin];
    let bytes = cubin.unpack().ok_or("it is damaged in the recording")?;
    let said = disassembler.as_deref().map(|nvdisasm| operands(nvdisasm, &bytes));
    let operands = match said {
        Some(Err(reason)) => {
            let name = disassembler.take().unwrap_or_default();
            say(&format!("propp: {} was of no use: {reason}", name.display()));
            None
        }
        other => other.and_then(Result::ok),
    };
    list(&bytes, &cubin.hash, piece.symbol, operands.as_ref())
}
