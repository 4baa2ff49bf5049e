import { LANGUAGES } from '#shared/languages/languages.ts'
import { griotFilter, shellFilter } from '../line-filter.ts'
import {
  findData,
  type Measure,
  parseOptions,
  readRows,
  required,
  UsageError,
  wholeNumber,
} from '../measure.ts'
import { chrf } from '../scores/chrf.ts'

const OTHERS: readonly string[] = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')

export const translation: Measure = {
  summary: 'translation: chrF of the built-in translator, or of a command',
  help: `npm run eval -- translation --language CODE --reference FILE [options]

Translates lines with the built-in translator of this checkout, and prints chrF (character 6-grams, beta 2; Popović 2015) of the
translations, and of the source if it is copied.

  --reference FILE   English TAB other language
  --language CODE    the other language: ${OTHERS.join(', ')}
  --command COMMAND  translates with a command of the shell instead, a line for a line
  --reverse          translates into English
  --max N            only the first N pairs (default 500)`,
  async run(args) {
    const options = parseOptions(args, {
      command: { type: 'string' },
      language: { type: 'string' },
      reference: { type: 'string' },
      reverse: { type: 'boolean', default: false },
      max: { type: 'string', default: '500' },
    })
    const filter = options.command
      ? shellFilter(options.command)
      : builtIn(required('language', options.language), options.reverse)
    const origin = 'sentence pairs, as in MAFAND (masakhane-io/lafand-mt)'
    const pairs = readRows(findData(required('reference', options.reference), origin))
      .filter((row) => row.length === 2)
      .slice(0, wholeNumber('max', options.max))
      .map(([english = '', other = '']) => (options.reverse ? [other, english] : [english, other]))
    const sources = pairs.map(([source = '']) => source)
    const references = pairs.map(([, reference = '']) => reference)
    const startedAt = performance.now()
    const translations = filter(sources)
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(
      [
        `lines ${pairs.length}`,
        `chrF ${chrf(translations, references).toFixed(2)}`,
        `copying the source ${chrf(sources, references).toFixed(2)}`,
        `${(pairs.length / seconds).toFixed(2)} lines/s`,
      ].join('  '),
    )
  },
}

function builtIn(language: string, isReverse: boolean): ReturnType<typeof griotFilter> {
  if (!OTHERS.includes(language)) throw new UsageError(`--language is one of ${OTHERS.join(', ')}.`)
  const [source, target] = isReverse ? [language, 'en'] : ['en', language]
  return griotFilter('translate', '--from', source, '--to', target, '--order', 'built-in')
}
