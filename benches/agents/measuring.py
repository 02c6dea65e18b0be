"""Compiling and running candidates, and what propp counts in them."""

import json
import os
import shutil
import signal
import statistics
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNELS = HERE / "kernels"

# Only one program is timed on the GPU at a time, however many jobs there are.
GPU_LOCK = threading.Lock()


@dataclass
class Tools:
    propp: str
    nvcc: str
    gpu: bool
    device: str  # the emulated GPU
    runs: int
    compile_limit: float
    run_limit: float


def tools_of(args):
    for name in ("propp", "nvcc"):
        found = shutil.which(getattr(args, name))
        if not found:
            raise SystemExit(f"run.py: cannot find {getattr(args, name)}; name it with --{name}")
        setattr(args, name, os.path.abspath(found))
    return Tools(args.propp, args.nvcc, args.gpu, "h200", args.runs, args.compile_limit,
                 args.run_limit)


class Processes:
    """The sessions of child processes that are alive, so that an interrupt can end all of them."""

    def __init__(self):
        self.lock, self.alive, self.closed = threading.RLock(), set(), False

    def start(self, *args, **options):
        with self.lock:
            if self.closed:
                raise KeyboardInterrupt
            process = subprocess.Popen(*args, start_new_session=True, **options)
            self.alive.add(process.pid)
            return process

    def end(self, pid):
        """Kills all process groups of the session, also those that the process made later."""
        for group in groups_of_session(pid):
            try:
                os.killpg(group, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        with self.lock:
            self.alive.discard(pid)

    def close(self):
        with self.lock:
            self.closed = True
            left = list(self.alive)
        for pid in left:
            self.end(pid)


PROCESSES = Processes()


def groups_of_session(session):
    groups = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            groups.add(int(fields[2]))
    return groups


@dataclass
class Ended:
    code: int
    stdout: str
    stderr: str
    timed_out: bool


def run(command, limit, cwd, env=None, stdin=None, shell=False):
    """Runs a command in a session of its own, and kills everything in it at the time limit."""
    process = PROCESSES.start(
        command, cwd=cwd, env=env, shell=shell, text=True, errors="replace",
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    timed_out = False
    try:
        out, err = process.communicate(stdin, timeout=limit)
    except subprocess.TimeoutExpired:
        timed_out = True
        PROCESSES.end(process.pid)
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:  # a process that left the session holds the pipe
            out, err = "", ""
    finally:
        PROCESSES.end(process.pid)
    if PROCESSES.closed:  # the interrupt killed it: this result must not count
        raise KeyboardInterrupt
    return Ended(process.returncode, out, err, timed_out)


def compile_command(tools, main, candidate, app):
    flags = []
    if not tools.gpu:
        # The emulator replaces the shared runtime. nvcc from pip has it in `lib` and does not look
        # there.
        flags = ["-cudart", "shared"]
        lib = Path(tools.nvcc).resolve().parent.parent / "lib"
        if (lib / "libcudart.so").exists():
            flags.append(f"-L{lib}")
    return [tools.nvcc, "-std=c++17", "-O3", "-arch=sm_90", "-lineinfo", *flags, f"-I{KERNELS}",
            str(main), str(candidate), "-o", str(app)]


@dataclass
class Measured:
    outcome: str  # right, wrong, compile error, crashed, too slow
    detail: str = ""
    ns: float = None
    counts: dict = None


NO_KERNEL = Measured("wrong", "the program launches no kernel")


def measure(tools, kernel, folder, hidden_seed=None):
    """Compiles `candidate.cu` of the folder with the kernel's `main.cu`, checks it, times it."""
    app = folder / "app"
    app.unlink(missing_ok=True)
    main = KERNELS / kernel / "main.cu"
    command = compile_command(tools, main, "candidate.cu", app)
    ended = run(command, tools.compile_limit, folder)
    if ended.timed_out:
        return Measured("compile error", f"nvcc took more than {tools.compile_limit:g} s")
    if ended.code != 0:
        return Measured("compile error", tail(ended.stdout + ended.stderr))
    if tools.gpu:
        with GPU_LOCK:
            return on_gpu(tools, folder, hidden_seed)
    return emulated(tools, folder, hidden_seed)


def on_gpu(tools, folder, hidden_seed):
    for seed in [1] if hidden_seed is None else [1, hidden_seed]:
        ended = run(["./app", "--seed", str(seed)], tools.run_limit, folder)
        if bad := failure(ended, tools.run_limit, seed != 1):
            return bad
    times = []
    for _ in range(tools.runs):
        command = [tools.propp, "profile", "-q", "-f", "--runs", "trace", "-o", "trace.propp",
                   "--", "./app"]
        ended = run(command, tools.run_limit, folder)
        if bad := failure(ended, tools.run_limit):
            return bad
        launches = rows(shown(tools, folder, "trace.propp", "--rows", "launches"))
        if not launches:
            return NO_KERNEL
        times.append(sum(launch["duration_ns"] for launch in launches))
    return Measured("right", ns=statistics.median(times))


def emulated(tools, folder, hidden_seed):
    env = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    for seed in [1] if hidden_seed is None else [1, hidden_seed]:
        output = "x.propp" if seed == 1 else "hidden.propp"
        command = [tools.propp, "emulate", "-q", "-f", "--gpu", tools.device, "-o", output,
                   "--", "./app", "--small", "--seed", str(seed)]
        ended = run(command, tools.run_limit, folder, env)
        if bad := failure(ended, tools.run_limit, seed != 1):
            return bad
    launches = rows(shown(tools, folder, "x.propp", "--rows", "counters"))
    if not launches:
        return NO_KERNEL
    return Measured("right", ns=round(sum(map(estimate, launches))), counts=totals(launches))


def failure(ended, limit, is_hidden=False):
    """Why the run does not count, or None if its results are right."""
    if ended.timed_out:
        return Measured("too slow", f"the program took more than {limit:g} s")
    if ended.code == 0 and "right" in ended.stdout.split():
        return None
    wrong = [line for line in ended.stderr.splitlines() if line.startswith("wrong")]
    if ended.code == 1 and wrong:
        # The values of the second seed stay hidden.
        return Measured("wrong", "wrong with another seed" if is_hidden else wrong[0])
    lines = [line for line in (ended.stdout + ended.stderr).splitlines()
             if not line.startswith("propp: warning: emulated")]  # it is in each run
    return Measured("crashed", f"exit code {ended.code}: {tail(chr(10).join(lines))}")


def shown(tools, folder, recording, *options):
    command = [tools.propp, "show", recording, "--format", "json", *options]
    ended = run(command, 120, folder)
    if ended.code != 0:
        raise RuntimeError(f"propp show failed: {tail(ended.stderr)}")
    return json.loads(ended.stdout)


def rows(table):
    """One dictionary per row of a table of `propp show --rows`."""
    columns = {column["name"]: column["values"] for column in table["columns"]}
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


COUNTERS = {
    "warp_instructions": "smsp__inst_executed.sum",
    "thread_instructions": "smsp__thread_inst_executed.sum",
    "load_requests": "sm__sass_inst_executed_op_global_ld.sum",
    "loaded_sectors": "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "stored_sectors": "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1_tags": "sm__sass_l1tex_tags_mem_global.sum",
    "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
    "atomic_sectors": "lts__t_sectors_op_atom.sum",
    "reduction_sectors": "lts__t_sectors_op_red.sum",
    "shared_load_wavefronts": "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_atomic_wavefronts": "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "double_operations": "operations__double.sum",
    "barriers_etc": "sm__sass_thread_inst_executed_op_misc_pred_on.sum",
}


def counts_of(launch):
    return {name: launch.get(counter) or 0 for name, counter in COUNTERS.items()}


def totals(launches):
    """The counts of all launches, without those that are zero."""
    total = {"launches": len(launches)}
    total["threads"] = sum(blocks(row) * threads(row) for row in launches)
    for launch in launches:
        for name, count in counts_of(launch).items():
            total[name] = total.get(name, 0) + int(count)
    return {name: count for name, count in total.items() if count}


def blocks(launch):
    return launch["grid_x"] * launch["grid_y"] * launch["grid_z"]


def threads(launch):
    return launch["block_x"] * launch["block_y"] * launch["block_z"]


# propp gives no time for emulated launches, so the harness estimates one from the exact counts.
# Bandwidths and latencies: weights/h200/probe.json; a launch and an atomic: the prices in
# weights/h200/emulated.toml. Rates per SM and cycle: the CUDA programming guide, 9.0.
DEVICE = {
    "sms": 132,
    "ghz": 1.98,
    "l2_bytes_per_ns": 6660.0,
    "l2_latency_cycles": 282.0,
    "shared_latency_cycles": 23.0,
    "atomic_sector_ns": 0.35,
    "launch_ns": 1710.0,
    "warps_per_sm": 64,
    "blocks_per_sm": 32,
    "registers_per_sm": 65536,
    "shared_bytes_per_sm": 233472,
}
# Assumed, not measured: loads of a warp in flight at once, and cycles between its instructions.
LOADS_IN_FLIGHT = 4
CYCLES_PER_INSTRUCTION = 2


def estimate(launch):
    """Nanoseconds of a launch, from its counts alone.

    The busiest SM and L2 each need a time for their work, and a warp needs a time for its own
    chain of instructions and loads. These run side by side; the 3-norm adds a part of the smaller
    ones to the largest. Data is assumed to be in L2. Uneven work of blocks, waiting at barriers
    and spills are not seen.
    """
    counts, count = counts_of(launch), blocks(launch)
    warps, sms = count * -(-threads(launch) // 32), DEVICE["sms"]
    busiest = -(-count // sms) / count  # the share of the work on the busiest SM
    shared = sum(counts[f"shared_{which}_wavefronts"] for which in ("load", "store", "atomic"))
    sectors = counts["loaded_sectors"] + counts["stored_sectors"]
    waves = -(-count // (sms * resident(launch)))
    chain = counts["warp_instructions"] / warps * CYCLES_PER_INSTRUCTION
    chain += counts["load_requests"] / warps * DEVICE["l2_latency_cycles"] / LOADS_IN_FLIGHT
    chain += counts["barriers_etc"] / 32 / warps * DEVICE["shared_latency_cycles"]
    cycles = [
        counts["warp_instructions"] * busiest / 4,
        counts["double_operations"] * busiest / 128,  # an FMA counts as two
        max(counts["l1_tags"], sectors / 4) * busiest,
        shared * busiest,
        waves * chain,
    ]
    atomics = counts["atomic_sectors"] + counts["reduction_sectors"]
    work = [value / DEVICE["ghz"] for value in cycles]
    work.append(counts["l2_sectors"] * 32 / DEVICE["l2_bytes_per_ns"])
    work.append(atomics * DEVICE["atomic_sector_ns"])
    return DEVICE["launch_ns"] + sum(value ** 3 for value in work) ** (1 / 3)


def resident(launch):
    """Blocks of the launch that an SM holds."""
    warps = -(-threads(launch) // 32)
    registers = max(launch["registers"] or 0, 16) * 32 * warps
    # Each block also needs 1 KiB that the system reserves.
    shared = (launch["static_shared_bytes"] or 0) + (launch["dynamic_shared_bytes"] or 0) + 1024
    return max(1, min(DEVICE["blocks_per_sm"], DEVICE["warps_per_sm"] // warps,
                      DEVICE["registers_per_sm"] // registers,
                      DEVICE["shared_bytes_per_sm"] // shared))


def tail(text, characters=3000):
    text = text.strip()
    return text if len(text) <= characters else "…" + text[-characters:]


def names(selection=None):
    known = sorted(path.parent.name for path in KERNELS.glob("*/task.md"))
    unknown = sorted(set(selection or []) - set(known))
    if unknown:
        raise SystemExit(f"run.py: no kernel {unknown[0]}; `run.py list` shows the names")
    return [name for name in known if not selection or name in selection]
