import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decode, ffmpegsHere } from '#media/sound.test-support.ts'
import { askOracle } from '#provenance/c2pa/oracle.test-support.ts'
import { removeManifest } from '#provenance/c2pa/sign.ts'
import { never, throughFiles } from '#provenance/c2pa/signing.test-support.ts'
import { begin, send, speech, type TestResponse } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { fullTest, someOf } from '#testing/tier.test-support.ts'
import {
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

const [ffmpeg] = await ffmpegsHere()
let host: RealHost
let root: Uint8Array
beforeAll(async () => {
  host = await openRealHost()
  root = new X509Certificate((await host.app.provenance.certificate()).pem).raw
})
afterAll(() => host.close())

async function sayAsOpenAi(fields: object): Promise<TestResponse> {
  return send(`${host.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'lina', input: MANY, ...fields }),
  })
}

const FORMATS = [
  ['wav', 'embedded', 'standard'],
  ['mp3', 'trailing', 'trailing'],
  ['flac', 'sidecar', 'sidecar'],
  ['ogg_opus', 'trailing', 'trailing'],
  ['webm_opus', 'embedded', 'standard'],
] as const

describe.each(someOf(FORMATS, 2))('an answer in %s', (format, ofLong, found) => {
  test('is signed, says where, and is found unchanged with what is known of it', async () => {
    for (const [text, placement, where] of [
      [ONE, 'embedded', 'standard'],
      [MANY, 'embedded', 'standard'],
      [format === 'flac' ? LONGER : LONG, ofLong, found],
    ]) {
      const answer = await say(host, { text, format })
      const { status, headers, bytes } = answer
      expect([status, headers['x-provenance']]).toEqual([200, placement])
      const beside = placement === 'sidecar'
      const sidecar = beside ? { sidecar: await linkedManifest(host, answer) } : {}
      expect(headers['link'] === undefined).toBe(!beside)
      const verdict = await verify(host, { file: bytes, ...sidecar })
      expect(verdict).toMatchObject({ status: 200, verdict: 'made-here', placement: where })
      expect(verdict.facts).toMatchObject({
        application: { name: 'Griot', version: '0.0.0' },
        ...{ ai_generated: true, voice: 'Sade', voice_kind: 'built-in', language: 'yo' },
        ...{ engine: expect.stringContaining('Neural'), request_id: headers['x-request-id'] },
        ...{ title: null, author: null, training_mining: null },
      })
      expect(bytes.includes(Buffer.from(ONE))).toBe(false)
      const record = JSON.parse((await recordOf(host, headers['x-request-id'])).text)
      expect(record).toMatchObject({
        ...{ request_id: headers['x-request-id'], voice: 'Sade', language: 'yo', format },
        ...{ placement, sha256: sha256(bytes), size_bytes: bytes.length, copies: [] },
        ...{ manifest_id: verdict.manifest_id, certificate_sha256: verdict.certificate.sha256 },
      })
      expect(JSON.stringify(record)).not.toContain('Lagos')
    }
  })

  test('is no longer good when one byte of its sound is another', async () => {
    const { bytes } = await say(host, { text: MANY, format })
    const changed = Buffer.from(bytes)
    changed[20_000] = (changed[20_000] ?? 0) ^ 1
    const verdict = await verify(host, { file: changed })
    expect(['changed', 'damaged']).toContain(verdict.verdict)
    expect([verdict.facts, verdict.certificate]).toEqual([null, null])
  })

  test('sounds as it does without a manifest', async () => {
    const decoder = { ogg_opus: 'ogg', webm_opus: 'webm', wav: 'wav', mp3: 'mp3', flac: 'flac' }
    const heard = (bytes: Uint8Array) => decode(ffmpeg ?? { path: '' }, bytes, decoder[format])
    for (const text of [ONE, ofLong === 'trailing' ? LONG : MANY]) {
      const { bytes } = await say(host, { text, format })
      const { bytes: bare } = await throughFiles(bytes, (from, to) =>
        removeManifest(from, to, never),
      )
      expect(bare.length).toBeLessThan(bytes.length)
      const sound = await heard(bytes)
      expect(sound.length).toBeGreaterThan(10_000)
      expect(sound).toEqual(await heard(bare))
      if (format !== 'wav' && format !== 'flac') continue
      const pcm = (await say(host, { text, format: 'pcm_s16le' })).bytes
      expect(Buffer.from(sound.buffer).equals(pcm)).toBe(true)
    }
  })
})

fullTest(
  'the reference implementation trusts what was captured from the stream, once it knows our root',
  async () => {
    const asked = [
      [MANY, 'wav', 'audio/wav'],
      [ONE, 'wav', 'audio/wav'],
      [ONE, 'mp3', 'audio/mpeg'],
      [MANY, 'mp3', 'audio/mpeg'],
      [MANY, 'flac', 'audio/flac'],
    ] as const
    for (const [text, format, type] of asked) {
      const { bytes } = await say(host, { text, format })
      const trusted = await askOracle(type, bytes, root)
      expect([format, trusted]).toEqual([format, { state: 'Trusted', failures: [] }])
      const stranger = await askOracle(type, bytes)
      expect(stranger).toEqual({ state: 'Valid', failures: ['signingCredential.untrusted'] })
    }
  },
)

fullTest('formats that cannot carry a manifest say so and are not registered', async () => {
  for (const format of ['pcm_s16le', 'mulaw', 'alaw', 'm3u8']) {
    const { status, headers } = await say(host, { text: ONE, format })
    expect([format, status, headers['x-provenance']]).toEqual([format, 200, 'none'])
    expect((await recordOf(host, headers['x-request-id'])).status).toBe(404)
  }
  const aac = await sayAsOpenAi({ response_format: 'aac' })
  expect([aac.status, aac.headers['x-provenance']]).toEqual([200, 'none'])
})

fullTest('a wav at any pace tells its true length first and is signed', async () => {
  for (const speed of [0.25, 0.5, 1, 2, 4]) {
    const { headers, bytes } = await sayAsOpenAi({ response_format: 'wav', speed })
    expect([speed, headers['x-provenance']]).toEqual([speed, 'embedded'])
    expect([speed, bytes.readUInt32LE(4)]).toEqual([speed, bytes.length - 8])
    expect(bytes.toString('latin1', 44 + bytes.readUInt32LE(40)).slice(0, 4)).toBe('C2PA')
    const verdict = await verify(host, { file: bytes })
    expect(verdict).toMatchObject({
      verdict: 'made-here',
      facts: { voice: 'Lina', language: 'en' },
    })
  }
})

fullTest('mp3, flac and webm at any pace tell their true length first and are signed', async () => {
  for (const [format, speed] of [
    ['mp3', 0.25],
    ['flac', 4],
    ['flac', 0.5],
    ['opus', 2],
  ] as const) {
    const { bytes, status } = await sayAsOpenAi({ response_format: format, speed })
    expect([format, speed, status]).toEqual([format, speed, 200])
    expect(await verify(host, { file: bytes })).toMatchObject({ verdict: 'made-here' })
    if (format !== 'flac') continue
    const pcm = (await sayAsOpenAi({ response_format: 'wav', speed })).bytes
    const at = bytes.indexOf('fLaC')
    expect(bytes.readUInt32BE(at + 22)).toBe(pcm.readUInt32LE(40) / 2)
  }
})

test('sound among events is signed like any other', async () => {
  const answer = await sayAsOpenAi({ input: LONG, response_format: 'mp3', stream_format: 'sse' })
  expect(answer.headers['x-provenance']).toBe('trailing')
  const audio = [...answer.text.matchAll(/"audio":"([^"]+)"/g)].map(([, text = '']) => text)
  const file = Buffer.concat(audio.map((text) => Buffer.from(text, 'base64')))
  expect(await verify(host, { file })).toMatchObject({
    verdict: 'made-here',
    placement: 'trailing',
  })
})

test('a repeated answer is the same bytes with the same header, registered once', async () => {
  const headers = { 'idempotency-key': 'sign once' }
  const [first, again] = [
    await say(host, { text: LONGER, format: 'flac' }, headers),
    await say(host, { text: LONGER, format: 'flac' }, headers),
  ]
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.bytes.equals(first.bytes)).toBe(true)
  for (const name of ['link', 'x-provenance', 'x-request-id'])
    expect(again.headers[name]).toBe(first.headers[name])
  const record = JSON.parse((await recordOf(host, first.headers['x-request-id'])).text)
  expect([record.placement, record.copies]).toEqual(['sidecar', []])
})

test('a caller who leaves half-way has nothing registered', async () => {
  for (const format of ['wav', 'mp3', 'ogg_opus']) {
    const text = 'Good morning from Lagos. '.repeat(40)
    const order = speech({ text, format })
    const answer = await begin(`${host.url}/v1/speech`, order)
    const id = answer.headers['x-request-id']
    answer.destroy()
    // Whoever comes after is answered when the other is over.
    expect((await say(host, { text: ONE, format })).status).toBe(200)
    expect((await recordOf(host, id)).status).toBe(404)
  }
})

test('a manifest that is kept beside an answer is for its own account alone, and others have none', async () => {
  const answer = await say(host, { text: LONGER, format: 'flac' })
  const id = answer.headers['x-request-id']
  const path = `${host.url}/v1/provenance/${id}/manifest`
  const { headers, bytes } = await send(path, { headers: { authorization: `Bearer ${KEY}` } })
  expect(headers['content-type']).toBe('application/c2pa')
  expect(bytes.toString('latin1', 4, 8)).toBe('jumb')
  const { keys } = host.app.access
  const stranger = (await keys.create({ name: 'c', account: 'Ọlá', scopes: ['speak'] })).token
  expect((await send(path, { headers: { authorization: `Bearer ${stranger}` } })).status).toBe(404)
  const other = await say(host, { text: ONE, format: 'flac' })
  const none = `${host.url}/v1/provenance/${other.headers['x-request-id']}/manifest`
  const refused = await send(none, { headers: { authorization: `Bearer ${KEY}` } })
  expect([refused.status, refused.detail]).toEqual([404, expect.stringContaining('in the file')])
})
