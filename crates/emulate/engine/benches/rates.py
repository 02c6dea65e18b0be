"""How fast kernels were emulated: thread instructions a second of the processor's time.

    propp suite run --emulate --size 2^20 --threads 1 -o suite.propp ...
    python3 crates/emulate/engine/benches/rates.py suite.propp

Prints the slowest kernels and the geometric mean over all kernels with at least a million thread
instructions; in smaller ones a launch costs more than its threads."""

import math
import sqlite3
import sys

QUERY = """
SELECT name.text, sum(value.value), sum(measurement.took_ns)
FROM measurement JOIN signature ON signature.id = measurement.signature
JOIN name ON name.id = signature.function
JOIN counter_set_member AS member ON member.counter_set = measurement.counter_set
JOIN counter ON counter.id = member.counter
JOIN counter_value AS value
  ON value.measurement = measurement.id AND value.position = member.position
WHERE counter.name = 'smsp__thread_inst_executed.sum'
GROUP BY 1
"""
rows = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(QUERY).fetchall()
rates = sorted((count / ns, name, count) for name, count, ns in rows if ns and count >= 1e6)
for rate, name, count in rates[: int(sys.argv[2]) if len(sys.argv) > 2 else 20]:
    print(f"{rate:6.2f} {count:14,.0f} {name[:100]}")
product = math.exp(sum(math.log(rate) for rate, _, _ in rates) / len(rates))
total = sum(count for _, _, count in rates)
print(f"{len(rates)} kernels, {total:,.0f} thread instructions")
print(f"geometric mean {product:.2f} billion a second")
