"""Trains the prosody model; see README.md beside this file.

    python3 train/speech/train_prosody.py FOLDER --corpus TEXTS.jsonl ALIGNMENT.jsonl FEATURES.npz … [--epochs 60]

Writes FOLDER/prosody.pt: the state with the least loss on the dev clips, of each part by itself.
"""
import argparse
import copy
import json
import os
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from data import Clip, load, session_means
from grouping import grouped
from model import EXTRAS, INPUTS, TONES
from phones import NAMES
from prosody_model import Prosody

BATCH_PHONES = 3_000
PAUSE, VOICED = NAMES.index("pause"), NAMES.index("voiced")
LAST_OF_WORD = INPUTS - EXTRAS + len(TONES) + 3  # place of "last of its word" among the inputs: see EXTRAS in model.py
MIN_PAUSE_FRAMES = 5


def pitch_of(frames: np.ndarray, octaves: np.ndarray) -> np.ndarray:
    """Pitch at the beginning, middle and end of every phone, (3, phones)."""
    ends = np.cumsum(frames)
    at = lambda part: np.clip(((ends - frames) + frames * part).astype(int), 0, len(octaves) - 1)
    return np.stack([octaves[at(0.15)], octaves[at(0.5)], octaves[at(0.85)]])


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
        pitch = pitch_of(clip.frames, octaves)
        voiced = clip.phones[:, VOICED] > 0
        out.append(
            {
                "split": clip.split, "speaker": clip.speaker, "reader": reader, "phones": clip.phones,
                "frames": np.log(np.maximum(clip.frames, 1)), "pitch": pitch, "heard": (~is_pause).astype(np.float32),
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


def mask_of(group: list[dict], name: str) -> torch.Tensor:
    longest = max(len(e[name]) for e in group)
    return torch.tensor([[[float(i < len(e[name])) for i in range(longest)]] for e in group])


def losses_of(model: Prosody, group: list[dict]) -> dict[str, torch.Tensor]:
    reader = torch.from_numpy(np.stack([e["reader"] for e in group]))
    phones, mask = padded(group, "phones"), mask_of(group, "phones")
    heard, voiced = padded(group, "heard"), padded(group, "voiced")
    frames = model.timing(phones, reader, mask)
    timing = (F.l1_loss(frames, padded(group, "frames"), reduction="none") * heard).sum() / heard.sum()
    pitch = model.melody(phones, reader, mask)
    melody = (F.l1_loss(pitch * 12, padded(group, "pitch") * 12, reduction="none") * voiced).sum() / voiced.sum() / 3
    plain, plain_mask = padded(group, "plain"), mask_of(group, "plain")
    said = model.pauses(plain, reader, plain_mask)
    boundary, after = padded(group, "boundary"), padded(group, "after")
    is_pause = (after >= MIN_PAUSE_FRAMES).float()
    odds = F.binary_cross_entropy_with_logits(said[:, :1], is_pause, reduction="none")
    length = F.l1_loss(said[:, 1:], torch.log(after.clamp(min=1)), reduction="none") * is_pause
    pauses = (odds * boundary).sum() / boundary.sum() + 0.3 * (length * boundary).sum() / is_pause.sum().clamp(min=1)
    return {"timing": timing, "melody": melody, "pauses": pauses}


@torch.no_grad()
def centres_of(model: Prosody, dev: list[dict], readers: list[str]) -> dict[str, float]:
    """Mean predicted pitch of each reader's voiced phones, in octaves, weighted by their lengths: what is taken out, so
    that the pitch of a voice is the mean that is heard."""
    found = {}
    for place, reader in enumerate(readers):
        sums, count = 0.0, 0.0
        for example in (e for e in dev if e["speaker"] == reader):
            mask = torch.ones(1, 1, len(example["phones"]))
            pitch = model.melody(padded([example], "phones"), torch.eye(len(readers))[[place]], mask)[0].mean(0).numpy()
            weight = np.exp(example["frames"]) * example["voiced"]
            sums, count = sums + float((pitch * weight).sum()), count + float(weight.sum())
        found[reader] = sums / max(1.0, count)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--corpus", nargs=3, action="append", required=True)
    parser.add_argument("--epochs", type=int, default=60)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    os.makedirs(arguments.folder, exist_ok=True)
    clips = [clip for parts in arguments.corpus for clip in load(*parts)]
    readers = sorted({clip.speaker for clip in clips})
    every = examples(clips, readers)
    training = [e for e in every if e["split"] == "train"]
    dev = [e for e in every if e["split"] == "dev"]
    model = Prosody(len(readers))
    optimiser = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.02)
    smooth = copy.deepcopy(model)
    best: dict[str, tuple[float, dict]] = {}
    step, total = 0, arguments.epochs * len(batches(training, 0))
    for epoch in range(arguments.epochs):
        model.train()
        for group in batches(training, epoch):
            for options in optimiser.param_groups:
                options["lr"] = 1e-3 * min(1, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-6
            losses = losses_of(model, group)
            optimiser.zero_grad()
            sum(losses.values()).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            with torch.no_grad():
                keep = min(0.995, (step + 1) / (step + 10))
                for old, new in zip(smooth.parameters(), model.parameters()):
                    old.mul_(keep).add_(new, alpha=1 - keep)
            step += 1
        smooth.eval()
        sums: dict[str, list[float]] = {}
        with torch.no_grad():
            for group in batches(dev, 0):
                for name, loss in losses_of(smooth, group).items():
                    sums.setdefault(name, []).append(loss.item())
        means = {name: float(np.mean(values)) for name, values in sums.items()}
        for name, loss in means.items():
            if name not in best or loss < best[name][0]:
                best[name] = (loss, copy.deepcopy(getattr(smooth, name).state_dict()))
        print(json.dumps({"epoch": epoch, "dev": {n: round(v, 3) for n, v in means.items()}}), flush=True)
    for name, (loss, state) in best.items():
        getattr(smooth, name).load_state_dict(state)
        print(f"{name}: {loss:.3f} on dev", file=sys.stderr)
    state = {"model": smooth.state_dict(), "readers": readers, "centres": centres_of(smooth, dev, readers)}
    torch.save(state, os.path.join(arguments.folder, "prosody.pt"))


if __name__ == "__main__":
    main()
