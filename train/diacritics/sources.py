"""Gathers the marked lines that are learned from, one source per file.

python3 sources.py MARKED CLONES OUT DEV UNSEEN...

MARKED: a folder of marked lines, one source per file. CLONES: a folder with git directories owner+name/repo of the
repositories below. DEV: MAFAND's development set (JSON Lines), by which settings are chosen. UNSEEN: test sets, as text,
JSON Lines (column yor) or a table (column Yoruba). No line of these or near one of them is written, so that nothing is
learned from what the model is measured on. `bare.txt`: lines of these repositories whose writers leave marks out, for a model
to mark.
"""

import csv
import json
import math
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

LEAST_TONES = 0.3
SHORTEST = 10
# A line without marks is Yoruba where so many of its words, and so large a share of them, stand in marked texts.
LEAST_BARE_WORDS = 5
LEAST_KNOWN = 0.75
# So many bare words in a row that a test set has too make a line suspect.
RUN = 6
SURE_RUNS = 4
SHARE_OF_RUNS = 3
PARTS = ("train", "dev", "test")
# Read whole: lists of words, and the development set of MENYO-20k.
WHOLE = ("menyo-dev", "words")


def bare(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()


def letters(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if c.isalpha()).lower()


def words(text):
    return re.findall("[a-z]+", bare(text))


def runs(text):
    own = words(text)
    return [" ".join(own[at : at + RUN]) for at in range(len(own) - RUN + 1)]


def sentences(text):
    for line in text.split("\n"):
        for sentence in re.split(r'(?<=[.?!])["”’\')]*\s+(?=["“‘(]?[^\W\d_a-zẹọṣ])', " ".join(line.split())):
            if sentence.strip():
                yield sentence.strip()


class Clone:
    def __init__(self, folder, name):
        self.path = Path(folder) / name / "repo"

    def read(self, path):
        shown = subprocess.run(["git", f"--git-dir={self.path}", "show", f"HEAD:{path}"], check=True, capture_output=True)
        return shown.stdout.decode("utf-8-sig")

    def column(self, path, names):
        rows = csv.reader(self.read(path).split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)
        head = next(rows)
        for row in rows:
            for name in names:
                if name in head and head.index(name) < len(row):
                    yield row[head.index(name)]

    def tagged(self, path):
        """Sentences of a file with a word and its tag in each line."""
        for block in re.split(r"\n\s*\n", self.read(path)):
            told = [line.split(" ")[0].split("\t")[0] for line in block.split("\n") if line.strip()]
            if told:
                yield " ".join(told)

    def texts(self, path):
        """Sentences of a file in the format of Universal Dependencies."""
        return [line.removeprefix("# text = ") for line in self.read(path).split("\n") if line.startswith("# text = ")]


class Joiner:
    """Puts marks that stand between spaces, as a tokeniser left them, on the letters before them.

    Such a mark may end its word ("mọ ̀ ṣáájú") or stand inside it ("Ọ ̀ yọ ́ "): of all ways to cut the pieces into words, the one
    whose words are likeliest in marked texts is taken.
    """

    def __init__(self, lines):
        self.counts = Counter(word for line in lines for word in re.findall(r"[^\W\d_]+(?:[\u0300-\u036f]*[^\W\d_]*)*", line.lower()))
        self.total = sum(self.counts.values())

    def cost(self, word):
        seen = self.counts[unicodedata.normalize("NFC", word.lower())]
        return math.log(self.total / seen) if seen else math.log(self.total) + 3 * len(word)

    def cut(self, pieces):
        best = [(0.0, [])]
        for end in range(1, len(pieces) + 1):
            ways = (("".join(pieces[begin:end]), best[begin]) for begin in range(end))
            best.append(min((cost + self.cost(word), [*words, word]) for word, (cost, words) in ways))
        return best[-1][1]

    def joined(self, text):
        return "\n".join(self.joined_line(line) for line in text.split("\n"))

    def joined_line(self, line):
        # Each run of pieces that a mark follows, with the piece after the last of them.
        runs, goes_on = [], False
        for piece in line.split():
            if unicodedata.combining(piece[0]) and runs:
                runs[-1][-1] += piece
                goes_on = True
            elif goes_on and piece[0].isalpha():
                runs[-1].append(piece)
                goes_on = False
            else:
                runs.append([piece])
                goes_on = False
        return " ".join(word for run in runs for word in self.cut(run))


def without_addresses(text):
    """Messages without the names that they are sent to, their subjects' signs and their links."""
    return re.sub(r"@\w+|#(?=\w)|\b(?:https?://|pic\.twitter\.com/|bit\.ly/)\S+", " ", text)


def gathered(clones, joiner):
    """Name and lines of every source that comes from a repository."""
    at = lambda name: Clone(clones, name)
    split = lambda texts: [sentence for text in texts for sentence in sentences(text)]
    news, ner, pos = at("masakhane-io+masakhane-news"), at("masakhane-io+masakhane-ner"), at("masakhane-io+masakhane-pos")
    senti, nolly, texts = at("afrisenti-semeval+afrisent-semeval-2023"), at("IyanuSh+NollySenti"), at("Niger-Volta-LTI+yoruba-text")
    embedding, trees = at("ajesujoba+YorubaTwi-Embedding"), at("UniversalDependencies+UD_Yoruba-YTB")
    by_source = lambda name: embedding.read(f"Yoruba/text_by_sources/{name}.txt")
    yield "bbc-news", split(t for p in PARTS for t in news.column(f"data/yor/{p}.tsv", ["headline", "text"]))
    yield "masakhaner", split(
        t for folder in ("MasakhaNER2.0/data", "data") for p in PARTS for t in ner.tagged(f"{folder}/yor/{p}.txt")
    )
    yield "masakhapos", split(t for p in PARTS for t in pos.tagged(f"data/yor/{p}.txt"))
    yield "ner-text", split([ner.read("text_by_language/yoruba/yoruba.txt")])
    yield "doctrine", split([texts.read("Book_of_Mormon/cleaned/doctrine_and_covenants.txt")])
    yield "langid", split([texts.read("Asubiaro_LangID/langid_combined_training_test_corpus.txt")])
    yield "afrisenti", split(t for p in PARTS for t in senti.column(f"data/yor/{p}.tsv", ["tweet"]))
    yield "nolly", split(t for p in PARTS for t in nolly.column(f"data/yo/{p}.tsv", ["yo_review"]))
    yield "tweets", split([without_addresses(by_source("yoruba_tweets"))])
    yield "wikipedia", split([joiner.joined(by_source("yo_wiki"))])
    yield "trees", [t for name in ("yo_ytb-ud-test", "not-to-release/yo_wiki") for t in trees.texts(f"{name}.conllu")]
    yield "bbc-more", split([by_source("bbcyoruba")])
    yield "voice-of-nigeria", split([by_source("vonYoruba")])


def bare_sources(clones):
    """Texts of which no line is learned from as it is: questions, and what was read aloud for a corpus of speech."""
    questions, spoken = Clone(clones, "masakhane-io+afriqa"), Clone(clones, "ogunlao+yoruba_speech_project")
    for part in PARTS:
        for line in questions.read(f"data/queries/yor/queries.afriqa.yor.en.{part}.json").split("\n"):
            if line.strip():
                yield json.loads(line)["question"]
    yield from spoken.read("yor_trans.txt").split("\n")


def lines_of(path):
    told = Path(path).read_text(encoding="utf-8").split("\n")
    if path.endswith(".json"):
        pairs = [json.loads(line) for line in told if line]
        return [pair.get("translation", pair)["yor"] for pair in pairs]
    if path.endswith(".tsv"):
        head = [cell.strip() for cell in told[0].split("\t")]
        return [row.split("\t")[head.index("Yoruba")] for row in told[1:] if row.count("\t") >= head.index("Yoruba")]
    return told


class Unseen:
    """Lines of test sets: whether a line is one of them, or shares long runs of words with them."""

    def __init__(self, lines):
        self.lines = {" ".join(words(line)) for line in lines}
        self.runs = {run for line in lines for run in runs(line)}

    def __contains__(self, line):
        if " ".join(words(line)) in self.lines:
            return True
        own = runs(line)
        shared = sum(run in self.runs for run in own)
        return shared >= SURE_RUNS or (shared >= 1 and shared * SHARE_OF_RUNS >= len(own))


def is_marked(line):
    apart = unicodedata.normalize("NFD", line)
    vowels, tones = len(re.findall("[aeiouAEIOU]", apart)), len(re.findall("[\u0300\u0301]", apart))
    return vowels <= 8 or tones / vowels >= LEAST_TONES


def is_yoruba(line, vocabulary):
    own = words(line)
    return len(own) >= LEAST_BARE_WORDS and sum(word in vocabulary for word in own) >= LEAST_KNOWN * len(own)


def main():
    marked, clones, out, dev, *tests = sys.argv[1:]
    csv.field_size_limit(10**9)
    Path(out).mkdir(parents=True, exist_ok=True)
    own = {path.stem: path.read_text(encoding="utf-8").split("\n") for path in Path(marked).glob("*.txt")}
    held = [" ".join(line.split()) for line in lines_of(dev)]
    unseen_lines = [line for path in tests for line in lines_of(path)] + held
    unseen = Unseen(unseen_lines)
    write = lambda name, lines: (Path(out) / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
    write("mafand-dev", held)
    for name, lines in own.items():
        write(name, lines if name in WHOLE else [l for l in lines if len(words(l)) <= 3 or l not in unseen])
    seen = {letters(text) for lines in own.values() for line in lines for text in (line, *sentences(line))}
    unseen = Unseen(unseen_lines + own["menyo-dev"])
    vocabulary = {word for lines in own.values() for line in lines for word in words(line)}
    unmarked = {}
    for name, lines in gathered(clones, Joiner(line for lines in own.values() for line in lines)):
        kept = []
        for line in (unicodedata.normalize("NFC", line) for line in lines):
            key = letters(line)
            if len(key) < SHORTEST or key in seen or line in unseen:
                continue
            if not is_marked(line):
                unmarked[key] = line
                continue
            seen.add(key)
            kept.append(line)
        write(name, kept)
        print(name, len(kept))
    for line in (unicodedata.normalize("NFC", line) for line in bare_sources(clones)):
        if line not in unseen:
            unmarked[letters(line)] = line
    kept = [line for key, line in unmarked.items() if key not in seen and is_yoruba(line, vocabulary)]
    write("bare", kept)
    print("bare", len(kept))


if __name__ == "__main__":
    main()
