"""The PyTorch networks of programs.py."""

import itertools
import math

import torch
from torch import nn
from torch.nn import functional as F


def perceptron(*sizes):
    layers = []
    for inputs, outputs in itertools.pairwise(sizes):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def convolutional(classes):
    def block(inputs, outputs):
        convolution = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(), nn.MaxPool2d(2))

    body = nn.Sequential(block(3, 32), block(32, 64), block(64, 128))
    return nn.Sequential(body, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, classes))


class TransformerClassifier(nn.Module):
    def __init__(self, layers, width, classes):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(self.encoder(x).mean(dim=1))


class Block(nn.Module):
    """A layer of Decoder. `past` is None, or the keys and values of all earlier tokens."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.attention_in = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def attend(self, x, past):
        batch, length, width = x.shape
        split = self.attention_in(x).view(batch, length, 3, self.heads, width // self.heads)
        queries, keys, values = split.permute(2, 0, 3, 1, 4)
        if past is not None:
            keys = torch.cat([past[0], keys], dim=2)
            values = torch.cat([past[1], values], dim=2)
        # A single token may look at all that came before it, so that it needs no mask.
        mixed = F.scaled_dot_product_attention(queries, keys, values, is_causal=length > 1)
        mixed = mixed.transpose(1, 2).reshape(batch, length, width)
        return self.attention_out(mixed), (keys, values)

    def forward(self, x, past=None):
        mixed, past = self.attend(self.norms[0](x), past)
        x = x + mixed
        return x + self.down(F.gelu(self.up(self.norms[1](x)))), past


class Decoder(nn.Module):
    """A language model without training, smaller than those of the library transformers."""

    def __init__(self, layers, width=256, heads=4, vocabulary=1000, longest=512):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(longest, width)
        self.layers = nn.ModuleList([Block(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary)

    def forward(self, tokens, past=None):
        """The logits of all tokens given, and what the next call wants as `past`."""
        start = past[0][0].shape[2] if past else 0
        positions = torch.arange(start, start + tokens.shape[1], device=tokens.device)
        x = self.tokens(tokens) + self.positions(positions)
        kept = []
        for number, layer in enumerate(self.layers):
            x, layer_past = layer(x, past[number] if past else None)
            kept.append(layer_past)
        return self.head(self.norm(x)), kept


class Residual(nn.Module):
    def __init__(self, inputs, outputs, time_width):
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.norms = nn.ModuleList([nn.GroupNorm(4, outputs), nn.GroupNorm(4, outputs)])
        self.time = nn.Linear(time_width, outputs)
        self.short = nn.Conv2d(inputs, outputs, 1)

    def forward(self, x, time):
        inner = F.silu(self.norms[0](self.first(x))) + self.time(time)[:, :, None, None]
        return F.silu(self.norms[1](self.second(inner))) + self.short(x)


class UNet(nn.Module):
    """Guesses the noise in images of 3 channels; two resolutions."""

    def __init__(self, channels=32, time_width=64):
        super().__init__()
        self.time_width = time_width
        self.enter = Residual(3, channels, time_width)
        self.down = nn.Conv2d(channels, channels, 3, stride=2, padding=1)
        self.middle = Residual(channels, 2 * channels, time_width)
        self.leave = Residual(3 * channels, channels, time_width)
        self.out = nn.Conv2d(channels, 3, 1)

    def embed(self, time):
        half = self.time_width // 2
        numbers = torch.arange(half, device=time.device)
        angles = time[:, None] * torch.exp(numbers * (-math.log(10000) / half))
        return torch.cat([angles.sin(), angles.cos()], dim=1)

    def forward(self, x, time):
        time = self.embed(time)
        fine = self.enter(x, time)
        coarse = self.middle(self.down(fine), time)
        coarse = F.interpolate(coarse, scale_factor=2.0, mode="nearest")
        return self.out(self.leave(torch.cat([fine, coarse], dim=1), time))


class LengthsClassifier(nn.Module):
    """An LSTM as a loop over its cell, so that the launches depend on the length."""

    def __init__(self, inputs, width, classes):
        super().__init__()
        self.width = width
        self.cell = nn.LSTMCell(inputs, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        batch, length, _ = x.shape
        hidden = cell = x.new_zeros(batch, self.width)
        for time in range(length):
            hidden, cell = self.cell(x[:, time], (hidden, cell))
        return self.head(hidden)
