"""docs/python.md and examples/python as they are printed."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import propp


def blocks(repository, fence):
    text = (repository / "docs/python.md").read_text()
    return re.findall(rf"^```{fence}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_the_blocks_of_the_page_run_one_after_the_other(repository, monkeypatch, capsys):
    pytest.importorskip("pandas")
    monkeypatch.chdir(repository)
    names = {}
    code = blocks(repository, "python")
    assert len(code) >= 6
    for block in code:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert "transpose_naive" in capsys.readouterr().out


def test_methods_of_the_table_are_there(repository):
    text = (repository / "docs/python.md").read_text()
    methods = re.findall(r"^\| `(\w+)\(\)` \|", text, flags=re.MULTILINE)
    assert len(methods) == 7 and all(hasattr(propp.Recording, name) for name in methods)


def test_the_failure_that_the_page_shows_is_what_pytest_prints(repository, monkeypatch):
    from propp._judging import Asserted, judge
    from propp._telling import tell

    # The source is read where a test runs.
    monkeypatch.chdir(repository / "python/device")
    slow = repository / "python/tests/fixtures/slow_transpose.propp"
    [marker] = re.findall(r"mark.propp\((.*)\)", Path("test_transpose.py").read_text())
    asserted = Asserted.parse(eval(f"dict({marker})"))
    recording = propp.read(slow)
    failures = judge(recording, asserted, slow.with_name("transpose_baseline.json"))
    printed = tell(asserted.given, failures, recording, lambda: "not asked for").splitlines()
    text = (repository / "docs/python.md").read_text()
    shown = re.findall(r"^    ([>E]   .*)$", text, flags=re.MULTILINE)
    assert len(shown) == len(printed) == 9
    for line, real in zip(shown, printed, strict=True):
        # The likely time is of the weights, which change.
        assert real.startswith(re.sub(r"…$|(?<=likely ).*", "", line))


def test_cells_of_the_notebook_run_on_the_bundled_recording(repository, monkeypatch, capsys):
    monkeypatch.chdir(repository)
    notebook = json.loads((repository / "examples/python/recording.ipynb").read_text())
    names = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        # A notebook shows what the last expression of a cell is.
        tree = ast.parse(cell["source"])
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "recording.ipynb", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "recording.ipynb", "eval"), names)
            shown.append(value._repr_html_())
    assert len(shown) == 2
    printed = capsys.readouterr().out
    assert "spmv.cu:" in printed and "x  " in printed


def test_examples_that_need_a_gpu_are_python_and_name_what_there_is(repository):
    for name in ("train.py", "test_softmax.py"):
        ast.parse((repository / "examples/python" / name).read_text())
    from propp._judging import Asserted

    text = (repository / "examples/python/test_softmax.py").read_text()
    [marker] = re.findall(r"@pytest.mark.propp\((.*)\)", text)
    assert len(Asserted.parse(eval(f"dict({marker})")).rules) == 3


def test_the_cost_of_a_range_is_measured(repository):
    call = [sys.executable, str(repository / "examples/python/range_cost.py")]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\d+ ns a range\n", done.stdout)
