/** Writes the training data of train.py: the lexicon of the model and the cleaned lines. See README.md beside this file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonical, plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { signsOf, tokensOf } from '#speech/languages/yo/diacritics/tokens.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import {
  CAREFUL,
  HELD_OUT,
  type Line,
  linesOf,
  readCorpus,
  slipsIn,
} from '../yoruba-words/corpus.ts'

/** Occurrences among careful writers from which a word is learned from them alone; its other forms are slips or spellings of one book. */
const OFTEN = 30
/** Least share of a word's occurrences, and least number of them, that make a form. */
const LEAST_SHARE = 0.0015
const LEAST_SEEN = 3
const MOST_FORMS = 14
/** Lines whose writers leave marks out. */
const UNMARKED = 'bare'

const [data, folder, leastCareful = '0.05'] = process.argv.slice(2)
if (data === undefined || folder === undefined)
  endWithUsage('node --max-old-space-size=6000 train/diacritics/prepare.ts FOLDER PREPARED [SHARE]')
checkInputs(data)
mkdirSync(folder, { recursive: true })

const lines = readCorpus(data)
const slips = slipsIn(lines)
const careful = countForms(
  lines.filter(({ source }) => CAREFUL.has(source)),
  () => true,
)
const forms = worthKeeping(
  careful,
  countForms(lines, (sign) => !slips.has(sign)),
)

writeFileSync(join(folder, 'words.tsv'), asTsv(forms))
writeFileSync(join(folder, 'lines.txt'), lines.map(asLine).join(''))
for (const name of [...HELD_OUT, UNMARKED]) {
  const lines = linesOf(data, name)
  writeFileSync(join(folder, `${name}-lines.txt`), lines.map(forMeasuring).join(''))
}
console.log(
  `lines ${lines.length}, words ${forms.size}, forms ${[...forms.values()].flat().length}`,
)

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>
type Forms = ReadonlyMap<string, readonly (readonly [form: string, count: number])[]>

function countForms(all: readonly Line[], takes: (sign: string) => boolean): Counts {
  const counts = new Map<string, Map<string, number>>()
  for (const { signs, weight, untold } of all) {
    for (const [at, sign] of signs.entries()) {
      if (!/^\p{L}/u.test(sign) || !takes(sign) || untold[at]) continue
      const plain = plainOf(sign)
      const own = counts.get(plain) ?? new Map<string, number>()
      counts.set(plain, own)
      own.set(sign, (own.get(sign) ?? 0) + weight)
    }
  }
  return counts
}

function sum(counts: ReadonlyMap<string, number> | undefined): number {
  return [...(counts?.values() ?? [])].reduce((total, count) => total + count, 0)
}

/** The forms of every word, from careful writers where they have it often, else from all. */
function worthKeeping(some: Counts, all: Counts): Forms {
  const plains = [...new Set([...some.keys(), ...all.keys()])]
  return new Map(
    plains.map((plain) => {
      const own = some.get(plain)
      const counts = (sum(own) >= OFTEN ? own : all.get(plain)) ?? own ?? new Map<string, number>()
      const total = sum(counts)
      const kept = [...counts]
        .sort(([formA, a], [formB, b]) => b - a || (formA < formB ? -1 : 1))
        .filter(([, count], at) => at === 0 || (count >= LEAST_SEEN && count / total > LEAST_SHARE))
        .slice(0, MOST_FORMS)
      return [plain, kept]
    }),
  )
}

/**
 * A form that its writer would not stand by: in a less careful source one that the table has not, that is a slip, or that
 * careful writers hardly ever have of a word that they have often.
 */
function isSlip(sign: string, source: string): boolean {
  if (CAREFUL.has(source) || !/^\p{L}/u.test(sign)) return false
  const plain = plainOf(sign)
  if (slips.has(sign) || !(forms.get(plain) ?? []).some(([form]) => form === sign)) return true
  const own = careful.get(plain)
  return sum(own) >= OFTEN && (own?.get(sign) ?? 0) < Number(leastCareful) * sum(own)
}

/** Bare word, then its forms each with its count, the most frequent first; sorted by word. */
function asTsv(all: Forms): string {
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([plain, known]) => [plain, ...known.map((form) => form.join(' '))].join('\t'))
    .map((row) => `${row}\n`)
    .join('')
}

/**
 * Weight, source, then the signs: a capital is written as `^` before the sign, a word in capitals by `^^`, a form that is
 * not to be learned by `~`.
 */
function asLine({ signs, written, weight, source, untold }: Line): string {
  const annotated = signs.map((sign, index) => {
    const slip = untold[index] || isSlip(sign, source) ? '~' : ''
    return `${slip}${caseOf(written[index] ?? '')}${sign}`
  })
  return `${weight}\t${source}\t${annotated.join(' ')}\n`
}

function caseOf(word: string): string {
  if (word === word.toLowerCase()) return ''
  return word.length > 1 && word === word.toUpperCase() ? '^^' : '^'
}

function forMeasuring(line: string): string {
  const tokens = tokensOf(line)
  const { signs } = signsOf(tokens, ({ text }) => canonical(text))
  const written = signsOf(tokens, ({ text }) => text).signs
  return asLine({ signs, written, weight: 1, source: 'menyo-train', untold: [] }).replaceAll(
    '~',
    '',
  )
}
