"""Takes the clips of speech corpora out of their repositories; corpora.tsv beside this file lists them.

    python3 train/speech/corpora.py REPOSITORIES native-speech.tsv CLIPS TABLE.tsv [--amharic FILE.tsv …]

REPOSITORIES holds bare repositories as OWNER+NAME/repo. Writes CLIPS/ID.wav (mono, 16 bit, 16 kHz) and TABLE.tsv. Clips of
native-speech.tsv, which says how those corpora are divided, stay as they are; of the others the offset and the silence at
both ends are taken off. Clips that are there already are not made again. Needs git and ffmpeg. The files of --amharic have
Amharic in their second column: its words tell how the pieces of the Amharic transcripts belong together.
"""
import argparse
import csv
import hashlib
import os
import posixpath
import re
import subprocess
import tempfile
import wave

import numpy as np

from amharic_words import Words
from extract import gain_of
from features import RATE, clip_path

COLUMNS = ["id", "language", "clip", "seconds", "split", "transcript", "phones", "suspect", "speaker"]
# Signs that a transcript has for the apostrophe and for a quotation mark.
PLAIN = str.maketrans({"ʻ": "'", "\\": None})
# Files that one call of ffmpeg decodes.
TOGETHER = 40
FRAME = 160
CORPORA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpora.tsv")
# Silence left at both ends, and the shortest sound that is no click, in frames of 10 ms.
MARGIN = 15
LEAST = 3
# Corner of the high-pass filter in Hz.
CORNER = 50.0


class Repository:
    """Files of one commit of a bare repository."""

    def __init__(self, folder: str, name: str, commit: str):
        path = os.path.join(folder, name.replace("/", "+"), "repo")
        self.git = ["git", "-C", path]
        self.commit = commit
        listed = subprocess.run([*self.git, "ls-tree", "-r", "-z", commit], check=True, capture_output=True).stdout
        self.blobs = {}
        for entry in listed.decode().split("\0")[:-1]:
            about, file = entry.split("\t")
            self.blobs[file] = about.split()[2]
        self.reader = subprocess.Popen([*self.git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, file: str) -> bytes:
        """Bytes of a file of the commit, or of COMMIT:FILE."""
        self.reader.stdin.write((self.blobs.get(file, file) + "\n").encode())
        self.reader.stdin.flush()
        head = self.reader.stdout.readline().split()
        if len(head) < 3:
            raise SystemExit(f"There is no {file} in {self.git[2]}.")
        data = self.reader.stdout.read(int(head[2]))
        self.reader.stdout.read(1)
        return data

    def text(self, file: str) -> str:
        return self.read(file).decode("utf-8-sig")


def festival(repository: Repository, file: str) -> dict[str, str]:
    """Lines of the form ( NAME "text" )."""
    return dict(re.findall(r'^\( (\S+) "(.*)" \)$', repository.text(file), re.MULTILINE))


def sphinx(repository: Repository, file: str) -> dict[str, str]:
    """Lines of the form <s> text </s> (NAME)."""
    lines = re.findall(r"^\s*<s>\s*(.*?)\s*</s>\s*\((\S+)\)", repository.text(file), re.MULTILINE)
    return {name: text for text, name in lines}


def ljspeech(repository: Repository, file: str) -> dict[str, str]:
    """Lines of the form NAME|text|text with numbers as words."""
    return {fields[0]: fields[2] for fields in (line.split("|") for line in repository.text(file).splitlines())}


READERS = {"festival": festival, "sphinx": sphinx, "ljspeech": ljspeech}


def split_of(text: str) -> str:
    """Part of the data that a sentence belongs to: one in 40 dev, one in 20 held, by its letters alone."""
    letters = "".join(sign for sign in text.lower() if sign.isalnum())
    number = int(hashlib.sha256(letters.encode()).hexdigest()[:8], 16) % 40
    return "dev" if number == 0 else "held" if number <= 2 else "train"


def decode(files: list[bytes]) -> list[np.ndarray]:
    """Samples of sound files of any kind: mono, 16 kHz, -1 to 1."""
    with tempfile.TemporaryDirectory() as folder:
        command, outputs = ["ffmpeg", "-v", "error", "-nostdin"], []
        for place, data in enumerate(files):
            path = os.path.join(folder, str(place))
            with open(path, "wb") as file:
                file.write(data)
            command += ["-threads", "1", "-i", path]
            outputs += ["-map", str(place), "-ac", "1", "-ar", str(RATE), "-f", "f32le", f"{path}.raw"]
        subprocess.run(command + outputs, check=True)
        return [np.fromfile(os.path.join(folder, f"{place}.raw"), "<f4") for place in range(len(files))]


def high_pass(samples: np.ndarray) -> np.ndarray:
    """The same sound without its offset and without rumble (12 dB an octave below CORNER, no phase)."""
    padded = np.pad(samples - samples.mean(), RATE // 4)
    hz = np.fft.rfftfreq(len(padded), 1 / RATE)
    spectrum = np.fft.rfft(padded) * (hz**2 / (hz**2 + CORNER**2))
    return np.fft.irfft(spectrum, len(padded))[RATE // 4 : len(padded) - RATE // 4]


def levels(samples: np.ndarray) -> np.ndarray:
    """Level of every frame in dB of full scale."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    return 10 * np.log10((frames**2).mean(1) + 1e-10)


def prepare(samples: np.ndarray) -> np.ndarray:
    """Sound at one level, with 0.15 s of silence at both ends where there was as much; empty where all is quiet."""
    samples = high_pass(samples)
    level = levels(samples)
    floor, loud = np.percentile(level, 8), np.percentile(level, 95)
    is_sound = level > max(floor + 0.25 * (loud - floor), loud - 42)
    runs = np.convolve(is_sound, np.ones(LEAST), "valid") >= LEAST
    found = np.flatnonzero(runs)
    if loud < -75 or len(found) == 0:
        return samples[:0]
    begin, end = max(0, found[0] - MARGIN), found[-1] + LEAST + MARGIN
    samples = samples[begin * FRAME : end * FRAME]
    return samples * min(gain_of(samples), 0.98 / np.abs(samples).max())


def write_wav(path: str, samples: np.ndarray) -> None:
    with wave.open(f"{path}.part", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(samples * 32767).astype("<i2").tobytes())
    os.replace(f"{path}.part", path)


def seconds_of(path: str) -> float:
    with wave.open(path) as file:
        return file.getnframes() / file.getframerate()


def read_table(path: str) -> list[dict]:
    with open(path, encoding="utf8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def of_table(corpus: dict, repository: Repository, rows: list[dict], clips: str) -> list[dict]:
    """Clips that a table divides already, byte for byte."""
    by_name = {posixpath.basename(file): file for file in reversed(repository.blobs)}
    found = []
    for row in rows:
        if row["language"] != corpus["language"]:
            continue
        name = posixpath.basename(row["clip"])
        known = f"{row['language']}-{name.removesuffix('.wav')}"
        file = row["clip"] if row["clip"] in repository.blobs else by_name.get(name)
        if file is None:
            continue
        path = clip_path(clips, known)
        if not os.path.exists(path):
            with open(f"{path}.part", "wb") as output:
                output.write(repository.read(file))
            os.replace(f"{path}.part", path)
        found.append({**row, "id": known, "speaker": corpus["speaker"]})
    return found


def of_repository(corpus: dict, repository: Repository, words: Words | None, clips: str) -> list[dict]:
    """Clips whose files and transcripts lie in one repository, cut to their speech."""
    form, _, source = corpus["text"].partition(" ")
    texts = READERS[form](repository, source) if form in READERS else {}
    found = []
    for file in sorted(name for name in repository.blobs if re.fullmatch(corpus["audio"], name)):
        name, ending = posixpath.splitext(posixpath.basename(file))
        text = repository.text(file.removesuffix(ending) + ".txt") if form == "beside" else texts.get(name, "")
        pieces = text.translate(PLAIN).split()
        text = " ".join(words.join(pieces) if form == "sphinx" and words is not None else pieces)
        if text == "":
            continue
        about = {"language": corpus["language"], "speaker": corpus["speaker"], "clip": file}
        found.append({"id": f"{corpus['speaker']}-{name}", **about, "split": split_of(text), "transcript": text})
    missing = [row for row in found if not os.path.exists(clip_path(clips, row["id"]))]
    for first in range(0, len(missing), TOGETHER):
        rows = missing[first : first + TOGETHER]
        for row, samples in zip(rows, decode([repository.read(row["clip"]) for row in rows])):
            samples = prepare(samples)
            if len(samples) > 0:
                write_wav(clip_path(clips, row["id"]), samples)
    found = [row for row in found if os.path.exists(clip_path(clips, row["id"]))]
    for row in found:
        row["seconds"] = f"{seconds_of(clip_path(clips, row['id'])):.2f}"
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories")
    parser.add_argument("native")
    parser.add_argument("clips")
    parser.add_argument("table")
    parser.add_argument("--amharic", nargs="*", default=[])
    arguments = parser.parse_args()
    os.makedirs(arguments.clips, exist_ok=True)
    native = read_table(arguments.native)
    words = Words(arguments.amharic) if arguments.amharic else None
    repositories, rows = {}, []
    for corpus in read_table(CORPORA):
        source = (corpus["repository"], corpus["commit"])
        if source not in repositories:
            repositories[source] = Repository(arguments.repositories, *source)
        if corpus["text"] == "table":
            found = of_table(corpus, repositories[source], native, arguments.clips)
        else:
            found = of_repository(corpus, repositories[source], words, arguments.clips)
        minutes = sum(float(row["seconds"]) for row in found) / 60
        print(f"{corpus['speaker']}: {len(found)} clips, {minutes:.1f} minutes", flush=True)
        rows += found
    with open(arguments.table, "w", encoding="utf8") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for row in rows:
            file.write("\t".join(row.get(column, "") or "" for column in COLUMNS) + "\n")


if __name__ == "__main__":
    main()
