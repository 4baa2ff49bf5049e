/**
 * How often marked words come true, by how sure they are: all words of the named files of marked lines, those that no text
 * had, each occurrence and each distinct word once, and words that one learned line has, hidden from both lexicons. Of these
 * the model has seen the letters, so that they come out better than new words. Without a named file it measures the lines
 * held out of training, on which settings were chosen: name files that nothing was chosen on for a figure to publish.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createDiacritizer, type Diacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { canonical, plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { tokensOf } from '#speech/languages/yo/diacritics/tokens.ts'
import { openMarkModel } from '#speech/models/marks.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { CAREFUL, HELD_OUT, readCorpus } from '../yoruba-words/corpus.ts'

const ROOT = join(import.meta.dirname, '../..')
const LEXICONS = join(ROOT, 'resources/lexicons')
const STEPS = 10

const [data, ...unseenFiles] = process.argv.slice(2)
if (data === undefined)
  endWithUsage('node --max-old-space-size=5000 train/diacritics/confidence.ts FOLDER [FILE...]')
checkInputs(data, ...unseenFiles)

interface Outcome {
  readonly word: string
  readonly confidence: number
  /** 1 where its marks are those of the writer, else 0; for several occurrences their mean. */
  readonly right: number
}

type NamedLines = readonly [name: string, lines: readonly string[]]

const corpus = readCorpus(data)
const counts = new Map<string, number>()
for (const word of corpus.flatMap(({ signs }) => signs.map(plainOf)))
  counts.set(word, (counts.get(word) ?? 0) + 1)
const isRare = (word: string): boolean => counts.get(word) === 1

const { mark } = openDiacritizer(join(ROOT, 'resources'))
for (const [name, lines] of unseenFiles.length > 0
  ? unseenFiles.map(linesOf)
  : linesHeldOut(data)) {
  const all = await outcomesOf(mark, lines)
  const unseen = all.filter(({ word }) => !counts.has(word))
  report(`${name}, all words`, all)
  report(`${name}, new words`, unseen)
  report(`${name}, distinct new words`, distinct(unseen))
}

const folder = mkdtempSync(join(tmpdir(), 'griot-confidence-'))
try {
  const careful = corpus.filter(
    ({ source, signs }) => CAREFUL.has(source) && signs.some((sign) => isRare(plainOf(sign))),
  )
  const outcomes = await outcomesOf(
    withoutRareWords(folder).mark,
    careful.map(({ written }) => written.join(' ')),
  )
  report('learned once and hidden', distinct(outcomes.filter(({ word }) => isRare(word))))
} finally {
  rmSync(folder, { recursive: true })
}

function linesOf(path: string): NamedLines {
  return [basename(path), readFileSync(path, 'utf8').split('\n')]
}

/** The lines that were held out of training, by which settings were chosen. */
function linesHeldOut(folder: string): readonly NamedLines[] {
  return HELD_OUT.map((name) => linesOf(join(folder, `${name}.txt`)))
}

/** The same diacritizer, for which words that the learned lines have once are new. */
function withoutRareWords(lexiconFolder: string): Diacritizer {
  // Rows stay where they are: the model knows words by the numbers of their rows.
  const hidden = (table: string): string =>
    table.replace(/^[^\t\n]+/gm, (word) => (isRare(word) ? `-${word}` : word))
  for (const file of ['yo-marked-contexts.bin', 'yo-names.tsv', 'yo-phrases.tsv'])
    copyFileSync(join(LEXICONS, file), join(lexiconFolder, file))
  const words = readFileSync(join(LEXICONS, 'yo-marked-words.tsv'), 'utf8')
  writeFileSync(join(lexiconFolder, 'yo-marked-words.tsv'), hidden(words))
  const openModel = async () => {
    const model = await openMarkModel(join(ROOT, 'models'))
    return { ...model, words: hidden(model.words) }
  }
  return createDiacritizer({ lexiconFolder, openModel })
}

/** Restores the words of marked lines whose marks were taken away; words that leave nothing to decide are left out. */
async function outcomesOf(
  restore: Diacritizer['mark'],
  lines: readonly string[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const line of lines) {
    const marked = tokensOf(line.normalize('NFC')).filter(({ isWord }) => isWord)
    const { words } = await restore(line.normalize('NFD').replace(/\p{M}/gu, ''))
    if (words.length !== marked.length) continue
    for (const [at, { source, restored, confidence }] of words.entries()) {
      const truth = canonical(marked[at]?.text ?? '')
      if (source !== 'kept')
        outcomes.push({
          word: plainOf(truth),
          confidence,
          right: Number(canonical(restored) === truth),
        })
    }
  }
  return outcomes
}

/** Every word once, with the means of its occurrences. */
function distinct(outcomes: readonly Outcome[]): readonly Outcome[] {
  return [...Map.groupBy(outcomes, ({ word }) => word)].map(([word, own]) => ({
    word,
    confidence: mean(own.map(({ confidence }) => confidence)),
    right: mean(own.map(({ right }) => right)),
  }))
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const groups = Map.groupBy(outcomes, ({ confidence }) =>
    Math.min(STEPS - 1, Math.floor(STEPS * confidence)),
  )
  const cells = [...groups]
    .sort(([a], [b]) => b - a)
    .map(
      ([, own]) =>
        `${mean(own.map(({ confidence }) => confidence)).toFixed(2)} ${percent(mean(own.map(({ right }) => right)))} (${own.length})`,
    )
  console.log(
    `${name}: ${outcomes.length}, ${percent(mean(outcomes.map(({ right }) => right)))} right\n  ${cells.join('  ')}`,
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
