//! Each instruction on one lane's operands, against plain arithmetic written here.

use crate::support::{launch, module};

/// Splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// Often a number at which instructions change what they do.
    fn operand(&mut self) -> u64 {
        const EDGES: [u64; 14] = [
            0,
            1,
            2,
            31,
            32,
            33,
            64,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x7fff_ffff_ffff_ffff,
            0x8000_0000_0000_0000,
            u64::MAX,
            0x3f80_0000,
        ];
        match self.next() % 3 {
            0 => EDGES[self.next() as usize % EDGES.len()],
            1 => self.next() % 70,
            _ => self.next(),
        }
    }
}

const LANES: usize = 32 * 40;

/// The register with a type's operand, and its load and store.
fn register(ty: &str, index: usize) -> String {
    match ty {
        "b64" | "u64" | "s64" => format!("%rd{}", 20 + index),
        "f64" => format!("%fd{index}"),
        "f32" => format!("%f{index}"),
        "b16" | "u16" | "s16" | "f16" | "bf16" => format!("%rs{index}"),
        _ => format!("%r{}", 20 + index),
    }
}

fn bits(ty: &str) -> u32 {
    ty.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap()
}

/// Runs `instruction` with `{0}` for its result and `{1}` and so on for its operands, each in
/// an element of 8 bytes, and compares with `expected`. Odd lanes take no part if `guarded`.
fn check(instruction: &str, types: &[&str], expected: &dyn Fn(&[u64]) -> u64) {
    let operands = types.len() - 1;
    let mut random = Random(instruction.len() as u64);
    let inputs: Vec<Vec<u64>> = (0..LANES)
        .map(|_| {
            let operand = |ty: &&str| {
                let mask = u64::MAX >> (64 - bits(ty));
                random.operand() & mask
            };
            types[1..].iter().map(operand).collect()
        })
        .collect();
    let mut body = String::from(
        "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n\
         mad.lo.s32 %r4, %r1, %r2, %r3;\n",
    );
    body += &format!("mul.wide.u32 %rd10, %r4, {};\nadd.s64 %rd11, %rd0, %rd10;\n", operands * 8);
    body += "mul.wide.u32 %rd12, %r4, 8;\nadd.s64 %rd13, %rd1, %rd12;\n";
    let mut line = instruction.replace("{0}", &register(types[0], 0));
    for (index, ty) in types[1..].iter().enumerate() {
        let own = register(ty, index + 1);
        body += &format!("ld.global.b{} {own}, [%rd11+{}];\n", bits(ty), index * 8);
        line = line.replace(&format!("{{{}}}", index + 1), &own);
    }
    // Lanes that are switched off keep what they had.
    let result = register(types[0], 0);
    let zero = if bits(types[0]) == 64 { "mov.b64" } else { "mov.b32" };
    let zero = if bits(types[0]) == 16 { "mov.b16" } else { zero };
    body += &format!("{zero} {result}, 0;\nand.b32 %r5, %r4, 1;\nsetp.eq.b32 %p1, %r5, 1;\n");
    let every = format!("{body}{line}\nst.global.b{} [%rd13], {result};", bits(types[0]));
    let some = every.replace(&line, &format!("@!%p1 {line}"));
    for (text, guarded) in [(every, false), (some, true)] {
        if guarded && instruction.contains('\n') {
            continue;
        }
        let module = module(2, &text);
        let flat = inputs.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let mut arrays = [flat, vec![0; LANES * 8]];
        launch(&module, LANES as u32 / 128, 128, &mut arrays).unwrap();
        for (lane, input) in inputs.iter().enumerate() {
            let got = u64::from_le_bytes(*arrays[1][lane * 8..].first_chunk().unwrap());
            let mask = u64::MAX >> (64 - bits(types[0]));
            let want = if guarded && lane % 2 == 1 { 0 } else { expected(input) & mask };
            assert_eq!(got, want, "{instruction} of {input:x?}: {got:#x}, not {want:#x}");
        }
    }
}

fn s(x: u64) -> i32 {
    x as i32
}

fn l(x: u64) -> i64 {
    x as i64
}

fn f(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

fn d(x: u64) -> f64 {
    f64::from_bits(x)
}

/// The hardware's NaN, and zero for the sign of one.
fn fb(x: f32) -> u64 {
    if x.is_nan() { 0x7fff_ffff } else { u64::from(x.to_bits()) }
}

fn db(x: f64) -> u64 {
    if x.is_nan() { 0xfff8_0000_0000_0000 } else { x.to_bits() }
}

type Case<'c> = (&'c str, &'c [&'c str], &'c dyn Fn(&[u64]) -> u64);

fn all(cases: &[Case<'_>]) {
    for (instruction, types, expected) in cases {
        check(instruction, types, expected);
    }
}

const W3: &[&str] = &["b32", "b32", "b32"];
const W4: &[&str] = &["b32", "b32", "b32", "b32"];
const W2: &[&str] = &["b32", "b32"];
const D3: &[&str] = &["b64", "b64", "b64"];
const D4: &[&str] = &["b64", "b64", "b64", "b64"];
const D2: &[&str] = &["b64", "b64"];
const H2: &[&str] = &["b16", "b16"];

#[test]
fn integers_of_32_bits() {
    all(&[
        ("add.s32 {0}, {1}, {2};", W3, &|x| x[0].wrapping_add(x[1])),
        ("add.sat.s32 {0}, {1}, {2};", W3, &|x| s(x[0]).saturating_add(s(x[1])) as u64),
        ("sub.u32 {0}, {1}, {2};", W3, &|x| x[0].wrapping_sub(x[1])),
        ("sub.s32 {0}, 5, {1};", W2, &|x| 5_u64.wrapping_sub(x[0])),
        ("mul.lo.s32 {0}, {1}, {2};", W3, &|x| x[0].wrapping_mul(x[1])),
        ("mul.hi.u32 {0}, {1}, {2};", W3, &|x| (x[0] * x[1]) >> 32),
        ("mul.hi.s32 {0}, {1}, {2};", W3, &|x| {
            ((i64::from(s(x[0])) * i64::from(s(x[1]))) >> 32) as u64
        }),
        ("mul.wide.u32 {0}, {1}, {2};", &["b64", "b32", "b32"], &|x| x[0] * x[1]),
        ("mul.wide.s32 {0}, {1}, {2};", &["b64", "b32", "b32"], &|x| {
            (i64::from(s(x[0])) * i64::from(s(x[1]))) as u64
        }),
        ("mad.lo.s32 {0}, {1}, {2}, {3};", W4, &|x| x[0].wrapping_mul(x[1]).wrapping_add(x[2])),
        ("mad.hi.u32 {0}, {1}, {2}, {3};", W4, &|x| ((x[0] * x[1]) >> 32) + x[2]),
        ("mad.wide.s32 {0}, {1}, {2}, {3};", &["b64", "b32", "b32", "b64"], &|x| {
            ((i64::from(s(x[0])) * i64::from(s(x[1]))) as u64).wrapping_add(x[2])
        }),
        ("div.u32 {0}, {1}, {2};", W3, &|x| x[0].checked_div(x[1]).unwrap_or(u64::MAX)),
        ("div.s32 {0}, {1}, {2};", W3, &|x| {
            if s(x[1]) == 0 { u64::MAX } else { s(x[0]).wrapping_div(s(x[1])) as u64 }
        }),
        ("rem.u32 {0}, {1}, {2};", W3, &|x| if x[1] == 0 { x[0] } else { x[0] % x[1] }),
        ("rem.s32 {0}, {1}, {2};", W3, &|x| {
            if s(x[1]) == 0 { x[0] } else { s(x[0]).wrapping_rem(s(x[1])) as u64 }
        }),
        ("min.s32 {0}, {1}, {2};", W3, &|x| s(x[0]).min(s(x[1])) as u64),
        ("max.u32 {0}, {1}, {2};", W3, &|x| x[0].max(x[1])),
        ("abs.s32 {0}, {1};", W2, &|x| s(x[0]).wrapping_abs() as u64),
        ("neg.s32 {0}, {1};", W2, &|x| x[0].wrapping_neg()),
        ("sad.s32 {0}, {1}, {2}, {3};", W4, &|x| u64::from(s(x[0]).abs_diff(s(x[1]))) + x[2]),
        ("mul24.lo.u32 {0}, {1}, {2};", W3, &|x| (x[0] & 0xff_ffff) * (x[1] & 0xff_ffff)),
        ("dp2a.lo.u32.u32 {0}, {1}, {2}, {3};", W4, &|x| {
            (x[0] & 0xffff) * (x[1] & 0xff) + (x[0] >> 16 & 0xffff) * (x[1] >> 8 & 0xff) + x[2]
        }),
        ("dp2a.hi.s32.u32 {0}, {1}, {2}, {3};", W4, &|x| {
            let half = |i: u32| i64::from((x[0] >> (16 * i)) as i16);
            let byte = |i: u32| (x[1] >> (8 * i) & 0xff) as i64;
            (half(0) * byte(2) + half(1) * byte(3) + x[2] as i64) as u64
        }),
        ("dp4a.s32.u32 {0}, {1}, {2}, {3};", W4, &|x| {
            (0..4).fold(s(x[2]), |sum, i| {
                let a = i32::from((x[0] >> (8 * i)) as i8);
                let b = i32::from((x[1] >> (8 * i)) as u8);
                sum.wrapping_add(a * b)
            }) as u64
        }),
    ]);
}

#[test]
fn bits_of_32() {
    all(&[
        ("and.b32 {0}, {1}, {2};", W3, &|x| x[0] & x[1]),
        ("or.b32 {0}, {1}, {2};", W3, &|x| x[0] | x[1]),
        ("xor.b32 {0}, {1}, {2};", W3, &|x| x[0] ^ x[1]),
        ("not.b32 {0}, {1};", W2, &|x| !x[0]),
        ("shl.b32 {0}, {1}, {2};", W3, &|x| if x[1] < 32 { x[0] << x[1] } else { 0 }),
        ("shr.u32 {0}, {1}, {2};", W3, &|x| if x[1] < 32 { x[0] >> x[1] } else { 0 }),
        ("shr.s32 {0}, {1}, {2};", W3, &|x| (i64::from(s(x[0])) >> x[1].min(63)) as u64),
        ("popc.b32 {0}, {1};", W2, &|x| u64::from(x[0].count_ones())),
        ("clz.b32 {0}, {1};", W2, &|x| u64::from((x[0] as u32).leading_zeros())),
        ("brev.b32 {0}, {1};", W2, &|x| {
            (0..32).filter(|i| x[0] >> i & 1 != 0).map(|i| 1 << (31 - i)).sum()
        }),
        ("bfind.u32 {0}, {1};", W2, &|x| {
            (0..32).rev().find(|i| x[0] >> i & 1 != 0).unwrap_or(u64::MAX)
        }),
        ("bfind.s32 {0}, {1};", W2, &|x| {
            let sign = x[0] >> 31 & 1;
            (0..32).rev().find(|i| x[0] >> i & 1 != sign).unwrap_or(u64::MAX)
        }),
        ("bfind.shiftamt.u32 {0}, {1};", W2, &|x| {
            (0..32).find(|i| x[0] << i & 0x8000_0000 != 0).unwrap_or(u64::MAX)
        }),
        // The manual's own definition: bit by bit.
        ("bfe.u32 {0}, {1}, {2}, {3};", W4, &|x| bfe(x[0], x[1], x[2], 31, false)),
        ("bfe.s32 {0}, {1}, {2}, {3};", W4, &|x| bfe(x[0], x[1], x[2], 31, true)),
        ("bfi.b32 {0}, {1}, {2}, {3}, {4};", &["b32", "b32", "b32", "b32", "b32"], &|x| {
            bfi(x[0], x[1], x[2], x[3], 31)
        }),
        ("shf.l.wrap.b32 {0}, {1}, {2}, {3};", W4, &|x| ((x[1] << 32 | x[0]) << (x[2] & 31)) >> 32),
        ("shf.l.clamp.b32 {0}, {1}, {2}, {3};", W4, &|x| {
            ((x[1] << 32 | x[0]) << x[2].min(32)) >> 32
        }),
        ("shf.r.wrap.b32 {0}, {1}, {2}, {3};", W4, &|x| (x[1] << 32 | x[0]) >> (x[2] & 31)),
        ("shf.r.clamp.b32 {0}, {1}, {2}, {3};", W4, &|x| (x[1] << 32 | x[0]) >> x[2].min(32)),
        ("lop3.b32 {0}, {1}, {2}, {3}, 0xE8;", W4, &|x| x[0] & x[1] | x[0] & x[2] | x[1] & x[2]),
        ("lop3.b32 {0}, {1}, {2}, {3}, 0x96;", W4, &|x| x[0] ^ x[1] ^ x[2]),
        ("bmsk.clamp.b32 {0}, {1}, {2};", W3, &|x| {
            (0..32).filter(|i| *i >= x[0] && i - x[0] < x[1]).map(|i| 1 << i).sum()
        }),
        ("prmt.b32 {0}, {1}, {2}, {3};", W4, &|x| {
            let bytes = x[1] << 32 | x[0];
            (0..4)
                .map(|i| {
                    let selector = x[2] >> (4 * i) & 15;
                    let byte = bytes >> (8 * (selector & 7)) & 0xff;
                    let byte = if selector & 8 == 0 {
                        byte
                    } else if byte & 0x80 == 0 {
                        0
                    } else {
                        0xff
                    };
                    byte << (8 * i)
                })
                .sum()
        }),
        (
            "mov.b64 %rd30, {{1}, {2}};\nmov.b64 {{0}, %r50}, %rd30;\nxor.b32 {0}, {0}, %r50;",
            W3,
            &|x| x[0] ^ x[1],
        ),
        (
            "cvt.u16.u32 %rs10, {1};\ncvt.u16.u32 %rs11, {2};\nmov.b32 {0}, {%rs10, %rs11};",
            W3,
            &|x| x[0] & 0xffff | x[1] << 16,
        ),
        ("mov.b32 {%rs10, %rs11}, {1};\ncvt.u32.u16 {0}, %rs11;", W2, &|x| x[0] >> 16),
    ]);
}

fn bfe(a: u64, position: u64, length: u64, last: u64, signed: bool) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let bit = |i: u64| a >> i & 1;
    let sign = if !signed || length == 0 { 0 } else { bit((position + length - 1).min(last)) };
    (0..=last)
        .map(
            |i| if i < length && position + i <= last { bit(position + i) << i } else { sign << i },
        )
        .sum()
}

fn bfi(a: u64, b: u64, position: u64, length: u64, last: u64) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let inside = |i: u64| i >= position && i - position < length;
    (0..=last).map(|i| if inside(i) { (a >> (i - position) & 1) << i } else { b & 1 << i }).sum()
}

#[test]
fn integers_of_64_and_16_bits() {
    all(&[
        ("add.s64 {0}, {1}, {2};", D3, &|x| x[0].wrapping_add(x[1])),
        ("sub.s64 {0}, {1}, {2};", D3, &|x| x[0].wrapping_sub(x[1])),
        ("mul.lo.s64 {0}, {1}, {2};", D3, &|x| x[0].wrapping_mul(x[1])),
        ("mul.hi.u64 {0}, {1}, {2};", D3, &|x| {
            ((u128::from(x[0]) * u128::from(x[1])) >> 64) as u64
        }),
        ("mul.hi.s64 {0}, {1}, {2};", D3, &|x| {
            ((i128::from(l(x[0])) * i128::from(l(x[1]))) >> 64) as u64
        }),
        ("mad.lo.s64 {0}, {1}, {2}, {3};", D4, &|x| x[0].wrapping_mul(x[1]).wrapping_add(x[2])),
        ("div.u64 {0}, {1}, {2};", D3, &|x| x[0].checked_div(x[1]).unwrap_or(u64::MAX)),
        ("div.s64 {0}, {1}, {2};", D3, &|x| {
            if x[1] == 0 { u64::MAX } else { l(x[0]).wrapping_div(l(x[1])) as u64 }
        }),
        ("rem.u64 {0}, {1}, {2};", D3, &|x| x[0].checked_rem(x[1]).unwrap_or(x[0])),
        ("min.s64 {0}, {1}, {2};", D3, &|x| l(x[0]).min(l(x[1])) as u64),
        ("max.u64 {0}, {1}, {2};", D3, &|x| x[0].max(x[1])),
        ("and.b64 {0}, {1}, {2};", D3, &|x| x[0] & x[1]),
        ("not.b64 {0}, {1};", D2, &|x| !x[0]),
        ("neg.s64 {0}, {1};", D2, &|x| x[0].wrapping_neg()),
        ("shl.b64 {0}, {1}, {2};", &["b64", "b64", "b32"], &|x| {
            if x[1] < 64 { x[0] << x[1] } else { 0 }
        }),
        ("shr.u64 {0}, {1}, {2};", &["b64", "b64", "b32"], &|x| {
            if x[1] < 64 { x[0] >> x[1] } else { 0 }
        }),
        ("shr.s64 {0}, {1}, {2};", &["b64", "b64", "b32"], &|x| (l(x[0]) >> x[1].min(63)) as u64),
        ("popc.b64 {0}, {1};", &["b32", "b64"], &|x| u64::from(x[0].count_ones())),
        ("clz.b64 {0}, {1};", &["b32", "b64"], &|x| u64::from(x[0].leading_zeros())),
        ("bfe.s64 {0}, {1}, {2}, {3};", &["b64", "b64", "b32", "b32"], &|x| {
            bfe(x[0], x[1], x[2], 63, true)
        }),
        ("bfe.u64 {0}, {1}, {2}, {3};", &["b64", "b64", "b32", "b32"], &|x| {
            bfe(x[0], x[1], x[2], 63, false)
        }),
        ("bfi.b64 {0}, {1}, {2}, {3}, {4};", &["b64", "b64", "b64", "b32", "b32"], &|x| {
            bfi(x[0], x[1], x[2], x[3], 63)
        }),
        // 128 bits by two halves: the carry of the low one is in the high one.
        ("add.cc.s64 %rd30, {1}, {2};\naddc.s64 {0}, {1}, {2};", D3, &|x| {
            let carry = x[0].overflowing_add(x[1]).1;
            x[0].wrapping_add(x[1]).wrapping_add(u64::from(carry))
        }),
        ("sub.cc.u32 %r50, {1}, {2};\nsubc.u32 {0}, {1}, {2};", W3, &|x| {
            x[0].wrapping_sub(x[1]).wrapping_sub(u64::from(x[0] < x[1]))
        }),
        // The high half of a product and an addend, by the carry of the low half.
        ("mad.lo.cc.u32 %r50, {1}, {2}, {1};\nmadc.hi.u32 {0}, {1}, {2}, 7;", W3, &|x| {
            (((x[0] * x[1] + x[0]) >> 32) + 7) & 0xffff_ffff
        }),
        ("mad.lo.cc.u64 %rd30, {1}, {2}, {2};\nmadc.hi.u64 {0}, {1}, {2}, {1};", D3, &|x| {
            let [a, b] = [x[0], x[1]].map(u128::from);
            (((a * b + b) >> 64) + a) as u64
        }),
        ("add.s16 {0}, {1}, {2};", &["b16", "b16", "b16"], &|x| x[0].wrapping_add(x[1])),
        ("mul.lo.s16 {0}, {1}, {2};", &["b16", "b16", "b16"], &|x| x[0].wrapping_mul(x[1])),
        ("mul.wide.s16 {0}, {1}, {2};", &["b32", "b16", "b16"], &|x| {
            (i32::from(x[0] as i16) * i32::from(x[1] as i16)) as u64
        }),
        ("mul.wide.u16 {0}, {1}, {2};", &["b32", "b16", "b16"], &|x| x[0] * x[1]),
        ("shr.s16 {0}, {1}, {2};", &["b16", "b16", "b32"], &|x| {
            (i64::from(x[0] as i16) >> x[1].min(63)) as u64
        }),
        ("min.u16 {0}, {1}, {2};", &["b16", "b16", "b16"], &|x| x[0].min(x[1])),
        (
            "{ .reg .b8 low, high;\nmov.b16 {low, high}, {1};\nmov.b16 {0}, {high, low}; }",
            H2,
            &|x| u64::from((x[0] as u16).swap_bytes()),
        ),
        ("{ .reg .b8 low;\ncvt.u8.u16 low, {1};\nmov.b16 {0}, {low, 0}; }", H2, &|x| x[0] & 255),
        ("max.s16 {0}, {1}, {2};", &["b16", "b16", "b16"], &|x| {
            (x[0] as i16).max(x[1] as i16) as u64
        }),
    ]);
}

#[test]
fn floats() {
    const F3: &[&str] = &["f32", "f32", "f32"];
    const E3: &[&str] = &["f64", "f64", "f64"];
    all(&[
        ("add.f32 {0}, {1}, {2};", F3, &|x| fb(f(x[0]) + f(x[1]))),
        ("sub.rn.f32 {0}, {1}, {2};", F3, &|x| fb(f(x[0]) - f(x[1]))),
        ("mul.f32 {0}, {1}, {2};", F3, &|x| fb(f(x[0]) * f(x[1]))),
        ("mul.ftz.f32 {0}, {1}, {2};", F3, &|x| {
            let flush = |v: f32| if v.is_subnormal() { 0.0_f32.copysign(v) } else { v };
            fb(flush(flush(f(x[0])) * flush(f(x[1]))))
        }),
        ("add.sat.f32 {0}, {1}, {2};", F3, &|x| {
            let sum = f(x[0]) + f(x[1]);
            if sum.is_nan() { 0 } else { fb(sum.clamp(0.0, 1.0) + 0.0) }
        }),
        ("div.rn.f32 {0}, {1}, {2};", F3, &|x| fb(f(x[0]) / f(x[1]))),
        ("fma.rn.f32 {0}, {1}, {2}, {3};", &["f32", "f32", "f32", "f32"], &|x| {
            fb(f(x[0]).mul_add(f(x[1]), f(x[2])))
        }),
        ("min.f32 {0}, {1}, {2};", F3, &|x| match (f(x[0]).is_nan(), f(x[1]).is_nan()) {
            (true, true) => 0x7fff_ffff,
            (true, false) => x[1],
            (false, true) => x[0],
            _ if f(x[0]) < f(x[1]) => x[0],
            _ if f(x[0]) > f(x[1]) => x[1],
            _ => x[0].max(x[1]),
        }),
        ("max.NaN.f32 {0}, {1}, {2};", F3, &|x| match (f(x[0]), f(x[1])) {
            (a, b) if a.is_nan() || b.is_nan() => 0x7fff_ffff,
            (a, b) if a > b => x[0],
            (a, b) if a < b => x[1],
            _ => x[0].min(x[1]),
        }),
        ("abs.f32 {0}, {1};", &["f32", "f32"], &|x| x[0] & 0x7fff_ffff),
        ("neg.f32 {0}, {1};", &["f32", "f32"], &|x| x[0] ^ 0x8000_0000),
        ("sqrt.rn.f32 {0}, {1};", &["f32", "f32"], &|x| fb(f(x[0]).sqrt())),
        ("rcp.rn.f32 {0}, {1};", &["f32", "f32"], &|x| fb(1.0 / f(x[0]))),
        ("copysign.f32 {0}, {1}, {2};", F3, &|x| x[0] & 0x8000_0000 | x[1] & 0x7fff_ffff),
        ("add.f64 {0}, {1}, {2};", E3, &|x| db(d(x[0]) + d(x[1]))),
        ("mul.rn.f64 {0}, {1}, {2};", E3, &|x| db(d(x[0]) * d(x[1]))),
        ("div.rn.f64 {0}, {1}, {2};", E3, &|x| db(d(x[0]) / d(x[1]))),
        ("fma.rn.f64 {0}, {1}, {2}, {3};", &["f64", "f64", "f64", "f64"], &|x| {
            db(d(x[0]).mul_add(d(x[1]), d(x[2])))
        }),
        ("sqrt.rn.f64 {0}, {1};", &["f64", "f64"], &|x| db(d(x[0]).sqrt())),
        ("max.f64 {0}, {1}, {2};", E3, &|x| match (d(x[0]).is_nan(), d(x[1]).is_nan()) {
            (true, true) => 0xfff8_0000_0000_0000,
            (true, false) => x[1],
            (false, true) => x[0],
            _ if d(x[0]) > d(x[1]) => x[0],
            _ if d(x[0]) < d(x[1]) => x[1],
            _ => x[0].min(x[1]),
        }),
        ("neg.f64 {0}, {1};", &["f64", "f64"], &|x| x[0] ^ 1 << 63),
    ]);
}

#[test]
fn conversions() {
    all(&[
        ("cvt.u64.u32 {0}, {1};", &["b64", "b32"], &|x| x[0]),
        ("cvt.s64.s32 {0}, {1};", &["b64", "b32"], &|x| i64::from(s(x[0])) as u64),
        ("cvt.u32.u64 {0}, {1};", &["b32", "b64"], &|x| x[0]),
        ("cvt.u16.u32 {0}, {1};", &["b16", "b32"], &|x| x[0]),
        ("cvt.s32.s8 {0}, {1};", W2, &|x| i32::from(x[0] as i8) as u64),
        ("cvt.s16.s8 {0}, {1};", &["b16", "b16"], &|x| i64::from(x[0] as i8) as u64),
        ("cvt.u32.u16 {0}, {1};", &["b32", "b16"], &|x| x[0]),
        ("cvt.s32.s16 {0}, {1};", &["b32", "b16"], &|x| i32::from(x[0] as i16) as u64),
        ("cvt.sat.u8.s32 {0}, {1};", W2, &|x| s(x[0]).clamp(0, 255) as u64),
        ("cvt.sat.s16.s32 {0}, {1};", &["b16", "b32"], &|x| s(x[0]).clamp(-32768, 32767) as u64),
        ("cvt.rn.f32.s32 {0}, {1};", &["f32", "b32"], &|x| fb(s(x[0]) as f32)),
        ("cvt.rn.f32.u64 {0}, {1};", &["f32", "b64"], &|x| fb(x[0] as f32)),
        ("cvt.rn.f64.s64 {0}, {1};", &["f64", "b64"], &|x| db(l(x[0]) as f64)),
        ("cvt.f64.f32 {0}, {1};", &["f64", "f32"], &|x| {
            if f(x[0]).is_nan() { f64::from(f(x[0])).to_bits() } else { db(f64::from(f(x[0]))) }
        }),
        ("cvt.rn.f32.f64 {0}, {1};", &["f32", "f64"], &|x| u64::from((d(x[0]) as f32).to_bits())),
        ("cvt.rzi.s32.f32 {0}, {1};", &["b32", "f32"], &|x| f(x[0]) as i32 as u64),
        ("cvt.rzi.u32.f32 {0}, {1};", &["b32", "f32"], &|x| u64::from(f(x[0]) as u32)),
        ("cvt.rni.s32.f32 {0}, {1};", &["b32", "f32"], &|x| {
            f(x[0]).round_ties_even() as i32 as u64
        }),
        ("cvt.rmi.f32.f32 {0}, {1};", &["f32", "f32"], &|x| {
            if f(x[0]).is_nan() {
                u64::from((f64::from(f(x[0])).floor() as f32).to_bits())
            } else {
                fb(f(x[0]).floor())
            }
        }),
        ("cvt.rzi.s64.f64 {0}, {1};", &["b64", "f64"], &|x| {
            if d(x[0]).is_nan() { 1 << 63 } else { d(x[0]) as i64 as u64 }
        }),
        ("cvt.rzi.u64.f32 {0}, {1};", &["b64", "f32"], &|x| {
            if f(x[0]).is_nan() { 1 << 63 } else { f(x[0]) as u64 }
        }),
    ]);
}

/// A whole number without the bits that a float of 32 bits has no place for.
fn cut(x: u64) -> u64 {
    let lost = (64 - x.leading_zeros()).saturating_sub(24);
    x >> lost << lost
}

#[test]
fn roundings_other_than_to_nearest() {
    let numbers = "and.b32 %r40, {1}, 0xffffff;\nand.b32 %r41, {2}, 0xffffff;\n\
        cvt.rn.f32.u32 %f8, %r40;\ncvt.rn.f32.u32 %f9, %r41;\n";
    let product = |x: &[u64]| cut((x[0] & 0xff_ffff) * (x[1] & 0xff_ffff)) as f32;
    for rounding in ["rz", "rm"] {
        let text = format!("{numbers}mul.{rounding}.f32 {{0}}, %f8, %f9;");
        check(&text, &["f32", "b32", "b32"], &|x| u64::from(product(x).to_bits()));
    }
    let text = format!("{numbers}neg.f32 %f8, %f8;\nmul.rp.f32 {{0}}, %f8, %f9;");
    check(&text, &["f32", "b32", "b32"], &|x| u64::from((-product(x)).to_bits()));
    all(&[
        ("cvt.rz.f32.u32 {0}, {1};", &["f32", "b32"], &|x| u64::from((cut(x[0]) as f32).to_bits())),
        ("cvt.rm.f32.u64 {0}, {1};", &["f32", "b64"], &|x| u64::from((cut(x[0]) as f32).to_bits())),
        ("cvt.rz.f64.s64 {0}, {1};", &["f64", "b64"], &|x| {
            let lost = (64 - l(x[0]).unsigned_abs().leading_zeros()).saturating_sub(53);
            let size = l(x[0]).unsigned_abs() >> lost << lost;
            (if l(x[0]) < 0 { -(size as f64) } else { size as f64 }).to_bits()
        }),
        ("cvt.rna.tf32.f32 {0}, {1};", &["b32", "f32"], &|x| match f(x[0]).is_finite() {
            true => ((x[0] & 0x7fff_ffff) >> 12).div_ceil(2) << 13 | x[0] & 0x8000_0000,
            false => x[0],
        }),
    ]);
}

#[test]
fn comparisons_and_choices() {
    let flag = |holds: bool| u64::from(holds) * 7;
    let choose = "selp.b32 {0}, 7, 0, %p3;";
    let unsigned = |name: &str, compare: &dyn Fn(u64, u64) -> bool| {
        let text = format!("setp.{name}.u32 %p3, {{1}}, {{2}};\n{choose}");
        check(&text, W3, &|x| flag(compare(x[0], x[1])));
    };
    unsigned("eq", &|a, b| a == b);
    unsigned("lt", &|a, b| a < b);
    unsigned("hi", &|a, b| a > b);
    unsigned("ge", &|a, b| a >= b);
    let float = |name: &str, compare: &dyn Fn(f32, f32) -> bool| {
        let text = format!("setp.{name}.f32 %p3, {{1}}, {{2}};\n{choose}");
        check(&text, &["b32", "f32", "f32"], &|x| flag(compare(f(x[0]), f(x[1]))));
    };
    let unordered = |a: f32, b: f32| a.is_nan() || b.is_nan();
    float("lt", &|a, b| a < b);
    float("ne", &|a, b| a != b && !unordered(a, b));
    float("neu", &|a, b| a != b);
    float("equ", &|a, b| a == b || unordered(a, b));
    float("leu", &|a, b| a <= b || unordered(a, b));
    float("gtu", &|a, b| a > b || unordered(a, b));
    float("num", &|a, b| !unordered(a, b));
    float("nan", &unordered);
    let text = format!("setp.lt.s64 %p3, {{1}}, {{2}};\n{choose}");
    check(&text, &["b32", "b64", "b64"], &|x| flag(l(x[0]) < l(x[1])));
    // Both results, joined with a third predicate.
    let text = format!(
        "setp.gt.s32 %p4, {{1}}, 0;\nsetp.lt.and.s32 %p5|%p3, {{1}}, {{2}}, !%p4;\n{choose}"
    );
    check(&text, W3, &|x| flag(s(x[0]) >= s(x[1]) && s(x[0]) <= 0));
    let text = "slct.b32.s32 {0}, {1}, {2}, {3};";
    check(text, W4, &|x| if s(x[2]) >= 0 { x[0] } else { x[1] });
    let text = "set.lt.u32.s32 {0}, {1}, {2};";
    check(text, W3, &|x| if s(x[0]) < s(x[1]) { u64::MAX } else { 0 });
}
