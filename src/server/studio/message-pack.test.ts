import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { decode, encode } from '@msgpack/msgpack'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMessage, NO_EXTENSIONS } from './message-pack.ts'

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('value'), { maxLength: 40 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
    ),
  ),
})).value

test('what a studio sends is read as it was written', () => {
  fc.assert(
    fc.property(values, (value) => {
      const bytes = encode(value)
      expect(decodeMessage(bytes)).toEqual(decode(bytes))
    }),
  )
  const script = Array.from({ length: 2_000 }, (_, i) => ({
    id: `${i}`,
    text: 'Ẹ káàárọ̀',
    speed: 1,
  }))
  expect(decodeMessage(encode({ id: 1, input: { lines: script } }))).toEqual({
    id: 1,
    input: { lines: script },
  })
  const sound = new Uint8Array(3_000_000)
  expect(decodeMessage(encode({ sound }))).toEqual({ sound })
})

/** Well-formed frames with a few bytes changed, cut or added, and frames that were never well-formed. */
const frames = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
    .map(([value, changes, cut]) => {
      const bytes = Uint8Array.from(encode(value))
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes
    }),
)

test('whatever comes is read as the decoder reads it, or refused', () => {
  fc.assert(
    fc.property(frames, (bytes) => {
      let read: unknown
      try {
        read = decodeMessage(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
        return
      }
      expect(read).toEqual(decode(bytes, { extensionCodec: NO_EXTENSIONS }))
    }),
    { numRuns: 500 },
  )
})

test('what nests or counts too much is refused before anything is made of it', async () => {
  const nested = (depth: number) => Uint8Array.from([...Array(depth).fill(0x91), 0xc0])
  expect(() => decodeMessage(nested(17))).toThrow(/nests too deeply/)
  expect(JSON.stringify(decodeMessage(nested(16)))).toBe(`${'['.repeat(16)}null${']'.repeat(16)}`)
  const many = encode(Array(100_000).fill(0))
  expect(() => decodeMessage(many)).toThrow(/too many values/)
  expect(() => decodeMessage(Uint8Array.of(0x92, 0xc0))).toThrow(/shorter than it says/)
  expect(() => decodeMessage(Uint8Array.of(0xc0, 0xc0))).toThrow(/after the end/)
  expect(() => decodeMessage(new Uint8Array(0))).toThrow(RangeError)
})

/** Reads frames that promise more than they hold, in a process that ends where it takes 48 MB for them. */
const HOSTILE = `
const { decodeMessage } = await import(process.argv[1])
const head = (first, length) => [first, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]
let refused = 0
for (const first of [0xdd, 0xdf, 0xdb, 0xc6])
  for (const length of [0xffffffff, 0x7fffffff, 33_000_000, 3_999_000, 100_000, 65_536])
    for (const times of [1, 2, 16, 40, 1_000])
      for (const tail of [0, 4_000_000]) {
        const heads = Array.from({ length: times }, () => head(first, length)).flat()
        const frame = Buffer.concat([Buffer.from(heads), Buffer.alloc(tail, 0x90)])
        try { decodeMessage(frame) } catch { refused++ }
      }
console.log(refused)
`

test('frames that promise gigabytes are refused by a process that has 48 MB', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'message-pack.ts')).href
  const flags = ['--max-old-space-size=48', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', HOSTILE, module])
  // Four million bytes behind a text or bytes of less are more than one value.
  expect(Number(stdout)).toBe(4 * 6 * 5 * 2)
})
