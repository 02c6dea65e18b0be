//! The wheel in a fresh environment: installed, and its tests run there.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::outcome::Outcome;
use crate::cargo::Shipped;
use crate::error::Error;
use crate::paths::Paths;
use crate::setup::remove_folder;
use crate::stamps::{Inputs, Stamp};
use crate::wheel::{TOOLS, make};
use crate::{process, stamps};

const CURE: &str = "its words are above";

/// Where a fresh environment finds the packages that tests need beside the wheel.
const LIST_SITE: &str = "import sysconfig; print(sysconfig.get_path('purelib'))";

pub(super) fn check(paths: &Paths, shipped: &Shipped) -> Result<Outcome, Error> {
    let Some(tools) = TOOLS.python(paths) else {
        return Ok(Outcome::Skipped("step python did not install xtask/wheel.txt".to_owned()));
    };
    let stamp = Stamp::new(paths, "wheel", &inputs(paths, shipped)?);
    if stamp.has_passed() && !stamps::are_ignored() {
        return Ok(Outcome::Passed("as when it passed".to_owned()));
    }
    let wheel = make(paths, shipped, &paths.target.join("wheel-of-tests"))?;
    let fresh = paths.target.join("wheel-fresh");
    remove_folder(&fresh)?;
    process::run(Command::new(&tools).args(["-m", "venv", "--without-pip"]).arg(&fresh), CURE)?;
    let python = fresh.join("bin/python3");
    let mut pip = Command::new(&tools);
    pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "--python"]).arg(&python);
    process::run(
        pip.args(["install", "--no-compile", "--no-index", "--no-deps"]).arg(&wheel),
        CURE,
    )?;
    // Alone: it needs no other package.
    let alone = "import propp, sys; propp.read(sys.argv[1]).kernels().to_dicts()";
    let recording = paths.root.join("recordings/h200_transpose.propp");
    process::run(Command::new(&python).args(["-c", alone]).arg(recording), CURE)?;
    add_packages(&tools, &python)?;
    let project = paths.root.join("python");
    let mut mypy = Command::new(&python);
    mypy.args(["-m", "mypy", "--cache-dir"]).arg(paths.target.join("mypy"));
    process::run(mypy.current_dir(&project), CURE)?;
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "--quiet", "-n", "2", "-p", "no:cacheprovider"]);
    pytest
        .current_dir(&project)
        .env("PYTHONPYCACHEPREFIX", paths.target.join("pycache"))
        .env("PROPP_REPOSITORY", &paths.root)
        .env_remove("PROPP_BINARY");
    process::run(&mut pytest, CURE)?;
    stamp.passed()?;
    Ok(Outcome::Passed(String::new()))
}

/// Lets the fresh environment see the pinned packages, which take a minute to install.
fn add_packages(tools: &Path, python: &Path) -> Result<(), Error> {
    let site = |python: &Path| {
        process::output(Command::new(python).args(["-c", LIST_SITE]), CURE)
            .map(|text| text.trim().to_owned())
    };
    let path = Path::new(&site(python)?).join("packages-of-tests.pth");
    fs::write(&path, site(tools)? + "\n").map_err(Error::file("write", &path))
}

fn inputs(paths: &Paths, shipped: &Shipped) -> Result<Inputs, Error> {
    let mut inputs = Inputs::default();
    inputs.file(&shipped.propp);
    const FOLDERS: [&str; 7] = [
        "python/src",
        "python/hook",
        "python/device",
        "python/tests",
        "recordings",
        "examples/python",
        "tests/fixtures/launches",
    ];
    for folder in FOLDERS {
        let folder = paths.root.join(folder);
        if folder.is_dir() {
            inputs.tree(&folder, |file| file.extension().is_none_or(|end| end != "pyc"))?;
        }
    }
    for file in ["python/pyproject.toml", "python/hatch_build.py", TOOLS.pins, "docs/python.md"] {
        inputs.file(&paths.root.join(file));
    }
    Ok(inputs)
}
