import Spitch, { toFile } from 'spitch'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, until } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

/** The published client where an answer is late, broken off or refused: it sends the request up to three times. */
const { tone, server, close } = await openToneServer({ app: { quotaBytes: 1_000_000 } })
afterAll(close)

interface Try {
  readonly count: string | null
  status: number | undefined
}
const tries: Try[] = []
/** Whoever asks again does so only now. */
let again: Promise<unknown>
beforeEach(() => {
  tries.length = 0
  again = Promise.resolve()
  tone.bugs.length = 0
  tone.hold = Promise.resolve()
})

function connect(more: ConstructorParameters<typeof Spitch>[0] = {}): Spitch {
  return new Spitch({
    ...{ apiKey: KEY, baseURL: server.url, ...more },
    fetch: async (url, init) => {
      const count = new Headers(init?.headers).get('x-stainless-retry-count')
      const one: Try = { count, status: undefined }
      // With `data:` it only asks what its own fetch can do.
      if (String(url).startsWith(server.url) || more.baseURL) tries.push(one)
      if (one.count !== '0') await again
      const answer = await fetch(url, init)
      one.status = answer.status
      return answer
    },
  })
}
const client = connect()
const speak = (text: string, headers = {}, on = client): Promise<Response> =>
  on.speech.generate({ text, voice: 'lina', format: 'pcm_s16le' }, { headers })

test('a failure of the speech is asked for three times, and then told in our words', async () => {
  await expect(speak('BREAK')).rejects.toThrow(Spitch.InternalServerError)
  expect(tries).toEqual(['0', '1', '2'].map((count) => ({ count, status: 500 })))
})

test('what asking again does not help is asked for once: no program that translates or transcribes', async () => {
  const content = await toFile(Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'a.wav')
  const detail = expect.stringContaining('GRIOT_TRANSCRIBE_URL')
  await expect(client.speech.transcribe({ content })).rejects.toMatchObject({
    status: 503,
    error: { detail },
  })
  await expect(
    client.text.translate({ text: 'Hello.', source: 'en', target: 'yo' }),
  ).rejects.toThrow('503')
  expect(tries.map(({ status }) => status)).toEqual([503, 503])
  const same = await client.text.translate({ text: 'Ẹ káàárọ̀.', source: 'yo', target: 'yo' })
  expect(same.text).toBe('Ẹ káàárọ̀.')
})

test('a quota, a guest and a missing file are told once', async () => {
  const file = await toFile(new Uint8Array(1_000_001), 'large')
  await expect(client.files.upload({ file })).rejects.toThrow('1.0 MB')
  const guest = connect({ apiKey: (await tone.app.access.guests.create('owner', 60)).token })
  await expect(guest.files.list()).rejects.toThrow(Spitch.PermissionDeniedError)
  await expect(client.files.get('nothing')).rejects.toThrow(Spitch.NotFoundError)
  expect(tries.map(({ status }) => status)).toEqual([413, 403, 404])
})

test('a file that is still uploading is asked for again, and is there by then', async () => {
  const socket = await open(server.url)
  const form = ['--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: ']
  form.push('application/octet-stream\r\n\r\nhalf', ' whole\r\n--x--\r\n')
  const length = form.join('').length
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${form[0]}${form[1]}`,
  )
  const first = async () => (await tone.app.files.list('owner', { limit: 1 })).files[0]
  await until(async () => (await first()) !== undefined)
  const stored = Promise.withResolvers<void>()
  again = stored.promise
  const asked = client.files.download(String((await first())?.id))
  await until(() => tries[0]?.status !== undefined)
  socket.write(String(form[2]))
  await until(async () => (await first())?.content !== undefined)
  stored.resolve()
  // The client has no type for the answer.
  const { url } = (await asked) as { url: string }
  expect(await (await fetch(url)).text()).toBe('half whole')
  expect(tries.map(({ status }) => status)).toEqual([409, 200])
  socket.destroy()
})

test('who asks too much is told when to come back, within a minute', async () => {
  const limited = await serveTone(tone, { ratePerMinute: 1 })
  const eager = connect({ baseURL: limited.url, maxRetries: 0 })
  await eager.files.usage()
  const refused = await eager.files.usage().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Spitch.RateLimitError)
  const { headers } = refused as InstanceType<typeof Spitch.RateLimitError>
  const after = Number(headers.get('retry-after'))
  expect(after).toBeGreaterThanOrEqual(1)
  expect(after).toBeLessThanOrEqual(60)
  await limited.close()
})

test('a first byte that is late is asked for again, and nobody speaks to a caller who has left', async () => {
  tone.hold = new Promise(() => undefined)
  const hasty = connect({ timeout: 2_000, maxRetries: 1 })
  const failed = expect(speak('one two', {}, hasty)).rejects.toThrow(
    Spitch.APIConnectionTimeoutError,
  )
  await until(() => tone.work.running > 0)
  await failed
  expect(tries.map(({ count }) => count)).toEqual(['0', '1'])
  await until(() => tone.work.running === 0)
  tone.hold = Promise.resolve()
  expect((await (await speak('one two')).arrayBuffer()).byteLength).toBe(2 * WORD_BYTES)
  expect(tone.bugs).toEqual([])
})

test('a caller who stops listening is not asked for, and the synthesis ends', async () => {
  const stop = new AbortController()
  tone.hold = new Promise(() => undefined)
  const asked = client.speech.generate({ text: 'one', voice: 'lina' }, { signal: stop.signal })
  const failed = expect(asked).rejects.toThrow(Spitch.APIUserAbortError)
  await until(() => tone.work.running > 0)
  stop.abort()
  await failed
  await until(() => tone.work.running === 0)
  expect(tries).toHaveLength(1)
  expect(tone.bugs).toEqual([])
})

test('a sound that breaks off is seen as broken, and not asked for again', async () => {
  const answer = await speak('one two BREAK')
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect(tries).toEqual([{ count: '0', status: 200 }])
})

test('a connection that is refused is asked for three times', async () => {
  // A port that a connection is using from: nobody listens there, and nobody else can be given it.
  const held = await open(server.url)
  const lost = connect({ baseURL: `http://127.0.0.1:${held.localPort}` })
  await expect(lost.files.list()).rejects.toThrow(Spitch.APIConnectionError)
  expect(tries.map(({ count }) => count)).toEqual(['0', '1', '2'])
  held.destroy()
})

test('of five who send one request at once under one key, one is spoken to and all hear it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  tone.hold = promise
  const before = tone.work.words
  const all = Array.from({ length: 5 }, () => speak('one two three', { 'Idempotency-Key': 'five' }))
  await until(() => tries.filter(({ status }) => status === 409).length === 4)
  resolve()
  for (const answer of await Promise.all(all))
    expect((await answer.arrayBuffer()).byteLength).toBe(3 * WORD_BYTES)
  expect(tone.work.words - before).toBe(3)
})

test('a late first byte under a key is spoken once it can be, and remembered', async () => {
  tone.hold = new Promise(() => undefined)
  const hasty = connect({ timeout: 2_000 })
  const asked = speak('one two', { 'Idempotency-Key': 'late' }, hasty)
  await until(() => tone.work.running > 0)
  const hung = tone.work.running
  await until(() => tone.work.running < hung)
  tone.hold = Promise.resolve()
  expect((await (await asked).arrayBuffer()).byteLength).toBe(2 * WORD_BYTES)
  const again = await speak('one two', { 'Idempotency-Key': 'late' })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})
