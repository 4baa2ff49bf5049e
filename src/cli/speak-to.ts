import { rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { writeWhole } from '#app/exports/write-whole.ts'
import { unspokenIn, withOwnWordsOf, withVoicesOf } from '#app/open-library.ts'
import type { PackVoices } from '#app/speech-packs/pack-voices.ts'
import { spokenBy, type VoiceFallback, withPackVoices } from '#app/speech-packs/voice-fallback.ts'
import { unspokenNotice } from '#app/unspoken.ts'
import { needsLengthFirst } from '#media/declared-length.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { createPlaylists } from '#media/hls.ts'
import { toPcm } from '#media/pcm.ts'
import { type Playing, withPlayer } from '#media/player.ts'
import { OWNER } from '#shared/access.ts'
import type { SpokenChunk, Timings } from '#shared/audio.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { Bitrate, Encoding, Format, SampleRate } from '#shared/formats.ts'
import type { NumberStyle } from '#shared/script.ts'
import { systemVoice, systemVoices } from '#speech/engines/registry.ts'
import { codeOf } from '#speech/languages/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { withVoiceChanges } from '#speech/pipeline/voice-changes.ts'
import type { SpeakOrder } from '#speech/speaker.ts'
import { libraryPlaceOf } from './database-option.ts'
import type { Environment } from './environment.ts'
import { createProgressBar, type ProgressBar } from './progress.ts'
import { UsageError } from './usage-error.ts'
import { STANDARD_OUTPUT, writeStream } from './write-stream.ts'

/** A playlist on disk must not expire: a hundred years, in milliseconds. */
const KEPT_MS = 100 * 365 * 86_400_000

interface SpeechOrder {
  readonly voice: string
  /** Whether a built-in voice speaks where the model of a pack fails. */
  readonly voiceFallback: boolean
  readonly language: string | undefined
  readonly speed: number
  readonly numbers: NumberStyle | undefined
  readonly format: Format
  readonly sampleRate: SampleRate
  readonly law?: Encoding['law']
  readonly bitrate: Bitrate
  /** A file, or "-" for standard output; undefined: nothing is written. */
  readonly out: string | undefined
  /** Whether it is played aloud while it is made. */
  readonly play: boolean
  /** File for words, phones and syllables with their times, as JSON. */
  readonly timings: string | undefined
}

/** Speaks `text` as ordered, signed where the format can carry it. Throws AppError and UsageError; removes what is unfinished. */
export async function speakTo(
  order: SpeechOrder,
  text: string,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  const speak = (player?: Playing): Promise<void> =>
    speakWith(player, order, text, { environment, stop })
  // Before anything is spoken: without a loudspeaker, nobody hears it.
  await (order.play ? withPlayer(environment.ffmpeg.searchPath, stop, speak) : speak())
  if (order.out !== undefined && order.out !== STANDARD_OUTPUT) console.error(`Wrote ${order.out}`)
}

async function speakWith(
  player: Playing | undefined,
  order: SpeechOrder,
  text: string,
  { environment, stop }: { readonly environment: Environment; readonly stop: AbortSignal },
): Promise<void> {
  const { out } = order
  const progress = createProgressBar(process.stderr)
  const packs = await packsFor(order.voice, environment)
  try {
    const { home, resources } = environment
    const spelled = withOwnWordsOf(home, await openSpeaker(resources))
    const own = withVoiceChanges(withVoicesOf(libraryPlaceOf(environment), spelled), systemVoices)
    const speaker = packs ? withPackVoices(own, packs) : own
    const { language, speed, numbers, format } = order
    const timings = { words: [], phones: [], syllables: [], marks: [] }
    const request: SpeakOrder = {
      ...{ text, voice: order.voice, speed, account: OWNER },
      // Standard output must get the length in its first bytes.
      lengthFirst: out === STANDARD_OUTPUT && format !== 'm3u8' && needsLengthFirst(format, text),
      ...(language === undefined ? {} : { language }),
      ...(numbers === undefined ? {} : { numbers }),
    }
    const unspoken = await unspokenOf(order, text, home)
    const tell = order.voiceFallback
      ? ({ detail }: VoiceFallback): void => console.error(detail)
      : undefined
    const { voice, chunks: spoken } = await spokenBy(speaker, request, stop, tell)
    const chunks = watched(spoken, timings, progress, player)
    await write({ ...order, text, voice }, chunks, environment, stop)
    if (order.timings !== undefined)
      await writeTimings(order.timings, unspoken.length > 0 ? { ...timings, unspoken } : timings)
  } finally {
    progress.clear()
    packs?.close()
  }
}

/** The words of a text that are left out, which standard error names. */
async function unspokenOf(
  { voice, language }: SpeechOrder,
  text: string,
  home: string,
): Promise<readonly string[]> {
  const own = systemVoice(voice)?.language ?? 'en'
  const words = await unspokenIn(home)({ text, language: codeOf(language ?? own) ?? own })
  const notice = unspokenNotice(words)
  if (notice !== undefined) console.error(notice)
  return words
}

/** Writes the sound to where it was ordered; where that is nowhere, it is only made, and heard. */
async function write(
  order: SpeechOrder & { readonly text: string },
  chunks: AsyncGenerator<SpokenChunk>,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  const { out, format } = order
  if (out === undefined) for await (const _ of chunks) stop.throwIfAborted()
  else if (format === 'm3u8') await writePlaylist({ ...order, out }, chunks, environment, stop)
  else await writeStream({ ...order, format, out }, chunks, environment, stop)
}

/** The packs, where the voice may be of one: nobody else waits for them. */
async function packsFor(voice: string, environment: Environment): Promise<PackVoices | undefined> {
  if (systemVoice(voice) || isCustomVoiceId(voice)) return undefined
  const { openInstalledVoices } = await import('./installed-voices.ts')
  return openInstalledVoices(environment)
}

type Growing = { [K in keyof Timings]-?: NonNullable<Timings[K]>[number][] }

async function* watched(
  chunks: AsyncIterable<SpokenChunk>,
  timings: Growing,
  progress: ProgressBar,
  player: Playing | undefined,
): AsyncGenerator<SpokenChunk> {
  for await (const chunk of chunks) {
    await player?.write(toPcm(chunk.samples))
    progress.show(chunk.done, chunk.total)
    timings.words.push(...chunk.timings.words)
    timings.phones.push(...chunk.timings.phones)
    timings.syllables.push(...chunk.timings.syllables)
    timings.marks.push(...(chunk.timings.marks ?? []))
    yield chunk
  }
}

/** Writes a playlist to `out`, and its segments to a folder beside it with the same name without extension. */
async function writePlaylist(
  { out, bitrate }: { readonly out: string; readonly bitrate: Bitrate },
  chunks: AsyncIterable<SpokenChunk>,
  { ffmpeg }: Environment,
  stop: AbortSignal,
): Promise<void> {
  if (out === STANDARD_OUTPUT)
    throw new UsageError('A playlist needs its segments beside it. Give a file as --out.')
  const folder = extname(out) === '' ? `${basename(out)}-segments` : basename(out, extname(out))
  const segments = join(dirname(out), folder)
  const playlists = createPlaylists(segments, rememberFfmpeg(ffmpeg), { ttlMs: KEPT_MS })
  const url = (id: string, name: string): string => `${encodeURIComponent(folder)}/${id}/${name}`
  try {
    const { id, lines } = await playlists.start(chunks, bitrate, url, stop)
    for await (const _ of lines) stop.throwIfAborted()
    await writeWhole(out, textBytes(playlists.playlist(id, url) ?? ''), 'pcm_s16le')
  } catch (error) {
    await playlists.close()
    // It stays where it holds older segments, and it may not exist yet.
    await rmdir(segments).catch(() => undefined)
    throw error
  }
}

async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Writes times rounded to a tenth of a millisecond, which is finer than any ear. Throws AppError. */
async function writeTimings(
  path: string,
  timings: Timings & { readonly unspoken?: readonly string[] },
): Promise<void> {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value
  try {
    await writeFile(path, `${JSON.stringify(timings, rounded, 1)}\n`)
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `The timings could not be written to "${path}" (${String(error)}).`,
      error,
    )
  }
}
