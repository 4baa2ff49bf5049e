"""Marks the clips that the alignment believes least, so that nothing is learned from them.

    python3 train/speech/suspects.py TEXTS.jsonl ALIGNMENT.jsonl [--share 0.03]

Rewrites TEXTS.jsonl: of each speaker's training clips the share with the lowest mean score gets the suspect "alignment".
Speakers whose table marks suspects already are left as they are; clips for development and held-out clips always.
"""
import argparse
import json
import os
from collections import defaultdict

MARK = "alignment"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("texts")
    parser.add_argument("alignment")
    parser.add_argument("--share", type=float, default=0.03)
    arguments = parser.parse_args()
    with open(arguments.alignment, encoding="utf8") as file:
        scores = {entry["id"]: entry["score"] for entry in map(json.loads, file)}
    with open(arguments.texts, encoding="utf8") as file:
        clips = [json.loads(line) for line in file]
    of_speaker = defaultdict(list)
    for clip in clips:
        if clip["suspect"] == MARK:
            clip["suspect"] = ""
        of_speaker[clip.get("speaker", clip["language"])].append(clip)
    for speaker, own in of_speaker.items():
        training = [clip for clip in own if clip["split"] == "train" and clip["id"] in scores]
        if any(clip["suspect"] for clip in own) or not training:
            continue
        training.sort(key=lambda clip: scores[clip["id"]])
        worst = training[: round(arguments.share * len(training))]
        for clip in worst:
            clip["suspect"] = MARK
        print(f"{speaker}: {len(worst)} of {len(training)} clips", flush=True)
    with open(f"{arguments.texts}.part", "w", encoding="utf8") as file:
        for clip in clips:
            file.write(json.dumps(clip, ensure_ascii=False, separators=(",", ":")) + "\n")
    os.replace(f"{arguments.texts}.part", arguments.texts)


if __name__ == "__main__":
    main()
