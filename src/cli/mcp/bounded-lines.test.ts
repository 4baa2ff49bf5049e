import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

test.each([1, 2, 3, 7, 100])(
  'lines that are too long are left out, whole and one by one, in pieces of %i bytes',
  async (length) => {
    const bytes = Buffer.from('ẹ\n123456789\n1234567\n\n1234567890123456789\nend')
    const pieces = []
    for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length))
    let left = 0
    const lines = Readable.from(pieces).pipe(boundedLines(8, () => left++))
    expect([await text(lines), left]).toEqual(['ẹ\n1234567\n\nend', 2])
  },
)
