"""Counters in a trace of torch.profiler: what HTA reads of them.

`fixtures/` has a trace that torch.profiler wrote on an H200, and propp's recording of the same steps.
The other traces are made here, in the form that `export_chrome_trace` writes, of the launches in the
bundled recording of a PyTorch step.
"""

import gzip
import json
import math
from pathlib import Path

import pytest

import propp
from propp import _binary

FIXTURES = Path(__file__).with_name("fixtures")
OPERATORS = ["aten::addmm", "aten::native_layer_norm", "aten::gelu"]


@pytest.fixture
def step(recordings):
    return recordings / "h200_pytorch_step.propp"


def kineto_trace(recording):
    """A trace with an operator, a call and a kernel for each launch of a recording."""
    events = []
    launches = [row for row in recording.launches() if row["kernel"]][:200]
    for place, launch in enumerate(launches):
        ts, correlation = 1000.0 + 20 * place, place + 1
        shape = {axis: [launch[f"{axis}_{n}"] for n in "xyz"] for axis in ("grid", "block")}
        thread = {"ph": "X", "pid": 4242, "tid": 4242}
        on_gpu = {"ph": "X", "pid": 0, "tid": 7, "cat": "kernel", "name": launch["kernel"]}
        args = {"correlation": correlation, "External id": correlation}
        operator = OPERATORS[place % len(OPERATORS)]
        events += [
            {**thread, "cat": "cpu_op", "name": "model", "ts": ts, "dur": 15.0, "args": {}},
            {**thread, "cat": "cpu_op", "name": operator, "ts": ts + 1, "dur": 10.0, "args": {"External id": correlation}},
            {**thread, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": ts + 2, "dur": 5.0, "args": args},
            {**on_gpu, "ts": ts + 9, "dur": launch["duration_ns"] / 1e3, "args": {**args, **shape, "stream": 7, "device": 0}},
        ]
    return {"schemaVersion": 1, "distributedInfo": {"rank": 0}, "traceEvents": events}, launches


def added(step, tmp_path, compressed=False):
    """The trace with counters, the file that has it, and the launches."""
    trace, launches = kineto_trace(propp.read(step))
    text = json.dumps(trace).encode()
    source, target = tmp_path / "trace.json", tmp_path / "with_counters.json"
    source.write_bytes(gzip.compress(text) if compressed else text)
    _binary.run(["show", str(step), "--kineto", str(source), "-o", str(target)])
    return json.loads(target.read_text()), target, launches


@pytest.mark.parametrize("compressed", [False, True])
def test_each_call_has_the_counters_of_its_kernel(step, tmp_path, compressed):
    trace, _, launches = added(step, tmp_path, compressed)
    # As HTA has it: the events in the order of time are the calls in the order of time.
    ranges = sorted((e for e in trace["traceEvents"] if e.get("cat") == "cuda_profiler_range"), key=lambda e: e["ts"])
    assert [event["name"] for event in ranges] == [launch["kernel"] for launch in launches]
    executed = "smsp__inst_executed.sum"
    measured = {}
    for row in propp.read(step).counters():
        if row[executed] is not None:
            shape = tuple(row[f"{axis}_{n}"] for axis in ("grid", "block") for n in "xyz")
            measured.setdefault((row["kernel"], shape), []).append(row[executed])
    counted = 0
    for event, launch in zip(ranges, launches, strict=True):
        shape = tuple(launch[f"{axis}_{n}"] for axis in ("grid", "block") for n in "xyz")
        values = measured.get((launch["kernel"], shape))
        if values:
            assert event["args"][executed] == pytest.approx(sum(values) / len(values))
            counted += 1
    assert counted > 100


def test_criteria_and_qm_are_there_too(step, tmp_path):
    trace, _, _ = added(step, tmp_path)
    values = [e["args"] for e in trace["traceEvents"] if e.get("cat") == "cuda_profiler_range" and e["args"]]
    assert all(0 <= of["Gran_L1"] <= 1 for of in values if "Gran_L1" in of)
    assert any("QM" in of for of in values)


def by_operator(target):
    """What HTA says of a trace: a row a launch, with its operators and counters."""
    analysis = pytest.importorskip("hta.trace_analysis")
    hta = analysis.TraceAnalysis(trace_files={0: str(target)}, trace_dir=str(target.parent))
    [frame] = hta.get_cupti_counter_data_with_operators(ranks=[0])
    return frame


def test_hta_gives_counters_to_operators(step, tmp_path):
    _, target, launches = added(step, tmp_path)
    frame = by_operator(target)
    assert len(frame) == len(launches)
    assert list(frame["bottom_level_op"]) == [OPERATORS[n % len(OPERATORS)] for n in range(len(launches))]
    assert set(frame["top_level_op"]) == {"model"}
    executed = frame["smsp__inst_executed.sum"]
    assert (executed > 0).sum() > 100


@pytest.fixture(scope="module")
def of_an_h200(tmp_path_factory):
    """The trace of two steps on an H200, with counters."""
    target = tmp_path_factory.mktemp("h200") / "with_counters.json"
    call = ["show", str(FIXTURES / "step.propp"), "--kineto", str(FIXTURES / "step_trace.json.gz")]
    done = _binary.run([*call, "-o", str(target)])
    assert b"40 of 40 launches got counters" in done.stderr
    return target


def test_added_events_keep_the_rules_of_perfettos_importer(of_an_h200):
    """The importer drops slices that overlap on a track without one being inside the other."""
    with gzip.open(FIXTURES / "step_trace.json.gz") as file:
        before = json.load(file)["traceEvents"]
    events = json.loads(of_an_h200.read_text())["traceEvents"]
    # What torch.profiler wrote is there as it was.
    assert events[: len(before)] == before
    added = events[len(before) :]
    assert {event["ph"] for event in added} == {"M", "X"}
    named, slices = set(), {}
    for event in added:
        track = (event["pid"], event["tid"])
        if event["ph"] == "M":
            assert event["name"] == "thread_name" and event["args"]["name"]
            assert track not in named
            named.add(track)
        else:
            assert track in named and event["name"] and event["ts"] >= 0 and event["dur"] >= 0
            # Values that are not finite, or no numbers, would be no counters in SQL.
            assert all(type(value) in (int, float) and math.isfinite(value) for value in event["args"].values())
            # The importer makes nanoseconds of the times.
            begin = round(event["ts"] * 1000)
            slices.setdefault(track, []).append((begin, begin + round(event["dur"] * 1000)))
    assert named.isdisjoint((event["pid"], event["tid"]) for event in before if "tid" in event)
    assert sum(map(len, slices.values())) == 40
    for track in slices.values():
        is_open = []
        for begin, end in sorted(track, key=lambda times: (times[0], -times[1])):
            while is_open and is_open[-1] <= begin:
                is_open.pop()
            assert not is_open or end <= is_open[-1]
            is_open.append(end)


def test_hta_gives_counters_to_the_operators_of_a_step_on_an_h200(of_an_h200, monkeypatch):
    # Without rounding calls of less than a microsecond to none, over which HTA stumbles.
    monkeypatch.setenv("HTA_DISABLE_NS_ROUNDING", "1")
    frame = by_operator(of_an_h200)
    # The other two are calls of the driver's interface.
    assert len(frame) == 38 and (frame["smsp__inst_executed.sum"] > 0).all()
    operators = set(zip(frame["top_level_op"], frame["bottom_level_op"], strict=True))
    backward = "autograd::engine::evaluate_function: AddmmBackward0"
    assert {("aten::linear", "aten::addmm"), ("aten::gelu", "aten::gelu"), (backward, "aten::mm")} <= operators


def test_what_is_no_trace_of_the_profiler_is_refused(step, tmp_path):
    def refusal(text):
        source = tmp_path / "odd.json"
        source.write_text(text)
        with pytest.raises(propp.ProppError) as error:
            _binary.run(["show", str(step), "--kineto", str(source), "-o", str(tmp_path / "out.json")])
        return str(error.value)

    assert "export_chrome_trace" in refusal("{}")
    assert "ProfilerActivity.CUDA" in refusal('{"traceEvents": []}')
    assert "odd.json" in refusal("no JSON")
    assert not (tmp_path / "out.json").exists()
