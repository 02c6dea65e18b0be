//! Shell steps of pipelines that pages print, run as a runner of GitHub or GitLab does.

use std::path::Path;
use std::process::{Command, Output};

/// A shell step.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) run: String,
    /// Whether it runs after a failure, too, and where its own failure does not count.
    pub(crate) is_always: bool,
}

/// Runs a step with the programs in the folder's `bin`.
pub(crate) fn shell(dir: &Path, step: &str) -> Output {
    let path = format!("{}:{}", dir.join("bin").display(), std::env::var("PATH").unwrap());
    let temporary = dir.join("tmp");
    std::fs::create_dir_all(&temporary).unwrap();
    let mut command = Command::new("bash");
    // As both runners do.
    command.args(["-eo", "pipefail", "-c", step]).current_dir(dir).env("PATH", path);
    command.env("GITHUB_STEP_SUMMARY", dir.join("summary.md")).env("PR", "7");
    command.env("CI_DEFAULT_BRANCH", "trunk").env("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main");
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("TMPDIR", temporary);
    command.env_remove("PROPP_POLICY").env_remove("PROPP_WEIGHTS").output().unwrap()
}

/// Runs steps until one fails, and those that always run; the exit code of the one that failed,
/// or 0.
pub(crate) fn run(dir: &Path, steps: &[Step]) -> i32 {
    let mut failed = 0;
    for step in steps.iter() {
        if failed != 0 && !step.is_always {
            continue;
        }
        let output = shell(dir, &step.run);
        let code = output.status.code().unwrap();
        if code != 0 {
            println!("{step:?}: {code}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(failed == 0 && !step.is_always, "{step:?}");
            failed = code;
        }
    }
    failed
}
