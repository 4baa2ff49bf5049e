"""Joins Amharic words that a transcript has in pieces (የ ኢትዮጵያ, ሁኔታው ን): the most probable words, by their counts in other
texts, and by a Markov chain over letters for words that those lack."""
import math
import re
from collections import Counter

WORD = re.compile("[\u1200-\u135a]+")
LONGEST = 6
ORDER = 4
# A letter hardly ever stands alone.
ALONE = 8.0
# Pieces of three letters and more are mostly words of their own.
SEAM = 3.0
# Letters of one sound, as rows of eight: ሐ and ኀ as ሀ, ሠ as ሰ, ዐ as አ, ፀ as ጸ.
ROWS = {0x1210: 0x1200, 0x1280: 0x1200, 0x1220: 0x1230, 0x12D0: 0x12A0, 0x1340: 0x1338}
SAME = {row + place: other + place for row, other in ROWS.items() for place in range(7)}


class Words:
    """Probabilities of words, from the second column of tables with Amharic in it."""

    def __init__(self, paths: list[str]):
        counts = Counter()
        for path in paths:
            with open(path, encoding="utf8") as file:
                for line in file:
                    counts.update(WORD.findall(line.partition("\t")[2].translate(SAME)))
        self.words = {word: count for word, count in counts.items() if count > 1}
        self.total = sum(counts.values())
        # How often a letter follows up to three others, over the different words, and how often anything does.
        self.after, self.contexts = Counter(), Counter()
        for word in counts:
            spelt = f"^{word}$"
            for at in range(1, len(spelt)):
                for begin in range(max(0, at - ORDER + 1), at + 1):
                    self.after[spelt[begin : at + 1]] += 1
                    self.contexts[spelt[begin:at]] += 1

    def cost(self, word: str) -> float:
        """Negative logarithm of a word's probability."""
        word = word.translate(SAME)
        spelt = f"^{word}$"
        total = 0.0
        for at in range(1, len(spelt)):
            share = 1e-4
            for begin in range(at, max(0, at - ORDER + 1) - 1, -1):
                context = spelt[begin:at]
                # The shorter context weighs as much as five counts.
                share = (self.after[context + spelt[at]] + 5 * share) / (self.contexts[context] + 5)
            total -= math.log(share)
        unknown = total - math.log(0.05) + (ALONE if len(word) == 1 else 0)
        count = self.words.get(word, 0)
        return min(unknown, -math.log(count / self.total)) if count and len(word) > 1 else unknown

    def may_join(self, pieces: list[str]) -> bool:
        """Two words of three letters and more are one only where that is a word too."""
        whole = "".join(pieces).translate(SAME)
        is_word = [len(piece) > 2 and piece.translate(SAME) in self.words for piece in pieces]
        return whole in self.words or not any(one and other for one, other in zip(is_word, is_word[1:]))

    def join(self, pieces: list[str]) -> list[str]:
        """Words that the pieces make up."""
        best = [(0.0, 0)] + [(math.inf, 0)] * len(pieces)
        for end in range(1, len(pieces) + 1):
            for begin in range(max(0, end - LONGEST), end):
                long = [len(piece) > 2 for piece in pieces[begin:end]]
                seams = sum(one and other for one, other in zip(long, long[1:]))
                cost = best[begin][0] + self.cost("".join(pieces[begin:end])) + SEAM * seams
                if cost < best[end][0] and self.may_join(pieces[begin:end]):
                    best[end] = (cost, begin)
        words, end = [], len(pieces)
        while end > 0:
            begin = best[end][1]
            words.append("".join(pieces[begin:end]))
            end = begin
        return words[::-1]
