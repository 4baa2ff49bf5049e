"""Takes noise out of recordings with GTCRN (Rong et al. 2024), from a copy of its repository.

    python3 train/speech/denoise.py REPOSITORIES TABLE.tsv CLIPS CLEAN [--keep SPEAKER=0.3 …] [--speakers SPEAKER …]

REPOSITORIES holds the bare repository Xiaobin-Rong+gtcrn/repo (MIT). Writes CLEAN/ID.wav for every clip of TABLE.tsv that
has a transcript: denoised + keep · (recording − denoised), where keep is the speaker's number in corpora.tsv or that of
--keep; speakers without one are linked as they are. Clips that are there already are not made again.
"""
import argparse
import os
import sys
import types

import numpy as np
import torch

from corpora import CORPORA, Repository, read_table, write_wav
from extract import gain_of
from features import clip_path, read_wav

NAME, COMMIT = "Xiaobin-Rong/gtcrn", "3862c44808dca492ea5a8a145d2dc2a1028d08c8"
WEIGHTS = "checkpoints/model_trained_on_dns3.tar"
FFT, HOP = 512, 256
WINDOW = torch.hann_window(FFT).pow(0.5)


def load(folder: str) -> torch.nn.Module:
    """Network and weights, read from the repository."""
    repository = Repository(folder, NAME, COMMIT)
    # Its only use of einops puts two dimensions of five together.
    einops = types.ModuleType("einops")
    einops.rearrange = lambda x, _: x.flatten(1, 2)
    sys.modules.setdefault("einops", einops)
    scope = {"__name__": "gtcrn"}
    exec(compile(repository.text("gtcrn.py"), "gtcrn.py", "exec"), scope)
    model = scope["GTCRN"]().eval()
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"gtcrn-{os.getpid()}.tar")
    with open(path, "wb") as file:
        file.write(repository.read(WEIGHTS))
    model.load_state_dict(torch.load(path, map_location="cpu")["model"])
    os.remove(path)
    return model


@torch.no_grad()
def denoise(model: torch.nn.Module, samples: np.ndarray, keep: float) -> np.ndarray:
    """A recording with its loud frames at one level, of whose noise `keep` is left."""
    samples = samples - samples.mean()
    samples = (samples * gain_of(samples)).astype(np.float32)
    spectrum = torch.stft(torch.from_numpy(samples), FFT, HOP, FFT, WINDOW, return_complex=True)
    out = model(torch.view_as_real(spectrum)[None])[0]
    clean = torch.istft(torch.view_as_complex(out.contiguous()), FFT, HOP, FFT, WINDOW, length=len(samples)).numpy()
    return np.clip(clean + keep * (samples - clean), -1, 1)


def link(source: str, path: str) -> None:
    """A second name for a file, or a copy of it where the file system has none."""
    try:
        os.link(source, path)
    except OSError:
        with open(source, "rb") as file, open(path, "wb") as output:
            output.write(file.read())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories")
    parser.add_argument("table")
    parser.add_argument("clips")
    parser.add_argument("clean")
    parser.add_argument("--keep", nargs="*", default=[])
    parser.add_argument("--speakers", nargs="*")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(arguments.clean, exist_ok=True)
    keep = {corpus["speaker"]: float(corpus["keep"]) for corpus in read_table(CORPORA) if corpus["keep"] != ""}
    keep.update((speaker, float(value)) for speaker, value in (entry.split("=") for entry in arguments.keep))
    model = load(arguments.repositories)
    made = 0
    for row in read_table(arguments.table):
        path = clip_path(arguments.clean, row["id"])
        is_wanted = arguments.speakers is None or row["speaker"] in arguments.speakers
        if row["transcript"] == "" or not is_wanted or os.path.exists(path):
            continue
        source = clip_path(arguments.clips, row["id"])
        if row["speaker"] in keep:
            write_wav(path, denoise(model, read_wav(source), keep[row["speaker"]]))
        else:
            link(source, path)
        made += 1
        if made % 200 == 0:
            print(made, "clips", flush=True)


if __name__ == "__main__":
    main()
