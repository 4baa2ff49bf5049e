import { afterAll, expect, test } from 'vitest'
import { begin, send, speech, until } from '#server/client.test-support.ts'
import { WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer({ allowedOrigins: ['https://player.example'] })
afterAll(close)

const url = `${server.url}/v1/speech`
const playlist = (headers: Record<string, string> = {}) =>
  send(url, speech({ format: 'm3u8' }, headers))
const segmentsOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('http'))

test('an m3u8 answer is a playlist of absolute addresses that a player can fetch without a key', async () => {
  const answer = await playlist()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/vnd.apple.mpegurl')
  expect(answer.headers['content-disposition']).toMatch(/\.m3u8"$/)
  expect(answer.headers['transfer-encoding']).toBe('chunked')
  expect(answer.text).toMatch(/^#EXTM3U\n[\s\S]*#EXT-X-ENDLIST\n$/)
  const segments = segmentsOf(answer.text)
  expect(segments).toHaveLength(4)
  for (const segment of segments) {
    expect(segment.startsWith(`${server.url}/v1/hls/`)).toBe(true)
    const sound = await send(segment)
    expect([sound.status, sound.bytes.length]).toEqual([200, WORD_BYTES])
    expect(sound.headers['content-type']).toBe('audio/aac')
    expect(sound.headers['accept-ranges']).toBe('bytes')
  }
})

test('Content-Location is where a player finds the same playlist', async () => {
  const answer = await playlist()
  const location = String(answer.headers['content-location'])
  expect(location).toMatch(new RegExp(`^${server.url}/v1/hls/[\\w-]{43}/index\\.m3u8$`))
  const again = await send(location)
  expect(again.status).toBe(200)
  expect(again.headers['content-type']).toBe('application/vnd.apple.mpegurl')
  expect(again.headers['cache-control']).toBe('no-store')
  expect(segmentsOf(again.text)).toEqual(segmentsOf(answer.text))
})

test('addresses carry the host under which the server was called', async () => {
  const answer = await playlist({ host: 'localhost:8080' })
  for (const segment of segmentsOf(answer.text))
    expect(segment).toMatch(/^http:\/\/localhost:8080\/v1\/hls\//)
})

test('behind a proxy that adds TLS, addresses begin with https', async () => {
  for (const proto of ['https', 'HTTPS, http']) {
    const answer = await playlist({ host: 'localhost', 'x-forwarded-proto': proto })
    expect(answer.headers['content-location']).toMatch(/^https:\/\/localhost\/v1\/hls\//)
    for (const segment of segmentsOf(answer.text)) expect(segment).toMatch(/^https:\/\/localhost\//)
  }
  const plain = await playlist({ host: 'localhost', 'x-forwarded-proto': 'http, https' })
  expect(plain.headers['content-location']).toMatch(/^http:\/\/localhost\//)
})

test('lines are sent as their segments become ready', async () => {
  const held = Promise.withResolvers<void>()
  const answering = begin(url, speech({ format: 'm3u8', text: 'one two three' }))
  const response = await answering
  let text = ''
  tone.hold = held.promise
  response.on('data', (bytes) => {
    text += bytes
  })
  await until(() => text.includes('/0.aac'))
  held.resolve()
  await new Promise((resolve) => response.once('end', resolve))
  expect(text).toContain('/2.aac')
  expect(text).toMatch(/#EXT-X-ENDLIST\n$/)
})

test('parts of a segment can be fetched, and a part that is not there is refused', async () => {
  const [segment = ''] = segmentsOf((await playlist()).text)
  const whole = await send(segment)
  const part = await send(segment, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 100-199/${WORD_BYTES}`)
  expect(part.bytes).toEqual(whole.bytes.subarray(100, 200))
  const tail = await send(segment, { headers: { range: 'bytes=-10' } })
  expect([tail.status, tail.bytes.length]).toEqual([206, 10])
  const beyond = await send(segment, { headers: { range: `bytes=${WORD_BYTES}-` } })
  expect(beyond.status).toBe(416)
  expect(beyond.headers['content-type']).toMatch(/^application\/json/)
  const head = await send(segment, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.text]).toEqual([
    200,
    String(WORD_BYTES),
    '',
  ])
})

test('unknown and expired playlists, and names that reach for other files, are a 404 in words', async () => {
  const { headers } = await playlist()
  const base = String(headers['content-location']).replace('/index.m3u8', '')
  const other = `${server.url}/v1/hls/${'x'.repeat(43)}`
  const paths = [
    `${other}/index.m3u8`,
    `${other}/0.aac`,
    `${base}/99.aac`,
    `${base}/..%2f..%2fgriot.db`,
    `${base}/%2e%2e%2fgriot.db`,
    `${base}/..%5cgriot.db`,
    `${base}/griot.db`,
    `${base}/0.aac%00`,
    `${base}/`,
    `${server.url}/v1/hls/..%2f/griot.db`,
    `${server.url}/v1/hls/__proto__/index.m3u8`,
  ]
  for (const path of paths) {
    const answer = await send(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.detail).not.toBe('')
  }
})

test('pages of foreign origins may not fetch segments, those of listed ones may', async () => {
  const [segment = ''] = segmentsOf((await playlist()).text)
  expect((await send(segment, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  const allowed = await send(segment, { headers: { origin: 'https://player.example' } })
  expect(allowed.status).toBe(200)
  expect(allowed.headers['access-control-allow-origin']).toBe('https://player.example')
})

test('whatever fails before the first segment is an answer in words, without an address', async () => {
  const answer = await send(url, speech({ format: 'm3u8', text: 'BREAK' }))
  expect([answer.status, answer.headers['content-location']]).toEqual([500, undefined])
  expect(answer.detail).toContain('The voice stopped')
})

test('a caller that goes away stops the synthesis of a playlist too', async () => {
  const response = await begin(url, speech({ format: 'm3u8', text: 'so '.repeat(4_000) }))
  response.destroy()
  await until(() => tone.work.running === 0)
  expect(tone.work.words).toBeLessThan(4_000)
})
