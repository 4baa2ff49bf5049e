import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command was asked wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const HELP = `griot: a voice studio's engine on the command line

griot say TEXT            speak TEXT into a file; "-" or --file FILE reads it from standard input or a file
                          TEXT may hold [yo]…[/yo] (en am ha ig yo pcm), [pause 300ms], [say: …], [ipa: …],
                          [spell]…[/spell], or be SSML: <speak>…</speak>
  --voice VOICE             who speaks (default lina)
  --language LANGUAGE       in which language (default the voice's own)
  --format FORMAT           wav mp3 ogg_opus webm_opus flac pcm_s16le mulaw alaw m3u8 (default by --out, else wav)
  --bitrate RATE            32k 48k 64k 96k 128k 192k for compressed formats (default 128k)
  --speed FACTOR            0.7 to 1.2 (default 1): changes the pace, not the pitch
  --numbers STYLE           traditional, decimal or english (default as speakers of the language expect)
  --out FILE                where to write (default speech.EXTENSION); "-" writes to standard output
  --timings FILE            words, phones and syllables with start and end in seconds, as JSON
griot serve               serve the studio and the HTTP API on this computer until Ctrl-C
  --port PORT               (default GRIOT_PORT, else 7070; 0 takes any free one)
  --host HOST               (default 127.0.0.1; anything else lets other computers in, with a key)
  --allow-host NAME         also answer requests to this host name (repeatable)
  --allow-origin ORIGIN     also let pages of this origin call the API (repeatable)
  --open                    open the studio in the default browser
griot phonemes            standard input to phonemes in IPA, line by line
  --language LANGUAGE       (default en)
griot dictionary ACTION   how words are said; "griot say" and the studio read it
  list                      one entry a line: its number, the word, how it is said
  add WORD --say TEXT       say TEXT for WORD; or --ipa IPA, tones as marks on vowels
  remove NUMBER             take an entry out
  import FILE               entries from CSV or PLS, all or none; a word that is there gets the new pronunciation
  export --format FORMAT    csv (default) or pls, to standard output or --out FILE; pls holds one language
  --language LANGUAGE       only in this language (add), only these entries (list, export)
  --project ID              in this project only
  --case-sensitive          only where it is written with the same capitals
griot diacritics          standard input to Yoruba with its tone marks and under-dots, line by line
griot doctor              check everything that speech needs, and say how to mend what fails
griot help | --version

GRIOT_HOME     the data folder          GRIOT_PORT   the port of "griot serve"
GRIOT_API_KEY  a key to accept besides the stored ones
FFMPEG_PATH    the ffmpeg to use
Exit codes: 0 done, 1 failed, 2 asked wrongly, 130 stopped with Ctrl-C`

type Options = NonNullable<ParseArgsConfig['options']>

/** Node's own parser; what it refuses becomes a sentence and exit code 2. */
export function parseCommand<T extends Options>(
  args: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
