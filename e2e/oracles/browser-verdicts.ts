import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** File for a browser to play. */
export interface BrowserFile {
  readonly name: string
  readonly path: string
  readonly mediaType: string
}

/** Result of playing a file in a browser. Times in seconds. */
export interface BrowserVerdict {
  readonly name: string
  /** Duration before playback; null if it is not finite. */
  readonly duration?: number | null
  /** Position after seeking to two thirds. */
  readonly at?: number
  /** Position at the end of playback from there. */
  readonly end?: number
  readonly error?: string
}

export type Browser = 'chromium' | 'firefox'

/**
 * Time limit for a browser that hangs. Starting it and playing the rest of each file at eight times its pace takes
 * much less.
 */
const SILENT_MS = 600_000

/**
 * Opens a page in a real browser, which plays every file and posts its results back. Playwright cannot drive Debian's
 * Firefox, and this only needs a browser that opens a page. Throws if the page reports nothing.
 */
export async function playInBrowser(
  browser: Browser,
  files: readonly BrowserFile[],
): Promise<readonly BrowserVerdict[]> {
  const told = Promise.withResolvers<void>()
  const verdicts: BrowserVerdict[] = []
  const silent = (): void => {
    const next = files[verdicts.length]?.name
    told.reject(new Error(`${browser} said nothing more in time; the next file is ${next}.`))
  }
  const server = createServer(async (request, response) => {
    const file = files[Number(request.url?.slice('/files/'.length))]
    if (request.method === 'POST') {
      verdicts.push(JSON.parse(await text(request)))
      response.end()
      gaveUp.refresh()
      if (verdicts.length === files.length) told.resolve()
    } else if (request.url === '/') {
      response.setHeader('content-type', 'text/html')
      response.end(pageFor(files))
    } else if (file) {
      response.setHeader('content-type', file.mediaType)
      response.end(readFileSync(file.path))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const profile = mkdtempSync(join(tmpdir(), 'griot browser '))
  const open = openBrowser(browser, `http://127.0.0.1:${port}/`, profile)
  const gaveUp = setTimeout(silent, SILENT_MS)
  try {
    await told.promise
    return verdicts
  } finally {
    clearTimeout(gaveUp)
    await open.close()
    server.closeAllConnections()
    server.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

const PREFERENCES = `user_pref("media.autoplay.default", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
`

/** Opens a page in a browser with a profile of its own. */
export function openBrowser(
  browser: Browser,
  url: string,
  profile: string,
): { close(): Promise<unknown> } {
  if (browser === 'firefox') writeFileSync(join(profile, 'user.js'), PREFERENCES)
  const [program, ...args] =
    browser === 'firefox'
      ? ['firefox-esr', '--headless', '--no-remote', '--profile', profile, url]
      : [
          ...['chromium', '--headless=new', '--no-sandbox', `--user-data-dir=${profile}`],
          ...['--autoplay-policy=no-user-gesture-required', '--no-first-run', url],
        ]
  // A process group of its own, so that its child processes end with it; its home is its profile.
  const env = { ...process.env, HOME: profile }
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true, env })
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', resolve)
  })
  return {
    close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      return ended
    },
  }
}

function pageFor(files: readonly BrowserFile[]): string {
  const names = JSON.stringify(files.map(({ name }) => name))
  return `<!doctype html><script>(${inPage})(${names})</script>`
}

/**
 * Runs in the page. On a busy machine, Firefox occasionally (once in some hundred files) never reports the end of a
 * seek, so a file with a missing event is tried up to three times, each time in a new element. A faulty file fails
 * each time.
 */
async function inPage(names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    let verdict: Record<string, unknown> = {}
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      verdict = { name, attempt }
      const isSilent = await play(index, verdict)
      if (!isSilent) break
    }
    await fetch('/told', { method: 'POST', body: JSON.stringify(verdict) })
  }

  /** Fills in the verdict; resolves to whether an event was missing. */
  async function play(index: number, verdict: Record<string, unknown>): Promise<boolean> {
    const audio = new Audio()
    audio.muted = true
    let isSilent = false
    const heard = (event: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          isSilent = true
          reject(new Error(`no "${event}"`))
        }, 30_000)
        const settle = (): void => clearTimeout(timer)
        audio.addEventListener(event, () => resolve(settle()), { once: true })
        audio.addEventListener(
          'error',
          () => {
            settle()
            reject(new Error(audio.error?.message))
          },
          { once: true },
        )
      })
    try {
      const blob = await (await fetch(`/files/${index}`)).blob()
      const ready = heard('canplay')
      audio.src = URL.createObjectURL(blob)
      await ready
      verdict['duration'] = audio.duration
      const seeked = heard('seeked')
      audio.currentTime = (audio.duration * 2) / 3
      await seeked
      verdict['at'] = audio.currentTime
      audio.playbackRate = 8
      const ended = heard('ended')
      await audio.play()
      await ended
      verdict['end'] = audio.currentTime
    } catch (error) {
      verdict['error'] = String(error)
    } finally {
      audio.removeAttribute('src')
      audio.load()
    }
    return isSilent
  }
}
