"""Learns the network that tells English words from Pidgin ones. See README.md beside this file.

    python3 train/language/learn_mixes.py MIXES NETWORK [SENTENCES]

MIXES is the folder that write-mixes.ts fills. NETWORK becomes the file that src/speech/text/detect/english-or-pidgin.ts reads:
16-bit integers, a weight of 1 as 4096. At the end the probabilities of a sentence are printed, which english-or-pidgin.test.ts expects.
"""

import math
import random
import sys
from collections import defaultdict
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).parent.parent))
from recurrent import matrices_of, rounded, step

SLOTS = 2**13
SIZE = 32
HIDDEN = 64
LAYERS = 2
MOST_RUNS = 24
RATE = 5e-3
DROPOUT = 0.15
# Part of the words of which only the letters are seen, as of unknown ones.
UNKNOWN = 0.1
DECAY = 1e-3
SEED = 1960
SENTENCES = 750_000
# Words of a batch, and sentences that are mixed before they are put into batches.
BATCH_WORDS = 2_000
MIXED_AT_ONCE = 16_000
# Part of the sentences that stay in one language, and of those that mix two texts which are no translations of each other.
PURE = 0.2
UNPAIRED = 0.3
# As in mixes.ts.
LEAST_WORDS = 6
MOST_INSERTED = 6
LONGEST = 80
# Part of the sentences over which the rate rises.
WARMING = 0.1
SHOWN = "di oga tell dem say the meeting has been postponed until next week".split()


class Network(nn.Module):
    """Vectors of words and of runs of letters, and layers of LSTM in both directions over a sentence."""

    def __init__(self, words: torch.Tensor, runs: torch.Tensor):
        """words: slot of each word; runs: slots of its runs, SLOTS where it has fewer."""
        super().__init__()
        self.words = words
        self.runs = runs
        self.of_words = nn.Embedding(SLOTS, SIZE)
        self.of_runs = nn.EmbeddingBag(SLOTS + 1, SIZE, mode="mean", padding_idx=SLOTS)
        self.layers = nn.LSTM(2 * SIZE, HIDDEN, LAYERS, bidirectional=True, batch_first=True, dropout=DROPOUT)
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(2 * HIDDEN, 1)

    def forward(self, rows):
        """Log odds that each word is English; rows: sentences of one length x words."""
        distinct, places = torch.unique(rows, return_inverse=True)
        of_words = self.of_words(self.words[distinct])
        if self.training:
            of_words = of_words * (torch.rand(len(distinct), 1) >= UNKNOWN)
        vectors = torch.cat([of_words, self.of_runs(self.runs[distinct])], -1)[places]
        states, _ = self.layers(self.dropout(vectors))
        return self.output(self.dropout(states)).squeeze(-1)


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit("Usage: python3 train/language/learn_mixes.py MIXES NETWORK [SENTENCES]")
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    folder = Path(sys.argv[1])
    words = [line.split("\t") for line in lines_of(folder / "words.tsv")]
    slots = [[int(slot) for slot in row.split(" ")] for _, row in words]
    runs = [row[1:] + [SLOTS] * (MOST_RUNS + 1 - len(row)) for row in slots]
    network = Network(torch.tensor([row[0] for row in slots]), torch.tensor(runs))
    learn(network, Mixer(folder), int(sys.argv[3]) if len(sys.argv) == 4 else SENTENCES)
    Path(sys.argv[2]).write_bytes(weights_of(network))
    print_shown(network, [word for word, _ in words])


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line]


def rows_of(text: str) -> list[int]:
    return [int(row) for row in text.split(" ") if row]


class Mixer:
    """Makes sentences of two languages, as mixes.ts does, each time anew."""

    def __init__(self, folder: Path):
        self.random = random.Random(SEED)
        self.pairs = [tuple(rows_of(side) for side in line.split("\t")) for line in lines_of(folder / "pairs.tsv")]
        self.english, self.pidgin = ([rows_of(line) for line in lines_of(folder / f"{code}.txt")] for code in ("en", "pcm"))

    def batches(self, count: int) -> list:
        """So many sentences as tensors, sentences x words: the rows of their words, and for each of them 1 if it is English."""
        by_length = defaultdict(list)
        for _ in range(count):
            sentence = self.sentence()
            if sentence:
                by_length[len(sentence)].append(sentence)
        batches = []
        for length, sentences in by_length.items():
            size = max(1, BATCH_WORDS // length)
            for start in range(0, len(sentences), size):
                both = torch.tensor(sentences[start : start + size])
                batches.append((both[..., 0], both[..., 1].float()))
        self.random.shuffle(batches)
        return batches

    def sentence(self) -> list[tuple[int, int]]:
        """Rows of words, each with 1 if it is English."""
        if self.random.random() < UNPAIRED:
            english, pidgin = self.random.choice(self.english), self.random.choice(self.pidgin)
        else:
            english, pidgin = self.random.choice(self.pairs)
        sides = [[(row, 1) for row in english], [(row, 0) for row in pidgin]]
        if min(map(len, sides)) < LEAST_WORDS or self.random.random() < PURE:
            return self.random.choice(sides)[:LONGEST]
        self.random.shuffle(sides)
        return (self.inserted if self.random.random() < 0.5 else self.joined)(*sides)[:LONGEST]

    def inserted(self, inner: list, outer: list) -> list:
        count = 1 + self.random.randrange(min(MOST_INSERTED, len(inner) - 1))
        start = self.random.randrange(len(inner) - count)
        at = 1 + self.random.randrange(len(outer) - 1)
        return outer[:at] + inner[start : start + count] + outer[at:]

    def joined(self, first: list, second: list) -> list:
        share = 0.3 + 0.4 * self.random.random()
        return first[: round(share * len(first))] + second[round(share * len(second)) :]


def learn(network: Network, mixer: Mixer, sentences: int) -> None:
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    done = 0
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda _: rate_at(done / sentences))
    while done < sentences:
        total = words = 0.0
        for rows, labels in mixer.batches(min(MIXED_AT_ONCE, sentences - done)):
            loss = step(network, network(rows), labels, torch.ones_like(labels), optimiser, schedule)
            total += loss * labels.numel()
            words += labels.numel()
            done += len(rows)
        print(f"{done} of {sentences} sentences  loss {total / words:.4f}", flush=True)
    network.eval()


def rate_at(part: float) -> float:
    """Part of RATE after a part of the sentences: it rises, and then falls as a cosine does."""
    if part < WARMING:
        return max(0.01, part / WARMING)
    return max(1e-4, 0.5 * (1 + math.cos(math.pi * (part - WARMING) / (1 - WARMING))))


def weights_of(network: Network) -> bytes:
    """Vectors of words and of runs, then of each direction the weights of the input, of the state and the bias, then the output."""
    vectors = [network.of_words.weight, network.of_runs.weight[:SLOTS]]
    return rounded([*vectors, *matrices_of(network.layers), network.output.weight, network.output.bias])


def print_shown(network: Network, words: list[str]) -> None:
    rows = torch.tensor([[words.index(word) for word in SHOWN]])
    with torch.no_grad():
        odds = network(rows)[0]
    print(*(f"{chance:.2f}" for chance in torch.sigmoid(odds).tolist()))


if __name__ == "__main__":
    main()
