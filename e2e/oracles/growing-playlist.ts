import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RealHost } from '#server/real-host.test-support.ts'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'

/** A playlist that grows until its player has asked for more, behind an address of its own. */
export interface GrowingPlaylist {
  /** Address for a player. */
  readonly url: string
  /** Waits until the playlist is complete, and closes its address. Throws what its encoder threw. */
  close(): Promise<void>
}

/** Answers what is asked for beside the playlist; false: nothing is there. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Players may fetch a playlist several times at once before they begin, in milliseconds. */
const OPENING_MS = 2_000
const CHUNK = SAMPLE_RATE / 2
const NO_PAGE: AnswerPage = async () => false

/**
 * Starts a playlist of `samples` in which the first `readySeconds` are there; the rest follows when a player fetches it
 * again. `answerPage` answers at the same origin.
 */
export async function growPlaylist(
  host: RealHost,
  samples: Float32Array,
  readySeconds: number,
  answerPage: AnswerPage = NO_PAGE,
): Promise<GrowingPlaylist> {
  const goOn = Promise.withResolvers<void>()
  async function* chunks(): AsyncGenerator<AudioChunk> {
    for (let at = 0; at < samples.length; at += CHUNK) {
      if (at === readySeconds * SAMPLE_RATE) await goOn.promise
      yield { samples: samples.subarray(at, at + CHUNK) }
    }
  }
  let first: number | undefined
  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? ''
    if (path.endsWith('index.m3u8')) {
      first ??= performance.now()
      if (performance.now() - first > OPENING_MS) goOn.resolve()
    }
    if (path.startsWith('/v1/hls/')) return forward(host, incoming, response)
    if (!(await answerPage(incoming, response))) response.writeHead(404).end()
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/hls`
  const urlOf = (id: string, name: string): string => `${base}/${id}/${name}`
  const { playlists } = host.app
  const signal = new AbortController().signal
  const { id, lines } = await playlists.start(chunks(), '128k', urlOf, signal)
  const whole = Array.fromAsync(lines)
  whole.catch(() => undefined)
  // All that is ready but what the encoder holds back.
  while (lengthOf(await playlists.playlist(id, urlOf)) < readySeconds - 4) await wait(20)
  return {
    url: urlOf(id, 'index.m3u8'),
    async close() {
      goOn.resolve()
      await whole
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sum of the lengths of the segments, in seconds. */
function lengthOf(playlist = ''): number {
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, of]) => sum + Number(of), 0)
}

/** Passes a request on as the player has sent it, so that the addresses in the playlist are those of this server. */
function forward({ url }: RealHost, incoming: IncomingMessage, response: ServerResponse): void {
  const { port } = new URL(url)
  const { method, headers, url: path } = incoming
  const options = { host: '127.0.0.1', port, method, path, headers }
  request(options, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
    .on('error', () => response.destroy())
    .end()
}
