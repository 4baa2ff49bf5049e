"""Clips with their phones, alignment and vocoder features, as arrays for training. See README.md beside this file."""
import json
import re
from dataclasses import dataclass

import numpy as np

from model import CEPSTRA, EXTRAS, INPUTS, LANGUAGES, TONES
from phones import NAMES, features_of

PITCH_AT, VOICING_AT = 18, 19
VOWEL = NAMES.index("vowel")
SYLLABIC = NAMES.index("syllabic")
ENDS = ["statement", "question", "exclamation"]


@dataclass
class Clip:
    name: str
    speaker: str
    language: str
    split: str
    session: str
    ipa: list[str]
    phones: np.ndarray  # (phones, INPUTS)
    frames: np.ndarray  # frames of each phone
    cepstra: np.ndarray  # (frames, CEPSTRA)
    octaves: np.ndarray  # log2 of pitch in Hz, through voiceless stretches in a straight line
    voicing: np.ndarray  # (frames,), the vocoder's feature, -0.5 to 0.5


def phones_of(text: dict, pauses: list[bool]) -> tuple[list[str], np.ndarray]:
    """Phones of a text in order, with the pauses that were heard: pauses[i] for the optional pause number i."""
    ipa, rows = [], []
    heard = iter(pauses)

    def pause() -> None:
        if next(heard):
            ipa.append("_")
            rows.append(np.concatenate([features_of("_"), np.zeros(EXTRAS, np.float32)]))

    pause()
    for sentence in text["sentences"]:
        for place, word in enumerate(sentence["words"]):
            is_last = place == len(sentence["words"]) - 1
            count = sum(len(syllable["phones"]) for syllable in word["syllables"])
            at = 0
            for syllable in word["syllables"]:
                for phone in syllable["phones"]:
                    features = features_of(phone["ipa"])
                    extra = np.zeros(EXTRAS, np.float32)
                    extra[TONES.index(syllable.get("tone", "-"))] = 1
                    base = len(TONES)
                    if syllable["stress"]:
                        extra[base + syllable["stress"] - 1] = 1
                    extra[base + 2] = at == 0
                    extra[base + 3] = at == count - 1
                    extra[base + 4] = word["breakAfter"]
                    if is_last and sentence["end"] in ENDS:
                        extra[base + 5 + ENDS.index(sentence["end"])] = 1
                    extra[base + 8] = features[VOWEL] or features[SYLLABIC]
                    ipa.append(phone["ipa"])
                    rows.append(np.concatenate([features, extra]))
                    at += 1
            pause()
    return ipa, np.stack(rows)


def octaves_of(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pitch in octaves (log2 of Hz) of every frame, and which frames are voiced."""
    hz = 16000 / (256 / 2 ** (features[:, PITCH_AT] + 1.5))
    voiced = features[:, VOICING_AT] > 0
    octaves = np.log2(hz)
    # Lonely frames and leaps of an octave are no voice.
    middle = np.median(octaves[voiced]) if voiced.any() else 7.0
    voiced &= np.abs(octaves - middle) < 1.0
    if not voiced.any():
        return np.full(len(octaves), middle), voiced
    where = np.flatnonzero(voiced)
    return np.interp(np.arange(len(octaves)), where, octaves[where]), voiced


def speaker_of(clip: dict) -> str:
    """Recorded speakers are one for each native corpus; the teacher of English names its own."""
    return clip.get("speaker", clip["language"])


def session_means(clips: list[Clip]) -> dict[tuple[str, str], float]:
    """Mean pitch in octaves of every session of every speaker; a session that few clips teach takes its clips' mean."""
    found: dict[tuple[str, str], list[float]] = {}
    for clip in clips:
        found.setdefault((clip.speaker, clip.session), []).append(float(np.mean(clip.octaves)))
    return {key: float(np.mean(values)) for key, values in found.items()}


def load(texts: str, alignment: str, features: str) -> list[Clip]:
    """Clips whose text, alignment and features are there."""
    with open(texts, encoding="utf8") as file:
        known = {clip["id"]: clip for clip in map(json.loads, file)}
    stored = np.load(features)
    clips = []
    with open(alignment, encoding="utf8") as file:
        for entry in map(json.loads, file):
            clip = known[entry["id"]]
            if clip["suspect"] or clip["split"] == "unused":
                continue
            starts = entry["starts"]
            values = stored[entry["id"]]
            frames = min(len(values), entry["frames"])
            bounds = [min(start, frames) for start, _ in starts] + [frames]
            bounds[0] = 0
            ipa, phones = phones_of(clip, pauses_in(clip, [label for _, label in starts]))
            if ipa != [label for _, label in starts]:
                continue
            octaves, _ = octaves_of(values[:frames])
            clips.append(
                Clip(
                    entry["id"], speaker_of(clip), clip["language"], clip["split"], session_of(entry["id"]), ipa, phones.astype(np.float32),
                    np.diff(bounds), values[:frames, :CEPSTRA], octaves.astype(np.float32), values[:frames, VOICING_AT],
                )
            )  # fmt: skip
    assert INPUTS == clips[0].phones.shape[1] and all(clip.language in LANGUAGES for clip in clips)
    return clips


def session_of(name: str) -> str:
    """The session that a clip was recorded in, from its name (LANGUAGE-DAY-TIME_…); empty where there is none."""
    found = re.match(r"\w+-(\d+-\d+)_", name)
    return found[1] if found else ""


def pauses_in(clip: dict, labels: list[str]) -> list[bool]:
    """Which of the optional pauses of a text were heard, from its aligned labels."""
    heard, at = [], 0

    def pause() -> None:
        nonlocal at
        is_here = at < len(labels) and labels[at] == "_"
        heard.append(is_here)
        at += is_here

    pause()
    for sentence in clip["sentences"]:
        for word in sentence["words"]:
            at += sum(len(syllable["phones"]) for syllable in word["syllables"])
            pause()
    return heard
