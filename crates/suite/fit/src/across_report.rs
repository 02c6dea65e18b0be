//! What one GPU says of another, as tables.

use std::fmt::Write as _;

use super::across::{Direction, Errors, SHORT};
use super::validate::Figures;
use super::words::percent;

pub fn across_table(one: &Direction) -> String {
    let mut out = format!(
        "\nFrom {} to {}: {} cases that both ran, the primitive of each left out of the fit\n\n\
         {:<34}{:>8}{:>8}{:>10}{:>8}{:>8}\n",
        one.from, one.to, one.cases, "prices", "pairs", "right", "median", "p90", "p95"
    );
    for (name, figures) in &one.prices {
        let _ = writeln!(out, "{}", prices_row(name, figures));
    }
    let titles = |out: &mut String, what: &str| {
        let _ = writeln!(
            out,
            "\n{what:<34}{:>8}{:>8}{:>10}{:>8}{:>8}",
            "number", "bias", "median", "p90", "p95"
        );
    };
    titles(&mut out, &format!("times of kernels, {:.0} us or more", SHORT / 1e3));
    for (name, errors) in &one.kernels {
        let _ = writeln!(out, "{}", errors_row(name, errors));
    }
    titles(&mut out, "by the ratio, mostly");
    for (resource, errors) in &one.by_resource {
        let _ = writeln!(out, "{}", errors_row(resource.name(), errors));
    }
    titles(&mut out, "times of whole cases");
    for (name, errors) in &one.whole {
        let _ = writeln!(out, "{}", errors_row(name, errors));
    }
    let _ = writeln!(out, "\n80 % ranges of kernels hold {:.1} % of them.", 100.0 * one.held);
    out
}

fn prices_row(name: &str, figures: &Figures) -> String {
    let factor = |error: Option<f64>| {
        error.map_or_else(|| "-".to_owned(), |error| format!("{:.3}", 1.0 + error))
    };
    format!(
        "{name:<34}{:>8}{:>8}{:>10}{:>8}{:>8}",
        figures.ordering.total.pairs,
        percent(figures.ordering.total),
        factor(figures.median_error),
        factor(figures.p90_error),
        factor(figures.spread.map(|spread| spread - 1.0)),
    )
}

pub(super) fn errors_row(name: &str, errors: &Errors) -> String {
    format!(
        "{name:<34}{:>8}{:>8.3}{:>10.3}{:>8.3}{:>8.3}",
        errors.count, errors.bias, errors.median, errors.ninety, errors.ninety_five
    )
}
