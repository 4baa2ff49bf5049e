import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { afterAll } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { render } from '#media/render.ts'
import { type OpenProvenance, openProvenance } from '#provenance/open-provenance.ts'
import { OWNER } from '#shared/access.ts'
import type { FileFormat } from '#shared/formats.ts'
import type { ScriptLine } from '#shared/script.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { Speaker } from '#speech/speaker.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDownloads } from './downloads.ts'
import { createExporter, type Exporter } from './exporter.ts'
import type { ReadTake } from './speak-part.ts'

export const forever: AbortSignal = new AbortController().signal
export const quiet = (): void => undefined

type Choose = (fileName: string) => Promise<string | undefined>

/** What the tests of one file export with: the real voices and the real signing, in a data folder of their own. */
export async function exportsForTests() {
  const home = folderForTests('griot ẹ̀kọ́')
  const speaker = await speakerForTests()
  const provenance = openProvenance({ home, version: '0.0.0' })
  afterAll(() => provenance.close())
  /** Files that were shown in their folder. */
  const shown: string[] = []
  const things = { home, speaker, provenance, shown }
  return {
    home,
    provenance,
    shown,
    exporter: (
      choosePath?: Choose,
      chooseFolder?: Choose,
      readTake?: ReadTake,
      exportFolder?: () => string,
    ) => exporterOf(things, choosePath, chooseFolder, readTake, exportFolder),
    /** The verdict on a file. */
    wasMadeHere: async (path: string, sidecarPath?: string) => {
      const { kind, placement, facts } = await provenance.verifyFile(path, sidecarPath, forever)
      return { kind, placement, title: facts?.title, voice: facts?.voice }
    },
  }
}

interface Things {
  readonly home: string
  readonly speaker: Speaker
  readonly provenance: OpenProvenance
  readonly shown: string[]
}

/** Without a way to choose, files wait for a browser. */
function exporterOf(
  { home, speaker, provenance, shown }: Things,
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
