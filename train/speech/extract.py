"""Vocoder features of recordings: 18 cepstra, pitch and voicing each 10 ms, at one level.

    python3 train/speech/extract.py TEXTS.jsonl CLIPS PACKAGE FEATURES.npz

Clips that FEATURES.npz has already are not analysed again.

PACKAGE is node_modules/@wasm-audio-decoders/opus-ml/src/EmscriptenWasm.js, which holds the weights of the pitch network.
"""
import json
import os
import sys

import numpy as np

from features import clip_path, read_wav
from vocoder_features import Features

# Level of the loud frames, in dB of full scale: recordings of one corpus differ by up to 21 dB.
LEVEL = -22.0
FRAME = 160
# Clips after which what is done so far is written.
TOGETHER = 400


def gain_of(samples: np.ndarray) -> float:
    """Factor that puts a recording's loud frames (95th percentile) at LEVEL."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    energy = 10 * np.log10((frames**2).mean(1) + 1e-12)
    return 10 ** ((LEVEL - np.percentile(energy, 95)) / 20)


def levelled(samples: np.ndarray) -> np.ndarray:
    """The same recording at LEVEL and without an offset."""
    samples = samples - samples.mean()
    return np.clip(samples * gain_of(samples), -1, 1)


def main() -> None:
    texts, clips, package, out = sys.argv[1:5]
    analysis = Features(package)
    found = {}
    if os.path.exists(out):
        stored = np.load(out)
        found = {name: stored[name] for name in stored}
    with open(texts, encoding="utf8") as file:
        names = [name for name in (json.loads(line)["id"] for line in file) if name not in found]
    for count, name in enumerate(names, 1):
        samples = levelled(read_wav(clip_path(clips, name)))
        found[name] = analysis.analyse(samples * 32768).astype(np.float32)
        if count % TOGETHER == 0 or count == len(names):
            np.savez(f"{out}.part.npz", **found)
            os.replace(f"{out}.part.npz", out)
            print(count, "clips", flush=True)


if __name__ == "__main__":
    main()
