"""The five questions about a tree of `propp fleet add`, answered by Dask.

    >>> import propp.fleet
    >>> propp.fleet.ask("tree", "stragglers")           # doctest: +SKIP

The answer is a pandas data frame with the columns and rows of `propp fleet ask`. Workers read the files
and compare the steps; the caller's process answers from the few rows a kernel and rank that are left. The
tasks run wherever Dask runs them: on a `dask.distributed` cluster if the caller has made a `Client` (of
`Client(scheduler_file=…)` for a cluster that runs already), else in threads of this process. Workers of
other machines must see the tree under the same path.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

try:
    import dask
    import pandas as pd
    import pyarrow.parquet as pq
except ImportError as error:
    raise ImportError(f"propp.fleet needs another package ({error}): pip install 'propp-gpu[dask]'") from error

from propp._errors import ProppError

__all__ = ["QUESTIONS", "ask"]

#: From where on a difference is told; those of `propp fleet ask`.
_TIME, _LATE, _OUTLIER, _NEAR, _CHANCE, _STEPS, _COUNT, _RANKS = 0.05, 0.02, 3, 0.02, 0.01, 3, 0.02, 3

#: Files that a task reads, and the tasks that compare steps.
_FILES, _PARTS = 32, 8

_WORK = ["launches", "blocks", "instructions"]
_RANK = ["job", "name", "recording"]
_PLACES = ["steps", "first_step", "last_step"]


def ask(tree: str | Path, question: str) -> pd.DataFrame:
    """The answer to one of `QUESTIONS`, a row a finding."""
    if question not in QUESTIONS:
        raise ProppError(f"there is no question {question!r}; there are: {', '.join(QUESTIONS)}")
    root = Path(tree)
    runs = _table(root, "runs").drop_duplicates("recording")
    if runs.empty:
        raise ProppError(f"{root} is not a tree of recordings: `propp fleet add TREE RECORDING…` makes one")
    kernels = _table(root, "kernels").drop(columns="job")
    kernels = kernels.merge(runs[["recording", "job", "rank", "host", "program"]], on="recording")
    kernels["range"] = kernels["range"].fillna("")
    return QUESTIONS[question](root, runs, kernels).reset_index(drop=True)


# Reading


def _files(root: Path, table: str) -> list[list[str]]:
    files = sorted(str(file) for file in root.glob(f"table={table}/date=*/job=*/*.parquet"))
    return [files[place : place + _FILES] for place in range(0, len(files), _FILES)]


def _read(files: Sequence[str]) -> pd.DataFrame:
    frames = []
    for file in files:
        frame = pq.ParquetFile(file).read().to_pandas()
        frame["job"] = unquote(Path(file).parent.name.removeprefix("job="))
        frames.append(frame)
    return pd.concat(frames)


def _table(root: Path, table: str) -> pd.DataFrame:
    frames = dask.compute(*(dask.delayed(_read)(files) for files in _files(root, table)))
    return pd.concat(frames) if frames else pd.DataFrame(columns=["recording", "job", "rank"])


# Stragglers


def _sums(frame: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Sums; instructions only where all are known."""
    unknown = frame["instructions"].isna().groupby([frame[key] for key in by]).any()
    sums = frame.groupby(by)[["total_ns", *_WORK]].sum().astype(float)
    sums.loc[unknown, "instructions"] = math.nan
    return sums.reset_index()


def _apart(frame: pd.DataFrame, by: list[str], pairs: set[str]) -> pd.DataFrame:
    """The rows of enough ranks, each beside the median of its group: two, in jobs of two ranks."""
    groups = frame.groupby(by)
    frame = frame.assign(
        median_ns=groups["total_ns"].transform("median"), ranks=groups["total_ns"].transform("size")
    )
    frame = frame[frame["ranks"] >= frame["job"].isin(pairs).map({True: 2, False: _RANKS})]
    return frame.assign(excess_ns=frame["total_ns"] - frame["median_ns"])


def _nats(compared: int) -> float:
    return math.log(compared / (2 * _CHANCE))


def _surprise(slow: float, steps: float, usual: float) -> float:
    """How unlikely so many slow steps are, if a rank has them as often as the others (Chernoff)."""
    if slow / steps <= usual:
        return 0.0
    pairs = [(slow, usual), (steps - slow, 1 - usual)]
    return sum(number * math.log(number / steps / share) for number, share in pairs if number > 0)


def _sigmas(jobs: pd.Series, compared: pd.Series) -> pd.Series:
    """Standard deviations from where on one of the values that are compared in the job is told."""
    return jobs.map(lambda job: math.sqrt(2 * _nats(compared[job])))


def _spread(apart: pd.DataFrame) -> pd.Series:
    """The standard deviation of a kernel's values, by their median absolute deviation."""
    return 1.4826 * apart["excess_ns"].abs().groupby([apart["job"], apart["name"]]).transform("median")


def _far(
    apart: pd.DataFrame, far: pd.Series, usual_ns: pd.Series, is_collective: pd.Series, share: pd.Series | float = 1.0
) -> pd.Series:
    """From where on a value is told: no less than what counts as a difference at all."""
    far = far.clip(lower=share * _TIME * apart["median_ns"])
    return far.clip(lower=(share * _LATE * apart["job"].map(usual_ns)).where(is_collective, 0.0))


def _with_work(out: pd.DataFrame, apart: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    usual = apart.merge(out[by].drop_duplicates(), on=by).groupby(by)[_WORK].median()
    return out.merge(usual.add_prefix("usual_").reset_index(), on=by)


def _caused(out: pd.DataFrame, excess: pd.Series, collectives: set[str]) -> pd.DataFrame:
    ratios = pd.DataFrame({of: out[of] / out[f"usual_{of}"].where(out[f"usual_{of}"] > 0) for of in _WORK})
    out = out.assign(work_ratio=ratios.max(axis=1))
    enough = (0.5 * excess).clip(lower=_COUNT)
    known = out["instructions"].notna() & out["work_ratio"].notna()
    cause = known.map({True: "slower hardware", False: "unknown"}).astype(object)
    cause = cause.mask(out["work_ratio"] - 1 > enough, "more work")
    return out.assign(cause=cause.mask(out["name"].isin(collectives), "late"))


def _split(files: Sequence[str], jobs: dict[str, str]) -> list[pd.DataFrame]:
    """The steps in some files, in parts by the names of the kernels."""
    frame = _read(files)
    frame["job"] = frame["recording"].map(jobs)
    frame = frame[frame["job"].notna()]
    part = frame["name"].map(lambda name: int(name[:8], 16) % _PARTS)
    return [frame[part == place] for place in range(_PARTS)]


def _steps_apart(frames: Sequence[pd.DataFrame], pairs: set[str]) -> pd.DataFrame:
    return _apart(pd.concat(frames), ["job", "name", "step"], pairs)


def _ranked(apart: pd.DataFrame) -> pd.DataFrame:
    """Of each rank how many steps it has, by what share it is slower, and the variance of its total, if its
    steps are independent of each other."""
    groups = apart.groupby(_RANK)
    sums, steps = groups[["total_ns", "median_ns"]].sum(), groups.size()
    excess = sums["total_ns"] / sums["median_ns"] - 1
    return pd.DataFrame({"steps": steps, "excess": excess, "variance": steps * groups["excess_ns"].var()})


def _whole(
    ran: pd.DataFrame,
    ranked: Sequence[pd.DataFrame],
    job_ns: pd.Series,
    collectives: set[str],
    pairs: set[str],
) -> pd.DataFrame:
    """Ranks that are slow in all of the recording."""
    apart = _apart(_sums(ran, _RANK), ["job", "name"], pairs)
    is_pair = apart["job"].isin(pairs)
    is_collective = apart["name"].isin(collectives)
    # A few ranks tell poorly what is by chance; their many steps tell it well.
    noise = pd.concat(ranked)["variance"].groupby(["job", "name"]).median() ** 0.5
    noise = noise.reindex(pd.MultiIndex.from_frame(apart[["job", "name"]])).set_axis(apart.index)
    sigmas, spread = _sigmas(apart["job"], apart.groupby("job").size()), _spread(apart)
    # The median of two ranks is in the middle between them; how their steps vary tells of them alone.
    far = (sigmas * noise).clip(lower=(_OUTLIER * spread).where(~is_pair, 0.0))
    far = far.where(noise.notna(), (sigmas * spread).where(~is_pair, math.inf))
    sign = is_collective.map({True: -1, False: 1})
    far = _far(apart, far, job_ns, is_collective, is_pair.map({True: 0.5, False: 1.0}))
    out = _with_work(apart[sign * apart["excess_ns"] > far], apart, ["job", "name"])
    return _caused(out, out["total_ns"] / out["median_ns"] - 1, collectives).assign(span="all")


def _slow_steps(
    apart: pd.DataFrame,
    ranked: Sequence[pd.DataFrame],
    whole: pd.DataFrame,
    step_ns: pd.Series,
    collectives: set[str],
    pairs: set[str],
) -> pd.DataFrame:
    """Ranks that are slow in some steps, and not in all of the recording."""
    jobs = pd.concat(ranked)["steps"].groupby("job")
    cells, ranks = jobs.sum(), jobs.size()
    is_collective = apart["name"].isin(collectives)
    far = _far(apart, _sigmas(apart["job"], cells) * _spread(apart), step_ns, is_collective)
    sign = is_collective.map({True: -1, False: 1})
    # A rank that is a little slower than the others may be the only one beyond the limit: it is held against
    # the others as if they were slower by that.
    is_near = sign * (apart["total_ns"] * (1 + _NEAR * sign) - apart["median_ns"]) > far
    near = apart.assign(is_out=sign * apart["excess_ns"] > far)[is_near]
    of_rank = _ranked(apart)[["steps", "excess"]]
    slow, count = near.groupby(_RANK)["is_out"].sum(), near.groupby(_RANK).size()
    of_rank = of_rank.assign(slow=slow, near=count).fillna({"slow": 0, "near": 0})
    of_rank = of_rank[~of_rank.index.isin(pd.MultiIndex.from_frame(whole[_RANK]))]
    others = of_rank[["steps", "near"]].groupby(["job", "name"]).transform("sum") - of_rank[["steps", "near"]]
    usual = (others["near"] + 1) / (others["steps"] + 1)
    surprise = pd.Series(map(_surprise, of_rank["slow"], of_rank["steps"], usual), of_rank.index, dtype=float)
    chance = of_rank.index.get_level_values("job").map(lambda job: _nats(ranks[job]))
    # Of two ranks neither shows how often steps are slow by chance.
    is_pair = of_rank.index.get_level_values("job").isin(pairs)
    named = of_rank[(of_rank["slow"] >= _STEPS) & (surprise > chance) & ~is_pair]
    out = near[near["is_out"]].merge(named["excess"].rename("of_all").reset_index(), on=_RANK)
    groups = _with_work(out, apart, ["job", "name", "step"]).groupby(_RANK)
    sums = ["total_ns", "median_ns", *_WORK, *(f"usual_{of}" for of in _WORK)]
    slow_steps = groups[sums].sum().astype(float)
    unknown = groups["instructions"].agg(lambda values: values.isna().any()).astype(bool)
    slow_steps.loc[unknown, "instructions"] = math.nan
    steps = groups["step"].agg(["size", "min", "max"]).set_axis(_PLACES, axis=1)
    slow_steps = slow_steps.join(steps).join(groups["of_all"].first()).reset_index()
    # Slow steps are a rank's longest: all steps tell what it has more work for.
    excess = (slow_steps["total_ns"] / slow_steps["median_ns"] - 1).clip(upper=slow_steps["of_all"])
    return _caused(slow_steps, excess, collectives).assign(span="steps")


def _stragglers(root: Path, runs: pd.DataFrame, kernels: pd.DataFrame) -> pd.DataFrame:
    names = kernels.drop_duplicates("name").set_index("name")[["function", "range"]]
    collectives = set(names.index[names["function"].str.startswith("nccl")])
    ran = kernels[kernels["launches"] > 0].copy()
    for of in ["blocks", "instructions"]:
        ran[of] = ran[of] * ran["launches"]
    totals = ran.groupby(["job", "recording"])["total_ns"].sum()
    job_ns = totals.groupby("job").median()
    step_ns = job_ns / runs.groupby("job")["steps"].median()
    usual = runs.groupby("job")["steps"].transform("median")
    like = runs[(runs["steps"] - usual).abs() <= 0.1 * usual]
    jobs = dict(zip(like["recording"], like["job"]))
    pieces = [dask.delayed(_split, nout=_PARTS)(files, jobs) for files in _files(root, "steps")]
    sizes = runs.groupby("job").size()
    pairs = set(sizes.index[sizes == 2])
    parts = [dask.delayed(_steps_apart)([piece[place] for piece in pieces], pairs) for place in range(_PARTS)]
    ranked = [dask.delayed(_ranked)(part) for part in parts]
    whole = dask.delayed(_whole)(ran, ranked, job_ns, collectives, pairs)
    slow = [dask.delayed(_slow_steps)(part, ranked, whole, step_ns, collectives, pairs) for part in parts]
    whole, *slow = dask.compute(whole, *slow)
    frames = [whole.assign(**dict.fromkeys(_PLACES, math.nan)), *slow]
    rows = pd.concat([frame for frame in frames if len(frame)] or frames[:1])
    rows = rows.merge(names, left_on="name", right_index=True)
    rows = rows.merge(runs[["recording", "rank", "host", "gpu", "gpu_uuid", "file"]], on="recording")
    rows = rows.assign(size=-(rows["total_ns"] - rows["median_ns"]).abs())
    columns = ["job", "rank", "host", "gpu", "gpu_uuid", "cause", "function", "range", "span"]
    columns += ["total_ns", "median_ns", "work_ratio", *_PLACES, "file", "recording"]
    return rows.sort_values(["size", "job", "function", "range", "rank"])[columns]


# The other questions


def _differs(root: Path, runs: pd.DataFrame, kernels: pd.DataFrame) -> pd.DataFrame:
    by = ["job", "function", "range"]
    launched = kernels["grid"] + " " + kernels["block"] + " " + kernels["dynamic_shared_bytes"].astype(str)
    answers = []
    for what, own in [("code", kernels["code"]), ("configuration", launched)]:
        known = kernels.assign(own=own)[own.notna()]
        sets = known.groupby([*by, "recording"])["own"].agg(lambda values: ", ".join(sorted(set(values))))
        sets = sets.reset_index()
        frequent = sets.groupby([*by, "own"]).size().rename("ranks").reset_index()
        frequent = frequent.sort_values(["ranks", "own"], ascending=[False, True]).drop_duplicates(by)
        sets = sets.merge(frequent[[*by, "own"]].rename(columns={"own": "usual"}), on=by)
        answers.append(sets[sets["own"] != sets["usual"]].assign(what=what))
    counts = kernels.groupby([*by, "recording"])["instructions"].mean().dropna().rename("count").reset_index()
    counts["median"] = counts.groupby(by)["count"].transform("median")
    counts = counts[(counts["count"] - counts["median"]).abs() > _COUNT * counts["median"]]
    words = {"own": counts["count"].map("{:.0f}".format), "usual": counts["median"].map("{:.0f}".format)}
    answers.append(counts.assign(what="counts", **words))
    rows = pd.concat(answers).merge(runs[["recording", "rank", "host"]], on="recording")
    rows = rows.sort_values(["job", "what", "function", "range", "rank"])
    return rows[["job", "what", "function", "range", "rank", "host", "own", "usual", "recording"]]


def _since(root: Path, runs: pd.DataFrame, kernels: pd.DataFrame) -> pd.DataFrame:
    begun = runs.groupby("job")["created_utc"].min().rename("begun")
    series = ["program", "function", "range", "what"]
    values = kernels.melt(["job", "program", "function", "range"], ["instructions", "qm"], "what", "number")
    middle = values.dropna(subset="number").groupby([*series, "job"])["number"].median().rename("after")
    middle = middle.reset_index().merge(begun, left_on="job", right_index=True)
    middle = middle.sort_values(["begun", "job"])
    middle["before"] = middle.groupby(series)["after"].shift()
    changed = (middle["after"] - middle["before"]).abs() > _COUNT * middle["before"].abs()
    rows = middle[changed].drop_duplicates(series).rename(columns={"begun": "created_utc"})
    rows = rows.sort_values(["created_utc", "job", *series])
    return rows[["job", "created_utc", *series, "before", "after"]]


def _worst(root: Path, runs: pd.DataFrame, kernels: pd.DataFrame) -> pd.DataFrame:
    by = ["function", "range"]
    kernels = kernels.assign(saved=(kernels["total_ns"] * kernels["promise"]).astype(float))
    rows = kernels.groupby(by)[["total_ns", "saved"]].sum() / 3.6e12
    rules = kernels.dropna(subset="promise").groupby([*by, "rule"])["saved"].sum().reset_index()
    rules = rules.sort_values(["saved", "rule"], ascending=[False, True]).drop_duplicates(by)
    rows = rows.join(rules.set_index(by)["rule"]).reset_index()
    rows = rows.set_axis([*by, "gpu_hours", "saved_hours", "rule"], axis=1)
    return rows.sort_values(["saved_hours", *by], ascending=[False, True, True])


def _missing(job: str, ranks: pd.DataFrame) -> Iterator[dict[str, object]]:
    """Ranks without a recording; those that follow one another are one row."""
    world = int(ranks["world"].fillna(0).max())
    there = sorted({int(rank) for rank in ranks["rank"].dropna() if 0 <= rank < world})
    bounds = [-1, *there, world]
    for before, after in zip(bounds, bounds[1:]):
        first, last = before + 1, after - 1
        which = "these ranks" if last > first else "the rank"
        if last >= first:
            yield {
                "job": job,
                "rank": first,
                "last_rank": last if last > first else None,
                "what": "recording",
                "why": f"no recording of {which} is in the tree",
            }


def _lost(root: Path, runs: pd.DataFrame, kernels: pd.DataFrame) -> pd.DataFrame:
    notices = _table(root, "notices")
    told = notices[notices["severity"] != "info"].groupby("recording")["code"]
    why = told.agg(lambda codes: ", ".join(sorted(set(codes)))).rename("why")
    of_run = runs[["job", "rank", "host", "recording", "finished"]].merge(
        why, how="left", left_on="recording", right_index=True
    )
    without = kernels[kernels["measured"] == 0].groupby("recording").size().rename("kernels")
    counters = of_run.merge(without, left_on="recording", right_index=True).assign(what="counters")
    cut = of_run[of_run["finished"] == 0].assign(what="end")
    missing = [row for job, ranks in runs.groupby("job") for row in _missing(job, ranks)]
    columns = ["job", "rank", "last_rank", "host", "what", "kernels", "why", "recording"]
    found = [frame for frame in [counters, cut, pd.DataFrame(missing)] if len(frame)]
    rows = pd.concat(found) if found else pd.DataFrame(columns=columns)
    rows = rows.reindex(columns=columns)
    rows["why"] = rows["why"].fillna("")
    return rows.sort_values(["job", "rank", "what", "recording"], na_position="first")


#: The questions and what answers them.
QUESTIONS: dict[str, Callable[[Path, pd.DataFrame, pd.DataFrame], pd.DataFrame]] = {
    "stragglers": _stragglers,
    "differs": _differs,
    "since": _since,
    "worst": _worst,
    "lost": _lost,
}
