"""Lets the measured pitch decide which tones a word was said with, where its marks were restored; see README.md beside
this file.

    python3 train/speech/tones.py TEXTS.jsonl ALIGNMENT.jsonl FEATURES.npz OUT.jsonl

OUT has the same texts; words that had `choices` have the tones of one of them.
"""
import copy
import hashlib
import json
import sys

import numpy as np
import torch

from data import Clip, load
from model import EXTRAS, INPUTS, TONES
from prosody_model import Reader
from train_prosody import examples, fit, melody_loss

FIRST_TONE = INPUTS - EXTRAS
# Clips of one half are judged by what the other half taught, so that no clip is judged by what it taught itself.
HALVES = 2
ROUNDS = 2
EPOCHS = 30
# Mean error of a syllable's pitch in semitones where the tones are right: the scale of a Laplace distribution.
SCALE = 1.3
# Phones before and behind a word whose pitch its tones move too.
BEFORE, BEHIND = 4, 8

Choices = dict[int, list[tuple[list[str], float]]]


def half_of(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0] % HALVES


def words_of(text: dict) -> list[dict]:
    return [word for sentence in text["sentences"] for word in sentence["words"]]


def choices_of(text: dict) -> Choices:
    """Different tones that words may have, with their probabilities, by the number of the word; the first are its own."""
    out = {}
    for number, word in enumerate(words_of(text)):
        sums: dict[tuple[str, ...], float] = {}
        for choice in word.get("choices", []):
            tones = tuple(choice["tones"])
            sums[tones] = sums.get(tones, 0.0) + choice["probability"]
        if len(sums) > 1:
            out[number] = [(list(tones), probability) for tones, probability in sums.items()]
    return out


def places_of(text: dict, clip: Clip) -> list[list[list[int]]]:
    """Places of a clip's phones, by word and by syllable; pauses are left out."""
    spoken = iter([place for place, ipa in enumerate(clip.ipa) if ipa != "_"])
    return [[[next(spoken) for _ in syllable["phones"]] for syllable in word["syllables"]] for word in words_of(text)]


def with_tones(phones: np.ndarray, word: list[list[int]], tones: list[str]) -> np.ndarray:
    out = phones.copy()
    for places, tone in zip(word, tones):
        out[places, FIRST_TONE : FIRST_TONE + len(TONES)] = 0
        out[places, FIRST_TONE + TONES.index(tone)] = 1
    return out


@torch.no_grad()
def errors_of(part: Reader, example: dict, variants: list[np.ndarray]) -> np.ndarray:
    """Distance of the predicted pitch from the measured one, in semitones: (variants, phones); 0 where nothing is voiced."""
    phones = torch.from_numpy(np.stack(variants).transpose(0, 2, 1).astype(np.float32))
    reader = torch.from_numpy(example["reader"])[None].expand(len(variants), -1)
    pitch = part(phones, reader, torch.full((len(variants),), phones.shape[2])).numpy()
    return 12 * np.abs(pitch - example["pitch"]).mean(1) * example["voiced"]


def error_near(errors: np.ndarray, word: list[list[int]], syllables: list[list[int]], voiced: np.ndarray) -> float:
    """Sum over the syllables near a word of the mean error of their voiced phones."""
    first, last = word[0][0] - BEFORE, word[-1][-1] + BEHIND
    sums = 0.0
    for places in syllables:
        heard = [place for place in places if first <= place <= last and voiced[place]]
        if heard:
            sums += errors[heard].mean()
    return sums


def decide(part: Reader, text: dict, clip: Clip, example: dict) -> dict[int, list[str]]:
    """Tones of the words that have a choice: the likeliest by the marks' probability and by pitch together."""
    choices, words = choices_of(text), places_of(text, clip)
    syllables = [places for word in words for places in word]
    phones, chosen = example["phones"], {}
    for _ in range(2):
        for number, options in choices.items():
            word = words[number]
            variants = [with_tones(phones, word, tones) for tones, _ in options]
            errors = errors_of(part, example, variants)
            scores = [
                np.log(probability + 1e-6) - error_near(errors[i], word, syllables, example["voiced"]) / SCALE
                for i, (_, probability) in enumerate(options)
            ]
            best = int(np.argmax(scores))
            phones, chosen[number] = variants[best], options[best][0]
    return chosen


def retoned(text: dict, chosen: dict[int, list[str]]) -> dict:
    out = copy.deepcopy(text)
    for number, word in enumerate(words_of(out)):
        for syllable, tone in zip(word["syllables"], chosen.get(number, [])):
            syllable["tone"] = tone
    return out


def main() -> None:
    texts_path, alignment, features, out = sys.argv[1:5]
    torch.manual_seed(1)
    torch.set_num_threads(1)
    with open(texts_path, encoding="utf8") as file:
        texts = {text["id"]: text for text in map(json.loads, file)}
    asked = {name for name, text in texts.items() if choices_of(text)}
    speakers = {texts[name].get("speaker", texts[name]["language"]) for name in asked}
    clips = [clip for clip in load(texts_path, alignment, features) if clip.speaker in speakers]
    readers = sorted(speakers)
    chosen: dict[str, dict[int, list[str]]] = {}
    for number in range(ROUNDS):
        every = examples(clips, readers)
        for half in range(HALVES):
            training = [e for clip, e in zip(clips, every) if e["split"] == "train" and half_of(clip.name) != half]
            dev = [e for e in every if e["split"] == "dev"]
            part = Reader(len(readers), 3)
            loss = fit(part, melody_loss, training, dev, EPOCHS)
            for clip, example in zip(clips, every):
                if half_of(clip.name) == half and clip.name in asked:
                    chosen[clip.name] = decide(part, texts[clip.name], clip, example)
            print(f"round {number + 1}, half {half + 1}: {loss:.3f} on dev", flush=True)
        for clip in clips:
            words = places_of(texts[clip.name], clip)
            for word, tones in chosen.get(clip.name, {}).items():
                clip.phones = with_tones(clip.phones, words[word], tones)
    changed = sum(
        tones != choices_of(texts[name])[word][0][0] for name, words in chosen.items() for word, tones in words.items()
    )
    count = sum(len(words) for words in chosen.values())
    print(f"{changed} of {count} words with a choice have other tones than their marks were restored to")
    with open(out, "w", encoding="utf8") as file:
        for name, text in texts.items():
            text = retoned(text, chosen.get(name, {}))
            for word in words_of(text):
                word.pop("choices", None)
            file.write(json.dumps(text, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
