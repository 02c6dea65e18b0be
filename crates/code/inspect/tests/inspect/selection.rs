//! Kernels for a GPU, and reasons why a file has none.

use propp_code_inspect::{Code, Gpu, Inspection, Launches, NoDeviceCode, without_code};

use crate::{cubin, fixture};

/// Of the code of several architectures, each GPU runs the newest that it can.
#[test]
fn a_gpu_leaves_only_the_newest_code_that_it_runs() {
    let code = || {
        let mut code = Code::default();
        for architecture in ["sm_75", "sm_80", "sm_90"] {
            code.add(format!("{architecture}.cubin"), &cubin(architecture)).unwrap();
        }
        code
    };
    let all = Inspection::new(code(), Launches::default());
    assert_eq!(all.targets().len(), 3);
    assert_eq!(all.usual_target().unwrap().to_string(), "sm_90");
    let left = |gpu: &str| {
        let mut code = code();
        code.only_gpu(&Gpu::named(gpu).unwrap()).map(|()| {
            let found = Inspection::new(code, Launches::default());
            found.targets().iter().map(ToString::to_string).collect::<Vec<_>>()
        })
    };
    for (gpu, architecture) in [("t4", "sm_75"), ("a10", "sm_80"), ("h100", "sm_90")] {
        assert_eq!(left(gpu).unwrap(), [architecture], "{gpu}");
    }
    assert_eq!(
        left("v100").unwrap_err(),
        "no kernel runs on V100 (sm_70): there are kernels for sm_75, sm_80, sm_90; compile with \
         nvcc -arch=sm_70"
    );
}

#[test]
fn a_file_without_kernels_says_what_is_in_it() {
    let nothing = Code::default().without_kernels().unwrap();
    assert!(nothing.contains("no compiled kernel in it"), "{nothing}");
    let without = |name: &str, bytes: &[u8]| {
        let mut code = Code::default();
        code.add(name.to_owned(), bytes).unwrap();
        code.without_kernels()
    };
    let ptx = fixture("../../../fatbin/tests/fixtures/two.ptx");
    assert_eq!(
        without("two.ptx", &ptx).unwrap(),
        "two.ptx: no compiled kernel in it, only PTX for sm_90a; compile for a GPU (nvcc \
         -arch=sm_90, or ptxas -arch=sm_90 FILE.ptx -o FILE.cubin)"
    );
    let mut old = cubin("sm_90");
    assert_eq!(without("slow.cubin", &old), None);
    // The architecture is in the second byte of the flags of the ELF header.
    assert_eq!(old[49], 90);
    old[49] = 70;
    let text = without("slow.cubin", &old).unwrap();
    let why =
        "slow.cubin: no kernel can be read: at 0x0: the architecture of the cubin: sm_70 is not ";
    assert!(text.starts_with(why), "{text}");
}

#[test]
fn a_file_without_device_code_gets_advice() {
    let refused = |name: &str, bytes: &[u8]| {
        let why = Code::default().add(name.to_owned(), bytes).unwrap_err();
        without_code(name, &why)
    };
    assert_eq!(
        refused("empty", b""),
        "empty: the file is empty; give an executable, a shared library, an object, an archive, a \
         fatbin or a cubin"
    );
    let text = refused("a.propp", b"SQLite format 3\0 and so on");
    assert!(text.ends_with("; a recording is for `propp show a.propp`"), "{text}");
    let text = refused("notes.txt", b"some text");
    assert!(
        text.ends_with("an archive, a fatbin or a cubin") && !text.contains("propp show"),
        "{text}"
    );
    let text = without_code("a.out", &NoDeviceCode::NoSection);
    assert!(text.starts_with("a.out: no CUDA code in it: "), "{text}");
    assert!(text.ends_with("inspect that (`ldd a.out` lists them)"), "{text}");
}
