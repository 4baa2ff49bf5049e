"""Lines and lexicon of prepare.ts as one file of numbers: python3 data.py PREPARED OUT.npz TEST..."""

import sys
import unicodedata

import numpy as np

from sources import Unseen, lines_of

LETTERS = " abcdefghijklmnopqrstuvwxyz"
OTHER_LETTER = len(LETTERS)
LETTER_COUNT = OTHER_LETTER + 1
MARK_COUNT = 6
# Longer lines are cut, as the program cuts them.
MOST_SIGNS = 80
# MAFAND's development set is a part of MENYO-20k's test set: it is not read here.
HELD_OUT = ("menyo-dev",)
BARE = "bare"
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


class Pack:
    """Lines end to end. Per letter: letter, mark. Per word: number, capitals, right form, length, learned. Per line: source."""

    def __init__(self, lexicon):
        self.lexicon = lexicon
        self.letters, self.marks = bytearray(), bytearray()
        self.words, self.case, self.right, self.length, self.learned = [], [], [], [], []
        self.word_from, self.letter_from, self.source, self.weight, self.near = [0], [0], [], [], []

    def add(self, signs, source, near=False, teaches=True):
        for begin in range(0, len(signs), MOST_SIGNS):
            for told in signs[begin : begin + MOST_SIGNS]:
                self.add_sign(told, teaches)
            self.word_from.append(len(self.words))
            self.letter_from.append(len(self.letters))
            self.source.append(source)
            self.near.append(near)

    def add_sign(self, told, teaches):
        slip = told.startswith("~")
        told = told.removeprefix("~")
        sign = told.lstrip("^")
        bare = plain(sign)
        row = self.lexicon.rows.get(bare, -1)
        known = self.lexicon.forms[row] if row >= 0 else []
        letters, marks = letters_and_marks(sign)
        learned = teaches and not slip and sign[0].isalpha()
        self.letters += bytes(letters + [0])
        self.marks += bytes((marks if not slip else [0] * len(marks)) + [0])
        self.words.append(row + FIRST_ROW if row >= 0 else SIGNS.get(sign, UNKNOWN))
        self.case.append(len(told) - len(sign))
        self.right.append(known.index(sign) if sign in known and learned else -1)
        # Signs that are no words have no marks to be told: 2.
        self.learned.append(int(learned) if sign[0].isalpha() else 2)
        self.length.append(len(letters))

    def save(self, path, sources):
        rows = self.lexicon
        np.savez_compressed(
            path,
            letters=np.frombuffer(bytes(self.letters), np.uint8),
            marks=np.frombuffer(bytes(self.marks), np.uint8),
            words=np.array(self.words, np.int32),
            case=np.array(self.case, np.uint8),
            right=np.array(self.right, np.int8),
            length=np.array(self.length, np.uint8),
            learned=np.array(self.learned, np.uint8),
            word_from=np.array(self.word_from, np.int32),
            letter_from=np.array(self.letter_from, np.int32),
            source=np.array(self.source, np.uint8),
            near=np.array(self.near, bool),
            sources=np.array(sources),
            form_start=np.array(rows.starts, np.int32),
            form_count=np.array([len(forms) for forms in rows.forms], np.int32),
            shares=np.array(rows.shares, np.float32),
            counts=np.array(rows.counts, np.float32),
        )


def signs_in(text):
    return [told for told in text.split(" ") if told.removeprefix("~").lstrip("^") != ""]


def read(path):
    for line in open(path, encoding="utf-8"):
        _, source, text = line.rstrip("\n").split("\t")
        if signs_in(text):
            yield source, signs_in(text)


def main():
    prepared, out, *tests = sys.argv[1:]
    pack = Pack(Lexicon(f"{prepared}/words.tsv"))
    marked = list(read(f"{prepared}/lines.txt"))
    sources = ["", *HELD_OUT, BARE, *sorted({source for source, _ in marked})]
    for source, signs in marked:
        pack.add(signs, sources.index(source))
    for _, signs in read(f"{prepared}/{BARE}-lines.txt"):
        pack.add([plain(sign) for sign in signs], sources.index(BARE), teaches=False)
    unseen = Unseen([line for path in tests for line in lines_of(path)])
    for name in HELD_OUT:
        for _, signs in read(f"{prepared}/{name}-lines.txt"):
            text = " ".join(sign.lstrip("^") for sign in signs)
            pack.add(signs, sources.index(name), near=text in unseen)
    pack.save(out, sources)
    print("lines", len(pack.source), "words", len(pack.words), "letters", len(pack.letters), "near tests", sum(pack.near))


if __name__ == "__main__":
    main()
