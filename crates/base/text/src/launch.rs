//! Grids, blocks and versions of CUDA in words.

/// Three extents without those of 1 at the end, `separator` between them.
pub fn dimensions(xyz: [u32; 3], separator: &str) -> String {
    let shown = match xyz {
        [_, 1, 1] => &xyz[..1],
        [_, _, 1] => &xyz[..2],
        _ => &xyz,
    };
    shown.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
}

/// `(16384)x(256)`.
pub fn grid_and_block(grid: [u32; 3], block: [u32; 3]) -> String {
    format!("({})x({})", dimensions(grid, ","), dimensions(block, ","))
}

/// `(16384)x(256) +1024 B`: shared memory that is asked for at the launch is named.
pub fn launch(grid: [u32; 3], block: [u32; 3], dynamic_shared_bytes: u32) -> String {
    let text = grid_and_block(grid, block);
    if dynamic_shared_bytes == 0 { text } else { format!("{text} +{dynamic_shared_bytes} B") }
}

/// `13.0` for 13000, as the driver has it.
pub fn cuda_version(number: impl Into<i64>) -> String {
    let number = number.into();
    format!("{}.{}", number / 1000, number % 1000 / 10)
}

/// `13.0.1` for 130001, as CUPTI has it.
pub fn cupti_version(number: u32) -> String {
    format!("{}.{}.{}", number / 10_000, number % 10_000 / 100, number % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_of_one_at_the_end_go_unsaid() {
        assert_eq!(grid_and_block([16384, 1, 1], [256, 1, 1]), "(16384)x(256)");
        assert_eq!(grid_and_block([4, 2, 1], [8, 1, 4]), "(4,2)x(8,1,4)");
        assert_eq!(launch([4, 1, 1], [8, 1, 1], 64), "(4)x(8) +64 B");
        assert_eq!(dimensions([4, 1, 3], "x"), "4x1x3");
    }

    #[test]
    fn versions_have_points() {
        assert_eq!([12_080, 13_000].map(|number: i32| cuda_version(number)), ["12.8", "13.0"]);
        assert_eq!(cupti_version(130_001), "13.0.1");
    }
}
