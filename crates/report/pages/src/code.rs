//! The compiled code of kernels, closed until somebody opens it.

use std::collections::BTreeSet;

use maud::{Markup, html};
use propp_base_text::html::scrolling;
use propp_base_text::{Page, count, cut};
use propp_code_lines::listing::{Listing, list};
use propp_judge_analysis::KernelReport;
use propp_recording::Recording;
use propp_report::code;

/// Code stops where it fills this many bytes; a page has 2 MB at most.
const ROOM: usize = 300_000;

/// Characters of a line.
const PAGE: Page = Page { width: 110, colour: false };

/// Characters of a name.
const NAME: usize = 100;

/// The section, if the recordings have code of these kernels.
pub(super) fn section(kernels: &[&KernelReport], recordings: &[&Recording]) -> Option<Markup> {
    let mut shown: Vec<(Listing, String)> = Vec::new();
    let (mut bytes, mut left_out) = (0, 0_u64);
    for (recording, cubin, symbol) in pieces(kernels, recordings) {
        if bytes > ROOM {
            left_out += 1;
            continue;
        }
        let cubin = &recording.cubins[cubin];
        let listing = cubin.unpack().and_then(|bytes| list(&bytes, &cubin.hash, symbol, None).ok());
        if let Some(mut listing) = listing {
            listing.count(kernels.iter().filter_map(|kernel| kernel.lines.as_deref()));
            let text = code::render(std::slice::from_ref(&listing), PAGE);
            bytes += text.len();
            shown.push((listing, text));
        }
    }
    (!shown.is_empty()).then(|| {
        html! {
            p {
                "The instructions of measured kernels. " code { "a.cu:7 < :12" }
                " is line 7, inlined into line 12; a bar stands for each loop around an instruction. "
                "Operands: " code { "propp show FILE --code NAME" } ", where nvdisasm is installed."
            }
            @for (listing, text) in &shown {
                details {
                    summary { (cut(&listing.name, NAME)) " (" (code::in_short(listing)) ")" }
                    (scrolling(&format!("Code of {}", cut(&listing.name, NAME)), &html! { pre { (text) } }))
                }
            }
            @if left_out > 0 {
                p { "The code of " (count(left_out, "further kernel", "further kernels")) " is left out here." }
            }
        }
    })
}

/// The code of each kernel, in their order.
fn pieces<'r>(
    kernels: &'r [&'r KernelReport],
    recordings: &'r [&'r Recording],
) -> impl Iterator<Item = (&'r Recording, usize, &'r str)> {
    let mut known = BTreeSet::new();
    let all = kernels.iter().flat_map(move |kernel| {
        let symbol = kernel.name.symbol.as_str();
        recordings.iter().flat_map(move |recording| {
            let rows = recording.code.iter();
            let own = rows.filter(move |row| recording.names[row.function] == symbol);
            own.map(move |row| (*recording, row.cubin, symbol))
        })
    });
    all.filter(move |(recording, cubin, symbol)| {
        known.insert((*symbol, recording.cubins[*cubin].hash.as_str()))
    })
}
