//! A recording whose text can be printed.

use std::collections::BTreeMap;

use propp_base_model::printable;

use super::{Recording, SuiteCase};

impl Recording {
    /// The recording for reports that people read: what other programs called things can
    /// give no orders to a terminal. Machines read it as it is.
    #[must_use]
    pub fn printable(mut self) -> Self {
        let command: Vec<String> = self.command().iter().map(|word| safe(word)).collect();
        let facts = std::mem::take(&mut self.meta).into_iter();
        self.meta = facts.map(|(key, value)| (safe(&key), safe(&value))).collect();
        if let Some(text) = self.meta.get_mut("command")
            && let Ok(words) = serde_json::to_string(&command)
        {
            *text = words;
        }
        each(&mut self.names);
        each(&mut self.counters);
        for hello in self.processes.iter_mut().filter_map(|process| process.hello.as_mut()) {
            each(&mut hello.command);
            each([&mut hello.cupti_path]);
        }
        for device in &mut self.devices {
            each([&mut device.name, &mut device.chip, &mut device.uuid]);
        }
        for set in &mut self.counter_sets {
            each(&mut set.counters);
        }
        for notice in &mut self.notices {
            each([&mut notice.code, &mut notice.text]);
        }
        for cubin in &mut self.cubins {
            each([&mut cubin.hash]);
        }
        for case in &mut self.suite {
            of_case(case);
        }
        for sample in &mut self.probes {
            each([&mut sample.experiment, &mut sample.series, &mut sample.unit]);
            let setting = std::mem::take(&mut sample.setting);
            let safe_names = setting.into_iter().map(|(name, value)| (safe(&name), value));
            sample.setting = safe_names.collect::<BTreeMap<_, _>>();
        }
        self
    }
}

fn of_case(case: &mut SuiteCase) {
    each([&mut case.library, &mut case.library_version, &mut case.primitive, &mut case.variant]);
    each([&mut case.element, &mut case.distribution]);
    each(&mut case.reason);
}

fn each<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    for text in texts {
        if let std::borrow::Cow::Owned(safe) = printable(text) {
            *text = safe;
        }
    }
}

fn safe(text: &str) -> String {
    printable(text).into_owned()
}

#[cfg(test)]
mod tests {
    use propp_base_model::Sample;
    use propp_recording_wire::{Hello, Job, Severity};

    use super::super::{
        CounterSet, Cubin, Device, NoticeRow, Process, Recording, SuiteCase, SuiteState,
    };

    /// Clears the screen of a terminal.
    fn order() -> String {
        "\u{1b}[2J".to_owned()
    }

    /// Everything that has text, with this one.
    fn everywhere() -> Recording {
        let hello = Hello {
            version: 1,
            job: Job::Trace,
            pid: 1,
            parent_pid: 0,
            command: vec![order()],
            cupti_version: 0,
            cupti_path: order(),
            driver_cuda_version: 0,
            instance: 0,
        };
        let process =
            Process { run: 0, ordinal: 0, hello: Some(hello), progress: None, totals: None };
        let device = Device {
            process: 0,
            index: 0,
            name: order(),
            chip: order(),
            uuid: order(),
            memory_bytes: 0,
            attributes: [].into(),
        };
        let set = CounterSet {
            process: 0,
            device_index: 0,
            runs: 1,
            counters: vec![order()],
            passes: vec![1],
        };
        let notice = NoticeRow {
            process: None,
            severity: Severity::Warning,
            code: order(),
            status: 0,
            text: order(),
        };
        let case = SuiteCase {
            library: order(),
            library_version: order(),
            primitive: order(),
            variant: order(),
            element: order(),
            n: 1,
            distribution: order(),
            seed: 0,
            state: SuiteState::Failed,
            reason: Some(order()),
            measured: None,
            marker: None,
        };
        let sample = Sample {
            experiment: order(),
            series: order(),
            unit: order(),
            setting: [(order(), 1.0)].into(),
            ..Sample::default()
        };
        let command = serde_json::to_string(&[order()]).unwrap();
        Recording {
            meta: [(order(), order()), ("command".to_owned(), command)].into(),
            processes: vec![process],
            devices: vec![device],
            names: vec![order()],
            counters: vec![order()],
            counter_sets: vec![set],
            cubins: vec![Cubin { hash: order(), architecture: None, bytes: 0, zlib: Vec::new() }],
            notices: vec![notice],
            suite: vec![case],
            probes: vec![sample],
            ..Recording::default()
        }
    }

    #[test]
    fn no_text_of_a_printable_recording_gives_orders_to_a_terminal() {
        let printable = everywhere().printable();
        assert_eq!(printable.command(), [r"\u{1b}[2J"]);
        // What is printable has the number of the character in words, before which this puts a second
        // backslash.
        let text = format!("{printable:?}").replace(r"\\u{1b}", "");
        assert!(!text.contains(r"\u{1b}"), "{text}");
    }
}
