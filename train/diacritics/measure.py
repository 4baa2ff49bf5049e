"""Words right of a model on lines without any mark, while it is trained. The figures in the card come from the product itself."""

import numpy as np
import torch
from torch.nn import functional as F

from data import ALLOWED, batch, letters_and_marks

MOST_LINES = 600


@torch.no_grad()
def measure(model, lines, lexicon):
    model.eval()
    chosen = np.linspace(0, len(lines) - 1, min(MOST_LINES, len(lines))).astype(int)
    right = total = unknown = unknown_right = 0
    for at in range(0, len(chosen), 20):
        b = {name: torch.from_numpy(values) for name, values in batch(lines, chosen[at : at + 20], None).items()}
        query, marks = model(b)
        allowed = torch.from_numpy(ALLOWED)[b["letters"]]
        logs = F.log_softmax(marks.masked_fill(~allowed, -1e4), 2)
        for row, line in enumerate(chosen[at : at + 20]):
            begin = lines.word_from[line]
            letter = 0
            for place in range(lines.word_from[line + 1] - begin):
                form = lines.forms[begin + place]
                own, own_marks = letters_and_marks(form)
                span = logs[row, letter : letter + len(own)]
                letter += len(own) + 1
                if not form[0].isalpha():
                    continue
                total += 1
                count, start = lines.count[begin + place], lines.start[begin + place]
                if count == 0:
                    unknown += 1
                    good = span.argmax(1).tolist() == own_marks
                    unknown_right += good
                elif count == 1:
                    good = lines.right[begin + place] == 0
                else:
                    good = best_form(model, query, row, place, start, count, span, lexicon, lines, begin) == lines.right[begin + place]
                right += bool(good)
    return f"words right {100 * right / total:.2f} %, unknown {unknown_right}/{unknown} of {total}"


def best_form(model, query, row, place, start, count, span, lexicon, lines, begin):
    if query is not None:
        return int(model.scores(query[row, place : place + 1], torch.arange(start, start + count).unsqueeze(0)).argmax())
    forms = lexicon.forms[lines.words[begin + place] - 16]
    return int(np.argmax([sum(span[i, m].item() for i, m in enumerate(letters_and_marks(form)[1])) for form in forms]))
