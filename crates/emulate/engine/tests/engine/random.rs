//! Random kernels whose blocks share words, on one thread and on several: the same memory and
//! counts. `PROPP_RANDOM_KERNELS=10000` tries more.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRng, TestRunner};

use crate::support::{launch_on, module};

const GRID: u32 = 130;
const BLOCK: u32 = 40;

/// Where an access goes; what is of the block or the thread cannot disturb others.
#[derive(Clone, Debug)]
enum Place {
    /// A word that all blocks share: of this one's phase, or any.
    OfPhase(u32),
    Any(u32),
    /// Words of the block, or of one beside it.
    Row(i32),
    /// Four words of the thread.
    Own(u32),
}

#[derive(Clone, Debug)]
enum Op {
    Load {
        guard: &'static str,
        order: &'static str,
        bytes: u32,
        place: Place,
    },
    Store {
        guard: &'static str,
        order: &'static str,
        bytes: u32,
        place: Place,
    },
    Atomic {
        guard: &'static str,
        name: &'static str,
        place: Place,
    },
    Barrier,
    Fence,
    Loop(Vec<Self>),
    Branch(&'static str, Vec<Self>),
    /// Waits for the block before, and tells the next one.
    LookBack,
    /// Some blocks end.
    End,
}

fn place(is_wild: bool) -> impl Strategy<Value = Place> {
    let shared = if is_wild { 4 } else { 0 };
    prop_oneof![
        3 => (0..8_u32).prop_map(Place::OfPhase),
        shared => (0..24_u32).prop_map(Place::Any),
        shared => (-16..32_i32).prop_map(Place::Row),
        2 => (0..16_i32).prop_map(Place::Row),
        4 => (0..16_u32).prop_map(Place::Own),
    ]
}

const GUARDS: [&str; 8] = ["", "", "", "@%p1 ", "@%p2 ", "@!%p2 ", "@%p3 ", "@%p4 "];

/// `%v` is the value, `%o` what comes back.
const ATOMICS: [&str; 12] = [
    "atom.global.add.u32 %o, [@], %v",
    "atom.global.exch.b32 %o, [@], %v",
    "atom.cas.b32 %o, [@], 0, %v",
    "atom.global.inc.u32 %o, [@], 13",
    "atom.global.max.u32 %o, [@], %v",
    "red.global.add.f32 [@], %f1",
    "red.global.add.u32 [@], %v",
    "red.global.xor.b32 [@], %v",
    "red.global.add.u32 [@], %v",
    "red.global.add.u64 [@], %rd25",
    "red.global.add.u64 [@], %rd25",
    "atom.global.exch.b64 %rd26, [@], %rd25",
];

fn op(is_wild: bool) -> impl Strategy<Value = Op> {
    let guard = || select(&GUARDS[..]);
    let order = || select(&["", "", "", ".volatile", ".relaxed.gpu"][..]);
    let bytes = || select(&[1_u32, 2, 4, 4, 4, 8][..]);
    let leaf = prop_oneof![
        4 => (guard(), order(), bytes(), place(is_wild))
            .prop_map(|(guard, order, bytes, place)| Op::Load { guard, order, bytes, place }),
        6 => (guard(), order(), bytes(), place(is_wild))
            .prop_map(|(guard, order, bytes, place)| Op::Store { guard, order, bytes, place }),
        4 => (guard(), select(&ATOMICS[..]), place(is_wild))
            .prop_map(|(guard, name, place)| Op::Atomic { guard, name, place }),
        1 => Just(Op::Fence),
    ];
    let leaf = leaf.boxed();
    let several = || vec(leaf.clone(), 1..4);
    prop_oneof![
        8 => leaf.clone(),
        2 => Just(Op::Barrier),
        1 => several().prop_map(Op::Loop),
        1 => (select(&GUARDS[3..]), several()).prop_map(|(guard, ops)| Op::Branch(guard, ops)),
        1 => Just(Op::LookBack),
        1 => Just(Op::End),
    ]
}

/// The text of a kernel: what it does to `%r10`, which it writes at the end.
struct Text {
    text: String,
    labels: u32,
    phase: u32,
}

impl Text {
    fn of(ops: &[Op]) -> String {
        let start = format!(
            "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r10, %r2, {BLOCK}, %r1;\n\
             mul.wide.u32 %rd20, %r2, 16;\nadd.u64 %rd11, %rd1, %rd20;\nadd.u64 %rd11, %rd11, 64;\n\
             mul.wide.u32 %rd20, %r10, 16;\nadd.u64 %rd12, %rd2, %rd20;\nmov.f32 %f1, 0f3DCCCCCD;\n\
             setp.eq.u32 %p1, %r1, 0;\nand.b32 %r3, %r1, 3;\nsetp.eq.u32 %p2, %r3, 1;\n\
             and.b32 %r3, %r2, 3;\nsetp.eq.u32 %p3, %r3, 2;\nsetp.ge.u32 %p4, %r1, 32;\n\
             setp.ne.u32 %p5, %r2, 0;\n"
        );
        let mut text = Self { text: start, labels: 0, phase: 0 };
        ops.iter().for_each(|op| text.op(op));
        text.text + "END:\nst.global.u32 [%rd12], %r10;\n"
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn at(&self, place: &Place, bytes: u32) -> String {
        let aligned = |offset: u32| offset & !(bytes - 1);
        match place {
            Place::OfPhase(offset) => format!("%rd0+{}", self.phase.min(7) * 8 + aligned(*offset)),
            Place::Any(offset) => format!("%rd0+{}", aligned(*offset)),
            Place::Row(offset) => format!("%rd11+{}", offset & !(bytes.cast_signed() - 1)),
            Place::Own(offset) => format!("%rd12+{}", aligned(*offset)),
        }
    }

    fn op(&mut self, op: &Op) {
        let label = self.labels;
        self.labels += 1;
        match op {
            Op::Load { guard, order, bytes, place } => {
                let at = self.at(place, *bytes);
                let (bits, to) = (bytes * 8, if *bytes == 8 { "%rd26" } else { "%r20" });
                self.line("mov.u32 %r20, 0;\nmov.u64 %rd26, 0;");
                self.line(&format!("{guard}ld{order}.global.u{bits} {to}, [{at}];"));
                self.mix();
            }
            Op::Store { guard, order, bytes, place } => {
                let at = self.at(place, *bytes);
                let (bits, from) = (bytes * 8, if *bytes == 8 { "%rd25" } else { "%r10" });
                self.line("mul.wide.u32 %rd25, %r10, 65537;");
                self.line(&format!("{guard}st{order}.global.u{bits} [{at}], {from};"));
            }
            Op::Atomic { guard, name, place } => {
                let at = self.at(place, if name.contains("64") { 8 } else { 4 });
                let name = name.replace('@', &at).replace("%v", "%r10").replace("%o", "%r20");
                self.line("mov.u32 %r20, 0;\nmov.u64 %rd26, 0;\nmul.wide.u32 %rd25, %r10, 65537;");
                self.line(&format!("{guard}{name};"));
                if !name.starts_with("red") {
                    self.mix();
                }
            }
            Op::Barrier => {
                self.line("bar.sync 0;");
                self.phase += 1;
            }
            Op::Fence => self.line("fence.acq_rel.gpu;"),
            Op::Loop(ops) => {
                self.line(&format!("mov.u32 %r30, 0;\nL{label}:"));
                ops.iter().for_each(|op| self.op(op));
                self.line("add.u32 %r30, %r30, 1;\nsetp.lt.u32 %p6, %r30, 3;");
                self.line(&format!("@%p6 bra L{label};"));
            }
            Op::Branch(guard, ops) => {
                self.line(&format!("{guard}bra L{label};"));
                ops.iter().for_each(|op| self.op(op));
                self.line(&format!("L{label}:"));
            }
            Op::LookBack => {
                self.line(&format!(
                    "@!%p1 bra N{label};\n@!%p5 bra W{label};\nV{label}:\n\
                     ld.relaxed.gpu.global.u32 %r20, [%rd11+-4];\nsetp.eq.u32 %p6, %r20, 0;\n\
                     @%p6 bra V{label};\nld.global.u32 %r20, [%rd11+-8];\nW{label}:\n\
                     st.global.u32 [%rd11+8], %r10;\nfence.acq_rel.gpu;\nor.b32 %r21, %r10, 1;\n\
                     st.relaxed.gpu.global.u32 [%rd11+12], %r21;\nN{label}:"
                ));
                self.line("mov.u64 %rd26, 0;");
                self.mix();
                self.op(&Op::Barrier);
            }
            Op::End => self.line("@%p3 bra END;"),
        }
    }

    fn mix(&mut self) {
        self.line("cvt.u32.u64 %r21, %rd26;\nadd.u32 %r20, %r20, %r21;");
        self.line("mad.lo.u32 %r10, %r10, 31, %r20;");
    }
}

#[test]
fn random_kernels_come_to_the_same_on_several_threads() {
    let cases = std::env::var("PROPP_RANDOM_KERNELS").ok().and_then(|n| n.parse().ok());
    let config = Config { cases: cases.unwrap_or(150), ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let ops = any::<bool>().prop_flat_map(|is_wild| vec(op(is_wild), 1..9));
    let (tried, together) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&(ops, any::<u8>()), |(ops, value)| {
        let module = module(3, &Text::of(&ops));
        let run = |threads| {
            let words = |count: u32| vec![value & 3; 4 * count as usize];
            let mut arrays = [words(17), words(4 * GRID + 32), words(4 * GRID * BLOCK)];
            arrays[0].truncate(66);
            let ran = launch_on(threads, &module, GRID, BLOCK, &mut arrays);
            (ran.map(|(ran, _)| ran).map_err(|error| error.to_string()), arrays)
        };
        let (alone, expected) = run(1);
        for threads in [2, 3, 5] {
            let (ran, found) = run(threads);
            let counts = |ran: &Result<propp_emulate_engine::Ran, String>| {
                ran.as_ref().map(|ran| ran.counts).map_err(Clone::clone)
            };
            prop_assert_eq!(counts(&ran), counts(&alone), "{}", Text::of(&ops));
            prop_assert!(found == expected, "{threads} threads: {}", Text::of(&ops));
            tried.set(tried.get() + 1);
            together.set(together.get() + u32::from(ran.is_ok_and(|ran| ran.threads > 1)));
        }
        Ok(())
    });
    let (tried, together) = (tried.get(), together.get());
    println!("{together} of {tried} launches on several threads");
    result.unwrap();
    assert!(4 * together > tried, "{together} of {tried}");
}
