"""
Trains a tiny recogniser in the form of Whisper: encoder_model (`input_features` [N, 80, 3000]), decoder_model_merged with
a cache, config.json, generation_config.json, preprocessor_config.json and a tokenizer.json of single bytes. Convolutions
stand for the attention of its encoder. It knows one or two words of words.json in a row.

/usr/bin/python3 train/tiny-packs/whisper.py SPEECH OUT [STEPS]
"""

import json
import sys
import unicodedata
from pathlib import Path

import numpy as np
import torch
from torch import nn

from onnx_files import exported, merged, quantized, save
from transformer import Decoder, Norm, decoder_graphs, positions

RATE, WINDOW, STEP, BANDS, FRAMES = 16_000, 400, 160, 80, 3_000
WIDTH, HEADS, LAYERS, MOST = 64, 4, 2, 96
LANGUAGES = ["en", "yo", "ha", "am"]
SPECIALS = [
    "<|endoftext|>", "<|startoftranscript|>", *(f"<|{language}|>" for language in LANGUAGES), "<|translate|>",
    "<|transcribe|>", "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>",
    *(f"<|{time * 0.02:.2f}|>" for time in range(1_501)),
]
INDEX = {token: 256 + at for at, token in enumerate(SPECIALS)}
# What is kept of the input while training; behind it is silence.
HEARD = 400


def slaney_filters():
    """Triangles of equal area on Slaney's mel scale (Auditory Toolbox 1998)."""
    step = np.log(6.4) / 27
    top = 15 + np.log(RATE / 2 / 1_000) / step
    mel = np.linspace(0, top, BANDS + 2)
    hertz = np.where(mel < 15, mel * 200 / 3, 1_000 * np.exp(step * (mel - 15)))
    bins = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    low, middle, high = hertz[:-2, None], hertz[1:-1, None], hertz[2:, None]
    slopes = np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))
    return np.maximum(0, slopes) * 2 / (high - low)


FILTERS = slaney_filters()
HANN = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)


def log_mel(samples):
    """The first `HEARD` columns of Whisper's input, and the number that all others have."""
    padded = np.concatenate([samples[WINDOW // 2 : 0 : -1], samples, np.zeros(HEARD * STEP + WINDOW)])
    frames = np.stack([padded[at * STEP : at * STEP + WINDOW] for at in range(HEARD)])
    power = np.abs(np.fft.rfft(frames * HANN)) ** 2
    values = np.log10(np.maximum(FILTERS @ power.T, 1e-10))
    floor = max(values.max() - 8, -10)
    return ((np.maximum(values, floor) + 4) / 4).astype(np.float32), np.float32((floor + 4) / 4)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, WIDTH, 3, padding=1)
        self.conv2 = nn.Conv1d(WIDTH, WIDTH, 3, stride=2, padding=1)
        self.blocks = nn.ModuleList(nn.Conv1d(WIDTH, WIDTH, 5, padding=2 * d, dilation=d) for d in (1, 2, 4))
        self.norms = nn.ModuleList(nn.BatchNorm1d(WIDTH) for _ in self.blocks)
        self.norm = Norm(WIDTH)
        self.place = nn.Parameter(positions(FRAMES // 2, WIDTH), requires_grad=False)

    def forward(self, input_features):
        x = torch.relu(self.conv2(torch.relu(self.conv1(input_features))))
        for block, norm in zip(self.blocks, self.norms):
            x = x + torch.relu(norm(block(x)))
        x = self.norm(x.transpose(1, 2))
        return x + self.place[: x.shape[1]]


def bytes_to_letters():
    """GPT-2's letters for bytes: printable ones stand for themselves."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, more = {}, 0
    for byte in range(256):
        letters[byte] = chr(byte) if byte in printable else chr(256 + more)
        more += byte not in printable
    return letters


def answer_of(text, language, seconds):
    spelled = list(f" {text}".encode("utf8"))
    end = f"<|{round(seconds * 10) / 10:.2f}|>"
    return [
        INDEX["<|startoftranscript|>"], INDEX[f"<|{language}|>"], INDEX["<|transcribe|>"], INDEX["<|0.00|>"],
        *spelled, INDEX[end], INDEX["<|endoftext|>"],
    ]


def read_speech(folder, random):
    sound = np.memmap(folder / "sounds.s16", dtype="<i2", mode="r")
    for line in (folder / "sounds.tsv").read_text("utf8").splitlines():
        language, _, text, first, length = line.split("\t")
        text = unicodedata.normalize("NFC", text)
        seconds = int(length) / RATE
        if language not in LANGUAGES or len(text.split()) > 2 or seconds > 2.5:
            continue
        samples = sound[int(first) : int(first) + int(length)] / 32_768
        for _ in range(2):
            before = random.integers(RATE // 10, RATE // 2)
            padded = np.concatenate([np.zeros(before), samples, np.zeros(RATE // 4)]) * 10 ** random.uniform(-1, 0)
            padded = padded + random.normal(0, 10 ** random.uniform(-4.5, -2.5), len(padded))
            yield *log_mel(padded), answer_of(text, language, (before + int(length)) / RATE)


def batch_of(items, chosen):
    most = max(len(items[at][2]) for at in chosen)
    features = torch.zeros(len(chosen), BANDS, HEARD + 80)
    ids = torch.full((len(chosen), most), INDEX["<|endoftext|>"])
    mask = torch.zeros(len(chosen), most)
    for row, at in enumerate(chosen):
        values, floor, answer = items[at]
        features[row] = float(floor)
        features[row, :, :HEARD] = torch.tensor(values)
        ids[row, : len(answer)] = torch.tensor(answer)
        mask[row, : len(answer)] = 1
    return features, ids, mask


def memory_of(encoder, features):
    """The whole half minute: behind the sound, the last silent column again, each with its own place."""
    x = encoder(features)
    silent = x[:, -8:-7] - encoder.place[x.shape[1] - 8]
    rest = silent + encoder.place[x.shape[1] - 4 :]
    return torch.cat([x[:, :-4], rest], 1)


def main(speech, out, steps):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    items = list(read_speech(speech, random))
    held, items = items[:100], items[100:]
    encoder, decoder = Encoder(), Decoder(256 + len(SPECIALS), WIDTH, HEADS, LAYERS, MOST)
    spell = nn.Linear(WIDTH, 257)
    weights = [*encoder.parameters(), *decoder.parameters(), *spell.parameters()]
    print(f"{len(items)} sounds, {sum(p.numel() for p in weights):,} parameters")
    optimizer = torch.optim.AdamW([p for p in weights if p.requires_grad], 2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, steps, pct_start=0.1)
    for step in range(steps):
        features, ids, mask = batch_of(items, random.integers(0, len(items), 24))
        hidden = memory_of(encoder, features)
        logits, _ = decoder(ids[:, :-1], decoder.memory(hidden), None)
        loss = nn.functional.cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
        loss = (loss * mask[:, 1:]).sum() / mask[:, 1:].sum()
        # The encoder also learns to spell by itself: the decoder finds its way sooner.
        spelled = spell(hidden[:, : HEARD // 2]).log_softmax(-1).transpose(0, 1)
        targets = [[i + 1 for i in row.tolist() if i < 256] for row in ids]
        flat = torch.tensor([i for row in targets for i in row])
        lengths = torch.tensor([len(row) for row in targets])
        alone = nn.functional.ctc_loss(spelled, flat, torch.full((len(ids),), HEARD // 2), lengths, zero_infinity=True)
        optimizer.zero_grad()
        (loss + 0.3 * alone).backward()
        nn.utils.clip_grad_norm_(weights, 1)
        optimizer.step()
        schedule.step()
        if step % 100 == 99:
            print(f"step {step + 1}: loss {loss.item():.3f}, {alone.item():.3f}", flush=True)
    encoder.eval()
    features, ids, mask = batch_of(held, range(len(held)))
    with torch.no_grad():
        logits, _ = decoder(ids[:, :-1], decoder.memory(memory_of(encoder, features)), None)
    right = ((logits.argmax(-1) == ids[:, 1:]) | (mask[:, 1:] == 0) | (ids[:, 1:] > INDEX["<|0.00|>"])).all(1)
    print(f"held out: {right.float().mean():.2f} right, with the former letters given")
    write(out, encoder, decoder)


def write(out, encoder, decoder):
    out.mkdir(parents=True, exist_ok=True)
    whole = torch.zeros(1, BANDS, FRAMES)
    axes = {"input_features": {0: "batch"}, "last_hidden_state": {0: "batch"}}
    graph = exported(encoder, whole, ["input_features"], ["last_hidden_state"], axes)
    save(quantized(graph), out / "encoder_model_quantized.onnx")
    with torch.no_grad():
        hidden = encoder(whole)
    first, later = decoder_graphs(decoder, hidden, False, exported)
    save(quantized(merged(first, later)), out / "decoder_model_merged_quantized.onnx")
    end = INDEX["<|endoftext|>"]
    config = {
        "architectures": ["WhisperForConditionalGeneration"], "model_type": "whisper", "d_model": WIDTH,
        "encoder_layers": 3, "decoder_layers": LAYERS, "encoder_attention_heads": HEADS,
        "decoder_attention_heads": HEADS, "num_mel_bins": BANDS, "max_source_positions": FRAMES // 2,
        "max_target_positions": MOST, "vocab_size": 256 + len(SPECIALS), "eos_token_id": end,
        "decoder_start_token_id": INDEX["<|startoftranscript|>"],
    }
    write_json(out / "config.json", config)
    generation = {
        "suppress_tokens": [], "begin_suppress_tokens": [32, end], "no_timestamps_token_id": INDEX["<|notimestamps|>"],
        "lang_to_id": {f"<|{language}|>": INDEX[f"<|{language}|>"] for language in LANGUAGES},
    }
    write_json(out / "generation_config.json", generation)
    preprocessor = {"feature_size": BANDS, "sampling_rate": RATE, "hop_length": STEP, "n_fft": WINDOW, "chunk_length": 30}
    write_json(out / "preprocessor_config.json", preprocessor)
    letters = bytes_to_letters()
    added = [
        {
            "id": index, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": False, "special": True,
        }
        for token, index in INDEX.items()
    ]
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
            "end_of_word_suffix": "", "fuse_unk": False,
            "vocab": {letter: byte for byte, letter in letters.items()}, "merges": [],
        },
    }
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False) + "\n", "utf8")
    write_json(out / "tokenizer_config.json", {"tokenizer_class": "WhisperTokenizer", "eos_token": "<|endoftext|>"})


def write_json(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1_500)
