/**
 * Accuracy of the language of every word of mixed sentences: `node train/language/measure-mixes.ts PARALLEL MODELS seen|unseen`. PARALLEL: a
 * folder as for `train/translation`. The sentences are made of development sentences and their translations: a piece of one to six words of
 * the one put into the other, and the beginning of the one with the end of the other. Halves as in `measure-lines.ts`; the settings of the
 * Markov model were chosen on `seen`. No main language is given.
 */
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { type Other, readPairs } from '../translation/corpora.ts'
import { isSeen } from '../translation/halves.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom } from '../yoruba-words/corpus.ts'
import { LEAST_WORDS, labelledWords, type Mix, mixesOf, type Part, written } from './mixes.ts'

const [parallel, models, half] = process.argv.slice(2)
if (!parallel || !models || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/language/measure-mixes.ts PARALLEL MODELS seen|unseen')
checkInputs(parallel, models)
const { detectWords } = openLanguageIdentifier(models, (error) => {
  throw error
})

const OTHERS: readonly Other[] = ['yo', 'ha', 'ig', 'am', 'pcm']
const HAS_MARKS: readonly Other[] = ['yo', 'ig']
const MOST_SENTENCES = 500

for (const other of OTHERS)
  for (const isBare of HAS_MARKS.includes(other) ? [false, true] : [false]) {
    const random = seededRandom(1914)
    const right = new Map<string, [number, number]>()
    const pairs = readPairs(parallel, other, 'dev')
      .filter(({ english }) => isSeen(english) === (half === 'seen'))
      .slice(0, MOST_SENTENCES)
    for (const pair of pairs) {
      const english: Part = { code: 'en', words: written(pair.english) }
      const text = isBare
        ? pair.other.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
        : pair.other
      const own: Part = { code: other, words: written(text) }
      if (Math.min(english.words.length, own.words.length) < LEAST_WORDS) continue
      for (const mix of mixesOf(own, english, random)) await judge(mix, right)
    }
    const cells = [...right].map(
      ([kind, [part, all]]) => `${kind} ${((100 * part) / all).toFixed(1)} % of ${all}`,
    )
    console.log(`${other}${isBare ? ' unmarked' : ''}: ${cells.join(', ')}`)
  }

async function judge({ kind, parts }: Mix, right: Map<string, [number, number]>): Promise<void> {
  const text = parts.map(({ words }) => words.join(' ')).join(' ')
  const codes = labelledWords(parts).map(({ code }) => code)
  for (const [at, { language }] of (await detectWords(text)).entries())
    for (const cell of ['all', kind]) {
      const [part, all] = right.get(cell) ?? [0, 0]
      right.set(cell, [part + Number(language === codes[at]), all + 1])
    }
}
