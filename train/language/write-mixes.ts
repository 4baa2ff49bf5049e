/**
 * Writes the texts in English and Pidgin that learn_mixes.py mixes: `node train/language/write-mixes.ts PARALLEL MORE MIXES`. See README.md.
 *
 * MIXES/words.tsv: a row for each word, with its slots; MIXES/pairs.tsv: a sentence in English and its translation, with a tab between them, as
 * the rows of their words; MIXES/en.txt, MIXES/pcm.txt: news in one of the languages. Development sentences are left out.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slotsOfWord } from '#speech/text/detect/english-or-pidgin.ts'
import { wordsIn } from '#speech/text/detect/features.ts'
import { cleaned, fingerprintOf, OTHERS, type Other, readPairs } from '../translation/corpora.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

/** News are written so often, as most texts to read are like them. */
const TIMES_NEWS = 3
const NEWS = 'mafand'
/** Corpora of other languages whose English is news and plain language. */
const ENGLISH: readonly string[] = [NEWS, 'menyo', 'igbonlp', 'news']

const [parallel, more, folder] = process.argv.slice(2)
if (!parallel || !more || !folder)
  endWithUsage('node train/language/write-mixes.ts PARALLEL MORE MIXES')
checkInputs(parallel, more)

const development = readPairs(parallel, 'pcm', 'dev')
const known = new Set(
  development.flatMap(({ english, other }) => [fingerprintOf(english), fingerprintOf(other)]),
)
const pairs = cleaned(readPairs(parallel, 'pcm', 'train'), known).flatMap((pair) =>
  Array.from({ length: pair.corpus === NEWS ? TIMES_NEWS : 1 }, () => pair),
)
const rows = new Map<string, number>()
mkdirSync(folder, { recursive: true })
write(
  'pairs.tsv',
  pairs.map(({ english, other }) => `${rowsOf(english)}\t${rowsOf(other)}`),
)
write('en.txt', unknown([...newsIn('en'), ...englishOfOthers()]).map(rowsOf))
write('pcm.txt', unknown(newsIn('pcm')).map(rowsOf))
const lines = [...rows.keys()].map((text) => {
  const { word, runs } = slotsOfWord(text)
  return `${text}\t${[word, ...runs].join(' ')}`
})
write('words.tsv', lines)
console.log(`pairs ${pairs.length}  words ${rows.size}`)

function write(name: string, texts: readonly string[]): void {
  writeFileSync(join(folder ?? '', name), `${texts.join('\n')}\n`)
}

/** The words of a text as the detector sees them, by their rows. */
function rowsOf(text: string): string {
  return wordsIn(text)
    .map(({ word }) => rowOf(word))
    .join(' ')
}

function rowOf(word: string): number {
  const row = rows.get(word) ?? rows.size
  rows.set(word, row)
  return row
}

function newsIn(code: 'en' | 'pcm'): readonly string[] {
  return readFileSync(join(more ?? '', `${code}.news.txt`), 'utf8').split('\n')
}

function englishOfOthers(): readonly string[] {
  const others = Object.keys(OTHERS).filter((code): code is Other => code !== 'pcm')
  return others.flatMap((other) =>
    readPairs(parallel ?? '', other, 'train')
      .filter(({ corpus }) => ENGLISH.includes(corpus))
      .map(({ english }) => english),
  )
}

/** Each text once, without development sentences and texts without a word. */
function unknown(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter(
    (text) => wordsIn(text).length > 0 && !known.has(fingerprintOf(text)),
  )
}
