import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isAgreed } from './voices-delete.ts'

const forever = new AbortController().signal

test.each([
  ['yes\n', true],
  ['Y\n', true],
  ['no\n', false],
  ['yes, but not now\n', false],
  ['\n', false],
  // Ctrl-D.
  ['', false],
])('a voice is deleted for a person at a terminal who writes yes: %j', async (written, isMeant) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(written)
  expect(await isAgreed(input, output, forever)).toBe(isMeant)
  output.end()
  expect(String(await buffer(output))).toContain('Write yes')
})

test('Ctrl-C at the question is no answer', async () => {
  const stop = new AbortController()
  const asking = isAgreed(new PassThrough(), new PassThrough(), stop.signal)
  stop.abort()
  await expect(asking).rejects.toThrow('aborted')
})
