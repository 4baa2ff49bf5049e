/**
 * Writes the texts in English and Pidgin that learn_mixes.py mixes: `node train/language/write-mixes.ts PARALLEL MORE MORE_MIXES MIXES`. See
 * README.md.
 *
 * MIXES/words.tsv: a row for each word, with its slots; MIXES/pairs.tsv: a corpus, a sentence in English and its translation, with tabs between
 * them, as the rows of their words; MIXES/en.*.txt, MIXES/pcm.news.txt: texts in one of the languages. Development sentences are left out.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slotsOfWord } from '#speech/text/detect/english-or-pidgin.ts'
import { wordsIn } from '#speech/text/detect/features.ts'
import {
  cleaned,
  fingerprintOf,
  OTHERS,
  type Other,
  type Pair,
  readPairs,
} from '../translation/corpora.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

/** Corpora of other languages whose English is plain language. */
const PLAIN: readonly string[] = ['menyo', 'igbonlp', 'news']

const [parallel, more, moreMixes, folder] = process.argv.slice(2)
if (!parallel || !more || !moreMixes || !folder)
  endWithUsage('node train/language/write-mixes.ts PARALLEL MORE MORE_MIXES MIXES')
checkInputs(parallel, more, moreMixes)

const development = readPairs(parallel, 'pcm', 'dev')
const known = new Set(
  development.flatMap(({ english, other }) => [fingerprintOf(english), fingerprintOf(other)]),
)
const pairs = cleaned([...readPairs(parallel, 'pcm', 'train'), ...reviews()], known)
const rows = new Map<string, number>()
mkdirSync(folder, { recursive: true })
write(
  'pairs.tsv',
  pairs.map(({ corpus, english, other }) => `${corpus}\t${rowsOf(english)}\t${rowsOf(other)}`),
)
write('en.mafand.txt', texts([...englishOfOthers(['mafand']), ...linesOf(moreMixes, 'en.txt')]))
write('en.news.txt', texts(linesOf(more, 'en.news.txt')))
write('en.plain.txt', texts(englishOfOthers(PLAIN)))
write('pcm.news.txt', texts([...linesOf(more, 'pcm.news.txt'), ...linesOf(moreMixes, 'pcm.txt')]))
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

function linesOf(path: string, name: string): readonly string[] {
  return readFileSync(join(path, name), 'utf8').split('\n')
}

function reviews(): readonly Pair[] {
  return linesOf(moreMixes ?? '', 'reviews.tsv').flatMap((line) => {
    const [english = '', other = ''] = line.split('\t')
    return other ? [{ english, other, corpus: 'reviews' }] : []
  })
}

function englishOfOthers(corpora: readonly string[]): readonly string[] {
  const others = Object.keys(OTHERS).filter((code): code is Other => code !== 'pcm')
  return others.flatMap((other) =>
    readPairs(parallel ?? '', other, 'train')
      .filter(({ corpus }) => corpora.includes(corpus))
      .map(({ english }) => english),
  )
}

/** The rows of each text once, without development sentences and texts without a word. */
function texts(all: readonly string[]): readonly string[] {
  return [...new Set(all)]
    .filter((text) => wordsIn(text).length > 0 && !known.has(fingerprintOf(text)))
    .map(rowsOf)
}
