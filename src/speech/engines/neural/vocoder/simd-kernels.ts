/**
 * A few vector kernels as WebAssembly SIMD, written out byte by byte when the program starts, so that
 * neither a compiler nor a binary file is needed. Only ordinary (not "relaxed") instructions are used:
 * their results are the same on every machine.
 */

type Code = number | Code[]

const uleb = (v: number): number[] => {
  const out: number[] = []
  do {
    const b = v & 127
    v >>>= 7
    out.push(v ? b | 128 : b)
  } while (v)
  return out
}
const sleb = (v: number): number[] => {
  const out: number[] = []
  for (;;) {
    const b = v & 127
    v >>= 7
    if ((v === 0 && !(b & 64)) || (v === -1 && b & 64)) return [...out, b]
    out.push(b | 128)
  }
}
const flat = (code: Code): number[] => (typeof code === 'number' ? [code] : code.flatMap(flat))
const sized = (items: number[]): number[] => [...uleb(items.length), ...items]
const vector = (items: number[][]): number[] => [...uleb(items.length), ...items.flat()]

const I32 = 0x7f
const V128 = 0x7b
const get = (i: number): Code => [0x20, ...uleb(i)]
const set = (i: number): Code => [0x21, ...uleb(i)]
const i32 = (v: number): Code => [0x41, ...sleb(v)]
const bump = (local: number, by: number): Code => [get(local), i32(by), 0x6a, set(local)]
/** A loop that runs `body` until `local`, lowered by `step` a turn, is no longer positive. */
const countdown = (local: number, step: number, ...body: Code[]): Code => [
  [0x03, 0x40],
  body,
  bump(local, -step),
  [get(local), i32(0), 0x4a, 0x0d, 0x00, 0x0b],
]
const simd = (op: number, ...rest: Code[]): Code => [0xfd, ...uleb(op), rest]
const load = (at: Code, offset = 0): Code => [at, simd(0x00, 2, uleb(offset))]
const loadBytesWidened = (at: Code, offset = 0): Code => [at, simd(0x01, 0, uleb(offset))]
const loadFourHalvesTwice = (at: Code, offset = 0): Code => [at, simd(0x0a, 1, uleb(offset))]
const store = (at: Code, value: Code, offset = 0): Code => [at, value, simd(0x0b, 2, uleb(offset))]
const floats = (v: number): Code => {
  const b = [...new Uint8Array(new Float32Array([v, v, v, v]).buffer)]
  return simd(0x0c, b)
}
const zero: Code = floats(0)
const two =
  (op: number) =>
  (a: Code, b: Code): Code => [a, b, simd(op)]
const add = two(0xe4)
const sub = two(0xe5)
const mul = two(0xe6)
const div = two(0xe7)
const lower = two(0xea)
const higher = two(0xeb)
const addInts = two(0xae)
const dotHalves = two(0xba)
const narrow = two(0x85)
const lanes = (a: Code, b: Code, pick: number[]): Code => [
  a,
  b,
  simd(
    0x0d,
    pick.flatMap((l) => [0, 1, 2, 3].map((k) => 4 * l + k)),
  ),
]

/**
 * Hyperbolic tangent by its continued fraction, cut after seven terms; `x` and `xx` are scratch locals.
 * The argument is held to the span where the fraction stays below one (error under 5e-5 there and beyond).
 */
const tanh = (value: Code, x: number, xx: number): Code => [
  higher(floats(-4.97), lower(floats(4.97), value)),
  set(x),
  mul(get(x), get(x)),
  set(xx),
  div(
    mul(
      get(x),
      add(
        mul(add(mul(add(get(xx), floats(378)), get(xx)), floats(17325)), get(xx)),
        floats(135135),
      ),
    ),
    add(
      mul(add(mul(add(mul(get(xx), floats(28)), floats(3150)), get(xx)), floats(62370)), get(xx)),
      floats(135135),
    ),
  ),
]
const sigmoid = (value: Code, x: number, xx: number): Code =>
  add(floats(0.5), mul(floats(0.5), tanh(mul(floats(0.5), value), x, xx)))

interface Fn {
  name: string
  params: number
  ints: number
  vectors: number
  body: Code
}

/** out[rows] = scale * (W · x) + bias; W in blocks of 8 rows × 4 columns of bytes, x 16-bit. */
function matrixVector(): Fn {
  const [w, scale, bias, x, out, rows, cols, xp, n] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
  const acc = [9, 10, 11, 12] as const
  const v = 13
  const block = (k: number): Code => [
    loadFourHalvesTwice(get(xp), 8 * k),
    set(v),
    acc.map((a, i) => [
      addInts(get(a), dotHalves(loadBytesWidened(get(w), 32 * k + 8 * i), get(v))),
      set(a),
    ]),
  ]
  const finish = (a: number, b: number, offset: number): Code =>
    store(
      get(out),
      add(
        mul(
          [
            addInts(lanes(get(a), get(b), [0, 2, 4, 6]), lanes(get(a), get(b), [1, 3, 5, 7])),
            simd(0xfa),
          ],
          load(get(scale), offset),
        ),
        load(get(bias), offset),
      ),
      offset,
    )
  return {
    name: 'matrixVector',
    params: 7,
    ints: 2,
    vectors: 5,
    body: countdown(
      rows,
      8,
      acc.map((a) => [zero, set(a)]),
      [get(x), set(xp), get(cols), set(n)],
      countdown(n, 8, block(0), block(1), bump(w, 64), bump(xp, 16)),
      finish(acc[0], acc[1], 0),
      finish(acc[2], acc[3], 16),
      [bump(out, 32), bump(scale, 32), bump(bias, 32)],
    ),
  }
}

/** Floats of [-1, 1] to 16-bit integers of [-127, 127]. */
function quantise(): Fn {
  const [src, dst, n] = [0, 1, 2] as const
  const half = (offset: number): Code => [
    add(mul(load(get(src), offset), floats(127)), floats(0.5)),
    simd(0x68),
    simd(0xf8),
  ]
  return {
    name: 'quantise',
    params: 3,
    ints: 0,
    vectors: 0,
    body: countdown(n, 8, store(get(dst), narrow(half(0), half(16))), bump(src, 32), bump(dst, 16)),
  }
}

function tanhInPlace(): Fn {
  return {
    name: 'tanh',
    params: 2,
    ints: 0,
    vectors: 2,
    body: countdown(1, 4, store(get(0), tanh(load(get(0)), 2, 3)), bump(0, 16)),
  }
}

/** out = value · sigmoid(gate) */
function gated(): Fn {
  const [out, value, gate, n] = [0, 1, 2, 3] as const
  return {
    name: 'gated',
    params: 4,
    ints: 0,
    vectors: 2,
    body: countdown(
      n,
      4,
      store(get(out), mul(load(get(value)), sigmoid(load(get(gate)), 4, 5))),
      bump(out, 16),
      bump(value, 16),
      bump(gate, 16),
    ),
  }
}

/** One step of a gated recurrent unit from the two products (z, r, h after each other, `bytes` apart). */
function recurrent(): Fn {
  const [state, input, recur, n, bytes] = [0, 1, 2, 3, 4] as const
  const [z, h, x, xx] = [5, 6, 7, 8] as const
  const at = (base: number, k: number): Code =>
    load([get(base), ...Array.from({ length: k }, (): Code => [get(bytes), 0x6a])])
  return {
    name: 'recurrent',
    params: 5,
    ints: 0,
    vectors: 4,
    body: countdown(
      n,
      4,
      [sigmoid(add(at(input, 0), at(recur, 0)), x, xx), set(z)],
      [
        add(at(input, 2), mul(at(recur, 2), sigmoid(add(at(input, 1), at(recur, 1)), x, xx))),
        set(h),
        tanh(get(h), x, xx),
        set(h),
      ],
      store(get(state), add(get(h), mul(get(z), sub(load(get(state)), get(h))))),
      bump(state, 16),
      bump(input, 16),
      bump(recur, 16),
    ),
  }
}

export interface Kernels {
  matrixVector(
    w: number,
    scale: number,
    bias: number,
    x: number,
    out: number,
    rows: number,
    cols: number,
  ): void
  quantise(src: number, dst: number, n: number): void
  tanh(at: number, n: number): void
  gated(out: number, value: number, gate: number, n: number): void
  recurrent(state: number, input: number, recur: number, n: number, bytes: number): void
}

export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const functions = [matrixVector(), quantise(), tanhInPlace(), gated(), recurrent()]
  const section = (id: number, items: number[][]): number[] => [id, ...sized(vector(items))]
  const text = (s: string): number[] => sized([...Buffer.from(s, 'latin1')])
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(
      1,
      functions.map((f) => [0x60, ...vector(Array.from({ length: f.params }, () => [I32])), 0]),
    ),
    ...section(2, [[...text('e'), ...text('m'), 0x02, 0x00, 0x01]]),
    ...section(
      3,
      functions.map((_, i) => [i]),
    ),
    ...section(
      7,
      functions.map((f, i) => [...text(f.name), 0x00, i]),
    ),
    ...section(
      10,
      functions.map((f) => {
        const locals = [
          [f.ints, I32],
          [f.vectors, V128],
        ].filter(([count]) => count)
        return sized([
          ...vector(locals.map(([count, type]) => [count!, type!])),
          ...flat(f.body),
          0x0b,
        ])
      }),
    ),
  ])
}

export function instantiateKernels(memory: WebAssembly.Memory): Kernels {
  const module = new WebAssembly.Module(kernelBytes())
  return new WebAssembly.Instance(module, { e: { m: memory } }).exports as unknown as Kernels
}
