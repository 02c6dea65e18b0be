use propp_code_sass::Cubin;

use super::{beyond_a_file, of_name};

#[track_caller]
fn check(kernel: &str, why: Option<&str>) {
    check_in(include_bytes!("beyond.sm_90.cubin"), kernel, why);
}

#[track_caller]
fn check_in(cubin: &[u8], kernel: &str, why: Option<&str>) {
    let cubin = Cubin::parse(cubin).unwrap();
    assert!(cubin.function(kernel).is_some());
    let found = beyond_a_file(&cubin, kernel);
    assert_eq!(found.is_some(), why.is_some(), "{found:?}");
    assert!(found.unwrap_or_default().contains(why.unwrap_or_default()));
}

#[test]
fn textures_and_surfaces_are_found_also_in_called_functions() {
    check("fetches", Some("reads textures"));
    check("calls", Some("reads textures"));
    check("stores", Some("uses surfaces"));
}

#[test]
fn the_device_heap_is_found_and_printing_is_none() {
    check("takes", Some("device heap"));
    check("gives", Some("device heap"));
    check("prints", None);
    check("plain", None);
}

/// Of a linked program, whose cubin has the code of CUDA's runtime for kernels.
#[test]
fn calls_of_the_runtime_are_found_in_a_linked_cubin() {
    let check = |kernel, why| check_in(include_bytes!("runtime.sm_90.cubin"), kernel, why);
    check("launches", Some("launches kernels"));
    check("copies", Some("cudaMemcpyAsync"));
    check("sets", Some("cudaMemsetAsync"));
    check("takes", Some("device heap"));
    check("asks", None);
    check("child", None);
}

#[test]
fn calls_that_launch_kernels_are_known_by_name() {
    assert!(of_name("__cudaCDP2LaunchDeviceV2").is_some());
    assert!(of_name("__cudaCDP2GetParameterBufferV2_ptsz").is_some());
    assert!(of_name("cudaLaunchDeviceV2").is_some());
    assert_eq!(of_name("__cudaCDP2GetLastError"), None);
    assert_eq!(of_name("vprintf"), None);
}
