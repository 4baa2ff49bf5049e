import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { begin, speech, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

/** So much shorter than half a minute and ten minutes that what these listeners take is longer than a silence that is allowed. */
const PINGS = { pingIntervalMs: 200 }
const { tone, server, close } = await openToneServer({
  limits: { ...PINGS, stallTimeoutMs: 2_000 },
})
/** Gives up soon, however much is on its way. */
const strict = await serveTone(tone, { limits: { ...PINGS, idleTimeoutMs: 1_000 } })
afterAll(async () => {
  await strict.close()
  await close()
  expect(tone.bugs).toEqual([])
})

/** 750 s of sound: in any live format more than the sockets of a system hold. */
const WORDS = 3_000
const TEXT = 'a '.repeat(WORDS)

interface Listener {
  readonly socket: WebSocket
  /** Bytes of sound so far. */
  sound: number
  readonly types: string[]
  readonly closed: Promise<number>
}

/** A client whose library answers pings when it reads, as all do. */
async function listen(format: string, { url } = server): Promise<Listener> {
  const address = `${url.replace('http', 'ws')}/v1/speech/stream?format=${format}&audio=binary`
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${KEY}` } })
  const closed = Promise.withResolvers<number>()
  const listener: Listener = { socket, sound: 0, types: [], closed: closed.promise }
  socket.on('error', () => undefined).on('close', closed.resolve)
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) listener.sound += data.length
    else listener.types.push(JSON.parse(String(data)).type)
  })
  await until(() => listener.types.includes('ready'))
  return listener
}

function say({ socket }: Listener): void {
  socket.send(JSON.stringify({ type: 'append', text: TEXT }))
  socket.send(JSON.stringify({ type: 'end' }))
}

test('a live listener who reads with pauses, and slower than speech is made, hears it to the end', async () => {
  const listener = await listen('mulaw')
  const before = tone.work.words
  say(listener)
  await until(() => listener.sound > 0)
  for (let count = 0; count < 4; count++) {
    listener.socket.pause()
    // Longer than two pings.
    await pause(500)
    expect(tone.work.words - before).toBeLessThan(WORDS)
    listener.socket.resume()
    await pause(1)
  }
  expect(await listener.closed).toBe(1000)
  expect(listener.types.at(-1)).toBe('done')
  // A byte for each sample.
  expect(listener.sound).toBeGreaterThanOrEqual(WORDS * 0.25 * 24_000)
})

test('a live listener who takes nothing more is given up, and the voice is free again', async () => {
  const listener = await listen('pcm_s16le', strict)
  const before = tone.work.words
  say(listener)
  await until(() => listener.sound > 0)
  listener.socket.pause()
  await until(() => tone.work.running === 0)
  expect(tone.work.words - before).toBeLessThan(WORDS)
  listener.socket.resume()
  expect(await listener.closed).not.toBe(1000)
})

test('a live listener who is gone after little sound is given up by the next pings', async () => {
  const listener = await listen('mulaw')
  tone.hold = new Promise(() => undefined)
  say(listener)
  await until(() => tone.work.running === 1)
  listener.socket.pause()
  await until(() => tone.work.running === 0)
  tone.hold = Promise.resolve()
})

test.concurrent.each([
  ['mulaw', 'so '.repeat(4_000)],
  ['mp3', 'so '.repeat(600)],
  ['ogg_opus', 'so '.repeat(600)],
])(
  'an answer in %s is read to its end with pauses, however long that takes together',
  async (format, text) => {
    const response = await begin(`${server.url}/v1/speech`, speech({ format, text }))
    let pauses = 0
    let length = 0
    for await (const bytes of response) {
      length += bytes.length
      if (pauses++ < 8) await pause(300)
    }
    expect(response.complete).toBe(true)
    // At least 8 kbit/s.
    expect(length).toBeGreaterThan(text.length * 80)
  },
)
