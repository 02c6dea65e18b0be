import torch

from . import optimizer


class SGD:
    def step(self):
        for hook in optimizer.before:
            hook(self, (), {})
        torch.launch()
        for hook in optimizer.after:
            hook(self, (), {})
