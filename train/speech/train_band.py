"""Trains the gains of the bandwidth extension (src/speech/engines/neural/band-extension.ts) and measures it.

    python3 train/speech/train_band.py PACKAGE OUT.json --corpus NAME LIMIT FOLDER … [--unseen NAME LIMIT FOLDER …]

FOLDER holds recordings of one speaker in any format that ffmpeg reads, and LIMIT is the frequency in Hz up to which they
have their true spectrum. Nothing is learned from a speaker given by --unseen, nor from one clip in five of the others.
PACKAGE is node_modules/@wasm-audio-decoders/opus-ml/src/EmscriptenWasm.js, as in extract.py.

A network with one hidden layer sees the cepstra and the voicing of a frame and gives, for each 1 kHz from 8 to 12 kHz, the
gain in dB of the mirrored band below 8 kHz (Jax & Vary 2003, "On artificial bandwidth extension of telephone speech"). Errors are
of log energies that never count as lower than FLOOR. Energy above the truth counts double: listeners mind a band that is
too strong more than one that is too weak (Nilsson & Kleijn 2001). Stationary noise of a recording is not learned.
"""
import argparse
import json
import os
import subprocess
import zlib
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from extract import LEVEL
from vocoder_features import Features

RATE, WIDE_RATE, FRAMES_A_SECOND = 16_000, 24_000, 100
BIN = 50  # Hz, of frames of 20 ms
EDGES = [8_000, 7_000, 6_000, 5_000, 4_200]
BANDS = len(EDGES) - 1
ANALYSIS_REACH, SYNTHESIS_REACH = 32, 24
LOWEST_GAIN, HIGHEST_GAIN = -60.0, 12.0
FLOOR = 1e-8  # energy of a band of 1 kHz, full scale being 1: -80 dB
HIDDEN, EPOCHS, BATCH = 24, 30, 512
TOO_MUCH = 2.0  # weight of energy above the truth


@dataclass
class Clip:
    corpus: str
    name: str
    limit: float
    inputs: np.ndarray  # (frames, 19): cepstra and voicing
    source: np.ndarray  # (frames, BANDS): energy of the mirrored band
    target: np.ndarray  # (frames, BANDS): energy of the true band, without the recording's noise
    narrow: np.ndarray  # samples at 16 kHz
    wide: np.ndarray  # samples at 24 kHz

    @property
    def unseen(self) -> bool:
        return zlib.crc32(self.name.encode()) % 5 == 0


def decoded(path: str) -> tuple[np.ndarray, np.ndarray]:
    """A recording at 16 kHz and at 24 kHz."""
    resampling = f"aresample={WIDE_RATE}:filter_size=64:cutoff=0.98"
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-af", resampling, "-f", "f32le", "-"]
    wide = np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32).astype(float)
    wide = wide[: len(wide) // 240 * 240]
    size = len(wide) // 3 * 2
    return np.fft.irfft(np.fft.rfft(wide)[: size // 2 + 1], size) * size / len(wide), wide


def spectrum(samples: np.ndarray, rate: int, count: int) -> np.ndarray:
    """Energies of `count` frames, (frames, bins of 50 Hz), each centred on its hop as the vocoder's features are."""
    hop = rate // FRAMES_A_SECOND
    padded = np.concatenate([np.zeros(hop), samples, np.zeros(2 * hop)])
    frames = padded[np.arange(count)[:, None] * hop + np.arange(2 * hop)] * np.hanning(2 * hop)
    return np.abs(np.fft.rfft(frames)) ** 2 * 2 / ((2 * hop) ** 2 * 0.375)


def bands(power: np.ndarray, low: int, width: int, count: int) -> np.ndarray:
    """Energies of `count` bands of `width` Hz from `low` Hz on."""
    part = power[:, low // BIN : (low + count * width) // BIN]
    return part.reshape(len(power), count, -1).sum(2)


def read(corpus: str, limit: float, path: str, analysis: Features) -> Clip:
    """A recording at the level of extract.py; the wide samples get the same gain."""
    narrow, wide = decoded(path)
    mean = narrow.mean()
    energy = ((narrow - mean).reshape(-1, 160) ** 2).mean(1)
    gain = 10 ** ((LEVEL - np.percentile(10 * np.log10(energy + 1e-12), 95)) / 20)
    narrow, wide = np.clip((narrow - mean) * gain, -1, 1), (wide - mean) * gain
    features = analysis.analyse(narrow * 32768)
    source = bands(spectrum(narrow, RATE, len(features)), 4_000, 1_000, BANDS)[:, ::-1]
    target = bands(spectrum(wide, WIDE_RATE, len(features)), 8_000, 1_000, BANDS)
    noise = 2 * np.percentile(target, 3, axis=0)
    inputs = np.c_[features[:, :18], features[:, 19]]
    target = np.maximum(target - noise, 0)
    return Clip(corpus, os.path.basename(path), limit, inputs, source, target, np.float32(narrow), np.float32(wide))


def decibels(energy):
    return 10 * torch.log10(energy + FLOOR)


class Gains(nn.Module):
    def __init__(self, inputs: np.ndarray):
        super().__init__()
        self.mean = torch.tensor(inputs.mean(0)).float()
        self.deviation = torch.tensor(inputs.std(0) + 1e-3).float()
        self.hidden = nn.Linear(inputs.shape[1], HIDDEN)
        self.out = nn.Linear(HIDDEN, BANDS)

    def forward(self, inputs):
        hidden = torch.tanh(self.hidden((inputs - self.mean) / self.deviation))
        return (10 * self.out(hidden)).clamp(LOWEST_GAIN, HIGHEST_GAIN)

    def numbers(self) -> dict:
        """The network with the normalisation of its inputs and the scale of its outputs worked in."""
        weights = (self.hidden.weight / self.deviation).detach().double().numpy()
        biases = self.hidden.bias.detach().double().numpy() - weights @ self.mean.double().numpy()
        short = lambda values: [float(f"{value:.5g}") for value in values]
        return {
            "hiddenWeights": [short(row) for row in weights],
            "hiddenBiases": short(biases),
            "gainWeights": [short(row) for row in 10 * self.out.weight.detach().double().numpy()],
            "gainBiases": short(10 * self.out.bias.detach().double().numpy()),
        }


def train(clips: list[Clip]) -> dict:
    """Every speaker counts the same, and of each only the bands that the recordings have."""
    torch.manual_seed(14)
    frames = {name: sum(len(clip.inputs) for clip in clips if clip.corpus == name) for name in {c.corpus for c in clips}}
    inputs = np.concatenate([clip.inputs for clip in clips])
    true_to = 8_000 + 1_000 * (np.arange(BANDS) + 1)
    weights = [np.tile((true_to <= clip.limit) / frames[clip.corpus], (len(clip.inputs), 1)) for clip in clips]
    weights = np.concatenate(weights)
    x, weight = torch.tensor(inputs).float(), torch.tensor(weights / weights.mean()).float()
    source = torch.tensor(np.concatenate([clip.source for clip in clips])).float()
    target = decibels(torch.tensor(np.concatenate([clip.target for clip in clips])).float())
    model = Gains(inputs)
    optimiser = torch.optim.AdamW(model.parameters(), 5e-3, weight_decay=1e-4)
    steps = EPOCHS * (len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 5e-3, total_steps=steps)
    for _ in range(steps):
        some = torch.randint(0, len(x), (BATCH,))
        error = decibels(10 ** (model(x[some]) / 10) * source[some]) - target[some]
        loss = (error**2 * weight[some] * torch.where(error > 0, TOO_MUCH, 1.0)).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return model.numbers()


def low_pass(cutoff: float, reach: int) -> np.ndarray:
    at = np.arange(-reach, reach + 1)
    return 2 * cutoff * np.sinc(2 * cutoff * at) * (0.54 + 0.46 * np.cos(np.pi * at / reach))


def made(clip: Clip, numbers: dict) -> np.ndarray:
    """The band from 8 to 12 kHz as band-extension.ts makes it, samples at 24 kHz."""
    hidden = np.tanh(clip.inputs @ np.array(numbers["hiddenWeights"]).T + numbers["hiddenBiases"])
    gains = hidden @ np.array(numbers["gainWeights"]).T + numbers["gainBiases"]
    gains = 10 ** (np.clip(gains, LOWEST_GAIN, HIGHEST_GAIN) / 20)
    samples = clip.narrow.astype(float)
    position = np.arange(0, len(samples), 2) / 160
    excitation = np.zeros(len(position))
    for band in range(BANDS):
        taps = low_pass(EDGES[band] / RATE, ANALYSIS_REACH) - low_pass(EDGES[band + 1] / RATE, ANALYSIS_REACH)
        part = np.convolve(samples, taps)[ANALYSIS_REACH:][: len(samples) : 2]
        excitation += part * np.interp(position, np.arange(len(gains)), gains[:, band])
    reach = 3 * SYNTHESIS_REACH
    high = -3 * low_pass(8_000 / WIDE_RATE, reach)
    high[reach] += 3
    spread = np.zeros(3 * len(excitation))
    spread[::3] = excitation
    return np.convolve(spread, high)[reach : reach + len(spread)]


def distances(clip: Clip, wide: np.ndarray) -> np.ndarray:
    """Log-spectral distance of each frame in dB, in bands of 250 Hz from 8 to 11 kHz as far as the recording has them."""
    count = int((min(clip.limit, 11_000) - 8_000) / 250)
    true = bands(spectrum(clip.wide.astype(float), WIDE_RATE, len(clip.inputs)), 8_000, 250, count)
    other = bands(spectrum(wide, WIDE_RATE, len(clip.inputs)), 8_000, 250, count)
    error = 10 * np.log10((true + FLOOR / 4) / (other + FLOOR / 4))
    return np.sqrt((error**2).mean(1))


def measure(title: str, clips: list[Clip], numbers: dict, level: float) -> None:
    """Prints the mean distance, beside that of no band at all and of white noise with `level` as its energy in 1 kHz."""
    rng = np.random.default_rng(14)
    found, speech = [], []
    for clip in clips:
        flat = rng.standard_normal(len(clip.wide)) * np.sqrt(12 * level)
        found.append([distances(clip, sound) for sound in (made(clip, numbers), 0 * flat, flat)])
        energy = spectrum(clip.narrow.astype(float), RATE, len(clip.inputs)).sum(1)
        speech.append(10 * np.log10(energy + 1e-12) > LEVEL - 30)
    speech = np.concatenate(speech)
    mine, nothing, noise = np.concatenate(found, axis=1)
    for name, rows in (("all frames", speech | True), ("speech", speech)):
        print(
            f"{title}, {name}: {mine[rows].mean():.2f} dB; without the band {nothing[rows].mean():.2f}, "
            f"flat noise {noise[rows].mean():.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("package")
    parser.add_argument("out")
    parser.add_argument("--corpus", nargs=3, action="append", required=True, metavar=("NAME", "LIMIT", "FOLDER"))
    parser.add_argument("--unseen", nargs=3, action="append", default=[], metavar=("NAME", "LIMIT", "FOLDER"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    analysis = Features(arguments.package)

    def clips_of(name: str, limit: str, folder: str) -> list[Clip]:
        files = sorted(os.listdir(folder))
        print(name, len(files), "clips", flush=True)
        return [read(name, float(limit), os.path.join(folder, file), analysis) for file in files]

    clips = [clip for corpus in arguments.corpus for clip in clips_of(*corpus)]
    seen = [clip for clip in clips if not clip.unseen]
    level = float(np.mean([clip.target[:, 0].mean() for clip in seen]))
    numbers = train(seen)
    with open(arguments.out, "w", encoding="utf8") as file:
        file.write(json.dumps(numbers, separators=(",", ":")) + "\n")
    names = [name for name, _, _ in arguments.corpus]
    for name in names:
        rest = [clip for clip in clips if clip.corpus == name and clip.unseen]
        measure(f"{name}, unseen clips", rest, numbers, level)
        if len(names) > 1:
            others = train([clip for clip in seen if clip.corpus != name])
            measure(f"{name}, learned from the other speakers", rest, others, level)
    for corpus in arguments.unseen:
        measure(f"{corpus[0]}, unseen speaker", clips_of(*corpus), numbers, level)


if __name__ == "__main__":
    main()
