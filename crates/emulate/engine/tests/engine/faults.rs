//! What stops a kernel, and where it says so.

use propp_emulate_engine::{Cause, Fault, LaunchError};

use crate::support::{BASE, launch, module};

fn fault(body: &str, grid: u32, block: u32) -> Fault {
    let module = module(1, &format!("mov.u32 %r1, %tid.x;\n{body}"));
    match launch(&module, grid, block, &mut [vec![0; 256]]) {
        Err(LaunchError::Fault(fault)) => *fault,
        other => panic!("{other:?}"),
    }
}

/// The line of the body's first line of text.
const FIRST: u32 = 13;

#[test]
fn an_access_outside_of_an_allocation() {
    let body = "mul.wide.u32 %rd1, %r1, 4;\nadd.s64 %rd2, %rd0, %rd1;\nst.global.u32 [%rd2], %r1;";
    let fault = fault(body, 1, 96);
    assert_eq!(fault.thread, [64, 0, 0], "the first beyond 256 bytes");
    assert_eq!((fault.line, fault.block), (FIRST + 3, [0, 0, 0]));
    let address = BASE + 256;
    let cause = Cause::OutOfBounds { access: "a store", bytes: 4, address, space: "global" };
    assert_eq!(fault.cause, cause);
    assert_eq!(
        fault.to_string(),
        "a store of 4 bytes at 0x10000100 outside of global memory in k, block [0, 0, 0], \
         thread [64, 0, 0], PTX line 16"
    );
}

#[test]
fn the_source_line_is_told_where_the_text_has_it() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n\
        .reg .b32 %r<3>;\n.loc 1 77 3\nld.global.u32 %r1, [4];\nret;\n}\n.file 1 \"a.cu\"\n";
    let module = propp_emulate_ptx::Module::parse(text).unwrap();
    let Err(LaunchError::Fault(fault)) = launch(&module, 1, 1, &mut [vec![0; 4]]) else { panic!() };
    assert_eq!(fault.source_line, Some(("a.cu".to_owned(), 77)));
    assert!(fault.to_string().ends_with("PTX line 8, a.cu:77"), "{fault}");
}

#[test]
fn a_misaligned_access() {
    let fault = fault("ld.global.u32 %r2, [%rd0+2];", 1, 32);
    let address = BASE + 2;
    assert_eq!(fault.cause, Cause::Misaligned { access: "a load", bytes: 4, address });
    assert_eq!(fault.line, FIRST + 1);
}

#[test]
fn an_access_outside_of_shared_memory() {
    let body = ".shared .align 4 .b8 s[64];\nmov.u32 %r2, s;\nshl.b32 %r3, %r1, 2;\n\
        add.u32 %r4, %r2, %r3;\nst.shared.u32 [%r4], %r1;";
    let fault = fault(body, 1, 32);
    assert_eq!(fault.thread, [16, 0, 0]);
    assert!(fault.to_string().contains("outside of shared memory"), "{fault}");
}

#[test]
fn a_barrier_that_half_of_a_warp_reaches() {
    let side = "add.u32 %r2, %r2, 1;\n".repeat(9);
    let body = format!("setp.lt.u32 %p1, %r1, 16;\n@!%p1 bra $L;\nbar.sync 0;\n$L:\n{side}");
    let fault = fault(&body, 1, 32);
    assert_eq!((fault.cause, fault.line), (Cause::DivergentBarrier, FIRST + 3));
}

#[test]
fn barriers_that_wait_for_each_other() {
    // The first warp waits for three at barrier 1, the second for three at barrier 2.
    let body = "shr.u32 %r2, %r1, 5;\nadd.u32 %r3, %r2, 1;\nbar.sync %r3, 96;";
    let fault = fault(body, 1, 64);
    assert_eq!((fault.cause, fault.line), (Cause::Deadlock, FIRST + 3));
}

#[test]
fn a_wait_for_what_nobody_does() {
    let fault = fault(
        "$L:\nld.volatile.global.u32 %r2, [%rd0];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra $L;",
        3,
        32,
    );
    assert_eq!(fault.cause, Cause::EndlessWait { blocks: 3 });
}

#[test]
fn a_trap() {
    let fault = fault("setp.eq.u32 %p1, %r1, 33;\n@%p1 trap;", 1, 64);
    assert_eq!((fault.cause, fault.thread, fault.line), (Cause::Trap, [33, 0, 0], FIRST + 2));
}

#[test]
fn a_launch_that_no_gpu_takes() {
    let module = module(1, "mov.u32 %r1, 1;");
    let refused = launch(&module, 1, 2048, &mut [vec![0; 4]]).unwrap_err();
    assert_eq!(refused.to_string(), "k: the number of threads of a block is 2048; at most 1024");
    let refused = launch(&module, 1, 32, &mut []).unwrap_err();
    assert_eq!(refused.to_string(), "k: it has 8 bytes of parameters, not 0");
}

#[test]
fn a_kernel_that_cannot_be_executed_is_refused_by_name() {
    let module = module(1, "tcgen05.wait::ld.sync.aligned;");
    let refused = launch(&module, 1, 32, &mut [vec![0; 4]]).unwrap_err().to_string();
    assert_eq!(refused, "k: PTX line 13: 'tcgen05.wait::ld.sync.aligned' is not supported");
}
