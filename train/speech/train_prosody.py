"""Trains the prosody model; see README.md beside this file.

    python3 train/speech/train_prosody.py FOLDER --corpus TEXTS.jsonl ALIGNMENT.jsonl FEATURES.npz … [--epochs 30] [--readers yo pcm …]

Writes FOLDER/PART.pt for each part by itself, the state with the least loss on the dev clips, and when all are there
FOLDER/prosody.pt. Parts that are there are not trained again; --parts trains some alone, as one process for each core.
"""
import argparse
import copy
import os
from typing import Callable

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from data import Clip, load, session_means
from grouping import grouped
from model import EXTRAS, INPUTS, TONES
from phones import NAMES
from prosody_model import Prosody, Reader

BATCH_PHONES = 3_000
PAUSE, VOICED = NAMES.index("pause"), NAMES.index("voiced")
LAST_OF_WORD = INPUTS - EXTRAS + len(TONES) + 3  # place of "last of its word" among the inputs: see EXTRAS in model.py
MIN_PAUSE_FRAMES = 5
THIRDS = [(0, 0.3), (0.3, 0.7), (0.7, 1)]
UNVOICED_WEIGHT = 0.2


def pitch_of(frames: np.ndarray, octaves: np.ndarray, voiced: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean pitch of the voiced frames in the first 30 %, the middle and the last 30 % of every phone, (3, phones), and
    how much each counts: 1, and where no frame is voiced and the pitch was drawn through, UNVOICED_WEIGHT."""
    starts = np.cumsum(frames) - frames
    pitch, weight = np.zeros((3, len(frames))), np.full((3, len(frames)), UNVOICED_WEIGHT)
    for row, (begin, end) in enumerate(THIRDS):
        first = np.minimum((starts + frames * begin).astype(int), len(octaves) - 1)
        last = np.maximum(first + 1, np.ceil(starts + frames * end).astype(int))
        for phone, (low, high) in enumerate(zip(first, last)):
            heard = voiced[low:high]
            pitch[row, phone] = np.mean(octaves[low:high][heard] if heard.any() else octaves[low:high])
            if heard.any():
                weight[row, phone] = 1
    return pitch, weight


def examples(clips: list[Clip], readers: list[str]) -> list[dict]:
    means = session_means(clips)
    out = []
    for clip in clips:
        octaves = clip.octaves - means[clip.speaker, clip.session]
        is_pause = clip.phones[:, PAUSE] > 0
        spoken = np.flatnonzero(~is_pause)
        # Between words alone: what stands at the ends of a clip is no pause.
        after = np.zeros(len(clip.frames))
        after[:-1] = np.where(is_pause[1:], clip.frames[1:], 0)
        inner = spoken[:-1]
        reader = np.zeros(len(readers), np.float32)
        reader[readers.index(clip.speaker)] = 1
        pitch, certain = pitch_of(clip.frames, octaves, clip.voicing > 0)
        voiced = clip.phones[:, VOICED] > 0
        out.append(
            {
                "split": clip.split, "speaker": clip.speaker, "reader": reader, "phones": clip.phones,
                "frames": np.log(np.maximum(clip.frames, 1)), "pitch": pitch, "certain": certain, "heard": (~is_pause).astype(np.float32),
                "voiced": voiced.astype(np.float32), "plain": clip.phones[spoken],
                "boundary": np.r_[clip.phones[inner, LAST_OF_WORD], 0].astype(np.float32),
                "after": np.r_[after[inner], 0],
            }
        )  # fmt: skip
    return out


def batches(pool: list[dict], seed: int) -> list[list[dict]]:
    return grouped(pool, lambda example: len(example["phones"]), BATCH_PHONES, 20, seed)


def padded(group: list[dict], name: str) -> torch.Tensor:
    """(batch, rows, phones) of a field whose phones stand first in (phones, rows), last in (rows, phones)."""
    fields = [e[name].T if name in ("phones", "plain") else np.atleast_2d(e[name]) for e in group]
    out = np.zeros((len(group), fields[0].shape[0], max(f.shape[1] for f in fields)), np.float32)
    for row, field in enumerate(fields):
        out[row, :, : field.shape[1]] = field
    return torch.from_numpy(out)


def readers_of(group: list[dict]) -> torch.Tensor:
    return torch.from_numpy(np.stack([e["reader"] for e in group]))


def lengths_of(group: list[dict], name: str) -> torch.Tensor:
    return torch.tensor([len(example[name]) for example in group])


Loss = Callable[[Reader, list[dict]], torch.Tensor]


def timing_loss(part: Reader, group: list[dict]) -> torch.Tensor:
    """Of the logarithms of lengths."""
    heard = padded(group, "heard")
    frames = part(padded(group, "phones"), readers_of(group), lengths_of(group, "phones"))
    return (F.l1_loss(frames, padded(group, "frames"), reduction="none") * heard).sum() / heard.sum()


def melody_loss(part: Reader, group: list[dict]) -> torch.Tensor:
    """Of pitch: the mean squared difference in units of 2 semitones. It comes sooner than the absolute difference to the
    same correlation with what readers do."""
    weight = padded(group, "certain") * padded(group, "voiced")
    pitch = part(padded(group, "phones"), readers_of(group), lengths_of(group, "phones"))
    error = F.mse_loss(pitch * 6, padded(group, "pitch") * 6, reduction="none")
    return (error * weight).sum() / weight.sum()


def pauses_loss(part: Reader, group: list[dict]) -> torch.Tensor:
    """Of the odds of a pause after each word, and of the logarithms of their lengths."""
    said = part(padded(group, "plain"), readers_of(group), lengths_of(group, "plain"))
    boundary, after = padded(group, "boundary"), padded(group, "after")
    is_pause = (after >= MIN_PAUSE_FRAMES).float()
    odds = F.binary_cross_entropy_with_logits(said[:, :1], is_pause, reduction="none")
    length = F.l1_loss(said[:, 1:], torch.log(after.clamp(min=1)), reduction="none") * is_pause
    return (odds * boundary).sum() / boundary.sum() + 0.3 * (length * boundary).sum() / is_pause.sum().clamp(min=1)


# Of the parts of the model, by their names in it.
LOSSES: dict[str, Loss] = {
    "timing": timing_loss, "melody.0": melody_loss, "melody.1": melody_loss, "pauses": pauses_loss,
}  # fmt: skip


def fit(part: Reader, loss_of: Loss, training: list[dict], dev: list[dict], epochs: int) -> float:
    """Trains a part and leaves it with the running mean of its weights that does best on `dev`: its loss is returned."""
    model, smooth = copy.deepcopy(part), part
    optimiser = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.02)
    best, weights = np.inf, smooth.state_dict()
    step, total = 0, epochs * len(batches(training, 0))
    for epoch in range(epochs):
        model.train()
        for group in batches(training, epoch):
            for options in optimiser.param_groups:
                options["lr"] = 1e-3 * min(1, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-6
            loss = loss_of(model, group)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            with torch.no_grad():
                keep = min(0.995, (step + 1) / (step + 10))
                for old, new in zip(smooth.parameters(), model.parameters()):
                    old.mul_(keep).add_(new, alpha=1 - keep)
            step += 1
        smooth.eval()
        with torch.no_grad():
            loss = float(np.mean([loss_of(smooth, group).item() for group in batches(dev, 0)]))
        if loss < best:
            best, weights = loss, copy.deepcopy(smooth.state_dict())
    smooth.load_state_dict(weights)
    return best


@torch.no_grad()
def centres_of(model: Prosody, dev: list[dict], readers: list[str]) -> dict[str, float]:
    """Mean predicted pitch of each reader's voiced phones, in octaves, weighted by their lengths: what is taken out, so
    that the pitch of a voice is the mean that is heard."""
    found = {}
    for place, reader in enumerate(readers):
        sums, count = 0.0, 0.0
        for example in (e for e in dev if e["speaker"] == reader):
            phones, one_hot = padded([example], "phones"), torch.eye(len(readers))[[place]]
            pitch = model.melody(phones, one_hot, lengths_of([example], "phones"))[0].mean(0).numpy()
            weight = np.exp(example["frames"]) * example["voiced"]
            sums, count = sums + float((pitch * weight).sum()), count + float(weight.sum())
        found[reader] = sums / max(1.0, count)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--corpus", nargs=3, action="append", required=True)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--readers", nargs="+", help="speakers to learn from; left out: all")
    parser.add_argument("--parts", nargs="+", choices=LOSSES, default=list(LOSSES))
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    os.makedirs(arguments.folder, exist_ok=True)
    clips = [clip for parts in arguments.corpus for clip in load(*parts)]
    clips = [clip for clip in clips if arguments.readers is None or clip.speaker in arguments.readers]
    readers = sorted({clip.speaker for clip in clips})
    every = examples(clips, readers)
    training = [e for e in every if e["split"] == "train"]
    dev = [e for e in every if e["split"] == "dev"]
    model = Prosody(len(readers))
    paths = {name: os.path.join(arguments.folder, f"{name}.pt") for name in LOSSES}
    for name in arguments.parts:
        if not os.path.exists(paths[name]):
            part = model.get_submodule(name)
            loss = fit(part, LOSSES[name], training, dev, arguments.epochs)
            print(f"{name}: {loss:.3f} on dev", flush=True)
            torch.save(part.state_dict(), paths[name])
    if not all(os.path.exists(path) for path in paths.values()):
        return
    for name, path in paths.items():
        model.get_submodule(name).load_state_dict(torch.load(path))
    model.eval()
    state = {"model": model.state_dict(), "readers": readers, "centres": centres_of(model, dev, readers)}
    torch.save(state, os.path.join(arguments.folder, "prosody.pt"))


if __name__ == "__main__":
    main()
