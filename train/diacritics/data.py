"""Lines and lexicon of prepare.ts as arrays, and batches of them."""

import unicodedata

import numpy as np

LETTERS = " abcdefghijklmnopqrstuvwxyz"
OTHER_LETTER = len(LETTERS)
LETTER_COUNT = OTHER_LETTER + 1
MARK_COUNT = 6
UNKNOWN, FIRST_ROW = 1, 16
SIGNS = {sign: 2 + index for index, sign in enumerate("0.,;:?!")}
MARKABLE = {"e": range(6), "o": range(6), "s": (0, 3), **{letter: range(3) for letter in "aiumn"}}

ALLOWED = np.zeros((LETTER_COUNT, MARK_COUNT), dtype=bool)
ALLOWED[:, 0] = True
for letter, marks in MARKABLE.items():
    ALLOWED[LETTERS.index(letter), list(marks)] = True


def letters_and_marks(word):
    """Numbers of the letters and of their marks: the tone (0 none, 1 high, 2 low), 3 more for the under-dot."""
    letters, marks = [], []
    for char in unicodedata.normalize("NFD", word):
        if unicodedata.category(char).startswith("M"):
            if not marks:
                continue
            if char == "\u0301":
                marks[-1] = marks[-1] // 3 * 3 + 1
            elif char == "\u0300":
                marks[-1] = marks[-1] // 3 * 3 + 2
            elif char == "\u0323":
                marks[-1] = marks[-1] % 3 + 3
        else:
            at = LETTERS.find(char)
            letters.append(at if at > 0 else OTHER_LETTER)
            marks.append(0)
    return letters, marks


def plain(word):
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.category(c).startswith("M"))


class Lexicon:
    """Rows of words.tsv: number of the word, its forms, and where the forms of ambiguous words begin."""

    def __init__(self, path):
        self.rows, self.forms, self.starts, self.shares = {}, [], [], []
        self.counts = []
        ambiguous = 0
        for row, line in enumerate(open(path, encoding="utf-8")):
            word, *cells = line.rstrip("\n").split("\t")
            pairs = [cell.split(" ") for cell in cells]
            total = sum(float(count) for _, count in pairs)
            self.rows[word] = row
            self.counts.append(total)
            self.forms.append([form for form, _ in pairs])
            self.starts.append(ambiguous)
            if len(pairs) > 1:
                self.shares += [np.log(float(count) / total) for _, count in pairs]
                ambiguous += len(pairs)
        self.form_count = ambiguous


class Lines:
    """All lines end to end. Per letter: letter, mark, word. Per word: number, capital, right form, first, last letter."""

    def __init__(self, path, lexicon):
        letters, marks, owner = [], [], []
        words, case, right, start, count, first, last, learned, plains = [], [], [], [], [], [], [], [], []
        self.word_from, self.letter_from, self.weights, self.sources, self.forms = [0], [0], [], [], []
        for line in open(path, encoding="utf-8"):
            weight, source, text = line.rstrip("\n").split("\t")
            here = 0
            for told in text.split(" "):
                if told == "":
                    continue
                slip = told.startswith("~")
                told = told.removeprefix("~")
                capital = len(told) - len(told.lstrip("^"))
                sign = told.lstrip("^")
                if not sign:
                    continue
                bare = plain(sign)
                row = lexicon.rows.get(bare, -1)
                known = lexicon.forms[row] if row >= 0 else []
                own_letters, own_marks = letters_and_marks(sign)
                first.append(here)
                last.append(here + len(own_letters) - 1)
                here += len(own_letters) + 1
                letters += own_letters + [0]
                marks += [0] * len(own_letters) + [0] if slip else own_marks + [0]
                owner += [len(words) - self.word_from[-1]] * (len(own_letters) + 1)
                words.append(row + FIRST_ROW if row >= 0 else SIGNS.get(sign, UNKNOWN))
                case.append(capital)
                right.append(known.index(sign) if sign in known and not slip else -1)
                start.append(lexicon.starts[row] if row >= 0 else 0)
                count.append(len(known))
                learned.append(not slip and sign[0].isalpha())
                self.forms.append(sign)
            if len(words) == self.word_from[-1]:
                continue
            self.word_from.append(len(words))
            self.letter_from.append(len(letters))
            self.weights.append(float(weight))
            self.sources.append(source)
        as_int = lambda values: np.array(values, dtype=np.int32)
        self.letters, self.marks, self.owner = as_int(letters), as_int(marks), as_int(owner)
        self.words, self.case, self.right = as_int(words), as_int(case), as_int(right)
        self.start, self.count = as_int(start), as_int(count)
        self.first, self.last = as_int(first), as_int(last)
        self.learned = np.array(learned)
        self.weights = np.array(self.weights, dtype=np.float32)
        self.word_from, self.letter_from = np.array(self.word_from), np.array(self.letter_from)

    def __len__(self):
        return len(self.weights)


def seen_marks(random, marks, owner, word_count):
    """Which marks the model is shown: mostly none, else dots, tones, some words' or some letters' marks."""
    kind = random.random()
    if kind < 0.62:
        return np.zeros_like(marks)
    if kind < 0.72:
        return marks // 3 * 3
    if kind < 0.76:
        return marks % 3
    keep = random.random()
    if kind < 0.90:
        kept = random.random(word_count) < keep
        return np.where(kept[owner], marks, 0)
    return np.where(random.random(len(marks)) < keep, marks, 0)


def batch(lines, chosen, random, rare=None):
    """Arrays of the chosen lines, padded; with `random`, some marks shown and some words made unknown."""
    word_sizes = lines.word_from[chosen + 1] - lines.word_from[chosen]
    letter_sizes = lines.letter_from[chosen + 1] - lines.letter_from[chosen]
    rows, wide, long = len(chosen), word_sizes.max(), letter_sizes.max()
    zeros = lambda size, dtype=np.int64: np.zeros((rows, size), dtype=dtype)
    b = {name: zeros(long) for name in ("letters", "marks", "seen", "owner")}
    b |= {name: zeros(wide) for name in ("words", "case", "right", "start", "count", "first", "last")}
    b |= {"learned": zeros(wide, bool), "is_word": zeros(wide, bool), "is_letter": zeros(long, bool)}
    b["weights"] = lines.weights[chosen]
    for row, line in enumerate(chosen):
        w = slice(lines.word_from[line], lines.word_from[line + 1])
        c = slice(lines.letter_from[line], lines.letter_from[line + 1])
        nw, nc = word_sizes[row], letter_sizes[row]
        for name in ("words", "case", "right", "start", "count", "first", "last", "learned"):
            b[name][row, :nw] = getattr(lines, name)[w]
        for name in ("letters", "marks", "owner"):
            b[name][row, :nc] = getattr(lines, name)[c]
        b["is_word"][row, :nw] = True
        b["is_letter"][row, :nc] = True
        if random is not None:
            b["seen"][row, :nc] = seen_marks(random, lines.marks[c], lines.owner[c], nw)
            # People also write without capitals.
            if random.random() < 0.15:
                b["case"][row] = 0
    if random is not None:
        lost = random.random(b["words"].shape) < rare[b["words"]]
        b["words"][lost & (b["words"] >= FIRST_ROW)] = UNKNOWN
    return b


def batches(lines, random, rare, words_per_batch, share_of):
    """One pass over a share of every source, lines of like length together."""
    taken = np.nonzero(random.random(len(lines)) < share_of)[0]
    size = lines.word_from[taken + 1] - lines.word_from[taken]
    taken = taken[np.argsort(size + random.random(len(taken)) * 4, kind="stable")]
    groups, begun, widest = [], [], 0
    for line in taken:
        width = lines.word_from[line + 1] - lines.word_from[line]
        if width > 120:
            continue
        widest = max(widest, width)
        if widest * (len(begun) + 1) > words_per_batch and begun:
            groups.append(np.array(begun))
            begun, widest = [], width
        begun.append(line)
    if begun:
        groups.append(np.array(begun))
    for index in random.permutation(len(groups)):
        yield batch(lines, groups[index], random, rare)
