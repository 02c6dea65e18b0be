"""Training steps of a convolutional network: cuDNN's kernels, in the layout that tensor cores
like, batch normalisation and pooling.
"""

import os

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # for the same sums in each run

import torch
from torch import nn

torch.manual_seed(7)
torch.backends.cudnn.deterministic = True


def block(inputs, outputs):
    convolution = nn.Conv2d(inputs, outputs, 3, stride=2, padding=1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU())


body = nn.Sequential(block(3, 64), block(64, 128), block(128, 256))
head = nn.Sequential(nn.AvgPool2d(8), nn.Flatten(), nn.Linear(256, 10))
model = nn.Sequential(body, head).to("cuda", memory_format=torch.channels_last)
images = torch.randn(32, 3, 64, 64).to("cuda", memory_format=torch.channels_last)
labels = torch.randint(0, 10, (32,)).to("cuda")
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for _ in range(10):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(f"{len(losses)} steps, loss {losses[0]:.2f} at first, {losses[-1]:.2f} at last")
assert losses[-1] < losses[0] - 0.5
