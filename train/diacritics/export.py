"""Writes the model as ONNX, its tables and matrices in int8. python3 export.py LEXICON.tsv FOLDER/NAME OUT.onnx [STYLE]

FOLDER/NAME.net.pt and FOLDER/NAME.tables.pt are what train.py saved. STYLE: whose habits the model follows, 1 unless told.
Inputs, all int64, for one stretch of T words with C letters (a space after every word is a letter), of which N words
have several forms, K at most:
  letters, seen, owner [C]: letter, mark that is written, word of the letter
  words, capitals, first, last [T]: row of the word, capitals, its first and last letter
  at [N], forms [N, K]: which words have several forms, and the numbers of these
Outputs: scores [N, K] of the forms, marks [C, 6] of the letters, both as log odds.
"""

import sys

import onnx
import torch
from torch import nn

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
        with_packed(model)
        self.model = model

    def forward(self, letters, seen, owner, words, capitals, first, last, at, forms):
        m = self.model
        near = m.read_letters((m.letter(letters) + m.mark(seen)).unsqueeze(0))[0]
        whole = torch.cat([self.word(words), m.case(capitals), near[first], near[last]], dim=1)
        x = m.read_words((m.join(whole) + self.own).unsqueeze(0))[0]
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
    torch.onnx.export(
        exported, example, out, input_names=names, output_names=["scores", "marks"], dynamic_axes=axes, opset_version=17,
        dynamo=False, do_constant_folding=False,
    )
    # What is said about this machine is no part of the model.
    graph = onnx.load(out)
    graph.doc_string = ""
    for node in graph.graph.node:
        node.doc_string = ""
    onnx.save(graph, out)


if __name__ == "__main__":
    main()
