import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { FORMATS, type StreamFormat } from '#shared/formats.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runDecoders } from './decoder-verdicts.ts'

/** Formats that are signed. */
export const SIGNED = ['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus'] as const
/** One clause, one with a comma and a pause, and several sentences of more than a minute. */
const TEXTS = {
  short: 'Good morning from Lagos.',
  comma: 'Good morning, Lagos. [pause 300ms] Rice is two thousand naira a kilo today, they say.',
  long: 'The market on the island opens before the sun is up, and the boats come in one by one. '.repeat(
    14,
  ),
} as const
export type TextName = keyof typeof TEXTS
/** In seconds: 50 ms, plus the inaccuracy of a container's figures: a Xing frame includes the encoder delay. */
export const TOLERANCE = 0.05
const MP3_DELAY = 0.07

/** File that a test has made. */
export interface Made {
  readonly name: string
  readonly path: string
  readonly text: TextName
}

/** A host, and files of its sound. */
export interface SpokenFiles {
  /** Everything that was written so far. */
  readonly made: readonly Made[]
  /** Length of a text in seconds, from its PCM. */
  secondsOf(text: TextName): number
  spoken(name: TextName, format: string): ReturnType<typeof send>
  /** Writes files as streamed over HTTP and as kept in the account. */
  streamed(text: TextName, format: StreamFormat): Promise<readonly string[]>
  /** Writes a file as the studio exports it, from a script of one line. */
  exported(text: TextName, format: StreamFormat): Promise<string>
  /** Writes a file as `griot say` does. */
  said(text: TextName, format: StreamFormat): Promise<string>
  /** Fails unless every decoder accepts a file without complaints. */
  isAccepted(path: string, text: TextName, format: StreamFormat): Promise<void>
}

/** Files of these texts for the tests of one file. Call it where tests are defined. */
export function spokenFiles(texts: readonly TextName[]): SpokenFiles {
  const folder = folderForTests('griot ìdánwò')
  let host: RealHost
  const seconds: Partial<Record<TextName, number>> = {}
  beforeAll(async () => {
    host = await openRealHost()
    await host.app.access.changeAccount('owner', { keepAudio: true })
    for (const name of texts)
      seconds[name] = (await spoken(name, 'pcm_s16le')).bytes.length / 48_000
  })
  afterAll(async () => {
    // The last answers may still be on their way into the account.
    const isKept = async (): Promise<boolean> => {
      const { files } = await host.app.files.list('owner', { limit: 9 })
      return files.every(({ content }) => content !== undefined)
    }
    while (!(await isKept())) await wait(50)
    await host.close()
    expect(host.bugs).toEqual([])
  })

  const spoken = (name: TextName, format: string) =>
    send(`${host.url}/v1/speech`, speech({ text: TEXTS[name], format }))

  const made: Made[] = []

  function write(way: string, text: TextName, format: StreamFormat, bytes: Uint8Array): string {
    const name = `${way} ${text}.${FORMATS[format].extension}`
    const path = join(folder, name)
    writeFileSync(path, bytes)
    made.push({ name, path, text })
    return path
  }

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
    return readFile(
      await (await files.follow({ fileId, expires: `${expires}`, signature })).local(),
    )
  }

  async function exported(text: TextName, format: StreamFormat): Promise<string> {
    const done = Promise.withResolvers<string>()
    const session = host.app.connect((event, data) => {
      if (event === 'job.failed') done.reject(new Error(JSON.stringify(data)))
      if (event !== 'export.done' || !('files' in data)) return
      const [file] = data.files
      if (file?.state === 'done' && file.location.kind === 'download')
        done.resolve(file.location.url)
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
  const secondsOf = (text: TextName): number => seconds[text] ?? 0
  return { made, secondsOf, spoken, streamed, exported, said, isAccepted }
}
