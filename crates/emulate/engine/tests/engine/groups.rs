//! Products of four warps (`wgmma`), against plain arithmetic. Matrices are put into shared memory as
//! the manual describes it: atoms of eight rows, whose chunks of 16 bytes change places within a row.

use propp_emulate_engine::{Cause, LaunchError};
use propp_emulate_ptx::Module;

use crate::support::{launch, module, words};

/// Where the second matrix begins in shared memory.
const SECOND: usize = 16 << 10;
const SHARED: usize = 64 << 10;
/// Where the first step along the depth ends and the second begins, if they are not in one atom.
const STEP: usize = 8 << 10;

/// How a matrix lies in shared memory.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Bytes of a row of an atom, whose elements follow each other along the depth.
    Depth(usize),
    /// Elements follow each other along the other axis.
    Across(usize),
    Registers,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    types: [&'static str; 3],
    columns: usize,
    a: Kind,
    b: Kind,
}

fn size(ty: &str) -> usize {
    match ty {
        "f16" | "bf16" => 2,
        "tf32" => 4,
        _ => 1,
    }
}

/// The bits of a small number.
fn bits(ty: &str, number: i32) -> u32 {
    let float = (number as f32).to_bits();
    let (sign, size) = (u32::from(number < 0), number.unsigned_abs() as usize);
    match ty {
        "f16" => [0, 0x3c00, 0x4000, 0x4200][size] | sign << 15,
        "bf16" => float >> 16,
        // The last bits do not count.
        "tf32" => float | 0x1abc,
        "e4m3" => [0, 0x38, 0x40, 0x44][size] | sign << 7,
        "e5m2" => [0, 0x3c, 0x40, 0x42][size] | sign << 7,
        _ => (number as u32) & 0xff,
    }
}

/// An element of a matrix: -3 to 3, of unsigned numbers 0 to 3.
fn element(ty: &str, seed: usize, row: usize, deep: usize) -> i32 {
    let mixed = (row * 31 + deep * 17 + seed * 7 + row * deep) % 7;
    let number = mixed as i32 - 3;
    if ty == "u8" { number.abs() } else { number }
}

/// The descriptor of a matrix, and where its elements lie: by row (or column) and depth, of two steps.
struct Laid {
    kind: Kind,
    start: usize,
    rows: usize,
    size: usize,
}

impl Laid {
    fn in_step(&self) -> usize {
        32 / self.size
    }

    /// Distances of the descriptor: leading and stride.
    fn distances(&self) -> (usize, usize) {
        match self.kind {
            // Of two chunks of the depth, and of groups of eight rows.
            Kind::Depth(16) => (self.rows * 16, 128),
            Kind::Depth(width) => (16, 8 * width),
            // Of groups of eight along the depth, and along the other axis.
            Kind::Across(16) => (self.rows * 16, 128),
            // Of atoms along the other axis, and along the depth.
            Kind::Across(width) => (8 * width * 4, 8 * width),
            Kind::Registers => (0, 0),
        }
    }

    fn start_of_step(&self, step: usize) -> usize {
        let (leading, stride) = self.distances();
        let next = match self.kind {
            Kind::Depth(64 | 128) => 32,
            Kind::Depth(_) | Kind::Registers => STEP,
            Kind::Across(16) => 2 * leading,
            Kind::Across(_) => 2 * stride,
        };
        self.start + step * next
    }

    /// Of an element whose depth is that within its step.
    fn place(&self, step: usize, row: usize, deep: usize) -> usize {
        let (leading, stride) = self.distances();
        let start = self.start_of_step(step);
        match self.kind {
            Kind::Depth(16) => {
                let byte = deep * self.size;
                start + row / 8 * stride + byte / 16 * leading + row % 8 * 16 + byte % 16
            }
            Kind::Depth(width) => {
                let atom = self.start + row / 8 * stride;
                let atom = if width == 32 { atom + step * STEP } else { atom };
                let deep = if width == 32 { deep } else { deep + step * self.in_step() };
                atom + swizzled(width, row % 8, deep * self.size)
            }
            Kind::Across(16) => {
                start + row / 8 * stride + deep / 8 * leading + deep % 8 * 16 + row % 8 * self.size
            }
            Kind::Across(width) => {
                let byte = row * self.size;
                let atom = start + byte / width * leading + deep / 8 * stride;
                atom + swizzled(width, deep % 8, byte % width)
            }
            Kind::Registers => 0,
        }
    }

    fn descriptor(&self, step: usize) -> u64 {
        let (leading, stride) = self.distances();
        let mode = match self.kind {
            Kind::Depth(128) | Kind::Across(128) => 1_u64,
            Kind::Depth(64) | Kind::Across(64) => 2,
            Kind::Depth(32) | Kind::Across(32) => 3,
            Kind::Depth(_) | Kind::Across(_) | Kind::Registers => 0,
        };
        let field = |value: usize, at: u32| (value as u64 >> 4) << at;
        mode << 62 | field(self.start_of_step(step), 0) | field(leading, 16) | field(stride, 32)
    }
}

/// A byte of a row of an atom: its chunk changes places by as many of the row's bits as the width has.
fn swizzled(width: usize, row: usize, byte: usize) -> usize {
    // Rows of 128 bytes count, whatever the width.
    let line = row * width / 128 % (width / 16);
    row * width + ((byte / 16) ^ line) * 16 + byte % 16
}

fn put(image: &mut [u8], at: usize, size: usize, bits: u32) {
    image[at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
}

/// Copies an image into shared memory, and has four warps ready for a product.
const PREPARED: &str = ".shared .align 1024 .b8 s[65536];\nmov.u32 %r1, s;\nmov.u32 %r2, %tid.x;\n\
    shl.b32 %r3, %r2, 2;\n$L:\ncvt.u64.u32 %rd10, %r3;\nadd.s64 %rd11, %rd0, %rd10;\n\
    ld.global.u32 %r4, [%rd11];\nadd.u32 %r5, %r1, %r3;\nst.shared.u32 [%r5], %r4;\n\
    add.u32 %r3, %r3, 512;\nsetp.lt.u32 %p1, %r3, 65536;\n@%p1 bra $L;\n\
    fence.proxy.async.shared::cta;\nbar.sync 0;\nmul.wide.u32 %rd12, %r2, 16;\n\
    add.s64 %rd13, %rd2, %rd12;\nwgmma.fence.sync.aligned;\n";

fn list(name: &str, count: usize) -> String {
    let names: Vec<String> = (0..count).map(|index| format!("%{name}{index}")).collect();
    format!("{{{}}}", names.join(", "))
}

fn kernel(case: Case, laid: &[Laid; 2]) -> Module {
    let [sum, a, b] = case.types;
    let registers = case.columns / if sum == "f16" { 4 } else { 2 };
    let depth = 32 / size(a);
    let opcode = format!(
        "wgmma.mma_async.sync.aligned.m64n{}k{depth}{}.{sum}.{a}.{b}",
        case.columns,
        if sum == "s32" { ".satfinite" } else { "" }
    );
    let mut body = format!("{PREPARED}.reg .b32 %d<{registers}>;\n.reg .b32 %a<4>;\n");
    for step in 0..2 {
        let first = match case.a {
            Kind::Registers => {
                body +=
                    &format!("ld.global.v4.u32 {}, [%rd13+{}];\n", list("a", 4), step * 128 * 16);
                list("a", 4)
            }
            Kind::Depth(_) | Kind::Across(_) => {
                body += &format!("mov.u64 %rd20, {};\n", laid[0].descriptor(step));
                "%rd20".to_owned()
            }
        };
        let across = |kind| u32::from(matches!(kind, Kind::Across(_)));
        let transposed = match (size(a), case.a) {
            (2, Kind::Registers) => format!(", {}", across(case.b)),
            (2, _) => format!(", {}, {}", across(case.a), across(case.b)),
            _ => String::new(),
        };
        // The second product is taken away, if the numbers have signs of their own.
        let signs = match (sum, step) {
            ("s32", _) => String::new(),
            (_, 0) => ", 1, 1".to_owned(),
            (_, _) => ", -1, 1".to_owned(),
        };
        body += &format!(
            "setp.ne.u32 %p2, {step}, 0;\nmov.u64 %rd21, {};\n{opcode} {}, {first}, %rd21, %p2\
             {signs}{transposed};\n",
            laid[1].descriptor(step),
            list("d", registers)
        );
    }
    body += "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
    body += &format!("mul.wide.u32 %rd14, %r2, {};\nadd.s64 %rd15, %rd1, %rd14;\n", registers * 4);
    for register in 0..registers {
        body += &format!("st.global.u32 [%rd15+{}], %d{register};\n", register * 4);
    }
    module(3, &body)
}

/// Runs a case, and compares all sums.
fn check(case: Case) {
    let [sum, a, b] = case.types;
    let laid = [
        Laid { kind: case.a, start: 0, rows: 64, size: size(a) },
        Laid { kind: case.b, start: SECOND, rows: case.columns, size: size(b) },
    ];
    let depth = 32 / size(a);
    let mut image = vec![0; SHARED];
    let mut registers = vec![0_u8; 2 * 128 * 16];
    for step in 0..2 {
        for deep in 0..depth {
            let whole = step * depth + deep;
            for row in 0..64 {
                let own = bits(a, element(a, 1, row, whole));
                match case.a {
                    Kind::Registers => {
                        // Four lanes of a row, each with four bytes, twice; rows eight apart.
                        let byte = deep * size(a);
                        let lane = row % 8 * 4 + byte % 16 / 4;
                        let register = row / 8 % 2 + byte / 16 * 2;
                        let thread = row / 16 * 32 + lane;
                        let at = ((step * 128 + thread) * 4 + register) * 4 + byte % 4;
                        put(&mut registers, at, size(a), own);
                    }
                    Kind::Depth(_) | Kind::Across(_) => {
                        put(&mut image, laid[0].place(step, row, deep), size(a), own);
                    }
                }
            }
            for column in 0..case.columns {
                let own = bits(b, element(b, 2, column, whole));
                put(&mut image, laid[1].place(step, column, deep), size(b), own);
            }
        }
    }
    let mut arrays = [image, vec![0; 128 * case.columns * 2], registers];
    let (counts, _) = launch(&kernel(case, &laid), 1, 128, &mut arrays).unwrap();
    let products = if sum == "s32" { 0 } else { 2 * 64 * case.columns * depth };
    assert_eq!(counts.half, products as u64);
    let out = words(&arrays[1]);
    let per_thread = case.columns / if sum == "f16" { 4 } else { 2 };
    for row in 0..64 {
        for column in 0..case.columns {
            let product = |step: usize| -> i32 {
                let deep = step * depth..(step + 1) * depth;
                deep.map(|deep| element(a, 1, row, deep) * element(b, 2, column, deep)).sum()
            };
            let expected = match sum {
                "s32" => product(0) + product(1),
                _ => product(0) - product(1),
            };
            let thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
            let index = column / 8 * 4 + row / 8 % 2 * 2 + column % 2;
            let found = match sum {
                "f16" => {
                    let word = out[thread * per_thread + index / 2];
                    i32::from(half(word >> (index % 2 * 16) & 0xffff))
                }
                "f32" => f32::from_bits(out[thread * per_thread + index]) as i32,
                _ => out[thread * per_thread + index].cast_signed(),
            };
            assert_eq!(found, expected, "{case:?}: row {row}, column {column}");
        }
    }
}

/// A whole number of 16 bits, below 2048.
fn half(bits: u32) -> i16 {
    let exponent = (bits >> 10 & 31) as i32 - 25;
    let whole = (f64::from(bits & 0x3ff | 0x400) * 2_f64.powi(exponent)) as i16;
    match (bits & 0x7fff, bits >> 15) {
        (0, _) => 0,
        (_, 0) => whole,
        _ => -whole,
    }
}

const WIDTHS: [usize; 4] = [16, 32, 64, 128];

#[test]
fn matrices_along_their_depth_in_all_swizzles_and_types() {
    let types = [
        ["f32", "f16", "f16"],
        ["f16", "f16", "f16"],
        ["f32", "bf16", "bf16"],
        ["f32", "tf32", "tf32"],
        ["f32", "e4m3", "e4m3"],
        ["f16", "e5m2", "e4m3"],
        ["f32", "e4m3", "e5m2"],
        ["s32", "s8", "s8"],
        ["s32", "u8", "s8"],
        ["s32", "s8", "u8"],
    ];
    for types in types {
        for width in WIDTHS {
            let (a, b) = (Kind::Depth(width), Kind::Depth(width));
            check(Case { types, columns: 24, a, b });
            check(Case { types, columns: 128, a: Kind::Registers, b });
        }
        check(Case { types, columns: 8, a: Kind::Depth(16), b: Kind::Depth(128) });
        check(Case { types, columns: 256, a: Kind::Depth(128), b: Kind::Depth(64) });
    }
}

#[test]
fn matrices_across_their_depth_in_all_swizzles() {
    for types in [["f32", "f16", "f16"], ["f16", "f16", "f16"], ["f32", "bf16", "bf16"]] {
        for width in WIDTHS {
            let (a, b) = (Kind::Across(width), Kind::Across(width));
            check(Case { types, columns: 64, a, b });
            check(Case { types, columns: 128, a: Kind::Depth(width), b });
            check(Case { types, columns: 32, a, b: Kind::Depth(128) });
            check(Case { types, columns: 192, a: Kind::Registers, b });
        }
    }
}

#[test]
fn a_pattern_that_begins_elsewhere_is_described_by_its_base_offset() {
    // The first matrix is one row of ones at the third line of a pattern that begins at the second.
    let start = 1024 + 128;
    let mut image = vec![0; SHARED];
    for deep in 0..16 {
        let chunk = |row: usize| ((deep * 2) / 16) ^ row;
        put(&mut image, start + 2 * 128 + chunk(2) * 16 + deep * 2 % 16, 2, 0x3c00);
        for column in 0..8 {
            let at = SECOND + column * 128 + chunk(column) * 16 + deep * 2 % 16;
            put(&mut image, at, 2, bits("f16", (column % 4) as i32));
        }
    }
    let descriptor = |start: usize| 1_u64 << 62 | start as u64 >> 4 | (1024_u64 >> 4) << 32;
    let body = format!(
        "{PREPARED}.reg .b32 %d<4>;\nmov.u64 %rd20, {};\nmov.u64 %rd21, {};\n\
         wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {}, %rd20, %rd21, 0, 1, 1, 0, 0;\n\
         add.s64 %rd15, %rd1, %rd12;\nst.global.v4.u32 [%rd15], {};",
        descriptor(start) | 1 << 49,
        descriptor(SECOND),
        list("d", 4),
        list("d", 4)
    );
    let mut arrays = [image, vec![0; 2048], Vec::new()];
    launch(&module(3, &body), 1, 128, &mut arrays).unwrap();
    let found: Vec<f32> = words(&arrays[1])[..32 * 4].iter().map(|w| f32::from_bits(*w)).collect();
    for (lane, sums) in found.chunks_exact(4).enumerate() {
        let of = |column: usize| if lane / 4 == 2 { (column % 4 * 16) as f32 } else { 0.0 };
        assert_eq!(sums, [of(lane % 4 * 2), of(lane % 4 * 2 + 1), 0.0, 0.0], "lane {lane}");
    }
}

#[test]
fn other_products_are_refused_and_wrong_descriptors_are_faults() {
    let refused = |instruction: &str| {
        let module = module(3, &format!(".reg .b32 %d<4>;\n{instruction}"));
        module.kernels[0].code.as_ref().unwrap_err().to_string()
    };
    for opcode in [
        "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16",
        "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc",
        "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16",
        "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
        "wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16",
    ] {
        let words = refused(&format!("{opcode} {}, %rd1, %rd2, 1, 1, 1, 0, 0;", list("d", 4)));
        assert!(words.contains(opcode), "{words}");
    }
    let product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd20, \
                   %rd21, 0, 1, 1, 0, 0;";
    let body =
        |first: &str| format!("{PREPARED}.reg .b32 %d<4>;\n{first}\nmov.u64 %rd21, 0;\n{product}");
    let fails = |first: &str| {
        let mut arrays = [vec![0; SHARED], Vec::new(), Vec::new()];
        match launch(&module(3, &body(first)), 1, 128, &mut arrays) {
            Err(LaunchError::Fault(fault)) => fault.cause,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(fails("cvt.u64.u32 %rd20, %r2;"), Cause::Unsupported(_)));
    let beyond = fails("mov.u64 %rd20, 0x3fff;");
    assert!(matches!(beyond, Cause::OutOfBounds { bytes: 16, .. }), "{beyond:?}");
}
