import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { encodeAudiobook } from '#media/audiobook.ts'
import { countSamples, patchLength } from '#media/declared-length.ts'
import { readPcm, readPcmBytes } from '#media/pcm-file.ts'
import type { PlannedFile } from '#shared/export-order.ts'
import {
  type ExportFormat,
  encodingOf,
  isAudiobookFormat,
  isTextFormat,
  type SignableFormat,
} from '#shared/formats.ts'
import type { ExporterDependencies, ExportRequest } from './dependencies.ts'
import { scriptDocument, scriptTable, timesOf } from './script-texts.ts'
import type { SpokenPart } from './speak-part.ts'
import { storing } from './write-whole.ts'

/** The export that a file belongs to. */
export interface Making {
  readonly request: ExportRequest
  readonly files: readonly PlannedFile[]
  /** Folder for what is not finished. */
  readonly work: string
  readonly signal: AbortSignal
}

/** What goes into a file. */
export interface Contents {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Signs the file when all bytes are in it. */
  readonly finish?: (unfinished: string) => Promise<string | undefined>
}

/** Starts what makes a file at `path`, of the sound of its part or of the whole script. Throws AppError. */
export async function contentsOf(
  format: ExportFormat,
  part: SpokenPart | undefined,
  path: string,
  run: Making,
  dependencies: ExporterDependencies,
): Promise<Contents> {
  const { request } = run
  if (isTextFormat(format)) {
    if (format === 'docx') return { bytes: once(await scriptDocument(request)) }
    if (format === 'csv') return { bytes: once(scriptTable(request)) }
    if (part) return { bytes: once(timesOf(part, format, request)) }
  }
  if (!part || isTextFormat(format)) throw new TypeError(`${format} has no sound.`)
  return isAudiobookFormat(format)
    ? audiobook(format, part, path, run, dependencies)
    : encoded(format, part, path, run, dependencies)
}

function encoded(
  format: Exclude<ExportFormat, 'm4a' | 'm4b' | 'srt' | 'vtt' | 'json' | 'docx' | 'csv'>,
  part: SpokenPart,
  path: string,
  run: Making,
  { render, sign }: ExporterDependencies,
): Contents {
  const { request, signal } = run
  const encoding = encodingOf(format)
  const length = countSamples()
  const output = {
    ...encoding,
    ...{ bitrate: request.bitrate, isPatched: true, onSound: length.add },
  }
  return {
    bytes: render(readPcm(part.sound), output, signal),
    async finish(unfinished) {
      await storing(path, () => patchLength(unfinished, encoding.format, length.samples()))
      return sign(unfinished, sidecarName(path, run), signed(part, run, encoding.format), signal)
    },
  }
}

async function audiobook(
  format: 'm4a' | 'm4b',
  { sound, ...part }: SpokenPart,
  path: string,
  run: Making,
  { getFfmpeg, sign }: ExporterDependencies,
): Promise<Contents> {
  const { request, work, signal } = run
  const book = join(work, `book.${format}`)
  const { chapters } = part
  const order = { format, title: request.title, chapters, bitrate: request.bitrate }
  await storing(book, () => encodeAudiobook(readPcmBytes(sound), order, book, getFfmpeg, signal))
  return {
    bytes: createReadStream(book),
    finish: (unfinished) =>
      sign(unfinished, sidecarName(path, run), signed(part, run, format), signal),
  }
}

/** What is stated of a part where it is signed. */
const signed = (
  { lines }: Pick<SpokenPart, 'lines'>,
  { request }: Making,
  format: SignableFormat,
): Parameters<ExporterDependencies['sign']>[2] => ({
  ...{ title: request.title, format },
  lines: lines.map(({ line }) => line),
})

/** `talk.webm` has `talk.c2pa` beside it; where there are other files, `talk.webm.c2pa`, so that each has one of its own. */
const sidecarName = (path: string, { files }: Making): string =>
  files.length > 1 ? `${path}.c2pa` : path

async function* once(contents: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof contents === 'string' ? Buffer.from(contents) : contents
}
