//! Clusters: blocks that wait for each other and reach each other's shared memory.

use propp_emulate_engine::{Cause, Counts, Element, Images, LaunchError, Swizzle, TensorMap};
use propp_emulate_ptx::Module;

use crate::support::{BASE, Shape, bytes, launch_shape, module, words};

fn run(
    module: &Module,
    grid: [u32; 3],
    block: u32,
    cluster: [u32; 3],
    arrays: &mut [Vec<u8>],
) -> Result<Counts, LaunchError> {
    let shape = Shape { grid, block, cluster, threads: 4 };
    launch_shape(Images::default(), module, shape, &[], arrays).map(|(ran, _)| ran.counts)
}

/// The number of the block, its rank, and that of its right neighbour in the cluster.
const RANKS: &str = ".shared .align 16 .b8 s[64];\n.shared .align 8 .b8 b[8];\nmov.u32 %r1, s;\n\
    mov.u32 %r2, b;\nmov.u32 %r3, %tid.x;\nmov.u32 %r4, %ctaid.x;\nmov.u32 %r5, %cluster_ctarank;\n\
    mov.u32 %r6, %cluster_nctarank;\nadd.u32 %r7, %r5, 1;\nrem.u32 %r7, %r7, %r6;\n\
    setp.ne.u32 %p1, %r3, 0;\n";

const MEET: &str =
    "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";

#[test]
fn blocks_know_their_places() {
    let names = [
        "ctaid.x",
        "ctaid.y",
        "cluster_ctaid.x",
        "cluster_ctaid.y",
        "cluster_nctaid.x",
        "cluster_nctaid.y",
        "clusterid.x",
        "clusterid.y",
        "nclusterid.x",
        "nclusterid.y",
        "cluster_ctarank",
        "cluster_nctarank",
    ];
    let mut body = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %nctaid.x;\n\
        mad.lo.u32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd10, %r4, 64;\nadd.s64 %rd11, %rd0, %rd10;\n\
        mov.pred %p1, %is_explicit_cluster;\nselp.u32 %r5, 1, 0, %p1;\n\
        st.global.u32 [%rd11+60], %r5;\n"
        .to_owned();
    for (index, name) in names.iter().enumerate() {
        body += &format!("mov.u32 %r6, %{name};\nst.global.u32 [%rd11+{}], %r6;\n", index * 4);
    }
    let module = module(1, &body);
    let mut arrays = [vec![0; 6 * 4 * 64]];
    run(&module, [6, 4, 1], 1, [3, 2, 1], &mut arrays).unwrap();
    for (number, row) in words(&arrays[0]).chunks_exact(16).enumerate() {
        let (x, y) = (number as u32 % 6, number as u32 / 6);
        let expected = [x, y, x % 3, y % 2, 3, 2, x / 3, y / 2, 2, 2, x % 3 + y % 2 * 3, 6];
        assert_eq!((&row[..12], row[15]), (&expected[..], 1));
    }
    run(&module, [6, 4, 1], 1, [0; 3], &mut arrays).unwrap();
    for (number, row) in words(&arrays[0]).chunks_exact(16).enumerate() {
        let (x, y) = (number as u32 % 6, number as u32 / 6);
        assert_eq!((&row[..12], row[15]), (&[x, y, 0, 0, 1, 1, x, y, 6, 4, 0, 1][..], 0));
    }
}

#[test]
fn blocks_read_write_and_add_in_each_others_shared_memory() {
    // The number of each block comes to its neighbour, in three ways; all add to the first block.
    let body = format!(
        "{RANKS}@%p1 bra $M;\nst.shared.u32 [%r1], %r4;\nst.shared.u32 [%r1+12], %r4;\n$M:\n{MEET}\
         @%p1 bra $N;\nmapa.shared::cluster.u32 %r10, %r1, %r7;\n\
         ld.shared::cluster.u32 %r11, [%r10];\nst.shared::cluster.u32 [%r10+4], %r4;\n\
         cvta.shared::cluster.u32 %r12, %r1;\ncvt.u64.u32 %rd10, %r1;\ncvta.shared.u64 %rd11, %rd10;\n\
         mapa.u64 %rd12, %rd11, %r7;\nld.u32 %r13, [%rd12];\nst.u32 [%rd12+8], %r4;\n\
         mapa.shared::cluster.u32 %r14, %r1, 0;\nred.relaxed.cluster.shared::cluster.add.u32 \
         [%r14+12], %r4;\nmapa.u64 %rd13, %rd11, 0;\natom.add.u32 %r15, [%rd13+12], 1;\n\
         getctarank.shared::cluster.u32 %r16, %r10;\ngetctarank.u64 %r17, %rd11;\n\
         isspacep.shared::cluster %p2, %rd12;\nisspacep.shared::cta %p3, %rd12;\n\
         isspacep.shared %p4, %rd11;\nselp.u32 %r18, 1, 0, %p2;\nselp.u32 %r19, 2, 0, %p3;\n\
         selp.u32 %r20, 4, 0, %p4;\nor.b32 %r18, %r18, %r19;\nor.b32 %r18, %r18, %r20;\n$N:\n{MEET}\
         @%p1 bra $E;\nld.shared.v4.u32 {{%r30, %r31, %r32, %r33}}, [%r1];\n\
         mul.wide.u32 %rd20, %r4, 32;\nadd.s64 %rd21, %rd0, %rd20;\n\
         st.global.v4.u32 [%rd21], {{%r11, %r31, %r32, %r33}};\n\
         st.global.v4.u32 [%rd21+16], {{%r13, %r16, %r17, %r18}};\n$E:"
    );
    let module = module(1, &body);
    let mut arrays = [vec![0; 12 * 32]];
    let counts = run(&module, [12, 1, 1], 64, [4, 1, 1], &mut arrays).unwrap();
    for (number, row) in words(&arrays[0]).chunks_exact(8).enumerate() {
        let number = number as u32;
        let (first, rank) = (number / 4 * 4, number % 4);
        let (next, before) = (first + (rank + 1) % 4, first + (rank + 3) % 4);
        let sum = if rank == 0 { first + 4 * first + 6 + 4 } else { number };
        let expected = [next, before, before, sum, next, (rank + 1) % 4, rank, 1 | 4];
        assert_eq!(row, expected, "block {number}");
    }
    assert_eq!(counts.blocks, 12);
    // Two stores of its own, and two to the neighbour.
    assert_eq!((counts.shared.stores, counts.shared.atomics), (12 * 4, 12 * 2));
}

#[test]
fn lanes_of_a_warp_may_go_to_several_blocks() {
    let body = format!(
        "{RANKS}shl.b32 %r10, %r3, 2;\nadd.u32 %r11, %r1, %r10;\nmad.lo.u32 %r12, %r5, 100, %r3;\n\
         setp.lt.u32 %p2, %r3, 16;\n@%p2 st.shared.u32 [%r11], %r12;\n{MEET}\
         and.b32 %r13, %r3, 1;\nshr.u32 %r14, %r3, 1;\nshl.b32 %r14, %r14, 2;\nadd.u32 %r15, %r1, %r14;\n\
         mapa.shared::cluster.u32 %r16, %r15, %r13;\nld.shared::cluster.u32 %r17, [%r16];\n\
         mad.lo.u32 %r18, %r4, 32, %r3;\nmul.wide.u32 %rd10, %r18, 4;\nadd.s64 %rd11, %rd0, %rd10;\n\
         st.global.u32 [%rd11], %r17;\n{MEET}"
    );
    let module = module(1, &body);
    let mut arrays = [vec![0; 256]];
    run(&module, [2, 1, 1], 32, [2, 1, 1], &mut arrays).unwrap();
    let expected: Vec<u32> = (0..64).map(|thread| thread % 2 * 100 + thread % 32 / 2).collect();
    assert_eq!(words(&arrays[0]), expected);
}

/// Each block sends its number to the next one, whose barrier it tells; the first block sends a piece to all.
#[test]
fn barriers_of_other_blocks_and_copies_to_them() {
    let body = format!(
        "{RANKS}@%p1 bra $M;\nmbarrier.init.shared.b64 [%r2], 2;\nst.shared.u32 [%r1], %r4;\n\
         st.shared.u32 [%r1+4], 77;\nst.shared.u32 [%r1+8], 78;\nst.shared.u32 [%r1+12], 79;\n\
         mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 48;\nfence.proxy.async.shared::cta;\n$M:\n{MEET}\
         @%p1 bra $W;\nmapa.shared::cluster.u32 %r10, %r1, %r7;\n\
         mapa.shared::cluster.u32 %r11, %r2, %r7;\n\
         cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r10+16], [%r1], 16, \
         [%r11];\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];\n\
         setp.ne.u32 %p2, %r5, 1;\n@%p2 bra $W;\nmov.u16 %rs1, 7;\n\
         cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster \
         [%r1+32], [%rd1], 32, [%r2], %rs1;\n$W:\n\
         mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r2], 0;\n@!%p3 bra $W;\n\
         @%p1 bra $E;\nld.shared.v4.u32 {{%r20, %r21, %r22, %r23}}, [%r1+16];\n\
         ld.shared.v4.u32 {{%r24, %r25, %r26, %r27}}, [%r1+48];\nmul.wide.u32 %rd20, %r4, 32;\n\
         add.s64 %rd21, %rd0, %rd20;\nst.global.v4.u32 [%rd21], {{%r20, %r21, %r22, %r23}};\n\
         st.global.v4.u32 [%rd21+16], {{%r24, %r25, %r26, %r27}};\n$E:\n{MEET}"
    );
    let module = module(2, &body);
    let mut arrays = [vec![0; 6 * 32], bytes(500..508)];
    let counts = run(&module, [6, 1, 1], 32, [3, 1, 1], &mut arrays).unwrap();
    for (number, row) in words(&arrays[0]).chunks_exact(8).enumerate() {
        let number = number as u32;
        let before = number / 3 * 3 + (number + 2) % 3;
        assert_eq!(row, [before, 77, 78, 79, 504, 505, 506, 507], "block {number}");
    }
    // A copy to several blocks reads once.
    assert_eq!((counts.bulk_copies, counts.bulk_read_sectors), (6 + 2, 2));
}

/// Each thread stores two words into the next block, and adds to a word there.
#[test]
fn stores_and_reductions_that_report_to_a_barrier() {
    let body = format!(
        "{RANKS}.shared .align 16 .b8 t[272];\nmov.u32 %r8, t;\n@%p1 bra $M;\n\
         mbarrier.init.shared.b64 [%r2], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], 384;\n$M:\n\
         {MEET}shl.b32 %r9, %r3, 3;\nadd.u32 %r10, %r8, %r9;\nmapa.shared::cluster.u32 %r11, %r10, %r7;\n\
         mapa.shared::cluster.u32 %r12, %r2, %r7;\nmapa.shared::cluster.u32 %r13, %r8, %r7;\n\
         mad.lo.u32 %r14, %r4, 1000, %r3;\n\
         st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r11], {{%r14, %r3}}, [%r12];\n\
         red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r13+256], %r3, \
         [%r12];\n$W:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r2], 0;\n\
         @!%p3 bra $W;\nld.shared.v2.u32 {{%r15, %r16}}, [%r10];\nld.shared.u32 %r17, [%r8+256];\n\
         add.u32 %r15, %r15, %r16;\nadd.u32 %r15, %r15, %r17;\nmad.lo.u32 %r18, %r4, 32, %r3;\n\
         mul.wide.u32 %rd10, %r18, 4;\nadd.s64 %rd11, %rd0, %rd10;\nst.global.u32 [%rd11], %r15;\n{MEET}"
    );
    let mut arrays = [vec![0; 256]];
    run(&module(1, &body), [2, 1, 1], 32, [2, 1, 1], &mut arrays).unwrap();
    let sum = (0..32).sum::<u32>();
    let expected = (0..64).map(|thread| (1 - thread / 32) * 1000 + 2 * (thread % 32) + sum);
    assert_eq!(words(&arrays[0]), expected.collect::<Vec<_>>());
}

/// A box for both blocks, half of which each of them loads, as products of matrices do.
#[test]
fn boxes_for_several_blocks() {
    let body = format!(
        "{RANKS}.shared .align 128 .b8 t[256];\nmov.u32 %r8, t;\n@%p1 bra $M;\n\
         mbarrier.init.shared.b64 [%r2], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], 256;\n\
         fence.mbarrier_init.release.cluster;\n$M:\n{MEET}@%p1 bra $W;\nshl.b32 %r9, %r5, 7;\n\
         add.u32 %r10, %r8, %r9;\nshl.b32 %r11, %r5, 5;\nmov.u16 %rs1, 3;\n\
         cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes\
         .multicast::cluster [%r10], [%rd1, {{%r11}}], [%r2], %rs1;\n$W:\n\
         mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra $W;\n\
         shl.b32 %r12, %r3, 3;\nadd.u32 %r13, %r8, %r12;\nld.shared.v2.u32 {{%r14, %r15}}, [%r13];\n\
         mad.lo.u32 %r16, %r4, 32, %r3;\nmul.wide.u32 %rd10, %r16, 8;\nadd.s64 %rd11, %rd0, %rd10;\n\
         st.global.v2.u32 [%rd11], {{%r14, %r15}};\n{MEET}"
    );
    let module = module(3, &body);
    let own = TensorMap {
        element: Element::U32,
        axes: 1,
        base: BASE + (2 << 20),
        extents: [64, 1, 1, 1, 1],
        strides: [4; 5],
        sides: [32, 1, 1, 1, 1],
        steps: [1; 5],
        swizzle: Swizzle::None,
        fills_with_nan: false,
    };
    let mut arrays = [vec![0; 512], own.encode().to_vec(), bytes(0..64)];
    let counts = run(&module, [2, 1, 1], 32, [2, 1, 1], &mut arrays).unwrap();
    let expected: Vec<u32> = (0..64).chain(0..64).collect();
    assert_eq!(words(&arrays[0]), expected);
    assert_eq!((counts.bulk_copies, counts.bulk_read_sectors), (2, 8));
}

#[test]
fn who_has_ended_is_not_awaited_and_arrivals_need_not_wait() {
    // The first block ends without waiting; warps of the second come one after the other, twice.
    let body = format!(
        "{RANKS}barrier.cluster.arrive.relaxed;\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra $E;\n\
         barrier.cluster.wait;\nadd.u32 %r10, %r5, 40;\nbarrier.cluster.arrive;\n\
         barrier.cluster.wait;\nmad.lo.u32 %r11, %r4, 64, %r3;\nmul.wide.u32 %rd10, %r11, 4;\n\
         add.s64 %rd11, %rd0, %rd10;\nst.global.u32 [%rd11], %r10;\n$E:"
    );
    let module = module(1, &body);
    let mut arrays = [vec![0; 512]];
    run(&module, [2, 1, 1], 64, [2, 1, 1], &mut arrays).unwrap();
    let found = words(&arrays[0]);
    assert_eq!((&found[..64], &found[64..]), (&[0; 64][..], &[41; 64][..]));
    // A launch without clusters has one block in each.
    run(&module, [2, 1, 1], 64, [0; 3], &mut arrays).unwrap();
}

#[test]
fn the_text_may_say_the_size_of_clusters() {
    let body = format!(
        "{RANKS}mul.wide.u32 %rd10, %r4, 4;\nadd.s64 %rd11, %rd0, %rd10;\n{MEET}\
        st.global.u32 [%rd11], %r5;"
    );
    let text = |directives: &str| {
        let head =
            ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p0)";
        let registers = ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;";
        let all = format!(
            "{head}\n{directives}\n{{\n{registers}\nld.param.u64 %rd0, [p0];\n{body}\nret;\n}}\n"
        );
        Module::parse(&all).unwrap()
    };
    let module = text(".explicitcluster\n.reqnctapercluster 2, 1, 1");
    assert_eq!(module.kernels[0].cluster, Some([2, 1, 1]));
    let mut arrays = [vec![0; 24]];
    run(&module, [6, 1, 1], 32, [0; 3], &mut arrays).unwrap();
    assert_eq!(words(&arrays[0]), [0, 1, 0, 1, 0, 1]);
    let wrong = |grid, cluster| run(&module, [grid, 1, 1], 32, [cluster, 1, 1], &mut [vec![0; 24]]);
    assert!(matches!(wrong(5, 2), Err(LaunchError::Clusters { .. })));
    assert!(matches!(wrong(6, 3), Err(LaunchError::Clusters { .. })));
    let other = text(".explicitcluster\n.blocksareclusters\n.reqnctapercluster 2");
    let words = other.kernels[0].code.as_ref().unwrap_err().to_string();
    assert!(words.contains(".blocksareclusters"), "{words}");
}

#[test]
fn a_cluster_that_waits_forever_and_memory_of_nobody_are_faults() {
    let cause = |text: &str| {
        let module = module(1, &format!("{RANKS}{text}"));
        match run(&module, [2, 1, 1], 32, [2, 1, 1], &mut [vec![0; 64]]) {
            Err(LaunchError::Fault(fault)) => fault.cause,
            other => panic!("{other:?}"),
        }
    };
    // The other block waits for a barrier in shared memory that nobody tells.
    let waits = cause(
        "@%p1 bra $S;\nmbarrier.init.shared.b64 [%r2], 1;\n$S:\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra $C;\n\
         $T:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra $T;\n$C:\n\
         barrier.cluster.arrive;\nbarrier.cluster.wait;",
    );
    assert!(matches!(waits, Cause::EndlessWait { blocks: 2 }), "{waits:?}");
    let beyond =
        cause("mapa.shared::cluster.u32 %r10, %r1, 2;\nld.shared::cluster.u32 %r11, [%r10];");
    assert!(matches!(beyond, Cause::OutOfBounds { .. }), "{beyond:?}");
    let beyond =
        cause("mapa.shared::cluster.u32 %r10, %r1, %r7;\nst.shared::cluster.u32 [%r10+4096], %r4;");
    assert!(matches!(beyond, Cause::OutOfBounds { .. }), "{beyond:?}");
}
