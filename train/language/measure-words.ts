/** Accuracy of the language of single words: on held-out lines, and of one to four English words that are put into them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDetectors } from '#speech/text/detect/languages.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom } from '../yoruba-words/corpus.ts'

const PAIRS = [
  ['yo', 'en-yor'],
  ['ig', 'en-ibo'],
  ['ha', 'en-hau'],
] as const
const MOST_INSERTED = 4
const LEAST_WORDS = 8

const [data, models] = process.argv.slice(2)
if (data === undefined || models === undefined)
  endWithUsage('node train/language/measure-words.ts DATA MODELS')
checkInputs(data, models)
const { ofWords: detectWords } = await openDetectors(models)
const random = seededRandom(1904)
const upTo = (most: number): number => Math.floor(random() * most)
const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`

function devOf(pair: string, column: 0 | 1): readonly string[] {
  const folder = join(data ?? '', 'parallel', pair)
  return readdirSync(folder)
    .filter((name) => name.startsWith('dev.'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .map((line) => line.split('\t')[column] ?? '')
    .filter((line) => line.trim() !== '')
}

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

const english = PAIRS.flatMap(([, pair]) => devOf(pair, 0))
  .map((line) =>
    (line.match(/[A-Za-z']+/g) ?? []).filter(
      (word) => word.length > 1 && word === word.toLowerCase(),
    ),
  )
  .filter((words) => words.length > LEAST_WORDS)

for (const [language, pair] of PAIRS) {
  for (const bare of [false, true]) {
    const lines = devOf(pair, 1).map((line) => (bare ? withoutMarks(line) : line.normalize('NFC')))
    const words = lines.flatMap((line) => detectWords(line))
    const own = words.filter((word) => word.language === language).length
    const [right, all] = [new Map<number, number>(), new Map<number, number>()]
    for (const line of lines) {
      const written = line.split(' ')
      if (written.length < LEAST_WORDS) continue
      const count = 1 + upTo(MOST_INSERTED)
      const source = english[upTo(english.length)] ?? []
      const from = upTo(source.length - count)
      const inserted = source.slice(from, from + count).join(' ')
      const before = `${written.slice(0, 1 + upTo(written.length - 2)).join(' ')} `
      const text = `${before}${inserted}${line.slice(before.length - 1)}`
      const detected = detectWords(text).filter(
        ({ start }) => start >= before.length && start < before.length + inserted.length,
      )
      all.set(count, (all.get(count) ?? 0) + detected.length)
      right.set(
        count,
        (right.get(count) ?? 0) + detected.filter((word) => word.language === 'en').length,
      )
    }
    const found = [1, 2, 3, 4].map((count) => share(right.get(count) ?? 0, all.get(count) ?? 0))
    console.log(
      `${language}${bare ? ' bare' : ''}: ${words.length} words, ${share(own, words.length)} its own; English in rows of 1 to 4: ${found.join(', ')}`,
    )
  }
}
