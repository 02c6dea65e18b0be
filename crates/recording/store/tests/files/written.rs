//! What a file holds of the frames that it was written from.

use propp_recording::Facts;
use propp_recording_store::{RecordingError, Writer, read};
use propp_recording_wire::{Frame, InstructionValue, Instructions, Job};

use crate::synthetic::{FUNCTIONS, VADD, introduction, launch, program, record};

#[test]
fn kernels_and_names_are_those_of_the_frames() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.propp");
    let runs = program(1);
    record(&path, &runs, true);
    let recording = read(&path).unwrap();

    let sent = runs[0].1[0].iter().find_map(|frame| match frame {
        Frame::Kernels(kernels) => Some(kernels),
        _ => None,
    });
    let sent = sent.unwrap();
    assert_eq!((sent.len(), recording.kernels.len()), (9, 9));
    for (kernel, row) in sent.iter().zip(&recording.kernels) {
        assert_eq!((row.start_ns, row.end_ns), (kernel.start_ns, kernel.end_ns));
        assert_eq!(row.correlation, kernel.launch.correlation);
        let signature = &recording.signatures[row.signature];
        assert_eq!((signature.grid, signature.block), (kernel.launch.grid, kernel.launch.block));
        let name = &recording.names[signature.function.unwrap()];
        assert_eq!(name, FUNCTIONS[kernel.launch.name as usize - 1]);
        assert_eq!(recording.streams[row.stream].stream, kernel.launch.stream);
    }

    let file = rusqlite::Connection::open(&path).unwrap();
    let readable = |mangled: &str| -> Option<String> {
        let sql = "SELECT demangled FROM name WHERE text = ?";
        file.query_row(sql, [mangled], |row| row.get(0)).unwrap()
    };
    assert_eq!(
        readable("_Z4vaddPKfS0_Pfi").as_deref(),
        Some("vadd(float const*, float const*, float*, int)")
    );
}

#[test]
fn counts_of_instructions_name_their_functions_and_counters() {
    let written = |function: u32, counter: u32| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.propp");
        let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
        let run = writer.begin_run(Job::Lines).unwrap();
        let process = writer.process(run, 0).unwrap();
        for frame in introduction(Job::Lines, 1) {
            writer.frame(process, &frame).unwrap();
        }
        let value = InstructionValue { function, offset: 16, counter, value: 7 };
        let counted = Instructions {
            launch: launch(VADD, 4, 32),
            ordinal: 2,
            ordinal_in_signature: 1,
            took_ns: 3,
            functions: vec![(5, "_Z4vaddPKfS0_Pfi".to_owned())],
            counters: vec!["a".to_owned(), "b".to_owned()],
            values: vec![value],
        };
        writer.instructions(process, &counted, None)?;
        writer.finish()?;
        let recording = read(&path).unwrap();
        let [launch] = recording.line_launches.as_slice() else { panic!("{recording:?}") };
        let one = launch.values[0];
        Ok::<_, RecordingError>((recording.counters[one.counter].clone(), one.offset, one.value))
    };
    assert_eq!(written(0, 0).unwrap(), ("a".to_owned(), 16, 7));
    assert_eq!(written(0, 1).unwrap(), ("b".to_owned(), 16, 7));
    for (function, counter) in [(1, 0), (0, 2)] {
        let refused = written(function, counter).unwrap_err().to_string();
        assert!(refused.contains("that it does not name"), "{refused}");
    }
}
