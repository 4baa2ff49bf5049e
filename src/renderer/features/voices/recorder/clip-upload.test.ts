import { expect, test } from 'vitest'
import { ConnectionLostError } from '#renderer/socket.ts'
import { CLIP_LIMITS } from '#shared/clips.ts'
import { createClipUpload } from './clip-upload.ts'

/** File of the backend, which accepts bytes only without a gap. */
function createFile() {
  const written: number[] = []
  const parts: number[] = []
  const write = (position: number, bytes: Uint8Array): void => {
    if (position > written.length) throw new Error(`a gap before ${position}`)
    parts.push(bytes.length)
    for (const [index, byte] of bytes.entries()) written[position + index] = byte
  }
  return { written, parts, write }
}

const bytesFrom = (first: number, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => (first + index) % 251)

test('parts arrive in order and complete, and delayed ones arrive together', async () => {
  const { written, parts, write } = createFile()
  const gate = Promise.withResolvers<void>()
  const upload = createClipUpload(
    async (position, bytes) => {
      await gate.promise
      write(position, bytes)
    },
    () => undefined,
  )
  for (let at = 0; at < 1_000; at += 100) upload.add(bytesFrom(at, 100))
  expect(upload.waitingBytes()).toBe(1_000)
  gate.resolve()
  await upload.finish()
  expect(written).toEqual([...bytesFrom(0, 1_000)])
  expect(parts).toEqual([100, 900])
  expect(upload.waitingBytes()).toBe(0)
})

test('a part is sent again until it is accepted, even if only the response was lost', async () => {
  const { written, write } = createFile()
  let calls = 0
  const upload = createClipUpload(
    async (position, bytes) => {
      calls += 1
      if (calls === 1) throw new ConnectionLostError()
      write(position, bytes)
      if (calls === 2) throw new ConnectionLostError()
    },
    () => undefined,
  )
  upload.add(bytesFrom(0, 40))
  await upload.finish()
  upload.add(bytesFrom(40, 40))
  await upload.finish()
  expect(calls).toBe(4)
  expect(written).toEqual([...bytesFrom(0, 80)])
})

test('after a long disconnection, parts are sent in sizes that the backend accepts', async () => {
  const { written, parts, write } = createFile()
  const upload = createClipUpload(
    async (position, bytes) => write(position, bytes),
    () => undefined,
  )
  const large = bytesFrom(0, CLIP_LIMITS.partBytes + 10)
  upload.add(large)
  upload.add(bytesFrom(large.length, 30))
  await upload.finish()
  expect(Math.max(...parts)).toBeLessThanOrEqual(CLIP_LIMITS.partBytes)
  expect(written.length).toBe(large.length + 30)
  const wrong = [...large, ...bytesFrom(large.length, 30)].findIndex(
    (byte, at) => byte !== written[at],
  )
  expect(wrong).toBe(-1)
})
