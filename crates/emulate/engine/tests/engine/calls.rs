//! Functions that are called, not inlined.

use propp_emulate_engine::{Cause, LaunchError};
use propp_emulate_ptx::Module;

use crate::support::{bytes, launch, launch_on, words};

/// A function that calls itself as often as its argument says. At the end it does `end`.
fn recursive(end: &str) -> Module {
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n\
         .func (.param .b32 out) sum(.param .b32 in)\n{{\n\
         .reg .pred %p<5>;\n.reg .b32 %r<9>;\nld.param.u32 %r1, [in];\n\
         setp.eq.u32 %p1, %r1, 0;\n@%p1 bra $end;\nadd.s32 %r2, %r1, -1;\n{{\n.param .b32 a;\n\
         st.param.b32 [a], %r2;\n.param .b32 b;\ncall.uni (b), sum, (a);\n\
         ld.param.b32 %r3, [b];\n}}\nadd.s32 %r4, %r3, %r1;\nst.param.b32 [out], %r4;\nret;\n\
         $end:\nmov.u32 %r5, %laneid;\n{end}\nst.param.b32 [out], 100;\nret;\n}}\n\
         .visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n\
         ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r7, %ctaid.x;\nmov.u32 %r8, %ntid.x;\n\
         mad.lo.s32 %r7, %r7, %r8, %r1;\nmul.wide.u32 %rd2, %r7, 4;\nadd.s64 %rd3, %rd1, %rd2;\n\
         ld.global.u32 %r2, [%rd3];\n{{\n.param .b32 a;\nst.param.b32 [a], %r2;\n.param .b32 b;\n\
         call.uni (b), sum, (a);\nld.param.b32 %r3, [b];\n}}\nbar.sync 0;\nadd.s32 %r4, %r3, %r1;\n\
         st.global.u32 [%rd3], %r4;\nret;\n}}\n"
    );
    Module::parse(&text).unwrap()
}

fn depth(i: u32) -> u32 {
    i * 7 % 6
}

fn expected(i: u32) -> u32 {
    100 + depth(i) * (depth(i) + 1) / 2 + i % 64
}

#[test]
fn lanes_that_end_within_a_call_are_not_awaited() {
    let module = recursive("setp.gt.u32 %p2, %r5, 23;\n@%p2 exit;");
    let mut arrays = [bytes((0..64).map(depth))];
    let (counts, _) = launch(&module, 1, 64, &mut arrays).unwrap();
    let found = words(&arrays[0]);
    for i in 0..64 {
        assert_eq!(found[i as usize], if i % 32 > 23 { depth(i) } else { expected(i) }, "{i}");
    }
    // Two warps: lanes whose calls are of six depths, most of which go on alone.
    assert!(counts.warp_instructions > 2 * 60, "{counts:?}");
}

#[test]
fn two_threads_of_the_processor_count_the_same() {
    let module = recursive("");
    let (grid, block) = (256, 64);
    let ran = [1, 2].map(|threads| {
        let mut arrays = [bytes((0..grid * block).map(depth))];
        let (ran, _) = launch_on(threads, &module, grid, block, &mut arrays).unwrap();
        (ran.threads, ran.counts, arrays)
    });
    assert_eq!((ran[0].0, ran[1].0), (1, 2));
    assert_eq!(ran[0].1, ran[1].1);
    assert_eq!(ran[0].2, ran[1].2);
    let found = words(&ran[0].2[0]);
    assert!((0..grid * block).all(|i| found[i as usize] == expected(i)));
}

#[test]
fn a_stack_that_is_too_long_is_a_fault_at_the_call() {
    let module = recursive("");
    let mut arrays = [bytes([3, 1 << 20, 5])];
    let Err(LaunchError::Fault(fault)) = launch(&module, 1, 3, &mut arrays) else { panic!() };
    assert_eq!(fault.cause, Cause::StackOverflow { limit: 1 << 16 });
    assert_eq!((fault.thread, fault.line), ([1, 0, 0], 16));
}

#[test]
fn a_call_by_address_leads_only_to_functions() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n.func one()\n{\nret;\n}\n\
        .visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<9>;\n.reg .b32 %r<3>;\n\
        .reg .pred %p<2>;\nmov.u64 %rd1, one;\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 5;\n\
        @%p1 mov.u64 %rd1, 24;\nf: .callprototype () _ ();\ncall %rd1, f;\nret;\n}\n";
    let module = Module::parse(text).unwrap();
    let Err(LaunchError::Fault(fault)) = launch(&module, 1, 32, &mut [vec![0; 4]]) else {
        panic!()
    };
    assert_eq!(fault.cause, Cause::NotAFunction { address: 24 });
    assert_eq!(fault.thread, [5, 0, 0]);
}
