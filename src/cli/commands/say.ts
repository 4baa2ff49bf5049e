import { fstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { COMMERCIAL_OPTION } from '#cli/commercial-only.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { defaultVoice } from '#cli/default-voice.ts'
import type { Environment } from '#cli/environment.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { oneOf } from '#cli/option-values.ts'
import { bitrateFor, encodingFor, formatFor, speedOf } from '#cli/sound-options.ts'
import { UsageError } from '#cli/usage-error.ts'
import { limitToCommercialUse } from '#shared/commercial-only.ts'
import { AppError } from '#shared/errors.ts'
import { FORMATS, STREAM_FORMATS } from '#shared/formats.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { NUMBER_STYLES, SPEED } from '#shared/script.ts'

const USUAL_VOICE = 'lina'

/** Speaks a text into a file, in this process. */
export function say(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('say', {
    summary: 'speak a text into a file, or aloud',
    description:
      'Speak a text into a file, to standard output or aloud, or a list of texts into a file each. No server is needed.',
    examples: [
      'griot say "Good morning, Lagos." --voice john --out morning.mp3',
      'griot say "Ẹ káàárọ̀, [en]Mister Johnson[/en]. [pause 300ms] Báwo ni?" --voice sade',
      'griot say --file chapter.txt --language ha --out chapter.flac --timings chapter.json',
      'griot say - --format pcm_s16le --out - < news.txt',
      'griot say "Sannu da zuwa." --voice amina --play',
      'griot say --batch lines.csv --out spoken --format mp3',
    ],
    notes: `The text may contain [yo]…[/yo] (or en, am, ha, ig, pcm), [pause 300ms],
[say: …], [ipa: …], [spell]…[/spell] and [emphasis]…[/emphasis],
or be SSML: <speak>…</speak>.
Without TEXT, it is read from a pipe: fortune | griot say --play
A player takes what goes to standard output: griot say - --out - | mpv -

--batch takes a .csv or .tsv with a column "text" (and, if you like, id, file,
voice, language, speed), a .txt with a text in each line, or a folder of .txt.
The same command, given again, speaks what is missing or was changed.`,
    input: 'Without a text, it reads one from a pipe.',
  })
    .argument('[TEXT]', 'the text in quotes; "-" reads it from standard input')
    .option('--file <FILE>', 'read the text from this file')
    .option(
      '--voice <VOICE>',
      'a voice: its id, or the name of a voice of your own (default: by "griot settings", else lina)',
    )
    .option(
      '--voice-fallback',
      'where the model of a pack fails, let a built-in voice speak, and say so (default: an error)',
    )
    .option(
      '--language <LANGUAGE>',
      "language of the text (default: detected; in doubt, the voice's own)",
    )
    .option(
      '--format <FORMAT>',
      'wav, mp3, ogg_opus, webm_opus, flac, pcm_s16le or m3u8; for telephones, at 8 kHz: wav_8k, wav_mulaw, wav_alaw, and without a header mulaw, alaw (default: by the extension of --out, else wav)',
    )
    .option(
      '--bitrate <RATE>',
      '32k, 48k, 64k, 96k, 128k or 192k, of compressed formats; mp3 has at most 160k, m3u8 at most 144k',
      '128k',
    )
    .option(
      '--sample-rate <HZ>',
      '24000 or 8000, of wav, pcm_s16le, mulaw and alaw (default: 8000 for mulaw and alaw, else 24000)',
    )
    .option('--speed <FACTOR>', `${SPEED.min} to ${SPEED.max}: the pace, not the pitch`, '1')
    .option(
      '--numbers <STYLE>',
      'traditional, decimal, commas or english (default: as speakers of the language expect)',
    )
    .option(
      '-o, --out <FILE>',
      '"-" writes to standard output; the folder with --batch (default: speech.EXTENSION, with --batch "spoken", with --play none)',
    )
    .option('--play', 'play it aloud, with a player of this system')
    .option(
      '--batch <LIST>',
      'speak each text of a list into a file of its own, and write results.csv',
    )
    .option('--json', 'with --batch: answer as JSON')
    .option(
      '--timings <FILE>',
      'write words, phones, syllables and marks with start and end in seconds, as JSON',
    )
    .option(...COMMERCIAL_OPTION)
    .action(async (text, { file, voice, timings, batch, commercialOnly, ...options }) => {
      if (commercialOnly) limitToCommercialUse()
      if (batch !== undefined) {
        refuseBesideList({ text, file, timings, play: options.play })
        return speakList(batch, { ...options, voice }, context)
      }
      if (options.json) throw new UsageError('--json goes with --batch.')
      const encoding = encodingFor(formatFor(options.format, options.out), options.sampleRate)
      const { numbers, play = false } = options
      const sound = {
        ...encoding,
        bitrate: bitrateFor(options.bitrate, encoding.format),
        speed: speedOf(options.speed),
        voiceFallback: options.voiceFallback ?? false,
        numbers: numbers === undefined ? undefined : oneOf('numbers', numbers, NUMBER_STYLES),
        out: options.out ?? (play ? undefined : `speech.${FORMATS[encoding.format].extension}`),
        ...{ play, timings },
      }
      const read = textReader(text, file, stop)
      const { voiceIdOf } = await import('#cli/voices-find.ts')
      const speaker = await voiceIdOf(
        libraryPlaceOf(environment),
        voice ?? defaultVoice(environment.stored, options.language) ?? USUAL_VOICE,
      )
      const said = await read()
      const language = options.language ?? (await languageOfText(said, speaker, environment))
      const { speakTo } = await import('#cli/speak-to.ts')
      await speakTo({ ...sound, voice: speaker, language }, said, environment, stop)
    })
}

interface ListOptions {
  readonly voice: string | undefined
  readonly language?: string
  readonly format?: string
  readonly sampleRate?: string
  readonly bitrate: string
  readonly speed: string
  readonly numbers?: string
  readonly voiceFallback?: boolean
  readonly out?: string
  readonly json?: boolean
}

/** Throws a UsageError where a list is given and something else that would say what is spoken. */
function refuseBesideList(others: Readonly<Record<string, unknown>>): void {
  if (Object.values(others).every((value) => value === undefined)) return
  throw new UsageError(
    '--batch takes its texts from the list: leave TEXT, --file, --play and --timings out.',
  )
}

async function speakList(
  source: string,
  { out = 'spoken', json = false, voice, language, ...options }: ListOptions,
  context: CommandContext,
): Promise<void> {
  const format = oneOf('format', options.format ?? 'wav', STREAM_FORMATS)
  const { sampleRate, numbers, voiceFallback } = options
  if ([sampleRate, numbers, voiceFallback].some((value) => value !== undefined))
    throw new UsageError('--sample-rate, --numbers and --voice-fallback do not go with --batch.')
  if (out === '-') throw new UsageError('--batch writes several files. Give a folder as --out.')
  const bitrate = bitrateFor(options.bitrate, format)
  const speed = speedOf(options.speed)
  const { sayBatch } = await import('#cli/say-batch/run.ts')
  const defaults = {
    voiceFor: (tag: string | undefined) =>
      voice ?? defaultVoice(context.environment.stored, tag) ?? '',
    ...{ language, speed, format, bitrate },
  }
  await sayBatch({ ...defaults, source, out, json }, context)
}

/** The language that a text is spoken in where nobody names one; undefined is the voice's own, as always for voices of packs. */
async function languageOfText(
  text: string,
  voice: string,
  environment: Environment,
): Promise<LanguageCode | undefined> {
  const { languageOfVoice } = await import('#cli/voices-find.ts')
  const own = await languageOfVoice(libraryPlaceOf(environment), voice)
  if (own === undefined) return undefined
  const { openLanguageIdentifier } = await import('#speech/text/detect/languages.ts')
  // The speaker warns of a model that is missing or damaged.
  return openLanguageIdentifier(environment.models, () => undefined).identifySpoken(text, own)
}

function textReader(
  text: string | undefined,
  file: string | undefined,
  stop: AbortSignal,
): () => Promise<string> {
  if (file !== undefined && text !== undefined)
    throw new UsageError('Give either a text or --file, not both.')
  if (file !== undefined) return () => readText(file)
  if (text === undefined && !isPiped())
    throw new UsageError('Give a text to say, "-" for standard input, or --file FILE.')
  if (text !== undefined && text !== '-') return async () => text
  stop.addEventListener('abort', () => process.stdin.destroy())
  return () => readAll(process.stdin)
}

/** Whether another program, or a file, is the standard input, and no keyboard. */
function isPiped(): boolean {
  const input = fstatSync(0, { throwIfNoEntry: false })
  return input !== undefined && (input.isFIFO() || input.isFile() || input.isSocket())
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `The text file "${file}" could not be read (${String(error)}).`,
      error,
    )
  }
}
