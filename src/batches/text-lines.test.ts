import { expect, test } from 'vitest'
import { readTextLines } from './text-lines.ts'

async function* inPieces(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = (text: string | Uint8Array, size = 3, maxBytes = 20) =>
  Array.fromAsync(readTextLines(inPieces(text, size), maxBytes))

test.each([1, 2, 3, 1_000])(
  'lines come whole, with their numbers, however the bytes come (%i)',
  async (size) => {
    expect(await read('\uFEFFẸ káàárọ̀\r\n\n  \nlast', size, 100)).toEqual([
      { line: 1, text: 'Ẹ káàárọ̀\r' },
      { line: 4, text: 'last' },
    ])
  },
)

test('a line that is too long, or no UTF-8, is told, and the next one is read', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${'x'.repeat(21)}\nb\n`),
    Buffer.of(0xff, 10),
    Buffer.from('d'),
  ])
  expect(await read(bytes)).toEqual([
    { line: 1, problem: { code: 'line_too_long', message: expect.stringContaining('20 bytes') } },
    { line: 2, text: 'b' },
    { line: 3, problem: { code: 'invalid_encoding', message: expect.stringContaining('UTF-8') } },
    { line: 4, text: 'd' },
  ])
})
