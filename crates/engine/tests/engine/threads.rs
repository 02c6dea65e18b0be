//! Several threads run a launch as one does.

use crate::support::{bytes, launch_on, module, words};

/// 1,024 blocks of 64 threads: what comes of arrays and counts on one thread, and on more. Gives
/// the first array, and whether more threads were in vain.
fn same_on_all(body: &str, arrays: &[Vec<u8>]) -> (Vec<u32>, bool) {
    let module = module(arrays.len(), body);
    let run = |threads| {
        let mut own = arrays.to_vec();
        let (ran, _) = launch_on(threads, &module, 1024, 64, &mut own).unwrap();
        (own, ran.counts, ran.in_vain)
    };
    let (alone, counts, _) = run(1);
    let in_vain = [2, 3, 7].map(|threads| {
        let (own, also, in_vain) = run(threads);
        assert!(own == alone, "{threads} threads: other results of {body}");
        assert_eq!(also, counts, "{threads} threads: other counts of {body}");
        in_vain
    });
    (words(&alone[0]), in_vain[0])
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
    let (found, in_vain) = same_on_all(&body, &[bytes(0..1 << 16)]);
    assert!(!in_vain && found.iter().enumerate().all(|(i, x)| *x == 2 * i as u32));
    // Columns of a matrix of 1,024 words a row: each write of a warp is in a page of its own, which
    // costs more than a thread saves.
    let body = format!(
        "{OWN}mul.wide.u32 %rd21, %r1, 4096;\nmul.wide.u32 %rd22, %r2, 4;\n\
        add.u64 %rd21, %rd21, %rd22;\nadd.u64 %rd21, %rd0, %rd21;\nst.global.u32 [%rd21], %r0;\n"
    );
    assert!(same_on_all(&body, &[zeros()]).1);
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
    let (found, in_vain) = same_on_all(&body, &[vec![0; bytes]]);
    assert!(!in_vain && found.len() == bytes / 4 && found[4] == 1);
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
        let (found, in_vain) = same_on_all(&body, &[bytes(vec![first; 16])]);
        assert!(!in_vain && found[8] == first, "{operation}");
    }
    let body = format!("{OWN}mul.wide.u32 %rd22, %r0, 3;\nred.global.add.u64 [%rd0], %rd22;\n");
    let (found, in_vain) = same_on_all(&body, &[bytes([7, 0, 9, 9])]);
    let all = 7 + 3 * (65_535_u64 * 65_536 / 2);
    assert_eq!((found, in_vain), (vec![all as u32, (all >> 32) as u32, 9, 9], false));
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
        assert!(same_on_all(&format!("{OWN}{disturbed}"), &[zeros(), zeros()]).1, "{disturbed}");
    }
    // Where order matters, nothing is tried.
    for alone in [
        "atom.global.add.u32 %r3, [%rd0], 1;\nst.global.u32 [%rd30], %r3;\n",
        "mov.f32 %f1, 0f3DCCCCCD;\nred.global.add.f32 [%rd0], %f1;\n",
        "red.global.add.u32 [%rd0], 1;\nred.global.max.u32 [%rd0], 3;\n",
        "ld.volatile.global.u32 %r3, [%rd0];\nst.global.u32 [%rd0], %r0;\n",
    ] {
        assert!(!same_on_all(&format!("{OWN}{alone}"), &[zeros(), zeros()]).1, "{alone}");
    }
}

#[test]
fn a_fault_is_that_of_one_thread() {
    let body = format!("{OWN}add.u64 %rd30, %rd30, 4096;\nst.global.u32 [%rd30], %r0;\n");
    let module = module(1, &body);
    let [alone, together] = [1, 2].map(|threads| {
        let mut arrays = [zeros()];
        let error = launch_on(threads, &module, 1024, 64, &mut arrays).unwrap_err();
        (error.to_string(), arrays)
    });
    assert_eq!(alone, together);
}
