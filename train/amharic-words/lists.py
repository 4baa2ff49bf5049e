"""Amharic words with marks of gemination, from the data of the Ge'ez Frontier Foundation, as the list that
learn-gemination.ts reads.

    python3 train/amharic-words/lists.py DATA HORNMORPHO > lists.tsv

DATA is a checkout of geezorg/data, HORNMORPHO one of hltdi/HornMorpho. A row: source, tab, the word with U+135F over long consonants.

- list: the sheet of marked words, the first of AmharicGemination; context: the phrases beside them; names: the second sheet
- verbs: the forms of Armbruster's verbs
- classes: forms of verbs of four classes of Bender and Fulas, whose long consonants follow from the class
- plain: nouns and adjectives of NMSU's dictionary, from which the first sheet was made, that are not in it: they have no
  long consonant
- stems: nouns and adjectives of HornMorpho, whose lexicon has a stroke before a long consonant
"""

import re
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LONG = "\u135f"
# Of each class: the letters of a form without ending, and which of them is long in the perfect, imperfect, gerund,
# jussive, infinitive and participle, counted from the first letter of the root.
CLASSES = {
    **{"1": (3, (1, None, None, None, None, None)), "3": (2, (1, None, None, None, None, None))},
    **{name: (3, (1, 1, 1, 1, 1, 1)) for name in ("2", "2b", "2c")},
    "9": (4, (2, 2, None, None, None, None)),
}
# Letters before the root, and behind it.
BEFORE = (0, 1, 0, 1, 1, 0)
BEHIND = (0, 1, 0, 0, 0, 0)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("Usage: python3 train/amharic-words/lists.py DATA HORNMORPHO > lists.tsv")
    data = Path(sys.argv[1]) / "amharic"
    words, names = sheets_of(data / "geminated" / "AmharicGemination-20150711.xlsx")[:2]
    print_words("list", (row.get("B", "") for row in words[1:]))
    print_words("context", (row.get("D", "") for row in words[1:]))
    print_words("names", (row.get("B", "") for row in names[1:]))
    verbs = rows_of(data / "verbs" / "ArmbrusterVerbs-Geminated-20081118.txt")
    print_words("verbs", (form for row in verbs for form in row[:9]))
    print_words("classes", (form for row in rows_of(data / "verbs" / "Bender-Fulas-20070806.txt") for form in forms_of(row)))
    print_words("plain", plain_words(data / "dictionaries" / "nmsu-say", words))
    lexicon = Path(sys.argv[2]) / "src" / "hm" / "languages" / "a" / "lex"
    print_words("stems", stems_of(lexicon / "n_stem.lex"))
    print_words("stems", stems_of(lexicon / "n_stem_an.lex"))


def sheets_of(path: Path) -> list[list[dict[str, str]]]:
    with zipfile.ZipFile(path) as book:
        strings = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        shared = ["".join(text.text or "" for text in item.iter(XML + "t")) for item in strings.iter(XML + "si")]
        names = sorted(name for name in book.namelist() if re.match(r"xl/worksheets/sheet\d+\.xml", name))
        return [rows_of_sheet(ElementTree.fromstring(book.read(name)), shared) for name in names]


def rows_of_sheet(sheet: ElementTree.Element, shared: list[str]) -> list[dict[str, str]]:
    rows = []
    for row in sheet.iter(XML + "row"):
        cells = {}
        for cell in row.iter(XML + "c"):
            value = cell.findtext(XML + "v")
            if value is not None:
                column = re.match("[A-Z]+", cell.get("r", ""))[0]
                cells[column] = shared[int(value)] if cell.get("t") == "s" else value
        rows.append(cells)
    return rows


def rows_of(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def print_words(source: str, cells) -> None:
    for cell in cells:
        for word in re.split(r"[\s፡,/]+", cell):
            if word.strip("*-"):
                print(source, word.strip("*-"), sep="\t")


def forms_of(row: list[str]):
    """The six forms of a verb with the long consonant of its class; none that is written otherwise than the class has it."""
    name = row[11].strip() if len(row) > 11 else ""
    if name not in CLASSES:
        return
    radicals, long = CLASSES[name]
    # Verbs that have lost their third radical have a t in the gerund and the infinitive.
    lengths = [radicals + before + behind for before, behind in zip(BEFORE, BEHIND)]
    if name == "3":
        lengths[2] += 1
        lengths[4] += 1
    for form, length, before, place in zip(row[:6], lengths, BEFORE, long):
        letters = list(form.strip())
        if len(letters) != length:
            continue
        if place is not None:
            letters[before + place] += LONG
        yield "".join(letters)


def plain_words(folder: Path, marked: list[dict[str, str]]):
    listed = {
        fold(word.replace(LONG, "").strip("*-"))
        for row in marked
        for cell in (row.get("B", ""), row.get("D", ""))
        for word in re.split(r"[\s፡,/]+", cell)
    }
    for name in ("NMSU-Say-Adjectives.csv", "NMSU-Say-Nouns.txt"):
        for word in sorted({row[0].strip() for row in rows_of(folder / name)}):
            if not re.search(r"[\s፡]", word) and fold(word) not in listed:
                yield word


def stems_of(path: Path):
    """The words of a lexicon of HornMorpho, each once, with the marks of the other lists."""
    lines = (line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines())
    stems = dict.fromkeys(fields[0] for fields in lines if fields)
    for stem in stems:
        if not re.search(r"//|[<_]", stem):
            yield re.sub("/(.)", rf"\1{LONG}", stem)


def fold(word: str) -> str:
    """The word in one spelling of each sound."""
    rows = {0x1210: 0x1200, 0x1280: 0x1200, 0x1220: 0x1230, 0x12D0: 0x12A0, 0x1340: 0x1338}
    codes = (ord(letter) for letter in word)
    folded = "".join(chr(rows.get(code - code % 8, code - code % 8) + code % 8) for code in codes)
    return folded.replace("ሀ", "ሃ").replace("ኣ", "አ")


if __name__ == "__main__":
    main()
