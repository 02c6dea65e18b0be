//! What the launcher of a job tells a rank by variables of the environment.

use propp_recording_wire::variables;

/// The rank, by launcher: torchrun, Open MPI, MPICH, Slurm.
const RANK: [&str; 4] = ["RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"];
/// How many ranks there are, in the same order.
const WORLD: [&str; 4] = ["WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"];
/// The job: Slurm's and Kubernetes' go before those of a launcher within it.
const JOB: [&str; 5] =
    [variables::JOB, "SLURM_JOB_ID", "JOB_NAME", "TORCHELASTIC_RUN_ID", "PMIX_NAMESPACE"];

/// A rank of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Launcher {
    pub(crate) rank: Option<String>,
    pub(crate) world: Option<String>,
    pub(crate) job: Option<String>,
}

impl Launcher {
    /// What the environment of this process says.
    pub(crate) fn from_environment() -> Self {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let given = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let number = |name: &&str| given(name).filter(|value| value.parse::<u64>().is_ok());
        // Rank and number of ranks are of one launcher: srun may start torchrun.
        let of = RANK.iter().position(|name| number(name).is_some());
        Self {
            rank: of.and_then(|place| number(&RANK[place])),
            world: of.and_then(|place| number(&WORLD[place])),
            job: JOB.iter().find_map(given),
        }
    }

    /// The facts for a recording, by their keys.
    pub(crate) fn facts(self) -> Vec<(String, String)> {
        let all = [
            ("launcher.rank", self.rank),
            ("launcher.world", self.world),
            ("launcher.job", self.job),
        ];
        all.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(variables: &[(&str, &str)]) -> [Option<String>; 3] {
        let of = |name: &str| {
            variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned())
        };
        let Launcher { rank, world, job } = Launcher::from_variables(of);
        [rank, world, job]
    }

    #[test]
    fn each_launcher_tells_its_rank() {
        let words = |all: [&str; 3]| all.map(|word| Some(word.to_owned()));
        let torchrun = [("RANK", "3"), ("WORLD_SIZE", "8"), ("TORCHELASTIC_RUN_ID", "run")];
        assert_eq!(launcher(&torchrun), words(["3", "8", "run"]));
        let slurm = [("SLURM_PROCID", "1"), ("SLURM_NTASKS", "2"), ("SLURM_JOB_ID", "77")];
        assert_eq!(launcher(&slurm), words(["1", "2", "77"]));
        // torchrun below srun: its ranks are those of the program.
        assert_eq!(launcher(&[&torchrun[..], &slurm[..]].concat()), words(["3", "8", "77"]));
        assert_eq!(
            launcher(&[("RANK", "master"), ("OMPI_COMM_WORLD_RANK", "")]),
            [None, None, None]
        );
    }
}
