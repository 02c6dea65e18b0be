//! Counts of a recorded line run by instruction and by line.

use std::path::Path;

use propp_code_lines::of_recording;
use propp_recording::Recording;

fn spmv() -> Recording {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    propp_recording_store::read(&folder.join("../../../recordings/h200_spmv.propp")).unwrap()
}

#[test]
fn lines_and_instructions_have_the_same_counts() {
    let recording = spmv();
    let kernels = of_recording(&recording);
    let [thread, warp] = kernels.as_slice() else { panic!("two kernels") };
    assert_eq!(thread.no_lines, None);
    for kernel in [thread, warp] {
        let of_lines: u64 = kernel.lines.iter().map(|line| line.counts.executed).sum();
        assert_eq!(of_lines, kernel.total.executed, "{}", kernel.name());
        assert!(kernel.instructions.iter().all(|one| !one.opcode.is_empty()));
        let file = kernel.files.iter().next().unwrap();
        assert!(file.0.ends_with("spmv.cu") && file.1.is_some(), "{file:?}");
    }
    // In the loop over a row's entries, at 5 to 6 times the sectors that the data fill.
    let (line, share) = thread.most(|one| one.counts.excess_sectors() as f64).unwrap();
    assert_eq!(line.place.line, 27);
    assert!(share > 0.99 && line.counts.sectors > 5 * line.counts.ideal_sectors);
    assert!(line.instructions.iter().any(|index| thread.instructions[*index].depth == 1));
}

#[test]
fn what_the_code_lacks_is_counted_all_the_same() {
    let mut recording = spmv();
    for launch in &mut recording.line_launches {
        launch.cubin = None;
    }
    let kernels = of_recording(&recording);
    let with_code = of_recording(&spmv());
    for (without, with) in kernels.iter().zip(&with_code) {
        assert_eq!(without.total, with.total);
        assert!(without.lines.is_empty() && without.no_lines.is_some());
        assert!(without.instructions.iter().all(|one| one.opcode.is_empty()));
    }
}

#[test]
fn damaged_counts_stop_at_the_most() {
    let mut recording = spmv();
    for value in recording.line_launches.iter_mut().flat_map(|launch| &mut launch.values) {
        value.value = u64::MAX;
    }
    let kernels = of_recording(&recording);
    assert!(kernels.iter().all(|kernel| kernel.total.executed == u64::MAX));
}
