/**
 * Accuracy of the language of every word of mixed sentences: `node train/language/measure-mixes.ts PARALLEL MODELS seen|unseen`. PARALLEL: a
 * folder as for `train/translation`. The sentences are made of development sentences and their translations: a piece of one to six words of
 * the one put into the other, and the beginning of the one with the end of the other. Halves as in `measure-lines.ts`; the settings of the
 * Markov model were chosen on `seen`. No main language is given.
 */
import { wordsIn } from '#speech/text/detect/features.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { type Other, readPairs } from '../translation/corpora.ts'
import { isSeen } from '../translation/halves.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom } from '../yoruba-words/corpus.ts'

const [parallel, models, half] = process.argv.slice(2)
if (!parallel || !models || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/language/measure-mixes.ts PARALLEL MODELS seen|unseen')
checkInputs(parallel, models)
const { detectWords } = openLanguageIdentifier(models, (error) => {
  throw error
})

type Code = Other | 'en'
interface Part {
  readonly code: Code
  readonly words: readonly string[]
}
interface Mix {
  readonly kind: string
  readonly parts: readonly Part[]
}

const OTHERS: readonly Other[] = ['yo', 'ha', 'ig', 'am', 'pcm']
const HAS_MARKS: readonly Other[] = ['yo', 'ig']
const LEAST_WORDS = 6
const MOST_INSERTED = 6
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

function mixesOf(own: Part, english: Part, random: () => number): readonly Mix[] {
  const share = 0.3 + 0.4 * random()
  return [
    { kind: 'English inside', parts: inserted(english, own, random) },
    { kind: 'inside English', parts: inserted(own, english, random) },
    { kind: 'then English', parts: [beginning(own, share), end(english, share)] },
    { kind: 'English then', parts: [beginning(english, share), end(own, share)] },
  ]
}

function inserted(inner: Part, outer: Part, random: () => number): readonly Part[] {
  const upTo = (most: number): number => Math.floor(random() * most)
  const count = 1 + upTo(Math.min(MOST_INSERTED, inner.words.length - 1))
  const from = upTo(inner.words.length - count)
  const at = 1 + upTo(outer.words.length - 1)
  return [
    { ...outer, words: outer.words.slice(0, at) },
    { ...inner, words: inner.words.slice(from, from + count) },
    { ...outer, words: outer.words.slice(at) },
  ]
}

function beginning(part: Part, share: number): Part {
  return { ...part, words: part.words.slice(0, Math.round(part.words.length * share)) }
}

function end(part: Part, share: number): Part {
  return { ...part, words: part.words.slice(Math.round(part.words.length * share)) }
}

async function judge({ kind, parts }: Mix, right: Map<string, [number, number]>): Promise<void> {
  const text = parts.map(({ words }) => words.join(' ')).join(' ')
  const codes = parts.flatMap(({ code, words }) =>
    words.flatMap((word) => wordsIn(word).map(() => code)),
  )
  for (const [at, { language }] of (await detectWords(text)).entries())
    for (const cell of ['all', kind]) {
      const [part, all] = right.get(cell) ?? [0, 0]
      right.set(cell, [part + Number(language === codes[at]), all + 1])
    }
}

function written(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}
