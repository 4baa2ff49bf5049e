/**
 * Writes sentences of English and Pidgin that learn_mixes.py learns from: `node train/language/write-mixes.ts PARALLEL MORE MIXES`. See README.md.
 *
 * MIXES/words.tsv: a row for each word, with its slots; MIXES/sentences.tsv: the words of a sentence by their rows, a tab, and for each of them 1 if
 * it is English. Development sentences are left out.
 */
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slotsOfWord } from '#speech/text/detect/english-or-pidgin.ts'
import { cleaned, fingerprintOf, type Pair, readPairs } from '../translation/corpora.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'
import { LEAST_WORDS, labelledWords, mixesOf, type Part, written } from './mixes.ts'

/** How often each pair is mixed anew, news twice as often. */
const PASSES = 12
const NEWS = 'mafand'
/** Sentences of news in the two languages that are no translations of each other. */
const MOST_NEWS = 8_000
/** Part of the sentences that stay in one language. */
const PURE = 0.2
const LONGEST = 80

const [parallel, more, folder] = process.argv.slice(2)
if (!parallel || !more || !folder)
  endWithUsage('node train/language/write-mixes.ts PARALLEL MORE MIXES')
checkInputs(parallel, more)

const random = seededRandom(1960)
const development = readPairs(parallel, 'pcm', 'dev')
const known = new Set(
  development.flatMap(({ english, other }) => [fingerprintOf(english), fingerprintOf(other)]),
)
const pairs = cleaned(readPairs(parallel, 'pcm', 'train'), known)
const all = [...pairs, ...pairs.filter(({ corpus }) => corpus === NEWS), ...newsOf(more)]
const rows = new Map<string, number>()
mkdirSync(folder, { recursive: true })
const file = createWriteStream(join(folder, 'sentences.tsv'))
for (let pass = 0; pass < PASSES; pass++) {
  shuffle(all, random)
  for (const pair of all) {
    const words = labelledWords(partsOf(pair)).slice(0, LONGEST)
    const labels = words.map(({ code }) => Number(code === 'en'))
    if (words.length > 0)
      file.write(`${words.map(({ word }) => rowOf(word)).join(' ')}\t${labels.join(' ')}\n`)
  }
}
file.end()
const lines = [...rows.keys()].map((text) => {
  const { word, runs } = slotsOfWord(text)
  return `${text}\t${[word, ...runs].join(' ')}`
})
writeFileSync(join(folder, 'words.tsv'), `${lines.join('\n')}\n`)
console.log(`pairs ${all.length}  words ${rows.size}`)

function rowOf(word: string): number {
  const row = rows.get(word) ?? rows.size
  rows.set(word, row)
  return row
}

function partsOf({ english, other }: Pair): readonly Part[] {
  const both: readonly Part[] = [
    { code: 'pcm', words: written(other) },
    { code: 'en', words: written(english) },
  ]
  const [own, foreign] = both
  const isShort = both.some(({ words }) => words.length < LEAST_WORDS)
  if (!own || !foreign || isShort || random() < PURE)
    return both.slice(random() < 0.5 ? 0 : 1).slice(0, 1)
  const mixes = mixesOf(own, foreign, random)
  return mixes[Math.floor(random() * mixes.length)]?.parts ?? []
}

function newsOf(path: string): readonly Pair[] {
  const [pidgin = [], english = []] = ['pcm', 'en'].map((code) => {
    const lines = readFileSync(join(path, `${code}.news.txt`), 'utf8').split('\n')
    const unknown = lines.filter((line) => line.trim() !== '' && !known.has(fingerprintOf(line)))
    shuffle(unknown, random)
    return unknown.slice(0, MOST_NEWS)
  })
  return pidgin.flatMap((other, at) => {
    const line = english[at]
    return line ? [{ english: line, other, corpus: 'monolingual' }] : []
  })
}
