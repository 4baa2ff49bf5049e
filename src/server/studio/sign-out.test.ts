import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from '@msgpack/msgpack'
import { afterAll, expect, test } from 'vitest'
import { askToSignIn, messageOf, open, send, signIn, until } from '#server/client.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { createChannelClient } from '#shared/channel-client.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html>')
const server = await serveTone(tone, { studioDir })
const page = await signIn(server)
afterAll(async () => {
  await server.close()
  await tone.close()
})

async function openSocket(as = page): Promise<WebSocket> {
  const headers = await as.headers()
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/studio/socket`, { headers })
  socket.binaryType = 'arraybuffer'
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.addEventListener('open', resolve, { once: true })
  socket.addEventListener('error', reject, { once: true })
  await promise
  return socket
}

/** The studio's end of the wire, as a browser has it. */
function clientOf(socket: WebSocket): ReturnType<typeof createChannelClient> {
  return createChannelClient({
    send: (message) => socket.send(encode(message, { ignoreUndefined: true })),
    listen: (onMessage) =>
      socket.addEventListener('message', ({ data }) => onMessage(decode(new Uint8Array(data)))),
  })
}

const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))

test('browsers that are signed in are listed, and one that is signed out loses its window at once, whatever it still sends', async () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36'
  const { page: other } = await askToSignIn(server, undefined, { 'user-agent': chrome })
  const shown = await other.headers()
  const [mine, theirs] = [await openSocket(), await openSocket(other)]
  const { call } = clientOf(mine)
  const listed = await call('browsers.list', {})
  expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  const found = listed.find(({ name }) => name === 'Chrome on Linux')
  expect(found).toMatchObject({ isThis: false, signedInBy: 'link' })
  tone.hold = new Promise(() => undefined)
  const order = { text: 'a b c', voice: 'lina' }
  await clientOf(theirs).call('speech.start', { ...order, jobId: crypto.randomUUID() })
  await until(() => tone.work.running === 1)
  const closed = closing(theirs)
  await call('browsers.signOut', { id: Number(found?.id) })
  expect(await closed).toBe(1008)
  await until(() => tone.work.running === 0)
  tone.hold = Promise.resolve()
  await expect(openSocket(other)).rejects.toBeDefined()
  expect((await send(`${server.url}/studio/session`, { headers: shown })).status).toBe(401)
  await expect(call('browsers.signOut', { id: Number(found?.id) })).rejects.toMatchObject({
    code: 'access/not-found',
  })
  mine.close()
})

test('a studio that was signed out and does not say goodbye is cut off, and nothing that it still sends is done', async () => {
  const [lent, mine] = [await signIn(server), await openSocket()]
  const raw = await open(server.url)
  const handshake = {
    ...{ host: new URL(server.url).host, connection: 'Upgrade', upgrade: 'websocket' },
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  raw.write(messageOf('/studio/socket', { headers: { ...handshake, ...(await lent.headers()) } }))
  await once(raw, 'data')
  const ended = once(raw, 'close')
  const { call } = clientOf(mine)
  const goodbye = once(raw, 'data')
  await call('browsers.signOutOthers', {})
  await goodbye
  const before = tone.work.words
  const input = { jobId: crypto.randomUUID(), text: 'a b c', voice: 'lina' }
  const payload = encode({ id: 1, method: 'speech.start', input })
  // One binary frame as a browser sends it, under the mask 0 (RFC 6455, 5.2).
  const size = [0x80 | 126, payload.length >> 8, payload.length & 0xff]
  raw.write(Buffer.concat([Buffer.from([0x82, ...size, 0, 0, 0, 0]), payload]))
  await ended
  expect(tone.work.words).toBe(before)
  expect((await call('browsers.list', {})).map(({ isThis }) => isThis)).toEqual([true])
  mine.close()
})
