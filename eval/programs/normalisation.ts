import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { griotFilter, type LineFilter, shellFilter } from '../line-filter.ts'
import { findData, type Measure, parseOptions, UsageError } from '../measure.ts'
import { differenceKinds, writtenKind } from '../scores/difference-kinds.ts'
import { type LabelledToken, readTokens } from '../scores/label-alignment.ts'
import { percent } from '../scores/percent.ts'
import { plainWords } from '../scores/plain-words.ts'
import {
  classNamed,
  hasSameWords,
  isLongForm,
  isPairOfNumbers,
  isSameButStyle,
  isSameName,
  isSameTokenButStyle,
  isSpokenSign,
  SPOKEN_SIGNS,
} from '../scores/reading-style.ts'
import { isInFull, isNeverSpelled, isNumeral } from '../scores/short-forms.ts'
import { HALVES } from './pronunciation.ts'

const CASES_ORIGIN =
  'test cases as in tests/nemo_text_processing/en/data_text_normalization of NVIDIA/NeMo-text-processing'
const TOKENS_ORIGIN =
  'sentences whose tokens are labelled, as in results/english of cognibit/Text-Normalization-Demo'
/** Figures that are a date in Nigeria with the day first, and in America with the month first. */
const EITHER_ORDER = /^(0?[1-9]|1[0-2])([/.-])(0?[1-9]|1[0-2])\2(\d{4}|\d{2})(?=[.,;:!?)]{0,3}$)/

export const normalisation: Measure = {
  summary:
    'English text in words: readings that are the same, and the same but for style, by class',
  help: `npm run eval -- normalisation [--cases FOLDER] [--tokens FILE [--truth FILE]] [options]

Reads English texts as "griot normalize" does and prints for each class how many readings have the same words as the test, and how
many say the same in another style (scores/reading-style.ts lists the styles). Single cases are never printed: the tests judge, and
no rule is made for one of them.

  --cases FOLDER    files test_cases_CLASS.txt: written~spoken, or ~written and below it several readings
  --tokens FILE     CSV with the columns sentence_id, semiotic (the class), before and after (the reading) of every token
  --truth FILE      CSV with sentence_id, token_id and truth: readings that go before those of --tokens
  --sentences N     only the first N sentences of --tokens
  --half HALF       seen or unseen: the cases and sentences whose wrong readings may be looked at, or the others
  --differences     for each class also the commonest kinds of difference in readings that are wrong, such as "and → nothing"
  --command COMMAND reads with a command of the shell, a line for a line, instead of with "griot normalize"`,
  async run(args) {
    const options = parseOptions(args, {
      cases: { type: 'string' },
      tokens: { type: 'string' },
      truth: { type: 'string' },
      sentences: { type: 'string' },
      command: { type: 'string' },
      half: { type: 'string' },
      differences: { type: 'boolean' },
    })
    const filter =
      options.command === undefined
        ? griotFilter('normalize', '--language', 'en')
        : shellFilter(options.command)
    const { half } = options
    if (half !== undefined && !HALVES.includes(half))
      throw new UsageError(`--half is seen or unseen, not "${half}".`)
    if (options.cases === undefined && options.tokens === undefined)
      throw new UsageError('Give --cases FOLDER or --tokens FILE.')
    if (options.cases !== undefined)
      print(
        judgeCases(findData(options.cases, CASES_ORIGIN), filter, half),
        options.differences === true,
      )
    if (options.tokens !== undefined) {
      const truth = options.truth === undefined ? undefined : findData(options.truth, TOKENS_ORIGIN)
      const most =
        options.sentences === undefined ? Number.POSITIVE_INFINITY : Number(options.sentences)
      const sentences = sentencesIn(findData(options.tokens, TOKENS_ORIGIN), truth).filter(
        (sentence) => half === undefined || halfOf(asText(sentence)) === half,
      )
      print(judgeTokens(sentences.slice(0, most), filter), options.differences === true)
    }
  },
}

interface Case {
  readonly label: string
  readonly written: string
  /** Readings that are right. */
  readonly readings: readonly string[]
}

function judgeCases(folder: string, filter: LineFilter, half: string | undefined): Counts {
  const cases = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, label] = /^test_cases_(\w+)\.txt$/.exec(name) ?? []
      return label === undefined ? [] : casesIn(readFileSync(join(folder, name), 'utf8'), label)
    })
    .filter(({ written }) => half === undefined || halfOf(written) === half)
  const swapped = cases.map(({ written }) =>
    written.replaceAll(/\S+/g, (word) => word.replace(EITHER_ORDER, '$3$2$1$2$4')),
  )
  const said = filter([...cases.map(({ written }) => written), ...swapped])
  const counts: Counts = new Map()
  for (const [at, { label, written, readings }] of cases.entries()) {
    const own = [said[at] ?? '', said[cases.length + at] ?? '']
    const isSame = readings.some((reading) => hasSameWords(own[0] ?? '', reading))
    const isRight = own.some((reading) =>
      readings.some(
        (right) =>
          hasSameWords(reading, right) ||
          isLongForm(written, reading, right) ||
          isSameButStyle(reading, right, classNamed(label), written),
      ),
    )
    count(counts, label, isSame, isSame || isRight)
    if (!isSame && !isRight)
      countDifferences(counts, label, own[0] ?? '', readings[0] ?? '', writtenKind(written))
  }
  return counts
}

/** "written~spoken" on a line; or "~written", and readings below it. */
function casesIn(text: string, label: string): readonly Case[] {
  const cases: { label: string; written: string; readings: string[] }[] = []
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [written = '', ...spoken] = line.split('~')
    if (spoken.length === 0) cases.at(-1)?.readings.push(line)
    else if (written === '') cases.push({ label, written: spoken.join('~'), readings: [] })
    else cases.push({ label, written, readings: [spoken.join('~')] })
  }
  return cases
}

type Row = Readonly<Record<string, string>>

function rowsOf(path: string): readonly Row[] {
  return Papa.parse<Row>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data
}

function sentencesIn(
  path: string,
  truthPath: string | undefined,
): readonly (readonly LabelledToken[])[] {
  const keyOf = (row: Row): string => `${row['sentence_id']} ${row['token_id']}`
  const truth = new Map(
    (truthPath === undefined ? [] : rowsOf(truthPath)).map((row) => [keyOf(row), row['truth']]),
  )
  const sentences = Map.groupBy(rowsOf(path), (row) => row['sentence_id'])
  return [...sentences.values()].map((rows) =>
    rows.map((row) => ({
      label: row['semiotic'] ?? '',
      written: row['before'] ?? '',
      expected: truth.get(keyOf(row)) ?? row['after'] ?? '',
    })),
  )
}

function judgeTokens(sentences: readonly (readonly LabelledToken[])[], filter: LineFilter): Counts {
  const said = filter(sentences.map(asText))
  const counts: Counts = new Map()
  for (const [at, sentence] of sentences.entries()) {
    const tokens = withWholePhrases(sentence)
      .map((token, index, all) =>
        isSilentSign(token) || isSignOfResult(token, all[index - 1], all[index + 1])
          ? { ...token, isOptional: true }
          : token,
      )
      // Letters of other scripts that the test leaves as they are demand nothing.
      .filter(({ isOptional, label, expected }) => {
        return isOptional || (label !== 'PUNCT' && /[a-z\d]/i.test(expected))
      })
    const words = (said[at] ?? '').split(' ')
    const same = readTokens(tokens, words, ({ expected, isOptional, written }, stretch) =>
      isOptional ? isOptionalWord(written, stretch) : hasSameWords(stretch, expected),
    )
    const right = readTokens(tokens, words, (token, stretch) => isRightToken(token, stretch))
    for (const [index, { isOptional, label, expected, written }] of tokens.entries()) {
      if (isOptional || (label === 'LETTERS' && isNeverSpelled(written))) continue
      const read = right[index]
      count(counts, label, same[index]?.isRight ?? false, read?.isRight ?? false)
      if (!read?.isRight)
        countDifferences(counts, label, read?.words.join(' ') ?? '', expected, writtenKind(written))
    }
  }
  return counts
}

/** "et al" as one token: it is said as it stands or as "and others". */
function withWholePhrases(sentence: readonly LabelledToken[]): readonly LabelledToken[] {
  return sentence.flatMap((token, at) => {
    if (token.written === 'al' && sentence[at - 1]?.written === 'et') return []
    return token.written === 'et' && sentence[at + 1]?.written === 'al'
      ? [{ ...token, written: 'et al', expected: 'et al' }]
      : [token]
  })
}

/** The sign between the goals of two teams: "5 - 0" is "five to nil" or "five nil". */
function isSignOfResult(
  { written, expected }: LabelledToken,
  before: LabelledToken | undefined,
  after: LabelledToken | undefined,
): boolean {
  const areGoals = [before, after].every((token) => /^\d{1,2}$/.test(token?.written ?? ''))
  return /^[-–—:]$/.test(written) && expected === 'to' && areGoals
}

/** Words of a sign that may be said or not, or of the beginning of an address. */
function isOptionalWord(written: string, stretch: string): boolean {
  return isSpokenSign(written, stretch) || hasSameWords(stretch, [...written].join(' '))
}

/** A sign between tokens that the test reads as silence though readers may say it: "1990 – 1995". */
function isSilentSign({ expected, label, written }: LabelledToken): boolean {
  if (/^https?$/.test(written)) return true
  return (label === 'PUNCT' || expected === 'sil') && Object.hasOwn(SPOKEN_SIGNS, written)
}

function isRightToken(
  { expected, isOptional, label, written }: LabelledToken,
  stretch: string,
): boolean {
  if (isOptional) return isOptionalWord(written, stretch)
  if (hasSameWords(stretch, expected)) return true
  if (isSpokenSign(written, stretch)) return true
  // A plain word that is left as it is written is read right: the test changes British spellings into American ones.
  if (label === 'PLAIN' && (hasSameWords(stretch, written) || isSameName(stretch, written)))
    return true
  if ((label === 'PLAIN' || label === 'LETTERS') && isInFull(stretch, written)) return true
  if ((label === 'PLAIN' || label === 'LETTERS') && isNumeral(stretch, written)) return true
  if (isLongForm(written, stretch, expected)) return true
  if (label === 'FRACTION' && isPairOfNumbers(stretch, written)) return true
  return isSameTokenButStyle(stretch, expected, classNamed(label), written)
}

/** Whether the wrong readings of a text may be looked at: those whose hash ends evenly. */
function halfOf(text: string): 'seen' | 'unseen' {
  const last = createHash('sha1').update(text).digest().at(-1) ?? 0
  return last % 2 === 0 ? 'seen' : 'unseen'
}

/** The tokens as a line of text. */
function asText(tokens: readonly LabelledToken[]): string {
  return tokens
    .map(({ written }) => written)
    .join(' ')
    .replace(/ (?=[.,;:!?)\]}](?: |$))/g, '')
    .replace(/(?<=[([{]) /g, '')
    .replaceAll('\n', ' ')
}

interface Count {
  all: number
  same: number
  right: number
  /** Kinds of differences in wrong readings, and in how many. */
  readonly differences: Map<string, number>
}

type Counts = Map<string, Count>

function count(counts: Counts, label: string, isSame: boolean, isRight: boolean): void {
  for (const name of ['all', label]) {
    const own = countOf(counts, name)
    own.all++
    if (isSame) own.same++
    if (isRight) own.right++
  }
}

function countOf(counts: Counts, name: string): Count {
  const own = counts.get(name) ?? { all: 0, same: 0, right: 0, differences: new Map() }
  counts.set(name, own)
  return own
}

function countDifferences(
  counts: Counts,
  label: string,
  said: string,
  expected: string,
  written: string,
): void {
  const { differences } = countOf(counts, label)
  const kinds = new Set(differenceKinds(plainWords(said), plainWords(expected)))
  for (const kind of [...kinds, `written as ${written}`])
    differences.set(kind, (differences.get(kind) ?? 0) + 1)
}

/** A kind that occurs once says too much about the text that it comes from. */
const FEWEST = 2
const MOST_KINDS = 12

function print(counts: Counts, withDifferences: boolean): void {
  for (const [name, { all, same, right, differences }] of counts) {
    console.log(
      `${name.padEnd(26)} ${String(all).padStart(6)}  same words ${percent(same, all, 1)}  right but for style ${percent(right, all, 1)}`,
    )
    if (!withDifferences) continue
    const often = [...differences].filter(([, times]) => times >= FEWEST)
    for (const [kinds, times] of often.sort((a, b) => b[1] - a[1]).slice(0, MOST_KINDS))
      console.log(`${String(times).padStart(14)} × ${kinds}`)
  }
}
