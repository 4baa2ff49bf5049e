/** npm run eval -- NAME [options]: measures how good Griot is. See README.md beside this file. */
import { type Measure, MissingData, UsageError } from './measure.ts'
import { clones } from './programs/clones.ts'
import { contours } from './programs/contours.ts'
import { diacritics } from './programs/diacritics.ts'
import { gemination } from './programs/gemination.ts'
import { homographs } from './programs/homographs.ts'
import { intelligibility } from './programs/intelligibility.ts'
import { languageId } from './programs/language-id.ts'
import { lexicalTones } from './programs/lexical-tones.ts'
import { likeness } from './programs/likeness.ts'
import { listen } from './programs/listen.ts'
import { longSentences } from './programs/long-sentences.ts'
import { nativePhones } from './programs/native-phones.ts'
import { normalisation } from './programs/normalisation.ts'
import { pauses } from './programs/pauses.ts'
import { pronunciation } from './programs/pronunciation.ts'
import { prosody } from './programs/prosody.ts'
import { readBack } from './programs/read-back.ts'
import { shortLines } from './programs/short-lines.ts'
import { speak } from './programs/speak.ts'
import { speechQuality } from './programs/speech-quality.ts'
import { tones } from './programs/tones.ts'
import { transcripts } from './programs/transcripts.ts'
import { translation } from './programs/translation.ts'
import { voices } from './programs/voices.ts'
import { vowels } from './programs/vowels.ts'
import { wordTimes } from './programs/word-times.ts'

const MEASURES: Readonly<Record<string, Measure>> = {
  diacritics,
  normalisation,
  pronunciation,
  'lexical-tones': lexicalTones,
  gemination,
  homographs,
  'language-id': languageId,
  'short-lines': shortLines,
  translation,
  speak,
  intelligibility,
  tones,
  prosody,
  pauses,
  contours,
  'speech-quality': speechQuality,
  'native-phones': nativePhones,
  'long-sentences': longSentences,
  likeness,
  'read-back': readBack,
  voices,
  vowels,
  clones,
  transcripts,
  listen,
  'word-times': wordTimes,
}

const EXIT_CODES = { usage: 2, missing: 3 } as const

const [name = '--help', ...args] = process.argv.slice(2)
try {
  await run(name, args)
} catch (error) {
  if (!(error instanceof UsageError || error instanceof MissingData)) throw error
  console.error(error.message)
  process.exitCode = error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.missing
}

async function run(asked: string, options: readonly string[]): Promise<void> {
  if (['--help', '-h', 'help'].includes(asked)) return console.log(list())
  const measure = Object.hasOwn(MEASURES, asked) ? MEASURES[asked] : undefined
  if (!measure) throw new UsageError(`There is no "${asked}".\n\n${list()}`)
  if (options.includes('--help')) return console.log(measure.help)
  await measure.run(options)
}

function list(): string {
  const rows = Object.entries(MEASURES).map(
    ([key, { summary }]) => `  ${key.padEnd(16)} ${summary}`,
  )
  return [
    'npm run eval -- NAME [options]; npm run eval -- NAME --help says more. Data: eval/README.md',
    ...rows,
  ].join('\n')
}
