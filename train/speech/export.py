"""Writes a trained acoustic model for the speech engine; see README.md beside this file.

    python3 train/speech/export.py FOLDER PROSODY OUT

FOLDER is that of train.py, PROSODY that of train_prosody.py. OUT gets pauses.onnx (phones to pauses between words),
prosody.onnx (phones to durations and pitch), decode.onnx (phones on frames to cepstra) and voices.json: the features of
phones, the speakers and the manners of reading.
"""
import json
import os
import sys

import torch
from torch import nn

from corpora import CORPORA, read_table
from model import EXTRAS, INPUTS, SPEAKER_SIZE, TONES, Acoustic, spread
from prosody_model import Prosody, Reader
from phones import CONSONANTS, MARKS, NAMES, VOWELS

OPSET = 13
# Manners of reading: whose timing and melody a language or dialect takes; how much faster than that reader an even pace
# is (the Yoruba reader reads word by word, at 5 phones a second with his pauses; the Hausa woman hurries); and the tonal
# range of a voice that has the reader's own melody. Igbo takes those of Yoruba, the nearest language of tones with
# recordings.
MANNERS = {
    "yo": ("yo", 1.5, 5.5), "pcm": ("pcm", 1.2, 4.5), "am": ("am", 0.85, 4.5), "ig": ("yo", 1.55, 5.5),
    "ha": ("ha-woman-1", 0.8, 5.5), "en-NG": ("pcm", 1.25, 4.5), "en": ("en-lj", 1.0, 4.5),
}  # fmt: skip


class Read(nn.Module):
    """A part of the prosody model, for a manner by its number: (1, outputs, phones)."""

    def __init__(self, part: Reader, readers: list[str]):
        super().__init__()
        self.part = part
        self.register_buffer("readers", torch.eye(len(readers))[[readers.index(reader) for reader, *_ in MANNERS.values()]])

    def forward(self, phones, manner):
        return self.part(phones, self.readers[manner], torch.ones_like(phones[:, 0]).sum(1))


class Timing(nn.Module):
    """Logarithm of frames of each phone, and pitch at its beginning, middle and end: (1, 4, phones)."""

    def __init__(self, prosody: Prosody, readers: list[str], centres: dict[str, float]):
        super().__init__()
        self.timing, self.melody = Read(prosody.timing, readers), Read(prosody.melody, readers)
        self.register_buffer("centres", torch.tensor([[[centres[reader]]] for reader, *_ in MANNERS.values()]))

    def forward(self, phones, manner):
        return torch.cat([self.timing(phones, manner), self.melody(phones, manner) - self.centres[manner]], 1)


class Decode(nn.Module):
    """Cepstra and voicing of every frame, in the vocoder's units: (1, CEPSTRA + 1, frames)."""

    def __init__(self, model: Acoustic, mean, deviation):
        super().__init__()
        self.model = model
        self.register_buffer("mean", torch.tensor(mean, dtype=torch.float32)[None, :, None])
        self.register_buffer("deviation", torch.tensor(deviation, dtype=torch.float32)[None, :, None])

    def forward(self, phones, speaker, index, places):
        encoded = self.model.reduce(self.model.encoder(phones, speaker, torch.ones_like(phones[:, :1])))
        said = self.model.decoder(spread(encoded, index, places), speaker, torch.ones_like(places[:, :1]))
        return said * self.deviation + self.mean


def pitch_of(speaker: str, octaves: dict[tuple[str, str], float]) -> float:
    """Mean pitch of a speaker in Hz. octaves: log2 of that of each speaker and session."""
    own = [value for (name, _), value in octaves.items() if name == speaker]
    return round(float(2 ** (sum(own) / len(own))), 1)


def main() -> None:
    folder, prosody_folder, out = sys.argv[1:4]
    os.makedirs(out, exist_ok=True)
    state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu")
    model = Acoustic(len(state["speakers"]), len(state["sessions"]) - 1)
    model.load_state_dict(state["smooth"])
    model.eval()
    phones, speaker = torch.zeros(1, INPUTS, 7), torch.zeros(1, SPEAKER_SIZE)
    manner, index = torch.zeros(1, dtype=torch.int64), torch.zeros(1, 30, dtype=torch.int64)
    read = torch.load(os.path.join(prosody_folder, "prosody.pt"), map_location="cpu")
    prosody = Prosody(len(read["readers"]))
    prosody.load_state_dict(read["model"])
    prosody.eval()
    parts = {
        "pauses": Read(prosody.pauses, read["readers"]),
        "prosody": Timing(prosody, read["readers"], read["centres"]),
    }
    for name, part in parts.items():
        torch.onnx.export(
            part, (phones, manner), os.path.join(out, f"{name}.onnx"), opset_version=OPSET,
            input_names=["phones", "manner"], output_names=[name],
            dynamic_axes={"phones": {2: "phones"}, name: {2: "phones"}},
        )  # fmt: skip
    torch.onnx.export(
        Decode(model, state["mean"], state["deviation"]), (phones, speaker, index, torch.zeros(1, 4, 30)),
        os.path.join(out, "decode.onnx"), opset_version=OPSET,
        input_names=["phones", "speaker", "index", "places"], output_names=["cepstra"],
        dynamic_axes={"phones": {2: "phones"}, "index": {1: "frames"}, "places": {2: "frames"}, "cepstra": {2: "frames"}},
    )  # fmt: skip
    languages = {corpus["speaker"]: corpus["language"] for corpus in read_table(CORPORA)}
    speakers = {
        name: {
            "embedding": [round(value, 5) for value in model.speakers.weight[row].tolist()],
            "f0Hz": pitch_of(name, state["octaves"]),
            # Speakers that are in no corpus are flite's.
            "language": languages.get(name, "en"),
            "origin": "recording" if name in languages else "flite",
        }
        for row, name in enumerate(state["speakers"])
    }
    manners = [
        {"name": name, "pace": pace, "rangeSemitones": range_semitones}
        for name, (_, pace, range_semitones) in MANNERS.items()
    ]
    about = {
        "speakers": speakers, "manners": manners, "tones": TONES, "features": NAMES, "extras": EXTRAS,
        "vowels": VOWELS, "consonants": CONSONANTS, "marks": MARKS,
    }  # fmt: skip
    with open(os.path.join(out, "voices.json"), "w", encoding="utf8") as file:
        json.dump(about, file, ensure_ascii=False)


if __name__ == "__main__":
    main()
