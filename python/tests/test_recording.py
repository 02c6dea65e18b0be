"""Recordings as tables, in every form, and what propp says of them."""

import json
import subprocess
import sys

import pytest

import propp
from propp import _binary


@pytest.fixture
def transpose(recordings):
    return propp.read(recordings / "h200_transpose.propp")


@pytest.fixture
def spmv(recordings):
    return propp.read(recordings / "h200_spmv.propp")


def test_kernels_are_those_of_the_report(transpose):
    kernels = transpose.kernels().to_dicts()
    reported = {kernel["name"]: kernel for kernel in transpose.data["kernels"]}
    assert [kernel["kernel"] for kernel in kernels] == list(reported)
    for kernel in kernels:
        of = reported[kernel["kernel"]]
        assert kernel["median_ns"] == of["durations"]["median_ns"]
        assert kernel["Gran_L1"] == of["criteria"]["Gran_L1"]["value"]
        assert kernel["QM"] == of["quality"]["value"]


def test_tables_are_sequences_and_say_what_lacks(transpose, monkeypatch):
    kernels = transpose.kernels()
    assert kernels[1:3] == kernels.to_dicts()[1:3] and kernels[-1] == kernels.to_dicts()[-1]
    assert len(repr(kernels)) < 200 and "more columns" in repr(kernels)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(propp.ProppError, match=r"pip install propp-gpu\[polars\]"):
        kernels.to_polars()


def test_launches_add_up_to_the_time_of_the_kernels(transpose):
    launches = transpose.launches()
    assert len(launches) == transpose.data["run"]["launches_seen"] == 20
    assert sum(launches.column("duration_ns")) == transpose.data["run"]["kernel_time_ns"]
    for kernel in transpose.kernels():
        of = [launch["duration_ns"] for launch in launches if launch["symbol"] == kernel["symbol"]]
        assert sum(of) == kernel["total_ns"]


def test_counters_are_those_that_criteria_rest_on(transpose):
    counters = transpose.counters()
    assert len(counters) == transpose.data["run"]["launches_measured"]
    executed = "smsp__inst_executed.sum"
    for kernel in transpose.data["kernels"]:
        inputs = {of["name"]: of["number"] for of in kernel["criteria"]["TDiv"]["inputs"]}
        measured = [row[executed] for row in counters if row["symbol"] == kernel["symbol"]]
        assert inputs[executed] in measured


def test_hints_say_what_to_change_and_what_it_brings(transpose):
    hints = transpose.hints().to_dicts()
    of_kernels = sum(len(kernel["advice"]["hints"]) for kernel in transpose.data["kernels"])
    assert len(hints) == of_kernels + len(transpose.data["advice"]["hints"]) > 0
    priced = [hint for hint in hints if hint["likely_ns"] is not None]
    assert priced
    assert all(hint["least_ns"] <= hint["likely_ns"] <= hint["most_ns"] for hint in priced)
    assert all(hint["remedy"] for hint in hints)


def test_lines_have_counts_and_the_hints_on_them(spmv, transpose):
    lines = spmv.lines()
    assert {line["file"].rsplit("/")[-1] for line in lines} >= {"spmv.cu"}
    assert any(line["hints"] for line in lines)
    # Each column of counts is a number of single lines.
    counts = [column for column in lines.columns if column.about == "Counted in one launch"]
    assert counts and all(column.type in ("int", "float") for column in counts)
    with pytest.raises(propp.ProppError, match="propp profile --lines"):
        transpose.lines().to_dicts()


def test_steps_are_those_of_the_launches(transpose, recordings):
    step = propp.read(recordings / "h200_pytorch_step.propp")
    steps = step.steps().to_dicts()
    assert [one["step"] for one in steps] == list(range(1, 11))
    assert [one["step"] for one in steps if one["is_reported"]] == list(range(2, 10))
    of_step = [launch for launch in step.launches() if launch["step"] == 3]
    assert min(launch["start_ns"] for launch in of_step) == steps[2]["start_ns"]
    assert len(of_step) == step.data["run"]["steps"]["launches"]
    assert transpose.steps().to_dicts() == []


@pytest.mark.parametrize("what", ["kernels", "launches", "counters", "hints"])
def test_a_table_is_the_same_in_every_form(transpose, what):
    table = getattr(transpose, what)()
    rows = table.to_dicts()
    names = [column.name for column in table.columns]
    assert len(table) == len(rows) and table[0] == rows[0]
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert list(frame.columns) == names
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == rows
    assert pandas.api.types.is_integer_dtype(frame.dtypes.iloc[-1]) == (table.columns[-1].type == "int")
    polars = pytest.importorskip("polars")
    assert table.to_polars().to_dicts() == rows
    arrow = table.to_arrow()
    assert arrow.to_pylist() == rows
    # Whatever reads Arrow's stream takes the table itself.
    assert polars.DataFrame(table).to_dicts() == rows


def test_only_what_is_asked_for_is_imported():
    code = "import sys, propp; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"pandas", "polars", "pyarrow", "subprocess", "json", "ctypes", "pytest", "importlib.metadata"}


def test_importing_takes_at_most_20_ms():
    code = "import time; t = time.process_time(); import propp; print(time.process_time() - t)"

    def once():
        call = [sys.executable, "-c", code]
        return float(subprocess.run(call, capture_output=True, text=True, check=True).stdout)

    # Of this process alone: other programs run beside it.
    assert min(once() for _ in range(10)) < 0.020


def test_compare_says_which_is_faster(transpose, spmv, recordings):
    same = transpose.compare(transpose)
    assert same.data["schema"] == "propp.compare/1"
    assert "time in kernels" in str(same)
    assert "<pre>" in same._repr_html_()
    with pytest.raises(propp.ProppError, match="nowhere.propp"):
        transpose.compare("nowhere.propp")


def test_gate_holds_a_recording_against_its_baseline(transpose, recordings, tmp_path):
    baseline = tmp_path / "baseline.json"
    baseline.write_text(transpose.baseline())
    verdict = transpose.gate(baseline)
    assert verdict.passed is True
    assert verdict.data["verdict"] == "pass"
    # Once it was faster, and loaded nothing in vain: what is now has regressed.
    before = json.loads(baseline.read_text())
    naive = before["kernels"][0]["measures"]
    naive["time"] = [[ns / 2 for ns in naive["time"][0]]]
    naive["Gran_L1"] = 1
    baseline.write_text(json.dumps(before))
    verdict = transpose.gate(baseline)
    assert verdict.passed is False
    assert verdict.data["exit_code"] == 1
    assert "transpose_naive" in str(verdict)
    # Another program: there is nothing to hold against.
    verdict = propp.read(recordings / "h200_spmv.propp").gate(baseline)
    assert not verdict.passed and verdict.data["exit_code"] == 3
    assert "no kernel in common" in verdict.data["refusal"]
    with pytest.raises(propp.ProppError, match=r"nowhere\.json"):
        transpose.gate(tmp_path / "nowhere.json")


def test_in_a_notebook_a_recording_is_the_top_of_its_page(spmv):
    shown = spmv._repr_html_()
    assert shown.startswith("<iframe sandbox=") and "srcdoc=" in shown
    # Nothing of the page ends the attribute early.
    inside = shown.split('srcdoc="', 1)[1].rsplit('"></iframe>', 1)[0]
    assert '"' not in inside and "&lt;!DOCTYPE html&gt;" in inside
    table = spmv.kernels()._repr_html_()
    assert table.count("<tr>") == 1 + len(spmv.kernels())


def test_a_recording_that_is_not_there_or_damaged_says_so(tmp_path):
    with pytest.raises(propp.ProppError, match="propp profile APP"):
        propp.read(tmp_path / "nowhere.propp")
    damaged = tmp_path / "damaged.propp"
    damaged.write_bytes(b"no recording")
    with pytest.raises(propp.ProppError, match=r"damaged\.propp"):
        propp.read(damaged).kernels().to_dicts()


def test_weights_decide_the_metric(transpose):
    paper = propp.read(transpose.path, weights="paper").kernels().column("QM")
    assert paper != transpose.kernels().column("QM")
    with pytest.raises(propp.ProppError, match="no-such-weights"):
        propp.read(transpose.path, weights="no-such-weights").kernels().to_dicts()


def test_the_command_is_the_one_of_the_package(tmp_path, monkeypatch):
    version = _binary.run(["--version"]).stdout.decode()
    done = subprocess.run([sys.executable, "-m", "propp", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == version
    assert version.split() == ["propp", propp.__version__]
    monkeypatch.setenv("PROPP_BINARY", str(tmp_path / "nowhere"))
    with pytest.raises(propp.ProppError, match="cannot run"):
        _binary.run(["--version"])


def test_exit_codes_and_words_of_the_command_stay(tmp_path):
    done = subprocess.run([sys.executable, "-m", "propp", "show", "nowhere.propp"], capture_output=True, text=True)
    assert done.returncode == 2 and "nowhere.propp" in done.stderr


def test_a_path_is_no_option(recordings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ["--help", "-x.propp"]:
        (tmp_path / name).write_bytes((recordings / "h200_transpose.propp").read_bytes())
        odd = propp.read(name)
        assert len(odd.kernels()) == 4 and "kernels" in odd.data
        (tmp_path / "--version").write_text(odd.baseline())
        assert odd.gate("--version").passed
        assert odd.compare(name).data


def test_sources_are_read_below_the_folders_that_are_named(spmv, repository, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def texts(**options):
        return {line["text"] for line in spmv.lines(**options)}

    assert texts() == {None}
    assert any("sum += value[k]" in (text or "") for text in texts(sources=repository / "examples"))
    assert "sum += value[k]" in spmv.html(sources=repository / "examples")
