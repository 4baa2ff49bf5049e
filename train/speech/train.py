"""Trains the acoustic model; see README.md beside this file.

    python3 train/speech/train.py FOLDER --corpus TEXTS.jsonl ALIGNMENT.jsonl FEATURES.npz … [--minutes 60]

FOLDER/state.pt is written every few minutes; the same command goes on where it stopped, on a GPU where there is one.
"""
import argparse
import json
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from data import Clip, load, session_means
from grouping import grouped
from model import CEPSTRA, Acoustic, Critic, spread

BATCH_FRAMES = 4_000


class Corpus:
    """Clips with the means and deviations that they are normalised by."""

    def __init__(self, clips: list[Clip]):
        self.clips = clips
        self.speakers = sorted({clip.speaker for clip in clips})
        teaching = [clip for clip in clips if clip.split == "train"]
        values = np.concatenate([np.c_[clip.cepstra, clip.voicing] for clip in teaching])
        self.sessions = ["", *sorted({clip.session for clip in teaching if clip.session})]
        self.mean, self.deviation = values.mean(0), values.std(0)
        self.octaves = session_means(clips)

    def batches(self, split: str, seed: int) -> list[list[Clip]]:
        """Clips of like length together, in an order of its own for every seed."""
        pool = [clip for clip in self.clips if clip.split == split]
        return grouped(pool, lambda clip: len(clip.cepstra), BATCH_FRAMES, 60, seed)

    def tensors(self, group: list[Clip], device: str) -> dict[str, torch.Tensor]:
        size, phones, frames = len(group), max(len(c.frames) for c in group), max(len(c.cepstra) for c in group)
        out = {
            "phones": np.zeros((size, group[0].phones.shape[1], phones), np.float32),
            "phone_mask": np.zeros((size, 1, phones), np.float32),
            "frame_mask": np.zeros((size, 1, frames), np.float32),
            "index": np.zeros((size, frames), np.int64),
            "places": np.zeros((size, 4, frames), np.float32),
            "target": np.zeros((size, CEPSTRA + 1, frames), np.float32),
            "speaker": np.zeros(size, np.int64),
            "session": np.zeros(size, np.int64),
        }
        for row, clip in enumerate(group):
            count, length = len(clip.frames), len(clip.cepstra)
            out["phones"][row, :, :count] = clip.phones.T
            out["phone_mask"][row, 0, :count] = 1
            out["frame_mask"][row, 0, :length] = 1
            index = np.repeat(np.arange(count), clip.frames)
            out["index"][row, :length] = index
            octaves = clip.octaves - self.octaves[clip.speaker, clip.session]
            out["places"][row, :, :length] = places_of(clip.frames, octaves)
            values = (np.c_[clip.cepstra, clip.voicing] - self.mean) / self.deviation
            out["target"][row, :, :length] = values.T
            out["speaker"][row] = self.speakers.index(clip.speaker)
            if clip.session in self.sessions:
                out["session"][row] = self.sessions.index(clip.session)
        return {name: torch.from_numpy(array).to(device) for name, array in out.items()}


def places_of(frames: np.ndarray, octaves: np.ndarray) -> np.ndarray:
    """For every frame: how far into its phone it is, the phone's length, pitch, and the pitch's slope. (4, frames)"""
    ends = np.cumsum(frames)
    starts = np.repeat(ends - frames, frames)
    length = np.repeat(frames, frames)
    part = (np.arange(len(starts)) - starts + 0.5) / np.maximum(length, 1)
    return np.stack([part * 2 - 1, np.log(length + 1.0) - 2, octaves * 3, np.gradient(octaves) * 30]).astype(np.float32)


def losses_of(model: Acoustic, batch: dict[str, torch.Tensor], critic: Critic | None = None):
    """Losses by name, and what computes the critic's own loss on the same batch (None without a critic)."""
    mask, phone_mask = batch["frame_mask"], batch["phone_mask"]
    session = batch["session"]
    if model.training:
        session = session * (torch.rand(session.shape, device=session.device) > 0.1)
    speaker = model.speakers(batch["speaker"]) + model.sessions(session)
    encoded = model.reduce(model.encoder(batch["phones"], speaker, phone_mask))
    said = model.decoder(spread(encoded, batch["index"], batch["places"]), speaker, mask)
    target = batch["target"]
    count = mask.sum() * (CEPSTRA + 1)
    # Movement counts too, and how much each coefficient varies: means alone sound muffled.
    distance = (F.l1_loss(said * mask, target * mask, reduction="sum")) / count
    move = lambda x: (x[:, :, 1:] - x[:, :, :-1]) * mask[:, :, 1:]
    movement = F.l1_loss(move(said), move(target), reduction="sum") / count
    spread_of = lambda x: torch.sqrt(
        ((x - (x * mask).sum(2, keepdim=True) / mask.sum(2, keepdim=True)) ** 2 * mask).sum(2) / mask.sum(2) + 1e-4
    )
    variance = F.l1_loss(torch.log(spread_of(said)), torch.log(spread_of(target)))
    losses = {"distance": distance, "movement": movement, "variance": variance}
    if critic is None:
        return losses, None
    given = encoded.detach()
    judged = critic(said * mask, given, batch["index"], mask)
    with torch.no_grad():
        wanted = critic(target * mask, given, batch["index"], mask)
    losses["realness"] = mean_square(judged[-1] - 1, mask)
    losses["likeness"] = sum(F.l1_loss(one, other) for one, other in zip(judged[:-1], wanted[:-1]))
    return losses, lambda: critic_loss(critic, said.detach() * mask, target * mask, given, batch["index"], mask)


def mean_square(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Mean of squares over the frames that a critic judges: every fourth one of the mask."""
    coarse = mask[:, :, ::4]
    return (values**2 * coarse).sum() / coarse.sum()


def critic_loss(critic, said, target, given, index, mask) -> torch.Tensor:
    """Least squares (Mao et al. 2017, arXiv 1611.04076): recorded frames count 1, the model's 0."""
    return mean_square(critic(target, given, index, mask)[-1] - 1, mask) + mean_square(critic(said, given, index, mask)[-1], mask)


WEIGHTS = {"distance": 1.0, "movement": 1.0, "variance": 0.3, "realness": 0.1, "likeness": 0.5}


def total(losses: dict[str, torch.Tensor]) -> torch.Tensor:
    return sum(WEIGHTS[name] * loss for name, loss in losses.items())


def begin_with(model: Acoustic, state: dict, corpus: Corpus) -> None:
    """Takes over the weights of another run; speakers and sessions by name, new ones begin as they are."""
    weights, own = state["smooth"], model.state_dict()
    for name, names, before in (
        ("speakers.weight", corpus.speakers, state["speakers"]),
        ("sessions.weight", corpus.sessions, state["sessions"]),
    ):
        for row, known in enumerate(names):
            if known in before:
                own[name][row] = weights[name][before.index(known)]
    taken = {name: weights[name] for name in own if name not in ("speakers.weight", "sessions.weight")}
    model.load_state_dict({**own, **taken})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--corpus", nargs=3, action="append", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", help="state.pt of another run whose weights to begin with")
    parser.add_argument("--critic-from", type=int, default=1_000_000, help="step from which a critic judges too")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    os.makedirs(arguments.folder, exist_ok=True)
    corpus = Corpus([clip for parts in arguments.corpus for clip in load(*parts)])
    model = Acoustic(len(corpus.speakers), len(corpus.sessions) - 1).to(device)
    smooth = Acoustic(len(corpus.speakers), len(corpus.sessions) - 1).to(device)
    smooth.load_state_dict(model.state_dict())
    if arguments.start:
        begin_with(model, torch.load(arguments.start, map_location=device), corpus)
    smooth.load_state_dict(model.state_dict())
    optimiser = torch.optim.AdamW(model.parameters(), arguments.rate, betas=(0.9, 0.98), weight_decay=0.01)
    critic = Critic().to(device)
    judge = torch.optim.AdamW(critic.parameters(), 3e-4, betas=(0.5, 0.9), weight_decay=0.01)
    path = os.path.join(arguments.folder, "state.pt")
    step, round_number = 0, 0
    if os.path.exists(path):
        state = torch.load(path, map_location=device)
        model.load_state_dict(state["model"])
        smooth.load_state_dict(state["smooth"])
        optimiser.load_state_dict(state["optimiser"])
        critic.load_state_dict(state["critic"])
        judge.load_state_dict(state["judge"])
        step, round_number = state["step"], state["round"]

    def save() -> None:
        state = {"model": model.state_dict(), "smooth": smooth.state_dict(), "optimiser": optimiser.state_dict()}
        state = {**state, "critic": critic.state_dict(), "judge": judge.state_dict()}
        about = {"step": step, "round": round_number, "speakers": corpus.speakers, "sessions": corpus.sessions, "octaves": corpus.octaves}
        torch.save({**state, **about, "mean": corpus.mean, "deviation": corpus.deviation}, f"{path}.part")
        os.replace(f"{path}.part", path)

    until, saved = time.time() + 60 * arguments.minutes, time.time()
    hours = {s: sum(len(c.cepstra) for c in corpus.clips if c.speaker == s) / 360_000 for s in corpus.speakers}
    print(json.dumps({"hours": hours, "parameters": sum(p.numel() for p in model.parameters())}), flush=True)
    while step < arguments.steps and time.time() < until:
        sums: dict[str, list[float]] = {}
        started = time.time()
        for group in corpus.batches("train", round_number):
            if step >= arguments.steps or time.time() > until:
                break
            rate = arguments.rate * min(1, (step + 1) / 300) * 0.5 * (1 + np.cos(np.pi * step / arguments.steps))
            for options in optimiser.param_groups:
                options["lr"] = max(rate, 1e-5)
            losses, loss_of_critic = losses_of(
                model, corpus.tensors(group, device), critic if step >= arguments.critic_from else None
            )
            optimiser.zero_grad()
            total(losses).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            if loss_of_critic:
                judge.zero_grad()
                losses["critic"] = loss_of_critic()
                losses["critic"].backward()
                judge.step()
            with torch.no_grad():
                keep = min(0.999, (step + 1) / (step + 10))
                for old, new in zip(smooth.parameters(), model.parameters()):
                    old.mul_(keep).add_(new, alpha=1 - keep)
            for name, loss in losses.items():
                sums.setdefault(name, []).append(loss.item())
            step += 1
            if time.time() - saved > 120:
                save()
                saved = time.time()
        round_number += 1
        save()
        smooth.eval()
        with torch.no_grad():
            held: dict[str, list[float]] = {}
            for group in corpus.batches("dev", 0):
                for name, loss in losses_of(smooth, corpus.tensors(group, device))[0].items():
                    held.setdefault(name, []).append(loss.item())
        smooth.train()
        told = {name: f"{np.mean(values):.3f}" for name, values in sums.items()}
        told_dev = {name: f"{np.mean(values):.3f}" for name, values in held.items()}
        print(json.dumps({"round": round_number, "step": step, "train": told, "dev": told_dev, "s": round(time.time() - started)}), flush=True)


if __name__ == "__main__":
    main()
