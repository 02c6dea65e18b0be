//! Blocks and loops of functions whose source says how many there are.

use propp_code_sass::{Cubin, Flow};

use crate::{fixture, fixtures};

#[test]
fn three_nested_loops() {
    for architecture in [75, 80, 90, 100, 120] {
        let bytes = fixture(&format!("kernels.sm_{architecture}.cubin"));
        let cubin = Cubin::parse(&bytes).unwrap();
        let lines = cubin.lines().unwrap();
        let nested = cubin.function("_Z6nestedPKfPfii").unwrap();
        let (flow, table) = (Flow::of(nested), lines.table(nested).unwrap());
        let source = include_str!("../fixtures/kernels.cu");
        let line_of = |text: &str| source.lines().position(|line| line.contains(text)).unwrap() + 1;
        let deepest = |text: &str, name: &str| {
            let found = nested.instructions().filter(|i| {
                let here =
                    table.at(i.offset).is_some_and(|at| at.frame.line as usize == line_of(text));
                here && i.opcode.name() == Some(name)
            });
            found.map(|i| flow.depth_at(i.offset)).max()
        };
        assert_eq!(deepest("sum += x * tile[k & 255]", "FFMA"), Some(3), "sm_{architecture}");
        assert_eq!(deepest("float x = tile", "LDS"), Some(2), "sm_{architecture}");
        assert_eq!(deepest("tile[threadIdx.x] = a", "STS"), Some(1), "sm_{architecture}");
        assert_eq!(deepest("out[threadIdx.x] = sum", "STG"), Some(0), "sm_{architecture}");
    }
}

#[test]
fn an_indirect_branch_goes_to_every_case() {
    let bytes = fixture("kernels.sm_90.cubin");
    let cubin = Cubin::parse(&bytes).unwrap();
    let machine = cubin.function("_Z7machinePKiPii").unwrap();
    let flow = Flow::of(machine);
    let branch = machine.instructions().find(|i| i.opcode.name() == Some("BRX")).unwrap();
    let block = &flow.blocks[flow.block_at(branch.offset).unwrap()];
    assert!(block.edges.len() >= 3, "{block:?}");
    assert_eq!(flow.depth_at(branch.offset), 1);
}

#[test]
fn blocks_cover_the_code_and_loops_nest() {
    for name in fixtures() {
        let bytes = fixture(&format!("{name}.cubin"));
        for function in Cubin::parse(&bytes).unwrap().functions() {
            let flow = Flow::of(function);
            let whole = flow.blocks.windows(2).all(|pair| pair[0].end == pair[1].start);
            assert!(whole, "{name} {}", function.name);
            let end = flow.blocks.last().map_or(0, |block| block.end);
            assert_eq!(end, function.code.len() as u64, "{name} {}", function.name);
            for inner in &flow.loops {
                let outer = inner.parent.map(|outer| &flow.loops[outer]);
                assert_eq!(inner.depth, outer.map_or(1, |outer| outer.depth + 1));
                let inside = |block| outer.is_none_or(|outer| outer.blocks.contains(block));
                assert!(inner.blocks.iter().all(inside), "{name} {}", function.name);
                assert_eq!(inner.headers.len(), 1, "{name} {} {inner:?}", function.name);
            }
        }
    }
}
