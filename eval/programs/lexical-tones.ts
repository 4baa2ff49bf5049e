import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { markedSyllablesOf } from '#speech/languages/ha/phonemes/syllables.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { Tone } from '#speech/utterance.ts'
import { findData, type Measure, parseOptions, readRows, required, UsageError } from '../measure.ts'
import { percent } from '../scores/percent.ts'
import { rightTones, tonesOfIpa } from '../scores/tone-agreement.ts'
import { halfOf } from './pronunciation.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const never = new AbortController().signal
const HALVES = ['seen', 'unseen']

export const lexicalTones: Measure = {
  summary: 'tones of Hausa words that are written without marks, against a dictionary',
  help: `npm run eval -- lexical-tones --reference FILE [options]

Reads each word alone, as it is written, and compares the tones of its syllables with those of a dictionary. A word that is
read with other syllables has none right; of a word with several rows the nearest counts.

  --reference FILE   word TAB phonemes in IPA with marks of tone, as WikiPron has them (CUNY-CL/wikipron, data/scrape/tsv)
  --half HALF        seen or unseen, as of pronunciation
  --except FILE      leaves the words out that stand in the first column of FILE
  --only FILE        leaves all other words out
  --marked FILE      compares FILE itself with the dictionary instead: word TAB scholarly spelling, as resources/lexicons/ha-words.tsv
  --show N           prints the first N words that differ: word, reference, Griot`,
  async run(args) {
    const options = parseOptions(args, {
      reference: { type: 'string' },
      half: { type: 'string' },
      except: { type: 'string' },
      only: { type: 'string' },
      marked: { type: 'string' },
      show: { type: 'string', default: '0' },
    })
    const { half } = options
    if (half !== undefined && !HALVES.includes(half))
      throw new UsageError(`--half is seen or unseen, not "${half}".`)
    const reference = findData(required('reference', options.reference), 'a list of WikiPron')
    const excepted = wordsIn(options.except)
    const only = wordsIn(options.only)
    const marked = new Map(
      options.marked === undefined
        ? []
        : readRows(options.marked).map(([word = '', form = '']) => [word, form]),
    )
    const entries = readRows(reference).filter(
      ([word = '']) =>
        !/[\s-]/.test(word) &&
        (half === undefined || halfOf(word) === half) &&
        !excepted.has(word.toLowerCase()) &&
        (only.size === 0 || only.has(word.toLowerCase())) &&
        (marked.size === 0 || marked.has(word.toLowerCase())),
    )
    const read = marked.size === 0 ? await openReader('ha') : undefined
    const compared: Compared[] = []
    for (const [word, rows] of Map.groupBy(entries, ([word = '']) => word)) {
      const form = marked.get(word.toLowerCase())
      const said = form ? tonesOf(markedSyllablesOf(form)) : ((await read?.(word)) ?? [])
      const variants = rows
        .map(([, ipa = '']) => tonesOfIpa(ipa))
        .filter(({ length }) => length > 0)
      const scored = variants.map((expected) => ({
        word,
        expected,
        said,
        right: rightTones(expected, said),
      }))
      compared.push(
        ...scored
          .sort((a, b) => b.right / b.expected.length - a.right / a.expected.length)
          .slice(0, 1),
      )
    }
    report(compared, Number(options.show))
  },
}

interface Compared {
  readonly word: string
  readonly expected: readonly Tone[]
  readonly said: readonly Tone[]
  /** Number of syllables with the right tone. */
  readonly right: number
}

function report(compared: readonly Compared[], most: number): void {
  const wrong = compared.filter(({ right, expected }) => right < expected.length)
  for (const { word, expected, said } of wrong.slice(0, most))
    console.log(`${word}\t${expected.join(' ')}\t${said.join(' ')}`)
  const total = compared.reduce((sum, { expected }) => sum + expected.length, 0)
  const right = compared.reduce((sum, one) => sum + one.right, 0)
  const words = percent(compared.length - wrong.length, compared.length)
  console.log(
    `words ${compared.length}  syllables ${total}  syllables right ${percent(right, total)}  words right ${words}`,
  )
}

function wordsIn(path: string | undefined): ReadonlySet<string> {
  if (path === undefined) return new Set()
  return new Set(readRows(path).map(([word = '']) => word.toLowerCase()))
}

async function openReader(language: LanguageCode) {
  const { readWords } = await openSpeaker(RESOURCES)
  return async (text: string): Promise<readonly Tone[]> => {
    const words = await readWords({ text, language, dialects: [] }, never)
    return words.flatMap(({ syllables }) => tonesOf(syllables))
  }
}

function tonesOf(syllables: readonly { readonly tone?: Tone | undefined }[]): readonly Tone[] {
  return syllables.map(({ tone }) => tone ?? 'H')
}
