"""Learns the network that tells English words from Pidgin ones. See README.md beside this file.

    python3 train/language/learn_mixes.py MIXES NETWORK [PASSES]

MIXES is the folder that write-mixes.ts fills. NETWORK becomes the file that src/speech/text/detect/english-or-pidgin.ts reads:
16-bit integers, a weight of 1 as 4096. At the end the probabilities of a sentence are printed, which english-or-pidgin.test.ts expects.
"""

import random
import sys
from pathlib import Path

import torch
from torch import nn

SLOTS = 2**13
SIZE = 32
HIDDEN = 64
MOST_RUNS = 24
STEP = 4096
BATCH = 64
RATE = 4e-3
DROPOUT = 0.3
# Part of the words of which only the letters are seen, as of unknown ones.
UNKNOWN = 0.1
DECAY = 1e-3
SEED = 1960
SHOWN = "di oga tell dem say the meeting has been postponed until next week".split()


class Network(nn.Module):
    """Vectors of words and of runs of letters, and one layer of LSTM in both directions over a sentence."""

    def __init__(self, words: torch.Tensor, runs: torch.Tensor):
        """words: slot of each word; runs: slots of its runs, SLOTS where it has fewer."""
        super().__init__()
        self.words = words
        self.runs = runs
        self.of_words = nn.Embedding(SLOTS, SIZE)
        self.of_runs = nn.EmbeddingBag(SLOTS + 1, SIZE, mode="mean", padding_idx=SLOTS)
        self.layer = nn.LSTM(2 * SIZE, HIDDEN, 1, bidirectional=True, batch_first=True)
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(2 * HIDDEN, 1)

    def forward(self, rows, lengths):
        """Log odds that each word is English; rows: sentences x words."""
        distinct, places = torch.unique(rows, return_inverse=True)
        of_words = self.of_words(self.words[distinct])
        if self.training:
            of_words = of_words * (torch.rand(len(distinct), 1) >= UNKNOWN)
        vectors = torch.cat([of_words, self.of_runs(self.runs[distinct])], -1)[places]
        packed = nn.utils.rnn.pack_padded_sequence(self.dropout(vectors), lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.layer(packed)[0], batch_first=True)
        return self.output(self.dropout(states)).squeeze(-1)


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit("Usage: python3 train/language/learn_mixes.py MIXES NETWORK [PASSES]")
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    folder = Path(sys.argv[1])
    words = [line.split("\t") for line in (folder / "words.tsv").read_text(encoding="utf-8").split("\n") if line]
    slots = [[int(slot) for slot in row.split(" ")] for _, row in words]
    runs = [row[1:] + [SLOTS] * (MOST_RUNS + 1 - len(row)) for row in slots]
    network = Network(torch.tensor([row[0] for row in slots]), torch.tensor(runs))
    sentences = (folder / "sentences.tsv").read_text().splitlines()
    learn(network, sentences, int(sys.argv[3]) if len(sys.argv) == 4 else 1)
    Path(sys.argv[2]).write_bytes(weights_of(network))
    print_shown(network, [word for word, _ in words])


def parsed(line: str):
    rows, labels = line.split("\t")
    return [int(row) for row in rows.split(" ")], [float(label) for label in labels.split(" ")]


def batch_of(lines: list[str]):
    sentences = [parsed(line) for line in lines]
    longest = max(len(rows) for rows, _ in sentences)
    rows = torch.zeros(len(sentences), longest, dtype=torch.long)
    labels = torch.zeros(len(sentences), longest)
    counts = torch.zeros(len(sentences), longest)
    for at, (own, english) in enumerate(sentences):
        rows[at, : len(own)] = torch.tensor(own)
        labels[at, : len(own)] = torch.tensor(english)
        counts[at, : len(own)] = 1
    return rows, torch.tensor([len(own) for own, _ in sentences]), labels, counts


def learn(network: Network, sentences: list[str], passes: int) -> None:
    shuffler = random.Random(SEED)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    # Sentences of like length together, so that little is computed for places without a word.
    order = sorted(sentences, key=lambda line: line.count(" ") // 12)
    batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=passes * len(batches) + 1)
    for _ in range(passes):
        shuffler.shuffle(batches)
        total = 0.0
        for at, lines in enumerate(batches):
            rows, lengths, labels, counts = batch_of(lines)
            losses = nn.functional.binary_cross_entropy_with_logits(network(rows, lengths), labels, reduction="none")
            loss = (losses * counts).sum() / counts.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimiser.step()
            schedule.step()
            total += loss.item()
            if (at + 1) % 500 == 0:
                print(f"{at + 1} of {len(batches)}  loss {total / 500:.4f}", flush=True)
                total = 0.0
    network.eval()


def weights_of(network: Network) -> bytes:
    """Vectors of words and of runs, then of each direction the weights of the input, of the state and the bias, then the output."""
    matrices = [network.of_words.weight, network.of_runs.weight[:SLOTS]]
    for back in ("", "_reverse"):
        parts = {part: getattr(network.layer, f"{part}_l0{back}") for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
        matrices += [parts["weight_ih"], parts["weight_hh"], parts["bias_ih"] + parts["bias_hh"]]
    matrices += [network.output.weight, network.output.bias]
    flat = torch.cat([matrix.detach().flatten() for matrix in matrices])
    rounded = (flat * STEP).round().clamp(-32768, 32767).to(torch.int16)
    return rounded.numpy().astype("<i2").tobytes()


def print_shown(network: Network, words: list[str]) -> None:
    rows = torch.tensor([[words.index(word) for word in SHOWN]])
    with torch.no_grad():
        odds = network(rows, torch.tensor([len(SHOWN)]))[0]
    print(*(f"{chance:.2f}" for chance in torch.sigmoid(odds).tolist()))


if __name__ == "__main__":
    main()
