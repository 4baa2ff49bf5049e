"""A small transformer for translation (Vaswani et al. 2017), for comparison with the phrase-based translator.

    python transformer.py TEXTS OUT MINUTES [--vocabulary 6000] [--width 256] [--threads 2]

TEXTS is a folder that `texts.ts` wrote. Pairs and back-translated sentences train one model for both directions; subwords are byte-pair
merges that are dropped at random while training (Provilkov, Emelianenko and Voita 2020). OUT gets the subword model, checkpoints
(`model.pt`, from which a later call goes on) and `seen.txt` and `unseen.txt`: translations of the development halves, found by a beam search.
Needs PyTorch 2 and sentencepiece; matrices are multiplied in bfloat16, which is five times as fast on processors that know it.
"""

import argparse
import math
import random
import time
from pathlib import Path

import sentencepiece
import torch
from torch import nn
from torch.nn import functional

PAD, UNKNOWN, START, END = 0, 1, 2, 3
LONGEST = 160
"""Sentences of more subwords are left out of training, and cut when they are translated."""


class Dropout(nn.Module):
    """Dropout (Srivastava et al. 2014) whose random numbers are bytes, so that drawing them takes no time worth mention."""

    def __init__(self, rate: float):
        super().__init__()
        self.rate = rate

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return values
        words = torch.empty((values.numel() + 7) // 8, dtype=torch.int64).random_(-(2**63), None)
        kept = words.view(torch.uint8)[: values.numel()].view_as(values) >= round(256 * self.rate)
        return values * kept.to(values.dtype).mul_(1 / (1 - self.rate))


def with_fast_dropout(module: nn.Module, rate: float) -> None:
    """Puts `Dropout` in the place of PyTorch's, which is a quarter of the time of a step on a processor. Attention gets none."""
    for name, part in module.named_children():
        if isinstance(part, nn.Dropout):
            setattr(module, name, Dropout(rate))
        elif isinstance(part, nn.MultiheadAttention):
            part.dropout = 0.0
        else:
            with_fast_dropout(part, rate)


class Transformer(nn.Module):
    """Encoder and decoder with norms before each part and one table of embeddings for all.

    Deep encoder and shallow decoder (Kasai et al. 2021): translating is faster, and the quality the same.
    """

    def __init__(self, vocabulary: int, width: int, heads: int, encoders: int, decoders: int, dropout: float):
        super().__init__()
        self.width = width
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=PAD)
        nn.init.normal_(self.embedding.weight, std=width**-0.5)
        self.dropout = nn.Dropout(dropout)
        parts = {"dropout": dropout, "batch_first": True, "norm_first": True, "activation": "relu"}
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(width, heads, 4 * width, **parts),
            encoders,
            nn.LayerNorm(width),
            enable_nested_tensor=False,
        )
        self.decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(width, heads, 4 * width, **parts), decoders, nn.LayerNorm(width)
        )
        angles = torch.arange(LONGEST + 8)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
        self.register_buffer("positions", torch.stack([angles.sin(), angles.cos()], -1).reshape(LONGEST + 8, width))
        with_fast_dropout(self, dropout)

    def embed(self, ids: torch.Tensor) -> torch.Tensor:
        """(batch, length) subwords to (batch, length, width)."""
        return self.dropout(self.embedding(ids) * math.sqrt(self.width) + self.positions[: ids.shape[1]])

    def encode(self, source: torch.Tensor) -> torch.Tensor:
        return self.encoder(self.embed(source), src_key_padding_mask=source == PAD)

    def decode(self, target: torch.Tensor, memory: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        """(batch, length, vocabulary) scores of the subword after each one of `target`."""
        mask = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        out = self.decoder(
            self.embed(target), memory, tgt_mask=mask, tgt_is_causal=True, memory_key_padding_mask=source == PAD
        )
        return functional.linear(out, self.embedding.weight)


def padded(rows: list[list[int]]) -> torch.Tensor:
    """(rows, longest row), padded at the end."""
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])


def batches(pairs: list[tuple[list[int], list[int]]], size: int) -> list[list[tuple[list[int], list[int]]]]:
    """Pairs of similar lengths together, up to `size` subwords of either side with padding, in random order."""
    order = sorted(pairs, key=lambda pair: (len(pair[1]) + random.random() * 4, len(pair[0])))
    all_batches, current, longest = [], [], 0
    for pair in order:
        longest = max(longest, len(pair[0]), len(pair[1]))
        if current and longest * (len(current) + 1) > size:
            all_batches.append(current)
            current, longest = [], max(len(pair[0]), len(pair[1]))
        current.append(pair)
    all_batches.append(current)
    random.shuffle(all_batches)
    return all_batches


def read_rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def subwords(texts: Path, out: Path, size: int) -> sentencepiece.SentencePieceProcessor:
    """Byte-pair merges of the training texts, learned once."""
    if not (out / "subwords.model").exists():
        rows = read_rows(texts / "train.tsv")
        lines = [side.split("> ")[-1] for row in rows for side in row[:2]]
        tags = sorted({tag for row in rows for tag in row[0].split()[:2] if tag.startswith("<")})
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_prefix=str(out / "subwords"),
            model_type="bpe",
            vocab_size=size,
            character_coverage=0.9998,
            user_defined_symbols=tags,
            normalization_rule_name="identity",
            pad_id=PAD,
            unk_id=UNKNOWN,
            bos_id=START,
            eos_id=END,
            num_threads=2,
            minloglevel=2,
        )
    return sentencepiece.SentencePieceProcessor(model_file=str(out / "subwords.model"))


def train(model: Transformer, pieces, rows: list[list[str]], out: Path, minutes: float, repeat: int) -> None:
    """Trains for `minutes`, with a checkpoint after each pass over the texts. Pairs of people count `repeat` times in a pass."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=1.0, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    state = torch.load(out / "model.pt") if (out / "model.pt").exists() else {"step": 0, "epoch": 0, "seconds": 0.0}
    if state["step"]:
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
    step, epoch = state["step"], state["epoch"]
    whole = state["seconds"] + minutes * 60
    started = time.time() - state["seconds"]
    warm = 800
    while time.time() - started < whole:
        chosen = [row for row in rows for _ in range(repeat if row[2] == "pair" else 1)]
        coded = [
            (pieces.encode(source, enable_sampling=True, alpha=0.1)[:LONGEST] + [END],
             pieces.encode(target, enable_sampling=True, alpha=0.1) + [END])
            for source, target, _ in chosen
        ]
        coded = [pair for pair in coded if len(pair[1]) < LONGEST]
        model.train()
        total, count, began = 0.0, 0, time.time()
        for batch in batches(coded, 2048):
            step += 1
            passed = (time.time() - started) / whole
            # Up, then down along a cosine to nothing when the time is over.
            rate = 1.2e-3 * min(1.0, step / warm) * 0.5 * (1 + math.cos(math.pi * min(1.0, passed)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            source, target = padded([pair[0] for pair in batch]), padded([[START] + pair[1] for pair in batch])
            with torch.autocast("cpu", torch.bfloat16):
                scores = model.decode(target[:, :-1], model.encode(source), source)
                loss = functional.cross_entropy(
                    scores.float().flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD, label_smoothing=0.1
                )
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            words = int((target[:, 1:] != PAD).sum())
            total, count = total + float(loss.detach()) * words, count + words
            if step % 100 == 0:
                print(f"step {step}, loss {total / count:.3f}, {count / (time.time() - began):.0f} subwords/s", flush=True)
            if passed >= 1:
                break
        epoch += 1
        print(f"pass {epoch}, step {step}, {time.time() - started:.0f} s, loss {total / count:.3f}", flush=True)
        torch.save(
            {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "epoch": epoch,
             "seconds": time.time() - started},
            out / "model.pt",
        )


@torch.inference_mode()
def translate(model: Transformer, pieces, sources: list[str], beam: int = 4, length_power: float = 1.0) -> list[str]:
    """Beam search; scores are divided by length ** `length_power` (Wu et al. 2016)."""
    model.eval()
    coded = [pieces.encode(source)[:LONGEST] + [END] for source in sources]
    order = sorted(range(len(coded)), key=lambda at: len(coded[at]))
    found = [""] * len(coded)
    for begin in range(0, len(order), 32):
        chosen = order[begin : begin + 32]
        source = padded([coded[at] for at in chosen])
        memory = model.encode(source).repeat_interleave(beam, 0)
        source = source.repeat_interleave(beam, 0)
        rows = len(chosen)
        target = torch.full((rows * beam, 1), START)
        scores = torch.full((rows, beam), -1e9)
        scores[:, 0] = 0
        done = [[] for _ in chosen]
        for _ in range(min(LONGEST, int(source.shape[1] * 2 + 10))):
            with torch.autocast("cpu", torch.bfloat16):
                last = model.decode(target, memory, source)[:, -1]
            odds = functional.log_softmax(last.float(), -1)
            odds[:, [PAD, UNKNOWN, START]] = -1e9
            odds = (scores.reshape(-1, 1) + odds).reshape(rows, -1)
            top, at = odds.topk(2 * beam, -1)
            size = last.shape[-1]
            keep_scores = torch.full((rows, beam), -1e9)
            keep_from = torch.zeros((rows, beam), dtype=torch.long)
            keep_word = torch.full((rows, beam), END)
            for row in range(rows):
                kept = 0
                for score, place in zip(top[row].tolist(), at[row].tolist()):
                    if place % size == END:
                        words = target[row * beam + place // size, 1:].tolist()
                        done[row].append((score / (len(words) + 1) ** length_power, words))
                    elif kept < beam:
                        keep_scores[row, kept] = score
                        keep_from[row, kept] = row * beam + place // size
                        keep_word[row, kept] = place % size
                        kept += 1
            scores = keep_scores
            target = torch.cat([target[keep_from.flatten()], keep_word.reshape(-1, 1)], 1)
            if all(len(one) >= beam for one in done):
                break
        for row, at in enumerate(chosen):
            words = max(done[row])[1] if done[row] else target[row * beam, 1:].tolist()
            found[at] = pieces.decode(words)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--vocabulary", type=int, default=6000)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--encoders", type=int, default=5)
    parser.add_argument("--decoders", type=int, default=2)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--halves", nargs="*", default=["seen"], choices=["seen", "unseen"])
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(1)
    random.seed(1)
    pieces = subwords(chosen.texts, chosen.out, chosen.vocabulary)
    model = Transformer(
        pieces.get_piece_size(), chosen.width, chosen.width // 64, chosen.encoders, chosen.decoders, chosen.dropout
    )
    print(f"{sum(one.numel() for one in model.parameters()) / 1e6:.1f} million parameters", flush=True)
    train(model, pieces, read_rows(chosen.texts / "train.tsv"), chosen.out, chosen.minutes, chosen.repeat)
    for half in chosen.halves:
        rows = read_rows(chosen.texts / f"{half}.tsv")
        started = time.time()
        found = translate(model, pieces, [row[0] for row in rows])
        print(f"{half}: {len(rows) / (time.time() - started):.1f} sentences/s", flush=True)
        (chosen.out / f"{half}.txt").write_text("\n".join(found) + "\n", "utf-8")


if __name__ == "__main__":
    main()
