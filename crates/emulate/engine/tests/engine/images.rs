//! Textures and surfaces by their handles.

use std::collections::HashMap;

use propp_emulate_engine::{
    Cause, Image, Images, LaunchError, Layout, Numbers, Outside, Texel, Texture,
};

use crate::support::{BASE, bytes, launch_with, module, words};

fn line(bits: u32, texels: u64) -> Texture {
    let texel = Texel { numbers: Numbers::Unsigned, bits, channels: 1 };
    let layout = Layout::Rows { pitch: 256 };
    let image = Image { base: BASE, layout, extent: [texels, 1, 1], texel };
    Texture { levels: vec![image], outside: [Outside::Border; 3], ..Texture::default() }
}

fn textures<const N: usize>(all: [(u64, Texture); N]) -> Images {
    Images { textures: HashMap::from(all), surfaces: HashMap::new() }
}

/// Lanes with odd numbers fetch words, the others bytes; the coordinate's register gets the value.
const MIXED: &str = "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n\
    and.b32 %r2, %r1, 1;\ncvt.u64.u32 %rd4, %r2;\nadd.s64 %rd5, %rd4, 41;\n\
    tex.1d.v4.u32.s32 {%r1, %r3, %r4, %r5}, [%rd5, {%r1}];\nst.global.u32 [%rd3], %r1;";

#[test]
fn each_lane_has_its_own_object_and_may_overwrite_its_coordinate() {
    let all = textures([(41, line(8, 256)), (42, line(32, 64))]);
    let mut arrays = [(0..=255).collect::<Vec<u8>>(), vec![0; 128]];
    launch_with(all, 1, &module(2, MIXED), 1, 32, &mut arrays).unwrap();
    let expected = (0..32_u32).map(|lane| match lane % 2 {
        0 => lane,
        _ => u32::from_le_bytes([0, 1, 2, 3].map(|byte| 4 * lane as u8 + byte)),
    });
    assert_eq!(words(&arrays[1]), expected.collect::<Vec<_>>());
}

#[test]
fn a_handle_of_no_object_is_a_fault_of_its_lane() {
    let all = textures([(41, line(8, 256))]);
    let mut arrays = [vec![0; 256], vec![0; 128]];
    let ended = launch_with(all, 1, &module(2, MIXED), 1, 32, &mut arrays);
    let Err(LaunchError::Fault(fault)) = ended else { panic!("no fault") };
    let cause = Cause::NoObject { what: "texture", handle: 42 };
    assert_eq!((fault.thread, &fault.cause), ([1, 0, 0], &cause));
}

/// Two rows of a plane of 32 × 2 words: a sector has four words of each.
#[test]
fn the_second_row_of_a_sector_comes_from_l1() {
    let texel = Texel { numbers: Numbers::Unsigned, bits: 32, channels: 1 };
    let plane = Image::array(BASE, [32, 2, 1], texel);
    let texture = Texture { levels: vec![plane], ..Texture::default() };
    let mut data = vec![0; plane.bytes() as usize];
    for (x, row) in (0..32_u64).flat_map(|x| [(x, 0), (x, 1)]) {
        let at = (plane.place(4 * x, row, 0) - BASE) as usize;
        data[at..at + 4].copy_from_slice(&(100 * row as u32 + x as u32).to_le_bytes());
    }
    let rows = |count: u32| {
        let fetch = |row: u32| {
            format!(
                "tex.2d.v4.u32.s32 {{%r2, _, _, _}}, [%rd4, {{%r1, {row}}}];\n\
                 add.s32 %r3, %r3, %r2;\n"
            )
        };
        let body: String = (0..count).map(fetch).collect();
        let body = format!(
            "mov.u32 %r1, %tid.x;\nmov.u32 %r3, 0;\nmov.u64 %rd4, 7;\n{body}\
             mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r3;"
        );
        let mut arrays = [data.clone(), vec![0; 128]];
        let all = textures([(7, texture.clone())]);
        let (ran, _) = launch_with(all, 1, &module(2, &body), 1, 32, &mut arrays).unwrap();
        let sums = (0..32).map(|x| if count == 1 { x } else { 100 + 2 * x });
        assert_eq!(arrays[1], bytes(sums));
        assert_eq!((ran.counts.global.loads, ran.counts.global.bytes), (0, 128));
        ran.counts.l2_sectors
    };
    // Four more of the store.
    assert_eq!((rows(1), rows(2)), (8 + 4, 8 + 4));
}
