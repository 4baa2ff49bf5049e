import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  hashOf,
  inPieces,
  KEY,
  keysOf,
  LARGE_BYTES,
  type OpenBlobs,
  read,
} from './blobs.test-support.ts'
import type { Blobs, ByteRange, NewBlob } from './blobs.ts'
import { describeFailedPuts } from './failed-puts-contract.test-support.ts'

export interface BlobsCapabilities {
  /** Whether the store makes links. */
  readonly hasLinks: boolean
}

/** What everything relies on that keeps bytes, asked of one implementation. */
export function describeBlobs(
  name: string,
  open: OpenBlobs,
  { hasLinks }: BlobsCapabilities,
): void {
  describe(`blobs in ${name}`, () => {
    describePuts(open)
    describeFailedPuts(open)
    describeReading(open)
    describeLists(open)
    describeTransfers(open)
    describeLinks(open, hasLinks)
    describeKeys(open)
  })
}

function describePuts(open: OpenBlobs): void {
  test.each([
    ['an empty file', 0],
    ['a small file', 1_000],
    ['a file of several parts', LARGE_BYTES],
  ])('%s is stored whole, with its size, hash and type', async (_, sizeBytes) => {
    const { blobs } = await open()
    const bytes = randomBytes(sizeBytes)
    const facts = { key: KEY, sizeBytes, sha256: hashOf(bytes), type: 'audio/flac' }
    const ways: Readonly<Record<string, NewBlob>> = {
      'nothing known': { bytes: inPieces(bytes), type: () => 'audio/flac' },
      'all known': { bytes: inPieces(bytes), ...facts },
      'in one piece': { bytes, type: 'audio/flac' },
      'in one piece, all known': { bytes, ...facts },
    }
    for (const [way, blob] of Object.entries(ways)) {
      expect(await blobs.put(KEY, blob), way).toEqual(facts)
      expect(await blobs.head(KEY), way).toEqual({ ...facts, modified: expect.any(Date) })
      const content = await blobs.get(KEY)
      expect(content, way).toMatchObject({ facts, start: 0, end: sizeBytes })
      expect(bytes.equals(await read(content)), way).toBe(true)
    }
    expect(await keysOf(blobs.list(''))).toEqual([KEY])
  })

  test('when a file was stored is known', async () => {
    const { blobs } = await open()
    const before = Date.now()
    await blobs.put('a', { bytes: Buffer.from('a'), type: 'text/plain' })
    const modified = (await blobs.head('a'))?.modified.getTime() ?? 0
    // Some stores count whole seconds.
    expect(modified).toBeGreaterThan(before - 1_500)
    expect(modified).toBeLessThan(Date.now() + 1_500)
  })

  test('a file that is stored again takes the place of the first', async () => {
    const { blobs } = await open()
    await blobs.put('a', { bytes: randomBytes(LARGE_BYTES), type: 'audio/wav' })
    await blobs.put('a', { bytes: Buffer.from('shorter'), type: 'text/plain' })
    expect(await blobs.head('a')).toMatchObject({ sizeBytes: 7, type: 'text/plain' })
    expect((await read(await blobs.get('a'))).toString()).toBe('shorter')
  })

  test('of several that store at one key at once, one has stored its file whole', async () => {
    const { blobs, stored } = await open()
    const all = [1, 2, 3].map((value) => Buffer.alloc(300_000, value))
    await Promise.all(all.map((bytes) => blobs.put('a', { bytes, type: 'audio/wav' })))
    const { length, [0]: value } = await read(await blobs.get('a'))
    expect(length).toBe(300_000)
    expect(await blobs.head('a')).toMatchObject({ sha256: hashOf(Buffer.alloc(300_000, value)) })
    expect(await stored()).toHaveLength(1)
  })

  test('many files at once are all stored', async () => {
    const { blobs } = await open()
    const keys = Array.from({ length: 30 }, (_, i) => `kíkà/${String(i).padStart(2, '0')}`)
    await Promise.all(
      keys.map((key) => blobs.put(key, { bytes: Buffer.from(key), type: 'text/plain' })),
    )
    expect(await keysOf(blobs.list('kíkà/'))).toEqual(keys)
    const texts = await Promise.all(keys.map(async (key) => `${await read(await blobs.get(key))}`))
    expect(texts).toEqual(keys)
  })
}

function describeReading(open: OpenBlobs): void {
  const bytes = randomBytes(700_000)
  const { length } = bytes

  test.each<[ByteRange, number, number]>([
    [{ start: 0, end: 0 }, 0, 1],
    [{ start: 0, end: 1 }, 0, 2],
    [{ start: 5, end: length - 1 }, 5, length],
    [{ start: 300_000 }, 300_000, length],
    [{ start: length - 1 }, length - 1, length],
    [{ start: 10, end: length + 1_000 }, 10, length],
    [{ last: 1 }, length - 1, length],
    [{ last: 500 }, length - 500, length],
    [{ last: length + 5 }, 0, length],
  ])('the range %j brings its bytes alone', async (range, start, end) => {
    const { blobs } = await open()
    await blobs.put('a', { bytes, type: 'audio/wav' })
    const content = await blobs.get('a', { range })
    expect(content).toMatchObject({ start, end, facts: { sizeBytes: length, type: 'audio/wav' } })
    expect(bytes.subarray(start, end).equals(await read(content))).toBe(true)
  })

  test('a range that lies outside a file is refused', async () => {
    const { blobs } = await open()
    await blobs.put('a', { bytes, type: 'audio/wav' })
    await blobs.put('empty', { bytes: Buffer.alloc(0), type: 'audio/wav' })
    const outside: readonly ByteRange[] = [
      ...[{ start: length }, { start: length + 5, end: length + 9 }, { last: 0 }],
      ...[
        { start: 5, end: 4 },
        { start: -1, end: 4 },
      ],
    ]
    for (const range of outside)
      await expect(blobs.get('a', { range }), JSON.stringify(range)).rejects.toMatchObject({
        code: 'file/range',
      })
    await expect(blobs.get('empty', { range: { start: 0 } })).rejects.toMatchObject({
      code: 'file/range',
    })
  })

  test('a file that is not there is none', async () => {
    const { blobs } = await open()
    await blobs.put('folder/a', { bytes, type: 'audio/wav' })
    for (const key of ['b', 'folder', 'folder/b', 'folder/a/c']) {
      expect(await blobs.head(key)).toBeUndefined()
      expect(await blobs.get(key)).toBeUndefined()
      expect(await blobs.get(key, { range: { start: 0 } })).toBeUndefined()
    }
  })

  test('whoever stops reading gets no more, and others read on', async () => {
    const { blobs } = await open()
    await blobs.put('a', { bytes: Buffer.alloc(LARGE_BYTES, 7), type: 'audio/wav' })
    const left = await blobs.get('a')
    for await (const _ of left?.bytes ?? []) break
    expect(left?.bytes.destroyed).toBe(true)
    const unread = await blobs.get('a')
    unread?.bytes.destroy()
    const stopping = new AbortController()
    const stopped = await blobs.get('a', { signal: stopping.signal })
    stopping.abort()
    await expect(read(stopped)).rejects.toThrow()
    expect(await read(await blobs.get('a'))).toHaveLength(LARGE_BYTES)
  })
}

function describeLists(open: OpenBlobs): void {
  const bytes = Buffer.from('x')
  const put = async (blobs: Blobs, keys: readonly string[]): Promise<void> => {
    for (const key of keys) await blobs.put(key, { bytes, type: 'text/plain' })
  }

  test('files are listed by a prefix, in the order of their bytes, over many pages', async () => {
    const { blobs } = await open()
    const many = Array.from({ length: 25 }, (_, i) => `b/${String(i).padStart(3, '0')}`)
    const others = ['a', 'a-b', 'a.b', 'aa/x', 'b-', 'b0', 'ba', 'bẹ/ọ', 'ሀ/ለ', 'ẹ', '😀/x', '～']
    const all = [...many, ...others].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    await put(blobs, all)
    expect(await keysOf(blobs.list(''))).toEqual(all)
    expect(await keysOf(blobs.list('b/'))).toEqual(many)
    expect(await keysOf(blobs.list('b/01'))).toEqual(many.slice(10, 20))
    expect(await keysOf(blobs.list('a'))).toEqual(['a', 'a-b', 'a.b', 'aa/x'])
    expect(await keysOf(blobs.list('bẹ'))).toEqual(['bẹ/ọ'])
    expect(await keysOf(blobs.list('c'))).toEqual([])
    expect(await keysOf(blobs.list('', 'b/020'))).toEqual(all.slice(all.indexOf('b/020') + 1))
    expect(await keysOf(blobs.list('b/', 'b/0205'))).toEqual(many.slice(21))
    for await (const found of blobs.list('ẹ'))
      expect(found).toEqual({ key: 'ẹ', sizeBytes: 1, modified: expect.any(Date) })
  })

  test('one file is removed, or all with a prefix', async () => {
    const { blobs, stored, parts } = await open()
    const many = Array.from({ length: 23 }, (_, i) => `b/${i}/c`)
    await put(blobs, ['a', 'bb', ...many])
    await blobs.put('b/large', { bytes: Buffer.alloc(LARGE_BYTES), type: 'audio/wav' })
    await blobs.remove('a')
    await blobs.remove('a')
    expect(await blobs.removeAll('c')).toBe(0)
    expect(await blobs.removeAll('b/')).toBe(24)
    expect(await keysOf(blobs.list(''))).toEqual(['bb'])
    expect(await stored()).toEqual(['bb'])
    await put(blobs, ['b/again'])
    expect(await blobs.removeAll('')).toBe(2)
    expect(await stored()).toEqual([])
    expect(await parts()).toEqual([])
  })
}

function describeTransfers(open: OpenBlobs): void {
  test.each([
    ['small', 1_000],
    ['large', LARGE_BYTES],
  ])('a %s file is copied and moved with what is known of it', async (_, sizeBytes) => {
    const { blobs, stored } = await open()
    const bytes = randomBytes(sizeBytes)
    const { key: __, ...facts } = await blobs.put(KEY, { bytes, type: 'audio/flac' })
    await blobs.put('old', { bytes: Buffer.from('old'), type: 'text/plain' })
    await blobs.copy(KEY, 'àdàkọ/b%20+.flac')
    await blobs.move(KEY, 'old')
    expect(await blobs.head(KEY)).toBeUndefined()
    for (const key of ['àdàkọ/b%20+.flac', 'old']) {
      expect(await blobs.head(key)).toMatchObject({ key, ...facts })
      expect(bytes.equals(await read(await blobs.get(key)))).toBe(true)
    }
    await blobs.copy('old', 'old')
    await blobs.move('old', 'old')
    expect(bytes.equals(await read(await blobs.get('old')))).toBe(true)
    expect(await stored()).toHaveLength(2)
  })

  test('what is not there is neither copied nor moved', async () => {
    const { blobs, stored } = await open()
    const missing = { code: 'file/not-found' }
    await expect(blobs.copy('a', 'b')).rejects.toMatchObject(missing)
    await expect(blobs.move('a', 'b')).rejects.toMatchObject(missing)
    expect(await stored()).toEqual([])
  })
}

function describeLinks(open: OpenBlobs, hasLinks: boolean): void {
  const disposition = "attachment; filename*=UTF-8''oh%C3%B9n.wav"

  test.runIf(hasLinks)('a link opens its file for a time, also ranges of it', async () => {
    const { blobs } = await open()
    await blobs.put(KEY, { bytes: Buffer.from('Ẹ káàárọ̀'), type: 'text/plain' })
    const link = String(await blobs.link(KEY, { ttlSeconds: 60 }))
    expect(await (await fetch(link)).text()).toBe('Ẹ káàárọ̀')
    const part = await fetch(link, { headers: { range: 'bytes=4-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'k'])
    const named = { ttlSeconds: 60, type: 'audio/wav', disposition }
    const { headers } = await fetch(String(await blobs.link(KEY, named)))
    expect(headers.get('content-type')).toBe('audio/wav')
    expect(headers.get('content-disposition')).toBe(disposition)
    expect((await fetch(link.replace(/Signature=.{4}/, 'Signature=0000'))).status).toBe(403)
    const short = String(await blobs.link(KEY, { ttlSeconds: 1 }))
    await expect.poll(async () => (await fetch(short)).status).toBe(403)
  })

  test.runIf(!hasLinks)('there are no links, but paths', async () => {
    const { blobs } = await open()
    await blobs.put(KEY, { bytes: Buffer.from('a'), type: 'text/plain' })
    expect(await blobs.link(KEY, { ttlSeconds: 60 })).toBeUndefined()
    expect(blobs.pathOf(KEY)).toContain('ìyá àgbà')
  })
}

function describeKeys(open: OpenBlobs): void {
  test.each([
    ['', 'empty'],
    ['../a', 'dot'],
    ['a/../../b', 'dot'],
    ['/etc/passwd', 'empty name'],
    ['a//b', 'empty name'],
    ['a/', 'empty name'],
    ['a/.hidden', 'dot'],
    ['a\\b', 'Windows'],
    ['a\0', 'Windows'],
    ['C:a', 'Windows'],
    ['a/nul.wav', 'device'],
    ['a.', 'dot or a space'],
    ['e\u0301', 'NFC'],
    ['\ud800', 'Unicode'],
    ['ẹ'.repeat(67), '200 bytes'],
    ['a/'.repeat(401), '800 bytes'],
    ['a.0123456789abcdef.part', 'unfinished'],
  ])('a key that is none is refused, and nothing outside is touched (%#)', async (key, words) => {
    const { blobs, stored } = await open()
    const refused = { code: 'request/invalid', message: expect.stringContaining(words) }
    const put = () => blobs.put(key, { bytes: Buffer.from('x'), type: 'text/plain' })
    await blobs.put('a', { bytes: Buffer.from('x'), type: 'text/plain' })
    const work: readonly (() => Promise<unknown>)[] = [
      ...[put, () => blobs.get(key), () => blobs.head(key), () => blobs.remove(key)],
      ...[() => blobs.copy('a', key), () => blobs.move(key, 'a')],
      () => blobs.link(key, { ttlSeconds: 1 }),
    ]
    for (const todo of work) await expect(todo()).rejects.toMatchObject(refused)
    expect(await stored()).toEqual(['a'])
  })

  test('no list and no removal leaves the store', async () => {
    const { blobs } = await open()
    for (const prefix of ['../', '..', '/', 'a/../', '.unfinished/', '.facts']) {
      const refused = { code: 'request/invalid' }
      expect(() => blobs.list(prefix)).toThrow(expect.objectContaining(refused))
      await expect(blobs.removeAll(prefix)).rejects.toMatchObject(refused)
      expect(() => blobs.unfinished(prefix)).toThrow(expect.objectContaining(refused))
    }
  })

  test('a store that can be used has nothing to say, and nothing more in it', async () => {
    const { blobs, stored } = await open()
    await blobs.check()
    expect(await stored()).toEqual([])
  })
}
