//! The order of warps in shared memory, races, accesses to padding, and loops without an end.

use propp_emulate_engine::{
    Cause, Host, Launch, LaunchError, Memory, Overrun, Race, Region, Whereabouts, run,
};
use propp_emulate_ptx::Module;

use crate::support::{BASE, bytes, gpu, launch_on, module, words};

/// `s` of 64 words, the thread's number in `%r1`, and the address of its word in `%r3`; of the block
/// before and behind in `%r4` and `%r5`.
const BEGIN: &str = ".shared .align 4 .b8 s[512];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\n\
    shl.b32 %r3, %r1, 2;\nadd.u32 %r3, %r2, %r3;\nmul.wide.u32 %rd1, %r1, 4;\n\
    add.s64 %rd2, %rd0, %rd1;\n";

/// A sum of two words that ends with `return s[0]`, and is called again at once.
fn sum_of(value: &str) -> String {
    format!(
        "st.shared.u32 [%r3], {value};\nbar.sync 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra $L{value};\n\
         ld.shared.u32 %r6, [%r2+128];\nld.shared.u32 %r7, [%r2];\nadd.u32 %r7, %r6, %r7;\n\
         st.shared.u32 [%r2], %r7;\n$L{value}:\nbar.sync 0;\nld.shared.u32 %r10, [%r2];\n"
    )
    .replace("$L%", "$L")
}

#[test]
fn what_a_barrier_has_published_is_read_before_it_is_written_again() {
    for last in [false, true] {
        // The word that is read at the end is that of the first warp, or of the last.
        let body = format!(
            "{BEGIN}add.u32 %r20, %r1, 1000;\n{}mov.u32 %r11, %r10;\n{}add.u32 %r11, %r11, %r10;\n\
             st.global.u32 [%rd2], %r11;",
            sum_of("%r20"),
            sum_of("%r1"),
        );
        let body = if last { body.replace("[%r2]", "[%r2+380]") } else { body };
        let body = if last { body.replace("%p1, %r1, 0", "%p1, %r1, 95") } else { body };
        let own = if last { 95 } else { 0 };
        let module = module(1, &body);
        let mut arrays = [vec![0; 96 * 4]];
        launch_on(1, &module, 1, 96, &mut arrays).unwrap();
        let expected = 1000 + own + 1000 + 32 + own + 32;
        assert_eq!(words(&arrays[0]), vec![expected; 96]);
    }
}

/// The threads of three warps add one to each of two words without an atomic: all read before one writes.
#[test]
fn warps_that_hand_on_global_memory_lose_updates_as_on_a_gpu() {
    let add = |at: u32| {
        format!(
            "ld.global.u32 %r8, [%rd0+{at}];\nadd.u32 %r8, %r8, 1;\nst.global.u32 [%rd0+{at}], %r8;\n"
        )
    };
    let adds = format!("{}{}", add(0), add(4));
    let counted = |body: &str| {
        let module = module(1, &format!("{BEGIN}{body}"));
        let mut arrays = [vec![0; 96 * 4]];
        launch_on(1, &module, 1, 96, &mut arrays).unwrap();
        words(&arrays[0])[..2].to_vec()
    };
    let published = "bar.sync 0;\nld.global.u32 %r9, [%rd0+8];\n";
    assert_eq!(counted(&format!("{adds}{published}")), [1, 1]);
    assert_eq!(counted(&format!("{adds}{published}{adds}")), [2, 2]);
    // Where no thread reads what another one has written, warps run one after the other.
    assert_eq!(counted(&adds), [3, 3]);
}

#[derive(Default)]
struct Heard {
    races: Vec<Race>,
    overruns: Vec<(Overrun, Whereabouts)>,
    places: Vec<Whereabouts>,
}

impl Host for Heard {
    fn print(&mut self, _: &[u8]) {}

    fn race(&mut self, race: &Race) {
        self.races.push(race.clone());
    }

    fn overrun(&mut self, overrun: Overrun, at: &Whereabouts) {
        self.overruns.push((overrun, at.clone()));
    }

    fn computes(&mut self, at: &dyn Fn() -> Whereabouts) {
        self.places.push(at());
    }
}

/// Runs on an array with padding, and looks for races.
fn heard(
    module: &Module,
    grid: u32,
    block: u32,
    array: &mut [u8],
    padding: u64,
) -> (Heard, Result<(), LaunchError>) {
    let launch = Launch {
        module,
        kernel: &module.kernels[0],
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        cluster: [0; 3],
        dynamic_shared_bytes: 0,
        parameters: &BASE.to_le_bytes(),
        addresses: &[],
        workspace: 0,
        gpu: &gpu(),
        threads: 2,
        races: padding == 0,
        local_blocks: None,
        stack_bytes: 1 << 16,
    };
    let mut heard = Heard::default();
    let region = Region { base: BASE, bytes: array, writable: true };
    let mut memory = Memory::new(vec![region]).padded(|_| padding);
    let ran = run(&launch, &mut memory, &mut heard);
    (heard, ran.map(|_| ()))
}

/// The PTX lines and the words of each race, counted from the first line of the body.
fn races(block: u32, body: &str) -> Vec<(u32, u32, [bool; 2])> {
    let module = module(1, &format!("{BEGIN}{body}"));
    let (heard, ran) = heard(&module, 2, block, &mut vec![0; 4096], 0);
    ran.unwrap();
    let line = |line: u32| line - 12 - BEGIN.lines().count() as u32;
    let words = |race: &Race| {
        let [first, second] = &race.sides;
        (line(first.line), line(second.line), [first.writes, second.writes])
    };
    heard.races.iter().map(words).collect()
}

const WRITE: &str = "st.shared.u32 [%r3], %r1;\n";
/// The word of the thread in the other of two warps.
const OTHER: &str = "xor.b32 %r5, %r3, 128;\n";
const READ: &str = "ld.shared.u32 %r8, [%r5];\n";
const SYNC: &str = "bar.sync 0;\n";

#[test]
fn an_exchange_without_a_barrier_is_a_race_and_one_with_it_is_none() {
    let found = races(64, &format!("{OTHER}{WRITE}{READ}"));
    assert_eq!(found, [(2, 3, [true, false])]);
    assert_eq!(races(64, &format!("{OTHER}{WRITE}{SYNC}{READ}")), []);
    assert_eq!(races(32, &format!("{OTHER}{WRITE}{READ}")), [], "one warp");
}

#[test]
fn a_word_that_is_written_again_before_all_have_read_it_is_a_race() {
    let again = "add.u32 %r1, %r1, 7;\nst.shared.u32 [%r3], %r1;\n";
    let found = races(64, &format!("{OTHER}{WRITE}{SYNC}{READ}{again}"));
    assert_eq!(found, [(4, 6, [false, true])]);
    assert_eq!(races(64, &format!("{OTHER}{WRITE}{SYNC}{READ}{SYNC}{again}")), []);
}

#[test]
fn equal_values_of_several_warps_are_no_race_and_different_ones_are() {
    assert_eq!(races(96, "mov.u32 %r9, 5;\nst.shared.u32 [%r2], %r9;\n"), []);
    assert_eq!(races(64, "st.shared.u32 [%r2], %r1;\n"), [(1, 1, [true, true])]);
}

#[test]
fn products_of_four_warps_and_bulk_copies_are_accesses_like_others() {
    // Four warps read the first eight rows of both matrices, which are the words of the first one.
    let product = ".reg .b32 %d<4>;\nmov.u64 %rd9, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, \
        %d1, %d2, %d3}, %rd9, %rd9, 0, 1, 1, 0, 0;\n";
    assert_eq!(races(128, &format!("{WRITE}{product}")), [(1, 4, [true, false])]);
    assert_eq!(races(128, &format!("{WRITE}{SYNC}{product}")), []);
    // The first thread copies what all read, and only those wait who are told to.
    let copy = |wait: &str| {
        format!(
            ".shared .align 8 .b8 b[8];\nmov.u32 %r9, b;\nmov.u32 %r8, 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra $W;\n\
             mbarrier.init.shared.b64 [%r9], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r9], 128;\n\
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd0], 128, [%r9];\n$W:\n\
             {SYNC}{wait}ld.shared.u32 %r10, [%r2];\n"
        )
    };
    let waits = "$T:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r9], 0;\n@!%p2 bra $T;\n";
    assert_eq!(races(64, &copy(waits)), []);
    let early = copy("").replace(SYNC, "");
    assert_eq!(races(64, &early), [(8, 10, [true, false])]);
}

#[test]
fn named_barriers_order_only_the_warps_that_come() {
    // The third warp does not come to barrier 1, and reads what the first one writes.
    let body = "setp.ge.u32 %p1, %r1, 64;\nmov.u32 %r9, 1;\n@%p1 bra $T;\nst.shared.u32 [%r3], %r1;\n\
        bar.sync %r9, 64;\nadd.u32 %r5, %r3, 0;\nbra $E;\n$T:\nsub.u32 %r5, %r3, 256;\n$E:\n";
    let found = races(96, &format!("{body}{READ}"));
    assert_eq!(found.len(), 1);
    assert_eq!(races(96, &format!("{body}{SYNC}{READ}")), []);
}

#[test]
fn counters_must_be_cleared_before_they_count() {
    let clear = "mov.u32 %r9, 1;\nst.shared.u32 [%r3], %r9;\n";
    let count = "red.shared.add.u32 [%r2+160], %r9;\n";
    let found = races(64, &format!("{clear}{count}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(races(64, &format!("{clear}{SYNC}{count}")), []);
    assert_eq!(races(64, &format!("{clear}{SYNC}{count}{SYNC}{OTHER}{READ}")), []);
}

#[test]
fn a_flag_hands_over_what_was_written_before_it() {
    // The first warp writes a word and sets a flag, for which the second one waits.
    let body = "setp.ge.u32 %p1, %r1, 32;\nmov.u32 %r9, 1;\n@%p1 bra $T;\nst.shared.u32 [%r3], %r9;\n\
        st.volatile.shared.u32 [%r2+500], %r9;\nbra $E;\n$T:\nld.volatile.shared.u32 %r8, [%r2+500];\n\
        setp.eq.u32 %p2, %r8, 0;\n@%p2 bra $T;\nld.shared.u32 %r8, [%r3+-128];\n$E:\n";
    assert_eq!(races(64, body), []);
    assert_eq!(races(64, &body.replace(".volatile", "")).len(), 2, "the word and the flag");
}

#[test]
fn padding_may_be_accessed_and_what_is_beyond_it_not() {
    // Each thread adds one to its word; the array has 40 of them.
    let body = format!(
        "{BEGIN}ld.global.u32 %r8, [%rd2];\nadd.u32 %r8, %r8, 1;\nst.global.u32 [%rd2], %r8;"
    );
    let module = module(1, &body);
    let mut array = bytes(0..64);
    let (heard, ran) = heard(&module, 1, 64, &mut array, 96);
    ran.unwrap();
    assert_eq!(words(&array), (1..65).collect::<Vec<u32>>());
    let overrun = Overrun { base: BASE, bytes: 160, beyond: 96 };
    let found: Vec<_> = heard.overruns.iter().map(|(overrun, at)| (*overrun, at.line)).collect();
    let first = 12 + BEGIN.lines().count() as u32 + 1;
    assert_eq!(found, [(overrun, first), (overrun, first + 2)], "each instruction once");
    let (_, ran) = super::order::heard(&module, 1, 96, &mut array, 96);
    let Err(LaunchError::Fault(fault)) = ran else { panic!("{ran:?}") };
    assert!(matches!(fault.cause, Cause::OutOfBounds { .. }), "{fault}");
}

#[test]
fn a_loop_that_computes_the_same_for_ever_is_found() {
    // Five states of the register, in a loop of four instructions; many blocks.
    let body = "mov.u32 %r1, 0;\n$L:\nadd.u32 %r1, %r1, 1;\nrem.u32 %r1, %r1, 5;\n\
        setp.lt.u32 %p1, %r1, 9;\n@%p1 bra $L;\n";
    let module = module(1, body);
    let (heard, ran) = heard(&module, 5000, 256, &mut [0; 4], 4);
    let Err(LaunchError::Fault(fault)) = ran else { panic!("{ran:?}") };
    assert_eq!((&fault.cause, fault.block), (&Cause::EndlessLoop, [0, 0, 0]));
    assert!((14..=18).contains(&fault.line), "{fault}");
    assert!(heard.places.len() >= 16, "where the warp is, now and then");
    assert!((14..=18).contains(&heard.places[0].line));
}

#[test]
fn a_long_loop_that_ends_is_none_without_an_end() {
    let body = "mov.u32 %r1, 0;\n$L:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 6000000;\n\
        @%p1 bra $L;\nst.global.u32 [%rd0], %r1;";
    let mut array = vec![0; 4];
    heard(&module(1, body), 1, 1, &mut array, 0).1.unwrap();
    assert_eq!(words(&array), [6_000_000]);
}
