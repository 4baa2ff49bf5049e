"""Teaches the recogniser of segments of speech and writes it as ONNX; see README.md beside this file.

    python3 train/segments/train.py FRAMES MODEL.onnx NAMES.json [--steps N N N]

FRAMES are FRAMES.bin and FRAMES.jsonl of frames.ts. Round one learns from Griot's own speech, whose times are known; before
every further round the recordings are aligned with what is said in them, by the model of the round before.
"""
import argparse
import json
import time

import numpy as np
import torch
from torch import nn

BANDS = 40
OPSET = 13
# Distance in dB below the loud frames of a band under which it counts as silent.
RANGE = 40.0
# Frames of one example, and examples in one step.
LENGTH, BATCH = 300, 12


class Net(nn.Module):
    """Spectra (1, BANDS, frames), as normalised, to log probabilities of segments, (1, segments, frames)."""

    def __init__(self, classes: int, width: int = 80):
        super().__init__()
        self.first = nn.Conv1d(BANDS, width, 5, padding=2)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Conv1d(width, width, 3, padding=d, dilation=d), nn.ReLU(), nn.Conv1d(width, width, 1))
            for d in (1, 2, 4)
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(width) for _ in range(4))
        self.last = nn.Conv1d(width, classes, 1)

    def forward(self, x):
        x = torch.relu(self.norms[0](self.first(x)))
        for block, norm in zip(self.blocks, self.norms[1:]):
            x = x + torch.relu(norm(block(x)))
        return torch.log_softmax(self.last(x), 1)


def normalised(frames: np.ndarray, speech: np.ndarray) -> np.ndarray:
    """Spectra in dB without their noise, their mean and their scale; the engine does the same."""
    floor = np.sort(frames, 0)[int(0.95 * (len(frames) - 1))] - RANGE
    frames = np.maximum(frames, floor)
    return (frames - frames[speech].mean(0)) / 10


def changed(frames: np.ndarray, speech: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same speech from another vocal tract, in another noise."""
    scale = np.exp(rng.uniform(-0.2, 0.2))
    places = np.clip(np.arange(BANDS) * scale + rng.uniform(-0.7, 0.7), 0, BANDS - 1.001)
    low = places.astype(int)
    part = (places - low)[None]
    frames = frames[:, low] * (1 - part) + frames[:, low + 1] * part
    loud = np.percentile(frames, 90, axis=0)
    if rng.random() < 0.7:
        tilt = np.linspace(rng.uniform(-8, 8), rng.uniform(-8, 8), BANDS)
        noise = loud.mean() + tilt - rng.uniform(12, 45)
        noise = noise + rng.gumbel(0, 2.0, frames.shape)
        frames = 10 * np.log10(10 ** (frames / 10) + 10 ** (noise / 10))
    if rng.random() < 0.15:
        frames = frames.copy()
        frames[:, rng.integers(28, 34) :] = frames.min()
    return normalised(frames, speech)


class Clips:
    def __init__(self, path: str, classes: list[str]):
        self.data = np.memmap(f"{path}.bin", "<i2", "r").reshape(-1, BANDS)
        number = {name: at for at, name in enumerate(classes)}
        self.rows = [json.loads(line) for line in open(f"{path}.jsonl", encoding="utf8")]
        self.labels: list[np.ndarray | None] = []
        for row in self.rows:
            row["speech"] = np.frombuffer(row["speech"].encode(), "u1") == ord("1")
            if "spans" in row:
                label = np.zeros(row["frames"], "i8")
                for name, start, end in row["spans"]:
                    label[start:end] = number[name]
                self.labels.append(label)
            else:
                row["words"] = [[number[name] for name in word] for word in row["words"] if word]
                self.labels.append(None)

    def frames(self, at: int) -> np.ndarray:
        row = self.rows[at]
        return self.data[row["offset"] : row["offset"] + row["frames"]].astype("f4") / 100


def viterbi(scores: np.ndarray, words: list[list[int]]) -> tuple[np.ndarray, float]:
    """The likeliest class of every frame, given the words in order, with pauses around them or without."""
    states, may_skip = [0], [False]
    for word in words:
        for place, name in enumerate(word):
            states.append(name)
            may_skip.append(place == 0)  # from the state before the pause
        states.append(0)
        may_skip.append(False)
    states, may_skip = np.array(states), np.array(may_skip)
    count = len(states)
    emitted = scores[:, states]
    best = np.full(count, -1e9)
    best[0], best[1] = emitted[0, 0], emitted[0, 1]
    moves = np.zeros((len(scores), count), "i1")
    for t in range(1, len(scores)):
        one = np.concatenate([[-1e9], best[:-1]])
        two = np.where(may_skip, np.concatenate([[-1e9, -1e9], best[:-2]]), -1e9)
        options = np.stack([best, one - 0.5, two - 0.5])
        moves[t] = options.argmax(0)
        best = options.max(0) + emitted[t]
    at = count - 1 if best[-1] > best[-2] else count - 2
    score = best[at] / len(scores)
    path = np.zeros(len(scores), "i8")
    for t in range(len(scores) - 1, -1, -1):
        path[t] = states[at]
        at -= int(moves[t, at])
    return path, score


def align(net: Net, clips: Clips, most: int) -> None:
    """Aligns that many recordings, evenly taken."""
    net.eval()
    every = max(1, len(clips.rows) // most)
    total, count = 0.0, 0
    with torch.no_grad():
        for at, row in enumerate(clips.rows):
            if at % every > 0 or "spans" in row or sum(map(len, row["words"])) + 5 > row["frames"]:
                continue
            x = torch.from_numpy(normalised(clips.frames(at), row["speech"]).T[None].copy())
            clips.labels[at], score = viterbi(net(x)[0].T.numpy().astype("f8"), row["words"])
            total, count = total + score, count + 1
    print(f"aligned {count} clips, {total / count:.3f} a frame", flush=True)


def learn(net: Net, clips: Clips, steps: int, rate: float, rng: np.random.Generator) -> None:
    known = [at for at, label in enumerate(clips.labels) if label is not None]
    speakers: dict[str, list[int]] = {}
    for at in known:
        speakers.setdefault(clips.rows[at]["speaker"], []).append(at)
    names = list(speakers)
    # English has the most segments and the fewest recorded speakers.
    weights = np.array([len(speakers[name]) ** 0.7 * (2 if clips.rows[speakers[name][0]]["language"] == "en" else 1) for name in names])
    weights /= weights.sum()
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.2)
    net.train()
    began, losses, rights = time.time(), [], []
    for step in range(steps):
        xs, ys = [], []
        while len(xs) < BATCH:
            at = rng.choice(speakers[names[rng.choice(len(names), p=weights)]])
            row, label = clips.rows[at], clips.labels[at]
            x = changed(clips.frames(at), row["speech"], rng)
            start = rng.integers(0, max(1, len(x) - LENGTH))
            x, y = x[start : start + LENGTH], label[start : start + LENGTH]
            if len(x) < LENGTH:
                missing = LENGTH - len(x)
                x = np.concatenate([x, np.repeat(x[-1:], missing, 0)])
                y = np.concatenate([y, np.full(missing, -1)])
            xs.append(x.T)
            ys.append(y)
        output = net(torch.from_numpy(np.stack(xs).astype("f4")))
        target = torch.from_numpy(np.stack(ys))
        loss = nn.functional.nll_loss(output, target, ignore_index=-1)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        rights.append(((output.argmax(1) == target)[target > 0]).float().mean().item())
        if (step + 1) % 100 == 0:
            print(f"{step + 1}  loss {np.mean(losses[-100:]):.3f}  right {np.mean(rights[-100:]):.3f}  {time.time() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("frames")
    parser.add_argument("model")
    parser.add_argument("names")
    parser.add_argument("--steps", nargs="*", type=int, default=[100, 160, 360])
    parser.add_argument("--start", help="weights of another run, to go on from or to export")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    rows = [json.loads(line) for line in open(f"{arguments.frames}.jsonl", encoding="utf8")]
    found = {name for row in rows for name, *_ in row.get("spans", [])} | {name for row in rows for word in row.get("words", []) for name in word}
    classes = ["", *sorted(found)]
    clips = Clips(arguments.frames, classes)
    net = Net(len(classes))
    if arguments.start:
        net.load_state_dict(torch.load(arguments.start))
    for place, steps in enumerate(arguments.steps):
        if place > 0 or arguments.start:
            align(net, clips, 500 * (place + 1) if arguments.start else 500 * place)
        learn(net, clips, steps, 3e-3 if place < 2 and not arguments.start else 2e-3, rng)
        torch.save(net.state_dict(), f"{arguments.model}.pt")
    net.eval()
    with open(arguments.names, "w", encoding="utf8") as file:
        json.dump({"segments": classes}, file, ensure_ascii=False)
    torch.onnx.export(
        net, torch.zeros(1, BANDS, 50), arguments.model, opset_version=OPSET,
        input_names=["spectra"], output_names=["segments"], dynamic_axes={"spectra": {2: "frames"}, "segments": {2: "frames"}},
    )  # fmt: skip


if __name__ == "__main__":
    main()
