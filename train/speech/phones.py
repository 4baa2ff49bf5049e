"""Phonological features of phones in IPA (after the feature charts of the IPA and PHOIBLE), so that a phone that a
speaker never said is made of what it shares with those that were."""
import unicodedata

import numpy as np

NAMES = [
    "pause", "vowel", "high", "mid", "low", "front", "central", "back", "round", "tense", "rhotic", "glide",
    "nasal", "stop", "affricate", "fricative", "tap", "approximant", "lateral", "voiced", "labial", "labiodental",
    "dental", "alveolar", "postalveolar", "palatal", "velar", "glottal", "labialised", "ejective", "implosive",
    "long", "syllabic", "doubled", "reduced",
]  # fmt: skip

# Height, backness and further features of vowels.
VOWELS = {
    "i": "high front tense", "ɪ": "high front", "e": "mid front tense", "ɛ": "mid front", "æ": "low front",
    "a": "low central", "ɑ": "low back", "ɔ": "mid back round", "o": "mid back round tense", "ʊ": "high back round",
    "u": "high back round tense", "ʌ": "mid central", "ə": "mid central reduced", "ɨ": "high central reduced",
    "ɜ": "mid central", "ɝ": "mid central rhotic", "ɚ": "mid central rhotic reduced",
}  # fmt: skip
CONSONANTS = {
    "p": "stop labial", "b": "stop labial voiced", "t": "stop alveolar", "d": "stop alveolar voiced", "k": "stop velar",
    "ɡ": "stop velar voiced", "q": "stop velar", "ʔ": "stop glottal", "c": "stop palatal", "ɟ": "stop palatal voiced",
    "m": "nasal labial voiced", "n": "nasal alveolar voiced", "ɲ": "nasal palatal voiced", "ŋ": "nasal velar voiced",
    "ɱ": "nasal labiodental voiced", "f": "fricative labiodental", "v": "fricative labiodental voiced",
    "ɸ": "fricative labial", "β": "fricative labial voiced", "θ": "fricative dental", "ð": "fricative dental voiced",
    "s": "fricative alveolar", "z": "fricative alveolar voiced", "ʃ": "fricative postalveolar",
    "ʒ": "fricative postalveolar voiced", "x": "fricative velar", "ɣ": "fricative velar voiced", "h": "fricative glottal",
    "ɦ": "fricative glottal voiced", "ɾ": "tap alveolar voiced", "r": "tap alveolar voiced",
    "ɽ": "tap postalveolar voiced", "ɹ": "approximant alveolar rhotic voiced", "l": "approximant lateral alveolar voiced",
    "j": "approximant glide palatal voiced", "w": "approximant glide velar labial round voiced",
    "ɥ": "approximant glide palatal labial round voiced", "ɓ": "stop labial voiced implosive",
    "ɗ": "stop alveolar voiced implosive", "ʄ": "stop palatal voiced implosive",
}  # fmt: skip
MARKS = {"ː": "long", "ʼ": "ejective", "ʷ": "labialised", "ʲ": "palatal", "\u0329": "syllabic", "\u0330": "implosive"}


def features_of(ipa: str) -> np.ndarray:
    """Features of a phone, (len(NAMES),): 0 to 1; a diphthong is the mean of its ends, "_" a pause.
    Raises KeyError on a letter that is no phone."""
    vector = np.zeros(len(NAMES), np.float32)
    if ipa == "_":
        vector[0] = 1
        return vector
    letters, marks = [], []
    for sign in unicodedata.normalize("NFD", ipa):
        if sign in "\u0361\u035c":
            continue
        if sign in VOWELS or sign in CONSONANTS:
            letters.append(sign)
        elif sign == "g":
            letters.append("ɡ")
        elif sign == "\u0303":
            marks.append("nasal")
        elif sign in MARKS:
            marks.append(MARKS[sign])
        else:
            raise KeyError(f"{ipa}: {sign}")
    parts = []
    for letter in letters:
        part = np.zeros(len(NAMES), np.float32)
        kind = f"vowel voiced {VOWELS[letter]}" if letter in VOWELS else CONSONANTS[letter]
        for name in kind.split():
            part[NAMES.index(name)] = 1
        parts.append(part)
    if len(letters) == 2 and letters[0] in VOWELS:
        vector += (parts[0] + parts[1]) / 2
        vector[NAMES.index("glide")] = 1
    elif len(letters) == 2 and NAMES[13] == "stop" and parts[1][15] > 0:
        vector += parts[1]
        vector[NAMES.index("fricative")] = 0
        vector[NAMES.index("affricate")] = 1
    elif len(letters) == 2:
        vector += np.maximum(parts[0], parts[1])
        vector[NAMES.index("doubled")] = 1
    else:
        vector += parts[0]
    for mark in marks:
        vector[NAMES.index(mark)] = 1
    return vector
