"""Four training steps of a small transformer layer, whose kernels try.sh captures."""

import torch

torch.manual_seed(0)
model = torch.nn.TransformerEncoderLayer(512, 8, 2048, batch_first=True, dropout=0.0).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.randn(16, 256, 512, device="cuda")
for _ in range(4):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
print(loss.item())
