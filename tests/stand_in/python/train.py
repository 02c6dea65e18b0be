"""Two training steps with the stand-in torch beside this file: each layer launches a kernel in forward
and one in backward, the loss and the optimizer one each. The first layer also adds up a gradient, and
`Kept`, which keeps nothing, calls its layer once more in backward."""

import ctypes
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

cuda = ctypes.CDLL("libcuda.so.1")
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()


def launch():
    # Backward has a thread of its own.
    assert cuda.cuCtxSetCurrent(context) == 0
    assert cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, None, None, None) == 0


import torch  # noqa: E402

torch.launch = launch


class Layer(torch.nn.Module):
    def forward(self, x):
        return x.made_by_a_kernel()


class Kept(torch.nn.Module):
    def __init__(self):
        self.layer = Layer()

    def named_modules(self):
        yield "", self
        yield "layer", self.layer

    def forward(self, x):
        def backward():
            self.layer(x)
            launch()

        return self.layer(x).made_by_a_kernel(backward)


class Net(torch.nn.Module):
    def __init__(self):
        self.first, self.kept = Layer(), Kept()

    def named_modules(self):
        yield "", self
        yield "first", self.first
        for name, module in self.kept.named_modules():
            yield f"kept.{name}".rstrip("."), module

    def forward(self, x):
        x = self.first(x.added_up())
        x = x.made_by_a_kernel()
        return self.kept(x)


assert cuda.cuInit(0) == 0
assert cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0) == 0
assert cuda.cuModuleLoadData(ctypes.byref(module), b"") == 0
assert cuda.cuModuleGetFunction(ctypes.byref(function), module, b"kernel") == 0

net, optimizer = Net(), torch.optim.SGD()
for step in range(2):
    output = net(torch.Tensor())
    loss = output.made_by_a_kernel(backward=lambda: None)
    loss.backward()
    optimizer.step()
assert cuda.cuCtxSynchronize() == 0

# What the program sees is as without propp.
print("hook", any("propp_modules.py" in os.listdir(path) for path in sys.path if os.path.isdir(path)))
