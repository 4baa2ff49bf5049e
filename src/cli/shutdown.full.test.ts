import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MARKER } from '#storage/library-ownership/marker.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { familyOf } from '#testing/processes.test-support.ts'
import { type RunningGriot, startGriot } from './griot.test-support.ts'

const KEY = 'My API Key'
const LONG = 'The rain has stopped and we can go out now. '.repeat(450)
const home = folderForTests('griot ọ̀rọ̀')

async function serve(): Promise<RunningGriot & { readonly url: string }> {
  const running = startGriot(home, ['serve', '--port', '0'], { GRIOT_API_KEY: KEY })
  return { ...running, url: await running.address() }
}

/** Begins a request; `give` is the body so far, and the request stays open. */
async function begin(
  url: string,
  headers: Record<string, string>,
  give: (send: (text: string) => void) => void,
): Promise<{ answer: Promise<IncomingMessage | Error>; ended: Promise<unknown> }> {
  const sent = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    agent: false,
  })
  const ended = new Promise((resolve) => sent.once('close', resolve))
  const answer = new Promise<IncomingMessage | Error>((resolve) => {
    sent.once('response', resolve)
    sent.on('error', resolve)
  })
  give((text) => sent.write(text))
  return { answer, ended }
}

interface InWork {
  /** Reads what is left, until the connection is gone. */
  ended(): Promise<unknown>
}

/** Asks for a long text as sound. */
function order(url: string, format: string, text = LONG): ReturnType<typeof begin> {
  const body = JSON.stringify({ text, voice: 'henry', format })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  return begin(`${url}/v1/speech`, headers, (send) => send(body))
}

/** Starts an answer and reads nothing of it. */
async function speak(url: string, format: string): Promise<InWork> {
  const { answer, ended } = await order(url, format)
  const response = await answer
  if (response instanceof Error) throw response
  expect(response.statusCode).toBe(200)
  response.on('error', () => undefined)
  return {
    ended: () => {
      response.resume()
      return ended
    },
  }
}

async function upload(url: string): Promise<InWork> {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const { ended } = await begin(`${url}/v1/files`, headers, (send) => {
    send('--b\r\nContent-Disposition: form-data; name="file"; filename="ohùn.bin"\r\n\r\n')
    send('x'.repeat(200_000))
  })
  return { ended: () => ended }
}

async function streamSpeech(
  url: string,
): Promise<{ heard: { type: string }[]; closed: Promise<CloseEvent> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/speech/stream`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  const heard: { type: string }[] = []
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.addEventListener('close', resolve)
  })
  const speaking = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(String(data)))
    if (heard.at(-1)?.type === 'chunk') speaking.resolve()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'append', text: LONG }))
  await speaking.promise
  return { heard, closed }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Files in the folders of uploads, playlists and recordings. */
async function leftovers(): Promise<string[]> {
  const entries = await readdir(join(home, 'data'), { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) =>
    relative(join(home, 'data'), join(parentPath, name)),
  )
  // Which library a folder belongs to stays with it.
  return paths.filter(
    (path, at) =>
      entries[at]?.isFile() &&
      entries[at].name !== MARKER &&
      /^(?:files|hls|voices|exports)\//.test(path),
  )
}

test.skipIf(process.platform === 'win32')(
  'a polite kill ends streams, a playlist, an upload and a live text in work, leaves no child and no half of anything, and exits with 0',
  async () => {
    const { child, url, exit } = await serve()
    // The header of a wav waits until the length of all is known: the samples alone are in work at once.
    const streams = await Promise.all(
      ['pcm_s16le', 'mp3', 'm3u8'].map((format) => speak(url, format)),
    )
    const uploading = await upload(url)
    const live = await streamSpeech(url)
    // Not answered yet when the kill comes.
    const planned = await order(url, 'wav')
    const children = familyOf(Number(child.pid))
    // The speech worker, and an encoder each for mp3 and m3u8.
    expect(children.length).toBeGreaterThanOrEqual(3)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await untilGone(children)
    await Promise.all([...streams, uploading].map(({ ended }) => ended()))
    const answer = await planned.answer
    if (!(answer instanceof Error)) answer.resume()
    await planned.ended
    expect((await live.closed).code).toBe(1001)
    expect(live.heard.at(-1)).toMatchObject({ type: 'error', code: 'speech/cancelled' })
    expect(await leftovers()).toEqual([])
    const again = await serve()
    const list = await fetch(`${again.url}/v1/files`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(await list.json()).toMatchObject({ items: [] })
    again.child.kill('SIGTERM')
    expect(await again.exit).toEqual([0, null])
  },
)

test.skipIf(process.platform === 'win32')(
  'a second Ctrl-C ends at once, with all that was started',
  async () => {
    const { child, url, exit } = await serve()
    const stream = await speak(url, 'mp3')
    const live = await streamSpeech(url)
    const children = familyOf(Number(child.pid))
    child.kill('SIGINT')
    expect((await live.closed).code).toBe(1001)
    child.kill('SIGINT')
    expect(await exit).toEqual([null, 'SIGINT'])
    await untilGone(children)
    await stream.ended()
  },
)

test('a server that may take longer to stop finishes a text that is being read slowly', async () => {
  const running = startGriot(home, ['serve', '--port', '0', '--stop-within', '600'], {
    ...{ GRIOT_API_KEY: KEY, GRIOT_LOG_TO: 'stdout' },
  })
  const url = await running.address()
  const { answer } = await order(url, 'wav', LONG.slice(0, 3_000))
  const response = await answer
  if (response instanceof Error) throw response
  running.child.kill('SIGTERM')
  await running.printed(/Stopping\.\n/)
  // Longer than a server takes that was not told to wait.
  await sleep(6_000)
  let bytes = 0
  for await (const part of response) bytes += (part as Buffer).length
  const header = Number(response.headers['content-length'])
  expect(response.complete).toBe(true)
  if (header > 0) expect(bytes).toBe(header)
  expect(await running.exit).toEqual([0, null])
  // The log of a container is its standard output.
  const out = await running.printed(/"path":"\/v1\/speech"/)
  const entry = out.split('\n').find((line) => line.startsWith('{'))
  expect(JSON.parse(entry ?? '')).toMatchObject({ path: '/v1/speech', status: 200 })
})
