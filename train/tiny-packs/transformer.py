"""A small transformer (Vaswani et al. 2017) with pre-normalisation, exported as optimum exports the large ones."""

import math

import torch
from torch import nn


class Linear(nn.Module):
    """Written with a plain product, so that both graphs of a merged decoder name the same weights."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inputs, outputs) / math.sqrt(inputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class Norm(nn.Module):
    """Layer normalisation, spelled out for the old opset."""

    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return centred / torch.sqrt((centred * centred).mean(-1, keepdim=True) + 1e-5) * self.gain + self.bias


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.query, self.key, self.value, self.leave = (Linear(width, width) for _ in range(4))

    def split(self, x):
        return x.reshape(x.shape[0], -1, self.heads, self.size).transpose(1, 2)

    def project(self, memory):
        return self.split(self.key(memory)), self.split(self.value(memory))

    def forward(self, x, key, value, mask):
        scores = self.split(self.query(x)) @ key.transpose(-1, -2) / math.sqrt(self.size)
        if mask is not None:
            scores = scores + mask
        mixed = torch.softmax(scores, -1) @ value
        return self.leave(mixed.transpose(1, 2).reshape(x.shape[0], -1, self.heads * self.size))


class Feed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.wide, self.narrow = Linear(width, 2 * width), Linear(2 * width, width)

    def forward(self, x):
        return self.narrow(torch.relu(self.wide(x)))


class EncoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention, self.feed = Attention(width, heads), Feed(width)
        self.norms = nn.ModuleList([Norm(width), Norm(width)])

    def forward(self, x, mask):
        inside = self.norms[0](x)
        x = x + self.attention(inside, *self.attention.project(inside), mask)
        return x + self.feed(self.norms[1](x))


class DecoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.own, self.cross, self.feed = Attention(width, heads), Attention(width, heads), Feed(width)
        self.norms = nn.ModuleList([Norm(width), Norm(width), Norm(width)])

    def forward(self, x, past, memory, masks):
        """`past`: key and value of earlier steps, or None; `memory`: key and value of the encoder."""
        inside = self.norms[0](x)
        key, value = self.own.project(inside)
        if past is not None:
            key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        x = x + self.own(inside, key, value, masks[0])
        x = x + self.cross(self.norms[1](x), *memory, masks[1])
        return x + self.feed(self.norms[2](x)), (key, value)


def positions(count, width):
    """Sines and cosines, as in the paper, halves side by side."""
    angle = torch.arange(count)[:, None] / 10_000 ** (torch.arange(width // 2)[None] / (width // 2))
    return torch.cat([torch.sin(angle), torch.cos(angle)], 1)


class Decoder(nn.Module):
    def __init__(self, vocabulary, width, heads, layers, most):
        super().__init__()
        self.embed = nn.Parameter(torch.randn(vocabulary, width) / math.sqrt(width))
        self.layers = nn.ModuleList(DecoderLayer(width, heads) for _ in range(layers))
        self.norm = Norm(width)
        self.place = nn.Parameter(positions(most, width), requires_grad=False)
        self.heads, self.size = heads, width // heads

    def forward(self, ids, memories, cross_mask, pasts=None):
        """Logits, and the keys and values of each layer. `memories`: what `memory` answers."""
        before = 0 if pasts is None else pasts[0][0].shape[2]
        at = torch.arange(ids.shape[1]) + before
        x = self.embed[ids] * math.sqrt(self.embed.shape[1]) + self.place[at]
        own_mask = None
        if pasts is None:
            own_mask = torch.triu(torch.full((ids.shape[1], ids.shape[1]), -1e9), 1)
        states = []
        for number, layer in enumerate(self.layers):
            past = None if pasts is None else pasts[number]
            x, state = layer(x, past, memories[number], (own_mask, cross_mask))
            states.append(state)
        return self.norm(x) @ self.embed.transpose(0, 1), states

    def memory(self, hidden):
        return [layer.cross.project(hidden) for layer in self.layers]


def cross_mask_of(attention_mask):
    """0 where there is something to look at, else a large negative number."""
    return (1 - attention_mask[:, None, None, :].to(torch.float32)) * -1e9


class FirstStep(nn.Module):
    """The decoder without a cache: it answers the keys and values of itself and of the encoder."""

    def __init__(self, decoder, is_masked):
        super().__init__()
        self.decoder, self.is_masked = decoder, is_masked

    def forward(self, *inputs):
        mask, ids, hidden = inputs if self.is_masked else (None, *inputs)
        memories = self.decoder.memory(hidden)
        logits, states = self.decoder(ids, memories, None if mask is None else cross_mask_of(mask))
        return (logits, *(part for pair in zip(states, memories) for both in pair for part in both))


class LaterStep(nn.Module):
    """The decoder with a cache: the encoder's keys and values come in and only empty ones go out, as optimum has it."""

    def __init__(self, decoder, is_masked):
        super().__init__()
        self.decoder, self.is_masked = decoder, is_masked

    def forward(self, *inputs):
        mask, ids, _hidden, *past = inputs if self.is_masked else (None, *inputs)
        pasts = [(past[at], past[at + 1]) for at in range(0, len(past), 4)]
        memories = [(past[at + 2], past[at + 3]) for at in range(0, len(past), 4)]
        cross = None if mask is None else cross_mask_of(mask)
        logits, states = self.decoder(ids, memories, cross, pasts)
        empty = torch.zeros(0, self.decoder.heads, 1, self.decoder.size)
        return (logits, *(part for key, value in states for part in (key, value, empty, empty)))


def decoder_graphs(decoder, hidden, is_masked, exported):
    """The two graphs of a decoder, ready to be merged."""
    decoder.eval()
    layers = range(len(decoder.layers))
    kinds = [(side, part) for side in ("decoder", "encoder") for part in ("key", "value")]
    presents = [f"present.{layer}.{side}.{part}" for layer in layers for side, part in kinds]
    pasts = [f"past_key_values.{layer}.{side}.{part}" for layer in layers for side, part in kinds]
    ids = torch.zeros(hidden.shape[0], 2, dtype=torch.long)
    names = ["input_ids", "encoder_hidden_states"]
    given = [ids, hidden]
    axes = {"input_ids": {0: "batch", 1: "steps"}, "encoder_hidden_states": {0: "batch", 1: "source"}}
    if is_masked:
        names = ["encoder_attention_mask", *names]
        given = [torch.ones(hidden.shape[:2], dtype=torch.long), *given]
        axes["encoder_attention_mask"] = {0: "batch", 1: "source"}
    axes["logits"] = {0: "batch", 1: "steps"}
    for name in presents + pasts:
        axes[name] = {0: "batch", 2: "source" if ".encoder." in name else "past"}
    outputs = ["logits", *presents]
    with torch.no_grad():
        values = FirstStep(decoder, is_masked)(*given)[1:]
    first = exported(FirstStep(decoder, is_masked), tuple(given), names, outputs, axes)
    one = [ids[:, :1] if name == "input_ids" else value for name, value in zip(names, given)]
    later = exported(
        LaterStep(decoder, is_masked), (*one, *values), [*names, *pasts], outputs, axes
    )
    return first, later
