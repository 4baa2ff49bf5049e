import { languageOf } from '#shared/languages/languages.ts'
import { griotFilter, shellFilter } from '../line-filter.ts'
import {
  findData,
  type Measure,
  parseOptions,
  readRows,
  UsageError,
  wholeNumber,
} from '../measure.ts'
import { withoutMarks, withoutTones } from '../scores/diacritic-error-rate.ts'
import { percent } from '../scores/percent.ts'
import { readTexts } from '../texts.ts'

const STRIPS: Readonly<Record<string, (text: string) => string>> = {
  marks: withoutMarks,
  tones: withoutTones,
}
const ORIGIN = 'sentences of known language, as in MAFAND (masakhane-io/lafand-mt) or NTREX'

export const languageId: Measure = {
  summary: 'language identification: accuracy over whole sentences, or over their first words',
  help: `npm run eval -- language-id [--reference FILE]… [--texts CODE=FILE[:COLUMN]]… [options]

Tells the languages of sentences and prints how many are told right, of all and of each language.

  --reference FILE           language TAB sentence; the language as ISO 639-1 or 639-3, or "other" for none of the six
  --texts CODE=FILE:COLUMN   the lines of a file, or a column of a table or of JSON Lines, all in one language
  --words N                  only the first N words of each sentence
  --strip WHAT               marks or tones: what is taken off before
  --command COMMAND          tells with a command of the shell, a line for a line, instead of with "griot detect"`,
  async run(args) {
    const options = parseOptions(args, {
      reference: { type: 'string', multiple: true, default: [] },
      texts: { type: 'string', multiple: true, default: [] },
      words: { type: 'string', default: '0' },
      strip: { type: 'string' },
      command: { type: 'string' },
    })
    const words = wholeNumber('words', options.words)
    const strip = options.strip === undefined ? (text: string) => text : STRIPS[options.strip]
    if (!strip) throw new UsageError(`--strip is one of ${Object.keys(STRIPS).join(', ')}.`)
    const rows = [
      ...options.reference.flatMap((path) => readRows(findData(path, ORIGIN))),
      ...options.texts.flatMap(textsOf),
    ]
    if (rows.length === 0) throw new UsageError('Give --reference FILE or --texts CODE=FILE.')
    const given = rows.map(([, text = '']) => firstWords(strip(text), words))
    const filter =
      options.command === undefined ? griotFilter('detect') : shellFilter(options.command)
    const told = filter(given).map((line) => codeOf(line.trim().split(/\s/)[0] ?? ''))
    printFigures(rows.map(([code = ''], at) => [codeOf(code), told[at] ?? '']))
  },
}

function textsOf(given: string): readonly (readonly string[])[] {
  const [, code, path = '', column] = /^([\w-]+)=(.+?)(?::([\w-]+))?$/.exec(given) ?? []
  if (code === undefined) throw new UsageError(`--texts is CODE=FILE[:COLUMN], not "${given}".`)
  return readTexts(path, column, ORIGIN).map((text) => [code, text])
}

function firstWords(text: string, words: number): string {
  return words === 0 ? text : text.split(/\s+/).slice(0, words).join(' ')
}

const codeOf = (code: string): string => languageOf(code) ?? code

function printFigures(pairs: readonly (readonly [code: string, told: string])[]): void {
  const groups = Map.groupBy(pairs, ([code]) => code)
  const share = (all: typeof pairs, digits: number): string =>
    percent(all.filter(([code, told]) => code === told).length, all.length, digits)
  const each = [...groups].map(([code, own]) => `${code} ${share(own, 1)} of ${own.length}`)
  console.log(`accuracy ${share(pairs, 2)} of ${pairs.length}  ${each.join('  ')}`)
}
