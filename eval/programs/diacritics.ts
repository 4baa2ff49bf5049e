import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { type LineFilter, shellFilter } from '../line-filter.ts'
import { type Measure, parseOptions, required, UsageError, wholeNumber } from '../measure.ts'
import {
  countDiacritics,
  tonesPerVowel,
  withHalfOfMarks,
  withoutDots,
  withoutMarks,
  withoutTones,
} from '../scores/diacritic-error-rate.ts'
import { percent } from '../scores/percent.ts'
import { readTexts } from '../texts.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How much of its marks a line keeps when it is given to the restorer. */
const GIVEN: Readonly<Record<string, (line: string) => string>> = {
  none: withoutMarks,
  dots: withoutTones,
  tones: withoutDots,
  half: withHalfOfMarks,
  all: (line) => line,
}

export const diacritics: Measure = {
  summary: 'Yoruba marks: words right and diacritic error rate',
  help: `npm run eval -- diacritics --reference FILE [options]

Takes the marks off Yoruba lines, restores them, and counts words and diacritics that are right, over letters that can carry a mark.

  --reference FILE   lines with all their marks: text, a table with tabs, or JSON Lines (MENYO-20k, MAFAND, NTREX)
  --column NAME      of a table or of JSON Lines, such as Yoruba or yor
  --max N            only the first N lines (default 2000)
  --least-tones X    only lines with at least X tone marks for each vowel
  --given MARKS      none (default), dots, tones, half (every second word) or all: the marks that are left on
  --without PARTS    model, names or model,names: restores without the model, without the lexicon of names
  --command COMMAND  restores with a command of the shell, a line for a line, instead of with this checkout`,
  async run(args) {
    const options = parseOptions(args, {
      reference: { type: 'string' },
      column: { type: 'string' },
      max: { type: 'string', default: '2000' },
      'least-tones': { type: 'string', default: '0' },
      given: { type: 'string', default: 'none' },
      without: { type: 'string', default: '' },
      command: { type: 'string' },
    })
    const take = Object.hasOwn(GIVEN, options.given) ? GIVEN[options.given] : undefined
    if (!take) throw new UsageError(`--given is one of ${Object.keys(GIVEN).join(', ')}.`)
    const origin =
      'Yoruba with all its marks, as in MENYO-20k (uds-lsv/menyo-20k_MT) or MAFAND (masakhane-io/lafand-mt)'
    const leastTones = Number(options['least-tones'])
    const lines = readTexts(required('reference', options.reference), options.column, origin)
      .slice(0, wholeNumber('max', options.max))
      .map((line) => line.normalize('NFC').trim())
      .filter((line) => leastTones === 0 || tonesPerVowel(line) >= leastTones)
    const given = lines.map(take)
    const restored =
      options.command === undefined
        ? await restore(given, new Set(options.without.split(',').filter(Boolean)))
        : filtered(shellFilter(options.command), given)
    printFigures(countDiacritics(lines, restored, given))
  },
}

const filtered = (filter: LineFilter, lines: readonly string[]): readonly string[] => filter(lines)

/** Restores the marks as the product does, or without some of its parts. */
async function restore(
  lines: readonly string[],
  without: ReadonlySet<string>,
): Promise<readonly string[]> {
  for (const part of without)
    if (part !== 'model' && part !== 'names')
      throw new UsageError(`--without takes model and names, not "${part}".`)
  const folder = mkdtempSync(join(tmpdir(), 'griot-eval-'))
  try {
    const { mark } = openDiacritizer(productWithout(folder, without))
    const restored: string[] = []
    for (const line of lines) restored.push((await mark(line)).text)
    return restored
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A copy of what the restorer reads, without some parts of it, in `folder`; returns its folder of resources. */
function productWithout(folder: string, parts: ReadonlySet<string>): string {
  const resources = join(folder, 'resources')
  cpSync(join(ROOT, 'resources/lexicons'), join(resources, 'lexicons'), { recursive: true })
  cpSync(join(ROOT, 'models'), join(folder, 'models'), { recursive: true })
  if (parts.has('names')) writeFileSync(join(resources, 'lexicons/yo-names.tsv'), '')
  if (parts.has('model')) rmSync(join(folder, 'models/yoruba-marks'), { recursive: true })
  return resources
}

function printFigures(counts: ReturnType<typeof countDiacritics>): void {
  const { words, wordsRight, wordsRightAsGiven, letters, lettersWrong, lettersWrongAsGiven } =
    counts
  const { linesChanged, markedWords, markedWordsRight } = counts
  console.log(`words ${words}  lines whose letters changed ${linesChanged}`)
  const line = (name: string, right: number, wrong: number): void =>
    console.log(
      `${name}: words right ${percent(right, words)}  diacritic error rate ${percent(wrong, letters)}`,
    )
  line('restored', wordsRight, lettersWrong)
  line('as given', wordsRightAsGiven, lettersWrongAsGiven)
  console.log(
    `of ${markedWords} words that have a mark in the reference: right ${percent(markedWordsRight, markedWords)}`,
  )
}
