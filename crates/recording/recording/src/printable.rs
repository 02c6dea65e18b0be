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
        each(self.meta.values_mut());
        if let Some(text) = self.meta.get_mut("command")
            && let Ok(words) = serde_json::to_string(&command)
        {
            *text = words;
        }
        each(&mut self.names);
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
