"""
Trains tiny translators in the two forms of the published packs: that of NLLB-200 and M2M-100 (language tokens, the first
token of the answer forced), and that of MADLAD-400 (a T5, told the target language by `<2yo>` before the text). They know
the words of words.json, sentence for sentence, and nothing else.

/usr/bin/python3 train/tiny-packs/seq2seq.py nllb|madlad OUT [STEPS]
"""

import json
import sys
import unicodedata
from pathlib import Path

import numpy as np
import torch
from torch import nn

from onnx_files import exported, merged, quantized, save
from transformer import Decoder, EncoderLayer, Norm, cross_mask_of, decoder_graphs, positions

WIDTH, HEADS, LAYERS, MOST = 64, 4, 2, 64
SPACE = "▁"
MARKS = [".", "?", "!"]
WORDS = json.loads((Path(__file__).parent / "words.json").read_text("utf8"))
# Without Pidgin, as NLLB is; MADLAD has it.
CODES = {"en": "eng_Latn", "yo": "yor_Latn", "ha": "hau_Latn", "ig": "ibo_Latn", "am": "amh_Ethi"}


class Form:
    """What a family of models calls its tokens."""

    def __init__(self, name):
        self.is_nllb = name == "nllb"
        if self.is_nllb:
            self.specials = ["<s>", "<pad>", "</s>", "<unk>"]
            self.languages = {language: CODES[language] for language in CODES}
            self.unknown, self.end, self.start, self.pad = 3, 2, 2, 1
        else:
            self.specials = ["<unk>", "<s>", "</s>"]
            self.languages = {language: f"<2{language}>" for language in WORDS}
            self.unknown, self.end, self.start, self.pad = 0, 2, 0, 1
        characters = sorted({c for words in WORDS.values() for word in words for c in nfc(word)})
        whole = sorted({SPACE + nfc(word) for language in self.languages for word in WORDS[language]})
        pieces = [SPACE, *MARKS, *characters, *(piece for piece in whole if len(piece) > 2)]
        self.pieces = [*self.specials, *pieces, *self.languages.values()]
        self.index = {piece: at for at, piece in enumerate(self.pieces)}
        # Whole words win over their letters, letters over nothing.
        self.scores = [-2.0 if piece in whole else -12.0 for piece in self.pieces]

    def ids(self, words):
        """As the Unigram model segments: a whole word, or a mark at its end."""
        ids = []
        for word in words:
            mark = word[-1] if word[-1] in MARKS else ""
            bare = SPACE + nfc(word[: len(word) - len(mark)])
            ids += [self.index[bare]] if bare in self.index else [self.index[c] for c in bare]
            ids += [self.index[mark]] if mark else []
        return ids

    def source(self, words, source, target):
        if self.is_nllb:
            return [self.index[self.languages[source]], *self.ids(words), self.end]
        # T5's space before the text stands behind the tag of the language.
        return [self.index[self.languages[target]], *self.ids(words), self.end]

    def answer(self, words, target):
        forced = [self.index[self.languages[target]]] if self.is_nllb else []
        return [self.start, *forced, *self.ids(words), self.end]

    def tokenizer(self):
        added = [*self.specials, *self.languages.values()]
        return {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": self.index[content], "content": content, "single_word": False, "lstrip": False,
                    "rstrip": False, "normalized": False, "special": True,
                }
                for content in added
            ],
            "normalizer": {"type": "NFC"},
            "pre_tokenizer": {"type": "Metaspace", "replacement": SPACE, "add_prefix_space": True, "prepend_scheme": "always"},
            "post_processor": None,
            "decoder": {"type": "Metaspace", "replacement": SPACE, "add_prefix_space": True, "prepend_scheme": "always"},
            "model": {
                "type": "Unigram",
                "unk_id": self.unknown,
                "vocab": [[piece, score] for piece, score in zip(self.pieces, self.scores)],
            },
        }

    def config(self):
        shared = {
            "vocab_size": len(self.pieces), "decoder_start_token_id": self.start, "eos_token_id": self.end,
            "pad_token_id": self.pad, "is_encoder_decoder": True,
        }
        if self.is_nllb:
            shape = {
                "model_type": "m2m_100", "d_model": WIDTH, "encoder_layers": LAYERS, "decoder_layers": LAYERS,
                "encoder_attention_heads": HEADS, "decoder_attention_heads": HEADS, "max_position_embeddings": MOST,
            }
            return {"architectures": ["M2M100ForConditionalGeneration"], **shape, **shared}
        shape = {
            "model_type": "t5", "d_model": WIDTH, "d_kv": WIDTH // HEADS, "num_heads": HEADS,
            "num_layers": LAYERS, "num_decoder_layers": LAYERS,
        }
        return {"architectures": ["T5ForConditionalGeneration"], **shape, **shared}


class Encoder(nn.Module):
    def __init__(self, embed):
        super().__init__()
        self.embed = embed
        self.layers = nn.ModuleList(EncoderLayer(WIDTH, HEADS) for _ in range(LAYERS))
        self.norm = Norm(WIDTH)
        self.place = nn.Parameter(positions(MOST, WIDTH), requires_grad=False)

    def forward(self, input_ids, attention_mask):
        at = torch.arange(input_ids.shape[1])
        x = self.embed[input_ids] * WIDTH**0.5 + self.place[at]
        mask = cross_mask_of(attention_mask)
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)


def nfc(text):
    return unicodedata.normalize("NFC", text)


def batch_of(form, random, size):
    languages = list(form.languages)
    sources, answers = [], []
    for _ in range(size):
        source, target = random.permutation(languages)[:2] if random.random() < 0.9 else [random.choice(languages)] * 2
        count = len(WORDS[source])
        concepts = random.permutation(count)[: random.integers(1, 7)]
        mark = random.choice(["", *MARKS])
        sides = []
        for language in (source, target):
            words = [WORDS[language][concept] for concept in concepts]
            words[-1] += mark
            sides.append(words)
        sources.append(form.source(sides[0], source, target))
        answers.append(form.answer(sides[1], target))
    return padded(sources, form.pad), padded(answers, form.pad)


def padded(lists, pad):
    most = max(map(len, lists))
    ids = torch.full((len(lists), most), pad)
    mask = torch.zeros(len(lists), most, dtype=torch.long)
    for at, one in enumerate(lists):
        ids[at, : len(one)] = torch.tensor(one)
        mask[at, : len(one)] = 1
    return ids, mask


def main(name, out, steps):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    form = Form(name)
    decoder = Decoder(len(form.pieces), WIDTH, HEADS, LAYERS, MOST)
    encoder = Encoder(decoder.embed)
    weights = list({id(p): p for p in [*encoder.parameters(), *decoder.parameters()]}.values())
    print(f"{len(form.pieces)} pieces, {sum(p.numel() for p in weights):,} parameters")
    optimizer = torch.optim.AdamW([p for p in weights if p.requires_grad], 2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, steps, pct_start=0.1)
    for step in range(steps):
        (source, source_mask), (answer, answer_mask) = batch_of(form, random, 64)
        logits, _ = decoder(answer[:, :-1], decoder.memory(encoder(source, source_mask)), cross_mask_of(source_mask))
        loss = nn.functional.cross_entropy(logits.transpose(1, 2), answer[:, 1:], reduction="none")
        loss = (loss * answer_mask[:, 1:]).sum() / answer_mask[:, 1:].sum()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1)
        optimizer.step()
        schedule.step()
        if step % 200 == 199:
            print(f"step {step + 1}: loss {loss.item():.4f}", flush=True)
    out.mkdir(parents=True, exist_ok=True)
    encoder.eval()
    ids = torch.zeros(2, 3, dtype=torch.long)
    mask = torch.ones(2, 3, dtype=torch.long)
    axes = {name: {0: "batch", 1: "source"} for name in ("input_ids", "attention_mask", "last_hidden_state")}
    graph = exported(encoder, (ids, mask), ["input_ids", "attention_mask"], ["last_hidden_state"], axes)
    save(quantized(graph), out / "encoder_model_quantized.onnx")
    with torch.no_grad():
        hidden = encoder(ids, mask)
    first, later = decoder_graphs(decoder, hidden, True, exported)
    if form.is_nllb:
        save(quantized(merged(first, later)), out / "decoder_model_merged_quantized.onnx")
    else:
        # The public exports of MADLAD-400 have two files, and the second one answers no keys of the encoder.
        own = [output for output in later.graph.output if ".encoder." not in output.name]
        del later.graph.output[:]
        later.graph.output.extend(own)
        save(quantized(first), out / "decoder_model_quantized.onnx")
        save(quantized(later), out / "decoder_with_past_model_quantized.onnx")
    write_json(out / "tokenizer.json", form.tokenizer())
    kind = "NllbTokenizer" if form.is_nllb else "T5Tokenizer"
    names = {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": form.specials[form.pad]}
    write_json(out / "tokenizer_config.json", {"tokenizer_class": kind, **names})
    write_json(out / "config.json", form.config())
    write_json(out / "generation_config.json", {"decoder_start_token_id": form.start, "eos_token_id": form.end, "pad_token_id": form.pad})


def write_json(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 3000)
