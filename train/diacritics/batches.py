"""Lines of data.py on the device, and batches of them made there."""

import numpy as np
import torch

from data import ALLOWED, FIRST_ROW, UNKNOWN

# Of these only so much is read at each pass: they are many, or marked with less care.
SHARES = {"bible-biblica": 0.3, "bible-bsn": 0.1, "book-of-mormon": 0.3, "doctrine": 0.5, "quran": 0.15, "blog-part-marked": 0.5}
MOST_FORMS = 14
# Letters of nobody between two lines, so that convolutions do not see from one into the next.
GAP = 7


class Lines:
    def __init__(self, path, device):
        told = np.load(path)
        self.device = device
        self.sources = [str(name) for name in told["sources"]]
        self.word_from, self.letter_from = told["word_from"].astype(np.int64), told["letter_from"].astype(np.int64)
        self.size = np.diff(self.word_from)
        self.source, self.near = told["source"], told["near"]
        self.form_count = int(told["shares"].shape[0])
        self.word_count = len(told["counts"])
        put = lambda values, dtype: torch.from_numpy(np.ascontiguousarray(values)).to(dtype).to(device)
        self.letters, self.marks = put(told["letters"], torch.uint8), put(told["marks"], torch.uint8)
        self.words, self.case = put(told["words"], torch.int32), put(told["case"], torch.uint8)
        self.right, self.learned = put(told["right"], torch.int8), put(told["learned"], torch.uint8)
        length = told["length"].astype(np.int64)
        begins = np.concatenate([[0], np.cumsum(length + 1)[:-1]])
        self.begins, self.length = put(begins, torch.int32), put(length, torch.uint8)
        owner = np.repeat(np.arange(len(length), dtype=np.int32), length + 1)
        self.owner = put(owner, torch.int32)
        rows = np.concatenate([np.zeros(FIRST_ROW, np.int32), told["form_start"]])
        self.start = put(rows, torch.int64)
        self.count = put(np.concatenate([np.zeros(FIRST_ROW, np.int32), told["form_count"]]), torch.int64)
        # A word seen once or twice is mostly shown as an unknown one, so that letters learn to do without its number.
        rare = np.full(FIRST_ROW + self.word_count, 0.03)
        rare[FIRST_ROW:] = np.clip(1.2 / told["counts"], 0.03, 0.6)
        self.rare = put(rare, torch.float32)
        self.shares = put(told["shares"], torch.float32)
        self.allowed = torch.from_numpy(ALLOWED).to(device)
        self.line_sources = put(self.source, torch.int64)

    def of(self, *names):
        return np.isin(self.source, [self.sources.index(name) for name in names])

    def batch(self, chosen):
        """Arrays of the chosen lines (a numpy array of their numbers) as they are, with nothing shown."""
        rows = len(chosen)
        begin, sizes = self.word_from[chosen], self.word_from[chosen + 1] - self.word_from[chosen]
        letter_begin, letter_sizes = self.letter_from[chosen], self.letter_from[chosen + 1] - self.letter_from[chosen]
        wide = int(-(-sizes.max() // 8) * 8)
        # First letter of each line in the batch, where lines stand one after another with gaps.
        placed = np.concatenate([[0], np.cumsum(letter_sizes + GAP)])
        total = int(placed[-1])
        told = torch.from_numpy(np.stack([chosen, begin, sizes, letter_begin, letter_sizes, placed[:-1]])).to(self.device, non_blocking=True)
        line, begin, sizes, letter_begin, letter_sizes, placed = told
        place = torch.arange(wide, device=self.device)
        is_word = place < sizes.unsqueeze(1)
        at = torch.where(is_word, begin.unsqueeze(1) + place, begin.unsqueeze(1))
        row = torch.repeat_interleave(torch.arange(rows, device=self.device), letter_sizes + GAP, output_size=total)
        offset = torch.arange(total, device=self.device) - placed[row]
        is_letter = offset < letter_sizes[row]
        letter_at = torch.where(is_letter, letter_begin[row] + offset, letter_begin[row])
        words = torch.where(is_word, self.words[at].long(), 0)
        first = self.begins[at].long() - letter_begin.unsqueeze(1) + placed.unsqueeze(1)
        learned = torch.where(is_word, self.learned[at].long(), 2)
        letters = torch.where(is_letter, self.letters[letter_at].long(), 0)
        return {
            **{"line": line, "row": row, "at": at, "letter_at": letter_at, "is_word": is_word, "is_letter": is_letter},
            **{"words": words, "rows": words, "case": torch.where(is_word, self.case[at].long(), 0), "learned": learned},
            **{"right": torch.where(is_word, self.right[at].long(), -1), "first": first},
            **{"last": first + self.length[at].long() - 1, "letters": letters, "marks": torch.where(is_letter, self.marks[letter_at].long(), 0)},
            **{"seen": torch.zeros_like(letters), "owner": (self.owner[letter_at].long() - begin[row]) + row * wide},
            **{"count": torch.where(is_word, self.count[words], 0), "style": torch.zeros(rows, dtype=torch.long, device=self.device)},
            "shown": torch.zeros(rows, dtype=torch.bool, device=self.device),
        }

    def hide(self, b, styles):
        """Shows some marks and hides some words at random, as the program and its users may."""
        rows, wide = b["words"].shape
        random = lambda *shape: torch.rand(*shape, device=self.device)
        row, marks, owner = b["row"], b["marks"], b["owner"]
        bare = self.line_sources[b["line"]] == self.sources.index("bare")
        kind = torch.where(bare, 0.0, random(rows))
        keep = random(rows)
        words_kept = random(rows * wide) < keep.repeat_interleave(wide)
        letters_kept = random(len(row)) < keep[row]
        of = kind[row]
        seen = torch.where(of < 0.62, 0, torch.where(of < 0.72, marks // 3 * 3, torch.where(of < 0.76, marks % 3, marks)))
        kept = torch.where(of < 0.76, torch.ones_like(letters_kept), torch.where(of < 0.90, words_kept[owner], letters_kept))
        b["seen"] = torch.where(kept & b["is_letter"], seen, 0)
        b["shown"] = kind >= 0.62
        # People also write without capitals.
        b["case"] = torch.where((random(rows) < 0.15).unsqueeze(1), 0, b["case"])
        b["words"] = torch.where((random(rows, wide) < self.rare[b["words"]]) & (b["words"] >= FIRST_ROW), UNKNOWN, b["words"])
        # Some words are hidden altogether: their neighbours have to do without them, and they teach nothing.
        hidden = (random(rows, wide) < 0.06) & b["is_word"]
        b["words"] = torch.where(hidden, 0, b["words"])
        b["case"] = torch.where(hidden, 0, b["case"])
        b["learned"] = torch.where(hidden, 2, b["learned"])
        gone = hidden.flatten()[owner] & b["is_letter"]
        b["letters"], b["seen"] = torch.where(gone, 0, b["letters"]), torch.where(gone, 0, b["seen"])
        b["style"] = torch.where(random(rows) < 0.2, 0, styles[self.line_sources[b["line"]]])
        return b

    def forms(self, b):
        """Numbers of the forms of every word [rows * words, 14], and which of these there are."""
        count = b["count"].flatten()
        places = torch.arange(MOST_FORMS, device=self.device)
        real = places < count.unsqueeze(1)
        forms = self.start[b["rows"].flatten()].unsqueeze(1) + places * real
        return forms.clamp(max=self.form_count - 1), real


def grouped(lines, taken, random, words_per_batch):
    """Groups of lines of like length, in random order."""
    size = lines.size[taken]
    taken = taken[np.argsort(size + random.random(len(taken)) * 4, kind="stable")]
    size = (-(-lines.size[taken] // 8) * 8).tolist()
    groups, begin, widest = [], 0, 0
    for at, own in enumerate(size):
        widest = max(widest, own)
        if widest * (at + 1 - begin) > words_per_batch and at > begin:
            groups.append(taken[begin:at])
            begin, widest = at, own
    groups.append(taken[begin:])
    return [groups[index] for index in random.permutation(len(groups))]
