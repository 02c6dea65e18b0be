//! What is told of recordings in which something went wrong.

use propp_judge_analysis::{Analysis, Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording::{Ending, NoticeRow, Recording};
use propp_recording_wire::{AFTER_REFUSAL, Direction, PROGRAM_FAILED, Severity, after_refusal};

use crate::synthetic::program;
use crate::values::recorded;

/// The program of `synthetic.rs` after something was changed.
fn analysed(change: impl FnOnce(&mut Recording)) -> Analysis {
    let mut recording = recorded(&program(1));
    // What `synthetic.rs` says of one kernel.
    recording.notices.clear();
    change(&mut recording);
    let inputs = [Input { name: "r.propp", recording: &recording }];
    analyse(&inputs, &Weights::bundled("paper").unwrap(), Grouping::Signature)
}

/// The texts of notices with a code.
fn told(code: &str, change: impl FnOnce(&mut Recording)) -> Vec<String> {
    let own = analysed(change).notices.into_iter().filter(|notice| notice.code == code);
    own.map(|notice| notice.text).collect()
}

fn notice(code: &str, severity: Severity, process: Option<usize>) -> NoticeRow {
    NoticeRow { process, severity, code: code.to_owned(), status: 0, text: "text".to_owned() }
}

#[test]
fn a_sound_recording_has_no_notice() {
    assert_eq!(analysed(|_| {}).notices, []);
}

#[test]
fn how_a_program_failed_is_told_once_where_all_runs_agree() {
    let failed = |endings: [Ending; 2]| {
        told(PROGRAM_FAILED, |recording| {
            recording.runs.iter_mut().zip(endings).for_each(|(run, end)| run.ending = Some(end));
        })
    };
    let [zero, three, killed] = [Ending::Exited(0), Ending::Exited(3), Ending::Killed(11)];
    assert_eq!(failed([three; 2]), ["r.propp: the program ended with exit code 3"]);
    assert_eq!(
        failed([zero, killed]),
        ["r.propp: the program ended by signal 11 in the count run"]
    );
    let both = failed([three, killed]);
    assert!(both.len() == 2 && both[0].ends_with("with exit code 3 in the trace run"), "{both:?}");
}

#[test]
fn a_run_that_propp_ended_because_a_kernel_hung_did_not_fail() {
    let failed = |run: usize, has_hung: bool, signal: i32| {
        let found = analysed(|recording| {
            recording.runs[run].ending = Some(Ending::Killed(signal));
            let process = recording.processes.iter().position(|process| process.run == run);
            recording.processes[process.unwrap()].totals = None;
            if has_hung {
                recording.notices.push(notice("launch-hung", Severity::Warning, None));
            }
        });
        let codes = found.notices.into_iter().map(|notice| notice.code);
        codes.filter(|code| code != "launch-hung").collect::<Vec<_>>()
    };
    let both = ["process-ended-early", PROGRAM_FAILED];
    assert_eq!(failed(1, true, 9), [""; 0]);
    assert_eq!(failed(1, false, 9), both);
    assert_eq!(failed(1, true, 11), both);
    assert_eq!(failed(0, true, 9), both);
}

#[test]
fn a_process_that_ran_on_did_not_end_early() {
    let early = |ran_on: bool| {
        told("process-ended-early", |recording| {
            recording.processes[0].totals = None;
            if ran_on {
                recording.notices.push(notice("still-running", Severity::Info, Some(0)));
            }
        })
    };
    assert_eq!(early(true), [""; 0]);
    let text = &early(false)[0];
    assert!(text.starts_with("process 0 of the trace run, pid 100 did not end in an"), "{text}");
}

#[test]
fn what_was_counted_and_is_not_there_is_told() {
    let missing = told("measurements-missing", |recording| {
        recording.processes[1].totals.as_mut().unwrap().measured = 8;
    });
    assert_eq!(
        missing,
        [
            "process 0 of the count run, pid 100 measured 8 launches and 7 of them are in the recording"
        ]
    );
    let differ = told("processes-differ", |recording| {
        let more = recording.processes[1].clone();
        recording.processes.push(more);
    });
    assert!(differ[0].contains(": 1 process used CUDA in the trace run and 2 in the count run"));
    let odd = |copies: usize| {
        told("copies-of-unknown-direction", |recording| {
            recording
                .copies
                .iter_mut()
                .take(copies)
                .for_each(|copy| copy.direction = Direction::Other);
        })
    };
    assert_eq!(odd(1), ["1 copy of unknown direction is in no criterion"]);
    assert_eq!(odd(2), ["2 copies of unknown direction are in no criterion"]);
}

#[test]
fn the_worst_comes_first_and_the_same_is_told_once_with_its_processes() {
    let found = analysed(|recording| {
        for (severity, process) in
            [(Severity::Info, None), (Severity::Warning, Some(0)), (Severity::Failure, None)]
        {
            recording.notices.push(notice("said", severity, process));
        }
        recording.notices.push(notice("said", Severity::Warning, Some(1)));
    });
    let told: Vec<(Severity, usize)> =
        found.notices.iter().map(|notice| (notice.severity, notice.processes)).collect();
    assert_eq!(told, [(Severity::Failure, 0), (Severity::Warning, 2), (Severity::Info, 0)]);
}

#[test]
fn kernels_after_a_refused_launch_are_named_together() {
    let of = |names: usize| {
        let found = analysed(|recording| {
            for name in recording.names.iter().take(names) {
                let refused = notice(AFTER_REFUSAL, Severity::Failure, None);
                let text = after_refusal(name, "no such instruction");
                recording.notices.push(NoticeRow { text, ..refused });
            }
        });
        let marked = found.kernels.iter().filter(|kernel| kernel.after_refusal.is_some()).count();
        let [told] = found.notices.as_slice() else { panic!("{:?}", found.notices) };
        assert_eq!(told.code, AFTER_REFUSAL);
        let these = told.text.split(':').next().unwrap().to_owned();
        (marked, these, told.text.contains("(no such instruction)"))
    };
    // The first name has two kernels.
    assert_eq!(of(1), (2, "do not trust kernels 1 and 2".to_owned(), true));
    assert_eq!(of(2), (3, "do not trust kernels 1, 2 and 3".to_owned(), true));
    assert_eq!(of(6), (7, "do not trust kernels 1, 2, 3, 4, 5 and 2 more".to_owned(), true));
}
