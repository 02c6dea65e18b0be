"""`propp.profile()` in a kernel of Jupyter: several blocks, with threads, and a compiled function.

    python notebook.py        # needs a GPU, PyTorch, nbclient and ipykernel
"""

import nbclient
import nbformat

CELLS = [
    "import threading, torch, propp\na = torch.ones(2048, 2048, device='cuda') / 2048",
    "with propp.profile() as first:\n    torch.softmax(a @ a, 1)\nfirst",
    "def step():\n    for _ in range(4):\n        torch.relu(a @ a)\n"
    "with propp.profile() as second:\n    threads = [threading.Thread(target=step) for _ in range(2)]\n"
    "    [thread.start() for thread in threads]\n    [thread.join() for thread in threads]\nsecond.kernels()",
    "compiled = torch.compile(lambda x: torch.nn.functional.gelu(x * 2 + 1))\n"
    "with propp.profile() as third:\n    for _ in range(4):\n        compiled(a)\nthird.kernels()",
    "for block in first, second, third:\n"
    "    print(sum(k['launches_seen'] for k in block.kernels()), 'launches,', len(block.counters()), 'measured:',\n"
    "          ', '.join(f\"{k['kernel'][:40]} OCC {k['OCC']:.3f}\" for k in block.kernels() if k['OCC']))",
]

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
nbclient.NotebookClient(notebook, timeout=200).execute()
for number, cell in enumerate(notebook.cells, 1):
    for output in cell.outputs:
        data = output.get("data", {})
        shown = f"{len(data['text/html'])} characters of HTML" if "text/html" in data else output.get("text")
        print(f"[{number}] {shown or data.get('text/plain')}")
