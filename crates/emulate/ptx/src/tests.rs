//! Small kernels: what their text is decoded to.

mod calls;
mod images;
mod predication;
mod units;

use crate::{ControlOp, Joined, LaneOp, MemoryOp, Module, Op, PtxError, Space};

fn module(body: &str) -> Result<Module, PtxError> {
    Module::parse(&format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<9>;\n.reg .b32 %r<99>;\n.reg .b64 %rd<9>;\n{body}\n}}\n"
    ))
}

fn code(body: &str) -> crate::Code {
    module(body).unwrap().kernels[0].code.clone().unwrap()
}

fn refusal(body: &str) -> String {
    module(body).unwrap().kernels[0].code.clone().unwrap_err().to_string()
}

/// So many instructions.
fn work(count: usize) -> String {
    "add.s32 %r1, %r1, 1;\n".repeat(count)
}

#[test]
fn a_short_branch_forward_becomes_predicates_and_a_long_one_stays() {
    let skips = |count: usize| {
        let code = code(&format!("@%p1 bra $L1;\n{}$L1:\n{}ret;", work(count), work(1)));
        (
            code.blocks.len(),
            code.instructions.iter().any(|i| matches!(i.op, Op::Control(ControlOp::Skip { .. }))),
        )
    };
    assert_eq!(skips(8), (1, true));
    assert!(!skips(9).1);
    let again = work(2);
    let entered = code(&format!("@%p1 bra $L1;\n{again}$L2:\n{again}$L1:\n@%p2 bra $L2;\nret;"));
    assert!(
        !entered.instructions.iter().any(|i| matches!(i.op, Op::Control(ControlOp::Skip { .. })))
    );
    let barrier = code("@%p1 bra $L1;\nbar.sync 0;\n$L1:\nbar.sync 0;\nret;");
    assert!(
        !barrier.instructions.iter().any(|i| matches!(i.op, Op::Control(ControlOp::Skip { .. })))
    );
}

#[test]
fn lanes_meet_in_parts_that_end_by_themselves() {
    let side = work(9);
    let part = |name: &str| {
        format!(
            "@%p2 bra ${name}T;\n{side}bra.uni ${name}E;\n${name}T:\n{side}${name}E:\nbar.sync 0;\n{side}ret;\n"
        )
    };
    let code = code(&format!("@%p1 bra $M;\n{}$M:\n{}", part("A"), part("B")));
    let divided = code.blocks.iter().filter(|block| block.successors.len() == 2);
    let meets: Vec<bool> = divided.map(|block| block.meets.is_some()).collect();
    assert_eq!(meets, [true; 3], "{:?}", code.blocks);
    // A loop that lanes leave by an end in its middle.
    let around = format!("$L:\n{}", part("A")).replace("ret;", "@%p3 bra $X;\nbra $L;");
    let code = self::code(&format!("@%p1 bra $M;\n{around}$M:\n{}$X:\nret;", part("B")));
    let divided = code.blocks.iter().filter(|block| block.successors.len() == 2);
    assert!(divided.clone().all(|block| block.meets.is_some()), "{:?}", code.blocks);
    assert_eq!(divided.count(), 3);
}

#[test]
fn labels_in_braces_are_their_own() {
    // A loop of two instructions twice, which leaves by a label of the same name.
    let own =
        "{\n.reg .pred q;\nLOOP:\nsetp.eq.s32 q, %r1, %r2;\n@q bra DONE;\nbra LOOP;\nDONE:\n}\n";
    let code = code(&format!("{own}bar.sync 0;\n{{\n{own}@%p1 bra OUT;\n}}\nOUT:\nret;"));
    let loops = (0..).zip(&code.blocks).filter(|(at, block)| block.successors.contains(at));
    assert_eq!(loops.count(), 2, "{:?}", code.blocks);
}

#[test]
fn lanes_meet_behind_both_sides_of_a_branch() {
    // 0: branch; 1: else; 2: then; 3: behind.
    let side = work(9);
    let code = code(&format!("@%p1 bra $T;\n{side}bra.uni $E;\n$T:\n{side}$E:\n{side}ret;"));
    assert_eq!(code.blocks.len(), 4);
    assert_eq!(code.blocks[0].successors, [1, 2]);
    assert_eq!((code.blocks[0].meets, code.blocks[1].meets), (Some(3), Some(3)));
}

#[test]
fn an_early_end_does_not_move_the_meeting() {
    // The inner branch may end the thread; both sides of the outer one still meet.
    let side = work(9);
    let code = code(&format!(
        "@%p1 bra $T;\n{side}@%p2 bra $END;\n{side}bra.uni $E;\n$T:\n{side}$E:\n{side}$END:\nret;"
    ));
    let outer = &code.blocks[0];
    let meets = &code.blocks[outer.meets.unwrap() as usize];
    assert!(meets.first < code.instructions.len() as u32 - 3, "{:?}", code.blocks);
    assert!(
        code.instructions.iter().any(|i| i.op == Op::Control(ControlOp::Exit) && i.guard.is_some())
    );
}

#[test]
fn a_loop_meets_behind_itself() {
    let code = code(&format!("$L:\n{}@%p1 bra $L;\n{}ret;", work(3), work(9)));
    assert_eq!(code.blocks[0].successors, [0, 1]);
    assert_eq!(code.blocks[0].meets, Some(1));
}

#[test]
fn errors_have_their_line() {
    assert_eq!(refusal("add.s32 %r1, %r2;"), "PTX line 9: 'add.s32': an operand is missing");
    assert_eq!(
        refusal("\nfrobnicate.b32 %r1, %r2;"),
        "PTX line 10: 'frobnicate.b32' is not supported"
    );
    assert_eq!(refusal("add.s32 %r1, %r2, %q;"), "PTX line 9: '%q' is not declared");
    assert_eq!(refusal("bra $NOWHERE;"), "PTX line 9: '$NOWHERE' is not declared");
    assert_eq!(refusal("add.rz.f16 %r1, %r2, %r3;"), "PTX line 9: 'add.rz.f16' is not supported");
    let syntax = module("add.s32 %r1 %r2;").unwrap_err().to_string();
    assert_eq!(syntax, "PTX line 9: expected ',' or ';', found '%r2'");
}

#[test]
fn a_modifier_that_nobody_takes_refuses_the_instruction() {
    let odd = ["add.sat.u32", "mul.lo.cc.u32", "ld.global.u32.odd", "atom.global.add.b32"];
    let matrices = [
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32",
        "cvt.rna.tf32.f64",
        "add.tf32",
    ];
    for opcode in odd.into_iter().chain(matrices) {
        let operands = if opcode.starts_with("ld") { "[%rd1]" } else { "%r2, %r3" };
        let operands = if opcode.starts_with("atom") { "[%rd1], %r2" } else { operands };
        let text = refusal(&format!("{opcode} %r1, {operands};"));
        assert_eq!(text, format!("PTX line 9: '{opcode}' is not supported"));
    }
}

#[test]
fn calls_are_inlined() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n\
        .func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %r<3>;\n\
        ld.param.u32 %r1, [in];\nadd.s32 %r2, %r1, %r1;\nst.param.b32 [out+0], %r2;\nret;\n}\n\
        .entry k()\n{\n.reg .b32 %r<3>;\n{\n.param .b32 a;\nst.param.b32 [a+0], 21;\n\
        .param .b32 b;\ncall.uni (b), twice, (a);\nld.param.b32 %r1, [b+0];\n}\nret;\n}\n";
    let module = Module::parse(text).unwrap();
    let code = module.kernel("k").unwrap().code.clone().unwrap();
    assert_eq!((code.frame_bytes, code.routines.len()), (8, 0));
    assert!(
        code.instructions
            .iter()
            .any(|i| matches!(i.op, Op::Lane(LaneOp::Integer { .. })) && i.line == 8)
    );
}

/// What the loads of a kernel with this body are joined to: bytes, 0 for those behind another.
fn joined(body: &str) -> Vec<u32> {
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u32 p)\n{{\n\
         .reg .b16 %h<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<20>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n\
         .shared .align 4 .b8 s[1024];\n\
         mov.u32 %r0, %tid.x;\nshl.b32 %r1, %r0, 4;\nmov.u32 %r2, s;\nadd.s32 %r3, %r2, %r1;\n\
         mad.lo.s32 %r4, %r0, 132, %r2;\n{body}\nret;\n}}\n"
    );
    let module = Module::parse(&text).unwrap();
    let code = module.kernels[0].code.as_ref().unwrap();
    let loads = code.instructions.iter().filter_map(|instruction| {
        let Op::Memory(MemoryOp::Load { space: Space::Shared, to, joined, .. }) = &instruction.op
        else {
            return None;
        };
        Some(match joined {
            Joined::No => to.ty.bytes() * to.elements.len() as u32,
            Joined::First { bytes, .. } => *bytes,
            Joined::Behind => 0,
        })
    });
    loads.collect()
}

#[test]
fn neighbouring_loads_of_shared_memory_are_joined_where_they_are_aligned() {
    let four = |base: &str, offsets: [u32; 4]| {
        let load = |(i, offset)| format!("ld.shared.f32 %f{i}, [{base}+{offset}];\n");
        offsets.into_iter().enumerate().map(load).collect::<String>()
    };
    assert_eq!(joined(&four("%r3", [0, 4, 8, 12])), [16, 0, 0, 0]);
    // In any order, of which the first counts.
    assert_eq!(joined(&four("%r3", [12, 8, 4, 0])), [16, 0, 0, 0]);
    assert_eq!(joined(&four("%r3", [8, 12, 16, 24])), [8, 0, 4, 4]);
    assert_eq!(joined(&four("%r3", [4, 8, 12, 20])), [4, 8, 0, 4]);
    // Rows of 132 bytes are aligned to 4 only.
    assert_eq!(joined(&four("%r4", [0, 4, 8, 12])), [4; 4]);
    let small = |count: u32, ty: &str, bytes: u32, base: &str, between: &str| {
        let load = |i| format!("ld.shared.{ty} %h{i}, [{base}+{}];\n{between}", i * bytes);
        joined(&(0..count).map(load).collect::<String>())
    };
    assert_eq!(small(8, "u16", 2, "%r3", ""), [16, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(small(4, "u16", 2, "%r4", ""), [4, 0, 4, 0]);
    assert_eq!(small(6, "u8", 1, "%r4", ""), [4, 0, 0, 0, 2, 0]);
    let store = "st.global.u32 [%rd1], %r0;\n";
    assert_eq!(small(8, "u16", 2, "%r3", store), [8, 0, 0, 0, 8, 0, 0, 0]);
    let last = |at: u32| format!("ld.shared.u16 %h{at}, [%r3+{}];\n", 2 * at);
    let in_another_order = [0, 7, 1, 2, 3, 4, 5, 6].map(last);
    let (first, rest) = in_another_order.split_at(2);
    let text = format!("{}{store}{}", first.concat(), rest.concat());
    assert_eq!(joined(&text), [8, 8, 0, 0, 0, 0, 0, 0]);
    // A load that some lanes skip is not joined with one behind.
    let skipped = "setp.eq.u32 %p1, %r0, 7;\n@%p1 bra $E;\nld.shared.f32 %f1, [%r3];\n\
        add.f32 %f5, %f1, %f1;\n$E:\nld.shared.f32 %f2, [%r3+4];\nst.global.f32 [%rd1], %f5;\n";
    assert_eq!(joined(skipped), [4, 4]);
    let pair = |between: &str| {
        joined(&format!("ld.shared.f32 %f1, [%r3];\n{between}ld.shared.f32 %f2, [%r3+4];"))
    };
    assert_eq!(pair(""), [8, 0]);
    assert_eq!(pair("bar.sync 0;\n"), [4, 4]);
    assert_eq!(pair("st.shared.f32 [%r2], %f3;\n"), [4, 4]);
    assert_eq!(pair("add.s32 %r3, %r3, 16;\n"), [4, 4]);
    assert_eq!(
        joined("ld.shared.v2.f32 {%f1,%f2}, [%r3];\nld.shared.v2.f32 {%f3,%f4}, [%r3+8];"),
        [16, 0]
    );
    assert_eq!(
        joined("ld.volatile.shared.f32 %f1, [%r3];\nld.volatile.shared.f32 %f2, [%r3+4];"),
        [4, 4]
    );
}
