import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { FORMATS, type StreamFormat } from '#shared/formats.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type BrowserVerdict, playInBrowser } from './browser-verdicts.ts'
import { runDecoders } from './decoder-verdicts.ts'

const SIGNED = ['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus'] as const
/** One clause, one with a comma and a pause, and several sentences of more than a minute. */
const TEXTS = {
  short: 'Good morning from Lagos.',
  comma: 'Good morning, Lagos. [pause 300ms] Rice is two thousand naira a kilo today, they say.',
  long: 'The market on the island opens before the sun is up, and the boats come in one by one. '.repeat(
    14,
  ),
} as const
type TextName = keyof typeof TEXTS
const TEXT_NAMES: readonly TextName[] = ['short', 'comma', 'long']
/** 50 ms, plus the inaccuracy of a container's figures: a Xing frame includes the encoder delay. */
const TOLERANCE = 0.05
const MP3_DELAY = 0.07

const folder = folderForTests('griot ìdánwò')
let host: RealHost
/** Length of each text in seconds, from its PCM. */
const seconds: Partial<Record<TextName, number>> = {}
beforeAll(async () => {
  host = await openRealHost()
  await host.app.access.changeAccount('owner', { keepAudio: true })
  for (const name of TEXT_NAMES)
    seconds[name] = (await spoken(name, 'pcm_s16le')).bytes.length / 48_000
  expect(seconds.long).toBeGreaterThan(60)
}, 300_000)
afterAll(async () => {
  await host.close()
  expect(host.bugs).toEqual([])
})

const spoken = (name: TextName, format: string) =>
  send(`${host.url}/v1/speech`, speech({ text: TEXTS[name], format }))

interface Made {
  readonly name: string
  readonly path: string
  readonly text: TextName
}

const made: Made[] = []

function write(way: string, text: TextName, format: StreamFormat, bytes: Uint8Array): string {
  const name = `${way} ${text}.${FORMATS[format].extension}`
  const path = join(folder, name)
  writeFileSync(path, bytes)
  made.push({ name, path, text })
  return path
}

/** Files as streamed over HTTP and as kept in the account. */
async function streamed(text: TextName, format: StreamFormat): Promise<readonly string[]> {
  const { status, headers, bytes } = await spoken(text, format)
  expect(status).toBe(200)
  const way = `streamed ${headers['x-provenance']}`
  return [write(way, text, format, bytes), write('kept', text, format, await kept(headers))]
}

async function kept(headers: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const { files } = host.app
  const wanted = String(headers['content-disposition']).split('"')[1]
  const found = async () => {
    const listed = await files.list('owner', { limit: 9 })
    return listed.files.find(({ originalName }) => originalName === wanted)
  }
  while ((await found())?.content === undefined) await wait(50)
  const { fileId, expires, signature } = await files.link('owner', (await found())?.id ?? '', 60)
  return readFile(await (await files.follow({ fileId, expires: `${expires}`, signature })).local())
}

/** File as the studio exports it, from a script of one line. */
async function exported(text: TextName, format: StreamFormat): Promise<string> {
  const done = Promise.withResolvers<string>()
  const session = host.app.connect((event, data) => {
    if (event === 'job.failed') done.reject(new Error(JSON.stringify(data)))
    if (event !== 'export.done' || !('files' in data)) return
    const [file] = data.files
    if (file?.state === 'done' && file.location.kind === 'download') done.resolve(file.location.url)
    else done.reject(new Error(JSON.stringify(data)))
  })
  const lines = [{ id: 'a', text: TEXTS[text], voice: 'lina', speed: 1 }]
  const sound = { formats: [format], bitrate: '128k' as const, division: 'whole' as const }
  const order = { title: 'Ìròyìn', lines, ...sound, voices: {}, date: '2026-11-24' }
  await session.handlers['export.start']({ ...order, jobId: crypto.randomUUID() })
  const id = String((await done.promise).split('/').at(-1))
  session.close()
  const path = (await host.app.exports.find(id))?.path ?? ''
  return write('exported', text, format, await readFile(path))
}

/** File as `griot say` writes it. */
async function said(text: TextName, format: StreamFormat): Promise<string> {
  const out = join(folder, `out.${FORMATS[format].extension}`)
  const cli = join(import.meta.dirname, '../../src/cli/index.ts')
  const args = ['say', TEXTS[text], '--voice', 'lina', '--out', out]
  const env = { ...process.env, GRIOT_HOME: join(folder, 'home') }
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: 'ignore' })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  const path = join(folder, `said ${text}.${FORMATS[format].extension}`)
  await copyFile(out, path)
  return write('said', text, format, await readFile(path))
}

async function isAccepted(path: string, text: TextName, format: StreamFormat): Promise<void> {
  const { extension } = FORMATS[format]
  const length = seconds[text] ?? 0
  for (const [program, verdict] of Object.entries(await runDecoders(path, extension))) {
    const of = { path, program }
    expect({ ...of, ...verdict }).toMatchObject({ ...of, complaints: [] })
    if (verdict.duration === undefined) continue
    const more = format === 'mp3' ? MP3_DELAY : TOLERANCE
    const isNear = Math.abs(verdict.duration - length) <= more
    expect({ ...of, length, ...verdict, isNear }).toMatchObject({ ...of, isNear: true })
  }
}

describe.each(SIGNED)('%s', (format) => {
  test.each(TEXT_NAMES)(
    'a %s text, streamed and kept, is accepted by every decoder without complaints',
    async (text) => {
      for (const path of await streamed(text, format)) await isAccepted(path, text, format)
    },
    300_000,
  )

  test.each(['comma', 'long'] as const)(
    'a %s text, exported by the studio and by the command line, is accepted too',
    async (text) => {
      await isAccepted(await exported(text, format), text, format)
      await isAccepted(await said(text, format), text, format)
    },
    300_000,
  )
})

test.each(['pcm_s16le', 'mulaw', 'alaw'] as const)(
  '%s contains its samples and nothing else',
  async (format) => {
    const bytesASample = format === 'pcm_s16le' ? 2 : 1
    for (const text of TEXT_NAMES) {
      const { bytes } = await spoken(text, format)
      expect(bytes.length / bytesASample / 24_000).toBe(seconds[text])
    }
  },
)

test('a playlist of a long text has the length of its audio', async () => {
  const { text } = await spoken('long', 'm3u8')
  const sum = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((all, [, of]) => all + Number(of), 0)
  // The first two AAC frames are the encoder delay.
  expect(Math.abs(sum - (seconds.long ?? 0))).toBeLessThan(0.15)
})

// Last, because it plays the files of all tests above.
test.each(['chromium', 'firefox'] as const)(
  '%s reports the duration of each file, seeks in it and plays it to its end',
  async (browser) => {
    const files = made.filter(({ name }) => !unplayable(browser, name))
    const typed = files.map(({ name, path }) => ({ name, path, mediaType: mediaTypeOf(path) }))
    const verdicts = await playInBrowser(browser, typed)
    expect(verdicts).toHaveLength(files.length)
    for (const [index, verdict] of verdicts.entries()) {
      const length = seconds[files[index]?.text ?? 'short'] ?? 0
      const seen = JSON.stringify({ browser, length, ...verdict })
      expect(faultsOf(verdict, length), seen).toEqual([])
    }
  },
  // Every file is played in sequence; a browser that hangs is stopped earlier.
  1_200_000,
)

/** Firefox plays no FLAC with a leading tag, which is where C2PA stores the manifest (docs/provenance.md). */
function unplayable(browser: string, name: string): boolean {
  return browser === 'firefox' && name.endsWith('.flac') && !name.includes('sidecar')
}

function mediaTypeOf(path: string): string {
  return (
    Object.values(FORMATS).find(({ extension }) => path.endsWith(`.${extension}`))?.mediaType ?? ''
  )
}

function faultsOf({ duration, at, end, error }: BrowserVerdict, length: number): string[] {
  const near = (value: number | null | undefined, wanted: number): boolean =>
    typeof value === 'number' && Math.abs(value - wanted) <= TOLERANCE
  return [
    ...(error ? [error] : []),
    ...(near(duration, length) ? [] : [`duration ${duration}`]),
    ...(near(at, (length * 2) / 3) ? [] : [`seeked to ${at}`]),
    ...(near(end, length) ? [] : [`ended at ${end}`]),
  ]
}
