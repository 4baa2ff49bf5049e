import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const never = new AbortController().signal

test('a file is read in a thread, and its failure comes back in words', async () => {
  const file = await readInThread({ name: 'a.txt', bytes: bytes('Kedu?') }, never)
  expect(file.content).toEqual({ kind: 'pieces', pieces: [{ text: 'Kedu?' }] })
  await expect(
    readInThread({ name: 'a.pdf', bytes: bytes('%PDF-1.4') }, never),
  ).rejects.toMatchObject({
    code: 'request/unreadable',
  })
})

test('a file that takes too long is given up', async () => {
  const reading = readInThread({ name: 'a.txt', bytes: bytes('Kedu?') }, never, {
    ...{ seconds: 0, heapMegabytes: 256 },
  })
  await expect(reading).rejects.toThrow('could not be read within')
})

test('a file that takes too much memory ends its thread alone', async () => {
  const reading = readInThread(
    { name: 'a.csv', bytes: bytes('"a","b"\n'.repeat(4_000_000)) },
    never,
    { seconds: 60, heapMegabytes: 8 },
  )
  await expect(reading).rejects.toThrow('needs more memory')
})

test('reading can be cancelled', async () => {
  const stop = new AbortController()
  const reading = readInThread({ name: 'a.txt', bytes: bytes('Kedu?') }, stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})
