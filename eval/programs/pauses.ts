import { LANGUAGES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { silencesIn } from '../audio/silences.ts'
import { type Measure, parseOptions, required, UsageError, wholeNumber } from '../measure.ts'
import { marksAfter, type PausePlace, pausePlaces } from '../scores/pause-places.ts'
import { percent } from '../scores/percent.ts'
import { timingOf } from '../scores/prosody-figures.ts'
import { openSynthesis } from '../speech.ts'
import { readTexts } from '../texts.ts'

/** A silence from this length on is a pause, in seconds. */
const LEAST_PAUSE = 0.1
const PLACES: Readonly<Record<PausePlace, string>> = {
  mark: 'at a mark',
  joining: 'before a joining word',
  elsewhere: 'elsewhere in a phrase',
  piece: 'between pieces',
  unplanned: 'unplanned',
  inside: 'inside words',
}
/** Places where nobody has written a pause or chosen one. */
const FAULTS: ReadonlySet<PausePlace> = new Set(['piece', 'unplanned'])
const CHOSEN: ReadonlySet<PausePlace> = new Set(['joining', 'elsewhere'])

export const pauses: Measure = {
  summary:
    'where voices are silent: at marks, where a reader would rest, or where nothing is written',
  help: `npm run eval -- pauses --texts FILE --language CODE [options]

Speaks texts as they are streamed, and finds silences of at least ${LEAST_PAUSE} s in the sound (frames of 10 ms below -50 dB of full scale) between
its first and last word. Prints for each voice: pauses to ten syllables as "prosody" does; silences by their place: at a written mark, before a
word that joins clauses or phrases or elsewhere where the engine rests without a mark, between two pieces of a sentence (such as the short
first one that some engines begin with) where no mark is written, between two words where no rest was planned, and inside words (closed
consonants); the texts with a silence between two pieces or where no rest was planned, and those with a rest that is chosen without a mark.

  --texts FILE      one text a line
  --column NAME     of a table or of JSON Lines
  --skip N          leave the first N lines out
  --lines N         so many lines of the file are one text (default 1)
  --max N           only the first N texts (default 40)
  --voices NAMES    with these voices (default: the first one of the language)
  --language CODE   of the texts`,
  async run(args) {
    const options = parseOptions(args, {
      texts: { type: 'string' },
      column: { type: 'string' },
      skip: { type: 'string', default: '0' },
      lines: { type: 'string', default: '1' },
      max: { type: 'string', default: '40' },
      voices: { type: 'string' },
      language: { type: 'string' },
    })
    const language = languageOf(required('language', options.language))
    if (language === undefined) throw new UsageError(`--language takes ${codes()}.`)
    const origin = 'sentences of a language, as in MAFAND (masakhane-io/lafand-mt)'
    const all = readTexts(required('texts', options.texts), options.column, origin)
    const lines = all.slice(wholeNumber('skip', options.skip))
    const texts = joinedBy(Math.max(1, wholeNumber('lines', options.lines)), lines)
    const chosen = texts.slice(0, wholeNumber('max', options.max))
    const { speak, normalise } = await openSynthesis()
    for (const voice of options.voices?.split(',') ?? [firstVoice(language)]) {
      const results: Result[] = []
      for (const text of chosen) {
        const spoken = await speak({ text, voice, language })
        const words = await normalise({ text, language })
        results.push(resultOf(spoken, words, language))
      }
      console.log(shown(voice, results))
    }
  },
}

interface Result {
  readonly places: readonly PausePlace[]
  readonly syllables: number
  readonly pauses: number
}

function codes(): string {
  return LANGUAGES.map(({ code }) => code).join(', ')
}

function firstVoice(code: LanguageCode): string {
  const voice = systemVoices().find(({ language }) => language === code)
  if (!voice) throw new UsageError(`No voice speaks "${code}".`)
  return voice.id
}

/** So many lines each as one text, which end as sentences do. */
function joinedBy(count: number, lines: readonly string[]): readonly string[] {
  const texts: string[] = []
  for (let at = 0; at + count <= lines.length; at += count)
    texts.push(
      lines
        .slice(at, at + count)
        .map(ended)
        .join(' '),
    )
  return texts
}

function ended(line: string): string {
  const text = line.trim()
  return /[.?!።…]["”’»)]*$/u.test(text) ? text : `${text}.`
}

function resultOf(
  { samples, rate, timings, pieceEnds }: Awaited<ReturnType<Speak>>,
  normalised: string,
  language: LanguageCode,
): Result {
  const marks = marksAfter(
    timings.words.map(({ text }) => text),
    normalised,
  )
  const words = timings.words.map((word, at) => ({
    ...word,
    hasMark: marks[at] ?? false,
    endsPiece: pieceEnds.includes(at + 1),
  }))
  const silences = silencesIn(samples, rate, LEAST_PAUSE)
  const timing = timingOf(timings.syllables)
  return {
    places: pausePlaces(words, silences, languageFor(language).phraseBreaks),
    syllables: timing?.syllables ?? 0,
    pauses: timing?.pauses ?? 0,
  }
}

type Speak = Awaited<ReturnType<typeof openSynthesis>>['speak']

function shown(voice: string, results: readonly Result[]): string {
  const all = results.flatMap(({ places }) => places)
  const sum = (key: 'syllables' | 'pauses'): number =>
    results.reduce((total, result) => total + result[key], 0)
  const textsWith = (kinds: ReadonlySet<PausePlace>): string =>
    percent(
      results.filter(({ places }) => places.some((place) => kinds.has(place))).length,
      results.length,
      0,
    )
  const counts = Object.entries(PLACES).map(
    ([place, name]) => `${name} ${all.filter((one) => one === place).length}`,
  )
  return [
    `${voice}: ${results.length} texts, ${sum('syllables')} syllables, pauses to ten ${((10 * sum('pauses')) / sum('syllables')).toFixed(2)}`,
    `silences ${counts.join(', ')}`,
    `texts with one that is neither written nor chosen ${textsWith(FAULTS)}`,
    `with one that is chosen where nothing is written ${textsWith(CHOSEN)}`,
  ].join('; ')
}
