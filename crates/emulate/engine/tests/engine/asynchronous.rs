//! Copies beside the threads, and barriers in shared memory.

use propp_emulate_engine::{Cause, LaunchError};

use crate::support::{BASE, bytes, launch, module, words};

const SHARED: &str = ".shared .align 16 .b8 s[4096];\n.shared .align 8 .b8 b[16];\nmov.u32 %r1, s;\n\
    mov.u32 %r2, b;\nmov.u32 %r3, %tid.x;\nshl.b32 %r4, %r3, 2;\nadd.u32 %r5, %r1, %r4;\n\
    cvt.u64.u32 %rd10, %r4;\nadd.s64 %rd11, %rd0, %rd10;\nadd.s64 %rd12, %rd1, %rd10;\n";

#[test]
fn asynchronous_copies_move_what_they_say_and_fill_up_with_zeros() {
    // Four words for each thread; of every second one only 6 bytes are read.
    let body = format!(
        "{SHARED}mad.lo.u32 %r6, %r3, 16, %r1;\nmul.wide.u32 %rd13, %r3, 16;\n\
         add.s64 %rd14, %rd0, %rd13;\nand.b32 %r7, %r3, 1;\nsetp.eq.u32 %p1, %r7, 1;\n\
         selp.u32 %r8, 6, 16, %p1;\ncp.async.cg.shared.global.L2::128B [%r6], [%rd14], 16, %r8;\n\
         cp.async.commit_group;\ncp.async.wait_group 0;\nbar.sync 0;\n\
         add.s64 %rd15, %rd1, %rd13;\nld.shared.v4.u32 {{%r10, %r11, %r12, %r13}}, [%r6];\n\
         st.global.v4.u32 [%rd15], {{%r10, %r11, %r12, %r13}};"
    );
    let mut arrays = [bytes(0x1111_1111..0x1111_1111 + 256), vec![0xff; 1024]];
    let (counts, _) = launch(&module(2, &body), 1, 64, &mut arrays).unwrap();
    for (index, word) in words(&arrays[1]).into_iter().enumerate() {
        let whole = 0x1111_1111 + index as u32;
        let expected = match (index / 4 % 2, index % 4) {
            (0, _) | (_, 0) => whole,
            (_, 1) => whole & 0xffff,
            _ => 0,
        };
        assert_eq!(word, expected, "{index}");
    }
    assert_eq!((counts.async_copies, counts.global.loads, counts.shared.stores), (2, 0, 0));
    // Copied and stored; into shared memory and from there.
    assert_eq!((counts.global.bytes, counts.shared.bytes()), (2 * 1024, 1024 + 1024));
    assert_eq!(counts.shared.load_bytes, 1024);
    assert_eq!((counts.global.tags, counts.l2_sectors), (2 * 8, 2 * 32));
}

#[test]
fn copies_by_way_of_l1_are_found_there() {
    let copy = "cp.async.ca.shared.global [%r5], [%rd11], 4;\n";
    let body = format!("{SHARED}{copy}{copy}cp.async.wait_all;\n");
    let mut arrays = [bytes(0..32), vec![0; 128]];
    let (counts, _) = launch(&module(2, &body), 1, 32, &mut arrays).unwrap();
    assert_eq!((counts.async_copies, counts.global.bytes, counts.l2_sectors), (2, 256, 4));
    let ignored = body.replacen(", 4;", ", 4, %p2;", 1).replace(copy, "");
    let ignored = ignored.replace("cp.async.ca", "setp.lt.u32 %p2, %r3, 32;\ncp.async.ca");
    let (counts, _) = launch(&module(2, &ignored), 1, 32, &mut arrays).unwrap();
    assert_eq!((counts.async_copies, counts.global.bytes, counts.shared.bytes()), (1, 0, 128));
}

#[test]
fn a_bulk_copy_tells_a_barrier_that_all_threads_wait_for() {
    let body = format!(
        "{SHARED}setp.ne.u32 %p1, %r3, 0;\n@%p1 bra $W;\nmbarrier.init.shared.b64 [%r2], 1;\n\
         fence.mbarrier_init.release.cluster;\n$W:\nbar.sync 0;\n@%p1 bra $T;\n\
         cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0], 512, \
         [%r2];\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], 512;\n$T:\n\
         mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;\n@!%p2 bra $T;\n\
         ld.shared.u32 %r10, [%r5];\nadd.u32 %r10, %r10, 7;\nst.shared.u32 [%r5], %r10;\n\
         fence.proxy.async.shared::cta;\nbar.sync 0;\n@%p1 bra $E;\n\
         cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 512;\n\
         cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n$E:"
    );
    let mut arrays = [bytes(0..128), vec![0; 512]];
    let (counts, _) = launch(&module(2, &body), 1, 128, &mut arrays).unwrap();
    assert_eq!(words(&arrays[1]), (7..135).collect::<Vec<_>>());
    assert_eq!((counts.bulk_copies, counts.l2_sectors), (2, 32));
    assert_eq!((counts.bulk_read_sectors, counts.bulk_write_sectors), (16, 16));
    assert_eq!((counts.global.bytes, counts.global.tags), (0, 0));
}

#[test]
fn lanes_that_copy_the_same_piece_copy_it_once_and_others_each() {
    // All lanes store one piece; then pairs of lanes a piece of their own.
    let body = format!(
        "{SHARED}add.u32 %r6, %r3, 5;\nst.shared.u32 [%r5], %r6;\nfence.proxy.async.shared::cta;\n\
         bar.sync 0;\ncp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 128;\n\
         shr.u32 %r7, %r3, 3;\nshl.b32 %r8, %r7, 4;\nadd.u32 %r9, %r1, %r8;\nadd.u32 %r10, %r8, 128;\n\
         cvt.u64.u32 %rd14, %r10;\nadd.s64 %rd15, %rd1, %rd14;\n\
         cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd15], [%r9], 16;\n\
         cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"
    );
    let mut arrays = [Vec::new(), bytes(0..64)];
    let (counts, _) = launch(&module(2, &body), 1, 32, &mut arrays).unwrap();
    let expected = (5..37).chain((0..16).map(|word| 32 + word + 5 + word)).chain(48..64);
    assert_eq!(words(&arrays[1]), expected.collect::<Vec<_>>());
    assert_eq!((counts.bulk_copies, counts.bulk_write_sectors), (1 + 4, 4 + 4));
}

/// Four warps write in turn what the next one reads, each phase of a barrier for one of them.
#[test]
fn warps_wait_for_phases_by_state_and_by_parity() {
    let body = format!(
        "{SHARED}setp.ne.u32 %p1, %r3, 0;\n@%p1 bra $W;\nmbarrier.init.shared.b64 [%r2], 128;\n\
         $W:\nbar.sync 0;\nmov.u32 %r20, 0;\nshr.u32 %r21, %r3, 5;\n$L:\n\
         setp.ne.u32 %p3, %r20, %r21;\n@%p3 bra $A;\nadd.u32 %r22, %r20, 100;\n\
         st.shared.u32 [%r1], %r22;\n$A:\nmbarrier.arrive.shared.b64 %rd20, [%r2];\n$T:\n\
         mbarrier.test_wait.shared.b64 %p2, [%r2], %rd20;\n@!%p2 bra $T;\n\
         ld.shared.u32 %r23, [%r1];\nadd.u32 %r24, %r24, %r23;\n\
         mbarrier.arrive.release.cta.shared::cta.b64 %rd20, [%r2], 1;\n$U:\n\
         mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 1;\n@!%p2 bra $U;\n\
         add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p4, %r20, 4;\n@%p4 bra $L;\n\
         mbarrier.pending_count.b64 %r25, %rd20;\nmad.lo.u32 %r24, %r25, 0, %r24;\n\
         st.global.u32 [%rd12], %r24;"
    );
    let mut arrays = [vec![0; 512], vec![0; 512]];
    launch(&module(2, &body), 1, 128, &mut arrays).unwrap();
    assert_eq!(words(&arrays[1]), vec![100 + 101 + 102 + 103; 128]);
}

#[test]
fn threads_that_leave_are_no_longer_awaited() {
    let body = format!(
        "{SHARED}setp.ne.u32 %p1, %r3, 0;\n@%p1 bra $W;\nmbarrier.init.shared.b64 [%r2], 64;\n\
         $W:\nbar.sync 0;\nsetp.lt.u32 %p2, %r3, 32;\n@%p2 bra $S;\n\
         mbarrier.arrive_drop.shared.b64 _, [%r2];\nexit;\n$S:\n\
         mbarrier.arrive.shared.b64 %rd20, [%r2];\n$T:\n\
         mbarrier.try_wait.shared.b64 %p3, [%r2], %rd20;\n@!%p3 bra $T;\n\
         mbarrier.arrive.shared.b64 %rd20, [%r2];\nmbarrier.pending_count.b64 %r10, %rd20;\n\
         st.global.u32 [%rd12], %r10;"
    );
    let mut arrays = [vec![0; 4], vec![0; 256]];
    launch(&module(2, &body), 1, 64, &mut arrays).unwrap();
    // The second phase awaits 32.
    assert_eq!(words(&arrays[1])[..32], (1..=32).rev().collect::<Vec<u32>>());
}

fn fails(body: &str) -> Cause {
    let module = module(2, &format!("{SHARED}{body}"));
    match launch(&module, 1, 32, &mut [vec![0; 128], vec![0; 128]]) {
        Err(LaunchError::Fault(fault)) => fault.cause,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_the_hardware_would_not_survive_is_told() {
    let barrier = |problem| Cause::Barrier { address: 4096, problem };
    let arrive = "mbarrier.arrive.shared.b64 _, [%r2];\n";
    assert_eq!(fails(arrive), barrier("is used before it is initialised"));
    let init = "mbarrier.init.shared.b64 [%r2], 16;\nmbarrier.expect_tx.shared.b64 [%r2], 16;\n";
    let late = fails(&format!("{init}{arrive}"));
    assert_eq!(late, barrier("gets more arrivals than it awaits"));
    let endless =
        format!("{init}$L:\nmbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0;\n@!%p1 bra $L;");
    assert_eq!(fails(&endless), Cause::EndlessWait { blocks: 1 });
    let copy = "cp.async.ca.shared.global [%r5], [%rd11+64], 4;\n";
    let outside = Cause::OutOfBounds {
        access: "an asynchronous copy",
        bytes: 4,
        address: BASE + 128,
        space: "global",
    };
    assert_eq!(fails(copy), outside);
    let bulk = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 24;";
    let odd = Cause::Misaligned { access: "a bulk copy", bytes: 16, address: 24 };
    assert_eq!(fails(bulk), odd);
    let matrix = "add.u32 %r6, %r1, 4;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r6];";
    let odd = Cause::Misaligned { access: "a load of a matrix", bytes: 16, address: 4 };
    assert_eq!(fails(matrix), odd);
}
