import { existsSync, readFileSync, statSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { fullTest } from '#testing/tier.test-support.ts'
import {
  cutAfter,
  etagOf,
  type Misbehaviour,
  rangeStart,
  status,
} from './file-server.test-support.ts'
import type { PackProgress } from './install-pack.ts'
import { never, openSmallPack, type SmallPack } from './packs.test-support.ts'

const MODEL = 'onnx/model.onnx'
let pack: SmallPack
let model: Buffer
beforeEach(async () => {
  pack = await openSmallPack()
  model = pack.files[MODEL] ?? Buffer.of()
  await pack.store.accept('small', 'Apache-2.0')
})

const install = (signal: AbortSignal = never, told: PackProgress[] = []): Promise<void> =>
  pack.store.install('small', (progress) => told.push(progress), signal)
const cut = (bytes: number, instead?: Buffer): Misbehaviour =>
  cutAfter(pack.at('arriving/onnx/model.onnx.part'), bytes, instead)
const ranges = (): readonly string[] =>
  pack.server.asked.filter(({ path }) => path.endsWith('model.onnx')).map(({ range }) => range)

async function expectInstalled(): Promise<void> {
  expect(readFileSync(pack.at(`files/${MODEL}`)).equals(model)).toBe(true)
  expect(existsSync(pack.at('arriving'))).toBe(false)
  expect((await pack.store.find('small')).state).toBe('installed')
}

test('a download arrives whole, private, and with progress that only grows', async () => {
  const told: PackProgress[] = []
  await install(never, told)
  await expectInstalled()
  const mode = statSync(pack.at(`files/${MODEL}`)).mode & 0o777
  expect(process.platform === 'win32' || mode === 0o600).toBe(true)
  const done = told.filter(({ phase }) => phase === 'downloading').map(({ doneBytes }) => doneBytes)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(told.every(({ doneBytes, totalBytes }) => doneBytes <= totalBytes)).toBe(true)
  expect(ranges()).toEqual([''])
})

test('a connection that is cut is taken up where it was, with the entity tag of the file', async () => {
  pack.server.next.push(cut(100_000), cut(50_000))
  await install()
  await expectInstalled()
  expect(ranges()).toEqual(['', 'bytes=100000-', 'bytes=150000-'])
  expect(pack.server.asked[1]?.ifRange).toBe(etagOf(model))
})

test('a download that was stopped is continued later, by another start of the program too', async () => {
  const stop = new AbortController()
  pack.server.next.push((_request, response) => {
    response.writeHead(200, { 'content-length': model.length, etag: etagOf(model) })
    response.write(model.subarray(0, 70_000))
    return 'silent'
  })
  const stopped = pack.store.install(
    'small',
    ({ doneBytes }) => doneBytes >= 70_000 && stop.abort(new Error('paused')),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow('paused')
  expect(await pack.store.find('small')).toMatchObject({
    state: 'partial',
    storedBytes: 70_000 + tagBytes(),
  })
  await pack.open().install('small', () => undefined, never)
  await expectInstalled()
  expect(ranges()).toEqual(['', 'bytes=70000-'])
})

const tagBytes = (): number => statSync(pack.at('arriving/onnx/model.onnx.part.json')).size

test.each<[string, Misbehaviour]>([
  [
    'ignores ranges',
    (_request, response, file) =>
      response.writeHead(200, { 'content-length': file.length }).end(file),
  ],
  [
    'answers with another range than was asked for',
    (_request, response, file) =>
      response
        .writeHead(206, { 'content-range': `bytes 0-9/${file.length}` })
        .end(file.subarray(0, 10)),
  ],
  [
    'answers with a range that makes no sense',
    (_request, response) => response.writeHead(206, { 'content-range': 'bytes 9-3/?' }).end('x'),
  ],
  [
    'answers with no range at all',
    (_request, response) => response.writeHead(206).end('some bytes'),
  ],
  ['denies that there is more', status(416)],
])('a server that %s is asked again from the start', async (_what, misbehaviour) => {
  pack.server.next.push(cut(1_000), misbehaviour)
  await install()
  await expectInstalled()
  expect(ranges().slice(0, 2)).toEqual(['', 'bytes=1000-'])
})

test('a file that changed on the server in the middle comes anew', async () => {
  const other = Buffer.alloc(model.length, 'x')
  pack.server.next.push(cut(40_000, other.subarray(0, 40_000)))
  await install()
  await expectInstalled()
})

test('a part of a file that was wrong all along, on a server without entity tags, is thrown away once', async () => {
  const bare: Misbehaviour = ({ headers }, response, file) => {
    const from = rangeStart(headers.range) ?? 0
    const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }
    return response.writeHead(from > 0 ? 206 : 200, from > 0 ? range : {}).end(file.subarray(from))
  }
  pack.server.next.push(cut(5_000, Buffer.alloc(5_000, 'wrong')), bare, bare)
  await install()
  await expectInstalled()
  expect(ranges()).toEqual(['', 'bytes=5000-', ''])
})

test('wrong bytes of the right length are deleted and told, and nothing is installed', async () => {
  pack.server.files.set(`/hub/${MODEL}`, Buffer.alloc(model.length, 'x'))
  await expect(install()).rejects.toMatchObject({
    code: 'pack/download',
    message: expect.stringContaining('its SHA-256 is another one'),
  })
  expect(existsSync(pack.at('arriving/onnx/model.onnx.part'))).toBe(false)
  expect((await pack.store.find('small')).state).toBe('absent')
  await expect(pack.store.folderOf('small')).rejects.toMatchObject({ code: 'pack/not-installed' })
})

test.each<[string, Misbehaviour]>([
  [
    'announces more than the catalog says',
    (_request, response, file) =>
      response.writeHead(200, { 'content-length': file.length + 1 }).end(file),
  ],
  [
    'sends more than the catalog says, without announcing it',
    (_request, response, file) => {
      response.writeHead(200)
      response.write(file)
      return response.end(Buffer.alloc(200_000))
    },
  ],
])('a server that %s is refused, and no byte too many is kept', async (_what, misbehaviour) => {
  pack.server.next.push(misbehaviour)
  await expect(install()).rejects.toMatchObject({
    code: 'pack/download',
    message: expect.stringMatching(/sends more for onnx\/model\.onnx than the 300\.0 kB/),
  })
  expect((await pack.store.find('small')).storedBytes).toBeLessThan(1_000)
})

test('a page that asks to sign in to a network is told from the file', async () => {
  pack.server.next.push((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5 }).end('<html'),
  )
  await expect(install()).rejects.toThrow(/wants you to sign in first/)
})

test('a server that compresses what it was asked not to is refused', async () => {
  pack.server.next.push((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  )
  await expect(install()).rejects.toThrow(/sent a compressed file \(gzip\)/)
})

test.each([
  [401, /accept conditions, do that there in your browser.*griot models import/],
  [403, /accept conditions, do that there in your browser.*griot models import/],
  [404, /no longer at 127\.0\.0\.1:\d+ \(404\).*GRIOT_MODELS_MIRROR/],
  [410, /no longer at/],
  [418, /answered 418/],
])('%i is told in words, and not tried again', async (code, words) => {
  pack.server.always = status(code)
  const refused = expect(install()).rejects
  await refused.toMatchObject({ code: 'pack/download', message: expect.stringMatching(words) })
  expect(ranges()).toEqual([''])
})

test.each([408, 429, 500, 502, 503, 504])('%i is tried again', async (code) => {
  pack.server.next.push(status(code), status(code))
  await install()
  await expectInstalled()
  expect(ranges()).toEqual(['', '', ''])
})

fullTest(
  'a server that stays busy, or silent, or away is given up in words, and what arrived stays',
  async () => {
    pack.server.next.push(cut(10_000))
    pack.server.always = status(503)
    await expect(install()).rejects.toThrow(/answered 503.*What has arrived is kept/)
    expect(ranges()).toHaveLength(5)
    pack.server.always = (_request, response) => response.writeHead(200).flushHeaders() ?? 'silent'
    const impatient = pack.open({}, { idleTimeoutMs: 50 })
    const asked = impatient.install('small', () => undefined, never)
    await expect(asked).rejects.toThrow(/has stopped sending|does not answer/)
    const away = await openSmallPack({ base: 'http://127.0.0.1:9/' })
    await away.store.accept('small', 'Apache-2.0')
    const refused = away.store.install('small', () => undefined, never)
    await expect(refused).rejects.toThrow(/127\.0\.0\.1:9 refuses connections/)
    // A name that nobody can have (RFC 6761).
    const nowhere = await openSmallPack({ base: 'https://hub.invalid/' })
    await nowhere.store.accept('small', 'Apache-2.0')
    const lost = nowhere.store.install('small', () => undefined, never)
    await expect(lost).rejects.toThrow(/hub\.invalid [^?]*\(is this computer online\?\)\. What/)
  },
)

test('redirects on the same server are followed, with the range that was asked for', async () => {
  pack.server.files.set('/elsewhere', model)
  const moved = status(302, { location: '/elsewhere' })
  pack.server.next.push(cut(500), moved)
  await install()
  await expectInstalled()
  expect(pack.server.asked.slice(0, 3).map(({ path, range }) => [path, range])).toEqual([
    ['/hub/onnx/model.onnx', ''],
    ['/hub/onnx/model.onnx', 'bytes=500-'],
    ['/elsewhere', 'bytes=500-'],
  ])
})

test.each([
  ['http://192.0.2.1/x', 'only https addresses'],
  ['http://127.0.0.1:9/x', 'only https addresses'],
  ['ftp://example.org/x', 'only https addresses'],
  ['file:///etc/passwd', 'only https addresses'],
  ['https://me:secret@example.org/x', 'only https addresses'],
])('a redirect to %s is not followed', async (location, words) => {
  pack.server.next.push(status(302, { location }))
  await expect(install()).rejects.toThrow(words)
})

test('redirects without an end are given up', async () => {
  pack.server.always = status(307, { location: `/hub/${MODEL}` })
  await expect(install()).rejects.toThrow(/redirects more than 5 times/)
})

test('files come from a mirror where one is named', async () => {
  pack.server.files.set(`/copy/hub/${MODEL}`, model)
  pack.server.files.set('/copy/hub/tokenizer.json', pack.files['tokenizer.json'] ?? Buffer.of())
  const mirrored = pack.open({ mirror: `${pack.server.url}/copy/` })
  await mirrored.install('small', () => undefined, never)
  await expectInstalled()
  expect(pack.server.asked.every(({ path }) => path.startsWith('/copy/hub/'))).toBe(true)
})

test('a disk without enough space is told before anything is asked for', async () => {
  const full = pack.open({ freeBytes: () => 1_000_000 })
  await expect(full.install('small', () => undefined, never)).rejects.toMatchObject({
    code: 'storage/full',
    message: expect.stringMatching(
      /too little space for Pack small: 1\.0 MB are free, and 64\.3 MB/,
    ),
  })
  expect(pack.server.asked).toEqual([])
})

test('a file whose size is only known roughly is continued, and compared, too', async () => {
  const rough = { bytes: null, aboutBytes: 250_000, atMostBytes: 400_000 }
  pack = await openSmallPack({ change: { [MODEL]: rough } })
  model = pack.files[MODEL] ?? Buffer.of()
  await pack.store.accept('small', 'Apache-2.0')
  pack.server.next.push(cut(100_000))
  const told: PackProgress[] = []
  await install(never, told)
  await expectInstalled()
  expect(ranges()).toEqual(['', 'bytes=100000-'])
  expect(told.every(({ doneBytes, totalBytes }) => doneBytes <= totalBytes)).toBe(true)
})
