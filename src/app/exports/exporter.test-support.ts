import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { render } from '#media/render.ts'
import { type OpenProvenance, openProvenance } from '#provenance/open-provenance.ts'
import { OWNER } from '#shared/access.ts'
import type { FileFormat } from '#shared/formats.ts'
import type { ScriptLine } from '#shared/script.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { Speaker } from '#speech/speaker.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDownloads } from './downloads.ts'
import { createExporter, type Exporter } from './exporter.ts'
import type { ReadTake } from './speak-part.ts'

let speaker: Speaker
export let provenance: OpenProvenance
export const forever: AbortSignal = new AbortController().signal
export const quiet = (): void => undefined

export const home = folderForTests('griot ẹ̀kọ́')
beforeAll(async () => {
  speaker = await openSpeaker(join(import.meta.dirname, '../../../resources'))
  provenance = openProvenance({ home, version: '0.0.0' })
})
afterAll(() => provenance.close())

type Choose = (fileName: string) => Promise<string | undefined>

/** Exporter over the real voices and the real signing. Without a way to choose, files wait for a browser. */
export function exporter(
  choosePath?: Choose,
  chooseFolder?: Choose,
  readTake?: ReadTake,
  exportFolder?: () => string,
) {
  const desktop = (choosePath || chooseFolder) && {
    chooseSavePath: async (fileName: string) => choosePath?.(fileName),
    chooseFolder: async () => chooseFolder?.(''),
    showInFolder: (path: string) => shown.push(path),
  }
  const downloads = createDownloads()
  const service = createExporter({
    speaker,
    render: (chunks, output, signal) => render(chunks, output, getFfmpeg, signal),
    sign: async (path, name, { lines, title, format }, signal) => {
      const order = { requestId: randomUUID(), account: OWNER, spoken: lines, title }
      const making = await provenance.signingContextOf(order)
      return (await provenance.signFile(path, format, making, signal, name)).sidecarPath
    },
    folder: join(home, 'exports'),
    ...{ getFfmpeg, desktop, readTake, downloads, exportFolder },
  })
  /** Exports one file. */
  const run = async (
    { format, ...more }: ReturnType<typeof order>,
    progress: (done: number, total: number) => void,
    signal: AbortSignal,
  ) => {
    const { files } = await runAll(service, { ...more, formats: [format] }, progress, signal)
    const [file] = files
    if (file?.state !== 'done') throw new Error(`no file: ${JSON.stringify(files)}`)
    return file
  }
  const findHere = (id: string) => {
    const path = downloads.pathAt(id)
    return path === undefined ? undefined : { path, fileName: basename(path) }
  }
  return { ...service, find: findHere, run, many: { run: service.run } }
}

/** Files that were shown in their folder. */
export const shown: string[] = []

export type Orders = Partial<Parameters<Exporter['run']>[0]> & { readonly lines: ScriptLine[] }

/** Exports what `more` says, else one wav of the whole script. */
export const runAll = (
  { run }: { readonly run: Exporter['run'] },
  more: Orders,
  progress: (done: number, total: number) => void = quiet,
  signal: AbortSignal = forever,
): ReturnType<Exporter['run']> =>
  run(
    {
      ...{ jobId: randomUUID(), title: 'A day', formats: ['wav'], division: 'whole' },
      ...{ bitrate: '64k', voices: {}, date: '2026-11-24' },
      ...more,
    },
    { progress, file: quiet },
    signal,
  )

export const line = (text: string, voice = 'john'): ScriptLine => ({
  id: text,
  text,
  voice,
  speed: 1,
})
export const order = (lines: ScriptLine[], format: FileFormat = 'wav') => ({
  title: 'My / first: script?',
  lines,
  format,
  bitrate: '64k' as const,
})

/** The verdict on a file. */
export const wasMadeHere = async (path: string, sidecarPath?: string) => {
  const { kind, placement, facts } = await provenance.verifyFile(path, sidecarPath, forever)
  return { kind, placement, title: facts?.title, voice: facts?.voice }
}
