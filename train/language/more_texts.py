"""News and short messages to learn from, and the first lines to measure on. See README.md.

python3 more_texts.py MASAKHANEWS AFRISENTI MASAKHANER MAFAND OUT

Each is a checkout of its repository; of MAFAND, `data/json_files`. OUT gets CODE.news.txt, CODE.messages.txt, and short-seen.tsv, short-unseen.tsv: a code, a tab and a
sentence. A sentence that is measured on, or that begins like one, is in none of the texts,
and neither is one of MAFAND's test sets.
"""

import csv
import glob
import hashlib
import json
import os
import random
import re
import sys
import unicodedata

news, messages, names, mafand, out = sys.argv[1:6]
os.makedirs(out, exist_ok=True)
csv.field_size_limit(10**8)
ISO = {"yo": "yor", "ha": "hau", "ig": "ibo", "pcm": "pcm", "am": "amh"}
MOST_NEWS = 30_000
MOST_MEASURED = 1_200
BEGINNING = 6


def key(text):
    bare = (c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.category(c).startswith("M"))
    return "".join(c for c in bare if c.isalpha())


def beginning(text):
    return key(" ".join(text.split()[:BEGINNING]))


def lines(path):
    return open(path, encoding="utf-8").read().split("\n") if os.path.exists(path) else []


def articles(code, parts):
    found = []
    for part in parts:
        path = f"{news}/data/{ISO.get(code, 'eng')}/{part}.tsv"
        if os.path.exists(path):
            for row in csv.DictReader(open(path, encoding="utf-8"), delimiter="\t"):
                body = [s.strip() for s in re.split(r"(?<=[.!?።])\s+", row["text"] or "") if len(s.split()) >= BEGINNING]
                found += [row["headline"] or "", *body]
    return list(dict.fromkeys(" ".join(s.split()) for s in found if s.strip()))


def tagged(code):
    folder = f"{names}/data/amh" if code == "am" else f"{names}/MasakhaNER2.0/data/{ISO[code]}"
    found = []
    for part in ("test", "dev", "train"):
        for sentence in "\n".join(lines(f"{folder}/{part}.txt")).split("\n\n"):
            words = [line.split()[0] for line in sentence.split("\n") if line.strip()]
            if len(words) >= BEGINNING:
                found.append(" ".join(words))
    return list(dict.fromkeys(found))


def tweets(code):
    found = []
    for part in ("train", "dev", "test"):
        for line in lines(f"{messages}/data/{ISO[code]}/{part}.tsv")[1:]:
            cells = line.split("\t")
            text = cells[-2] if len(cells) > 2 else cells[0]
            found.append(" ".join(re.sub(r"@\w+|https?\S+|#|\bRT\b", " ", text).split()))
    return list(dict.fromkeys(text for text in found if len(text) > 8))


measured = {code: tagged(code) for code in ISO}
english = [s for s in articles("en", ("test",)) if len(s.split()) >= BEGINNING]
random.Random("en").shuffle(english)
measured["en"] = english[: 5 * MOST_MEASURED]
never = {k for texts in measured.values() for text in texts for k in (key(text), beginning(text))}
for path in glob.glob(f"{mafand}/*/test.json"):
    never |= {key(text) for line in lines(path) if line for text in json.loads(line)["translation"].values()}
for half, parity in (("seen", 0), ("unseen", 1)):
    with open(f"{out}/short-{half}.tsv", "w", encoding="utf-8") as file:
        for code, texts in measured.items():
            own = [text for text in texts if hashlib.sha256(key(text).encode()).digest()[0] % 2 == parity]
            file.writelines(f"{code}\t{text}\n" for text in own[:MOST_MEASURED])
for code in [*ISO, "en"]:
    kinds = {"news": articles(code, ("train", "dev") if code == "en" else ("train", "dev", "test"))}
    if code != "en":
        kinds["messages"] = tweets(code)
    for kind, texts in kinds.items():
        kept = [text for text in texts if key(text) not in never and beginning(text) not in never]
        random.Random(code).shuffle(kept)
        with open(f"{out}/{code}.{kind}.txt", "w", encoding="utf-8") as file:
            file.writelines(f"{text}\n" for text in kept[:MOST_NEWS])
