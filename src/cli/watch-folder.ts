import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import { watch } from 'chokidar'
import type { App } from '#app/app.ts'
import { FORMATS } from '#shared/formats.ts'
import type { CommandContext } from './command-context.ts'
import { openQuietApp } from './open-quiet-app.ts'
import { type FileOrder, refuseForeign, speakFile } from './speak-file.ts'
import { untilStopped } from './until-stopped.ts'
import { UsageError } from './usage-error.ts'

/** What `griot watch` is asked for. */
export interface WatchOrder extends Omit<FileOrder, 'text'> {
  readonly folder: string
  /** Print one line of JSON for each file in the place of words. */
  readonly json: boolean
}

/** A text counts as written when it has not changed for this long, in milliseconds. */
const SETTLED_MS = 500

/** Speaks text files that appear or change in a folder, one after the other, until `stop` is aborted. Throws UsageError, AppError. */
export async function watchFolder(order: WatchOrder, context: CommandContext): Promise<void> {
  const { environment, stop } = context
  const found = await stat(order.folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new UsageError(`"${order.folder}" is no folder.`)
  const app = await openQuietApp(environment)
  try {
    const speaker = createSpeaker(app, order, stop)
    const watcher = watch(order.folder, {
      ignored: (path, stats) =>
        isHidden(path, order.folder) || (!!stats?.isFile() && !isText(path)),
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: SETTLED_MS / 5 },
    })
    try {
      watcher.on('add', speaker.put).on('change', speaker.put)
      watcher.on('error', (error) => console.error(error instanceof Error ? error.message : error))
      watcher.once('ready', () => console.error(`Watching ${order.folder}. Press Ctrl-C to end.`))
      await untilStopped(stop)
    } finally {
      await watcher.close()
      await speaker.idle()
    }
  } finally {
    await app.close()
  }
}

const isText = (path: string): boolean => extname(path).toLowerCase() === '.txt'

const isHidden = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(/[\\/]/)
    .some((name) => name.startsWith('.') && name !== '..')

/** Speaks the files that are put in, one at a time, each once however often it is put in while it waits. */
function createSpeaker(app: App, order: WatchOrder, stop: AbortSignal) {
  const waiting = new Set<string>()
  const spokenOf = new Map<string, number>()
  let working: Promise<void> | undefined
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      waiting.delete(path)
      if (stop.aborted) return
      await speakBeside(app, path, { order, spokenOf }, stop).catch((error: unknown) => {
        const words = error instanceof Error ? error.message : String(error)
        if (!stop.aborted) tell(order, { text: path, error: words })
      })
    }
  }
  return {
    put(path: string): void {
      waiting.add(path)
      working ??= work().finally(() => {
        working = undefined
      })
    },
    idle: async (): Promise<void> => working,
  }
}

async function speakBeside(
  app: App,
  path: string,
  {
    order,
    spokenOf,
  }: {
    readonly order: WatchOrder
    /** Of what age the text of a file was that this program has spoken: the sound is younger than what was written meanwhile. */
    readonly spokenOf: Map<string, number>
  },
  stop: AbortSignal,
): Promise<void> {
  const name = `${basename(path, extname(path))}.${FORMATS[order.format].extension}`
  const sound = join(path, '..', name)
  const [written, spoken] = await Promise.all([stat(path), stat(sound).catch(() => undefined)])
  // What was spoken before this program started stays.
  if (spoken && (spokenOf.get(path) ?? spoken.mtimeMs) >= written.mtimeMs) return
  const text = await readFile(path, 'utf8')
  if (text.trim() === '') return
  await refuseForeign(app, sound, stop)
  const made = await speakFile(app, { ...order, text }, sound, stop)
  spokenOf.set(path, written.mtimeMs)
  tell(order, { text: path, sound, ...made })
}

type Told = { readonly text: string } & (
  | { readonly sound: string; readonly seconds: number; readonly voice: string }
  | { readonly error: string }
)

function tell({ json }: WatchOrder, told: Told): void {
  if (json) console.log(JSON.stringify(told))
  else if ('error' in told) console.error(`${told.text}: ${told.error}`)
  else console.log(told.sound)
}
