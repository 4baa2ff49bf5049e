import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Shows every reader of files from outside lengths and counts that are not so, in a process of 64 MB. */
const HOSTILE = `
import { decodeCbor } from '#provenance/c2pa/cbor.ts'
import { decodeSuperbox } from '#provenance/c2pa/jumbf.ts'
import { bytesSource } from '#provenance/c2pa/byte-source.ts'
import { verify } from '#provenance/c2pa/verify.ts'
const lengths = [0xffffffff, 0x7fffffff, 0x20000000, 0x1000000, 0x100000]
const big = (first, length, width = 4) => {
  const bytes = Buffer.alloc(1 + width)
  bytes[0] = first
  if (width === 8) bytes.writeBigUInt64BE(BigInt(length) * 0x1000n, 1)
  else bytes.writeUInt32BE(length, 1)
  return bytes
}
const refused = (read) => {
  try { read() } catch (error) { if (error.name === 'FormatError') return 1; throw error }
  return 0
}
let count = 0
for (const length of lengths)
  for (const times of [1, 12, 1000]) {
    for (const major of [0x5a, 0x7a, 0x9a, 0xba, 0x5b, 0x7b, 0x9b, 0xbb]) {
      const heads = Array(times).fill(big(major, length, major & 1 ? 8 : 4))
      count += refused(() => decodeCbor(Buffer.concat([...heads, Buffer.alloc(1e6)])))
    }
    const box = Buffer.concat([big(0, length).subarray(1), Buffer.from('jumb')])
    count += refused(() => decodeSuperbox(Buffer.concat([...Array(times).fill(box), Buffer.alloc(1e6)])))
  }
const le = (length) => Buffer.from(big(0, length).subarray(1)).reverse()
const text = (latin1) => Buffer.from(latin1, 'latin1')
const files = (length) => [
  [text('RIFF'), le(length), text('WAVEC2PA'), le(length)],
  [text('RIFF'), le(length), text('WAVEfmt '), le(16), Buffer.alloc(16), text('data'), le(length)],
  [text('fLaC'), Buffer.from([0x84, 0xff, 0xff, 0xff])],
  [text('ID3\\u0003\\u0000\\u0080'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f]), text('GEOB'), big(0, length).subarray(1)],
  [text('ID3\\u0004\\u0000\\u0000'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f]), text('GEOB'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f])],
  [text('OggS\\u0000\\u0002'), Buffer.alloc(20), Buffer.alloc(256, 255)],
  [Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x01]), Buffer.alloc(7, 0xfe), Buffer.from([0x18, 0x53, 0x80, 0x67, 0x08]), le(length)],
]
const trust = { ownRoots: [], trusted: [], now: new Date() }
let verdicts = 0
for (const length of lengths)
  for (const parts of files(length))
    for (const tail of [0, 2_000_000]) {
      const source = bytesSource(Buffer.concat([...parts, Buffer.alloc(tail)]))
      const { kind } = await verify(source, trust, new AbortController().signal)
      if (['damaged', 'nothing', 'cannot-carry', 'empty', 'not-understood'].includes(kind)) verdicts++
    }
console.log(JSON.stringify({ count, verdicts }))
`

test('lengths and counts that are not so take no memory, whichever reader is shown them', async () => {
  const flags = ['--max-old-space-size=64', '--input-type=module', '--no-warnings', '-e', HOSTILE]
  const cwd = join(import.meta.dirname, '../../..')
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd })
  expect(JSON.parse(stdout)).toEqual({ count: 5 * 3 * 9, verdicts: 5 * 7 * 2 })
})
