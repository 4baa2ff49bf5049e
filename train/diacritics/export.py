"""Writes the model as ONNX, its tables in int8. python3 export.py PREPARED CHECKPOINT OUT.onnx

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

from data import FIRST_ROW, Lexicon
from model import WordsAndLetters, neighbours


class Table(nn.Module):
    """Rows in int8, each with its own step."""

    def __init__(self, weight):
        super().__init__()
        step = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("rows", torch.round(weight / step).to(torch.int8))
        self.register_buffer("step", step)

    def forward(self, index):
        return self.rows[index].float() * self.step[index]


class Exported(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.word = Table(model.word.weight.data)
        self.form = Table(model.form.weight.data)
        self.register_buffer("share", model.share.weight.data[:, 0].clone())

    def layers(self, x, layers):
        for layer in layers:
            mixed = layer.mix(neighbours(layer.norm(x), layer.dilation))
            value, gate = mixed.chunk(2, dim=2)
            x = x + value * torch.sigmoid(gate)
        return x

    def forward(self, letters, seen, owner, words, capitals, first, last, at, forms):
        m = self.model
        near = self.layers((m.letters.letter(letters) + m.letters.mark(seen)).unsqueeze(0), m.letters.layers)[0]
        whole = torch.cat([self.word(words), m.case(capitals), near[first], near[last]], dim=1)
        x = m.norm(self.layers(m.join(whole).unsqueeze(0), m.layers))[0]
        query = m.query(x[at])
        scores = (query.unsqueeze(1) * self.form(forms)).sum(2) + self.share[forms]
        return scores, m.head(torch.cat([near, m.down(x)[owner]], dim=1))


def main():
    prepared, checkpoint, out = sys.argv[1:4]
    lexicon = Lexicon(f"{prepared}/words.tsv")
    model = WordsAndLetters(lexicon)
    model.load_state_dict(torch.load(checkpoint))
    exported = Exported(model.eval()).eval()
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
        exported, example, out, input_names=names, output_names=["scores", "marks"], dynamic_axes=axes, opset_version=17, dynamo=False
    )
    # Weights of the tables that int8 replaced are not part of the graph; what is said about this machine neither.
    graph = onnx.load(out)
    graph.doc_string = ""
    for node in graph.graph.node:
        node.doc_string = ""
    onnx.save(graph, out)


if __name__ == "__main__":
    main()
