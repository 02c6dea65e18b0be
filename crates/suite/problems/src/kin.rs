//! Which primitives are relatives: what is learned of one is known of the others.

/// Primitives by kin, each by the beginning of its name. The longest that fits counts.
const KIN: &[(&str, &[&str])] = &[
    ("scans", &["scan", "segmented_scan", "reduce_by_key", "compute.block_scan"]),
    ("reductions", &["reduce", "segmented_reduce", "count"]),
    ("searches in order", &["find", "equal", "mismatch"]),
    ("host memory", &["copy.h2d", "transform.host"]),
    (
        "element by element",
        &["adjacent_difference", "copy", "fill", "replace", "sequence", "tabulate", "transform"],
    ),
    ("gathers and scatters", &["gather", "scatter"]),
    ("sorts", &["merge_sort", "radix_sort"]),
    ("merges and sets", &["merge", "set"]),
    ("selections", &["partition", "select", "unique"]),
    ("histograms", &["histogram"]),
    ("transpositions", &["transpose"]),
    ("binary searches", &["search"]),
    (
        "matrix products",
        &["compute.gemm", "compute.small_gemm", "compute.nbody", "compute.nearest"],
    ),
    ("rows", &["compute.softmax", "compute.layer_norm"]),
    ("meshes", &["compute.stencil"]),
    ("sparse products", &["compute.spmv"]),
    ("integer rounds", &["compute.hash"]),
    ("special functions", &["compute.functions"]),
    ("tree searches", &["compute.queens"]),
    ("medians", &["compute.median"]),
];

/// The kin of a primitive: its own name if it has no relatives.
pub fn kin(primitive: &str) -> &str {
    let of = |(kin, names): &(&'static str, &[&str])| {
        let fitting = names.iter().filter(|begin| begins(primitive, begin));
        Some((fitting.map(|begin| begin.len()).max()?, *kin))
    };
    KIN.iter().filter_map(of).max().map_or(primitive, |(_, kin)| kin)
}

/// Whether the words of a name begin with these.
fn begins(primitive: &str, begin: &str) -> bool {
    let rest = primitive.strip_prefix(begin);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kin_to_what_it_begins_with() {
        for (primitive, wanted) in [
            ("scan.exclusive", "scans"),
            ("reduce.sum", "reductions"),
            ("reduce_by_key.sum", "scans"),
            ("copy", "element by element"),
            ("copy.h2d", "host memory"),
            ("transform_if", "element by element"),
            ("transpose", "transpositions"),
            ("merge", "merges and sets"),
            ("merge_sort.keys", "sorts"),
            ("count_if", "reductions"),
            ("fft", "fft"),
        ] {
            assert_eq!(kin(primitive), wanted, "{primitive}");
        }
    }
}
