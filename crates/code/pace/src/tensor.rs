//! The tensor cores' share of a warp's instructions.
//!
//! The shapes are those that the words of ptxas of CUDA 13.0 say, compared with nvdisasm's. One
//! thread starts the matrix instructions of Blackwell's data-centre GPUs (`UTCHMMA` and so on): of
//! these nothing is known here.

use propp_code_sass::{Architecture, Instruction};

/// Cycles in which the warp's instruction keeps the tensor core of its quarter of an SM busy; 0 for
/// all other instructions.
pub(crate) fn cycles(one: &Instruction, architecture: Architecture) -> f64 {
    products(one) / products_in_a_cycle(architecture)
}

/// Multiply-adds of a warp, those of 16 bits counted as one: of 32 bits as two, of 8 as a half.
fn products(one: &Instruction) -> f64 {
    let bits = |low: u32, count: u32| (one.word >> low & ((1 << count) - 1)) as f64;
    match one.opcode.name() {
        // 64 rows for four warps, 8 columns or a multiple, 32 bytes of the inner side.
        Some("HGMMA" | "QGMMA") => 16.0 * 8.0 * (bits(53, 5) + 1.0) * 16.0,
        Some("IGMMA") => {
            let place = (bits(53, 6) / 3.0).floor();
            let columns = if place > 3.0 { 16.0 * (place - 1.0) } else { 8.0 * (place + 1.0) };
            16.0 * columns * 16.0
        }
        // 16 rows, 8 columns; bits 75 and 78 say how long the inner side is, bit 83 TF32.
        Some("HMMA" | "IMMA" | "QMMA") => {
            let [is_long, is_short, is_tf32] = [75, 78, 83].map(|bit| bits(bit, 1) > 0.0);
            match (is_long, is_tf32 && !is_short) {
                (true, _) | (_, true) => 2048.0,
                _ => 1024.0,
            }
        }
        // Four elements of an inner side of doubles, or 8, 16, 32; bits 76 and 77.
        Some("DMMA") => DOUBLE * 256.0 * 2.0_f64.powf(bits(76, 2)),
        _ => 0.0,
    }
}

/// A multiply-add of doubles takes as long as so many of 16 bits, on an A100 and an H100.
const DOUBLE: f64 = 16.0;

/// Multiply-adds of 16 bits that a tensor core does in a cycle: from the peak rates of the data
/// sheets of T4, A100, RTX 3090, RTX 4090, H100, B200 and RTX 5090, their SMs and clocks.
fn products_in_a_cycle(architecture: Architecture) -> f64 {
    match architecture.number() {
        80 => 256.0,
        90 => 512.0,
        100..=119 => 1024.0,
        _ => 128.0,
    }
}

/// Wavefronts of shared memory of a load or store of matrices, which no counter of its accesses
/// counts: one a matrix, without bank conflicts.
pub(crate) fn wavefronts(one: &Instruction) -> f64 {
    match one.opcode.name() {
        Some("LDSM" | "STSM") => f64::from(1_u32 << (one.word >> 72 & 3)),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: u128, number: u32) -> [f64; 2] {
        let architecture = Architecture::from_number(number).unwrap();
        let one = Instruction::decode(architecture, 0, word);
        [cycles(&one, architecture), wavefronts(&one)]
    }

    /// As ptxas of CUDA 13.0 compiles `wgmma`, `mma.sync` and `ldmatrix`.
    #[test]
    fn instructions_take_what_their_shapes_say() {
        let of_hopper = [
            ("wgmma n64 bf16", 0xfe6000c0018ff00e00000041879f0, [32.0, 0.0]),
            ("wgmma n256 tf32", 0xfe6000c0028ff07e00000041879f0, [128.0, 0.0]),
            ("wgmma n256 e4m3", 0xfe6000c0008ff03e00000041879f3, [128.0, 0.0]),
            ("wgmma n24 s8", 0xfe6000c0410ff00c00000041879f1, [12.0, 0.0]),
            ("wgmma n96 s8", 0xfe6000c0410ff02a00000041879f1, [48.0, 0.0]),
            ("mma m16n8k16 bf16", 0x4fde000004180c000000080404723c, [4.0, 0.0]),
            ("mma m16n8k8 f16", 0x4fde0000001008000000000408723c, [2.0, 0.0]),
            ("mma m16n8k8 tf32", 0x4fde000008100c000000080404723c, [4.0, 0.0]),
            ("mma m16n8k4 tf32", 0x4fde0000085008000000000408723c, [2.0, 0.0]),
            ("mma m16n8k32 s8", 0x4fde0000405c0c0000000804047237, [4.0, 0.0]),
            ("mma m16n8k16 f64", 0x4e240000003008000000201008723f, [64.0, 0.0]),
            ("ldmatrix x1", 0xe62000800000000000004ff05783b, [0.0, 1.0]),
            ("ldmatrix x4 trans", 0xe62000800420000000004ff04783b, [0.0, 4.0]),
            ("stmatrix x2", 0x4fe800000001000000000400007844, [0.0, 2.0]),
        ];
        for (what, word, expected) in of_hopper {
            assert_eq!(of(word, 90), expected, "{what}");
        }
        let of_ampere = of(0x4ff6000004180c000000080404723c, 80);
        assert_eq!(of_ampere, [8.0, 0.0], "mma m16n8k16 bf16");
    }
}
