"""Nanoseconds of delay for each kernel: its undelayed time by the least change of the certificate."""
import json, sys
certificate = json.load(open(sys.argv[1]))
times = dict(line.split() for line in open(sys.argv[2]))
def find(node):
    if isinstance(node, dict):
        if "false_alarms" in node and "kernels" in node: return node
        for value in node.values():
            if (got := find(value)): return got
    if isinstance(node, list):
        for value in node:
            if (got := find(value)): return got
kernels = find(certificate)["kernels"]
out = []
for name in ["copy", "gather", "sum", "iterate"]:
    least = [l for k in kernels if k["name"].split("(")[0].split()[-1] == name for l in k["least"] if l["quantity"] == "time"]
    change = least[0]["change"] if least and least[0].get("change") else 0.02
    out.append(f"{float(times[name]) * 1000 * change:.0f}")
    print(name, times[name], change, file=sys.stderr)
print(*out)
