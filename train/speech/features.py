"""Log mel spectra and pitch-free features of recordings, as numpy arrays. See README.md beside this file."""
import os
import wave

import numpy as np

RATE = 16_000
HOP = 160
WINDOW = 400
FFT = 512
MELS = 40


def read_wav(path: str) -> np.ndarray:
    """Samples of a mono 16-bit file at 16 kHz, as floats in -1 to 1."""
    with wave.open(path) as file:
        if (file.getframerate(), file.getnchannels(), file.getsampwidth()) != (RATE, 1, 2):
            raise SystemExit(f"{path} is not mono, 16 bit, 16 kHz: convert it first.")
        data = file.readframes(file.getnframes())
    return np.frombuffer(data, "<i2").astype(np.float32) / 32768


def mel_matrix() -> np.ndarray:
    """Triangular mel filters, (FFT / 2 + 1, MELS), from 50 Hz to 7,600 Hz (HTK's scale)."""
    to_mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    edges = 700 * (10 ** (np.linspace(to_mel(50), to_mel(7600), MELS + 2) / 2595) - 1)
    bins = np.arange(FFT // 2 + 1) * RATE / FFT
    matrix = np.zeros((FFT // 2 + 1, MELS), np.float32)
    for k in range(MELS):
        low, middle, high = edges[k : k + 3]
        rise, fall = (bins - low) / (middle - low), (high - bins) / (high - middle)
        matrix[:, k] = np.clip(np.minimum(rise, fall), 0, None)
    return matrix


MATRIX = mel_matrix()


def log_mel(samples: np.ndarray) -> np.ndarray:
    """Natural logarithm of mel energies, (frames, MELS), a frame each 10 ms, centred on its hop."""
    count = 1 + len(samples) // HOP
    padded = np.pad(samples, (WINDOW // 2, WINDOW // 2 + HOP))
    index = np.arange(count)[:, None] * HOP + np.arange(WINDOW)[None, :]
    frames = padded[index] * np.hanning(WINDOW).astype(np.float32)
    power = np.abs(np.fft.rfft(frames, FFT)) ** 2
    return np.log(power.astype(np.float32) @ MATRIX + 1e-7)


def clip_path(folder: str, name: str) -> str:
    return os.path.join(folder, f"{name}.wav")
