"""Learns the network of long consonants of Amharic words. See README.md beside this file.

    python3 train/amharic-words/learn_network.py LETTERS NETWORK [FIFTH]

LETTERS is what write-letters.ts prints. NETWORK becomes the file that gemination-network.ts reads: 16-bit integers, a
weight of 1 as 4096. With FIFTH, a number from 0 to 4, that fifth of the words is held out. At the end the log odds of three
words are printed, which gemination-network.test.ts expects.
"""

import random
import sys
from pathlib import Path

import torch
from torch import nn

SIZES = {"consonant": (33, 24), "vowel": (8, 12), "rule": (4, 4)}
HIDDEN = 64
STEP = 4096
EPOCHS = 14
BATCH = 64
RATE = 4e-3
DROPOUT = 0.3
DECAY = 1e-2
SEED = 2018
SHOWN = ("ሀብታምነት", "ሁለት", "ኵስኵስ")


class Network(nn.Module):
    """Two layers of LSTM in both directions over the letters of a word, with an edge before and after it."""

    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(*size) for size in SIZES.values())
        width = sum(width for _, width in SIZES.values())
        self.layers = nn.LSTM(width, HIDDEN, 2, bidirectional=True, batch_first=True, dropout=DROPOUT)
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(2 * HIDDEN, 1)

    def forward(self, codes, lengths):
        """Log odds of every letter; codes: words x letters x 3."""
        embedded = torch.cat([table(codes[..., at]) for at, table in enumerate(self.tables)], -1)
        packed = nn.utils.rnn.pack_padded_sequence(self.dropout(embedded), lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.layers(packed)[0], batch_first=True)
        return self.output(self.dropout(states)).squeeze(-1)


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit("Usage: python3 train/amharic-words/learn_network.py LETTERS NETWORK [FIFTH]")
    torch.set_num_threads(1)
    words = [word_of(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    fifth = int(sys.argv[3]) if len(sys.argv) == 4 else None
    network = learn([word for word in words if word["fifth"] != fifth])
    Path(sys.argv[2]).write_bytes(weights_of(network))
    print_odds(network, [word for word in words if word["word"] in SHOWN])


def word_of(line: str) -> dict:
    source, weight, fifth, word, letters = line.split("\t")
    codes = [[int(code) for code in letter.split(",")] for letter in letters.split(" ")]
    return {"source": source, "weight": float(weight), "fifth": int(fifth), "word": word, "letters": codes}


def batch_of(words: list[dict]):
    """Codes, lengths, which letters are long, and what each counts: the first letter of a word never is, and does not count."""
    longest = max(len(word["letters"]) for word in words) + 2
    codes = torch.zeros(len(words), longest, 3, dtype=torch.long)
    long = torch.zeros(len(words), longest)
    weights = torch.zeros(len(words), longest)
    for at, word in enumerate(words):
        letters = torch.tensor(word["letters"])
        codes[at, 1 : len(letters) + 1] = letters[:, :3]
        long[at, 1 : len(letters) + 1] = letters[:, 3]
        weights[at, 2 : len(letters) + 1] = word["weight"]
    return codes, torch.tensor([len(word["letters"]) + 2 for word in words]), long, weights


def learn(words: list[dict]) -> Network:
    torch.manual_seed(SEED)
    shuffler = random.Random(SEED)
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    steps = EPOCHS * -(-len(words) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
    for epoch in range(EPOCHS):
        shuffler.shuffle(words)
        total = 0.0
        for start in range(0, len(words), BATCH):
            codes, lengths, long, weights = batch_of(words[start : start + BATCH])
            losses = nn.functional.binary_cross_entropy_with_logits(network(codes, lengths), long, reduction="none")
            loss = (losses * weights).sum() / weights.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}  loss {total * BATCH / len(words):.4f}", flush=True)
    return network.eval()


def weights_of(network: Network) -> bytes:
    """Tables, then of each layer and direction the weights of the input, of the state and the bias, then the output."""
    matrices = [table.weight for table in network.tables]
    for layer in (0, 1):
        for back in ("", "_reverse"):
            name = f"l{layer}{back}"
            parts = {part: getattr(network.layers, f"{part}_{name}") for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
            matrices += [parts["weight_ih"], parts["weight_hh"], parts["bias_ih"] + parts["bias_hh"]]
    matrices += [network.output.weight, network.output.bias]
    flat = torch.cat([matrix.detach().flatten() for matrix in matrices])
    rounded = (flat * STEP).round().clamp(-32768, 32767).to(torch.int16)
    return rounded.numpy().astype("<i2").tobytes()


def print_odds(network: Network, words: list[dict]) -> None:
    with torch.no_grad():
        for word in {word["word"]: word for word in words}.values():
            codes, lengths, _, _ = batch_of([word])
            odds = network(codes, lengths)[0, 1:-1].tolist()
            print(word["word"], *(f"{value:.2f}" for value in odds))


if __name__ == "__main__":
    main()
