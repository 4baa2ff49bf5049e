"""Learns the network that tells English words from Pidgin ones. See README.md beside this file.

    python3 train/language/learn_mixes.py MIXES NETWORK [SENTENCES]

MIXES is the folder that write-mixes.ts fills. NETWORK becomes the file that src/speech/text/detect/english-or-pidgin.ts reads:
16-bit integers, a weight of 1 as 4096. At the end the log odds of the words of a sentence are printed, which english-or-pidgin.test.ts expects.
"""

import math
import random
import sys
from collections import defaultdict
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).parent.parent))
from recurrent import matrices_of, rounded

SLOTS = 2**14
SIZE = 32
HIDDEN = 96
LAYERS = 2
MOST_RUNS = 24
RATE = 3e-3
DROPOUT = 0.1
# Part of the words of which only the letters are seen, as of unknown ones.
UNKNOWN = 0.08
DECAY = 1e-3
SEED = 1960
SENTENCES = 1_000_000
# Words of a batch, and sentences that are mixed before they are put into batches.
BATCH_WORDS = 4_000
MIXED_AT_ONCE = 32_000
# Part of the sentences that stay in one language, and of those that mix two texts which are no translations of each other.
PURE = 0.2
UNPAIRED = 0.4
# How often each corpus is drawn from: most texts to read are like news.
PAIRS = {"mafand": 0.72, "ud-naija": 0.16, "reviews": 0.06, "pidginunmt": 0.06}
ENGLISH = {"mafand": 0.5, "news": 0.25, "plain": 0.25}
NEWS_IN_PIDGIN = 0.6
# As in mixes.ts.
LEAST_WORDS = 6
MOST_INSERTED = 6
LONGEST = 80
# Part of the sentences over which the rate rises.
WARMING = 0.04
SHOWN = "di oga tell dem say the meeting has been postponed until next week".split()


class Network(nn.Module):
    """Vectors of words and of runs of letters, layers of LSTM in both directions over a sentence, and a conditional random field over their states."""

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
        self.changes = nn.Linear(4 * HIDDEN, 2)

    def forward(self, rows):
        """How much higher the log score of each word is as English than as Pidgin (sentences x words), and what a change to Pidgin and
        one to English would score between two words (sentences x words - 1 x 2); rows: sentences of one length x words."""
        distinct, places = torch.unique(rows, return_inverse=True)
        of_words = self.of_words(self.words[distinct])
        if self.training:
            of_words = of_words * (torch.rand(len(distinct), 1) >= UNKNOWN)
        vectors = torch.cat([of_words, self.of_runs(self.runs[distinct])], -1)[places]
        states = self.dropout(self.layers(self.dropout(vectors))[0])
        between = torch.cat([states[:, :-1], states[:, 1:]], -1)
        return self.output(states).squeeze(-1), self.changes(between)


def losses_of(own: torch.Tensor, changes: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Negative log likelihood of the labels of each sentence (Lafferty, McCallum & Pereira 2001)."""
    english, pidgin = ways_before(own, changes)[-1]
    turns = labels[:, 1:] - labels[:, :-1]
    score = (own * labels).sum(1) + (changes[..., 0] * (turns < 0) + changes[..., 1] * (turns > 0)).sum(1)
    return torch.logaddexp(english, pidgin) - score


def ways_before(own: torch.Tensor, changes: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """For each word the log scores, added up, of all ways to label the sentence up to it, if it is English and if it is Pidgin."""
    ways = [(own[:, 0], torch.zeros_like(own[:, 0]))]
    for at in range(1, own.shape[1]):
        english, pidgin = ways[-1]
        to_pidgin, to_english = changes[:, at - 1].unbind(-1)
        ways.append((torch.logaddexp(english, pidgin + to_english) + own[:, at], torch.logaddexp(pidgin, english + to_pidgin)))
    return ways


def odds_of(own: torch.Tensor, changes: torch.Tensor) -> torch.Tensor:
    """Log odds that each word is English, given all others: forward-backward algorithm, as src/speech/text/detect/two-label-field.ts has it."""
    before = ways_before(own, changes)
    after = ways_before(own.flip(1), changes.flip(1).flip(2))[::-1]
    return torch.stack([a[0] + b[0] - a[1] - b[1] for a, b in zip(before, after)], 1) - own


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
        self.pairs = defaultdict(list)
        for corpus, *sides in (line.split("\t") for line in lines_of(folder / "pairs.tsv")):
            if all(sides):
                self.pairs[corpus].append(tuple(map(rows_of, sides)))
        self.english = {name: list(map(rows_of, lines_of(folder / f"en.{name}.txt"))) for name in ENGLISH}
        self.pidgin = list(map(rows_of, lines_of(folder / "pcm.news.txt")))

    def batches(self, count: int) -> list:
        """So many sentences as tensors, sentences x words: the rows of their words, and for each of them 1 if it is English."""
        by_length = defaultdict(list)
        for _ in range(count):
            sentence = self.sentence()
            if len(sentence) > 1:
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
            english, pidgin = self.one_of(self.english, ENGLISH), self.text_in_pidgin()
        else:
            english, pidgin = self.one_of(self.pairs, PAIRS)
        sides = [[(row, 1) for row in english], [(row, 0) for row in pidgin]]
        if min(map(len, sides)) < LEAST_WORDS or self.random.random() < PURE:
            return self.random.choice(sides)[:LONGEST]
        self.random.shuffle(sides)
        return (self.inserted if self.random.random() < 0.5 else self.joined)(*sides)[:LONGEST]

    def one_of(self, corpora: dict, shares: dict):
        (name,) = self.random.choices(list(shares), shares.values())
        return self.random.choice(corpora[name])

    def text_in_pidgin(self) -> list[int]:
        if self.random.random() < NEWS_IN_PIDGIN:
            return self.random.choice(self.pidgin)
        return self.random.choice(self.pairs["mafand"])[1]

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
    while done < sentences:
        total = words = 0.0
        for rows, labels in mixer.batches(min(MIXED_AT_ONCE, sentences - done)):
            for group in optimiser.param_groups:
                group["lr"] = RATE * rate_at(done / sentences)
            loss = losses_of(*network(rows), labels).sum() / labels.numel()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimiser.step()
            total += loss.item() * labels.numel()
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
    """Vectors of words and of runs, then of each direction the weights of the input, of the state and the bias, then the output and the changes."""
    vectors = [network.of_words.weight, network.of_runs.weight[:SLOTS]]
    outputs = [part for layer in (network.output, network.changes) for part in (layer.weight, layer.bias)]
    return rounded([*vectors, *matrices_of(network.layers), *outputs])


def print_shown(network: Network, words: list[str]) -> None:
    rows = torch.tensor([[words.index(word) for word in SHOWN]])
    with torch.no_grad():
        odds = odds_of(*network(rows))[0]
    print(*(f"{odd:.2f}" for odd in odds.tolist()))


if __name__ == "__main__":
    main()
