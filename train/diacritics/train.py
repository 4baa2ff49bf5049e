"""Learns to mark Yoruba, by the clock. python3 train.py LINES.npz NAME --seconds 240. See README.md."""

import argparse
import copy
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

from batches import SHARES, Lines, grouped
from model import MarkModel

# Sources of one translation project, whose writers agreed on an orthography: lines that are marked by a model follow it.
STYLE_SOURCES = ("menyo-train", "mafand-train", "menyo-dev", "bare")
HOUSE_STYLE = 1
CHECKS = 5


def styles_of(lines):
    """The style of each source: the lines of one project share theirs."""
    own = [HOUSE_STYLE if name in STYLE_SOURCES else 2 + at for at, name in enumerate(lines.sources)]
    return torch.tensor(own, device=lines.device)


def made(lines, options):
    model = MarkModel(
        lines.word_count, lines.form_count, 2 + len(lines.sources), width=options.width, layers=options.layers, dropout=options.dropout
    )
    model.share.weight.data[:, 0] = lines.shares.cpu()
    return model.to(lines.device)


def half(device):
    """Half precision where the processor is fast with it; scores and losses stay in single precision."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def outputs(model, lines, b):
    """Log odds of 14 forms of every word [rows * words, 14] and of the marks of every letter [letters, 6]."""
    with half(lines.device):
        query, marks = model(b)
    forms, real = lines.forms(b)
    # Places without a form are read as another's and left out.
    scores = model.scores(query.flatten(0, 1).float(), forms).masked_fill(~real, -1e4)
    return scores, marks.float().masked_fill(~lines.allowed[b["letters"]], -1e4)


def loss_of(model, lines, b, targets):
    scores, marks = outputs(model, lines, b)
    scores, marks = F.log_softmax(scores, 1), F.log_softmax(marks, 1)
    learned, several = b["learned"].flatten(), b["count"].flatten() > 1
    right = b["right"].flatten()
    gold = ((learned == 1) & several & (right >= 0)).float()
    own = learned[b["owner"]]
    open_letters = b["is_letter"] & (lines.allowed[b["letters"]].sum(1) > 1)
    gold_letters = ((own == 1) & open_letters).float()
    form_loss = -scores.gather(1, right.clamp(min=0).unsqueeze(1))[:, 0]
    mark_loss = -marks.gather(1, b["marks"].unsqueeze(1))[:, 0]
    if targets is None:
        return mean(form_loss, gold) + 0.5 * mean(mark_loss, gold_letters)
    told_forms, told_marks = targets
    unshown = (~b["shown"]).float()
    soft = -(told_forms[b["at"].flatten()].float() * scores).sum(1)
    soft_letters = -(told_marks[b["letter_at"]].float() * marks).sum(1)
    # Half from the writer and half from the teachers where both tell; from the one that tells elsewhere.
    teach = ((learned < 2) & several).float() * unshown.repeat_interleave(b["words"].shape[1])
    teach_letters = ((own < 2) & open_letters).float() * unshown[b["row"]]
    share = lambda sure, taught: (sure * (1 - 0.5 * taught), taught * (1 - 0.5 * sure))
    gold, teach = share(gold, teach)
    gold_letters, teach_letters = share(gold_letters, teach_letters)
    return both(form_loss, gold, soft, teach) + 0.5 * both(mark_loss, gold_letters, soft_letters, teach_letters)


def mean(loss, weight):
    return (loss * weight).sum() / weight.sum().clamp(min=1)


def both(loss, weight, other, other_weight):
    return ((loss * weight).sum() + (other * other_weight).sum()) / (weight + other_weight).sum().clamp(min=1)


@torch.no_grad()
def measure(model, lines, style, name="menyo-dev"):
    """Per cent of the words right of a set without any mark, and of the words that the lexicon has not."""
    model.eval()
    right = total = unknown = unknown_right = 0
    chosen = np.nonzero(lines.of(name))[0]
    for group in grouped(lines, chosen, np.random.default_rng(0), 16000):
        b = lines.batch(group)
        b["style"] = torch.full_like(b["style"], style)
        scores, marks = outputs(model, lines, b)
        wrong = ((marks.argmax(1) != b["marks"]) & b["is_letter"]).float()
        spelled = torch.zeros(b["words"].numel(), device=lines.device).index_add_(0, b["owner"], wrong) == 0
        count = b["count"].flatten()
        good = torch.where(count > 0, scores.argmax(1) == b["right"].flatten(), spelled)
        words = b["learned"].flatten() < 2
        right += int((good & words).sum())
        total += int(words.sum())
        unknown += int((words & (count == 0)).sum())
        unknown_right += int((words & good & (count == 0)).sum())
    return f"{100 * right / total:.2f} % of {total}, new words {unknown_right}/{unknown}"


@torch.no_grad()
def write_targets(model, lines, path):
    """What the model makes of all lines without marks, for others to learn from."""
    model.eval()
    styles = styles_of(lines)
    forms = torch.zeros(len(lines.words), 14, dtype=torch.half, device=lines.device)
    marks = torch.zeros(len(lines.letters), 6, dtype=torch.half, device=lines.device)
    for group in grouped(lines, np.arange(len(lines.source)), np.random.default_rng(0), 32000):
        b = lines.batch(group)
        b["style"] = styles[lines.line_sources[b["line"]]]
        scores, odds = outputs(model, lines, b)
        here, letters = b["is_word"].flatten(), b["is_letter"]
        forms[b["at"].flatten()[here]] = torch.softmax(scores, 1)[here].half()
        marks[b["letter_at"][letters]] = torch.softmax(odds, 1)[letters].half()
    torch.save((forms.cpu(), marks.cpu()), path + ".part")
    os.replace(path + ".part", path)


def read_targets(paths, device):
    """The mean of what several models told; those that are missing are left out."""
    told = [torch.load(path, map_location=device) for path in paths if os.path.exists(path)]
    if not told:
        return None
    of = lambda part: (sum(pair[part].float() for pair in told) / len(told)).half().to(device)
    return of(0), of(1)


def packed(weight):
    """Rows in int8, each with its own step."""
    step = (weight.abs().amax(1, keepdim=True) / 127).clamp(min=1e-8)
    return torch.round(weight / step).to(torch.int8).cpu(), step.half().cpu()


def save(model, options, name):
    """Two files, each small: tables in int8 and the rest in half precision."""
    folder = options.out
    state = model.state_dict()
    tables = {key: packed(state.pop(key)) for key in ("word.weight", "form.weight")}
    shape = {"width": options.width, "layers": options.layers, "styles": model.style.num_embeddings}
    for part, values in (("tables", tables), ("net", {"shape": shape, **{key: value.half().cpu() for key, value in state.items()}})):
        path = f"{folder}/{name}.{part}.pt"
        torch.save(values, f"/tmp/{name}.{part}.part")
        os.system(f"mv /tmp/{name}.{part}.part {path}")


def begin_with(model, path):
    state = torch.load(path, map_location="cpu")
    model.load_state_dict(state)


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("lines")
    parse.add_argument("name")
    parse.add_argument("--out", default=".", help="folder of the files NAME.net.pt and NAME.tables.pt")
    parse.add_argument("--seconds", type=float, default=240)
    parse.add_argument("--until", type=float, help="the time of the clock to end at, in seconds since 1970, instead of --seconds")
    parse.add_argument("--width", type=int, default=256)
    parse.add_argument("--layers", type=int, default=4)
    parse.add_argument("--dropout", type=float, default=0.2)
    parse.add_argument("--rate", type=float, default=1.5e-3)
    parse.add_argument("--words", type=int, default=16000)
    parse.add_argument("--seed", type=int, default=2026)
    parse.add_argument("--scripture", type=float, default=1.0, help="so many times the usual share of scripture")
    parse.add_argument("--with-dev", action="store_true", help="learn from MENYO-20k's development set too")
    parse.add_argument("--teachers", nargs="*", default=[], help="files that --teach wrote")
    parse.add_argument("--teach", help="file for what the model makes of all lines")
    parse.add_argument("--begin", help="whole weights to begin with, as --keep wrote them")
    parse.add_argument("--keep", help="file for the whole weights")
    parse.add_argument("--passes", type=int, default=50, help="end after so many passes even if there is time left")
    parse.add_argument("--ship", action="store_true", help="save the small files at every check")
    options = parse.parse_args()
    began = time.time()
    seconds = options.until - began if options.until else options.seconds
    device = "cuda" if torch.cuda.is_available() else "cpu"
    say = lambda *told: print(f"{options.name} {time.time() - began:5.0f} s", *told, flush=True)
    torch.manual_seed(options.seed)
    # It would plan anew for every size of a batch.
    torch.backends.cuda.enable_cudnn_sdp(False)
    random = np.random.default_rng(options.seed)
    lines = Lines(options.lines, device)
    targets = read_targets(options.teachers, device)
    model = made(lines, options)
    if options.begin and os.path.exists(options.begin):
        begin_with(model, options.begin)
    even = copy.deepcopy(model).eval()
    say(device, "parameters", sum(p.numel() for p in model.parameters()), "teachers", options.teachers if targets else "none")
    scripture = lines.of("bible-biblica", "bible-bsn", "book-of-mormon", "quran", "doctrine")
    share_of = np.array([SHARES.get(source, 1.0) for source in lines.sources])[lines.source]
    share_of = np.where(scripture, share_of * options.scripture, share_of)
    share_of[lines.near] = 0
    if not options.with_dev:
        share_of[lines.of("menyo-dev")] = 0
    if targets is None:
        share_of[lines.of("bare")] = 0
    decay = [p for p in model.parameters() if p.dim() > 1]
    rest = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": rest, "weight_decay": 0.0}], lr=options.rate, betas=(0.9, 0.98), fused=True
    )
    styles = styles_of(lines)
    all_parameters, even_parameters = list(model.parameters()), list(even.parameters())
    step, words, checked, progress = 0, 0, 0, 0.0
    for turn in range(options.passes):
        taken = np.nonzero(random.random(len(lines.source)) < share_of)[0]
        groups = grouped(lines, taken, random, options.words)
        for at, group in enumerate(groups):
            read = (turn + at / len(groups)) / options.passes
            progress = max((time.time() - began) / seconds, read)
            if progress >= 1:
                break
            rate = options.rate * min(1.0, (step + 1) / 200) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
            for part in optimizer.param_groups:
                part["lr"] = rate
            model.train()
            loss = loss_of(model, lines, lines.hide(lines.batch(group), styles), targets)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(all_parameters, 1.0)
            optimizer.step()
            with torch.no_grad():
                torch._foreach_lerp_(even_parameters, all_parameters, 1 - min(0.999, (step + 1) / (step + 20)))
            step += 1
            words += int(lines.size[group].sum())
            if step % 20 == 0:
                last = loss.item()
            if progress > (checked + 1) / CHECKS:
                checked += 1
                say(f"pass {turn + 1} step {step} words {words} loss {last if step >= 20 else loss.item():.3f}", measure(even, lines, HOUSE_STYLE))
                if options.ship:
                    save(even, options, options.name)
        if progress >= 1:
            break
    say(f"end: pass {turn + 1} step {step} words {words};", "house style", measure(even, lines, HOUSE_STYLE), "; no style", measure(even, lines, 0))
    if options.ship:
        save(even, options, options.name)
    if options.keep:
        torch.save(even.state_dict(), options.keep)
    if options.teach:
        write_targets(even, lines, options.teach)
        say("targets written")


if __name__ == "__main__":
    main()
