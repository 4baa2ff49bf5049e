"""Learns to mark Yoruba. python3 train.py PREPARED CHECKPOINT --design words --passes 6. See README.md."""

import argparse
import copy
import math
import time

import numpy as np
import torch
from torch.nn import functional as F

from data import ALLOWED, FIRST_ROW, Lexicon, Lines, batches
from measure import measure
from model import DESIGNS

# Of these only so much is read at each pass: they are many, or marked with less care.
SHARES = {"bible-biblica": 0.3, "bible-bsn": 0.1, "book-of-mormon": 0.3, "doctrine": 0.5, "quran": 0.15, "blog-part-marked": 0.5}
SEED = 2026


def tensors(b):
    return {name: torch.from_numpy(values) for name, values in b.items()}


def loss_of(model, b):
    # Half precision is faster where the processor has it; scores and losses stay in single precision.
    with torch.autocast("cpu", torch.bfloat16):
        query, marks = model(b)
    marks = marks.float()
    allowed = torch.from_numpy(ALLOWED)[b["letters"]]
    learned = b["learned"].gather(1, b["owner"]) & b["is_letter"] & (allowed.sum(2) > 1)
    logits = marks.masked_fill(~allowed, -1e4)[learned]
    loss = F.cross_entropy(logits, b["marks"][learned])
    if query is None:
        return loss
    chosen = b["learned"] & (b["count"] > 1) & (b["right"] >= 0)
    count = b["count"][chosen]
    places = torch.arange(int(count.max())).unsqueeze(0)
    real = places < count.unsqueeze(1)
    forms = b["start"][chosen].unsqueeze(1) + places * real
    scores = model.scores(query[chosen].float(), forms).masked_fill(~real, -1e4)
    return F.cross_entropy(scores, b["right"][chosen]) + loss


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("prepared")
    parse.add_argument("checkpoint")
    parse.add_argument("--design", choices=list(DESIGNS), default="words")
    parse.add_argument("--passes", type=int, default=6)
    parse.add_argument("--rate", type=float, default=3e-3)
    parse.add_argument("--words", type=int, default=3000)
    parse.add_argument("--begin")
    options = parse.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    random = np.random.default_rng(SEED + bool(options.begin))
    lexicon = Lexicon(f"{options.prepared}/words.tsv")
    lines = Lines(f"{options.prepared}/lines.txt", lexicon)
    held = {name: Lines(f"{options.prepared}/{name}-lines.txt", lexicon) for name in ("menyo-dev", "mafand-dev")}
    share_of = np.array([SHARES.get(source, 1.0) for source in lines.sources])
    # A word seen once or twice is mostly shown as an unknown one, so that letters learn to do without its number.
    rare = np.full(FIRST_ROW + len(lexicon.rows), 0.02)
    rare[FIRST_ROW:] = np.clip(1.2 / np.array(lexicon.counts), 0.02, 0.6)
    model = DESIGNS[options.design](lexicon)
    if options.begin:
        model.load_state_dict(torch.load(options.begin))
    print("parameters", sum(p.numel() for p in model.parameters()), flush=True)
    even = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    steps = sum(1 for _ in batches(lines, np.random.default_rng(0), rare, options.words, share_of)) * options.passes
    print("lines", len(lines), "steps", steps, flush=True)
    step, began, used = 0, time.time(), time.process_time()
    for turn in range(options.passes):
        total = 0.0
        model.train()
        for b in batches(lines, random, rare, options.words, share_of):
            progress = min(1.0, step / steps)
            rate = options.rate * min(1.0, (step + 1) / 150) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            loss = loss_of(model, tensors(b))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            keep = min(0.998, (step + 1) / (step + 20))
            with torch.no_grad():
                torch._foreach_lerp_(list(even.parameters()), list(model.parameters()), 1 - keep)
            total += loss.item()
            step += 1
            if step % 50 == 0:
                print(f"step {step} loss {loss.item():.3f} wall {time.time() - began:.0f} s cpu {time.process_time() - used:.0f} s", flush=True)
            if step % 300 == 0:
                torch.save(even.state_dict(), options.checkpoint)
        torch.save(even.state_dict(), options.checkpoint)
        for name, reference in held.items():
            print(f"pass {turn + 1}", name, measure(even, reference, lexicon), flush=True)


if __name__ == "__main__":
    main()
