import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Browser, openBrowser } from './browser-verdicts.ts'
import type { AnswerPage } from './growing-playlist.ts'

/** What a page heard of a playlist. Times in seconds. */
export interface HeardPlaylist {
  /** Where playback began and where it ended. */
  readonly from?: number
  readonly to?: number
  readonly duration?: number
  readonly error?: string
}

/** Time for a browser to start and to play, in milliseconds, on a busy machine. */
const LONGEST_MS = 600_000
const HLS_JS = join(import.meta.dirname, 'players/node_modules/hls.js/dist/hls.min.js')

/** A page that plays a playlist with hls.js: what answers its requests, and what it has told. */
export function hlsPage(playlistUrl: () => string): {
  readonly answer: AnswerPage
  readonly heard: Promise<HeardPlaylist>
} {
  const { promise, resolve } = Promise.withResolvers<HeardPlaylist>()
  const send = (response: ServerResponse, type: string, body: string | Buffer): true => {
    response.setHeader('content-type', type)
    response.end(body)
    return true
  }
  return {
    heard: promise,
    async answer(request: IncomingMessage, response: ServerResponse) {
      if (request.url === '/page')
        return send(
          response,
          'text/html',
          `<!doctype html><script src="/hls.js"></script><script>(${inPage})(${JSON.stringify(playlistUrl())})</script>`,
        )
      if (request.url === '/hls.js') return send(response, 'text/javascript', readFileSync(HLS_JS))
      if (request.url !== '/told') return false
      resolve(JSON.parse(await text(request)))
      return send(response, 'text/plain', '')
    },
  }
}

/** Opens the page in a real browser. Throws if it tells nothing in time. */
export async function hearInBrowser(
  browser: Browser,
  origin: string,
  heard: Promise<HeardPlaylist>,
): Promise<HeardPlaylist> {
  const profile = mkdtempSync(join(tmpdir(), 'griot browser '))
  const open = openBrowser(browser, `${origin}/page`, profile)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${browser} told nothing.`)), LONGEST_MS)
  try {
    return await Promise.race([heard, late.promise])
  } finally {
    clearTimeout(timer)
    await open.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

interface HlsEvent {
  readonly fatal: boolean
  readonly details: string
}
interface HlsPlayer {
  on(event: string, listener: (event: string, data: HlsEvent) => void): void
  loadSource(url: string): void
  attachMedia(audio: HTMLMediaElement): void
}
declare const Hls: { new (): HlsPlayer; readonly Events: { readonly ERROR: string } }

/** Runs in the page: plays to the end, four times as fast, and tells which part was heard. */
function inPage(url: string): void {
  const audio = new Audio()
  audio.muted = true
  const tell = (heard: HeardPlaylist): boolean =>
    navigator.sendBeacon('/told', JSON.stringify(heard))
  const hls = new Hls()
  hls.on(Hls.Events.ERROR, (_, { fatal, details }) => {
    if (fatal) tell({ error: details })
  })
  audio.addEventListener('ended', () => {
    const { played, duration } = audio
    tell({ from: played.start(0), to: played.end(played.length - 1), duration })
  })
  audio.addEventListener('canplay', () => {
    audio.playbackRate = 4
    audio.play().catch((error) => tell({ error: String(error) }))
  })
  hls.loadSource(url)
  hls.attachMedia(audio)
}
