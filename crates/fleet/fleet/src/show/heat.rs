//! A map of ranks and kernels: how far each rank is from the median of the ranks.

use std::collections::BTreeMap;

use maud::{Markup, html};
use propp_base_statistics::median::median;
use propp_base_text::html::{Section, scrolling};

use super::short_name;
use crate::Fleet;
use crate::ask::{JobName, Total, by_job};

/// Kernels and ranks of a map, at most: those with most of the time, and the farthest.
const KERNELS: usize = 16;
const RANKS: usize = 64;

/// From where on a cell has a colour of the style sheet's, as shares above the median.
const LEVELS: [(f64, &str); 4] = [
    (0.25, "background:var(--h6);color:var(--ink)"),
    (0.10, "background:var(--h5);color:var(--ink)"),
    (0.05, "background:var(--h2)"),
    (0.02, "background:var(--h1)"),
];

/// A kernel of a map: its time in all, and for each run its distance from the median.
struct Kernel<'f> {
    of: JobName<'f>,
    total_ns: f64,
    apart: BTreeMap<usize, f64>,
}

pub(super) fn sections(fleet: &Fleet) -> Vec<Section> {
    let mut jobs: BTreeMap<&str, Vec<Kernel<'_>>> = BTreeMap::new();
    for (of, ranks) in by_job(fleet) {
        if ranks.len() >= 2 {
            jobs.entry(of.0).or_default().extend(kernel(of, &ranks));
        }
    }
    let section = |(place, (job, mut kernels)): (usize, (&str, Vec<Kernel<'_>>))| {
        kernels.sort_by(|a, b| b.total_ns.total_cmp(&a.total_ns));
        kernels.truncate(KERNELS);
        let title = format!("Ranks and kernels: {job}");
        Section::new(&format!("map-{place}"), &title, map(fleet, &kernels))
    };
    jobs.into_iter().enumerate().map(section).collect()
}

fn kernel<'f>(of: JobName<'f>, ranks: &[Total]) -> Option<Kernel<'f>> {
    let times: Vec<f64> = ranks.iter().map(|rank| rank.total_ns).collect();
    let middle = median(&times).filter(|middle| *middle > 0.0)?;
    let apart = ranks.iter().map(|rank| (rank.run, rank.total_ns / middle - 1.0)).collect();
    Some(Kernel { of, total_ns: times.iter().sum(), apart })
}

fn map(fleet: &Fleet, kernels: &[Kernel<'_>]) -> Markup {
    let mut farthest: BTreeMap<usize, f64> = BTreeMap::new();
    for (&run, share) in kernels.iter().flat_map(|kernel| &kernel.apart) {
        let most = farthest.entry(run).or_default();
        *most = most.max(share.abs());
    }
    let all = farthest.len();
    let mut runs: Vec<(usize, f64)> = farthest.into_iter().collect();
    runs.sort_by(|a, b| b.1.total_cmp(&a.1));
    runs.truncate(RANKS);
    runs.sort_by_key(|(run, _)| *run);
    let label = "Time of each rank relative to the median of the ranks";
    let table = html! {
        table.data {
            caption {
                "Time of a rank's launches beside the median of the ranks, in per cent. The "
                (kernels.len()) " kernels with most time, " (runs.len()) " of " (all) " ranks."
            }
            thead {
                tr {
                    th scope="col" { "rank" }
                    @for kernel in kernels {
                        th scope="col" title=(kernel.of.1.0) {
                            (short_name(kernel.of.1.0, 24))
                            @if !kernel.of.1.1.is_empty() { " (" (kernel.of.1.1) ")" }
                        }
                    }
                }
            }
            tbody {
                @for (run, _) in &runs {
                    tr {
                        th scope="row" { (rank(fleet, *run)) }
                        @for kernel in kernels { (cell(kernel.apart.get(run).copied())) }
                    }
                }
            }
        }
    };
    scrolling(label, &table)
}

/// The rank and its machine.
pub(super) fn rank(fleet: &Fleet, run: usize) -> String {
    let of = &fleet.runs[run];
    let rank = of.rank.map_or_else(|| "?".to_owned(), |rank| rank.to_string());
    format!("{rank} ({})", of.host)
}

fn cell(apart: Option<f64>) -> Markup {
    let Some(apart) = apart else { return html! { td { "" } } };
    let style = LEVELS.iter().find(|(least, _)| apart >= *least).map(|level| level.1);
    // A rounded nothing has no sign.
    let per_cent = (1000.0 * apart).round() / 10.0;
    let text = if per_cent == 0.0 { "0".to_owned() } else { format!("{per_cent:+.1}") };
    html! { td style=[style] { (text) } }
}
