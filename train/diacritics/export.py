"""Writes the model as ONNX, its tables and matrices in int8. python3 export.py LEXICON.tsv FOLDER/NAME OUT.onnx [STYLE]

FOLDER/NAME.net.pt and FOLDER/NAME.tables.pt are what train.py saved. STYLE: whose habits the model follows, 1 unless told.
Inputs, all int64, for one stretch of T words with C letters (a space after every word is a letter), of which N words
have several forms, K at most:
  letters, seen, owner [C]: letter, mark that is written, word of the letter
  words, capitals, first, last [T]: row of the word, capitals, its first and last letter
  at [N], forms [N, K]: which words have several forms, and the numbers of these
Outputs: scores [N, K] of the forms, marks [C, 6] of the letters, both as log odds.
"""

import inspect
import sys

import onnx
import torch
from torch import nn
from torch.nn import functional as F

from data import FIRST_ROW
from model import MarkModel

HOUSE_STYLE = 1
# Smaller matrices stay in single precision.
LEAST_PACKED = 4096


class Table(nn.Module):
    """Rows in int8, each with its own step."""

    def __init__(self, rows, step):
        super().__init__()
        self.register_buffer("rows", rows)
        self.register_buffer("step", step.float())

    def forward(self, index):
        return self.rows[index].float() * self.step[index]


class PackedLinear(nn.Module):
    """A matrix in int8, each of its outputs with its own step; the runtime unpacks it once, when it loads the model."""

    def __init__(self, linear):
        super().__init__()
        weight = linear.weight.data
        step = (weight.abs().amax(1) / 127).clamp(min=1e-8)
        self.register_buffer("columns", torch.round(weight / step.unsqueeze(1)).to(torch.int8).t().contiguous())
        self.register_buffer("step", step)
        self.register_buffer("bias", linear.bias.data.clone())

    def forward(self, x):
        return x @ (self.columns.float() * self.step) + self.bias


class OneGated(nn.Module):
    """What `Gated` does for one stretch, without a batch. x: [time, width]."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        layer, far = self.layer, self.layer.dilation
        inner = layer.norm(x)
        padded = F.pad(inner, (0, 0, far, far))
        return x + F.glu(layer.mix(torch.cat([padded[: -2 * far], inner, padded[2 * far :]], dim=1)), dim=1)


class OneAttention(nn.Module):
    """What `Attention` does for one stretch, without a batch and with fewer small steps. x: [time, width]."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x, cos, sin):
        layer, heads = self.layer, self.layer.heads
        width = layer.norm.normalized_shape[0]
        size = width // heads
        parts = layer.qkv(layer.norm(x)).reshape(-1, 3 * heads, size).transpose(0, 1)
        turning, values = parts.split([2 * heads, heads], dim=0)
        a, b = turning.split(size // 2, dim=2)
        q, k = (turning * cos + torch.cat([b, a], dim=2) * sin).split(heads, dim=0)
        seen = torch.softmax(q @ k.transpose(1, 2) * size**-0.5, dim=2) @ values
        x = x + layer.out(seen.transpose(0, 1).reshape(-1, width))
        value, gate = layer.up(layer.norm2(x)).split(2 * width, dim=1)
        return x + layer.down(value * F.silu(gate))


def with_packed(module):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear) and child.weight.numel() >= LEAST_PACKED:
            setattr(module, name, PackedLinear(child))
        else:
            with_packed(child)


class Exported(nn.Module):
    def __init__(self, model, tables, style):
        super().__init__()
        self.word = Table(*tables["word.weight"])
        self.form = Table(*tables["form.weight"])
        self.register_buffer("share", model.share.weight.data[:, 0].clone())
        self.register_buffer("own", model.style.weight.data[style].clone())
        del model.word, model.form, model.share, model.style
        # Both halves of a head are turned in one step.
        self.register_buffer("cos", torch.cat([model.cos, model.cos], dim=1))
        self.register_buffer("sin", torch.cat([-model.sin, model.sin], dim=1))
        with_packed(model)
        self.model = model
        self.letter_layers = nn.ModuleList(OneGated(layer) for layer in model.letter_layers)
        self.near_layers = nn.ModuleList(OneGated(layer) for layer in model.near_layers)
        self.far_layers = nn.ModuleList(OneAttention(layer) for layer in model.far_layers)

    def forward(self, letters, seen, owner, words, capitals, first, last, at, forms):
        m = self.model
        near = m.letter(letters) + m.mark(seen)
        for layer in self.letter_layers:
            near = layer(near)
        whole = torch.cat([self.word(words), m.case(capitals), near[first], near[last]], dim=1)
        x = m.join(whole) + self.own
        cos, sin = self.cos[: words.shape[0]], self.sin[: words.shape[0]]
        for close, far in zip(self.near_layers, self.far_layers):
            x = far(close(x), cos, sin)
        x = m.norm(x)
        query = m.query(x[at])
        scores = (query.unsqueeze(1) * self.form(forms)).sum(2) + self.share[forms]
        return scores, m.head(torch.cat([near, m.down(x)[owner]], dim=1))


def loaded(path):
    """The model as train.py saved it, and its tables."""
    net, tables = torch.load(f"{path}.net.pt"), torch.load(f"{path}.tables.pt")
    shape = net.pop("shape")
    words, forms = tables["word.weight"][0].shape[0] - FIRST_ROW, tables["form.weight"][0].shape[0]
    model = MarkModel(words, forms, **shape, dropout=0.0)
    full = {key: rows.float() * step.float() for key, (rows, step) in tables.items()}
    model.load_state_dict({key: value.float() for key, value in net.items()} | full)
    return model.eval(), tables


def main():
    words, path, out = sys.argv[1:4]
    model, tables = loaded(path)
    rows = sum(1 for _ in open(words, encoding="utf-8"))
    if rows != tables["word.weight"][0].shape[0] - FIRST_ROW:
        sys.exit(f"{words} has {rows} words, the model has others: it was made with another lexicon.")
    exported = Exported(model, tables, int(sys.argv[4]) if len(sys.argv) > 4 else HOUSE_STYLE).eval()
    of = lambda *values: torch.tensor(values, dtype=torch.int64)
    example = (
        *(of(1, 2, 0, 3, 4, 0), of(0, 0, 0, 0, 0, 0), of(0, 0, 0, 1, 1, 1)),
        *(of(FIRST_ROW, FIRST_ROW + 1), of(0, 0), of(0, 3), of(1, 4), of(1), of(0, 1).unsqueeze(0)),
    )
    names = ["letters", "seen", "owner", "words", "capitals", "first", "last", "at", "forms"]
    axes = {n: {0: "letters"} for n in names[:3]} | {n: {0: "words"} for n in names[3:7]}
    axes |= {"at": {0: "several"}, "forms": {0: "several", 1: "most"}}
    axes |= {"scores": {0: "several", 1: "most"}, "marks": {0: "letters"}}
    # The newer exporter, which later versions take unless told, writes another graph.
    older = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        exported, example, out, input_names=names, output_names=["scores", "marks"], dynamic_axes=axes, opset_version=17,
        do_constant_folding=False, **older,
    )
    # What is said about this machine is no part of the model.
    graph = onnx.load(out)
    graph.doc_string = ""
    for node in graph.graph.node:
        node.doc_string = ""
    onnx.save(graph, out)


if __name__ == "__main__":
    main()
