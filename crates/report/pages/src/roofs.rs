//! How near a kernel comes to the roofs, as two bars: one of moving bytes, one of executing
//! instructions.

use maud::{Markup, html};

use propp_report::first::{Roof, Roofs};

/// The cell, which is sorted by the nearest roof.
pub(super) fn roofs(roofs: &Roofs) -> Markup {
    let sides = [(roofs.memory(), "memory"), (roofs.compute(), "compute")];
    if sides.iter().all(|(roof, _)| roof.is_none()) {
        return html! { td { "?" } };
    }
    let nearest = roofs.nearest().map(|roof| format!("{:.4}", roof.share));
    html! {
        td.roofs data-v=[nearest] { @for (roof, side) in sides { (bar(roof, side)) } }
    }
}

/// The same outside of a table.
pub(super) fn bars(roofs: &Roofs) -> Markup {
    html! {
        div.roofs {
            (bar(roofs.memory(), "memory"))
            (bar(roofs.compute(), "compute"))
        }
    }
}

/// A bar, and beside it what it shows.
fn bar(roof: Option<&Roof>, side: &str) -> Markup {
    html! {
        div {
            @if let Some(Roof { name, share }) = roof {
                span.share {
                    span style=(format!("width:{:.0}%", 100.0 * share.min(1.0))) {}
                }
                (format!("{:.0} % {name}", 100.0 * share))
            } @else {
                span.share {} "? " (side)
            }
        }
    }
}
