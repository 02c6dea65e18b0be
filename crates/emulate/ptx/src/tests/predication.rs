//! Which branches stay branches, and what counts as several instructions.

use super::{code, work};
use crate::{Code, ControlOp, Instruction, LaneOp, Op};

fn skips(code: &Code) -> Vec<u32> {
    let skips = code.instructions.iter().filter_map(|i| {
        let Op::Control(ControlOp::Skip { count }) = i.op else { return None };
        Some(count)
    });
    skips.collect()
}

fn count(code: &Code, is: impl Fn(&Instruction) -> bool) -> usize {
    code.instructions.iter().filter(|own| is(own)).count()
}

fn branches(code: &Code) -> usize {
    count(code, |i| i.guard.is_some() && matches!(i.op, Op::Control(ControlOp::Branch { .. })))
}

fn exits(code: &Code) -> usize {
    count(code, |i| i.guard.is_some() && i.op == Op::Control(ControlOp::Exit))
}

/// `if (a || b) { ... }` with so much in it, as nvcc writes it; `b` is worked out by the condition.
fn either(condition: &str, inside: usize) -> Code {
    code(&format!(
        "@%p1 bra $T;\n{condition}@%p2 bra $T;\nbra.uni $E;\n$T:\n{}$E:\n{}ret;",
        work(inside),
        work(1)
    ))
}

const SHORT: &str = "add.s32 %r2, %r3, %r4;\nsetp.lt.s32 %p2, %r2, 0;\n";

#[test]
fn conditions_are_joined_where_all_lanes_can_work_out_the_second() {
    let few = either(SHORT, 2);
    assert_eq!((branches(&few), skips(&few)), (0, vec![2]));
    let many = either(SHORT, 9);
    assert_eq!((branches(&many), skips(&many)), (1, vec![]));
    let joins = |i: &Instruction| {
        i.guard.is_some() && i.counted == 0 && matches!(i.op, Op::Lane(LaneOp::PredicateSet { .. }))
    };
    assert_eq!((count(&few, joins), count(&many, joins)), (1, 1));
    // It stands behind the condition, before the branch.
    let at = many.instructions.iter().position(joins).unwrap();
    assert!(matches!(many.instructions[at - 1].op, Op::Lane(LaneOp::Compare { .. })));
    let both = code(&format!("@%p1 bra $E;\n{SHORT}@%p2 bra $E;\n{}$E:\n{}ret;", work(9), work(1)));
    assert_eq!((branches(&both), count(&both, joins)), (1, 1));
    // Only if it needs no memory, is short, and nobody else uses what it changes.
    let loads = either("ld.global.u32 %r2, [%rd1];\nsetp.lt.s32 %p2, %r2, 0;\n", 2);
    assert_eq!(branches(&loads), 2);
    // A parameter at a place that lanes work out may be another's memory for those that leave.
    let parameter = either("ld.param.u32 %r2, [%rd1];\nsetp.lt.s32 %p2, %r2, 0;\n", 2);
    assert_eq!(branches(&parameter), 2);
    let long = format!("{}{SHORT}", "add.s32 %r3, %r5, %r6;\n".repeat(4));
    assert_eq!(branches(&either(&long, 2)), 2);
    let used = format!("@%p1 bra $E;\n{}setp.lt.s32 %p2, %r1, 0;\n", work(1));
    let used = code(&format!("{used}@%p2 bra $E;\n{}$E:\n{}ret;", work(3), work(1)));
    assert_eq!((branches(&used), skips(&used)), (1, vec![3]));
}

#[test]
fn each_side_of_a_branch_has_its_limit() {
    let sides = |then: usize, other: usize| {
        skips(&code(&format!(
            "@%p1 bra $T;\n{}bra.uni $E;\n$T:\n{}$E:\n{}ret;",
            work(then),
            work(other),
            work(1)
        )))
    };
    assert_eq!(sides(7, 8), [8, 8]);
    assert_eq!(sides(8, 8), Vec::<u32>::new());
    assert_eq!(sides(7, 9), Vec::<u32>::new());
    let with =
        |inside: &str| skips(&code(&format!("@%p1 bra $E;\n{inside}$E:\n{}ret;", work(1)))).len();
    let load = "ld.global.u32 %r2, [%rd1];\n";
    assert_eq!(with(&format!("{load}{}", work(19))), 1);
    assert_eq!(with(&format!("{load}{}", work(20))), 0);
    assert_eq!(with("rem.u32 %r2, %r2, %r3;\n"), 0, "seventeen instructions");
    assert_eq!(with("st.global.u32 [%rd1], %r2;\n"), 1);
    assert_eq!(with("red.global.add.u32 [%rd1], %r2;\n"), 0);
    // What folds into an address takes nothing.
    let address =
        "mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r2;\n";
    assert_eq!(with(&format!("{address}{}", work(6))), 1);
    assert_eq!(with(&format!("{address}{}", work(7))), 0);
}

#[test]
fn a_branch_around_a_load_stays_in_a_loop() {
    let loop_of = |inside: &str| {
        skips(&code(&format!(
            "$B:\n@%p1 bra $E;\n{inside}$E:\n{}@%p2 bra $B;\nst.global.u32 [%rd1], %r1;\nret;",
            work(1)
        )))
    };
    assert_eq!(loop_of(&work(8)), [8]);
    assert_eq!(loop_of("ld.global.u32 %r2, [%rd1];\n"), Vec::<u32>::new());
    assert_eq!(loop_of("ld.shared.u32 %r2, [%r3];\n"), [1]);
    let load = "ld.global.u32 %r2, [%rd1];\nbra.uni $E;\n$T:\nld.shared.u32 %r2, [%r3];\n";
    let sides = code(&format!(
        "$B:\n@%p1 bra $T;\n{load}$E:\n{}@%p2 bra $B;\nst.global.u32 [%rd1], %r1;\nret;",
        work(1)
    ));
    assert_eq!(skips(&sides), [2, 1]);
}

/// A division whose quotient only lanes need that go on is done by them alone.
#[test]
fn a_division_is_done_behind_an_early_end() {
    let order = |inside: &str| {
        let code = code(&format!(
            "mul.lo.s32 %r5, %r3, %r4;\nsetp.lt.s32 %p1, %r5, 7;\n{inside}@%p1 bra $E;\n\
             add.s32 %r4, %r8, %r3;\nst.global.u32 [%rd1], %r4;\n$E:\nret;"
        ));
        let is_end = |i: &Instruction| i.guard.is_some() && i.op == Op::Control(ControlOp::Exit);
        let end = code.instructions.iter().position(is_end).unwrap();
        let counted = |of: &[Instruction]| of.iter().map(|i| i.counted).collect::<Vec<_>>();
        (counted(&code.instructions[..end]), counted(&code.instructions[end + 1..]))
    };
    let division = "div.u32 %r6, %r3, %r2;\n";
    let used = format!("{division}and.b32 %r8, %r6, 1;\n");
    assert_eq!(order(&used), (vec![1, 1], vec![18, 1, 1, 1, 1]));
    // Not if the condition needs it, or somebody changes an operand in between.
    let needed = format!("{division}setp.lt.u32 %p1, %r6, 9;\nmov.u32 %r8, %r6;\n");
    assert_eq!(order(&needed).0, [1, 1, 18, 1, 1]);
    let changed = format!("{division}mov.u32 %r8, %r6;\nmov.u32 %r2, 5;\n");
    assert_eq!(order(&changed).0, [1, 1, 18, 1, 1]);
    // What is short is not worth a move.
    assert_eq!(order("mov.u32 %r8, %r3;\n").0, [1, 1, 1]);
}

#[test]
fn a_side_before_the_end_ends_there() {
    let code = code(&format!("@%p1 bra $T;\n{}bra.uni $E;\n$T:\n{}$E:\nret;", work(3), work(4)));
    assert_eq!((skips(&code), exits(&code), branches(&code)), (vec![3], 1, 0));
}

/// A loop that lanes leave for the end or for what is behind it: all that go on meet there.
#[test]
fn a_jump_to_the_end_does_not_move_the_meeting() {
    let code = code(&format!(
        "@%p1 bra $L3;\n$L1:\n{step}@%p2 bra $L2;\n@%p3 bra $L1;\nbra.uni $E;\n$L2:\n{step}\
         @%p4 bra $L3;\nbra.uni $E;\n$L3:\n{step}$E:\nret;",
        step = work(9)
    ));
    let meets = code.blocks[0].meets.map(|block| &code.blocks[block as usize]);
    let meets = meets.expect("the lanes that go on meet before the end");
    assert_eq!(meets.end as usize, code.instructions.len());
    assert!(meets.end - meets.first > 9, "with the work of the last block: {:?}", code.blocks);
}

#[test]
fn divisions_count_as_what_they_are_made_of() {
    let counted = |text: &str| {
        let code = code(&format!("{text}\nst.global.u32 [%rd1], %r1;\nret;"));
        code.instructions[0].counted
    };
    assert_eq!(counted("add.s32 %r1, %r1, %r2;"), 1);
    assert_eq!(counted("rem.s32 %r1, %r1, %r2;"), 22);
    assert_eq!(counted("div.u32 %r1, %r1, %r2;"), 18);
    assert_eq!(counted("mul.lo.s64 %rd1, %rd1, %rd2;"), 4);
    assert_eq!(counted("div.rn.f32 %r1, %r1, %r2;"), 10);
    assert_eq!(counted("ex2.approx.ftz.f32 %r1, %r1;"), 1);
    // All lanes add to one word: one does it for them.
    assert_eq!(counted("red.global.add.u32 [%rd1], 1;"), 7);
}
