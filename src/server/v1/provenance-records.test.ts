import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_VERIFICATIONS } from '#app/verifications.ts'
import { removeManifest } from '#provenance/c2pa/sign.ts'
import { flipped, never, throughFiles } from '#provenance/c2pa/signing.test-support.ts'
import { type TestResponse, until } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import {
  askLinked,
  LONG,
  LONGER,
  linkedManifest,
  MANY,
  ONE,
  recordOf,
  say,
  sha256,
  verify,
} from './provenance.test-support.ts'

let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
})
afterAll(() => host.close())

describe('audio that an account keeps', () => {
  const kept = async (answer: TestResponse): Promise<Buffer> => {
    const { files } = host.app
    const name = String(answer.headers['content-disposition']).split('"')[1]
    const found = async () =>
      (await files.list('owner', { limit: 9 })).files.find((file) => file.originalName === name)
    await until(async () => (await found())?.content !== undefined)
    const { fileId, expires, signature } = await files.link('owner', (await found())?.id ?? '', 60)
    return readFileSync(
      await (await files.follow({ fileId, expires: `${expires}`, signature })).local(),
    )
  }
  beforeAll(async () => {
    await host.app.access.changeAccount('owner', { keepAudio: true })
  })
  afterAll(async () => {
    await host.app.access.changeAccount('owner', { keepAudio: false })
  })

  fullTest('is a finished file, registered under the same request', async () => {
    for (const [format, placement] of [
      ['mp3', 'trailing'],
      ['flac', 'sidecar'],
      ['ogg_opus', 'trailing'],
    ]) {
      const answer = await say(host, { text: format === 'flac' ? LONGER : LONG, format })
      const file = await kept(answer)
      expect(await verify(host, { file })).toMatchObject({
        verdict: 'made-here',
        placement: 'standard',
      })
      const record = JSON.parse((await recordOf(host, answer.headers['x-request-id'])).text)
      expect(record).toMatchObject({ placement, sha256: sha256(answer.bytes) })
      expect(record.copies).toEqual([
        expect.objectContaining({ placement: 'embedded', sha256: sha256(file), format }),
      ])
    }
  })

  test('is the very answer where that has its manifest at the standard place', async () => {
    for (const [text, format] of [
      [MANY, 'wav'],
      [MANY, 'webm_opus'],
      [ONE, 'mp3'],
      [MANY, 'pcm_s16le'],
    ]) {
      const answer = await say(host, { text, format })
      expect((await kept(answer)).equals(answer.bytes)).toBe(true)
    }
  })
})

test('a record is for its own account alone, and for no guest', async () => {
  const { keys, guests } = host.app.access
  const { headers } = await say(host, { text: ONE, format: 'mp3' })
  const id = headers['x-request-id']
  const stranger = (await keys.create({ name: 'b', account: 'Ìyábọ̀', scopes: ['speak'] })).token
  expect((await recordOf(host, id, stranger)).status).toBe(404)
  expect((await recordOf(host, id, (await guests.create('owner', 60)).token)).status).toBe(403)
  expect((await recordOf(host, String(id).toUpperCase())).status).toBe(200)
  expect((await recordOf(host, 'no-such-id')).detail).toContain('X-Request-Id')
})

test('any file gets a verdict, and a wrong form gets words', async () => {
  const signed = (await say(host, { text: ONE, format: 'mp3' })).bytes
  const verdicts: readonly (readonly [Uint8Array, string])[] = [
    [new Uint8Array(), 'empty'],
    [Buffer.from('Ẹ káàárọ̀'), 'cannot-carry'],
    [Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'), 'nothing'],
    [Buffer.concat([signed, signed]), 'changed'],
    [flipped(signed, 300), 'damaged'],
  ]
  for (const [file, verdict] of verdicts)
    expect(await verify(host, { file })).toMatchObject({ status: 200, verdict, facts: null })
  const nothing = await verify(host, { sidecar: signed })
  expect([nothing.status, nothing.detail[0].msg]).toEqual([422, expect.stringContaining('"file"')])
  const form = new FormData()
  for (const name of ['a', 'b']) form.append('file', new Blob([name]), name)
  const body = { method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: form }
  expect((await fetch(`${host.url}/v1/provenance/verify`, body)).status).toBe(422)
  const large = { file: signed, sidecar: new Uint8Array(16 * 1024 * 1024 + 1) }
  expect((await verify(host, large)).status).toBe(413)
})

describe('where the owner wants flac to be without a manifest inside', () => {
  const change = async (flac: 'embed' | 'sidecar'): Promise<void> => {
    const { settings } = host.app.provenance
    await settings.change({ ...settings.get(), flac })
  }
  beforeAll(() => change('sidecar'))
  afterAll(() => change('embed'))

  test('a finished file has it beside it, and is checked against it', async () => {
    const path = join(host.home, 'orin.flac')
    const answer = await say(host, { text: ONE, format: 'flac' })
    const { bytes } = await throughFiles(answer.bytes, (from, to) =>
      removeManifest(from, to, never),
    )
    writeFileSync(path, bytes)
    const voice = { kind: 'built-in', name: 'Sade' } as const
    const making = {
      ...{ requestId: 'an export', account: 'owner', language: 'yo', voice },
      engine: 'Griot flite 2.3',
    }
    const { sidecarPath } = await host.app.provenance.signFile(path, 'flac', making, never)
    expect(sidecarPath).toBe(join(host.home, 'orin.c2pa'))
    expect(readFileSync(path).equals(bytes)).toBe(true)
    const sidecar = readFileSync(String(sidecarPath))
    const good = { verdict: 'made-here', placement: 'sidecar', facts: { voice: 'Sade' } }
    expect(await verify(host, { file: bytes, sidecar })).toMatchObject(good)
    const changed = { file: flipped(bytes, 5_000), sidecar }
    expect(await verify(host, changed)).toMatchObject({ verdict: 'changed', facts: null })
    expect(await verify(host, { file: bytes })).toMatchObject({ verdict: 'nothing' })
    const record = await host.app.provenance.record('an export', 'owner')
    expect(record).toMatchObject({ placement: 'sidecar', sha256: sha256(bytes) })
  })

  test('a guest fetches the manifests of its own answers, and of no others', async () => {
    const { guests } = host.app.access
    const [hers, other] = [
      (await guests.create('owner', 60)).token,
      (await guests.create('owner', 60)).token,
    ]
    const answer = await say(
      host,
      { text: ONE, format: 'flac' },
      { authorization: `Bearer ${hers}` },
    )
    const fetched = await askLinked(host, answer, hers)
    expect(fetched.status).toBe(200)
    expect(fetched.bytes.equals(await linkedManifest(host, answer))).toBe(true)
    const refused = await askLinked(host, answer, other)
    expect([refused.status, refused.detail]).toEqual([404, expect.stringContaining('guest token')])
    const owners = await say(host, { text: ONE, format: 'flac' })
    expect((await askLinked(host, owners, hers)).status).toBe(404)
  })

  test('an answer has it beside the sound, even of one sentence', async () => {
    const answer = await say(host, { text: ONE, format: 'flac' })
    expect(answer.headers['x-provenance']).toBe('sidecar')
    expect(answer.bytes.toString('latin1', 0, 4)).toBe('fLaC')
    const sidecar = await linkedManifest(host, answer)
    const given = { file: answer.bytes, sidecar }
    expect(await verify(host, given)).toMatchObject({ verdict: 'made-here' })
    expect(await verify(host, { file: answer.bytes })).toMatchObject({ verdict: 'nothing' })
  })
})

test('a token cannot take all the places where files are checked', async () => {
  const { access, verifications } = host.app
  const lent = await access.keys.create({ name: 'c', account: 'owner', scopes: ['speak'] })
  const by = await access.authenticate(lent.token)
  const open = await Promise.all(Array.from({ length: 4 }, () => verifications.open(by)))
  const refused = await verify(host, { file: Buffer.from('RIFF') }, lent.token)
  expect([refused.status, refused.detail]).toEqual([
    429,
    expect.stringContaining('4 files are already being verified with this token'),
  ])
  expect((await verify(host, { file: Buffer.from('RIFF') })).status).toBe(200)
  await Promise.all(open.map((check) => check.close()))
})

test('only so many files are checked at once, and nothing of them is left', async () => {
  const open = await Promise.all(
    Array.from({ length: MAX_VERIFICATIONS }, () => host.app.verifications.open()),
  )
  const refused = await verify(host, { file: Buffer.from('RIFF') })
  expect([refused.status, refused.detail]).toEqual([429, expect.stringContaining('in a moment')])
  await Promise.all(open.map((check) => check.close()))
  expect((await verify(host, { file: Buffer.from('RIFF') })).status).toBe(200)
  expect(readdirSync(join(host.home, 'provenance/work'))).toEqual([])
})
