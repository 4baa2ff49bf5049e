"""Aligns phones with recordings: a convolutional network of its own, trained from a flat start by its own Viterbi
alignments (a hybrid HMM with one state a phone and optional pauses between words; Bourlard & Morgan 1994).

    python3 train/speech/align.py TEXTS.jsonl CLIPS FOLDER [--start ALIGN.pt] [--epochs 12] [--threads 1]

Writes FOLDER/alignment.jsonl: for each clip the first frame (10 ms) of every phone and of every pause. Training can be
taken up again: FOLDER/align.pt holds the last state. --start begins with the weights of another run, which may know fewer
phones and languages; of the clips that it learned from a third take part in each round.
"""
import argparse
import json
import os
import random
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from features import MELS, clip_path, log_mel, read_wav
from grouping import grouped
from phones import features_of
from viterbi import viterbi

PAUSE = "_"
LANGUAGES = ["yo", "pcm", "am", "ha", "en"]


class Aligner(nn.Module):
    """Frames of log mel (batch, MELS + languages, time) to log probabilities of classes (batch, time, classes)."""

    def __init__(self, classes: int, width: int = 128):
        super().__init__()
        sizes = [(MELS + len(LANGUAGES), 1), (width, 1), (width, 2), (width, 4), (width, 1)]
        self.layers = nn.ModuleList(
            nn.Conv1d(size, width, 5, padding=2 * dilation, dilation=dilation) for size, dilation in sizes
        )
        self.norms = nn.ModuleList(nn.GroupNorm(1, width) for _ in sizes)
        self.out = nn.Conv1d(width, classes, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for index, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            y = F.relu(norm(layer(x)))
            x = F.dropout(y, 0.1, self.training) + (x if index > 0 else 0)
        return F.log_softmax(self.out(x), 1).transpose(1, 2)


def states_of(clip: dict) -> list[tuple[str, bool]]:
    """The phones of a clip in order, with pauses that may be left out (True): at its ends and between its words."""
    states = [(PAUSE, True)]
    for sentence in clip["sentences"]:
        for word in sentence["words"]:
            for syllable in word["syllables"]:
                states += [(phone["ipa"], False) for phone in syllable["phones"]]
            states.append((PAUSE, True))
    return states


def batches(names: list[str], lengths: dict[str, int], frames: int, seed: int) -> list[list[str]]:
    return grouped(names, lengths.__getitem__, frames, 40, seed)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("texts")
    parser.add_argument("clips")
    parser.add_argument("folder")
    parser.add_argument("--start")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=12)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    os.makedirs(arguments.folder, exist_ok=True)
    clips = {}
    with open(arguments.texts, encoding="utf8") as file:
        for line in file:
            clip = json.loads(line)
            if len(states_of(clip)) > 1:
                clips[clip["id"]] = clip
    labels = sorted({ipa for clip in clips.values() for ipa, _ in states_of(clip)} - {PAUSE})
    labels = [PAUSE, *labels]
    number = {label: index for index, label in enumerate(labels)}
    mels = spectra(os.path.join(arguments.folder, "mel.npz"), arguments.clips, list(clips))
    # A clip with more phones than frames is another sentence's.
    lengths = {name: len(mel) for name, mel in mels.items() if len(mel) > len(states_of(clips[name]))}
    for name in clips.keys() - lengths.keys():
        print(f"{name} is too short for its text", flush=True)
        del clips[name]
    targets = {name: [number[ipa] for ipa, optional in states_of(clip) if not optional] for name, clip in clips.items()}
    training = [name for name in clips if clips[name]["split"] == "train"]
    watched = [name for name in clips if clips[name]["split"] == "dev"]
    print(f"{len(clips)} clips, {len(training)} to learn from, {len(labels)} phones", flush=True)

    def inputs(group: list[str]) -> torch.Tensor:
        longest = max(lengths[name] for name in group)
        x = np.zeros((len(group), MELS + len(LANGUAGES), longest), np.float32)
        for row, name in enumerate(group):
            mel = mels[name].astype(np.float32)
            x[row, :MELS, : len(mel)] = ((mel - mel.mean(0)) / 3).T
            x[row, MELS + LANGUAGES.index(clips[name]["language"])] = 1
        return torch.from_numpy(x)

    def labels_of(name: str, path: np.ndarray) -> np.ndarray:
        return np.array([number[ipa] for ipa, _ in states_of(clips[name])], np.int16)[path]

    model = Aligner(len(labels))
    optimiser = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.01)
    state_file = os.path.join(arguments.folder, "align.pt")
    state = {"step": 0, "labels": labels, "languages": LANGUAGES, "clips": training, "known": []}
    if os.path.exists(state_file):
        state = torch.load(state_file)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
    elif arguments.start:
        old = torch.load(arguments.start)
        begin_with(model, labels, old)
        state["known"] = old["clips"]

    def save() -> None:
        state.update(model=model.state_dict(), optimiser=optimiser.state_dict())
        torch.save(state, f"{state_file}.part")
        os.replace(f"{state_file}.part", state_file)

    while state["step"] < arguments.epochs:
        epoch = state["step"]
        for group_of in optimiser.param_groups:
            group_of["lr"] = 1e-3 if epoch < arguments.epochs * 2 // 3 else 3e-4
        start, losses = time.time(), []
        if epoch == 0 and not arguments.start:
            wanted_of = {name: flat(mels[name].astype(np.float32), targets[name]) for name in training}
        else:
            known = set(state["known"])
            known -= set(random.Random(epoch).sample(sorted(known), len(known) // 3))
            learned = [name for name in training if name not in known]
            found = align(model, inputs, lengths, clips, number, learned + watched)
            wanted_of = {name: labels_of(name, found[name][0]) for name in learned}
            print(f"dev {np.mean([found[name][1] for name in watched]):.3f}", flush=True)
        aligned = time.time()
        model.train()
        for group in batches(list(wanted_of), lengths, 4_000, epoch):
            optimiser.zero_grad()
            scores = model(inputs(group))
            wanted = torch.full(scores.shape[:2], -100)
            for row, name in enumerate(group):
                wanted[row, : lengths[name]] = torch.from_numpy(wanted_of[name].astype(np.int64))
            loss = F.nll_loss(scores.transpose(1, 2), wanted)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            losses.append(loss.item())
        state["step"] += 1
        save()
        times = f"{aligned - start:.0f} + {time.time() - aligned:.0f} s"
        print(f"epoch {epoch} {np.mean(losses):.3f} {times}", flush=True)

    paths = align(model, inputs, lengths, clips, number, list(clips))
    with open(os.path.join(arguments.folder, "alignment.jsonl"), "w", encoding="utf8") as file:
        for name, (path, mean) in paths.items():
            starts = [[int(np.argmax(path == index)), states_of(clips[name])[index][0]] for index in np.unique(path)]
            entry = {"id": name, "frames": lengths[name], "score": mean, "starts": starts}
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def flat(mel: np.ndarray, target: list[int]) -> np.ndarray:
    """Class of every frame: pauses where it is quiet, and the phones spread evenly over the rest."""
    level = mel.mean(1)
    threshold = np.percentile(level, 5) + 0.35 * (np.percentile(level, 95) - np.percentile(level, 5))
    loud = np.flatnonzero(level > threshold)
    wanted = np.zeros(len(mel), np.int16)
    wanted[loud] = np.array(target)[np.arange(len(loud)) * len(target) // max(1, len(loud))]
    return wanted


def spectra(store: str, folder: str, names: list[str]) -> dict[str, np.ndarray]:
    """Log mel spectra of clips; those that are not in the store yet are added to it."""
    known = np.load(store) if os.path.exists(store) else {}
    mels = {name: known[name] for name in known}
    missing = [name for name in names if name not in mels]
    for name in missing:
        mels[name] = log_mel(read_wav(clip_path(folder, name))).astype(np.float16)
    if missing:
        np.savez(f"{store}.part.npz", **mels)
        os.replace(f"{store}.part.npz", store)
    return {name: mels[name] for name in names}


@torch.no_grad()
def begin_with(model: Aligner, labels: list[str], old: dict) -> None:
    """Takes the weights of another run over. A phone that it did not know begins as the most similar one that it did, a
    language as the mean of its languages, both with a little noise."""
    weights = model.state_dict()
    for name, value in old["model"].items():
        if name not in ("layers.0.weight", "out.weight", "out.bias"):
            weights[name] = value
    first = old["model"]["layers.0.weight"]
    weights["layers.0.weight"][:, :MELS] = first[:, :MELS]
    for place, language in enumerate(LANGUAGES):
        if language in old["languages"]:
            column = first[:, MELS + old["languages"].index(language)]
        else:
            column = first[:, MELS:].mean(1)
            column = column + 0.02 * torch.randn_like(column)
        weights["layers.0.weight"][:, MELS + place] = column
    known = np.stack([features_of(label) for label in old["labels"]])
    for place, label in enumerate(labels):
        nearest = label
        if label not in old["labels"]:
            nearest = old["labels"][int(np.abs(known - features_of(label)).sum(1).argmin())]
            print(f"{label} begins as {nearest}", flush=True)
        row = old["labels"].index(nearest)
        noise = 0.0 if nearest == label else 0.02
        weights["out.weight"][place] = old["model"]["out.weight"][row]
        weights["out.weight"][place] += noise * torch.randn_like(weights["out.weight"][place])
        weights["out.bias"][place] = old["model"]["out.bias"][row] - (0.7 if noise else 0)
    model.load_state_dict(weights)


@torch.no_grad()
def align(model, inputs, lengths, clips, number, names) -> dict[str, tuple[np.ndarray, float]]:
    """State of every frame by the best path, and the path's mean score, of every clip."""
    model.eval()
    groups = batches(names, lengths, 12_000, 0)
    raw, sums, count = {}, 0, 0
    for group in groups:
        scores = model(inputs(group)).numpy()
        for row, name in enumerate(group):
            raw[name] = scores[row, : lengths[name]].copy()
            sums = sums + np.exp(raw[name]).sum(0)
            count += lengths[name]
    priors = np.log(sums / count + 1e-6)
    found = {}
    for group in groups:
        jobs = []
        for name in group:
            states = [(number[ipa], optional) for ipa, optional in states_of(clips[name])]
            phones = sum(not optional for _, optional in states)
            least = 3 if phones * 5 < lengths[name] else 2 if phones * 2 < lengths[name] * 0.9 else 1
            jobs.append((raw[name] - 0.5 * priors, states, least))
        for name, (_, states, _), path in zip(group, jobs, viterbi(jobs)):
            labels = np.array([label for label, _ in states])[path]
            found[name] = (path, float(raw[name][np.arange(len(path)), labels].mean()))
    return found


if __name__ == "__main__":
    main()
