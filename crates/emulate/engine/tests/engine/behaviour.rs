//! Divergence, barriers, atomics, exchange between lanes, blocks that wait for others, and
//! what is counted of them.

use crate::support::{bytes, launch, module, words};

/// The index of a thread in `%r4`, and the address of its word in each of two arrays.
const INDEX: &str = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n\
    mad.lo.s32 %r4, %r1, %r2, %r3;\nmul.wide.u32 %rd10, %r4, 4;\nadd.s64 %rd11, %rd0, %rd10;\n";

fn run(body: &str, grid: u32, block: u32) -> (propp_emulate_engine::Counts, Vec<u32>) {
    let module = module(1, &format!("{INDEX}{body}"));
    let mut arrays = [vec![0; (grid * block * 4) as usize]];
    let (counts, _) = launch(&module, grid, block, &mut arrays).unwrap();
    (counts, words(&arrays[0]))
}

#[test]
fn lanes_that_diverge_meet_again() {
    // Lanes loop as often as their number says, then all add 100 together.
    let body = "mov.u32 %r10, 0;\nmov.u32 %r11, %laneid;\n$L:\nadd.u32 %r10, %r10, 2;\n\
        setp.ge.u32 %p1, %r10, %r11;\n@!%p1 bra $L;\nactivemask.b32 %r12;\npopc.b32 %r13, %r12;\n\
        mad.lo.u32 %r10, %r13, 100, %r10;\nst.global.u32 [%rd11], %r10;";
    let (counts, out) = run(body, 1, 64);
    for (thread, value) in out.iter().enumerate() {
        let lane = thread as u32 % 32;
        assert_eq!(*value, 3200 + lane.next_multiple_of(2).max(2), "{thread}");
    }
    // Of 32 lanes the first three leave the loop after a round, then two in each.
    let lanes_of_rounds: u64 = 32 + (1..30).step_by(2).sum::<u64>();
    let straight = 1 + 6 + 2 + 4 + 1; // Parameter, index, start, end, ret.
    assert_eq!(counts.thread_instructions, 2 * (32 * straight + 3 * lanes_of_rounds));
}

#[test]
fn threads_that_end_early_leave_the_others_whole() {
    let body = "setp.gt.u32 %p1, %r3, 40;\n@%p1 bra $END;\nbar.sync 0;\nactivemask.b32 %r12;\n\
        st.global.u32 [%rd11], %r12;\n$END:";
    let (_, out) = run(body, 1, 96);
    assert_eq!((out[0], out[33], out[40], out[41]), (u32::MAX, 0x1ff, 0x1ff, 0));
}

#[test]
fn predicated_lanes_count_as_executed() {
    let body = "setp.eq.u32 %p1, %r3, 5;\n@!%p1 bra $L;\nmov.u32 %r10, 9;\n\
        st.global.u32 [%rd11], %r10;\n$L:\nadd.u32 %r10, %r10, 1;";
    let (counts, out) = run(body, 1, 32);
    assert_eq!((out[5], out.iter().sum::<u32>()), (9, 9));
    assert_eq!(counts.thread_instructions, 32 * counts.warp_instructions);
    assert_eq!(counts.predicated_on, counts.thread_instructions - 2 * 31 - 1);
    assert_eq!((counts.global.stores, counts.global.bytes, counts.branches), (1, 4, 1));
}

/// The smaller of two numbers, or the first of equals, as nvcc writes it: two branches to the
/// same place and one around it, which are predicates if all lanes can work out both conditions.
#[test]
fn branches_within_branches_are_predicates_of_each_lane() {
    let body = "and.b32 %r10, %r3, 3;\nshr.u32 %r11, %r3, 2;\nand.b32 %r11, %r11, 3;\n\
        mov.u32 %r12, 1000;\nsetp.lt.u32 %p1, %r10, %r11;\n@%p1 bra $T;\n\
        setp.eq.u32 %p2, %r10, %r11;\nadd.u32 %r12, %r12, 50;\n@%p2 bra $T;\nbra.uni $E;\n$T:\n\
        add.u32 %r12, %r12, 7;\n$E:\nst.global.u32 [%rd11], %r12;";
    let (counts, out) = run(body, 1, 32);
    for (thread, value) in out.iter().enumerate() {
        let (a, b) = (thread % 4, thread / 4 % 4);
        let expected = 1000
            + if a < b {
                7
            } else if a == b {
                57
            } else {
                50
            };
        assert_eq!(*value, expected, "{thread}");
    }
    // The second condition changes what is used later, so the branches stay.
    assert!(counts.thread_instructions < 32 * counts.warp_instructions);
    let joined = body.replace("add.u32 %r12, %r12, 50", "add.u32 %r13, %r12, 50");
    let (counts, out) = run(&joined, 1, 32);
    for (thread, value) in out.iter().enumerate() {
        let expected = if thread % 4 <= thread / 4 % 4 { 1007 } else { 1000 };
        assert_eq!(*value, expected, "{thread}");
    }
    assert_eq!(counts.thread_instructions, 32 * counts.warp_instructions);
    // The parameter, the index, these with one branch, and the end.
    assert_eq!((counts.warp_instructions, counts.branches), (1 + 6 + 10 + 1, 1));
}

#[test]
fn a_block_exchanges_through_shared_memory() {
    let body = ".shared .align 4 .b8 s[1024];\nmov.u32 %r10, s;\nshl.b32 %r11, %r3, 2;\n\
        add.u32 %r12, %r10, %r11;\nst.shared.u32 [%r12], %r4;\nbar.sync 0;\n\
        sub.u32 %r13, 255, %r3;\nshl.b32 %r14, %r13, 2;\nadd.u32 %r15, %r10, %r14;\n\
        ld.shared.u32 %r16, [%r15];\nst.global.u32 [%rd11], %r16;";
    let (counts, out) = run(body, 2, 256);
    assert!((0..512).all(|i| out[i as usize] == i / 256 * 256 + 255 - i % 256));
    assert_eq!((counts.shared.loads, counts.shared.stores), (16, 16));
    assert_eq!((counts.shared.load_wavefronts, counts.shared.bytes()), (16, 2 * 512 * 4));
}

#[test]
fn barriers_reduce_predicates() {
    let body = "setp.lt.u32 %p1, %r3, 37;\nbar.red.popc.u32 %r10, 0, %p1;\n\
        bar.red.or.pred %p2, 0, %p1;\nbar.red.and.pred %p3, 0, %p1;\nselp.u32 %r11, 1000, 0, %p2;\n\
        selp.u32 %r12, 10000, 0, %p3;\nadd.u32 %r10, %r10, %r11;\nadd.u32 %r10, %r10, %r12;\n\
        st.global.u32 [%rd11], %r10;";
    let (_, out) = run(body, 1, 96);
    assert!(out.iter().all(|value| *value == 1037), "{out:?}");
}

#[test]
fn lanes_exchange_values() {
    let body = "mov.u32 %r10, %laneid;\nshfl.sync.down.b32 %r11|%p1, %r10, 1, 31, -1;\n\
        shfl.sync.bfly.b32 %r12, %r10, 16, 31, -1;\nsetp.lt.u32 %p2, %r10, 3;\n\
        vote.sync.ballot.b32 %r13, %p2, -1;\nmatch.any.sync.b32 %r14, %r13, -1;\n\
        redux.sync.add.s32 %r15, %r10, -1;\nvote.sync.any.pred %p3, %p2, -1;\n\
        selp.u32 %r16, 1, 0, %p3;\nadd.u32 %r17, %r11, %r12;\nadd.u32 %r17, %r17, %r13;\n\
        popc.b32 %r14, %r14;\nadd.u32 %r17, %r17, %r14;\nadd.u32 %r17, %r17, %r15;\n\
        add.u32 %r17, %r17, %r16;\nst.global.u32 [%rd11], %r17;";
    let (_, out) = run(body, 1, 32);
    for (lane, value) in out.iter().enumerate() {
        let lane = lane as u32;
        assert_eq!(*value, (lane + 1).min(31) + (lane ^ 16) + 7 + 32 + 496 + 1);
    }
}

#[test]
fn atomics_return_what_was_there() {
    let body = "atom.global.add.u32 %r10, [%rd0], 1;\natom.global.max.s32 %r11, [%rd0+4], %r4;\n\
        atom.global.cas.b32 %r12, [%rd0+8], 0, %r4;\nred.global.add.f32 [%rd0+12], 0f3F800000;\n\
        atom.global.inc.u32 %r13, [%rd0+16], 2;\natom.global.exch.b32 %r14, [%rd0+20], %r4;";
    let (counts, out) = run(body, 2, 48);
    assert_eq!(out[..3], [96, 95, 1], "the first lane finds 0 and stores 0, the next stores 1");
    assert_eq!((f32::from_bits(out[3]), out[4], out[5]), (96.0, 96 % 3, 95));
    assert_eq!((counts.global.atomics, counts.global.reductions), (4 * 5, 4));
    assert_eq!((counts.global.atomic_sectors, counts.global.bytes), (20, 4 * 24));
}

#[test]
fn a_block_waits_for_a_later_one() {
    // Each block waits for the flag that the next one sets; the last one waits for nothing.
    let body = "mov.u32 %r10, %nctaid.x;\nadd.u32 %r11, %r1, 1;\nsetp.eq.u32 %p1, %r11, %r10;\n\
        mul.wide.u32 %rd12, %r1, 4;\nadd.s64 %rd13, %rd0, %rd12;\n@%p1 bra $SET;\n$WAIT:\n\
        ld.volatile.global.u32 %r12, [%rd13+4];\nsetp.eq.u32 %p2, %r12, 0;\n@%p2 bra $WAIT;\n$SET:\n\
        add.u32 %r13, %r12, 1;\nst.volatile.global.u32 [%rd13], %r13;";
    let (counts, out) = run(&format!("mov.u32 %r12, 0;\n{body}"), 40, 1);
    let expected: Vec<u32> = (1..=40).rev().collect();
    assert_eq!(out, expected);
    // Blocks begin one by one, and each that waits looks three times before the next one's turn.
    let turns = 40 * 40;
    assert!(counts.warp_instructions < 3 * 3 * turns + 20 * 40, "{}", counts.warp_instructions);
}

/// All warps of the first block look, and come to a barrier, until a later block has written.
#[test]
fn a_block_waits_for_a_later_one_from_barrier_to_barrier() {
    let body = "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra $SET;\nsetp.lt.u32 %p3, %r3, 60;\n\
        @%p3 bra $END;\n$WAIT:\nld.volatile.global.u32 %r12, [%rd0+256];\nbar.sync 0;\n\
        setp.ne.u32 %p2, %r12, 7;\n@%p2 bra $WAIT;\nst.global.u32 [%rd11], %r12;\nbra.uni $END;\n\
        $SET:\nmov.u32 %r13, 7;\nst.volatile.global.u32 [%rd11], %r13;\n$END:\nret;";
    let (counts, out) = run(body, 2, 64);
    assert_eq!(out[60..68], [7; 8]);
    assert!(counts.warp_instructions < 200, "{}", counts.warp_instructions);
}

/// The same where each round stores something of the block's own.
#[test]
fn a_block_that_stores_while_it_waits_gives_its_turn_away() {
    let body = ".shared .align 4 .b8 go[4];\nmov.u32 %r20, go;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra $SET;\n\
        $WAIT:\nld.volatile.global.u32 %r12, [%rd0+256];\nst.shared.u32 [%r20], %r12;\nbar.sync 0;\n\
        ld.shared.u32 %r13, [%r20];\nbar.sync 0;\nsetp.ne.u32 %p2, %r13, 7;\n@%p2 bra $WAIT;\n\
        bra.uni $END;\n$SET:\nmov.u32 %r14, 7;\nst.volatile.global.u32 [%rd11], %r14;\n$END:\nret;";
    assert_eq!(run(body, 2, 64).1[64..], [7; 64]);
}

/// The lanes that wait are those that would run first.
#[test]
fn lanes_that_wait_for_others_of_their_warp_let_them_run() {
    let body = "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra $WAIT;\nmov.u32 %r12, 7;\n\
        st.volatile.global.u32 [%rd0], %r12;\nbra.uni $END;\n$WAIT:\n\
        ld.volatile.global.u32 %r13, [%rd0];\nsetp.ne.u32 %p2, %r13, 7;\n@%p2 bra $WAIT;\n\
        st.global.u32 [%rd11], %r13;\n$END:\nret;";
    assert_eq!(run(body, 1, 32).1, [7; 32]);
}

#[test]
fn runs_are_repeatable_to_the_last_count() {
    let module =
        module(1, &format!("{INDEX}ld.global.u32 %r10, [%rd11];\nst.global.u32 [%rd11], %r10;"));
    let once = || {
        let mut arrays = [bytes(0..4096)];
        launch(&module, 16, 256, &mut arrays).unwrap().0
    };
    assert_eq!(once(), once());
    let counts = once();
    assert_eq!((counts.global.load_sectors, counts.l2_sectors), (512, 1024));
    assert_eq!((counts.global.tags, counts.global.bytes), (256, 32768));
}

#[test]
fn what_l1_holds_is_not_loaded_again() {
    // Every warp of the block reads the same line, then without L1.
    let twice = "ld.global.u32 %r10, [%rd0];\nld.global.cg.u32 %r11, [%rd0];";
    let (counts, _) = run(twice, 2, 128);
    assert_eq!((counts.global.loads, counts.global.load_sectors), (16, 16));
    // Two blocks on two SMs miss once each.
    assert_eq!(counts.l2_sectors, 2 + 8);
}

#[test]
fn a_kernel_prints() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n\
        .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n\
        .global .align 1 .b8 words[12] = {37, 100, 32, 37, 115, 32, 37, 46, 49, 102, 10};\n\
        .global .align 1 .b8 name[3] = {111, 107, 0};\n\
        .visible .entry k(.param .u64 p0)\n{\n.local .align 8 .b8 l[24];\n.reg .b64 %rd<9>;\n\
        .reg .b32 %r<9>;\nmov.u64 %rd1, l;\ncvta.local.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n\
        st.local.u32 [%rd1], %r1;\nmov.u64 %rd4, name;\nst.local.u64 [%rd1+8], %rd4;\n\
        mov.b64 %rd5, 0d3FF8000000000000;\nst.local.u64 [%rd1+16], %rd5;\nmov.u64 %rd3, words;\n\
        {\n.param .b64 a;\nst.param.b64 [a+0], %rd3;\n.param .b64 b;\nst.param.b64 [b+0], %rd2;\n\
        .param .b32 r;\ncall.uni (r), vprintf, (a, b);\nld.param.b32 %r2, [r+0];\n}\nret;\n}\n";
    let module = propp_emulate_ptx::Module::parse(text).unwrap();
    let mut format = b"%d %s %.1f\n\0".to_vec();
    let mut name = b"ok\0".to_vec();
    assert_eq!(format[..11], module.variables[0].initial[..]);
    let regions = vec![
        propp_emulate_engine::Region { base: 4096, bytes: &mut format, writable: true },
        propp_emulate_engine::Region { base: 8192, bytes: &mut name, writable: true },
    ];
    let launch = propp_emulate_engine::Launch {
        module: &module,
        kernel: &module.kernels[0],
        grid: [1; 3],
        block: [2, 1, 1],
        cluster: [0; 3],
        dynamic_shared_bytes: 0,
        parameters: &[0; 8],
        addresses: &[4096, 8192],
        workspace: 0,
        gpu: &crate::support::gpu(),
        threads: 1,
        races: false,
        local_blocks: None,
        stack_bytes: 1 << 16,
    };
    let mut printed = String::new();
    let mut memory = propp_emulate_engine::Memory::new(regions);
    let print = &mut |text: &[u8]| printed += &String::from_utf8_lossy(text);
    propp_emulate_engine::run(&launch, &mut memory, print).unwrap();
    assert_eq!(printed, "0 ok 1.5\n1 ok 1.5\n");
}

/// Stores each of a thread's 128 words, and loads them again.
const OWN_WORDS: &str = ".local .align 4 .b8 own[512];\nmov.u64 %rd10, own;\nmov.u64 %rd11, %rd10;\n\
    mov.u32 %r1, 0;\nstores:\nst.local.u32 [%rd11], %r1;\nadd.s64 %rd11, %rd11, 4;\n\
    add.s32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 128;\n@%p1 bra stores;\nmov.u64 %rd11, %rd10;\n\
    loads:\nld.local.u32 %r2, [%rd11];\nadd.s64 %rd11, %rd11, 4;\nsub.s32 %r1, %r1, 1;\n\
    setp.gt.u32 %p1, %r1, 0;\n@%p1 bra loads;";

#[test]
fn local_memory_asks_l2_for_stores_and_for_what_the_blocks_of_an_sm_leave_no_room_for() {
    let rows = |blocks: u64| blocks * 4 * 128;
    // One block has 64 of 248 KiB, and eight have 31 KiB each.
    let (counts, _) = run(OWN_WORDS, 1, 128);
    assert_eq!((counts.local_bytes, counts.l2_sectors), (rows(1) * 2 * 4, rows(1) * 4));
    let (counts, _) = run(OWN_WORDS, 8 * 132, 128);
    assert_eq!((counts.local_bytes, counts.l2_sectors), (rows(1056) * 2 * 4, rows(1056) * 8));
    assert_eq!(counts.global.bytes, 0);
    // A word of another row for each lane, in its own sector.
    let apart = ".local .align 4 .b8 own[128];\nmov.u64 %rd10, own;\nmov.u32 %r1, %tid.x;\n\
        mul.wide.u32 %rd11, %r1, 4;\nadd.s64 %rd10, %rd10, %rd11;\nst.local.u32 [%rd10], %r1;";
    let (counts, _) = run(apart, 1, 32);
    assert_eq!((counts.local_bytes, counts.l2_sectors), (128, 32));
}

/// The sectors that L2 is asked for, by a warp.
fn l2_sectors(body: &str) -> u64 {
    run(body, 1, 32).0.l2_sectors
}

#[test]
fn l1_keeps_what_is_stored_as_a_whole_and_forgets_what_atomics_change() {
    let load = "ld.global.u32 %r10, [%rd11];\n";
    let store = "st.global.u32 [%rd11], %r10;\n";
    assert_eq!(l2_sectors(&format!("{store}{load}")), 4);
    assert_eq!(l2_sectors(&format!("{load}{store}{load}")), 8);
    let add = "red.global.add.u32 [%rd11], %r10;\n";
    assert_eq!(l2_sectors(&format!("{load}{add}{load}")), 12);
    // A byte of each word: the sectors are not there as a whole.
    let part = "st.global.u8 [%rd11], %r10;\n";
    assert_eq!(l2_sectors(&format!("{part}{load}")), 8);
}

/// How often a sector goes to L2 that is stored in parts: words that each thread stores one after the
/// other, with this between them.
fn handed_on(words: u32, between: &str) -> f64 {
    handed_on_of(4, words, |_| between.to_owned())
}

/// The same of numbers of so many bytes.
fn handed_on_of(size: u32, words: u32, between: impl Fn(u32) -> String) -> f64 {
    let store =
        |word| format!("st.global.u{} [%rd13+{}], %r1;\n{}", 8 * size, size * word, between(word));
    let stores: String = (0..words).map(store).collect();
    let step = size * words;
    let place = format!("mul.wide.u32 %rd12, %r4, {step};\nadd.s64 %rd13, %rd0, %rd12;\n");
    let module = module(1, &format!("{INDEX}{place}{stores}"));
    let bytes = 64 * 32 * step;
    let (counts, _) = launch(&module, 64, 32, &mut [vec![0; bytes as usize]]).unwrap();
    counts.l2_sectors as f64 / f64::from(bytes / 32)
}

#[test]
fn parts_of_a_sector_that_a_warp_stores_in_a_row_go_to_l2_together() {
    let is_about = |found: f64, expected: f64| (found - expected).abs() < 0.1 * expected;
    // By the lines that are stored between one part and the next; of 16, L1 waits for none.
    for (words, expected) in [(1, 1.0), (2, 1.03), (3, 1.06), (4, 1.45), (8, 4.86), (16, 8.0)] {
        let found = handed_on(words, "");
        assert!(is_about(found, expected), "{words}: {found}");
    }
    let load = "ld.global.cg.u32 %r11, [%rd0];\n";
    assert!(is_about(handed_on(3, load), 2.03 + 0.25), "half, if loads are between");
    assert!(handed_on(3, "red.global.add.u32 [%rd0], 1;\n") > 3.0, "an atomic may not");
    let some = |count| "add.u32 %r9, %r9, 1;\n".repeat(count);
    assert!(is_about(handed_on(3, &some(20)), 1.06));
    assert!(is_about(handed_on(3, &some(30)), 3.0));
    let jump = |at| {
        let around = format!("setp.ne.u32 %p1, %r2, 7;\n@%p1 bra $L{at};\nbar.sync 0;\n$L{at}:\n");
        around + &some(10)
    };
    assert!(is_about(handed_on_of(4, 3, jump), 3.0), "a jump takes longer");
    assert!(is_about(handed_on_of(1, 4, |_| String::new()), 2.27), "bytes");
}

#[test]
fn parts_that_warps_of_a_block_store_go_to_l2_together_and_those_of_blocks_do_not() {
    // A word each of four warps, in one sector; then of four blocks.
    let word = "shr.u32 %r9, %r4, 5;\nmul.wide.u32 %rd12, %r9, 16;\nadd.s64 %rd13, %rd0, %rd12;\n\
        and.b32 %r8, %r4, 31;\nsetp.eq.u32 %p1, %r8, 0;\n@%p1 st.global.u32 [%rd13], %r1;";
    let of_blocks = run(word, 64, 32).0.l2_sectors;
    let of_warps = run(word, 16, 128).0.l2_sectors;
    assert_eq!(of_blocks, 64);
    assert!((24..56).contains(&of_warps), "{of_warps}");
}

#[test]
fn ptxas_gathers_integers_that_a_warp_adds_to_one_word() {
    let add = |address: &str, what: &str| l2_sectors(&format!("{address}\n{what}"));
    let sum = "red.global.add.u32 [%rd20], %r1;";
    let block = "mov.u32 %r9, %ctaid.x;\nmul.wide.u32 %rd19, %r9, 4;\nadd.s64 %rd20, %rd0, %rd19;";
    assert_eq!(add(block, sum), 1);
    assert_eq!(add(block, "red.global.max.s32 [%rd20], %r1;"), 1);
    assert_eq!(add(block, "red.global.add.f32 [%rd20], %f1;"), 32);
    assert_eq!(add(block, "red.global.inc.u32 [%rd20], %r1;"), 32);
    // A result is known to all lanes only if they add the same.
    let shared = format!(".shared .align 4 .b8 s[4];\nmov.u32 %r7, s;\n{block}");
    let read =
        |from| format!("atom.global.add.u32 %r8, [%rd20], {from};\nst.shared.u32 [%r7], %r8;");
    assert_eq!(add(&shared, &read("1")), 1);
    assert_eq!(add(&shared, &read("%r3")), 32);
    // All lanes have the same address, but ptxas cannot know.
    let thread = "mov.u32 %r9, %tid.x;\nshr.u32 %r9, %r9, 5;\nmul.wide.u32 %rd19, %r9, 4;\n\
        add.s64 %rd20, %rd0, %rd19;";
    assert_eq!(add(thread, sum), 32);
}

/// Shared memory has no instruction that adds floats: of lanes with one address, one a pass succeeds.
#[test]
fn floats_are_added_to_shared_memory_in_a_loop() {
    let counts = |shift: u32, ty: &str, value: &str| {
        let body = format!(
            ".shared .align 8 .b8 s[256];\nmov.u32 %r7, s;\nmov.u32 %r8, %tid.x;\nshl.b32 %r8, %r8, 3;\n\
             shr.u32 %r8, %r8, {shift};\nand.b32 %r8, %r8, 248;\nadd.u32 %r7, %r7, %r8;\n\
             red.shared.add.{ty} [%r7], {value};"
        );
        run(&body, 1, 32).0
    };
    for (ty, value) in [("f32", "%f1"), ("f64", "%fd1")] {
        let (one, other) = (counts(8, ty, value), counts(8, "u32", "%r1"));
        // 32 passes of seven instructions, with 32, 31, 30, ... lanes.
        assert_eq!(one.warp_instructions - other.warp_instructions, 7 * 32 - 1, "{ty}");
        assert_eq!(one.thread_instructions - other.thread_instructions, 7 * 528 - 32, "{ty}");
        assert_eq!((one.shared.loads, one.shared.atomics), (32, 32), "{ty}");
        // Each half of a warp tries for itself if numbers have 8 bytes, and their lanes succeed in turns; all
        // load at once.
        let tries = if ty == "f32" { 32 } else { 31 * 2 + 1 };
        let wavefronts = (one.shared.load_wavefronts, one.shared.atomic_wavefronts);
        assert_eq!(wavefronts, (32, 2 * tries), "{ty}");
        let (one, other) = (counts(0, ty, value), counts(0, "u32", "%r1"));
        assert_eq!(one.warp_instructions - other.warp_instructions, 6, "{ty}");
    }
}

/// Of several warps, each delays the others: a pass is made twice by two, and 2.8 times by four.
#[test]
fn warps_that_add_floats_to_one_word_try_again() {
    let tries = |block: u32, barrier: &str| {
        let add = "red.shared.add.f32 [%r7], %f1;";
        let body = format!(".shared .align 8 .b8 s[8];\nmov.u32 %r7, s;\n{add}\n{barrier}\n{add}");
        run(&body, 1, block).0.shared.atomics
    };
    assert_eq!(tries(32, "bar.sync 0;"), 2 * 32);
    // Two additions of two warps at once, and twice two of four.
    assert_eq!(tries(64, "bar.sync 0;"), 2 * 2 * 32 * 2);
    let of_four = tries(128, "bar.sync 0;") as f64 / f64::from(2 * 4 * 32);
    assert!((2.7..=2.8).contains(&of_four), "{of_four}");
    // Without a barrier between them, a warp's second addition meets the others' first as well.
    assert!(tries(64, "") >= tries(64, "bar.sync 0;"));
}

/// The only way out is in the head of an endless loop; the lanes meet in it all the same.
#[test]
fn lanes_of_a_loop_without_an_end_meet() {
    let body = ".shared .align 4 .b8 c[4];\nmov.u32 %r17, c;\nmov.u32 %r16, 0;\n\
        st.shared.u32 [%r17], %r16;\nrem.u32 %r10, %r3, 5;\nadd.u32 %r10, %r10, 1;\nbra.uni $HEAD;\n\
        $ALL:\nshfl.sync.idx.b32 %r14|%p4, %r13, 1, 31, -1;\nld.global.u32 %r15, [%rd11];\n\
        add.u32 %r15, %r15, %r14;\nst.global.u32 [%rd11], %r15;\nadd.s32 %r10, %r10, -1;\n\
        $HEAD:\nsetp.gt.s32 %p1, %r10, 0;\nvote.sync.ballot.b32 %r11, %p1, -1;\n\
        setp.eq.u32 %p2, %r11, 0;\n@%p2 bra $OUT;\nsetp.ne.u32 %p3, %r3, 1;\n\
        mov.u32 %r13, 0;\n@%p3 bra $ALL;\natom.shared.add.u32 %r13, [%r17], 1;\n\
        bra.uni $ALL;\n$OUT:\nret;";
    let (_, out) = run(body, 1, 32);
    assert!(out.iter().take(32).all(|value| *value == 10), "{out:?}");
}

/// Lanes that have left the loop are no longer waited for.
#[test]
fn lanes_leave_a_loop_with_a_barrier_one_by_one() {
    let body = "mov.u32 %r10, 0;\n$L:\nadd.u32 %r10, %r10, 1;\nst.global.u32 [%rd11], %r10;\n\
        bar.sync 0;\nsetp.lt.u32 %p1, %r10, %r3;\n@%p1 bra $L;\nret;";
    let (_, out) = run(body, 1, 64);
    assert!(out.iter().enumerate().all(|(at, value)| *value == at.max(1) as u32), "{out:?}");
}
