import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import {
  hashOf,
  inPieces,
  keysOf,
  LARGE_BYTES,
  type OpenBlobs,
  read,
} from './blobs.test-support.ts'

/** What is asked of puts that fail, are stopped or are cut off: they leave nothing. */
export function describeFailedPuts(open: OpenBlobs): void {
  const large = randomBytes(LARGE_BYTES)
  const old = Buffer.from('what was there')

  test.each([
    ['another hash than announced', { sha256: '0'.repeat(64) }, 'SHA-256'],
    ['fewer bytes than announced', { sizeBytes: LARGE_BYTES + 1 }, 'were announced'],
    ['more bytes than announced', { sizeBytes: 10 }, 'were announced'],
  ])('%s is refused: nothing is left, and what was there stays', async (_, announced, words) => {
    const { blobs, stored, parts } = await open()
    await blobs.put('old', { bytes: old, type: 'text/plain' })
    const before = await stored()
    for (const bytes of [large.subarray(0, 100), large])
      for (const type of ['audio/wav', () => 'audio/wav'])
        for (const key of ['old', 'new'])
          await expect(
            blobs.put(key, { bytes: inPieces(bytes), type, ...announced }),
          ).rejects.toMatchObject({ message: expect.stringContaining(words) })
    expect(await stored()).toEqual(before)
    expect(await parts()).toEqual([])
    expect(await keysOf(blobs.unfinished(''))).toEqual([])
    expect((await read(await blobs.get('old'))).equals(old)).toBe(true)
  })

  test.each([
    ['early', 10],
    ['late', LARGE_BYTES],
  ])('nothing is left of a put that fails %s', async (_, sizeBytes) => {
    const { blobs, stored, parts } = await open()
    const bytes = large.subarray(0, sizeBytes)
    const sha256 = hashOf(bytes)
    const broken = new AppError('request/unreadable', 'The form ended before it was complete.')
    const full = new AppError('file/quota', 'This file does not fit.')
    const breaksOff = async function* (): AsyncGenerator<Uint8Array> {
      yield* inPieces(bytes)
      throw broken
    }
    for (const known of [{}, { sha256 }])
      await expect(
        blobs.put('a', { bytes: breaksOff(), type: 'audio/wav', ...known }),
      ).rejects.toBe(broken)
    let left = sizeBytes
    const onPiece = ({ length }: Uint8Array): void => {
      left -= length
      if (left <= 0) throw full
    }
    await expect(
      blobs.put('a', { bytes: inPieces(bytes), type: 'audio/wav', onPiece }),
    ).rejects.toBe(full)
    const type = (): never => {
      throw broken
    }
    await expect(blobs.put('a', { bytes: inPieces(bytes), type })).rejects.toBe(broken)
    expect(await stored()).toEqual([])
    expect(await parts()).toEqual([])
    expect(await keysOf(blobs.unfinished(''))).toEqual([])
  })

  test.each([
    ['early', 10],
    ['late', LARGE_BYTES],
  ])('a put that is stopped %s, while it waits for bytes, leaves nothing', async (_, sizeBytes) => {
    const { blobs, stored, parts } = await open()
    for (const known of [{}, { sha256: hashOf(large) }]) {
      const stopping = new AbortController()
      const waiting = Promise.withResolvers<void>()
      const stops = async function* (): AsyncGenerator<Uint8Array> {
        yield* inPieces(large.subarray(0, sizeBytes))
        waiting.resolve()
        await new Promise(() => undefined)
      }
      const work = blobs.put('a', { bytes: stops(), type: 'a/b', ...known }, stopping.signal)
      const stopped = expect(work).rejects.toThrow('The caller has left.')
      await waiting.promise
      stopping.abort(new AppError('speech/cancelled', 'The caller has left.'))
      await stopped
    }
    expect(await stored()).toEqual([])
    expect(await parts()).toEqual([])
  })

  test('a file cannot be seen before it is whole, and what is unfinished can be discarded', async () => {
    const { blobs, stored } = await open()
    const waiting = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      yield* inPieces(large)
      waiting.resolve()
      await goOn.promise
    }
    const work = blobs.put('ewì/a', { bytes: slow(), type: 'audio/wav' })
    await waiting.promise
    expect(await blobs.head('ewì/a')).toBeUndefined()
    expect(await blobs.get('ewì/a')).toBeUndefined()
    expect(await keysOf(blobs.list(''))).toEqual([])
    await expect.poll(() => keysOf(blobs.unfinished('ewì/'))).toEqual(['ewì/a'])
    expect(await keysOf(blobs.unfinished('b'))).toEqual([])
    expect(await blobs.discardUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    goOn.resolve()
    await work
    expect(await keysOf(blobs.unfinished(''))).toEqual([])
    expect(await stored()).toHaveLength(1)
  })

  test('what a killed process has left of a put is found and discarded', async () => {
    const { blobs, stored, parts, address, env } = await open()
    const child = spawn(process.execPath, ['--input-type=module', '-e', PUT, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
    await once(child.stdout, 'data')
    await expect.poll(() => keysOf(blobs.unfinished(''))).toEqual(['ewì/never'])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await blobs.discardUnfinished(new Date(Date.now() + 60_000))).toBe(1)
    expect(await keysOf(blobs.unfinished(''))).toEqual([])
    expect(await stored()).toEqual([])
    expect(await parts()).toEqual([])
  })
}

/** Another process that stores a file which never ends. */
const PUT = `
  import { openBlobs } from '#storage/blobs/open-blobs.ts'
  const blobs = await openBlobs(process.argv[1], process.env)
  setInterval(() => undefined, 1000)
  async function* bytes() {
    for (let i = 0; i < 20; i++) yield Buffer.alloc(1024 * 1024)
    console.log('begun')
    await new Promise(() => undefined)
  }
  await blobs.put('ewì/never', { bytes: bytes(), type: 'audio/wav', sha256: '0'.repeat(64) })
`
