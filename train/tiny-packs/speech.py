"""
Writes tiny speech packs in the forms of Kokoro (onnx-community), Piper, MMS (transformers) and Coqui: their file names,
inputs, outputs, alphabets and frames. Nothing is learned: each symbol is a tone of its own and has a length of its own, so
that tests can hear which symbols a model was given, in which order, and when.

/usr/bin/python3 train/tiny-packs/speech.py OUT
"""

import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from onnx_files import OPSET, save

# Tone of a symbol: FIRST_HERTZ + its id times this; Kokoro has more symbols than the others.
FIRST_HERTZ = 200
KOKORO_STEP = 20
VITS_STEP = 60
LEVEL = 0.3
VOWELS = set("aeiouɑɐɒæɔəɚɛɜɪʊʌAIOQWYᵊᵻẹọàáèéìíòóùúâêîôû")
SILENT = set(" ;:,.!?—…'-_^$ˈˌː")
STYLE = 256
ROWS = 510

KOKORO = {
    **{symbol: 1 + at for at, symbol in enumerate(";:,.!?")},
    **{"$": 0, "—": 9, "…": 10, " ": 16, "\u0303": 17, "ʦ": 20, "A": 24, "I": 25, "O": 31, "Q": 33, "T": 36, "W": 39, "Y": 41},
    **{"ᵊ": 42, "a": 43, "b": 44, "c": 45, "d": 46, "e": 47, "f": 48},
    **{symbol: 50 + at for at, symbol in enumerate("hijklmnopqrstuvwxyz")},
    **{"ɑ": 69, "ɐ": 70, "ɒ": 71, "æ": 72, "β": 75, "ɔ": 76, "ɕ": 77, "ç": 78, "ɖ": 80, "ð": 81, "ʤ": 82, "ə": 83, "ɚ": 85},
    **{"ɛ": 86, "ɜ": 87, "ɟ": 90, "ɡ": 92, "ɥ": 99, "ɨ": 101, "ɪ": 102, "ŋ": 112, "ɲ": 114, "θ": 119, "ɹ": 123, "ɾ": 125},
    **{"ɽ": 129, "ʃ": 131, "ʧ": 133, "ʊ": 135, "ʌ": 138, "ɣ": 139, "ʒ": 147, "ʔ": 148, "ˈ": 156, "ˌ": 157, "ː": 158},
    **{"ʰ": 162, "ʲ": 164, "ᵻ": 177},
}
PIPER = ["_", "^", "$", *" !',-.:;?", *"abcdefhijklmnopqrstuvwxyz", *"æðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒʔˈˌːθɓɗ", "ʼ"]
# MMS has small letters, a hyphen, an apostrophe and a space; its first symbol is the blank.
YORUBA = ["|", *"abdefghijklmnoprstuwyẹọṣàáèéìíòóùúńǹ", "\u0300", "\u0301", "-", "'", " "]
HAUSA = ["|", *"abcdefghijklmnoprstuwyzɓɗƙƴ", "'", "-", " "]
AMHARIC = ["|", *"abcdefghijklmnopqrstuwxyz", "'", "-", " "]
COQUI = {"pad": "_", "punctuations": "!¡'(),-.:;¿? ", "characters": "abdefghijklmnoprstuwyẹọṣàáèéìíòóùúńǹ\u0300\u0301"}


class Graph:
    """Collects nodes and constants; every method answers the name of a value."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, values, dtype):
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(values, dtype), name))
        return name

    def node(self, kind, inputs, name=None, **attributes):
        name = name or f"/{kind}_{len(self.nodes)}_output_0"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def number(self, value):
        return self.constant(value, np.float32)

    def sound(self, ids, frames, tables, rate, samples_per_frame, output, shape, step, factor, level, noise):
        """
        Tones of `ids` [1, n], each for `frames` [n] int64 frames. `tables`: level of each id. `factor`, `level`, `noise`:
        values with one number.
        """
        row = self.node("Squeeze", [ids, self.constant([0], np.int64)])
        ends = self.node("CumSum", [frames, self.constant(0, np.int64)])
        total = self.node("ReduceSum", [frames], keepdims=0)
        zero, one = self.constant(0, np.int64), self.constant(1, np.int64)
        count = self.node("Mul", [total, self.constant(samples_per_frame, np.int64)])
        sample = self.node("Range", [zero, count, one])
        column = self.node("Unsqueeze", [self.node("Range", [zero, total, one]), self.constant([1], np.int64)])
        passed = self.node("Not", [self.node("Less", [column, ends])])
        place = self.node("ReduceSum", [self.node("Cast", [passed], to=TensorProto.INT64), self.constant([1], np.int64)], keepdims=0)
        frame = self.node("Div", [sample, self.constant(samples_per_frame, np.int64)])
        said = self.node("Gather", [self.node("Gather", [row, place]), frame])
        hertz = self.node(
            "Add",
            [self.number(FIRST_HERTZ), self.node("Mul", [self.node("Cast", [said], to=TensorProto.FLOAT), self.number(step)])],
        )
        turns = self.node("Mul", [self.node("Mul", [hertz, factor]), self.number(2 * np.pi / rate)])
        # The phase is exact in float32 for a few seconds only: a tone starts anew every half a second.
        short = self.node("Mod", [sample, self.constant(rate // 2, np.int64)])
        wave = self.node("Sin", [self.node("Mul", [turns, self.node("Cast", [short], to=TensorProto.FLOAT)])])
        loud = self.node("Mul", [self.node("Gather", [self.constant(tables, np.float32), said]), level])
        tone = self.node("Mul", [wave, loud])
        random = self.node("Mul", [self.node("RandomNormalLike", [tone]), noise])
        self.node("Reshape", [self.node("Add", [tone, random]), self.constant(shape, np.int64)], name=output)

    def model(self, inputs, outputs):
        graph = helper.make_graph(self.nodes, "speech", inputs, outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def tables_of(numbers):
    """Lengths in frames of 25 ms and levels, by id."""
    count = max(numbers.values()) + 1
    lengths, levels = np.zeros(count), np.zeros(count)
    for symbol, number in numbers.items():
        silent = symbol in SILENT or symbol == "|"
        lengths[number] = 4 if symbol in ";:,.!?" else 1 if silent else 4 if symbol in VOWELS else 2
        levels[number] = 0 if silent else 1
    return lengths, levels


def info(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def kokoro(folder):
    """Durations are a value inside the graph, as in the published export, and no output of it."""
    lengths, levels = tables_of(KOKORO)
    lengths[0] = 3
    g = Graph()
    row = g.node("Squeeze", ["input_ids", g.constant([0], np.int64)])
    slow = g.node("Div", [g.node("Gather", [g.constant(lengths, np.float32), row]), "speed"])
    frames = g.node("Cast", [g.node("Max", [g.node("Round", [slow]), g.number(1)])], name="/encoder/Cast_output_0", to=TensorProto.INT64)
    style = g.node("Reshape", ["style", g.constant([-1], np.int64)])
    part = lambda at: g.node("Gather", [style, g.constant(at, np.int64)])
    g.sound("input_ids", frames, levels, 24_000, 600, "waveform", [1, -1], KOKORO_STEP, part(0), part(1), g.number(0.001))
    inputs = [info("input_ids", TensorProto.INT64, [1, "n"]), info("style", TensorProto.FLOAT, [1, STYLE]), info("speed", TensorProto.FLOAT, [1])]
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    (folder / "voices").mkdir(exist_ok=True)
    save(g.model(inputs, [info("waveform", TensorProto.FLOAT, [1, "samples"])]), folder / "onnx/model_q8f16.onnx")
    write(folder / "tokenizer.json", {"version": "1.0", "model": {"vocab": KOKORO}})
    # A style says how high the voice is, and how loud: louder by a thousandth with every symbol.
    for name, height in {"af_heart": 1.0, "bm_george": 0.5}.items():
        rows = np.zeros((ROWS, STYLE), np.float32)
        rows[:, 0] = height
        rows[:, 1] = LEVEL + np.arange(ROWS) / 1_000
        (folder / f"voices/{name}.bin").write_bytes(rows.tobytes())


def vits(ids, lengths, levels, rate, samples_per_frame, scales, outputs, shape, inputs):
    """The durations are rounded up, as in every export of VITS. `scales`: noise, length, or None where they are fixed."""
    g = Graph()
    row = g.node("Squeeze", [ids, g.constant([0], np.int64)])
    frames = g.node("Gather", [g.constant(lengths * rate / (samples_per_frame * 40), np.float32), row])
    noise, length = g.number(0.001), g.number(1)
    if scales:
        part = lambda at: g.node("Gather", [scales, g.constant(at, np.int64)])
        noise, length = g.node("Mul", [part(0), g.number(0.001)]), part(1)
    whole = g.node("Cast", [g.node("Ceil", [g.node("Mul", [frames, length])], name="/Ceil_output_0")], to=TensorProto.INT64)
    g.sound(ids, whole, levels, rate, samples_per_frame, outputs, shape, VITS_STEP, g.number(1), g.number(LEVEL), noise)
    return g.model(inputs, [info(outputs, TensorProto.FLOAT, [None] * len(shape))])


def scaled(numbers, rate, path, hides_durations=False):
    """The inputs and outputs of Piper and Coqui."""
    lengths, levels = tables_of(numbers)
    inputs = [info("input", TensorProto.INT64, [1, "n"]), info("input_lengths", TensorProto.INT64, [1]), info("scales", TensorProto.FLOAT, [3])]
    model = vits("input", lengths, levels, rate, 256, "scales", "output", [1, 1, -1], inputs)
    save(hidden(model) if hides_durations else model, path)


def hidden(model):
    """A model that rounds its durations in another way, so that nobody can tell which value they are."""
    for node in model.graph.node:
        if node.op_type == "Ceil":
            node.op_type = "Floor"
    return model


def piper(folder, hides_durations):
    folder.mkdir(parents=True, exist_ok=True)
    numbers = {symbol: at for at, symbol in enumerate(PIPER)}
    scaled(numbers, 22_050, folder / "model.onnx", hides_durations)
    config = {
        "audio": {"sample_rate": 22_050, "quality": "medium"},
        "espeak": {"voice": "en-us"},
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
        "phoneme_type": "espeak",
        "phoneme_id_map": {symbol: [number] for symbol, number in numbers.items()},
        "num_symbols": 256,
        "num_speakers": 1,
        "speaker_id_map": {},
    }
    write(folder / "model.onnx.json", config)


def mms(folder, letters):
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    numbers = {letter: at for at, letter in enumerate(letters)}
    lengths, levels = tables_of(numbers)
    # The blank around every letter takes a little, too.
    lengths[0] = 0.2
    inputs = [info("input_ids", TensorProto.INT64, [1, "n"]), info("attention_mask", TensorProto.INT64, [1, "n"])]
    save(vits("input_ids", lengths, levels, 16_000, 256, None, "waveform", [1, -1], inputs), folder / "onnx/model_quantized.onnx")
    write(folder / "config.json", {"model_type": "vits", "sampling_rate": 16_000, "vocab_size": len(letters)})
    write(folder / "tokenizer.json", {"version": "1.0", "model": {"vocab": numbers}})
    write(folder / "vocab.json", numbers)


def coqui(folder):
    folder.mkdir(parents=True, exist_ok=True)
    symbols = [COQUI["pad"], *COQUI["punctuations"], *COQUI["characters"], "<BLNK>"]
    numbers = {symbol: at for at, symbol in enumerate(symbols)}
    lengths_of_blank = {**numbers, "_": 0}
    del lengths_of_blank["<BLNK>"]
    lengths_of_blank["|"] = numbers["<BLNK>"]
    scaled(lengths_of_blank, 22_050, folder / "model.onnx")
    config = {
        "audio": {"sample_rate": 22_050},
        "use_phonemes": False,
        "add_blank": True,
        "enable_eos_bos_chars": False,
        "characters": {"characters_class": "TTS.tts.models.vits.VitsCharacters", **COQUI, "phonemes": None, "eos": None, "bos": None, "blank": None},
        "model_args": {"inference_noise_scale": 0.667, "length_scale": 1, "inference_noise_scale_dp": 1},
    }
    write(folder / "config.json", config)


def write(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    out = Path(sys.argv[1])
    kokoro(out / "tiny-kokoro")
    piper(out / "tiny-piper", hides_durations=False)
    piper(out / "tiny-piper-untimed", hides_durations=True)
    mms(out / "tiny-mms-yor", YORUBA)
    mms(out / "tiny-mms-hau", HAUSA)
    mms(out / "tiny-mms-amh", AMHARIC)
    coqui(out / "tiny-coqui")
