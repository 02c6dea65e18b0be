"""What `--pytorch modules` costs a training step: steps with the hooks and without, in turn.

    propp profile --runs trace --pytorch modules python module_cost.py

A model like GPT-2 (12 layers, 768 wide, 8 sequences of 512), in float32 and in bfloat16 (autocast), and
one that is so small that the GPU waits for the host. A step is forward, backward and AdamW. Without
`--pytorch modules` only the steps without hooks are timed.
"""

import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional

VOCABULARY = 50304


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.projection = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), nn.Dropout(0.1))
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        batch, length, width = x.shape
        heads = self.qkv(self.ln_1(x)).view(batch, length, 3, 12, width // 12).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.dropout(self.projection(mixed.transpose(1, 2).reshape(batch, length, width)))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, width, layers, length):
        super().__init__()
        self.tokens, self.places = nn.Embedding(VOCABULARY, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(layers))
        self.ln, self.head = nn.LayerNorm(width), nn.Linear(width, VOCABULARY, bias=False)
        self.loss = nn.CrossEntropyLoss()

    def forward(self, x, y):
        h = self.tokens(x) + self.places.weight
        for block in self.blocks:
            h = block(h)
        return self.loss(self.head(self.ln(h)).flatten(0, 1), y.flatten())


def seconds(step, count):
    times = []
    for _ in range(count):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return times


def measure(what, width, layers, batch, length, is_mixed, rounds, count):
    model = GPT(width, layers, length).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    x = torch.randint(0, VOCABULARY, (batch, length), device="cuda")

    def step():
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=is_mixed):
            loss = model(x, x)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

    seconds(step, 5)
    plain, hooked = [], []
    for _ in range(rounds):
        for call, times in ([CALL, plain], [HOOKED, hooked]):
            if call is not None:
                nn.Module.__call__ = call
                seconds(step, 1)
                times += seconds(step, count)
    alone = statistics.median(plain)
    text = f"{what}: {alone * 1e3:.2f} ms without, fastest {min(plain) * 1e3:.2f}"
    if hooked:
        now = statistics.median(hooked)
        ratio = min(hooked) / min(plain)
        text += f"; {now * 1e3:.2f} ms with, fastest {min(hooked) * 1e3:.2f}; {now / alone:.3f} and {ratio:.3f} times"
    print(f"{text} ({len(plain)} steps)", flush=True)


hook = sys.modules.get("propp_modules")
CALL, HOOKED = (nn.Module.__call__, None) if hook is None else (hook._call, nn.Module.__call__)
torch.manual_seed(0)
measure("float32", 768, 12, 8, 512, False, 6, 8)
measure("bfloat16", 768, 12, 8, 512, True, 10, 12)
measure("small", 96, 6, 4, 64, False, 10, 20)
