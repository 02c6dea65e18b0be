//! The criteria, a row each. Whatever lists criteria (reports, weights, gates, schemas) goes
//! by these rows; what a criterion is stands in the file that the row names.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::definition::{Definition, Evaluate, Source, Varies};
use super::{
    balance, divergence, granularity, intensity, occupancy, shared_memory, sync, transfer,
};

macro_rules! criteria {
    ($($id:ident = $name:literal, $definition:path;)*) => {
        /// One of the eleven criteria of Pro++ (section 4).
        ///
        /// The serialised form is the paper's name, and it is the one users see in
        /// reports, weights files and on the command line.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Criterion {
            $(#[serde(rename = $name)] $id,)*
        }

        impl Criterion {
            /// Every criterion, in the paper's order, in which reports list them.
            pub const ALL: [Self; DEFINITIONS.len()] = [$(Self::$id),*];

            /// The paper's name, in reports and files.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name),* }
            }
        }

        const DEFINITIONS: [Definition; [$($name),*].len()] = [$($definition),*];
    };
}

criteria! {
    Occ = "OCC", occupancy::DEFINITION;
    HSync = "HSync", sync::OF_HOST;
    DSync = "DSync", sync::OF_DEVICE;
    TDiv = "TDiv", divergence::DEFINITION;
    LbW = "LB_W", balance::BETWEEN_WARPS;
    LbSm = "LB_SM", balance::BETWEEN_SMS;
    GranL1 = "Gran_L1", granularity::AT_L1;
    GranL2 = "Gran_L2", granularity::AT_L2;
    SmemEff = "SMem_eff", shared_memory::DEFINITION;
    Ci = "CI", intensity::DEFINITION;
    Dt = "DT", transfer::DEFINITION;
}

impl Criterion {
    const fn definition(self) -> &'static Definition {
        &DEFINITIONS[self as usize]
    }

    /// Its name in two lines, for narrow columns.
    pub const fn title(self) -> &'static str {
        self.definition().title
    }

    /// The question that the criterion answers, as `docs/criteria.md` explains.
    pub const fn question(self) -> &'static str {
        self.definition().question
    }

    /// How it is computed, in words and counter names.
    pub const fn formula(self) -> &'static str {
        self.definition().formula
    }

    /// Whether it judges a run, and not a launch.
    pub const fn is_of_run(self) -> bool {
        matches!(self.definition().source, Source::Trace)
    }

    /// Whether it is known without counters: what the driver says of the launch is enough.
    pub const fn is_of_launch_facts(self) -> bool {
        matches!(self.definition().source, Source::Launch(_))
    }

    /// What it is computed from, in words.
    pub const fn source(self) -> &'static str {
        match self.definition().source {
            Source::Launch(_) => "launch configuration and device limits",
            Source::Counters(_) => "counters",
            Source::Trace => "activity trace",
        }
    }

    pub const fn varies(self) -> Varies {
        self.definition().varies
    }

    /// Whether its value means the same on another GPU.
    pub const fn is_portable(self) -> bool {
        self.definition().is_portable
    }

    /// How a launch is judged by it; `None` for criteria of the run.
    pub(super) const fn evaluate(self) -> Option<Evaluate> {
        match self.definition().source {
            Source::Launch(evaluate) | Source::Counters(evaluate) => Some(evaluate),
            Source::Trace => None,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_is_a_criterion_of_its_own() {
        let names: BTreeSet<&str> = Criterion::ALL.map(Criterion::name).into();
        assert_eq!(names.len(), Criterion::ALL.len());
        for (place, criterion) in Criterion::ALL.into_iter().enumerate() {
            assert_eq!(criterion as usize, place);
            assert_eq!(criterion.title().replace('\n', ""), criterion.name());
            assert_eq!(criterion.title().lines().count(), 2, "{criterion}");
            assert_eq!(serde_json::to_value(criterion).unwrap(), criterion.name());
            assert_eq!(format!("{criterion:9}").trim_end(), criterion.name());
        }
    }

    /// Rows that name the definition of another criterion.
    #[test]
    fn no_definition_stands_in_two_rows() {
        let formulas: BTreeSet<&str> = Criterion::ALL.map(Criterion::formula).into();
        let questions: BTreeSet<&str> = Criterion::ALL.map(Criterion::question).into();
        assert_eq!([formulas.len(), questions.len()], [Criterion::ALL.len(); 2]);
    }
}
