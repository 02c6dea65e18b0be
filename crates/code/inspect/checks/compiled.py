#!/usr/bin/env python3
"""Has torch.compile make kernels of many sorts, for its cache to be inspected.

    TORCHINDUCTOR_CACHE_DIR=cache/inductor TRITON_CACHE_DIR=cache/triton compiled.py
    find cache -name '*.cubin' -exec crates/code/inspect/checks/resources.py {} +
"""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
block = nn.Sequential(nn.Linear(512, 1024), nn.GELU(), nn.Linear(1024, 512), nn.LayerNorm(512)).cuda()
images = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2)).cuda()
rows = torch.randn(256, 512, device="cuda")

PROGRAMS = [
    (block, [rows.requires_grad_()]),
    (images, [torch.randn(8, 3, 64, 64, device="cuda")]),
    (lambda x: F.softmax(x * 0.5 + x.sin(), -1), [torch.randn(64, 4099, device="cuda")]),
    (lambda x: (x.cumsum(-1), x.sort(-1).values), [torch.randn(64, 700, device="cuda")]),
    (lambda x: (x.var(0), x.argmax(1), x.double().sum()), [torch.randn(3000, 300, device="cuda")]),
    (lambda x: x.half().float().exp().sum((1, 2)), [torch.randn(100, 40, 50, device="cuda")]),
    (lambda x, at: x[at].pow(2).mean(-1), [torch.randn(5000, 64, device="cuda"), torch.randint(5000, (900,), device="cuda")]),
    (lambda x: torch.zeros(77, device="cuda").index_add(0, x % 77, x.float()), [torch.arange(10000, device="cuda")]),
    (lambda x: x.to(torch.bfloat16).transpose(1, 2).contiguous() % 3, [torch.rand(17, 130, 90, device="cuda")]),
    (lambda x: F.dropout(F.interpolate(x, scale_factor=2.0), 0.1), [torch.randn(2, 3, 50, 50, device="cuda")]),
]

for function, arguments in PROGRAMS:
    results = torch.compile(function)(*arguments)
    for one in results if isinstance(results, tuple) else [results]:
        if one.requires_grad:
            one.sum().backward()
torch.cuda.synchronize()
