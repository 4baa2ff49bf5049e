"""
Trains a tiny recogniser in the form of Omnilingual ASR's CTC models, and writes it as the pack has it: model.int8.onnx
(`x` [N, samples] to `logits` [N, frames, vocabulary], a frame each 20 ms) and tokens.txt.

Gabor filters take the place of wav2vec's seven convolutions, and dilated convolutions that of its transformer.

/usr/bin/python3 train/tiny-packs/ctc.py SPEECH OUT [EPOCHS]
"""

import math
import sys
import unicodedata
from pathlib import Path

import numpy as np
import torch
from torch import nn

from onnx_files import exported, quantized, save

RATE = 16_000
BANDS = 40
WINDOW = 400
STEP = 160
WIDTH = 80
DILATIONS = [1, 2, 4, 1, 2]
# As fairseq2 numbers them; CTC's blank takes the first.
SPECIALS = ["<s>", "<pad>", "</s>", "<unk>"]
BATCH_FRAMES = 4_000


class Gabor(nn.Module):
    """The energy in bands that are spaced as on the mel scale, 100 times a second (Gabor 1946; O'Shaughnessy 1987)."""

    def __init__(self):
        super().__init__()
        mel = np.linspace(mel_of(60), mel_of(7_600), BANDS + 2)
        hertz = 700 * (10 ** (mel / 2_595) - 1)
        time = (np.arange(WINDOW) - WINDOW / 2) / RATE
        filters = []
        for band in range(BANDS):
            width = 1 / (math.pi * max(60, (hertz[band + 2] - hertz[band]) / 2))
            envelope = np.exp(-0.5 * (time / min(width, 0.005)) ** 2)
            envelope /= envelope.sum()
            angle = 2 * math.pi * hertz[band + 1] * time
            filters += [envelope * np.cos(angle), envelope * np.sin(angle)]
        self.conv = nn.Conv1d(1, 2 * BANDS, WINDOW, stride=STEP, padding=(WINDOW - STEP) // 2, bias=False)
        self.conv.weight.data = torch.tensor(np.stack(filters), dtype=torch.float32)[:, None]

    def forward(self, x):
        energy = self.conv(x[:, None]) ** 2
        even, odd = energy[:, 0::2], energy[:, 1::2]
        return torch.log(even + odd + 1e-5) / 4


def mel_of(hertz):
    return 2_595 * math.log10(1 + hertz / 700)


class Acoustic(nn.Module):
    """Bands to logits, two frames of the former for each of the latter."""

    def __init__(self, vocabulary):
        super().__init__()
        self.enter = nn.Conv1d(BANDS, WIDTH, 5, stride=2, padding=2)
        self.blocks = nn.ModuleList(
            nn.Conv1d(WIDTH, WIDTH, 5, padding=2 * d, dilation=d) for d in DILATIONS
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(WIDTH) for _ in DILATIONS)
        self.leave = nn.Conv1d(WIDTH, vocabulary, 1)
        self.drop = nn.Dropout(0.1)

    def forward(self, bands):
        hidden = torch.relu(self.enter(bands))
        for block, norm in zip(self.blocks, self.norms):
            hidden = hidden + self.drop(torch.relu(norm(block(hidden))))
        return self.leave(hidden).transpose(1, 2)


class Recogniser(nn.Module):
    def __init__(self, gabor, acoustic):
        super().__init__()
        self.gabor, self.acoustic = gabor, acoustic

    def forward(self, x):
        return self.acoustic(self.gabor(x))


def read_speech(folder):
    """(text, samples) of each sound that speak.ts has made."""
    sound = np.memmap(folder / "sounds.s16", dtype="<i2", mode="r")
    for line in (folder / "sounds.tsv").read_text("utf8").splitlines():
        _, _, text, first, length = line.split("\t")
        samples = sound[int(first) : int(first) + int(length)].astype(np.float32) / 32_768
        yield unicodedata.normalize("NFC", text), samples


def varied(samples, random):
    """In a random place in silence, with a little noise, at a random level."""
    before, after = random.integers(0, RATE // 2, 2)
    padded = np.concatenate([np.zeros(before), samples, np.zeros(after)]) * 10 ** random.uniform(-1, 0)
    level = 10 ** random.uniform(-4.5, -2.2)
    return (padded + random.normal(0, level, len(padded))).astype(np.float32)


def normalised(samples):
    return (samples - samples.mean()) / np.sqrt(samples.var() + 1e-5)


def main(speech, out, epochs):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    sounds = list(read_speech(speech))
    characters = sorted({character for text, _ in sounds for character in text})
    tokens = SPECIALS + characters
    index = {token: at for at, token in enumerate(tokens)}
    gabor = Gabor().eval()
    items = []
    with torch.no_grad():
        for text, samples in sounds + [("", np.zeros(RATE, np.float32))] * 60:
            wave = torch.tensor(normalised(varied(samples, random)))
            wave = wave[: len(wave) // 320 * 320]
            items.append((gabor(wave[None])[0], [index[c] for c in text], text))
    print(f"{len(items)} sounds, {sum(b.shape[1] for b, _, _ in items) / 100 / 60:.0f} minutes, {len(tokens)} tokens")
    held, items = items[:150], items[150:]
    model = Acoustic(len(tokens))
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    optimizer = torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=1e-3)
    batches = batched(items)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, epochs * len(batches))
    loss_of = nn.CTCLoss(zero_infinity=True)
    for epoch in range(epochs):
        model.train()
        total = 0
        for at in random.permutation(len(batches)):
            bands, lengths, targets, target_lengths = collated(batches[at])
            logits = model(bands).log_softmax(-1).transpose(0, 1)
            loss = loss_of(logits, targets, lengths, target_lengths)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5)
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(batches):.3f}, exact {exact(model, held, tokens):.3f}", flush=True)
    whole = Recogniser(gabor, model.eval())
    axes = {"x": {0: "N", 1: "samples"}, "logits": {0: "N", 1: "frames"}}
    onnx_model = quantized(exported(whole, torch.zeros(1, RATE), ["x"], ["logits"], axes))
    for key, value in {"model_type": "omnilingual-asr", "sample_rate": str(RATE), "vocab_size": str(len(tokens))}.items():
        entry = onnx_model.metadata_props.add()
        entry.key, entry.value = key, value
    out.mkdir(parents=True, exist_ok=True)
    save(onnx_model, out / "model.int8.onnx")
    lines = [f"{token} {at}\n" for at, token in enumerate(tokens)]
    (out / "tokens.txt").write_text("".join(lines), "utf8")


def batched(items):
    batches, current = [], []
    for item in sorted(items, key=lambda item: item[0].shape[1]):
        current.append(item)
        if len(current) * item[0].shape[1] > BATCH_FRAMES:
            batches.append(current)
            current = []
    return batches + ([current] if current else [])


def collated(batch):
    most = max(bands.shape[1] for bands, _, _ in batch)
    most += most % 2
    together = torch.full((len(batch), BANDS, most), math.log(1e-5) / 4)
    for at, (bands, _, _) in enumerate(batch):
        together[at, :, : bands.shape[1]] = bands
    lengths = torch.tensor([(bands.shape[1] + 1) // 2 for bands, _, _ in batch])
    targets = torch.tensor([token for _, ids, _ in batch for token in ids], dtype=torch.long)
    return together, lengths, targets, torch.tensor([len(ids) for _, ids, _ in batch])


def exact(model, items, tokens):
    model.eval()
    right = 0
    with torch.no_grad():
        for bands, _, text in items:
            best = model(bands[None])[0].argmax(-1).tolist()
            kept = [t for at, t in enumerate(best) if t != 0 and (at == 0 or best[at - 1] != t)]
            right += "".join(tokens[t] for t in kept) == text
    return right / len(items)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 25)
