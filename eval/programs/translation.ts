import { shellFilter } from '../line-filter.ts'
import {
  findData,
  type Measure,
  parseOptions,
  readRows,
  required,
  wholeNumber,
} from '../measure.ts'
import { chrf } from '../scores/chrf.ts'

export const translation: Measure = {
  summary: 'translation by a server of your own: chrF',
  help: `npm run eval -- translation --command COMMAND --reference FILE [options]

Translates lines with a command of the shell, a line for a line, and prints chrF (character 6-grams, beta 2; Popović 2015) of the
translations, and of the source if it is copied.

  --reference FILE   English TAB other language
  --reverse          translates into English
  --max N            only the first N pairs (default 500)`,
  async run(args) {
    const options = parseOptions(args, {
      command: { type: 'string' },
      reference: { type: 'string' },
      reverse: { type: 'boolean', default: false },
      max: { type: 'string', default: '500' },
    })
    const filter = shellFilter(required('command', options.command))
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
