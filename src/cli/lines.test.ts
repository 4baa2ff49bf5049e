import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const never = new AbortController().signal

async function read(...chunks: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks, { objectMode: false }), never))
    lines.push(line)
  return lines
}

test('only a line feed ends a line, as other programs count lines', async () => {
  expect(await read('a\u2028b\u2029c\rd\ne\r\n\n', 'f')).toEqual([
    'a\u2028b\u2029c\rd',
    'e',
    '',
    'f',
  ])
  expect(await read('')).toEqual([])
  expect(await read('\n\n')).toEqual(['', ''])
})

test('a line may come in pieces, and a letter too', async () => {
  const letter = Buffer.from('ọmọ\n')
  expect(await read(letter.subarray(0, 1), letter.subarray(1, 5), letter.subarray(5))).toEqual([
    'ọmọ',
  ])
})

test('a filter that is stopped hears no more lines', async () => {
  const stop = new AbortController()
  const input = new Readable({ read: () => undefined })
  input.push('one\ntwo\n')
  const lines: string[] = []
  for await (const line of linesOf(input, stop.signal)) {
    lines.push(line)
    if (line === 'two') stop.abort()
  }
  expect(lines).toEqual(['one', 'two'])
})
