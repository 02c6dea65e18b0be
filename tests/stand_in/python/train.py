"""Two training steps with the stand-in torch beside this file: each module launches a kernel in
forward and one in backward, the loss and the optimizer one each."""

import ctypes
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

cuda = ctypes.CDLL("libcuda.so.1")
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()


def launch():
    assert cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, None, None, None) == 0


import torch  # noqa: E402

torch.launch = launch


class Layer(torch.nn.Module):
    def forward(self, x):
        return x.made_by_a_kernel()


class Net(torch.nn.Module):
    def __init__(self):
        self.layers = [Layer(), Layer()]

    def named_modules(self):
        yield "", self
        for place, layer in enumerate(self.layers):
            yield f"layers.{place}", layer

    def forward(self, x):
        x = self.layers[0](x)
        x = x.made_by_a_kernel()
        return self.layers[1](x)


assert cuda.cuInit(0) == 0
assert cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0) == 0
assert cuda.cuModuleLoadData(ctypes.byref(module), b"") == 0
assert cuda.cuModuleGetFunction(ctypes.byref(function), module, b"kernel") == 0

net, optimizer = Net(), torch.optim.SGD()
for step in range(2):
    output = net(torch.Tensor())
    loss = output.made_by_a_kernel(launches_in_backward=False)
    loss.backward()
    optimizer.step()
assert cuda.cuCtxSynchronize() == 0

# What the program sees is as without propp.
print("hook", any("propp_modules.py" in os.listdir(path) for path in sys.path if os.path.isdir(path)))
