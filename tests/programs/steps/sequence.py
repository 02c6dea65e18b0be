"""Writes the order of a program's launches as text, with the steps that the program marked.

    python3 sequence.py RECORDING.propp > NAME.txt
    python3 sequence.py RECORDING.propp KIND COUNT KERNEL [END] > NAME.txt

The second form is for programs that launch from threads without ranges, such as JAX: the COUNT
steps of KIND begin with the last launches of KERNEL, and end before the next launch of END.

The recording comes from `propp profile --runs trace --nvtx-include all`. The first lines say what
was recorded; `name` lines give the kernels their numbers from 0; `steps` lines are the truth: the
kind, the first launch of each step, and the launch after the last; `launch` lines have the number
of the kernel, when it started and how long it ran (ns), what the host did before it: `w`, it
waited or copied from the GPU; `c`, it copied to the GPU; and the number of the site from which it was
launched, 0 if that is not known, and for all kernels of a call but the first. `site` lines have the number of a site, that of the call of its function, its
position in the function, its line, and the function.
"""

import bisect
import gzip
import shutil
import sqlite3
import sys
import tempfile

HOST_TO_DEVICE, DEVICE_TO_HOST, STREAM_FOR_EVENT = 1, 2, 2


def opened(path):
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if not packed:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with tempfile.NamedTemporaryFile(delete=False) as plain, gzip.open(path) as file:
        shutil.copyfileobj(file, plain)
    return sqlite3.connect(plain.name)


def launches_of(db):
    """Process, correlation, function, range, start, duration; of the process with most of them."""
    rows = db.execute(
        "select s.process, k.correlation, f.text, r.text, k.start_ns, k.duration_ns from kernel k"
        " join stream s on s.id = k.stream join signature g on g.id = k.signature"
        " join name f on f.id = g.function left join name r on r.id = k.nvtx"
    ).fetchall()
    processes = [row[0] for row in rows]
    most = max(set(processes), key=processes.count)
    return most, sorted(row[1:] for row in rows if row[0] == most)


def calls(db, process):
    """The numbers of the calls that wait for the GPU or copy from it, and that copy to it."""
    waits = db.execute(
        "select correlation from sync where process = ? and kind != ?", (process, STREAM_FOR_EVENT)
    )
    copy = (
        "select correlation from copy c join stream s on s.id = c.stream"
        " where s.process = ? and direction = ?"
    )
    waited = [row[0] for row in waits]
    waited += [row[0] for row in db.execute(copy, (process, DEVICE_TO_HOST))]
    copied = [row[0] for row in db.execute(copy, (process, HOST_TO_DEVICE))]
    return sorted(waited), sorted(copied)


def sites(db, process):
    """The sites of a process, and the site of each call."""
    rows = db.execute(
        "select s.number, s.parent, s.position, s.line, n.text from site s join name n"
        " on n.id = s.function where s.process = ? order by s.number",
        (process,),
    ).fetchall()
    calls = "select correlation, site from launched_from where process = ?"
    return rows, dict(db.execute(calls, (process,)).fetchall())


def is_between(numbers, low, high):
    return bisect.bisect_left(numbers, high) > bisect.bisect_right(numbers, low)


def truth(ranges):
    """The first launch of each step by its kind, and where the last ends."""
    kinds = {}
    for place, name in enumerate(ranges):
        if name and name.startswith("step:"):
            _, kind, number = name.split(":")
            kinds.setdefault(kind, {}).setdefault(int(number), place)
    out = []
    for kind, begins in kinds.items():
        last = f"step:{kind}:{max(begins)}"
        after = begins[max(begins)]
        while after < len(ranges) and ranges[after] in (last, None):
            after += 1
        out.append((kind, sorted(begins.values()), after))
    return out


def by_kernel(launches, kind, count, kernel, end=None):
    """The same by the name of the first kernel of each step."""
    names = [row[1] for row in launches]
    begins = [
        place
        for place, name in enumerate(names)
        if kernel in name and (place == 0 or kernel not in names[place - 1])
    ][-int(count) :]
    after = (place for place in range(begins[-1], len(names)) if end and end in names[place])
    return [(kind, begins, next(after, len(names)))]


def main():
    db = opened(sys.argv[1])
    command = db.execute("select value from meta where key like 'command%'").fetchone()
    device = db.execute("select name from device").fetchone()
    process, launches = launches_of(db)
    waited, copied = calls(db, process)
    numbers = {}
    for row in launches:
        numbers.setdefault(row[1], len(numbers))
    print(f"# {command[0] if command else ''} on {device[0] if device else ''}")
    for name in numbers:
        print("name", name)
    words = sys.argv[2:]
    marked = by_kernel(launches, *words) if words else truth([row[2] for row in launches])
    known, launched_from = sites(db, process)
    for number, parent, position, line, function in known:
        print("site", number, parent, position, line or 0, function)
    for kind, begins, end in marked:
        print("steps", kind, *begins, end)
    first, before = launches[0][3] if launches else 0, 0
    for correlation, name, _, start, duration in launches:
        flags = "w" * is_between(waited, before, correlation)
        flags += "c" * is_between(copied, before, correlation)
        site = launched_from.get(correlation, 0) if correlation != before else 0
        print("launch", numbers[name], start - first, duration, flags or "-", site)
        before = correlation


main()
