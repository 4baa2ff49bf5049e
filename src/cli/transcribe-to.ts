import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readBack, type TranscribeRecording } from '#app/read-back/read-back.ts'
import { providerSettingsOf, transcribersOf } from '#app/services/providers.ts'
import { createPackTranscriber } from '#app/services/transcribe/pack-transcriber.ts'
import { sentencesOf } from '#app/services/transcribe/sentences.ts'
import { subtitlesOf, toSrt, toVtt } from '#app/services/transcribe/subtitles.ts'
import { type OnText, type Transcript, timesOf } from '#app/services/transcribe/transcriber.ts'
import { modelProcessFlags, openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { AUDIO_FILES, sniff } from '#media/sniff.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { openPackStore } from '#packs/packs.ts'
import { suggestedCommand } from '#packs/suggested-pack.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Reading } from '#shared/reading.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import type { Environment } from './environment.ts'
import { readingLines } from './reading-lines.ts'

export interface TranscriptOrder {
  /** A file, or "-" for standard input. */
  readonly file: string
  readonly language: LanguageCode | undefined
  readonly format: 'text' | 'srt' | 'vtt' | 'json'
  readonly specialWords: readonly string[]
  /** The file with what should be read; the differences are printed instead of the transcript. */
  readonly check: string | undefined
}

/**
 * Writes the transcript to standard output, as text while it is being made; or, with `order.check`, how it differs from a text.
 * Returns whether it differs. Throws AppError.
 */
export async function transcribeTo(
  order: TranscriptOrder,
  environment: Environment,
  stop: AbortSignal,
): Promise<{ readonly differs: boolean }> {
  const { home, resources, variables, ffmpeg, modelProcessEntry } = environment
  const settings = packSettingsOf(variables)
  const packs = openPackStore({ home, resources, settings, now: () => new Date() })
  const store = packSourceOf(packs)
  const models = openModelProcesses({
    start: () => forkWorker(modelProcessEntry, [], modelProcessFlags()),
    store,
  })
  try {
    const getFfmpeg = rememberFfmpeg(ffmpeg)
    const onTrouble = (words: string): void => console.error(words)
    const suggest = (language: LanguageCode | undefined) =>
      suggestedCommand(packs, 'transcription', language)
    const own = createPackTranscriber({ models, store, getFfmpeg, onTrouble, suggest })
    const providers = providerSettingsOf(variables)
    const transcriber = transcribersOf(providers, own, onTrouble)
    if (!(await transcriber.isThere())) throw await transcriber.whyNone(order.language)
    const { language, specialWords, format } = order
    // Times of words are what subtitles are made of, but not every server tells them.
    const timestamp = format === 'text' ? 'none' : 'sentence'
    const request = { language, specialWords, timestamp } as const
    const expected = order.check === undefined ? undefined : await readText(order.check)
    const print =
      format === 'text' && expected === undefined ? printerTo(process.stdout) : undefined
    const { identify } = openLanguageIdentifier(environment.models, () => undefined)
    const { transcript, reading } = await withFile(order.file, stop, async (path) => {
      const kind = await kindOf(path)
      const transcribe: TranscribeRecording = (asked, signal, onText) =>
        transcriber.transcribe({ path, kind }, asked, signal, onText)
      if (expected === undefined)
        return { transcript: await transcribe(request, stop, print?.show), reading: undefined }
      return readBack(transcribe, { ...request, text: expected }, identify, stop)
    })
    if (print) print.end(transcript.text)
    else if (reading && format === 'text') process.stdout.write(readingLines(reading))
    else process.stdout.write(await formatted(transcript, format, identify, reading))
    return { differs: reading !== undefined && reading.findings.length > 0 }
  } finally {
    models.close()
  }
}

/** Shows a text as it comes; what nothing was shown of comes at the end. */
function printerTo(out: NodeJS.WritableStream): {
  readonly show: OnText
  end(text: string): void
} {
  let isBegun = false
  return {
    show(text) {
      isBegun = true
      out.write(text)
    },
    end: (text) => {
      out.write(isBegun ? '\n' : `${text}\n`)
    },
  }
}

async function formatted(
  transcript: Transcript,
  format: TranscriptOrder['format'],
  identify: (text: string) => Promise<LanguageCode | undefined>,
  reading: Reading | undefined,
): Promise<string> {
  const { text, segments = [], words, language } = transcript
  if (format === 'srt') return toSrt(subtitlesOf(words ?? segments))
  if (format === 'vtt') return toVtt(subtitlesOf(words ?? segments))
  const answer = {
    text,
    language: language ?? (await identify(text)) ?? null,
    provider: transcript.provider ?? null,
    sentences: timesOf(words ? sentencesOf(words) : segments),
    ...(words ? { words: timesOf(words) } : {}),
    ...(reading ? { reading } : {}),
  }
  return `${JSON.stringify(answer, null, 1)}\n`
}

async function readText(file: string): Promise<string> {
  return readFile(resolve(file), 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new AppError('transcribe/source', `The text ${file} cannot be read${why}.`, error)
  })
}

/** The path of a file; what comes on standard input is written into one first. */
async function withFile<T>(
  file: string,
  stop: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (file !== '-') return use(resolve(file))
  const folder = await mkdtemp(join(tmpdir(), 'griot-'))
  try {
    const path = join(folder, 'recording')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }), { signal: stop })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function kindOf(path: string): Promise<keyof typeof AUDIO_FILES> {
  const { audio } = await sniff(path).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new AppError('transcribe/source', `The file ${path} cannot be read${why}.`, error)
  })
  if (audio) return audio
  if ((await stat(path)).size === 0)
    throw new AppError('transcribe/source', `The file ${path} is empty.`)
  throw new AppError(
    'transcribe/source',
    `${path} is no sound file of a supported format: its bytes match none of ${Object.keys(AUDIO_FILES).join(', ')}.`,
  )
}
