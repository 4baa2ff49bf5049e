import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { countSamples, patchLength } from '#media/declared-length.ts'
import type { EncodingOptions } from '#media/render.ts'
import { patchWavSizes } from '#media/wav.ts'
import { OWNER } from '#shared/access.ts'
import type { Data, Parsed } from '#shared/api.ts'
import { type AudioChunk, SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import { encodingOf, type FileFormat, FORMATS, type StreamFormat } from '#shared/formats.ts'
import { visibleName } from '#shared/visible-name.ts'
import type { Speaker } from '#speech/speaker.ts'

/** Finished exports waiting for a browser to fetch them. */
export interface Exports {
  /** The finished file behind an unguessable id, or undefined. */
  find(id: string): { readonly path: string; readonly fileName: string } | undefined
}

type ExportRequest = Omit<Parsed<'export.start'>, 'jobId'>
type ExportResult = Omit<Data<'export.done'>, 'jobId'>

/** Writes whole scripts to one file. */
export interface Exporter extends Exports {
  /** Speak every line in request into one file. Throws AppError; an unfinished file is removed. */
  run(
    request: ExportRequest,
    progress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<ExportResult>
}

export interface ExporterDependencies {
  readonly speaker: Speaker
  readonly render: (
    chunks: AsyncIterable<AudioChunk>,
    output: EncodingOptions,
    signal: AbortSignal,
  ) => AsyncGenerator<Uint8Array>
  /** Signs a finished file, which will be called `name`; returns where the sidecar is, if there is one. */
  readonly sign: (
    path: string,
    name: string,
    request: Pick<ExportRequest, 'title' | 'lines'> & { readonly format: StreamFormat },
    signal: AbortSignal,
  ) => Promise<string | undefined>
  /** Folder in which finished files wait for a browser. */
  readonly folder: string
  /** Asks for the path on the desktop; undefined where the person cancels. */
  readonly choosePath: ((fileName: string) => Promise<string | undefined>) | undefined
}

/** Silence between two lines of a script, in seconds, on top of the one that ends every line. */
const LINE_GAP_SECONDS = 0.35
/** Retention time of a finished file, in milliseconds. */
const KEPT_MS = 60 * 60_000

/**
 * Exporter of scripts. On the desktop it writes where the user chooses; otherwise finished files wait in `folder` for an
 * hour.
 */
export function createExporter(dependencies: ExporterDependencies): Exporter {
  const finished = new Map<string, { path: string; fileName: string }>()
  /** Returns where it may be fetched. */
  const keep = (path: string): string => {
    const id = newId()
    finished.set(id, { path, fileName: basename(path) })
    const forget = async (): Promise<void> => {
      finished.delete(id)
      await rm(dirname(path), { recursive: true, force: true })
    }
    // A file that cannot be removed now is purged when the program next starts.
    setTimeout(() => forget().catch(() => undefined), KEPT_MS).unref()
    return `/studio/exports/${id}`
  }
  return {
    find: (id) => finished.get(id),
    async run(request, progress, signal) {
      const lines = request.lines.filter(({ text }) => text.trim() !== '')
      if (lines.length === 0)
        throw new AppError('text/empty', 'Every line is empty: write something to export.')
      const fileName = exportName(request.title, request.format)
      const chosen = dependencies.choosePath ? await dependencies.choosePath(fileName) : undefined
      if (dependencies.choosePath && chosen === undefined)
        throw new AppError('speech/cancelled', 'No file was chosen, so nothing was exported.')
      const path = chosen ?? join(dependencies.folder, newId(), fileName)
      const chunks = speakLines(dependencies.speaker, { ...request, lines }, progress, signal)
      const encoding = encodingOf(request.format)
      const length = countSamples()
      const output = { ...encoding, bitrate: request.bitrate, isPatched: true, onSound: length.add }
      const bytes = dependencies.render(chunks, output, signal)
      const { format } = encoding
      const sign = async (unfinished: string): Promise<string | undefined> => {
        await storing(path, () => patchLength(unfinished, format, length.samples()))
        return dependencies.sign(unfinished, path, { ...request, lines, format }, signal)
      }
      const writing = writeWhole(path, bytes, format, sign, chosen === undefined)
      const sidecarPath = await writing.catch(async (error) => {
        if (!chosen) await rm(dirname(path), { recursive: true, force: true })
        throw error
      })
      const written = { fileName: basename(path), sizeBytes: (await stat(path)).size }
      if (chosen) return { ...written, location: { kind: 'saved', path, sidecarPath } }
      const [url, sidecarUrl] = [path, sidecarPath].map((file) => file && keep(file))
      return { ...written, location: { kind: 'download', url: String(url), sidecarUrl } }
    },
  }
}

const newId = (): string => randomBytes(32).toString('base64url')

async function* speakLines(
  speaker: Speaker,
  { lines, projectId }: Pick<ExportRequest, 'lines' | 'projectId'>,
  progress: (done: number, total: number) => void,
  signal: AbortSignal,
): AsyncGenerator<AudioChunk> {
  for (const [index, { text, voice, language, speed }] of lines.entries()) {
    if (index > 0) yield { samples: new Float32Array(Math.round(LINE_GAP_SECONDS * SAMPLE_RATE)) }
    const request = { text, voice, language, speed, projectId }
    const chunks: AsyncIterable<SpokenChunk> = speaker.speak({ ...request, account: OWNER }, signal)
    for await (const { samples, done, total } of chunks) {
      yield { samples }
      progress(index + done / total, lines.length)
    }
  }
}

/**
 * Write to a neighbour first and rename: whoever sees `path` sees the whole file. `finish` is given the neighbour when
 * all bytes are in it, and says which file it has put beside: that is the answer, and goes where `path` cannot be
 * written after all. `isPrivate`: for its owner's eyes alone, and so is a folder made for it; otherwise as the person's
 * files are (umask). Throws what `finish` throws, and AppError('storage/failed') on a full or closed disk.
 */
export async function writeWhole(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  format: StreamFormat,
  finish: (unfinished: string) => Promise<string | undefined> = async () => undefined,
  isPrivate = false,
): Promise<string | undefined> {
  // A name of its own: with more behind it, a long one would be too long for the disk.
  const unfinished = join(dirname(path), `.griot-${randomBytes(8).toString('hex')}.part`)
  const folder = { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) }
  await storing(path, () => mkdir(dirname(path), folder))
  const file = await storing(path, () => open(unfinished, 'wx', isPrivate ? 0o600 : 0o666))
  let beside: string | undefined
  try {
    await fill(file, bytes, path).finally(() => file.close())
    if (format === 'wav') await storing(path, () => patchWavSizes(unfinished))
    beside = await finish(unfinished)
    await storing(path, () => rename(unfinished, path))
    return beside
  } catch (error) {
    await rm(unfinished, { force: true })
    if (beside !== undefined) await rm(beside, { force: true })
    throw error
  }
}

async function fill(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<void> {
  for await (const piece of bytes) await storing(path, () => file.writeFile(piece))
  await storing(path, () => file.sync())
}

async function storing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError(
      storageCode(error),
      `"${path}" could not be written (${why}). Check that the folder exists, that you may write there and that the disk has room.`,
      error,
    )
  }
}

/** A file name that every system takes: the title without what Windows, macOS or Linux refuse. */
export function exportName(title: string, format: FileFormat): string {
  const clean = visibleName(title)
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    // The cut may have gone through a pair.
    .replace(/\p{Cs}$/u, '')
    .trim()
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(clean)
  const name = clean === '' || reserved ? 'Script' : clean
  return `${name}.${FORMATS[encodingOf(format).format].extension}`
}
