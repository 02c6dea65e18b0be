"""Training steps of a small transformer, for `propp profile --pytorch modules`."""

import torch
from torch import nn


class Classifier(nn.Module):
    """Classifies each of 64 positions."""

    def __init__(self, width=512, layers=4):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 8, 4 * width, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Linear(width, 32)

    def forward(self, x):
        return self.head(self.encoder(x))


torch.manual_seed(1)
model = Classifier().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
data = torch.randn(32, 64, 512, device="cuda")
target = torch.randint(0, 32, (32 * 64,), device="cuda")

for step in range(10):
    loss = nn.functional.cross_entropy(model(data).flatten(0, 1), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.2f}")
