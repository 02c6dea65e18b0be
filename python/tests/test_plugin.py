"""The pytest plugin: what it runs, how it judges, and what a failure says."""

import json
import os
import re
import stat
import sys
from pathlib import Path

import pytest

import propp
from propp import _binary, _pytest_run
from propp._errors import ProppError
from propp._judging import Asserted, Rule, judge
from propp._telling import tell

STAND_IN = Path(__file__).with_name("stand_in.py")


@pytest.fixture
def gpu(pytester, monkeypatch, recordings, tmp_path):
    """A propp that takes the recording of examples/transpose for what a test did."""
    command = tmp_path / "propp"
    command.write_text(f"#!{sys.executable}\n" + STAND_IN.read_text())
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PROPP_REAL", _binary.find())
    monkeypatch.setenv("PROPP_BINARY", str(command))
    monkeypatch.setenv("STAND_IN_RECORDING", str(recordings / "h200_transpose.propp"))
    monkeypatch.setenv("STAND_IN_LINES", str(recordings / "h200_spmv.propp"))
    return pytester


def marked(pytester, marker, body="pass"):
    pytester.makepyfile(test_it=f"import pytest\n\n@pytest.mark.propp({marker})\ndef test_transpose():\n    {body}\n")


def run(pytester, *options):
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


def test_a_test_whose_kernels_are_as_asserted_passes(gpu):
    marked(gpu, 'kernel="transpose_padded", Gran_L1=">=0.9", local_memory=0, time="<=1ms"')
    run(gpu).assert_outcomes(passed=1)


def test_a_kernel_that_is_not_fails_the_test_with_its_hint_in_pytests_words(gpu):
    marked(gpu, 'kernel="transpose_naive", Gran_L1=">=0.9"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            ">   @pytest.mark.propp(kernel='transpose_naive', Gran_L1='>=0.9')",
            "E   assert 0.0606061 >= 0.9",
            "E    +  where 0.0606061 = Gran_L1 of transpose_naive(float const*, float*, int)",
            "E      its line is not known: the code has no line information (nvcc -lineinfo gives it)",
            "E      hint: *",
            "E      a launch takes * us now, and likely * us then",
            "FAILED test_it.py::test_transpose - assert 0.0606061 >= 0.9, Gran_L1 of tra*",
        ]
    )


def test_a_failure_names_the_line_and_tells_a_kernel_once(gpu, monkeypatch, recordings):
    monkeypatch.setenv("STAND_IN_RECORDING", str(recordings / "h200_spmv.propp"))
    marked(gpu, 'kernel="row_per_thread", Gran_L1=">=0.9", time="<=1us"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "E   assert 0.0468085 >= 0.9",
            "E    +  where 0.0468085 = Gran_L1 of row_per_thread(*",
            "E   assert * <= 1000",
            "E      at spmv.cu:27*",
            "E      hint: Uncoalesced loads: *",
        ]
    )
    assert done.stdout.str().count("hint:") == 1
    assert "traceback" not in done.stdout.str()


def test_a_failing_test_runs_once_more_for_its_lines_and_a_passing_one_does_not(gpu):
    gpu.makepyfile(
        test_it="""
        import pytest

        @pytest.mark.propp(Gran_L1=">=0.99", OCC=">=2")
        def test_fails():
            print("ran", file=open("failing", "a"))

        @pytest.mark.propp(kernel="transpose_padded", OCC=1)
        def test_passes():
            print("ran", file=open("passing", "a"))
        """
    )
    run(gpu, "--propp-keep", "kept").assert_outcomes(failed=1, passed=1)
    assert (gpu.path / "failing").read_text().split() == ["ran", "ran"]
    assert (gpu.path / "passing").read_text().split() == ["ran"]
    assert len(list((gpu.path / "kept").glob("*.lines.propp"))) == 1


def test_a_run_for_lines_that_goes_wrong_is_told_and_the_failure_is_the_same(gpu, monkeypatch):
    monkeypatch.delenv("STAND_IN_LINES")
    marked(gpu, 'kernel="transpose_naive", Gran_L1=">=0.9"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*assert 0.0606061 >= 0.9", "*its line is not known: with --lines the GPU is lost*"])


class Unplaced(propp.Recording):
    """A recording as it is without a run for lines."""

    def hints(self):
        return [{**hint, "file": None, "line": None} for hint in super().hints()]


def test_the_line_is_the_hints_or_else_the_one_with_most_of_the_time():
    slow = Path(__file__).parent / "fixtures/slow_transpose.propp"
    first = Unplaced(slow)
    asserted = Asserted.parse({"kernel": "transpose", "Gran_L1": ">=0.9", "time": "<=1.05*baseline"})
    failures = judge(first, asserted, slow.with_name("transpose_baseline.json"))
    assert [failure.quantity for failure in failures] == ["Gran_L1", "time"]
    asked = []

    def told(lines):
        return tell(asserted.given, failures, first, lambda: asked.append(lines) or lines)

    assert "E      at transpose.cu:10" in told(propp.read(slow))
    assert len(asked) == 1
    assert "% of its time is at transpose.cu:10" in told(first)
    assert "E      its line is not known: no GPU" in told("no GPU")


def test_all_kernels_are_asserted_if_none_is_named(gpu):
    marked(gpu, 'SMem_eff=">=0.9"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    text = done.stdout.str()
    assert "SMem_eff of transpose_tiled(" in text
    # Kernels without shared memory have no such value, and are not asserted.
    assert "SMem_eff of transpose_naive(" not in text


def test_the_test_runs_with_its_fixtures_and_parameters_under_propp_alone(gpu):
    gpu.makepyfile(
        test_it="""
        import os, pathlib, pytest

        @pytest.fixture
        def size(tmp_path):
            assert os.environ.get("PROPP_PYTEST_INNER"), "only under propp"
            return 3

        class TestAll:
            @pytest.mark.parametrize("times", [1, 2, "a b[c]"])
            @pytest.mark.propp(kernel="transpose_padded", OCC=1)
            def test_sizes(self, size, times, propp_baseline):
                assert size == 3 and propp_baseline.suffix == ".json"
                with open("ran", "a") as ran:
                    ran.write(f"{times};")

        def test_without_the_marker():
            assert not os.environ.get("PROPP_PYTEST_INNER")
        """
    )
    run(gpu).assert_outcomes(passed=4)
    assert (gpu.path / "ran").read_text() == "1;2;a b[c];"


def test_a_test_that_fails_by_itself_says_so(gpu):
    marked(gpu, 'OCC=">0"', "assert 1 + 1 == 3")
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*failed under propp*", "*assert (1 + 1) == 3*"])


def test_a_test_that_skips_itself_is_skipped(gpu):
    marked(gpu, 'OCC=">0"', 'pytest.skip("no weather today")')
    done = run(gpu, "-rs")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["*no weather today*"])


def test_the_baseline_is_written_when_asked_for_and_a_regression_fails(gpu):
    marked(gpu, 'time="<=1.05*baseline", Gran_L1=">=0.98*baseline"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*there is no baseline *; `pytest --propp-update` writes it"])
    run(gpu, "--propp-update").assert_outcomes(passed=1)
    run(gpu).assert_outcomes(passed=1)
    [baseline] = (gpu.path / ".propp").iterdir()
    before = json.loads(baseline.read_text())
    naive = before["kernels"][0]["measures"]
    naive["time"] = [[ns / 2 for ns in naive["time"][0]]]
    # Criteria that are not asserted may change.
    naive["LB_SM"] = 1
    baseline.write_text(json.dumps(before))
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "E   assert * <= *",
            "E    +  where * = time of transpose_naive(*, and * = 1.05 * * of the baseline",
            "E      hint: *",
        ]
    )
    # Once: the time of all kernels is no assertion of its own.
    assert done.stdout.str().count("of the baseline") == 1
    assert "LB_SM" not in done.stdout.str()


def test_without_counters_tests_are_skipped_with_the_reason_or_fail(gpu, monkeypatch):
    monkeypatch.setenv("PROPP_BINARY", str(gpu.makefile(".sh", propp=DOCTOR)))
    (gpu.path / "propp.sh").chmod(0o755)
    marked(gpu, 'OCC=">0"')
    done = run(gpu, "-rs")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["*propp cannot read counters here: no NVIDIA kernel module is loaded; install it*"])
    done = run(gpu, "--propp-require")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*propp cannot read counters here: no NVIDIA kernel module*"])


def test_counters_that_are_refused_while_the_test_runs_are_a_reason_to_skip(gpu, monkeypatch):
    monkeypatch.setenv("STAND_IN_COUNTERS", "0")
    marked(gpu, 'OCC=">0"')
    done = run(gpu, "-rs")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["*propp cannot read counters here: *counters are not permitted*"])


DOCTOR = """#!/bin/sh
echo '{"can_profile": false, "checks": [{"name": "driver", "state": "problem",
"finding": "no NVIDIA kernel module is loaded", "cure": "install it"}]}'
exit 4
"""


def test_workers_of_xdist_run_marked_tests_too(gpu):
    pytest.importorskip("xdist")
    gpu.makepyfile(
        test_it="""
        import pytest

        @pytest.mark.parametrize("n", range(4))
        @pytest.mark.propp(kernel="transpose_padded", OCC=1)
        def test_it(n):
            pass
        """
    )
    run(gpu, "-n", "2").assert_outcomes(passed=4)


def test_recordings_are_kept_where_asked_for(gpu):
    marked(gpu, 'OCC=">0"')
    run(gpu, "--propp-keep", "kept").assert_outcomes(passed=1)
    assert [path.suffix for path in (gpu.path / "kept").iterdir()] == [".propp"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "nothing is asserted"),
        ({"OCC": "about 1"}, "is no assertion"),
        ({"OCC": True}, "give a number"),
        ({"time": "<=3 parsec"}, "is no assertion"),
        ({"registers": "<=1.05*baseline"}, "registers has no baseline"),
        ({"time": ">=1.05*baseline"}, "may become worse"),
        ({"Gran_L1": "<=1.05*baseline"}, "may become worse"),
        ({"kernel": 3, "OCC": 1}, "give a name"),
    ],
)
def test_a_marker_that_says_nothing_is_refused(given, words):
    with pytest.raises(ProppError, match=re.escape(words)):
        Asserted.parse(given)


def test_numbers_have_units():
    def number(text):
        return Rule.parse("time", text).number

    assert [number(text) for text in ("<=20us", "<= 1.5 ms", "<2e3ns", ">=3")] == [20e3, 1.5e6, 2e3, 3]
    assert Rule.parse("local_memory", 0).comparison == "=="


def test_a_quantity_that_there_is_not_is_an_error(gpu):
    marked(gpu, 'Gran_L7=">=0.9"')
    done = run(gpu)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*there is no Gran_L7 to assert; there are time, local_memory, *Gran_L1*"])


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Where locks may be."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "runtime").mkdir(mode=0o700)
    return tmp_path / "runtime", tmp_path / f"propp-{os.getuid()}"


def test_a_lock_is_in_a_folder_of_the_users_and_truncates_nothing(folders):
    for folder in folders:
        (folder.parent / "victim").write_text("kept")
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = folder / "propp-pytest.lock"
        lock.unlink(missing_ok=True)
        lock.symlink_to(folder.parent / "victim")
        for _ in range(2):
            made = _pytest_run._lock()
            if made is not None:
                os.close(made)
        assert (folder.parent / "victim").read_text() == "kept"
        lock.unlink()
        made = _pytest_run._lock()
        assert made is not None and lock.is_file()
        os.close(made)
        folder.chmod(0o777)


def test_tests_run_where_no_lock_can_be_made(folders):
    runtime, own = folders
    runtime.chmod(0o777)
    own.symlink_to(runtime)
    assert _pytest_run._lock() is None and not list(runtime.iterdir())
    with pytest.warns(UserWarning, match="may measure each other"), _pytest_run._alone():
        pass
