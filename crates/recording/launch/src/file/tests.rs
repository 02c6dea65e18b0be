use propp_base_statistics::random::Random;
use propp_recording_wire::{Bytes, Job, MemoryKind, Parameter, Reached, VERSION, Variable};

use super::*;

fn hello() -> Hello {
    Hello {
        version: VERSION,
        job: Job::Capture,
        pid: 7,
        parent_pid: 1,
        command: vec!["./app".to_owned()],
        cupti_version: 130_001,
        cupti_path: String::new(),
        driver_cuda_version: 13_000,
        instance: 0,
    }
}

fn captured() -> Captured {
    Captured {
        launch: propp_recording_wire::Launch { grid: [2, 1, 1], ..Default::default() },
        name: "_Z3addPf".to_owned(),
        ordinal: 4,
        before: 2,
        is_cooperative: false,
        parameters: vec![
            Parameter { offset: 0, value: Bytes((1_u64 << 40).to_le_bytes().to_vec()) },
            Parameter { offset: 12, value: Bytes(vec![9; 4]) },
        ],
        memory: vec![
            Reached { address: 1 << 40, bytes: 10_000, kind: MemoryKind::Device },
            Reached { address: 1 << 33, bytes: 16, kind: MemoryKind::Host },
        ],
        variables: vec![Variable { name: "table".to_owned(), bytes: 8 }],
        code_bytes: 300,
    }
}

fn contents(part: Part, index: u32, offset: u64, bytes: Vec<u8>) -> Frame {
    Frame::Contents(Contents { part, index, offset, bytes: Bytes(bytes) })
}

fn end() -> Frame {
    Frame::CaptureEnds(CaptureEnds { has_succeeded: true, refused: String::new() })
}

fn frames() -> Vec<Frame> {
    vec![
        Frame::Hello(hello()),
        Frame::Captured(Box::new(captured())),
        contents(Part::Code, 0, 0, vec![3; 200]),
        contents(Part::Code, 0, 200, vec![4; 100]),
        contents(Part::Memory, 0, 0, (0..10_000_u32).map(|n| n as u8).collect()),
        contents(Part::Memory, 1, 0, vec![5; 16]),
        contents(Part::Variable, 0, 0, vec![6; 8]),
        contents(Part::MemoryAfter, 0, 4096, vec![7; 4096]),
        contents(Part::MemoryAfter, 0, 8192, vec![8; 1808]),
        contents(Part::VariableAfter, 0, 0, vec![1; 8]),
        contents(Part::Stack, 0, 0, 65_536_u64.to_le_bytes().to_vec()),
        end(),
    ]
}

fn file(frames: &[Frame]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    frames.iter().for_each(|frame| writer.frame(frame).unwrap());
    writer.finish().unwrap()
}

#[test]
fn what_is_written_is_read() {
    let launch = read(file(&frames()).as_slice()).unwrap();
    assert_eq!(launch.captured, captured());
    assert_eq!(launch.process.command, ["./app"]);
    assert_eq!((launch.code.len(), launch.code[199], launch.code[200]), (300, 3, 4));
    assert_eq!((launch.bytes(), launch.changed_bytes()), (10_016, 5912));
    assert_eq!(launch.stack, Some(65_536));
    assert_eq!(launch.memory[0].after, [(4096, vec![7; 4096]), (8192, vec![8; 1808])]);
    assert_eq!(launch.variables[0].after, [(0, vec![1; 8])]);
    let block = launch.parameter_block();
    assert_eq!((block.len(), block[5], block[8], block[12]), (16, 1, 0, 9));
}

#[test]
fn a_whole_launch_is_written_as_piece_by_piece() {
    let launch = read(file(&frames()).as_slice()).unwrap();
    assert_eq!(read(write(&launch, Vec::new()).unwrap().as_slice()).unwrap(), launch);
}

#[test]
fn what_is_left_out_is_read_as_zeros_and_takes_no_room() {
    let mut launch = read(file(&frames()).as_slice()).unwrap();
    launch.memory[0].before = vec![9; 10_000];
    let whole = write(&launch, Vec::new()).unwrap().len();
    // Changed pages stay, whatever was seen of them.
    launch.keep(&[vec![(16, 32), (30, 64), (9_000, 9_001)], Vec::new()]);
    let first = &launch.memory[0];
    assert_eq!(first.left_out, [(0, 16), (64, 4_032)]);
    assert_eq!(
        (first.before[15], first.before[16], first.before[63], first.before[64]),
        (0, 9, 9, 0)
    );
    assert_eq!((first.before[4_095], first.before[4_096], first.before[9_999]), (0, 9, 9));
    assert_eq!(launch.memory[1].left_out, [(0, 16)]);
    assert_eq!((launch.bytes(), launch.kept_bytes()), (10_016, 48 + 5_904));
    let written = write(&launch, Vec::new()).unwrap();
    assert_eq!(read(written.as_slice()).unwrap(), launch);
    assert!(written.len() < whole + 200, "{} {whole}", written.len());
    let of = |frame: Frame| {
        let mut frames = frames();
        frames[4] = frame;
        frames
    };
    let length = |bytes: u64| bytes.to_le_bytes().to_vec();
    let (part, words) = (Part::LeftOut, "left out lies elsewhere");
    is_damaged(&of(contents(part, 0, 1, length(9_999))), words);
    is_damaged(&of(contents(part, 0, 0, length(10_001))), words);
    is_damaged(&of(contents(part, 0, 0, length(u64::MAX))), words);
    is_damaged(&of(contents(part, 0, 0, length(0))), words);
    is_damaged(&of(contents(part, 0, 0, vec![1])), words);
    is_damaged(&of(contents(part, 2, 0, length(1))), "nothing that is known");
    is_damaged(&of(contents(part, 0, 0, length(9_999))), "outside of the memory");
}

#[track_caller]
fn is_damaged(frames: &[Frame], words: &str) {
    let error = read(file(frames).as_slice()).unwrap_err();
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn a_file_that_contradicts_itself_is_damaged() {
    let all = frames();
    let without = |place: usize| -> Vec<Frame> {
        let kept = all.iter().enumerate().filter(|(at, _)| *at != place);
        kept.map(|(_, frame)| frame.clone()).collect()
    };
    is_damaged(&without(0), "no launch");
    is_damaged(&without(1), "before the launch");
    is_damaged(&without(2), "not in order");
    is_damaged(&without(3), "contents are missing");
    is_damaged(&without(4), "outside of the memory");
    is_damaged(&without(5), "contents are missing");
    is_damaged(&without(6), "outside of the memory");
    is_damaged(&without(11), "not finished");
    let with = |place: usize, frame: Frame| -> Vec<Frame> {
        let mut frames = all.clone();
        frames[place] = frame;
        frames
    };
    is_damaged(&with(8, contents(Part::MemoryAfter, 0, 8191, vec![8; 10])), "outside");
    is_damaged(&with(8, contents(Part::MemoryAfter, 0, u64::MAX, vec![8; 10])), "outside");
    is_damaged(&with(8, contents(Part::MemoryAfter, 2, 0, vec![8; 10])), "nothing that is known");
    is_damaged(&with(8, Frame::Captured(Box::new(captured()))), "two launches");
    let refused = CaptureEnds { has_succeeded: true, refused: "no".to_owned() };
    is_damaged(&with(11, Frame::CaptureEnds(refused)), "does not belong");
    for stack in [vec![1; 7], vec![1; 9], (512 * 1024 + 1_u64).to_le_bytes().to_vec()] {
        is_damaged(&with(10, contents(Part::Stack, 0, 0, stack)), "no such stack");
    }
    is_damaged(&with(9, all[10].clone()), "no such stack");
    let mut wrong = captured();
    wrong.memory[1].address = (1 << 40) + 9_999;
    is_damaged(&with(1, Frame::Captured(Box::new(wrong))), "allocations overlap");
    for address in [0, 4096, (1 << 32) - 1, (1 << 57) - 9_999, 1 << 57] {
        let mut wrong = captured();
        wrong.memory[0].address = address;
        is_damaged(&with(1, Frame::Captured(Box::new(wrong))), "where no GPU has memory");
    }
    let mut wrong = captured();
    wrong.parameters[1].offset = 7;
    is_damaged(&with(1, Frame::Captured(Box::new(wrong))), "parameters overlap");
    let mut wrong = captured();
    wrong.parameters[1].offset = 40_000;
    is_damaged(&with(1, Frame::Captured(Box::new(wrong))), "too long");
}

#[test]
fn the_beginning_says_which_launch_it_is() {
    let all = frames();
    let begin = head(file(&all[..2]).as_slice()).unwrap();
    let launch = read(file(&all).as_slice()).unwrap();
    assert_eq!((begin.captured, begin.process), (launch.captured, launch.process));
    assert_eq!(begin.device, launch.device);
    let error = |frames: &[Frame]| head(file(frames).as_slice()).unwrap_err().to_string();
    assert!(error(&all[..1]).contains("was not finished"));
    assert!(error(&all[1..]).contains("it has no process"));
    assert!(error(&all[2..]).contains("does not belong there"));
    assert!(matches!(head(&b"SQLite format 3\\0"[..]), Err(LaunchError::Other)));
}

#[test]
fn texts_of_ptx_are_optional_and_in_order() {
    let of = |ptx: &[(u32, u64, u8)]| -> Vec<Frame> {
        let mut frames = frames();
        let ptx =
            ptx.iter().map(|(text, at, byte)| contents(Part::Ptx, *text, *at, vec![*byte; 2]));
        frames.splice(10..10, ptx);
        frames
    };
    let texts = |ptx: &[(u32, u64, u8)]| read(file(&of(ptx)).as_slice()).unwrap().ptx;
    assert_eq!(texts(&[]), Vec::<Vec<u8>>::new());
    let two = [(0, 0, b'a'), (0, 2, b'b'), (1, 0, b'c')];
    assert_eq!(texts(&two), [b"aabb".to_vec(), b"cc".to_vec()]);
    is_damaged(&of(&[(1, 0, b'a')]), "texts of PTX are not in order");
    is_damaged(&of(&[(0, 0, b'a'), (1, 0, b'b'), (0, 2, b'c')]), "texts of PTX are not in order");
    is_damaged(&of(&[(0, 2, b'a')]), "not in order");
    let mut empty = frames();
    empty.insert(10, contents(Part::Ptx, 0, 0, Vec::new()));
    is_damaged(&empty, "a piece of PTX is empty");
    // Code, memory and variables have 10,324 bytes.
    let whole = file(&of(&two));
    assert!(read_within(whole.as_slice(), 10_330).is_ok());
    assert!(matches!(read_within(whole.as_slice(), 10_329), Err(LaunchError::TooLarge { .. })));
    // Files of the layout before have none.
    let mut older = file(&frames());
    older[8] = 1;
    assert_eq!(read(older.as_slice()).unwrap(), read(file(&frames()).as_slice()).unwrap());
}

#[test]
fn other_files_and_versions_are_told() {
    assert!(matches!(read(&b"SQLite format 3\\0"[..]), Err(LaunchError::Other)));
    assert!(matches!(read(&b"prop"[..]), Err(LaunchError::Other)));
    let mut file = file(&frames());
    file[8] = 99;
    assert!(matches!(read(file.as_slice()), Err(LaunchError::Version(99))));
}

/// 100,000 damaged files: an error, or the same launch where the damage is to what LZ4 may write in
/// several ways.
#[test]
fn damage_is_an_error_and_never_a_panic() {
    let good = file(&frames());
    let whole = read(good.as_slice()).unwrap();
    let mut random = Random::of_seed(54);
    let mut others = 0;
    for _ in 0..50_000 {
        let mut bad = good.clone();
        match random.below(3) {
            0 => bad.truncate(random.below(good.len() as u64) as usize),
            1 => {
                let place = random.below(good.len() as u64) as usize;
                bad[place] ^= 1 << random.below(8);
            }
            _ => {
                let place = random.below(good.len() as u64) as usize;
                bad.insert(place, random.below(256) as u8);
            }
        }
        others += usize::from(read(bad.as_slice()).is_ok_and(|launch| launch != whole));
    }
    assert_eq!(others, 0);
    // The same behind right checksums.
    let frames = frames();
    for _ in 0..50_000 {
        let mut bad = frames.clone();
        let place = random.below(bad.len() as u64) as usize;
        let mut bytes = encode(&bad[place]);
        let at = 4 + random.below(bytes.len() as u64 - 4) as usize;
        bytes[at] ^= 1 << random.below(8);
        if let Ok(Some((frame, _))) = decode(&bytes) {
            bad[place] = frame;
            let bad = file(&bad);
            let _ = (read(bad.as_slice()), head(bad.as_slice()));
        }
    }
}

/// `tests/fixtures/launches` says where it comes from. Files of this layout stay readable.
#[test]
fn a_launch_that_was_captured_on_a_gpu_is_read() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/launches/in_place.launch");
    let launch = read(std::fs::File::open(path).unwrap()).unwrap();
    assert_eq!(launch.captured.name, "_Z8in_placePfi");
    assert_eq!(launch.device.as_ref().unwrap().name, "NVIDIA H200");
    assert_eq!((launch.bytes(), launch.memory.len()), (4 << 20, 1));
    assert_eq!(launch.captured.memory[0].address.to_le_bytes(), launch.parameter_block()[..8]);
    let floats = |bytes: &[u8]| -> Vec<f32> {
        bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
    };
    let [region] = launch.memory.as_slice() else { panic!("one") };
    let mut now = region.before.clone();
    for (from, bytes) in &region.after {
        now[*from..from + bytes.len()].copy_from_slice(bytes);
    }
    let wanted: Vec<f32> = floats(&region.before).iter().map(|old| old * 0.5 + 1.0).collect();
    assert_eq!(floats(&now), wanted);
}

#[test]
fn a_file_that_unpacks_to_more_than_there_is_is_refused_at_its_beginning() {
    let good = file(&frames());
    // Code, two allocations, and a variable.
    let needed = 300 + 10_000 + 16 + 8;
    assert!(read_within(good.as_slice(), needed).is_ok());
    let error = read_within(good.as_slice(), needed - 1).unwrap_err().to_string();
    assert!(error.contains("more than the") && error.contains("may be used here"), "{error}");
    // The contents are not read.
    let beginning = file(&frames()[..2]);
    assert!(matches!(read_within(beginning.as_slice(), 1), Err(LaunchError::TooLarge { .. })));
}
