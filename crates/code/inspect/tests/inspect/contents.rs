//! Resources, operations and findings, on all architectures.

use propp_code_inspect::{Code, Gpu, Inspected, Inspection, Launches, Topic, Work};

use crate::{ARCHITECTURES, fixture, folder, inspected, inspection, kernel};

/// Registers, stack, and bytes of spill stores and loads, as `ptxas -v` says them.
#[test]
fn registers_stack_and_spills_are_those_that_ptxas_tells() {
    let mut spilling = 0;
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let told = folder().join(format!("slow.{architecture}.txt"));
        let told = std::fs::read_to_string(told).unwrap();
        assert_eq!(told.lines().count(), found.kernels.len());
        for line in told.lines() {
            let (symbol, numbers) = line.split_once(' ').unwrap();
            let Inspected { kernel, .. } =
                found.kernels.iter().find(|i| i.kernel.name.symbol == symbol).unwrap();
            let spills = &kernel.code.local.spills;
            let read = [
                kernel.resources.registers.unwrap(),
                kernel.resources.stack_bytes,
                spills.store_bytes,
                spills.load_bytes,
            ];
            let read = read.map(|n| n.to_string()).join(" ");
            assert_eq!(read, numbers, "{architecture} {symbol}");
            spilling += u32::from(!spills.is_empty());
        }
    }
    assert_eq!(spilling, 3, "blocks of 1024 threads cannot be two on an SM of sm_75 and sm_120");
}

/// What ptxas says of it is in the fixtures' README.
#[test]
fn a_kernel_of_triton_is_read_like_others() {
    let mut code = Code::default();
    code.add("matmul.cubin".to_owned(), &fixture("triton.sm_80.cubin")).unwrap();
    let found = Inspection::new(code, Launches::default());
    let Inspected { kernel, findings, .. } = kernel(&found, "matmul");
    let spills = &kernel.code.local.spills;
    assert_eq!((kernel.resources.registers, kernel.resources.stack_bytes), (Some(255), 400));
    assert_eq!((spills.store_bytes, spills.load_bytes), (416, 396));
    assert_eq!(kernel.resources.required_threads, Some([128, 1, 1]));
    assert_eq!((kernel.code.tensor.count, kernel.code.tensor.in_loops), (128, 128));
    assert_eq!(findings[0].topic, Topic::SpillsInLoop);
    assert!(findings[0].line.as_ref().unwrap().starts_with("matmul.py:"), "{findings:?}");
}

/// The worst finding of each kernel on each architecture.
#[test]
fn each_kernel_has_the_finding_that_it_was_written_for() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let expected = |name: &str| match name {
            "spills" if ["sm_75", "sm_120"].contains(&architecture) => None,
            "spills" => Some(Topic::SpillsInLoop),
            "array" => Some(Topic::StackInLoop),
            "literal" => Some(Topic::DoubleBetweenSingle),
            "divides" | "remainder" | "divides_long" => Some(Topic::DivisionInLoop),
            "bytes" => Some(Topic::NarrowInLoop),
            _ => None,
        };
        for Inspected { kernel, findings, .. } in &found.kernels {
            let name = &*kernel.name.bare;
            // What a step of occupancy takes is another test's.
            let first = findings.first().map(|finding| finding.topic);
            let first = first.filter(|topic| *topic != Topic::OccupancyStep);
            assert_eq!(first, expected(name), "{architecture} {name}: {findings:?}");
        }
    }
}

#[test]
fn divisions_are_counted_by_their_size() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let count = |name: &str| {
            let code = &kernel(&found, name).kernel.code;
            [&code.divisions, &code.long_divisions, &code.slow_paths].map(|one| one.in_loops)
        };
        assert_eq!(count("divides"), [1, 0, 0], "{architecture}");
        assert_eq!(count("remainder"), [1, 0, 0], "{architecture}");
        assert_eq!(count("divides_long"), [0, 1, 0], "{architecture}");
        assert_eq!(count("sevenths"), [0, 0, 0], "{architecture}");
        assert_eq!(count("quotients"), [0, 0, 1], "{architecture}");
    }
}

#[test]
fn accesses_have_widths_and_depths() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let widths = |name: &str| {
            let code = &kernel(&found, name).kernel.code;
            let in_loops = code.global().filter(|access| access.depth > 0);
            in_loops.map(|a| (a.direction, a.width.unwrap(), a.count)).collect::<Vec<_>>()
        };
        assert_eq!(widths("vectors"), [("load", 128, 1), ("store", 128, 1)], "{architecture}");
        assert_eq!(widths("bytes"), [("load", 8, 1), ("store", 8, 1)], "{architecture}");
        assert_eq!(widths("doubles"), [("load", 64, 1), ("store", 64, 1)], "{architecture}");
        assert_eq!(widths("gather"), [("load", 32, 4)], "{architecture}");
    }
}

#[test]
fn operations_are_counted_with_their_lines() {
    let found = inspected("sm_90");
    let code = |name: &str| &kernel(&found, name).kernel.code;
    let sums = code("sums");
    assert_eq!((sums.shuffles.count, sums.shuffles.in_loops), (5, 0));
    assert_eq!((sums.atomics_global.count, sums.atomics_shared.count), (1, 0));
    assert_eq!(sums.shuffles.line.as_deref(), Some("slow.cu:156"));
    assert_eq!(sums.atomics_global.line.as_deref(), Some("slow.cu:159"));
    let spills = code("spills");
    assert_eq!((spills.barriers.count, spills.barriers.in_loops), (1, 1));
    assert_eq!(spills.barriers.line.as_deref(), Some("slow.cu:41"));
    // The first are before the loop; the place is that of the deepest.
    let stores = &spills.local.spills.stores;
    assert!(stores.in_loops < stores.count && stores.depth == 1, "{stores:?}");
    assert_eq!(stores.line.as_deref(), Some("slow.cu:36"));
    let literal = code("literal");
    assert_eq!((literal.to_double.count, literal.to_single.count), (1, 1));
    assert_eq!((literal.double.count, literal.double.in_loops), (1, 1));
    assert_eq!(literal.double.line.as_deref(), Some("slow.cu:70"));
    let nothing = code("nothing");
    assert!(nothing.instructions <= 3 && nothing.loops.is_empty(), "{nothing:?}");
    let by_class: u32 = sums.classes.values().flatten().sum();
    assert_eq!(by_class + sums.unknown, sums.instructions);
}

/// What `sums` does in each thread: a load of four bytes, five shuffles with an addition each, and an
/// atomic addition.
#[test]
fn the_work_of_a_kernel_is_what_its_source_says() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let mut work = kernel(&found, "sums").kernel.code.outside.as_ref().unwrap().work;
        // On sm_80, ptxas moves a constant to a register by HFMA2, which counts as half precision.
        work.0[7] = 0;
        assert_eq!(work, Work([4, 0, 0, 0, 1, 5, 0, 0, 0, 5]), "{architecture}");
    }
}

#[test]
fn kernels_are_as_similar_as_their_instructions() {
    let found = inspected("sm_90");
    let content = |name: &str| &kernel(&found, name).kernel.code.content;
    assert_eq!(content("divides").similarity(content("divides")), 1.0);
    // Both divide, one of them signed numbers.
    let alike = content("divides").similarity(content("remainder"));
    assert!(alike > 0.0 && alike < 1.0, "{alike}");
    assert_eq!(content("divides").similarity(content("nothing")), 0.0);
}

#[test]
fn static_shared_memory_is_the_programs_own() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        let bytes = |name: &str| kernel(&found, name).kernel.resources.static_shared_bytes;
        assert_eq!((bytes("shared"), bytes("chase")), (4352 * 4, 0), "{architecture}");
        let shared = &kernel(&found, "shared").kernel.resources;
        assert_eq!(shared.max_threads, Some([64, 1, 1]));
    }
}

#[test]
fn occupancy_names_the_limit_and_the_next_step() {
    let found = inspected("sm_90");
    let shared = kernel(&found, "shared");
    let main = shared.main().unwrap();
    // 18 KiB and 1 KiB that the driver takes, of 228 KiB, by the driver's calculator.
    assert_eq!((main.gpu, main.block, main.blocks_per_sm), ("H100", 64, 12));
    assert_eq!(main.limits, ["shared memory"]);
    let step = main.next.clone().unwrap();
    assert_eq!((step.resource, step.occupancy), ("shared memory", 26.0 / 64.0));
    // With so much less another block does fit, and with one byte more it does not.
    let fits = |bytes: u32| 233_472 / (bytes + 1024).next_multiple_of(128) >= 13;
    assert!(fits(17_408 - step.less) && !fits(17_408 - step.less + 1), "{step:?}");

    let launches = Launches { blocks: vec![512], ..Launches::default() };
    let found = inspection(&["sm_90"], launches);
    let refused = |name: &str| kernel(&found, name).main().unwrap().refused.clone();
    assert_eq!(refused("shared").as_deref(), Some("the launch bounds allow 64 threads"));
    assert_eq!(refused("chase"), None);
    assert_eq!(kernel(&found, "shared").findings[0].topic, Topic::DoesNotFit);
}

#[test]
fn dynamic_shared_memory_lowers_occupancy() {
    let gpu = Gpu::named("a100").unwrap();
    let with = |dynamic_shared_bytes: u32| {
        let launches = Launches { gpu: Some(gpu.clone()), blocks: vec![128], dynamic_shared_bytes };
        let found = inspection(&["sm_80"], launches);
        let main = kernel(&found, "chase").main().unwrap().clone();
        (main.blocks_per_sm, main.refused)
    };
    assert_eq!(with(0), (16, None));
    assert_eq!(with(40 << 10), (4, None));
    assert_eq!(with(163 << 10), (1, None));
    let (blocks, refused) = with((163 << 10) + 1);
    assert_eq!(blocks, 0);
    assert!(refused.unwrap().contains("shared memory"));
}

#[test]
fn copies_of_a_kernel_are_one() {
    let mut code = Code::default();
    for name in ["one", "other"] {
        code.add(name.to_owned(), &crate::cubin("sm_80")).unwrap();
    }
    let all = code.kernels.len();
    code.merge_copies();
    assert_eq!(code.kernels.len() * 2, all);
    assert!(code.kernels.iter().all(|kernel| kernel.places.len() == 2));
}

/// Blocks on an SM, as the driver of an H200 answered for every kernel, size and amount of shared memory
/// that the launch bounds allow.
#[test]
fn occupancy_is_what_the_driver_answered() {
    let answers = String::from_utf8(fixture("occupancy_h200.txt")).unwrap();
    let blocks: Vec<u32> = (32..=1024).step_by(32).collect();
    let gpu = || Some(Gpu::named("H200").unwrap());
    let mut compared = 0;
    for dynamic_shared_bytes in [0, 1000, 10_000, 49_152, 100_000] {
        let launches = Launches { gpu: gpu(), blocks: blocks.clone(), dynamic_shared_bytes };
        let found = inspection(&["sm_90"], launches);
        let shared = dynamic_shared_bytes.to_string();
        for line in answers.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[1] != shared {
                continue;
            }
            let is_it = |one: &&Inspected| one.kernel.name.symbol == words[0];
            let one = found.kernels.iter().find(is_it).unwrap();
            for (own, answer) in one.occupancies.iter().zip(&words[2..]) {
                let is_bound = |why: &String| why.contains("launch bounds");
                if !own.refused.as_ref().is_some_and(is_bound) {
                    assert_eq!(own.blocks_per_sm.to_string(), *answer, "{own:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1500, "{compared}");
}
