//! Several threads run a launch as one does.

use crate::support::{bytes, launch_on, module, words};

/// 1,024 blocks of 64 threads: what comes of arrays and counts on one thread, and on more. Gives
/// the first array, and whether several threads came to the end.
fn same_on_all(body: &str, arrays: &[Vec<u8>]) -> (Vec<u32>, bool) {
    let module = module(arrays.len(), body);
    let run = |threads| {
        let mut own = arrays.to_vec();
        let (ran, _) = launch_on(threads, &module, 1024, 64, &mut own).unwrap();
        (own, ran)
    };
    let (alone, one) = run(1);
    let together = [2, 3, 7].map(|threads| {
        let (own, ran) = run(threads);
        assert!(own == alone, "{threads} threads: other results of {body}");
        assert_eq!(ran.counts, one.counts, "{threads} threads: other counts of {body}");
        assert!(ran.threads == threads || ran.threads == 1 && ran.in_vain, "{body}");
        ran.threads > 1
    });
    assert_eq!(together, [together[0]; 3], "{body}");
    (words(&alone[0]), together[0])
}

/// The number of the thread in `%r0`, the address of its word in the first array in `%rd30`.
const OWN: &str = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r0, %r2, 64, %r1;\n\
    mul.wide.u32 %rd20, %r0, 4;\nadd.u64 %rd30, %rd0, %rd20;\n";

fn zeros() -> Vec<u8> {
    vec![0; 4 << 16]
}

#[test]
fn blocks_that_write_places_of_their_own_run_side_by_side() {
    let body = format!(
        "{OWN}ld.global.u32 %r3, [%rd30];\nadd.u32 %r3, %r3, %r0;\n\
        st.global.u32 [%rd30], %r3;\nld.global.u32 %r4, [%rd30];\nst.global.u32 [%rd30], %r4;\n"
    );
    let (found, together) = same_on_all(&body, &[bytes(0..1 << 16)]);
    assert!(together && found.iter().enumerate().all(|(i, x)| *x == 2 * i as u32));
    // Each write of a warp is in a page of its own, but of few.
    let body = format!(
        "{OWN}mul.wide.u32 %rd21, %r1, 4096;\nmul.wide.u32 %rd22, %r2, 4;\n\
        add.u64 %rd21, %rd21, %rd22;\nadd.u64 %rd21, %rd0, %rd21;\nst.global.u32 [%rd21], %r0;\n"
    );
    assert!(same_on_all(&body, &[zeros()]).1);
    // Of many: that costs more than a thread saves.
    let body = format!(
        "{OWN}mul.wide.u32 %rd21, %r0, 64;\nadd.u64 %rd21, %rd0, %rd21;\n\
        st.global.u32 [%rd21], %r0;\n"
    );
    assert!(!same_on_all(&body, &[vec![0; 64 << 16]]).1);
}

#[test]
fn the_last_page_of_a_region_may_end_within_a_word() {
    // 16 bytes of each thread, but 14 of the last one.
    let body = format!(
        "{OWN}mul.wide.u32 %rd20, %r0, 16;\nadd.u64 %rd30, %rd0, %rd20;\n\
        setp.eq.u32 %p1, %r0, 65535;\n@!%p1 st.global.v4.u32 [%rd30], {{%r0, %r1, %r2, %r0}};\n\
        @%p1 st.global.v2.u32 [%rd30], {{%r0, %r1}};\n@%p1 st.global.u32 [%rd30+8], %r2;\n\
        @%p1 st.global.u16 [%rd30+12], 7;\n"
    );
    let bytes = (16 << 16) - 2;
    let (found, together) = same_on_all(&body, &[vec![0; bytes]]);
    assert!(together && found.len() == bytes / 4 && found[4] == 1);
}

#[test]
fn reductions_of_one_kind_come_together() {
    for (operation, first) in [("add.u32", 5), ("xor.b32", 5), ("max.u32", 70), ("and.b32", 0xffff)]
        .into_iter()
        .flat_map(|(name, first)| ["red", "atom"].map(|kind| ((kind, name), first)))
    {
        // Nothing reads what the atomic returns.
        let operation = match operation {
            ("red", name) => format!("red.global.{name} [%rd21], %r0"),
            (_, name) => format!("atom.global.{name} %r6, [%rd21], %r0"),
        };
        let body = format!(
            "{OWN}and.b32 %r5, %r0, 7;\nmul.wide.u32 %rd21, %r5, 4;\n\
            add.u64 %rd21, %rd0, %rd21;\n{operation};\n"
        );
        let (found, together) = same_on_all(&body, &[bytes(vec![first; 16])]);
        assert!(together && found[8] == first, "{operation}");
    }
    let body = format!("{OWN}mul.wide.u32 %rd22, %r0, 3;\nred.global.add.u64 [%rd0], %rd22;\n");
    let (found, together) = same_on_all(&body, &[bytes([7, 0, 9, 9])]);
    let all = 7 + 3 * (65_535_u64 * 65_536 / 2);
    assert_eq!((found, together), (vec![all as u32, (all >> 32) as u32, 9, 9], true));
}

#[test]
fn a_double_word_is_reduced_and_one_half_of_it_is_written() {
    let own =
        "mul.wide.u32 %rd20, %r0, 16;\nadd.u64 %rd21, %rd0, %rd20;\ncvt.u64.u32 %rd22, %r0;\n";
    for body in [
        "st.global.u32 [%rd21+4], %r2;\nred.global.add.u64 [%rd21], %rd22;\n",
        "shl.b64 %rd22, %rd22, 34;\nred.global.add.u64 [%rd21], %rd22;\n\
         st.global.u32 [%rd21], %r2;\n",
    ] {
        let arrays = [vec![255; 16 << 16]];
        assert!(same_on_all(&format!("{OWN}{own}{body}"), &arrays).1, "{body}");
    }
}

#[test]
fn what_was_never_written_is_not_of_the_block_before() {
    for body in [
        "and.b32 %r3, %r2, 3;\nsetp.eq.u32 %p1, %r3, 2;\n@%p1 mov.u32 %r55, %r2;\n\
         st.global.u32 [%rd30], %r55;\n",
        ".local .align 4 .b8 own[8];\nmov.u64 %rd25, own;\nand.b32 %r3, %r2, 3;\n\
         setp.eq.u32 %p1, %r3, 2;\n@%p1 st.local.u32 [%rd25], %r2;\nld.local.u32 %r5, [%rd25];\n\
         st.global.u32 [%rd30], %r5;\n",
    ] {
        let (found, together) = same_on_all(&format!("{OWN}{body}"), &[zeros()]);
        assert!(together && found[64 * 3] == 0 && found[64 * 6] == 6, "{body}");
    }
}

#[test]
fn blocks_that_use_what_others_write_end_as_on_one_thread() {
    // The last of all writes to one word, a word that others read, one that others reduce; sums
    // of reductions are read.
    for disturbed in [
        "st.global.u32 [%rd0], %r0;\n",
        "xor.b32 %r5, %r0, 8192;\nmul.wide.u32 %rd21, %r5, 4;\nadd.u64 %rd21, %rd0, %rd21;\n\
         ld.global.u32 %r3, [%rd21];\nadd.u32 %r3, %r3, 1;\nst.global.u32 [%rd30], %r3;\n",
        "red.global.add.u32 [%rd0], 1;\nst.global.u32 [%rd0+4], %r0;\n",
        "red.global.add.u32 [%rd0], 1;\nld.global.u32 %r3, [%rd0];\nst.global.u32 [%rd1], %r3;\n",
    ] {
        assert!(!same_on_all(&format!("{OWN}{disturbed}"), &[zeros(), zeros()]).1, "{disturbed}");
    }
}

#[test]
fn blocks_take_turns_where_order_matters() {
    for body in [
        "atom.global.add.u32 %r3, [%rd0], 1;\nst.global.u32 [%rd30+4], %r3;\n",
        "mov.f32 %f1, 0f3DCCCCCD;\nred.global.add.f32 [%rd0], %f1;\n",
        "red.global.add.u32 [%rd0], 1;\nred.global.max.u32 [%rd0], 3;\n",
        "ld.volatile.global.u32 %r3, [%rd0];\nst.volatile.global.u32 [%rd0], %r0;\n\
         bar.sync 0;\nst.global.u32 [%rd30+4], %r3;\n",
        // A block does not see what a later one has done in the section before.
        "atom.global.exch.b32 %r3, [%rd0], %r0;\nbar.sync 0;\nmov.u32 %r5, 0;\n\
         MORE:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 300;\n@%p1 bra MORE;\n\
         ld.volatile.global.u32 %r3, [%rd0];\nst.global.u32 [%rd30+4], %r3;\n",
        // What was published is written again.
        "st.global.u32 [%rd30+4], %r0;\natom.global.exch.b32 %r3, [%rd0], %r0;\nbar.sync 0;\n\
         add.u32 %r3, %r0, 1;\nst.global.u32 [%rd30+4], %r3;\n",
    ] {
        assert!(same_on_all(&format!("{OWN}{body}"), &[vec![0; (4 << 16) + 4]]).1, "{body}");
    }
}

/// Each block takes a number, adds up its threads' in shared memory, waits for the block before, and
/// writes sums of all before and its own.
const LOOK_BACK: &str = "
    .shared .align 4 .b8 own[12];
    setp.ne.u32 %p1, %r1, 0;
    mov.u32 %r40, own;
    @%p1 bra TAKEN;
    atom.global.add.u32 %r3, [%rd1], 1;
    st.shared.u32 [%r40], %r3;
    st.shared.u32 [%r40+4], 0;
TAKEN:
    bar.sync 0;
    ld.shared.u32 %r3, [%r40];
    mad.lo.u32 %r4, %r3, 64, %r1;
    mul.wide.u32 %rd20, %r4, 4;
    add.u64 %rd30, %rd0, %rd20;
    ld.global.u32 %r5, [%rd30];
    atom.shared.add.u32 %r6, [%r40+4], %r5;
    bar.sync 0;
    @%p1 bra KNOWN;
    mul.wide.u32 %rd21, %r3, 8;
    add.u64 %rd22, %rd2, %rd21;
    ld.shared.u32 %r7, [%r40+4];
    mov.u32 %r8, 0;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra FIRST;
WAITS:
    ld.relaxed.gpu.global.u32 %r9, [%rd22+-4];
    setp.eq.u32 %p3, %r9, 0;
    @%p3 bra WAITS;
    fence.acq_rel.gpu;
    ld.global.u32 %r8, [%rd22+-8];
FIRST:
    add.u32 %r7, %r7, %r8;
    st.global.u32 [%rd22], %r7;
    fence.acq_rel.gpu;
    mov.u32 %r10, 1;
    st.relaxed.gpu.global.u32 [%rd22+4], %r10;
    st.shared.u32 [%r40+8], %r8;
KNOWN:
    bar.sync 0;
    ld.shared.u32 %r8, [%r40+8];
    add.u32 %r5, %r5, %r8;
    st.global.u32 [%rd30], %r5;
";

#[test]
fn blocks_that_look_back_take_turns() {
    let arrays = [bytes(0..1 << 16), vec![0; 4], vec![0; 8 << 10]];
    let (found, together) = same_on_all(&format!("{OWN}{LOOK_BACK}"), &arrays);
    assert!(together);
    let before = |block: u32| (0..block * 64).sum::<u32>();
    assert!((0..1 << 16).all(|i| found[i as usize] == i + before(i / 64)));
}

/// Each block writes two sums, and the last one adds up those of all.
const LAST_BLOCK: &str = "
    .shared .align 4 .b8 own[4];
    mov.u32 %r40, own;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra COUNTED;
    mul.wide.u32 %rd21, %r2, 4;
    add.u64 %rd22, %rd2, %rd21;
    st.global.u32 [%rd22], %r2;
    fence.acq_rel.gpu;
    atom.global.inc.u32 %r3, [%rd1], 1023;
    st.shared.u32 [%r40], %r3;
COUNTED:
    bar.sync 0;
    ld.shared.u32 %r3, [%r40];
    bar.sync 0;
    setp.ne.u32 %p2, %r3, 1023;
    @%p2 bra DONE;
    mul.wide.u32 %rd21, %r1, 64;
    add.u64 %rd22, %rd2, %rd21;
    mov.u32 %r5, 0;
    mov.u32 %r6, 0;
MORE:
    ld.global.u32 %r7, [%rd22];
    add.u32 %r5, %r5, %r7;
    add.u64 %rd22, %rd22, 4;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p3, %r6, 16;
    @%p3 bra MORE;
    red.shared.add.u32 [%r40], %r5;
    bar.sync 0;
    ld.shared.u32 %r8, [%r40];
    @!%p1 st.global.u32 [%rd0], %r8;
DONE:
";

#[test]
fn the_last_block_sees_what_all_have_written() {
    let arrays = [vec![0; 4], vec![0; 4], vec![0; 4 << 10]];
    let (found, together) = same_on_all(&format!("{OWN}{LAST_BLOCK}"), &arrays);
    assert!(together);
    assert_eq!(found, [1023 + 1023 * 512]);
    // Not by turns: what is written behind the section is seen by blocks that have waited.
    let late = LAST_BLOCK.replace("COUNTED:\n", "COUNTED:\nst.global.u32 [%rd2], %r2;\n");
    assert!(!same_on_all(&format!("{OWN}{late}"), &arrays).1);
}

#[test]
fn more_sections_than_are_kept_apart_are_for_one_thread() {
    let section = "atom.global.exch.b32 %r3, [%rd0], %r0;\nbar.sync 0;\n";
    for (sections, expected) in [(3, true), (4, false)] {
        // Each of a word of its own.
        let all: String = (0..sections)
            .map(|i| section.replace("[%rd0]", &format!("[%rd0+{}]", 4 * i)))
            .collect();
        assert_eq!(same_on_all(&format!("{OWN}{all}"), &[zeros()]).1, expected);
    }
    // A word of two sections: a block would see what a later one has done before.
    let all = section.repeat(2);
    assert!(!same_on_all(&format!("{OWN}{all}"), &[zeros()]).1);
}

#[test]
fn a_fault_is_that_of_one_thread() {
    let stores = ["st.global.u32 [%rd30], %r0;\n", "atom.global.inc.u32 %r3, [%rd30], 9;\n"];
    for store in stores {
        let body = format!("{OWN}add.u64 %rd30, %rd30, 4096;\n{store}");
        let module = module(1, &body);
        let [alone, together] = [1, 2].map(|threads| {
            let mut arrays = [zeros()];
            let error = launch_on(threads, &module, 1024, 64, &mut arrays).unwrap_err();
            (error.to_string(), arrays)
        });
        assert_eq!(alone, together);
    }
}
