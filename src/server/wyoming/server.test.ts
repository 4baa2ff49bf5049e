import { once } from 'node:events'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#app/access/caller.ts'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { until } from '#server/client.test-support.ts'
import { isLoopbackHost } from '#server/http/network-prefix.ts'
import { createSpeechQueue, SPEECH_LIMITS } from '#server/http/speech-queue.ts'
import { openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { encodeEvent, PART_LIMIT_BYTES, readEvents, type WyomingEvent } from './events.ts'
import { infoOf } from './info.ts'
import { addressOf, MOST_CONNECTIONS, openWyoming, type WyomingAddress } from './server.ts'
import { refuseOwn } from './session.ts'

const sent: Buffer[] = []
const hearing = await openHttpServer((request, response) => {
  sent.push(request.body)
  sendJson(response, { text: 'Àwọn ọmọ ti dé.', language: 'yoruba' })
})
const tone = openToneApp({ providers: { transcribeUrl: hearing.url } })
const caller: Caller = {
  ...{ account: 'owner', kind: 'key', tokenId: 'wyoming', tokenName: 'wyoming' },
  scopes: new Set(['speak']),
}
const bugs: unknown[] = []
const program = {
  ...{ app: tone.app, caller, textLimit: 20_000, ownVoices: false },
  speechQueue: createSpeechQueue(SPEECH_LIMITS),
  onBug: (error: unknown) => bugs.push(error),
}
const server = await openWyoming(program, { host: '127.0.0.1', port: 0 })
const opened: { readonly socket: Socket }[] = []
afterAll(async () => {
  for (const { socket } of opened) socket.destroy()
  await server.close()
  await tone.close()
  await hearing.close()
  expect(bugs).toEqual([])
})
beforeEach(() => {
  tone.hold = Promise.resolve()
})

const to = (address: WyomingAddress): Socket =>
  address.path === undefined ? connect(address) : connect(address.path)

/** A client over a real socket. */
function open() {
  const socket = to(server.address)
  socket.on('error', () => undefined)
  opened.push({ socket })
  const events = readEvents(socket)
  const next = async (): Promise<WyomingEvent> => (await events.next()).value
  return {
    socket,
    next,
    send: (type: string, data: WyomingEvent['data'] = {}, payload?: Uint8Array) =>
      socket.write(encodeEvent({ type, data, payload })),
    async until(type: string): Promise<WyomingEvent[]> {
      const found: WyomingEvent[] = []
      do found.push(await next())
      while (found.at(-1) && found.at(-1)?.type !== type)
      return found
    },
  }
}

const soundOf = (events: readonly WyomingEvent[]): Buffer =>
  Buffer.concat(events.map(({ payload }) => payload ?? Buffer.alloc(0)))

test('the server tells its voices and that it writes down speech', async () => {
  const { send, next } = open()
  send('describe')
  const { type, data } = await next()
  expect(type).toBe('info')
  expect(data).toMatchObject({
    tts: [
      {
        ...{ name: 'griot', installed: true, supports_synthesize_streaming: true },
        attribution: { name: 'Griot' },
        voices: [
          { name: 'lina', description: 'Lina (female)', languages: ['en'], installed: true },
          { name: 'john', languages: ['en'] },
        ],
      },
    ],
    asr: [{ name: 'griot', models: [{ languages: ['en', 'am', 'ha', 'ig', 'yo', 'pcm'] }] }],
  })
})

test('a text is spoken as audio-start, chunks and audio-stop, twice on one connection', async () => {
  const { send, until: read } = open()
  for (const name of ['john', 'LINA']) {
    send('synthesize', { text: 'One two three.', voice: { name } })
    const events = await read('audio-stop')
    const format = { rate: 24_000, width: 2, channels: 1 }
    expect(events[0]).toMatchObject({ type: 'audio-start', data: format })
    expect(events.slice(1, -1).every(({ type }) => type === 'audio-chunk')).toBe(true)
    expect(events[1]?.data).toEqual({ ...format, timestamp: 0 })
    expect(soundOf(events).length).toBe(3 * WORD_BYTES)
    expect(events.at(-1)?.data).toEqual({ timestamp: (3 * WORD_BYTES) / 48 })
  }
  expect(tone.work.requests.slice(-2)).toMatchObject([{ voice: 'john' }, { voice: 'lina' }])
})

test('a text that streams in is spoken while it comes, and ends with synthesize-stopped', async () => {
  const { send, next, until: read } = open()
  send('synthesize-start', { voice: { name: 'lina' } })
  send('synthesize-chunk', { text: 'One two. Th' })
  expect((await next()).type).toBe('audio-start')
  const first = await next()
  expect(first.type).toBe('audio-chunk')
  send('synthesize-chunk', { text: 'ree four' })
  // For servers that do not stream; here it is passed over.
  send('synthesize', { text: 'One two. Three four', voice: { name: 'lina' } })
  send('synthesize-stop')
  const rest = await read('synthesize-stopped')
  expect(rest.filter(({ type }) => type !== 'audio-chunk').map(({ type }) => type)).toEqual([
    ...['audio-stop', 'synthesize-stopped'],
  ])
  expect(soundOf([first, ...rest]).length).toBeGreaterThanOrEqual(4 * WORD_BYTES)
  send('ping', { text: 'ẹ káàárọ̀' })
  expect(await next()).toMatchObject({ type: 'pong', data: { text: 'ẹ káàárọ̀' } })
})

test('a stream without a word ends as one with words does', async () => {
  const { send, until: read } = open()
  send('synthesize-start')
  send('synthesize-stop')
  expect((await read('synthesize-stopped')).map(({ type }) => type)).toEqual([
    ...['audio-start', 'audio-stop', 'synthesize-stopped'],
  ])
})

test('sound that is sent is written down', async () => {
  const { send, next } = open()
  const format = { rate: 16_000, width: 2, channels: 1 }
  send('transcribe', { language: 'yo' })
  send('audio-start', format)
  for (let count = 0; count < 10; count++) send('audio-chunk', format, Buffer.alloc(3_200, count))
  send('audio-stop')
  expect(await next()).toMatchObject({
    type: 'transcript',
    data: { text: 'Àwọn ọmọ ti dé.', language: 'yo' },
  })
  // Ten chunks behind a header with their true length.
  const wav = sent.at(-1)?.subarray(sent.at(-1)?.indexOf('RIFF'))
  expect([wav?.readUInt32LE(24), wav?.readUInt32LE(40)]).toEqual([16_000, 32_000])
})

test.each([
  ['a header that is not JSON', 'hello\n', /not JSON/],
  ['a header that is a list', '[1]\n', /JSON object/],
  ['no type', '{"data":{}}\n', /no "type"/],
  ['a negative length', '{"type":"describe","data_length":-1}\n', /data_length/],
  ['a length in words', '{"type":"describe","payload_length":"all"}\n', /payload_length/],
  ['a huge length', '{"type":"describe","data_length":9007199254740991}\n', /at most/],
  ['a huge payload', `{"type":"audio-chunk","payload_length":${2 ** 31}}\n`, /at most/],
  ['a payload of 10 GB', '{"type":"audio-chunk","payload_length":10000000000}\n', /at most/],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 0x0a]), /not JSON/],
  ['a line without an end', 'x'.repeat(PART_LIMIT_BYTES + 1), /at most/],
  ['data that is not JSON', '{"type":"describe","data_length":2}\n{{', /not JSON/],
  [
    'a voice that is not there',
    '{"type":"synthesize","data":{"text":"Hi.","voice":{"name":"x"}}}\n',
    /no voice/,
  ],
  [
    'a language that is not there',
    '{"type":"synthesize","data":{"text":"Hi.","voice":{"language":"fr"}}}\n',
    /not supported/,
  ],
  ['no text', '{"type":"synthesize","data":{}}\n', /text/],
  ['an empty text', '{"type":"synthesize","data":{"text":" "}}\n', /text|word/i],
  [
    'a text that is too long',
    `{"type":"synthesize","data":{"text":"${'x'.repeat(20_001)}"}}\n`,
    /20001/,
  ],
  [
    'a piece before its start',
    '{"type":"synthesize-chunk","data":{"text":"Hi."}}\n',
    /synthesize-start/,
  ],
  [
    'sound of 8 bit',
    '{"type":"audio-start","data":{"rate":16000,"width":1,"channels":1}}\n',
    /16 bit/,
  ],
])('%s ends the connection with an error in words', async (_, bytes, words) => {
  const { socket, next } = open()
  const closed = once(socket, 'close')
  socket.write(bytes)
  const { type, data } = await next()
  expect([type, data['text']]).toEqual(['error', expect.stringMatching(words)])
  await next()
  socket.end()
  await closed
})

test('events for other kinds of servers are passed over', async () => {
  const { send, next } = open()
  for (const type of ['detect', 'run-satellite', 'constructor', '__proto__', '']) send(type)
  send('ping')
  expect(await next()).toEqual({ type: 'pong', data: {}, payload: undefined })
})

test('an event in many small pieces is read as one', async () => {
  const { socket, next } = open()
  socket.setNoDelay(true)
  for (const byte of encodeEvent({ type: 'ping', data: { text: 'ọ̀rọ̀' } })) {
    socket.write(Buffer.of(byte))
    await new Promise(setImmediate)
  }
  expect((await next()).data).toEqual({ text: 'ọ̀rọ̀' })
})

test.each(['synthesize', 'synthesize-start'])(
  'a client that goes away during %s ends the speaking',
  async (type) => {
    const release = tone.holdAfterFirst()
    const { socket, send } = open()
    send(type, { text: 'One two three.', voice: { name: 'lina' } })
    if (type !== 'synthesize') send('synthesize-chunk', { text: 'One two three. ' })
    await until(() => tone.work.running === 1)
    socket.destroy()
    release()
    await until(() => tone.work.running === 0)
  },
)

test.each(['synthesize', 'synthesize-start'])(
  'a client that never reads the answer to %s holds its voice back, and is given up after a time',
  async (type) => {
    const impatient = await openWyoming(
      program,
      { host: '127.0.0.1', port: 0 },
      { silentMs: 400, idleMs: 400 },
    )
    const socket = to(impatient.address)
    socket.on('error', () => undefined).pause()
    const before = tone.work.words
    // 1,500 s of sound, 72 MB: more than the sockets of any system hold.
    const text = 'so '.repeat(6_000)
    const start = type === 'synthesize' ? { text } : {}
    socket.write(encodeEvent({ type, data: { ...start, voice: { name: 'lina' } } }))
    if (type !== 'synthesize') {
      socket.write(encodeEvent({ type: 'synthesize-chunk', data: { text } }))
      socket.write(encodeEvent({ type: 'synthesize-stop', data: {} }))
    }
    await until(() => tone.work.running === 1)
    await until(() => tone.work.running === 0)
    expect(tone.work.words - before).toBeLessThan(6_000)
    socket.destroy()
    await impatient.close()
  },
)

test('a client that closes its half after a request still gets the answer', async () => {
  const { socket, until: read } = open()
  socket.end(encodeEvent({ type: 'synthesize', data: { text: 'One.', voice: { name: 'lina' } } }))
  expect(soundOf(await read('audio-stop')).length).toBe(WORD_BYTES)
})

test('clients that say nothing make room for one that does, and are ended after a time', async () => {
  const patient = { silentMs: 600_000, idleMs: 600_000 }
  const full = await openWyoming(program, { host: '127.0.0.1', port: 0 }, patient)
  const silent = Array.from({ length: MOST_CONNECTIONS }, () => to(full.address))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const gone = once(silent[0] ?? process, 'close')
  const one = to(full.address)
  one.write(encodeEvent({ type: 'ping', data: {} }))
  expect((await readEvents(one).next()).value).toMatchObject({ type: 'pong' })
  silent[0]?.resume()
  await gone
  await full.close()
  const hasty = { silentMs: 50, idleMs: 600_000 }
  const brisk = await openWyoming(program, { host: '127.0.0.1', port: 0 }, hasty)
  await once(to(brisk.address).resume(), 'close')
  await brisk.close()
})

test.each(['synthesize-start', 'transcribe', 'audio-start'])(
  'a client that is silent after %s is ended after the time of other silent ones',
  async (type) => {
    const hasty = { silentMs: 50, idleMs: 600_000 }
    const brisk = await openWyoming(program, { host: '127.0.0.1', port: 0 }, hasty)
    const socket = to(brisk.address).resume()
    socket.write(encodeEvent({ type, data: { rate: 16_000, width: 2, channels: 1 } }))
    await once(socket, 'close')
    await brisk.close()
  },
)

test('a client that waits for its text to be spoken is not silent', async () => {
  const hasty = { silentMs: 50, idleMs: 600_000 }
  const brisk = await openWyoming(program, { host: '127.0.0.1', port: 0 }, hasty)
  const release = tone.holdAfterFirst()
  const socket = to(brisk.address)
  const events = readEvents(socket)
  socket.write(encodeEvent({ type: 'synthesize-start', data: { voice: { name: 'lina' } } }))
  socket.write(encodeEvent({ type: 'synthesize-chunk', data: { text: 'One two three. ' } }))
  await until(() => tone.work.running === 1)
  // Another client's limit passes meanwhile.
  await once(to(brisk.address).resume(), 'close')
  await once(to(brisk.address).resume(), 'close')
  release()
  socket.write(encodeEvent({ type: 'synthesize-stop', data: {} }))
  const types: string[] = []
  for await (const { type } of events) {
    types.push(type)
    if (type === 'synthesize-stopped') break
  }
  expect(types).toContain('audio-stop')
  socket.destroy()
  await brisk.close()
})

test("voices of one's own are offered only where that is said", async () => {
  const { customVoices, voices } = tone.app
  const own = { id: 'ownvoice1234', name: 'Ìyá', language: 'yo' }
  const app = { ...tone.app, voices, customVoices: { ...customVoices, list: async () => [own] } }
  for (const ownVoices of [false, true]) {
    const info = await infoOf({ ...program, app: app as never, ownVoices })
    expect(JSON.stringify(info).includes(own.id)).toBe(ownVoices)
  }
  expect(() => refuseOwn(program, own.id)).toThrow('no voice')
  expect(() => refuseOwn(program, 'lina')).not.toThrow()
  expect(() => refuseOwn({ ...program, ownVoices: true }, own.id)).not.toThrow()
})

test('a socket lies in a folder for its owner alone, and one of a program that is gone is taken', async () => {
  const folder = folderForTests('ojúlé')
  const address = addressOf(`unix://${join(folder, 'mine', 'wyoming.sock')}`)
  const first = await openWyoming(program, address)
  expect(statSync(join(folder, 'mine')).mode & 0o777).toBe(0o700)
  const client = to(first.address)
  client.write(encodeEvent({ type: 'ping', data: {} }))
  expect((await readEvents(client).next()).value).toMatchObject({ type: 'pong' })
  client.destroy()
  await expect(openWyoming(program, address)).rejects.toThrow('Another program listens')
  await first.close()
  await (await openWyoming(program, address)).close()
  mkdirSync(join(folder, 'open'))
  chmodSync(join(folder, 'open'), 0o755)
  const open = addressOf(`unix://${join(folder, 'open', 'wyoming.sock')}`)
  await expect(openWyoming(program, open)).rejects.toThrow(/Other users.*0700/)
})

test('many clients are served at once, and one too many is told so', async () => {
  for (const { socket } of [...opened]) socket.destroy()
  const clients: ReturnType<typeof open>[] = []
  while (clients.length < MOST_CONNECTIONS) {
    const client = open()
    client.send('ping')
    // Those of other tests may not be gone yet.
    if ((await client.next()).type === 'pong') clients.push(client)
  }
  // Their text is coming in: none of them is silent.
  for (const { send } of clients) send('synthesize-start', { voice: { name: 'lina' } })
  for (const { send } of clients) send('ping')
  for (const { next } of clients) await next()
  expect(await open().next()).toMatchObject({ type: 'error', data: { code: 'speech/busy' } })
  for (const { send } of clients) {
    send('synthesize-chunk', { text: 'One two.' })
    send('synthesize-stop')
  }
  for (const { until: read } of clients)
    expect(soundOf(await read('audio-stop')).length).toBe(2 * WORD_BYTES)
})

test('an address is read from its URI, and what it opens is known', () => {
  expect(addressOf('tcp://[::1]:10200')).toEqual({ host: '::1', port: 10_200 })
  for (const uri of ['tcp://:1', 'http://a:1', 'tcp://a', 'tcp://a:99999', 'tcp://a b:1', ''])
    expect(() => addressOf(uri)).toThrow('no address')
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopbackHost)).toEqual(
    Array(4).fill(true),
  )
  expect(['0.0.0.0', '::', '192.168.0.1', '127.0.0.1.evil.example'].map(isLoopbackHost)).toEqual(
    Array(4).fill(false),
  )
})

test('an address that is taken is said so', async () => {
  await expect(openWyoming(program, server.address)).rejects.toThrow(/EADDRINUSE.*--uri/)
})
