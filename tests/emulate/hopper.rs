//! Products of matrices as Hopper has them: `wgmma`, copies by tensor map, and clusters.

use propp_recording_store::read;

use super::{compiled_with, counters, emulate, words};

/// `hopper.cu`, whose parts each say whether they equal the host's results.
#[test]
fn products_boxes_and_clusters_equal_the_hosts() {
    let folder = tempfile::tempdir().unwrap();
    let (source, flags) = ("tests/emulate/hopper.cu", &["-arch=sm_90a"]);
    let Some(program) = compiled_with(source, folder.path(), "shared", flags) else { return };
    let (output, recording) = emulate(&program, &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("all PASS\n") && !text.contains("FAIL"), "{text}{}", words(&output));
    assert_eq!(text.matches(": PASS, 0 of ").count(), 49 + 18 + 3 + 3, "{text}");
    let recording = read(&recording).unwrap();
    let counted = counters(&recording);
    // 256 × 64 numbers of 320 products each, by clusters of 1, 2 and 4 blocks that share the second matrix.
    let tensor = "sm__sass_inst_executed_op_tma.sum";
    let products = 256.0 * 64.0 * 320.0;
    let multiplied = counted.iter().filter(|launch| launch["operations__half.sum"] == products);
    let multiplied: Vec<_> = multiplied.collect();
    assert_eq!(multiplied.len(), 3);
    for (launch, blocks) in multiplied.into_iter().zip([1.0, 2.0, 4.0]) {
        // Eight blocks make five steps with two boxes, and store a box of floats.
        assert_eq!(launch[tensor], 8.0 * (5.0 * 2.0 + 1.0));
        let read = 8.0 * 5.0 * (64.0 + 32.0 / blocks) * 4.0;
        assert_eq!(launch["l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum"], read);
        assert_eq!(launch["l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum"], 8.0 * 64.0 * 4.0);
        assert_eq!(launch["sm__sass_inst_executed_op_global_ld.sum"], 0.0);
    }
    let clusters: Vec<[u32; 3]> = recording.signatures.iter().map(|own| own.cluster).collect();
    assert!(clusters.contains(&[4, 1, 1]) && clusters.contains(&[2, 2, 1]), "{clusters:?}");
}
