//! Products of matrices, and their way between memory and registers, against plain arithmetic.
//! The places of elements are written out from the figures of the PTX manual.

use crate::support::{launch, module, words};

/// Row and column of an element of a lane, from its group (lane / 4) and place (lane % 4).
type Place = fn(u32, u32, u32) -> (u32, u32);

struct Shape {
    opcode: &'static str,
    extents: [u32; 3],
    /// Type, elements of a lane, their places: of a, b and c.
    a: (&'static str, u32, Place),
    b: (&'static str, u32, Place),
    c: (&'static str, u32, Place),
}

const SUM: Place = |group, place, i| (group + i / 2 * 8, place * 2 + i % 2);
const SUM_OF_8: Place = |group, place, i| (group, place * 2 + i);

fn shapes() -> Vec<Shape> {
    let halves_a: Place =
        |group, place, i| (group + i / 2 % 2 * 8, place * 2 + i % 2 + if i >= 4 { 8 } else { 0 });
    let halves_b: Place = |group, place, i| (place * 2 + i % 2 + if i >= 2 { 8 } else { 0 }, group);
    let words_a: Place = |group, place, i| (group + i % 2 * 8, place + if i >= 2 { 4 } else { 0 });
    let words_b: Place = |group, place, i| (place + i * 4, group);
    let bytes_a: Place = |group, place, i| {
        (
            if i < 4 || (8..12).contains(&i) { group } else { group + 8 },
            place * 4 + i % 4 + if i >= 8 { 16 } else { 0 },
        )
    };
    let bytes_b: Place = |group, place, i| (place * 4 + i % 4 + if i >= 4 { 16 } else { 0 }, group);
    let shape = |opcode, extents, a, b, c| Shape { opcode, extents, a, b, c };
    vec![
        shape(
            "m16n8k16.row.col.f32.f16.f16.f32",
            [16, 8, 16],
            ("f16", 8, halves_a),
            ("f16", 4, halves_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m16n8k16.row.col.f16.f16.f16.f16",
            [16, 8, 16],
            ("f16", 8, halves_a),
            ("f16", 4, halves_b),
            ("f16", 4, SUM),
        ),
        shape(
            "m16n8k8.row.col.f32.f16.f16.f32",
            [16, 8, 8],
            ("f16", 4, halves_a),
            ("f16", 2, halves_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m16n8k16.row.col.f32.bf16.bf16.f32",
            [16, 8, 16],
            ("bf16", 8, halves_a),
            ("bf16", 4, halves_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m16n8k8.row.col.f32.bf16.bf16.f32",
            [16, 8, 8],
            ("bf16", 4, halves_a),
            ("bf16", 2, halves_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m16n8k4.row.col.f32.tf32.tf32.f32",
            [16, 8, 4],
            ("f32", 2, words_a),
            ("f32", 1, words_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m16n8k8.row.col.f32.tf32.tf32.f32",
            [16, 8, 8],
            ("f32", 4, words_a),
            ("f32", 2, words_b),
            ("f32", 4, SUM),
        ),
        shape(
            "m8n8k4.row.col.f64.f64.f64.f64",
            [8, 8, 4],
            ("f64", 1, |g, p, _| (g, p)),
            ("f64", 1, words_b),
            ("f64", 2, SUM_OF_8),
        ),
        shape(
            "m16n8k4.row.col.f64.f64.f64.f64",
            [16, 8, 4],
            ("f64", 2, words_a),
            ("f64", 1, words_b),
            ("f64", 4, SUM),
        ),
        shape(
            "m16n8k8.row.col.f64.f64.f64.f64",
            [16, 8, 8],
            ("f64", 4, words_a),
            ("f64", 2, words_b),
            ("f64", 4, SUM),
        ),
        shape(
            "m16n8k16.row.col.f64.f64.f64.f64",
            [16, 8, 16],
            ("f64", 8, |g, p, i| (g + i % 2 * 8, p + i / 2 * 4)),
            ("f64", 4, words_b),
            ("f64", 4, SUM),
        ),
        shape(
            "m8n8k16.row.col.s32.s8.s8.s32",
            [8, 8, 16],
            ("s8", 4, bytes_a),
            ("s8", 4, bytes_b),
            ("s32", 2, SUM_OF_8),
        ),
        shape(
            "m16n8k16.row.col.s32.s8.u8.s32",
            [16, 8, 16],
            ("s8", 8, bytes_a),
            ("u8", 4, bytes_b),
            ("s32", 4, SUM),
        ),
        shape(
            "m16n8k32.row.col.s32.u8.s8.s32",
            [16, 8, 32],
            ("u8", 16, bytes_a),
            ("s8", 8, bytes_b),
            ("s32", 4, SUM),
        ),
    ]
}

fn size(ty: &str) -> usize {
    match ty {
        "s8" | "u8" => 1,
        "f16" | "bf16" => 2,
        "f64" => 8,
        _ => 4,
    }
}

/// The bits of a small whole number.
fn bits(ty: &str, x: i32) -> u64 {
    match ty {
        "f16" => u64::from(half(x)),
        "bf16" => u64::from((x as f32).to_bits() >> 16),
        "f32" => u64::from((x as f32).to_bits()),
        "f64" => f64::from(x).to_bits(),
        _ => u64::from(x as u32),
    }
}

/// Of 16 bits: ten of them are the fraction, and 15 is added to the exponent.
fn half(x: i32) -> u16 {
    if x == 0 {
        return 0;
    }
    let exponent = x.unsigned_abs().ilog2();
    let fraction = (x.unsigned_abs() << (10 - exponent)) & 0x3ff;
    (u16::from(x < 0) << 15) | ((exponent as u16 + 15) << 10) | fraction as u16
}

/// A number for each place, below zero in some unless the type has no sign.
fn number(ty: &str, row: u32, column: u32) -> i32 {
    let x = (row * 7 + column * 3 + row * column) as i32 % 9;
    if ty == "u8" { x } else { x - 4 }
}

/// An array with the elements of each lane one behind the other.
fn of_lanes(ty: &str, count: u32, place: Place, number: impl Fn(u32, u32) -> i32) -> Vec<u8> {
    let mut out = Vec::new();
    for lane in 0..32 {
        for i in 0..count {
            let (row, column) = place(lane / 4, lane % 4, i);
            out.extend(&bits(ty, number(row, column)).to_le_bytes()[..size(ty)]);
        }
    }
    out
}

/// Loads a lane's elements into registers, and the list of these.
fn loads(array: usize, ty: &str, count: u32, first: usize) -> (String, String) {
    let total = size(ty) * count as usize;
    let (width, file) = if ty == "f64" { (8, "fd") } else { (4, "r") };
    let mut text = format!(
        "mad.lo.u32 %r50, %r3, {total}, 0;\ncvt.u64.u32 %rd30, %r50;\nadd.s64 %rd31, %rd{array}, \
         %rd30;\n"
    );
    let names: Vec<_> = (0..total / width).map(|i| format!("%{file}{}", first + i)).collect();
    for (index, name) in names.iter().enumerate() {
        text += &format!("ld.global.b{} {name}, [%rd31+{}];\n", width * 8, index * width);
    }
    (text, format!("{{{}}}", names.join(", ")))
}

#[test]
fn products_of_matrices_are_those_of_plain_arithmetic() {
    for shape in shapes() {
        let [m, n, k] = shape.extents;
        let (a, b, c) = (shape.a, shape.b, shape.c);
        let mut arrays = vec![
            of_lanes(a.0, a.1, a.2, |row, column| number(a.0, row, column)),
            of_lanes(b.0, b.1, b.2, |row, column| number(b.0, row, column)),
            of_lanes(c.0, c.1, c.2, |row, column| number(c.0, row, column)),
        ];
        let first = if a.0 == "f64" { 0 } else { 10 };
        let (load_a, names_a) = loads(0, a.0, a.1, first);
        let (load_b, names_b) = loads(1, b.0, b.1, first + 8);
        let (load_c, names_c) = loads(2, c.0, c.1, first + 12);
        let stores = load_c.replace("ld.global", "st.global");
        let stores: String = stores
            .lines()
            .map(|line| match line.strip_prefix("st.global") {
                Some(rest) => {
                    let (ty, rest) = rest.split_once(' ').unwrap();
                    let (register, place) = rest.trim_end_matches(';').split_once(", ").unwrap();
                    format!("st.global{ty} {place}, {register};\n")
                }
                None => format!("{line}\n"),
            })
            .collect();
        let body = format!(
            "mov.u32 %r3, %tid.x;\n{load_a}{load_b}{load_c}mma.sync.aligned.{} {names_c}, {names_a}, \
             {names_b}, {names_c};\n{stores}",
            shape.opcode
        );
        launch(&module(3, &body), 1, 32, &mut arrays).unwrap();
        let expected = of_lanes(c.0, c.1, c.2, |row, column| {
            assert!(row < m && column < n);
            let product = |inner| number(a.0, row, inner) * number(b.0, inner, column);
            (0..k).map(product).sum::<i32>() + number(c.0, row, column)
        });
        assert_eq!(arrays[2], expected, "{}", shape.opcode);
    }
}

#[test]
fn a_product_saturates_where_it_says_so() {
    for (saturates, expected) in [(".satfinite", i32::MAX), ("", i32::MIN + 127 * 127 * 16 - 1)] {
        let body = format!(
            "mov.u32 %r10, 0x7f7f7f7f;\nmov.u32 %r11, 0x7fffffff;\n\
             mma.sync.aligned.m8n8k16.row.col{saturates}.s32.s8.s8.s32 {{%r12, %r13}}, {{%r10}}, \
             {{%r10}}, {{%r11, %r11}};\nst.global.u32 [%rd0], %r12;"
        );
        let mut arrays = [vec![0; 4]];
        launch(&module(1, &body), 1, 32, &mut arrays).unwrap();
        assert_eq!(words(&arrays[0]), [expected.cast_unsigned()], "{saturates}");
    }
}

/// A matrix in memory, by rows or by columns.
fn in_memory(
    ty: &str,
    rows: u32,
    columns: u32,
    by_rows: bool,
    f: impl Fn(u32, u32) -> i32,
) -> Vec<u8> {
    let (far, near) = if by_rows { (rows, columns) } else { (columns, rows) };
    let mut out = Vec::new();
    for i in 0..far {
        for j in 0..near {
            let (row, column) = if by_rows { (i, j) } else { (j, i) };
            out.extend(&bits(ty, f(row, column)).to_le_bytes()[..size(ty)]);
        }
    }
    out
}

fn list(prefix: &str, first: usize, count: usize) -> String {
    let names: Vec<_> = (first..first + count).map(|i| format!("%{prefix}{i}")).collect();
    format!("{{{}}}", names.join(", "))
}

#[test]
fn warps_multiply_matrices_in_memory() {
    // Extents; the types of factors and sums; registers of a, b and c.
    let cases = [
        ([16, 16, 16], "f16", "f32", [8, 8, 8]),
        ([16, 16, 16], "f16", "f16", [8, 8, 4]),
        ([32, 8, 16], "f16", "f32", [8, 8, 8]),
        ([8, 32, 16], "f16", "f32", [8, 8, 8]),
        ([16, 16, 16], "bf16", "f32", [4, 4, 8]),
        ([32, 8, 16], "bf16", "f32", [8, 2, 8]),
        ([16, 16, 16], "s8", "s32", [2, 2, 8]),
        ([8, 32, 16], "u8", "s32", [1, 4, 8]),
        ([16, 16, 8], "tf32", "f32", [4, 4, 8]),
        ([8, 8, 4], "f64", "f64", [1, 1, 2]),
    ];
    for ([m, n, k], factor, sum, counts) in cases {
        for (a_rows, b_rows, c_rows) in [(true, false, true), (false, true, false)] {
            let stored = if factor == "tf32" { "f32" } else { factor };
            let mut arrays = [
                in_memory(stored, m, k, a_rows, |r, c| number(factor, r, c)),
                in_memory(stored, k, n, b_rows, |r, c| number(factor, r, c)),
                in_memory(sum, m, n, c_rows, |r, c| number(sum, r, c)),
            ];
            let name = |rows| if rows { "row" } else { "col" };
            let (file, first) = if factor == "f64" { ("fd", 0) } else { ("r", 10) };
            let [a, b] = [0, 1].map(|i| list(file, first + i * 8, counts[i]));
            let c = list(file, first + 16, counts[2]);
            let stride = |rows: bool, of: [u32; 2]| if rows { of[1] } else { of[0] };
            let types = match factor {
                "f16" => format!("{sum}.{sum}"),
                _ => format!("{sum}.{factor}.{factor}.{sum}"),
            };
            let shape = format!("m{m}n{n}k{k}");
            let (la, lb, lc) = (name(a_rows), name(b_rows), name(c_rows));
            let strides = [stride(a_rows, [m, k]), stride(b_rows, [k, n]), stride(c_rows, [m, n])];
            let body = format!(
                "wmma.load.a.sync.aligned.{la}.{shape}.global.{factor} {a}, [%rd0], {};\n\
                 wmma.load.b.sync.aligned.{lb}.{shape}.global.{factor} {b}, [%rd1], {};\n\
                 wmma.load.c.sync.aligned.{lc}.{shape}.global.{sum} {c}, [%rd2], {};\n\
                 wmma.mma.sync.aligned.{la}.{lb}.{shape}.{types} {c}, {a}, {b}, {c};\n\
                 wmma.store.d.sync.aligned.{lc}.{shape}.global.{sum} [%rd2], {c}, {};",
                strides[0], strides[1], strides[2], strides[2]
            );
            launch(&module(3, &body), 1, 32, &mut arrays).unwrap();
            let expected = in_memory(sum, m, n, c_rows, |row, column| {
                let product = |inner| number(factor, row, inner) * number(factor, inner, column);
                (0..k).map(product).sum::<i32>() + number(sum, row, column)
            });
            assert_eq!(arrays[2], expected, "{shape} of {factor}, {la} {lb} {lc}");
        }
    }
}

/// Fills shared memory with the words 0, 1, 2 ..., then runs the rest.
const SHARED: &str = ".shared .align 16 .b8 s[4096];\nmov.u32 %r1, s;\nmov.u32 %r3, %tid.x;\n\
    mov.u32 %r4, %r3;\n$F:\nshl.b32 %r5, %r4, 2;\nadd.u32 %r6, %r1, %r5;\n\
    st.shared.u32 [%r6], %r4;\nadd.u32 %r4, %r4, 32;\nsetp.lt.u32 %p1, %r4, 1024;\n@%p1 bra $F;\n\
    bar.sync 0;\nmul.wide.u32 %rd10, %r3, 16;\nadd.s64 %rd11, %rd0, %rd10;\n";

#[test]
fn small_matrices_go_between_shared_memory_and_registers() {
    // Row i of all four begins 80 bytes after the one before: no conflicts.
    let rows = "mad.lo.u32 %r7, %r3, 80, %r1;\n";
    for (trans, transposed) in [("", false), (".trans", true)] {
        let body = format!(
            "{SHARED}{rows}ldmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 {{%r10, %r11, %r12, \
             %r13}}, [%r7];\nst.global.v4.u32 [%rd11], {{%r10, %r11, %r12, %r13}};"
        );
        let mut arrays = [vec![0; 512]];
        let (counts, _) = launch(&module(1, &body), 1, 32, &mut arrays).unwrap();
        // A half of shared memory by its place in bytes.
        let half = |at: u32| ((at / 4) >> (at % 4 * 8)) & 0xffff;
        for (index, word) in words(&arrays[0]).into_iter().enumerate() {
            let (lane, tile) = (index as u32 / 4, index as u32 % 4);
            let at = |part: u32| {
                let (row, column) = (lane / 4, lane % 4 * 2 + part);
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                (tile * 8 + row) * 80 + column * 2
            };
            assert_eq!(word, half(at(0)) | half(at(1)) << 16, "{trans} {lane} {tile}");
        }
        let own = counts.shared;
        assert_eq!((own.matrix_loads, own.matrix_load_wavefronts, own.loads), (1, 4, 0));
        assert_eq!(counts.shared.bytes(), 4096 + 512);
    }
    // Rows of 128 bytes lie in the same banks: eight wavefronts for each of two.
    let body = format!(
        "{SHARED}mad.lo.u32 %r7, %r3, 128, %r1;\nldmatrix.sync.aligned.m8n8.x2.shared.b16 {{%r10, \
         %r11}}, [%r7];"
    );
    let (counts, _) = launch(&module(1, &body), 1, 32, &mut [vec![0; 4]]).unwrap();
    assert_eq!((counts.shared.matrix_load_wavefronts, counts.shared.bytes()), (16, 4096 + 256));
}

#[test]
fn small_matrices_are_stored_and_turned() {
    let body = format!(
        "{SHARED}mul.lo.u32 %r10, %r3, 0x20002;\nadd.u32 %r10, %r10, 0x10000;\n\
         movmatrix.sync.aligned.m8n8.trans.b16 %r11, %r10;\nshl.b32 %r8, %r3, 4;\n\
         add.u32 %r8, %r8, %r1;\nstmatrix.sync.aligned.m8n8.x2.shared.b16 [%r8], {{%r10, %r11}};\n\
         bar.sync 0;\nmad.lo.u32 %r9, %r3, 4, %r1;\nld.shared.u32 %r12, [%r9];\n\
         ld.shared.u32 %r13, [%r9+128];\nst.global.v2.u32 [%rd11], {{%r12, %r13}};"
    );
    let mut arrays = [vec![0; 512]];
    let (counts, _) = launch(&module(1, &body), 1, 32, &mut arrays).unwrap();
    let out = words(&arrays[0]);
    // The half at row r and column c is 8 r + c; turned it is 8 c + r.
    for lane in 0..32_u32 {
        let (row, column) = (lane / 4, lane % 4 * 2);
        let own = [8 * row + column, 8 * column + row];
        let next = [own[0] + 1, own[1] + 8];
        let at = lane as usize * 4;
        assert_eq!(out[at..at + 2], [0, 1].map(|i| own[i] | next[i] << 16), "{lane}");
    }
    assert_eq!((counts.shared.store_wavefronts, counts.shared.matrix_store_wavefronts), (32, 2));
}
