"""Captured launches: replayed by a stand-in where a GPU is needed, emulated by the real propp."""

import json
import stat
import sys

import pytest

import propp

REPLAYED = {
    "schema": "propp.replay/1",
    "captured": {"right": True, "wrong": 0, "compared": 4096, "median_ns": 7070.0},
    "other": {"right": True, "wrong": 0, "compared": 4096, "median_ns": 6080.0},
    "comparison": {"verdict": "faster", "ratio": 1.163, "chance": 4.6e-7},
}


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A propp that does what a text of Python does, and keeps its words in the file `words`."""

    def make(text):
        command = tmp_path / "propp"
        head = f"#!{sys.executable}\nimport json, os, sys\nwords = sys.argv[1:]\n"
        keep = f"json.dump(words, open({str(tmp_path / 'words')!r}, 'w'))\n"
        command.write_text(head + keep + text)
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PROPP_BINARY", str(command))
        return lambda: json.loads((tmp_path / "words").read_text())

    return make


def test_options_of_a_replay_and_its_report(stand_in):
    words = stand_in(f"print({json.dumps(REPLAYED)!r})")
    replayed = propp.replay("k.launch", source="mine.cu", grid=[64, 2], tolerance=1e-5, rounds=50, warm=True)
    options = ["--source=mine.cu", "--grid=64,2", "--tolerance=1e-05", "--rounds=50", "--warm"]
    assert words() == ["replay", "--quiet", "--format", "json", *options, "k.launch"]
    assert (replayed.right, replayed.verdict, replayed.ratio, replayed.median_ns) == (True, "faster", 1.163, 7070.0)
    shown = ["captured  7.07 us, results right", "other     6.08 us, results right"]
    assert str(replayed).splitlines()[:2] == shown and "1.16 times as fast" in str(replayed)


def test_an_implementation_that_is_wrong_has_no_verdict(stand_in):
    wrong = {**REPLAYED, "other": {**REPLAYED["other"], "right": False, "wrong": 16}}
    stand_in(f"print({json.dumps(wrong)!r}); sys.exit(1)")
    replayed = propp.replay("-k.launch", other="wrong.cubin")
    assert (replayed.right, replayed.verdict, replayed.ratio) == (False, None, None)
    assert "RESULTS DIFFER: 16 of 4096 numbers" in str(replayed)


def test_a_launch_is_captured_from_a_program(stand_in, tmp_path, capfd):
    write = "print('loss 1'); open(words[words.index('--output') + 1], 'w').write('launch'); sys.exit(3)"
    words = stand_in(write)
    file = tmp_path / "k.launch"
    launch = propp.capture("layer_norm", ["train.py", "1"], output=file, launch=5, stop=True, limit_mib=100)
    assert (launch.path, launch.exit_code) == (file, 3)
    assert capfd.readouterr().out == "loss 1\n"
    options = ["--kernel", "layer_norm", "--launch", "5", "--output", str(file), "--limit", "100", "--stop"]
    assert words() == ["capture", "--quiet", *options, "--", sys.executable, "train.py", "1"]


def test_a_launch_that_is_not_captured_is_an_error_also_where_a_file_was(stand_in, tmp_path, capfd):
    file = tmp_path / "k.launch"
    file.write_text("an older one")
    stand_in("print('propp: no kernel was launched', file=sys.stderr); sys.exit(125)")
    with pytest.raises(propp.ProppError, match="^no kernel was launched$"):
        propp.capture("missing", ["./app"], output=file, force=True)
    assert "no kernel was launched" in capfd.readouterr().err
    with pytest.raises(propp.ProppError, match="no program is given"):
        propp.capture("k", [])


def test_a_launch_is_emulated_without_a_gpu(repository, tmp_path):
    launch = propp.Launch(repository / "tests/fixtures/launches/sum_levels.launch")
    recording = launch.emulate(tmp_path / "r.propp")
    [kernel] = recording.kernels()
    assert "sum_levels" in str(kernel["kernel"])


def test_what_is_not_a_launch_is_told(repository):
    with pytest.raises(propp.ProppError, match="it is not a captured launch"):
        propp.replay(repository / "Cargo.toml")
