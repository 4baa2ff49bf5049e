import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import type { Environment } from '#cli/environment.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { oneOf } from '#cli/option-values.ts'
import { bitrateFor, encodingFor, formatFor } from '#cli/sound-options.ts'
import { UsageError } from '#cli/usage-error.ts'
import { AppError } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { NUMBER_STYLES, SPEED } from '#shared/script.ts'
import type { SettingValues } from '#storage/settings-file.ts'

const USUAL_VOICE = 'lina'

/** Speaks a text into a file, in this process. */
export function say({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('say', {
    summary: 'speak a text into a file',
    description: 'Speak a text into a file, or to standard output. No server is needed.',
    examples: [
      'griot say "Good morning, Lagos." --voice john --out morning.mp3',
      'griot say "Ẹ káàárọ̀, [en]Mister Johnson[/en]. [pause 300ms] Báwo ni?" --voice sade',
      'griot say --file chapter.txt --language ha --out chapter.flac --timings chapter.json',
      'griot say - --format pcm_s16le --out - < news.txt',
    ],
    notes: `The text may contain [yo]…[/yo] (or en, am, ha, ig, pcm), [pause 300ms],
[say: …], [ipa: …], [spell]…[/spell] and [emphasis]…[/emphasis],
or be SSML: <speak>…</speak>.`,
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
    .option('-o, --out <FILE>', '"-" writes to standard output (default: speech.EXTENSION)')
    .option(
      '--timings <FILE>',
      'write words, phones, syllables and marks with start and end in seconds, as JSON',
    )
    .action(async (text, { file, voice, timings, ...options }) => {
      const encoding = encodingFor(formatFor(options.format, options.out), options.sampleRate)
      const { numbers } = options
      const sound = {
        ...encoding,
        bitrate: bitrateFor(options.bitrate, encoding.format),
        speed: speedOf(options.speed),
        voiceFallback: options.voiceFallback ?? false,
        numbers: numbers === undefined ? undefined : oneOf('numbers', numbers, NUMBER_STYLES),
        out: options.out ?? `speech.${FORMATS[encoding.format].extension}`,
        timings,
      }
      const read = textReader(text, file, stop)
      const { voiceIdOf } = await import('#cli/voices-find.ts')
      const speaker = await voiceIdOf(
        libraryPlaceOf(environment),
        voice ?? defaultVoice(environment.stored, options.language),
      )
      const said = await read()
      const language = options.language ?? (await languageOfText(said, speaker, environment))
      const { speakTo } = await import('#cli/speak-to.ts')
      await speakTo({ ...sound, voice: speaker, language }, said, environment, stop)
    })
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

/** The voice that the settings name for a language, or for first lines. */
function defaultVoice(stored: SettingValues, tag: string | undefined): string {
  const language = tag === undefined ? undefined : languageOf(tag)
  const ofLanguage = language === undefined ? undefined : stored[`voices.default.${language}`]
  return ofLanguage ?? stored['voices.default'] ?? USUAL_VOICE
}

function textReader(
  text: string | undefined,
  file: string | undefined,
  stop: AbortSignal,
): () => Promise<string> {
  if (file !== undefined && text !== undefined)
    throw new UsageError('Give either a text or --file, not both.')
  if (file !== undefined) return () => readText(file)
  if (text === undefined)
    throw new UsageError('Give a text to say, "-" for standard input, or --file FILE.')
  if (text !== '-') return async () => text
  stop.addEventListener('abort', () => process.stdin.destroy())
  return () => readAll(process.stdin)
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

function speedOf(text: string): number {
  const speed = Number(text)
  if (speed >= SPEED.min && speed <= SPEED.max) return speed
  throw new UsageError(`--speed is a number from ${SPEED.min} to ${SPEED.max}, not "${text}".`)
}
