import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { createPlaylists, type SegmentUrl } from '#media/hls.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { ServedBlob } from '#storage/blobs/blobs.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openByteStores } from './byte-stores.ts'
import { createSharedPlaylists, type SharedPlaylists } from './shared-playlists.ts'

const root = folderForTests('griot àkójọ orin')
const never = new AbortController().signal
const TTL = 30 * 60_000
const url: SegmentUrl = (id, name) => `https://griot.example/v1/hls/${id}/${name}`
const store = join(root, 'store')
const blobs = createFolderBlobs(store)
const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map(({ close }) => close())))

let clock = Date.now()
/** A server with a disk of its own beside the store. */
function open(name: string): SharedPlaylists & { close(): Promise<void> } {
  const playlists = createSharedPlaylists(
    blobs,
    (mirror) =>
      createPlaylists(join(root, name), getFfmpeg, { ttlMs: TTL, now: () => clock, mirror }),
    () => clock,
  )
  opened.push(playlists)
  return playlists
}

/** Noise, 2 s at a time; where `gate` is given, it is waited for after the first pieces. */
async function* speech(pieces: number, gate?: Promise<void>) {
  for (let i = 0; i < pieces; i++) {
    if (i === 3) await gate
    const samples = Float32Array.from(randomBytes(SAMPLE_RATE * 2), (byte) => byte / 256 - 0.5)
    yield { samples }
  }
}

const served = (found: string | ServedBlob | undefined): ServedBlob => {
  if (found === undefined || typeof found === 'string') throw new Error('It is not elsewhere.')
  return found
}

test('what one server makes, another one gives out: while it grows, when it is whole, and after its maker has gone', async () => {
  const [maker, other] = [open('one'), open('two')]
  const gate = Promise.withResolvers<void>()
  const { id, lines } = await maker.start(speech(6, gate.promise), '64k', url, never)
  const growing = await other.playlist(id, url)
  expect(growing).toBe(await maker.playlist(id, url))
  expect(growing).toContain('EVENT')
  gate.resolve()
  let text = ''
  for await (const line of lines) text += line
  expect(await other.playlist(id, url)).toBe(
    text.replace('EVENT', 'VOD').replace('#EXT-X-START:TIME-OFFSET=0\n', ''),
  )
  const names = [...text.matchAll(/\d{5}\.aac/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(2)
  const own = await maker.segment(id, String(names[1]))
  expect(own).toBe(join(root, 'one', id, String(names[1])))
  const segment = served(await other.segment(id, String(names[1])))
  const whole = await buffer((await segment.open(undefined, never)).bytes)
  expect(whole).toHaveLength(segment.sizeBytes)
  const part = await segment.open({ start: 1, end: 3 }, never)
  expect(await buffer(part.bytes)).toEqual(whole.subarray(1, 4))

  await maker.close()
  expect(await other.playlist(id, url)).toContain('VOD')
  expect(served(await other.segment(id, String(names[0]))).sizeBytes).toBeGreaterThan(100)
  expect(await other.segment(id, '99999.aac')).toBeUndefined()
  for (const wrong of ['..', '../..', 'x'.repeat(43)]) {
    expect(await other.playlist(wrong, url)).toBeUndefined()
    expect(await other.segment(wrong, 'playlist.json')).toBeUndefined()
  }
  expect(await other.segment(id, 'playlist.json')).toBeUndefined()
  // Half an hour, and four times as long as it lasts.
  const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  const seconds = durations.reduce((sum, one) => sum + one, 0)
  clock += TTL + 4_000 * seconds - 100
  expect(await other.playlist(id, url)).toContain('VOD')
  clock += 200
  expect(await other.playlist(id, url)).toBeUndefined()
  expect(await other.segment(id, String(names[0]))).toBeUndefined()
})

test('of a playlist that breaks off, or whose maker ends half-way, nothing stays', async () => {
  const maker = open('three')
  async function* breaks() {
    yield* speech(5)
    throw new Error('the voice broke')
  }
  const broken = await maker.start(breaks(), '64k', url, never)
  await expect(Array.fromAsync(broken.lines)).rejects.toThrow('the voice broke')
  expect(await open('four').playlist(broken.id, url)).toBeUndefined()
  const gate = Promise.withResolvers<void>()
  const cut = await maker.start(speech(6, gate.promise), '64k', url, never)
  await maker.close()
  gate.resolve()
  expect(await open('four').playlist(cut.id, url)).toBeUndefined()
  for await (const { key } of blobs.list('hls/'))
    expect([broken.id, cut.id]).not.toContain(key.split('/')[1])
})

test('what servers that are gone have left is removed after some hours, and nothing else', async () => {
  const stores = await openByteStores(join(root, 'home'), { address: store, env: {} })
  await blobs.put('files/a', { bytes: Buffer.from('x'), type: 'text/plain' })
  await blobs.put('hls/old/00000.aac', { bytes: Buffer.from('x'), type: 'audio/aac' })
  await stores.purge(new Date())
  expect(await blobs.head('hls/old/00000.aac')).toBeDefined()
  await stores.purge(new Date(Date.now() + 3 * 60 * 60_000))
  for await (const { key } of blobs.list('')) expect(key).toBe('files/a')
  stores.close()
})
