"""Hausa words with marks of tone and length, from sources of three forms, as the list that learn-tones.ts reads.

    python3 train/hausa-words/lists.py WOLD KRAFT UD_FOLDER... > lists.tsv

WOLD is a checkout of lexibank/wold, of which raw/db is read: the words of its Hausa vocabulary. KRAFT is one of
lexibank/kraftchadic: the Hausa words of Kraft (1981). UD_FOLDER is a checkout
of a Hausa treebank of Universal Dependencies: of the words of its texts and the lemmas of its nouns and adjectives, the
commonest marking of each spelling. A row: source, tab, the word in scholarly spelling.
"""

import csv
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

MARKS = "\u0300\u0301\u0302\u0304\u030cː"
WORD = re.compile(r"^[\w\u0300-\u036fː'’ʼ]+$")


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("Usage: python3 train/hausa-words/lists.py WOLD KRAFT UD_FOLDER... > lists.tsv")
    wold, kraft, *treebanks = map(Path, sys.argv[1:])
    for word in sorted(words_of_wold(wold / "raw" / "db")):
        print("wold", word, sep="\t")
    for word in sorted(words_of_kraft(kraft / "cldf" / "forms.csv")):
        print("kraft", word, sep="\t")
    for folder in treebanks:
        source = folder.name.removeprefix("UD_Hausa-").removesuffix("Autogramm").lower()
        for word in sorted(words_of_treebank(folder)):
            print(source, word, sep="\t")


def words_of_wold(folder: Path) -> set[str]:
    languages = rows_of(folder / "language.csv")
    hausa = next(row["pk"] for row in languages if row["name"] == "Hausa")
    sets = {row["pk"] for row in rows_of(folder / "valueset.csv") if row["language_pk"] == hausa}
    forms = {row["name"] for row in rows_of(folder / "value.csv") if row["valueset_pk"] in sets}
    return {word for form in forms for word in words_in(form)}


def words_of_kraft(path: Path) -> set[str]:
    """Verbs follow a pronoun there, which is left out."""
    forms = (row["Form"] for row in rows_of(path) if row["Language_ID"] == "Hausa")
    words = (word for form in forms for word in words_in(form))
    return {word for word in words if word not in ("yā", "tā", "shi", "shì", "su")}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def words_in(form: str) -> list[str]:
    bare = re.sub(r"[(),.?!/;]", "", form)
    return [word for word in re.split(r"[\s-]+", bare) if WORD.match(word)]


def words_of_treebank(folder: Path) -> set[str]:
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(folder.glob("*.conllu")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            columns = line.split("\t")
            if len(columns) < 4 or not columns[0].isdigit() or columns[3] == "PUNCT":
                continue
            said = [columns[1]] + ([columns[2]] if columns[3] in ("NOUN", "ADJ") else [])
            for word in said:
                if WORD.match(word):
                    marked = word.lower().replace("ː", "\u0304")
                    forms[plain(marked)][marked] += 1
    return {min(counts, key=lambda form: (-counts[form], form)) for counts in forms.values()}


def plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word)
    return re.sub("([aeiou])\\1+", "\\1", "".join(letter for letter in letters if letter not in MARKS))


if __name__ == "__main__":
    main()
