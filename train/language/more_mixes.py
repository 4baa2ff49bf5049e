"""More sentences to mix English and Pidgin of, beside those of more_texts.py. See README.md.

python3 more_mixes.py NOLLYSENTI MAFAND ARTICLES OUT

NOLLYSENTI: a checkout of its repository; MAFAND: `data/json_files` of its repository; ARTICLES: `data/interim/bbc_scraped.txt` of
Don-Gp/nlp-pidgin-code-switching-full. OUT gets reviews.tsv, an English review and the same in Pidgin on a line; en.txt, the English of MAFAND's
pairs with other languages; and pcm.txt, sentences of articles. No sentence of MAFAND's test sets is among the English ones.
"""

import csv
import glob
import json
import os
import re
import sys

LEAST_WORDS = 6


def key(text):
    return "".join(c for c in text.lower() if c.isalpha())


def plain(text):
    return " ".join(text.split())


def rows(path, delimiter):
    return list(csv.reader(open(path, encoding="utf-8"), delimiter=delimiter))[1:]


def translations(path):
    return [json.loads(line)["translation"] for line in open(path, encoding="utf-8") if line.strip()]


def write(name, lines):
    with open(f"{out}/{name}", "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in dict.fromkeys(lines))


reviews, mafand, articles, out = sys.argv[1:5]
os.makedirs(out, exist_ok=True)
csv.field_size_limit(10**8)

pairs = []
for part in ("train", "dev", "test"):
    english, pidgin = (rows(f"{reviews}/data/{folder}/{part}.tsv", "\t") for folder in ("en_400", "pcm"))
    pairs += [f"{plain(a[0])}\t{plain(b[0])}" for a, b in zip(english, pidgin, strict=True)]
write("reviews.tsv", pairs)

never = {key(text) for path in glob.glob(f"{mafand}/*/test.json") for pair in translations(path) for text in pair.values()}
english = [plain(pair["en"]) for path in sorted(glob.glob(f"{mafand}/en-*/train.json")) for pair in translations(path)]
write("en.txt", [text for text in english if key(text) not in never])

lines = [line for _, text in rows(articles, ",") for line in text.split("\n")]
sentences = [sentence for line in lines for sentence in re.split(r"(?<=[.!?])\s+", line.strip())]
write("pcm.txt", [sentence for sentence in sentences if len(sentence.split()) >= LEAST_WORDS])
