use super::*;

fn frames() -> Vec<Frame> {
    let launch = Launch {
        name: 1,
        grid: [3, 2, 1],
        block: [256, 1, 1],
        registers: 32,
        static_shared_bytes: 4096,
        context: 1,
        stream: 7,
        correlation: 12,
        ..Launch::default()
    };
    vec![
        Frame::Hello(Hello {
            version: VERSION,
            job: Job::Count,
            pid: 12,
            parent_pid: 1,
            command: vec!["./app".to_owned(), "ä ö".to_owned()],
            cupti_version: 130_001,
            cupti_path: "/x/libcupti.so.13".to_owned(),
            driver_cuda_version: 13_000,
            instance: 7,
        }),
        Frame::Name(Name { id: 1, text: "_Z4vaddPKfS0_Pfi".to_owned() }),
        Frame::Kernels(vec![
            Kernel { launch: launch.clone(), start_ns: 5, end_ns: 9 },
            Kernel { launch: launch.clone(), start_ns: 15, end_ns: 19 },
        ]),
        Frame::Measured(Measured {
            launch: launch.clone(),
            ordinal: 3,
            ordinal_in_signature: 0,
            took_ns: 36_000_000,
            values: vec![1.5, 0.0, f64::MAX],
        }),
        Frame::Instructions(Instructions {
            launch,
            ordinal: 3,
            ordinal_in_signature: 0,
            took_ns: 1_200_000,
            functions: vec![(7, "_Z4vaddPKfS0_Pfi".to_owned())],
            counters: vec!["smsp__sass_inst_executed".to_owned()],
            values: vec![InstructionValue { function: 0, offset: 16, counter: 0, value: 1 << 40 }],
        }),
        Frame::Notice(Notice {
            severity: Severity::Failure,
            code: "counters-refused".to_owned(),
            status: 35,
            text: "run as root".to_owned(),
        }),
        Frame::Module(Module {
            context: 1,
            module: 2,
            hash: 3,
            crc: 4,
            cubin: Bytes(vec![0x7f, b'E']),
        }),
        Frame::ModuleEnds(ModuleEnds { context: 1, module: 2 }),
        Frame::Owners(vec![Owner { correlation: 12, name: 1 }]),
        Frame::Blocks(Blocks {
            done: 3,
            of: 4096,
            place: "block [3, 0, 0], PTX line 7".to_owned(),
        }),
        Frame::Sites(vec![Site { number: 1, parent: 0, function: 1, position: 40, line: 12 }]),
        Frame::LaunchedFrom(vec![LaunchedFrom { correlation: 12, site: 1 }]),
        Frame::Ranges(vec![Range { name: 1, first: 3, last: Range::OPEN }]),
        Frame::Files(vec!["/usr/bin/app".to_owned()]),
        Frame::Captured(Box::new(Captured {
            launch: Launch { grid: [4, 1, 1], block: [32, 1, 1], ..Launch::default() },
            name: "_Z4vaddPKfS0_Pfi".to_owned(),
            ordinal: 3,
            before: 1,
            is_cooperative: false,
            parameters: vec![Parameter { offset: 8, value: Bytes(vec![1, 2, 3, 4]) }],
            memory: vec![Reached { address: 1 << 40, bytes: 512, kind: MemoryKind::Host }],
            variables: vec![Variable { name: "table".to_owned(), bytes: 16 }],
            code_bytes: 4096,
        })),
        Frame::Contents(Contents {
            part: Part::MemoryAfter,
            index: 0,
            offset: 256,
            bytes: Bytes(vec![7; 5]),
        }),
        Frame::CaptureEnds(CaptureEnds { has_succeeded: true, refused: String::new() }),
        Frame::Goodbye(Goodbye { seen: 9, measured: 4, dropped: 0 }),
    ]
}

#[test]
fn what_is_sent_arrives_in_order_however_it_is_cut() {
    let bytes: Vec<u8> = frames().iter().flat_map(encode).collect();
    for step in [1, 3, 7, 1000] {
        let mut buffer = Vec::new();
        let mut received = Vec::new();
        for piece in bytes.chunks(step) {
            buffer.extend_from_slice(piece);
            while let Some((frame, length)) = decode(&buffer).unwrap() {
                received.push(frame);
                buffer.drain(..length);
            }
        }
        assert!(buffer.is_empty());
        assert_eq!(received, frames());
    }
}

#[test]
fn any_damage_is_an_error_or_another_frame_and_never_a_panic() {
    for frame in frames() {
        let good = encode(&frame);
        for place in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[place] ^= 1 << bit;
                let _ = decode(&bad);
            }
            assert_eq!(decode(&good[..place]), Ok(None), "cut at {place}");
        }
    }
}

#[test]
fn an_absurd_length_is_refused_instead_of_waited_for() {
    assert_eq!(decode(&[0xff; 16]), Err(DecodeError::TooLong { length: 0xffff_ffff }));
}

#[test]
fn a_configuration_of_another_version_is_told_by_its_version() {
    // What follows may be laid out otherwise, and is not looked at.
    let of = |version: u32| [&version.to_le_bytes()[..], b"?"].concat();
    let found = VERSION + 1;
    assert_eq!(decode_config(&of(found)), Err(DecodeError::Version { found }));
    assert_eq!(decode_config(&of(VERSION)), Err(DecodeError::Short));
    assert_eq!(decode_config(b"abc"), Err(DecodeError::Short));
}

#[test]
fn the_kernel_after_a_refused_launch_is_told_from_the_reason() {
    let text = after_refusal("_Z4vaddPKfS0_Pfi", "no such instruction: BPT");
    let (kernel, reason) = split_after_refusal(&text).unwrap();
    assert_eq!((kernel, reason), ("_Z4vaddPKfS0_Pfi", "no such instruction: BPT"));
    assert_eq!(split_after_refusal("no reason"), None);
}
