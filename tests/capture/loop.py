"""What `propp capture` and `propp replay` must hold, measured on a machine with a GPU, nvcc and PyTorch.

    loop.py PROPP [--parts loop,wrong,faster,times,captures] [--rounds N] [--steps N] [--layers N]
            [--captures N] [--minutes N] [--jobs N]

- loop: one change of a kernel of a training step (norm.cu, called by own_norm.py): build, check and time
  it by `propp replay`, and by building it and running the program under a trace.
- wrong, faster: an implementation with one wrong number, and one that reads its input once, called so in
  each of N rounds; and the same implementation, which is neither.
- times: the time of a replay by the profiler, over the time of the same launch in the program.
- captures: captures of small programs (app.cu, examples/pipeline, tests/programs), which must not change
  output or exit code. They end after --minutes.

Prints a table in Markdown. The exit code is 1 if something does not hold.
"""

import argparse
import concurrent.futures
import importlib.util
import itertools
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/programs"))
from outside import report_of, run  # noqa: E402

spec = importlib.util.spec_from_file_location("capture_outside", HERE / "outside.py")
outside = importlib.util.module_from_spec(spec)
spec.loader.exec_module(outside)

# Means of rows that were normalised are near 0, and depend on the order of the sum.
TOLERANCES = ["--tolerance", "1e-4", "--absolute", "1e-5"]
ELEMENTS = str(1 << 25)
LOOP_TIMES, NEAR = 10, 0.05
PARTS = ("loop", "wrong", "faster", "times", "captures")


def say(text):
    print(text, file=sys.stderr, flush=True)


def must(command, folder=None, codes=(0,)):
    """Standard output and the seconds of a command that has to work."""
    begin = time.monotonic()
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout, time.monotonic() - begin


def nvcc(output, source, *options):
    return must(["nvcc", "-arch=native", "-O3", *options, "-o", output, source])[1]


class Lab:
    def __init__(self, arguments, folder):
        self.propp, self.folder, self.arguments = arguments.propp, folder, arguments
        self.rows, self.holds = [], True
        self.library = folder / "libnorm.so"

    def row(self, what, figures, holds=None):
        self.holds &= holds is not False
        words = {None: "", True: "holds", False: "DOES NOT HOLD"}[holds]
        self.rows.append(f"| {what} | {figures} | {words} |")
        say(self.rows[-1])

    def program(self):
        return [sys.executable, HERE / "own_norm.py", self.library, self.arguments.steps, self.arguments.layers]

    def build(self):
        return nvcc(self.library, HERE / "norm.cu", "-shared", "-Xcompiler", "-fPIC")

    def launch(self):
        """The fifth layer norm of the training step."""
        file = self.folder / "norm.launch"
        if not file.exists():
            self.build()
            words = ["capture", "-q", "--stop", "-k", "own_norm", "--launch", 5, "-o", file, "--"]
            seconds = must([self.propp, *words, *self.program()])[1]
            self.row("capture of the kernel, with --stop", f"{seconds:.1f} s, {file.stat().st_size / 1e6:.0f} MB")
        return file

    def replay(self, *words):
        told, seconds = must(
            [self.propp, "replay", "-q", "--format", "json", *TOLERANCES, *words, self.launch()], codes=(0, 1)
        )
        return json.loads(told), seconds


def loop(lab):
    file, recording = lab.launch(), lab.folder / "program.propp"
    replayed, by_replay = lab.replay("--source", HERE / "norm.cu")
    if not replayed["other"]["right"]:
        lab.row("the kernel compiled again", "called wrong", False)
    built = lab.build()
    alone = must(lab.program())[1]
    trace = [lab.propp, "profile", "-q", "-f", "--runs", "trace", "-k", "own_norm", "-o", recording, "--"]
    traced = must([*trace, *lab.program()])[1]
    lab.row("one change by replay: nvcc, check, 20 + 20 launches", f"{by_replay:.1f} s")
    steps = f"{lab.arguments.steps} steps of {lab.arguments.layers} layers"
    lab.row(f"by the program ({steps}): nvcc, run; the run under a trace", f"{built:.1f} + {alone:.1f} s; {traced:.1f} s")
    ratio = (built + traced) / by_replay
    lab.row(f"replay of {file.stat().st_size / 1e6:.0f} MB is faster than the program", f"{ratio:.1f} times", ratio >= LOOP_TIMES)


def rounds_of(lab, words, is_it):
    """In how many rounds a replay says what it should."""
    return sum(is_it(lab.replay(*words)[0]) for _ in range(lab.arguments.rounds))


def wrong(lab):
    lab.launch()
    rounds, found = lab.arguments.rounds, 0
    for number in range(rounds):
        cubin = lab.folder / "wrong.cubin"
        nvcc(cubin, HERE / "norm.cu", "-cubin", f"-DWRONG_ROW={37 * number}")
        found += not lab.replay("--rounds", 1, "--with", cubin)[0]["other"]["right"]
    lab.row("one number of 16.8 million wrong by 0.01: called wrong", f"{found} of {rounds}", found == rounds)


def faster(lab):
    lab.launch()
    rounds = lab.arguments.rounds
    new, same = lab.folder / "faster.cubin", lab.folder / "same.cubin"
    nvcc(new, HERE / "norm.cu", "-cubin", "-DFASTER")
    nvcc(same, HERE / "norm.cu", "-cubin")
    ratios = []

    def is_faster(report):
        ratios.append(report["comparison"]["ratio"])
        return report["other"]["right"] and report["comparison"]["verdict"] == "faster"

    found = rounds_of(lab, ["--with", new, "--block", 256], is_faster)
    span = f"{min(ratios):.2f} to {max(ratios):.2f} times"
    lab.row("the input read once: called right and faster", f"{found} of {rounds}; {span}", found == rounds)
    found = rounds_of(lab, ["--with", same], lambda report: report["comparison"]["verdict"] == "same")
    lab.row("the same code compiled again: called neither", f"{found} of {rounds}", found >= rounds - 1)


def launch_in_program(lab, kernel, number, command):
    """The time of a launch in the program: the median of three traces."""
    recording, times = lab.folder / "trace.propp", []
    for _ in range(3):
        must([lab.propp, "profile", "-q", "-f", "--runs", "trace", "-o", recording, "--", *command])
        table = json.loads(must([lab.propp, "show", recording, "--rows", "launches", "--format", "json"])[0])
        columns = {column["name"]: column["values"] for column in table["columns"]}
        of = zip(columns["start_ns"], columns["symbol"], columns["duration_ns"], strict=True)
        durations = [duration for _, symbol, duration in sorted(of) if kernel in symbol]
        times.append(durations[number - 1])
    return statistics.median(times)


def profiled(lab, file, *options):
    """The time of a replay as the profiler sees it."""
    recording = lab.folder / "replay.propp"
    must([lab.propp, "profile", "-q", "-f", "--runs", "trace", "-o", recording, "--", file, *options])
    kernels = report_of(lab.propp, recording)["kernels"]
    if len(kernels) != 1:
        lab.row("kernels in the profile of a replay", [kernel["short_name"] for kernel in kernels], False)
    return kernels[0]["durations"]["median_ns"]


def times(lab):
    app = lab.folder / "app"
    nvcc(app, HERE / "app.cu", "-cudart", "shared")
    cases = [("own_norm", 5, lab.program(), lab.launch())]
    for kernel, number in (("scale", 3), ("in_place", 2), ("counted", 1)):
        file, command = lab.folder / f"{kernel}.launch", [app, ELEMENTS]
        must([lab.propp, "capture", "-q", "--stop", "-k", kernel, "--launch", number, "-o", file, "--", *command])
        cases.append((kernel, number, command, file))
    for kernel, number, command, file in cases:
        program = launch_in_program(lab, kernel, number, command)
        cold, warm = profiled(lab, file), profiled(lab, file, "--warm")
        told = must([lab.propp, "replay", "-q", "--format", "json", file], codes=(0, 1))[0]
        events = json.loads(told)["captured"]["median_ns"]
        is_alike = abs(cold / warm - 1) <= NEAR
        texts = [f"{ns / 1e3:.1f}" for ns in (program, cold, warm, events)]
        figures = "{} us; {} us with L2 empty, {} us warm; {} us by events".format(*texts)
        nearest = min(abs(cold / program - 1), abs(warm / program - 1))
        lab.row(f"{kernel}, launch {number}: program; replay", figures, nearest <= NEAR if is_alike else None)


def built(lab, source):
    program = lab.folder / source.stem
    try:
        done = subprocess.run(
            ["nvcc", "-arch=native", "-cudart", "shared", "-o", str(program), str(source), "-lcuda"],
            capture_output=True,
            check=False,
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        return None
    return program if done.returncode == 0 else None


def captures(lab):
    sources = [HERE / "app.cu", ROOT / "examples/pipeline/pipeline.cu", *sorted((ROOT / "tests/programs").glob("*.cu"))]
    end = time.monotonic() + 60 * lab.arguments.minutes
    lab.arguments.kernels, lab.arguments.timeout = 12, 60
    work, left_out = [], []
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        programs = list(zip(sources, pool.map(lambda source: built(lab, source), sources), strict=True))
    for source, program in programs:
        alone = run([str(program)], lab.folder, 60) if program else ("not built",)
        kernels = []
        if alone[0] == 0:
            kernels = outside.largest_kernels(lab.arguments, [str(program)], lab.folder, lab.folder)
        if not kernels:
            left_out.append(source.stem)
        work += [(str(program), alone, kernel) for kernel in kernels]
    # Each launch of each kernel up to the fifth, then all again.
    each = [(*of, number) for number in range(1, 6) for of in work if of[2]["launches_seen"] >= number]
    each = list(itertools.islice(itertools.cycle(each), lab.arguments.captures)) if each else []
    counts, harmed, done = {}, [], 0

    def one(of):
        program, alone, kernel, number = of
        if time.monotonic() > end:
            return None
        with tempfile.TemporaryDirectory() as scratch:
            # The launch in the middle of so many is this one.
            of_number = {**kernel, "launches_seen": 2 * number - 1}
            scratch = pathlib.Path(scratch)
            return program, outside.one_kernel(lab.arguments, of_number, [program], lab.folder, alone, scratch)

    with concurrent.futures.ThreadPoolExecutor(lab.arguments.jobs) as pool:
        for result in filter(None, pool.map(one, each)):
            program, found = result
            done += 1
            counts[found["is"]] = counts.get(found["is"], 0) + 1
            if found["harmed"]:
                harmed.append(f"{pathlib.Path(program).name} {found['kernel']}: {found['notes']}")
                say(f"HARMED {harmed[-1]}")
            if found["is"] not in ("equal", "refused"):
                say(f"{pathlib.Path(program).name} {found['kernel']}: {found['is']}: {found['why']}")
            if done % 10 == 0:
                say(f"{done} of {len(each)} captures, {len(harmed)} with other output or exit code")
    of = f"of {len(work)} kernels; replays: {counts}"
    lab.row(f"captures with other output or exit code, {of}", f"{len(harmed)} of {done}", not harmed and done > 0)
    if left_out:
        lab.row("programs that do not build or run here, or launch nothing", ", ".join(left_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("propp")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--captures", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    arguments.propp = str(pathlib.Path(arguments.propp).resolve())
    parts = arguments.parts.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(arguments, pathlib.Path(folder))
        for part in parts:
            globals()[part](lab)
    print("| what | measured | |\n|---|---|---|")
    print("\n".join(lab.rows))
    sys.exit(not lab.holds)


if __name__ == "__main__":
    main()
