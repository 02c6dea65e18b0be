"""The tries of a model: prompts, replies, and the file of results."""

import datetime
import json
import os
import random
import re
import shutil
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import measuring
from measuring import KERNELS, measure

ARMS = ("none", "ncu", "propp")
RULES = """\
Rules:
- Reply with one fenced code block that holds the whole new candidate.cu. Text around it is ignored.
- The file must compile with `nvcc -std=c++17 -O3 -arch=sm_90`, together with a main.cu that calls
  the function several times with different inputs and checks every output.
- Use no library except the CUDA runtime. Do the work on the GPU in each call; keep no results
  between calls. Do not change the signature.
- Only the time of the kernels counts: the sum over all launches.
"""


def try_models(args):
    arms = args.arms.split(",")
    if unknown := set(arms) - set(ARMS):
        raise SystemExit(f"run.py: no arm {unknown.pop()}; the arms are {', '.join(ARMS)}")
    kernels = measuring.names([name for name in args.kernels.split(",") if name])
    tools = measuring.tools_of(args)
    results = Results(args, tools, arms)
    work = [(kernel, arm) for kernel in kernels for arm in results.arms]
    random.Random(args.seed).shuffle(work)  # so that no arm has the warmer GPU or model
    with tempfile.TemporaryDirectory() as scratch:
        folder = (args.folder or Path(scratch)).resolve()
        with ThreadPoolExecutor(args.jobs) as pool:
            # A kernel's known versions come first: all ratios refer to them.
            list(pool.map(lambda kernel: know(tools, results, folder, kernel), kernels))
            list(pool.map(lambda pair: Series(args, tools, results, folder, *pair).go(), work))
    print(f"wrote {args.output}")
    return 0


class Results:
    """The file of results, which is complete after each try."""

    def __init__(self, args, tools, arms):
        self.path, self.lock = args.output, threading.Lock()
        header = {
            "schema": "propp.agents/1",
            "mode": "gpu" if tools.gpu else "emulation",
            "device": device(tools),
            "propp": version(tools.propp),
            "nvcc": version(tools.nvcc),
            "model": args.model,
            "tries": args.tries,
            "seed": args.seed,
            "tokens": "exact if the model command reported them, otherwise characters / 4",
        }
        if self.path.exists():
            if not args.resume:
                raise SystemExit(f"run.py: {self.path} exists; go on with it by --resume, or name "
                                 "another file with -o")
            self.data = json.loads(self.path.read_text())
            for name, value in header.items():
                if self.data.get(name) != value:
                    raise SystemExit(f"run.py: {self.path} has {name} {self.data.get(name)!r}, but "
                                     f"this run has {value!r}; name another file with -o")
        else:
            date = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
            self.data = {**header, "date": date, "skipped_arms": {}, "kernels": {},
                         "tries_made": []}
        skipped = {}
        if "ncu" in arms and not tools.gpu:
            skipped["ncu"] = "Nsight Compute needs a GPU, and this run emulates"
        elif "ncu" in arms and not shutil.which("ncu"):
            skipped["ncu"] = "no ncu in PATH"
        self.arms = [arm for arm in arms if arm not in skipped]
        with self.lock:
            self.data["skipped_arms"].update(skipped)
            self.save()
        for arm, why in skipped.items():
            print(f"arm {arm} is skipped: {why}")

    def save(self):
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(json.dumps(self.data, indent=1) + "\n")
        os.replace(part, self.path)

    def known(self, kernel):
        return self.data["kernels"].get(kernel)

    def set_known(self, kernel, naive, good):
        with self.lock:
            self.data["kernels"][kernel] = {"naive_ns": naive, "good_ns": good}
            self.save()

    def of(self, kernel, arm):
        with self.lock:
            return [one for one in self.data["tries_made"]
                    if (one["kernel"], one["arm"]) == (kernel, arm)]

    def add(self, entry):
        with self.lock:
            self.data["tries_made"].append(entry)
            self.save()


def know(tools, results, folder, kernel):
    """Measures the naive and the known good version, unless the file has them."""
    if results.known(kernel):
        return
    times = []
    for name in ("naive", "good"):
        place = folder / kernel / name
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(KERNELS / kernel / f"{name}.cu", place / "candidate.cu")
        result = measure(tools, kernel, place)
        if result.outcome != "right":
            raise SystemExit(f"run.py: the {name} version of {kernel} is {result.outcome}: "
                             f"{result.detail}; try `run.py check {kernel}`")
        times.append(result.ns)
    results.set_known(kernel, *times)


class Series:
    """The tries of one kernel in one arm."""

    def __init__(self, args, tools, results, folder, kernel, arm):
        self.args, self.tools, self.results = args, tools, results
        self.kernel, self.arm = kernel, arm
        self.folder = folder / kernel / arm
        self.best = self.folder / "best"
        self.best.mkdir(parents=True, exist_ok=True)
        self.known = results.known(kernel)

    def go(self):
        made = self.results.of(self.kernel, self.arm)
        right = [one for one in made if one["outcome"] == "right"]
        best = min(right, key=lambda one: one["ns"], default=None)
        naive = (KERNELS / self.kernel / "naive.cu").read_text()
        self.best_ns, self.source = self.known["naive_ns"], naive
        if best and best["ns"] < self.best_ns:
            self.best_ns, self.source = best["ns"], best["source"]
        self.help = None
        for number in range(len(made) + 1, self.args.tries + 1):
            entry = self.once(number, made)
            made.append(entry)
            self.results.add(entry)
            ratio = entry["speedup"]
            print(f"{self.kernel} {self.arm} {number}: {entry['outcome']}"
                  + (f", {ratio:.2f} x naive" if ratio else ""), flush=True)

    def once(self, number, made):
        started = time.monotonic()
        prompt = self.prompt(made)
        place = self.folder / f"try{number}"
        place.mkdir(parents=True, exist_ok=True)
        (place / "candidate.cu").write_text(self.source)
        for name in ("main.cu", "task.md"):
            shutil.copy(KERNELS / self.kernel / name, place / name)
        env = {**os.environ, "PROPP_AGENT_KERNEL": self.kernel, "PROPP_AGENT_ARM": self.arm,
               "PROPP_AGENT_TRY": str(number), "PROPP_AGENT_FOLDER": str(place)}
        asked = time.monotonic()
        reply = measuring.run(self.args.model, self.args.model_limit, os.getcwd(), env, prompt,
                              shell=True)
        model_seconds = time.monotonic() - asked
        source = code_of(reply.stdout)
        if reply.timed_out:
            result = measuring.Measured("no reply", "the model took too long")
        elif reply.code != 0:
            result = measuring.Measured("no reply", f"the model command ended with {reply.code}: "
                                        + measuring.tail(reply.stderr, 500))
        elif source is None:
            result = measuring.Measured("no reply", "the reply has no fenced code block")
        else:
            (place / "candidate.cu").write_text(source)
            hidden = random.Random(f"{self.args.seed} {self.kernel}").randrange(2, 1 << 31)
            result = self.judge(place, hidden)
        if result.outcome == "right" and result.ns < self.best_ns:
            self.best_ns, self.source, self.help = result.ns, source, None
        exact = re.findall(r"^tokens: (\d+) (\d+)\s*$", reply.stderr, re.MULTILINE)
        tokens = [int(word) for word in exact[-1]] if exact else [
            -(-len(prompt) // 4), -(-len(reply.stdout) // 4)]
        ns = result.ns
        return {
            "kernel": self.kernel, "arm": self.arm, "try": number,
            "outcome": result.outcome, "detail": result.detail, "ns": ns,
            "speedup": ns and self.known["naive_ns"] / ns,
            "share_of_good": ns and self.known["good_ns"] / ns,
            "prompt_bytes": len(prompt.encode()), "reply_bytes": len(reply.stdout.encode()),
            "prompt_tokens": tokens[0], "reply_tokens": tokens[1],
            "tokens_are": "exact" if exact else "approximate",
            "model_seconds": round(model_seconds, 3),
            "seconds": round(time.monotonic() - started, 3),
            "source": source,
        }

    def judge(self, place, hidden):
        try:
            return measure(self.tools, self.kernel, place, hidden)
        except (RuntimeError, OSError, ValueError) as error:  # propp or nvcc failed, not the model
            return measuring.Measured("crashed", f"the harness could not measure it: {error}")

    def prompt(self, made):
        task = (KERNELS / self.kernel / "task.md").read_text()
        where = ("full size, measured" if self.tools.gpu else
                 "small size, estimated for an H200 from exact counts")
        parts = [
            "Make a CUDA program faster. The file candidate.cu computes the following:",
            task, RULES,
            f"The best right version so far takes {self.best_ns / 1e3:.1f} us "
            f"({where}; {self.known['naive_ns'] / self.best_ns:.2f} x as fast as the first):",
            f"```cuda\n{self.source.strip()}\n```",
        ]
        if made:
            parts.append("Your tries so far:")
            parts += [self.history(one) for one in made]
        if self.arm != "none":
            if self.help is None:
                (self.best / "candidate.cu").write_text(self.source)
                self.help = help_of(self.tools, self.arm, self.best, self.args.profile_limit,
                                    self.args.profile_characters, self.kernel)
            who = "Nsight Compute" if self.arm == "ncu" else "propp, a GPU profiler,"
            parts.append(f"{who} says of the best version:\n\n{self.help}")
        parts.append("Write a faster candidate.cu.")
        return "\n\n".join(part.strip() for part in parts) + "\n"

    def history(self, one):
        if one["outcome"] == "right":
            return f"- try {one['try']}: right, {one['ns'] / 1e3:.1f} us, {one['speedup']:.2f} x"
        return f"- try {one['try']}: {one['outcome']}: {measuring.tail(one['detail'], 1500)}"


def help_of(tools, arm, place, limit, characters, kernel=None):
    """The text of the arm's profiler about the version in the folder."""
    if kernel is not None:
        command = measuring.compile_command(
            tools, KERNELS / kernel / "main.cu", "candidate.cu", place / "app")
        measuring.run(command, tools.compile_limit, place)
    if arm == "ncu":
        # The first launches show all kernels of a call; each is replayed dozens of times.
        commands = [["ncu", "--set", "full", "--clock-control", "none", "--print-details", "all",
                     "--launch-count", "12", "./app"]]
    elif tools.gpu:
        commands = [[tools.propp, "profile", "-q", "-f", "-o", "help.propp", "--", "./app"],
                    [tools.propp, "show", "help.propp", "--brief"]]
    else:
        commands = [[tools.propp, "emulate", "-q", "-f", "--gpu", tools.device, "-o", "help.propp",
                     "--", "./app", "--small"],
                    [tools.propp, "show", "help.propp", "--brief"]]
    env = {name: value for name, value in os.environ.items()
           if tools.gpu or name != "LD_LIBRARY_PATH"}
    with measuring.GPU_LOCK:
        for command in commands:
            ended = measuring.run(command, limit, place, env)
            if ended.timed_out or ended.code != 0:
                return f"(nothing: {command[0]} failed: {measuring.tail(ended.stderr, 300)})"
    text = ended.stdout.strip()
    cut = text[:characters]
    return cut if cut == text else cut + "\n(the rest is cut off)"


def code_of(reply):
    """The longest fenced block of a reply, or None."""
    blocks = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", reply, re.DOTALL | re.MULTILINE)
    return max(blocks, key=len, default=None)


def version(tool):
    ended = measuring.run([tool, "--version"], 60, os.getcwd())
    return " ".join(ended.stdout.strip().splitlines()[-2:])


def device(tools):
    if not tools.gpu:
        return f"{tools.device} (emulated)"
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return measuring.run(command, 60, os.getcwd()).stdout.strip()
    except OSError:
        return "unknown: no nvidia-smi"
