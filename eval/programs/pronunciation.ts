import { createHash } from 'node:crypto'
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
import { broadMfa } from '../scores/mfa-notation.ts'
import { percent } from '../scores/percent.ts'
import { compareIpa } from '../scores/phoneme-error-rate.ts'

/** The names of the halves of a list. */
export const HALVES = ['seen', 'unseen']

export const pronunciation: Measure = {
  summary: 'grapheme to phoneme: phoneme error rate against a pronunciation dictionary',
  help: `npm run eval -- pronunciation --language LANGUAGE --reference FILE [options]

Reads words and compares their IPA with that of a dictionary, symbol by symbol. Tone, length, stress and syllables do not count:
the headwords do not show them.

  --language CODE    yo, ha, am, …
  --reference FILE   word TAB phonemes in IPA, as WikiPron has them (CUNY-CL/wikipron, data/scrape/tsv)
  --half HALF        seen or unseen: the words of WikiPron that were looked at while the rules were written, or the others.
                     The SHA-1 of a seen word (in UTF-8) ends in an odd digit.
  --except FILE      leaves the words out that stand in the first column of FILE
  --notation mfa     FILE is a dictionary of the Montreal Forced Aligner for Nigerian English: WORD TAB [numbers TAB] phones, several
                     rows for a word, of which the nearest counts; allophones do not count
  --vowels           only the vowels count
  --show N           prints the N words with the most errors: word, reference, Griot
  --command COMMAND  makes the IPA with a command of the shell, a line for a line, instead of with this checkout`,
  async run(args) {
    const options = parseOptions(args, {
      language: { type: 'string' },
      reference: { type: 'string' },
      half: { type: 'string' },
      except: { type: 'string' },
      notation: { type: 'string', default: 'ipa' },
      vowels: { type: 'boolean', default: false },
      show: { type: 'string', default: '0' },
      command: { type: 'string' },
    })
    const { command, half } = options
    if (half !== undefined && !HALVES.includes(half))
      throw new UsageError(`--half is seen or unseen, not "${half}".`)
    const filter =
      command === undefined
        ? griotFilter('phonemes', '--language', required('language', options.language))
        : shellFilter(command)
    const origin = 'a list of WikiPron (CUNY-CL/wikipron, CC BY-SA)'
    const reference = findData(required('reference', options.reference), origin)
    const excepted = new Set(
      options.except === undefined ? [] : readRows(options.except).map(([word]) => word),
    )
    const rows = readEntries(reference, options.notation).filter(
      ({ word }) => !excepted.has(word) && (half === undefined || halfOf(word) === half),
    )
    const found = filter(rows.map(({ word }) => word))
    const compared = rows.map(({ word, variants }, at) => {
      const all = variants.map((ipa) => compareIpa(ipa, found[at] ?? '', options.vowels))
      return { word, ...all.reduce((best, one) => (one.errors < best.errors ? one : best)) }
    })
    const worst = compared
      .filter(({ errors }) => errors > 0)
      .sort((a, b) => b.errors - a.errors)
      .slice(0, wholeNumber('show', options.show))
    for (const { word, reference: expected, hypothesis } of worst)
      console.log(`${word}\t${expected}\t${hypothesis}`)
    const symbols = compared.reduce((sum, row) => sum + row.symbols, 0)
    const errors = compared.reduce((sum, row) => sum + row.errors, 0)
    const right = compared.filter((row) => row.errors === 0).length
    console.log(
      `words ${rows.length}  phoneme error rate ${percent(errors, symbols)}  words right ${percent(right, rows.length)}`,
    )
  },
}

interface Entry {
  readonly word: string
  /** Its pronunciations, at least one. */
  readonly variants: readonly [string, ...string[]]
}

function readEntries(path: string, notation: string): readonly Entry[] {
  const rows = readRows(path)
  if (notation === 'ipa')
    return rows
      .filter((row) => row.length === 2 && !/\s/.test(row[0] ?? ''))
      .map(([word = '', ipa = '']) => ({ word, variants: [ipa] }))
  if (notation !== 'mfa') throw new UsageError(`--notation is ipa or mfa, not "${notation}".`)
  const spoken = rows.filter(
    ([word, ...rest]) => /^[a-z]+$/.test(word ?? '') && rest.at(-1) !== 'spn',
  )
  const byWord = Map.groupBy(spoken, ([word = '']) => word)
  return [...byWord].map(([word, [first, ...others]]) => {
    const said = (row: readonly string[] | undefined): string => broadMfa(row?.at(-1) ?? '')
    return { word, variants: [said(first), ...others.map(said)] }
  })
}

/** The half of WikiPron to which a word belongs. */
export function halfOf(word: string): 'seen' | 'unseen' {
  const last = createHash('sha1').update(word).digest().at(-1) ?? 0
  return last % 2 === 1 ? 'seen' : 'unseen'
}
