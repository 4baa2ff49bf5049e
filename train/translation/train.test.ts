import { expect, test } from 'vitest'
import { type DirectionModel, translateSentence } from '#translation/statistical/direction.ts'
import { LanguageModel } from '#translation/statistical/language-model.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { PhraseTable } from '#translation/statistical/phrase-table.ts'
import { align } from './align.ts'
import { languageModelOf } from './count-ngrams.ts'
import { pack } from './pack.ts'
import { phraseTableOf } from './phrase-table-of.ts'
import { addPhrases, countWords, type PhraseCounts, type SentencePair } from './phrases.ts'

/** Every sentence of a small language in which adjectives follow nouns. */
const NOUNS = { house: 'kasa', dog: 'moru', tree: 'tilo', river: 'sune' }
const ADJECTIVES = { red: 'baru', big: 'goni', old: 'lepa' }
const VERBS = { sees: 'wira', likes: 'poda' }
const pairs = Object.entries(NOUNS).flatMap(([noun, ownNoun]) =>
  Object.entries(ADJECTIVES).flatMap(([adjective, ownAdjective]) =>
    Object.entries(VERBS).flatMap(([verb, ownVerb]) =>
      Object.entries(NOUNS)
        .filter(([other]) => other !== noun)
        .map(([other, ownOther]) => ({
          source: `${adjective} ${noun} ${verb} ${other} .`.split(' '),
          target: `${ownNoun} ${ownAdjective} ${ownVerb} ${ownOther} .`.split(' '),
        })),
    ),
  ),
)

function numbered(sentences: readonly (readonly string[])[]): Int32Array[] {
  const ids = new Map<string, number>()
  return sentences.map((words) =>
    Int32Array.from(words, (word) => {
      ids.set(word, ids.get(word) ?? ids.size)
      return ids.get(word) ?? 0
    }),
  )
}

function trained(): DirectionModel {
  const links = align({
    source: numbered(pairs.map(({ source }) => source)),
    target: numbered(pairs.map(({ target }) => target)),
  })
  const linked = pairs.map(
    (pair, at): SentencePair => ({ ...pair, links: links[at] ?? [], weight: 1 }),
  )
  const words = countWords(linked)
  const phrases = new Map<string, PhraseCounts>()
  // One adjective is never seen with one noun.
  for (const pair of linked)
    if (!pair.source.join(' ').includes('old river')) addPhrases(pair, words, phrases)
  const packed = unpack(pack(phraseTableOf(phrases)))
  const model = unpack(pack(languageModelOf(pairs.map(({ target }) => target))))
  return {
    ...{ source: 'en', target: 'pcm', consensus: 1, settings: { beam: 20, reach: 4 } },
    phrases: new PhraseTable(packed),
    model: new LanguageModel(model),
    weights: [0.2, 0.2, 0.2, 0.2, 0, 1, 0, 0.1, 0.5],
  }
}

test('alignment finds which word is which, though their order differs', () => {
  const links = align({
    source: numbered(pairs.map(({ source }) => source)),
    target: numbered(pairs.map(({ target }) => target)),
  })
  const all = pairs.flatMap(({ source, target }, at) =>
    (links[at] ?? []).map((link) => `${source[link >> 8]} ${target[link & 255]}`),
  )
  const right = Object.entries({ ...NOUNS, ...ADJECTIVES, ...VERBS }).map((words) =>
    words.join(' '),
  )
  const ofWords = all.filter((words) => !words.startsWith('.'))
  expect(ofWords.filter((words) => right.includes(words)).length / ofWords.length).toBeGreaterThan(
    0.97,
  )
})

test('what was learned translates sentences that were never seen, in the order of the other language', () => {
  const direction = trained()
  expect(translateSentence('Old river likes dog.', direction)).toBe('Sune lepa poda moru.')
  expect(translateSentence('big tree sees river.', direction)).toBe('tilo goni wira sune.')
})

test('figures, protected parts and unknown names come out as they are', () => {
  const direction = trained()
  expect(translateSentence('red dog sees \uE000.', direction)).toContain('\uE000')
  expect(translateSentence('red dog sees 1,250 Zarauko.', direction)).toMatch(/1,250.*Zarauko/)
})

test('the probabilities of all words after any context add to one', () => {
  const sentences = ['a b c a b d', 'a b c', 'b c a', 'a b c d a b c', 'd a b'].map((text) =>
    text.split(' '),
  )
  const model = new LanguageModel(unpack(pack(languageModelOf(sentences))))
  for (const context of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['d', 'd'], ['c', 'a', 'b']]) {
    let at = model.start
    for (const word of context) {
      model.score(at, model.idOf(word))
      at = model.next
    }
    const sum = ['a', 'b', 'c', 'd', '</s>']
      .map((word) => Math.exp(model.score(at, model.idOf(word))))
      .reduce((total, p) => total + p, 0)
    // Probabilities are stored in steps of 6 %; some of the mass is that of unknown words.
    expect(sum).toBeGreaterThan(0.85)
    expect(sum).toBeLessThan(1.08)
  }
})

test('a phrase with a word that nothing explains must have been seen often', () => {
  const filler = Array.from({ length: 150 }, (_, at): SentencePair[] =>
    Array.from({ length: 5 }, () => ({
      ...{ source: [`a${at}`], target: [`b${at}`], links: [0], weight: 1 },
    })),
  ).flat()
  const odd: SentencePair = {
    ...{ source: ['a0', 'a1'], target: ['b0', 'odd', 'b1'], links: [0, 256 + 2], weight: 1 },
  }
  const translationsAfter = (times: number): string[] => {
    const all = [...filler, ...Array.from({ length: times }, () => odd)]
    const words = countWords(all)
    const phrases = new Map<string, PhraseCounts>()
    for (const pair of all) addPhrases(pair, words, phrases)
    const table = new PhraseTable(unpack(pack(phraseTableOf(phrases))))
    const [first = []] = table.lookUp(['a0', 'a1'])
    return first.flatMap((options) => options.map((option) => option.words.join(' ')))
  }
  expect(translationsAfter(1)).toEqual(['b0'])
  expect(translationsAfter(3)).toContain('b0 odd b1')
})
