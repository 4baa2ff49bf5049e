import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type DirectionModel, translateSentence } from '#translation/statistical/direction.ts'
import { LanguageModel } from '#translation/statistical/language-model.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { PhraseTable } from '#translation/statistical/phrase-table.ts'
import { align } from './align.ts'
import { languageModelOf, mixedLanguageModelOf } from './count-ngrams.ts'
import { pack } from './pack.ts'
import { phraseTableOf } from './phrase-table-of.ts'
import { addPhrases, countWords, type PhraseCounts, type SentencePair } from './phrases.ts'
import { synonymsOf } from './synonyms.ts'

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

function trained(lists: Record<string, readonly string[]> = {}): DirectionModel {
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
  const table = phraseTableOf(phrases)
  const packed = unpack(pack({ ...table, words: { ...table.words, ...lists } }))
  const model = unpack(pack(languageModelOf(pairs.map(({ target }) => target))))
  return {
    ...{
      source: 'en',
      target: 'pcm',
      consensus: 1,
      compared: 60,
      settings: { beam: 20, reach: 4 },
    },
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

test('a word that no pair had is translated as one of like meaning, a name is not', () => {
  const direction = trained({ unlisted: ['huge', 'hound'], synonyms: ['big', 'dog'] })
  expect(translateSentence('Huge tree sees river.', direction)).toBe('Tilo goni wira sune.')
  expect(translateSentence('big tree sees hound.', direction)).toBe('tilo goni wira moru.')
  expect(translateSentence('big tree sees Hound.', direction)).toContain('Hound')
})

test('words of like meaning are those of the most frequent meaning, else a more general word', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wordnet '))
  const data = [
    '00000001 05 n 02 hound 0 hunting_dog 0 001 @ 00000002 n 0000 | a dog',
    '00000002 05 n 02 dog 0 cur 0 000 | an animal',
    '00000003 18 n 02 hound 1 cad 0 000 | a bad man',
    '00000004 18 n 02 fellow 0 chap 0 000 | a man',
  ].join('\n')
  writeFileSync(join(folder, 'data.noun'), `  1 The licence.\n${data}\n`)
  for (const file of ['data.verb', 'data.adj', 'data.adv']) writeFileSync(join(folder, file), '')
  const senses = [
    'hound%1:18:01:: 00000003 2 0',
    'hound%1:05:00:: 00000001 1 4',
    'chap%1:18:00:: 00000004 1 1',
  ]
  writeFileSync(join(folder, 'index.sense'), `${senses.join('\n')}\n`)
  const known = new Map([
    ['dog', 9],
    ['cur', 1],
    ['fellow', 3],
  ])
  const found = synonymsOf(folder, ['hounds', 'chap', 'dogs', 'moon'], known)
  rmSync(folder, { recursive: true })
  expect([...found]).toEqual([
    ['hounds', 'dog'],
    ['chap', 'fellow'],
  ])
})

test('a small part with a large share decides what follows; what it has not comes from the others', () => {
  const split = (text: string, times: number): string[][] =>
    Array.from({ length: times }, () => text.split(' '))
  const parts = [split('a b a b d', 3), split('a c c a c e', 60)]
  const model = new LanguageModel(
    unpack(
      pack(
        mixedLanguageModelOf(
          parts.map((sentences, at) => ({ sentences, share: at === 0 ? 0.8 : 0.2 })),
        ),
      ),
    ),
  )
  const after = (context: string): ((word: string) => number) => {
    model.score(0, model.idOf(context))
    const at = model.next
    return (word) => Math.exp(model.score(at, model.idOf(word)))
  }
  expect(after('a')('b')).toBeGreaterThan(3 * after('a')('c'))
  expect(after('c')('e')).toBeGreaterThan(0.05)
  for (const context of ['a', 'b', 'c']) {
    const sum = ['a', 'b', 'c', 'd', 'e', '</s>']
      .map(after(context))
      .reduce((total, p) => total + p, 0)
    expect(sum).toBeGreaterThan(0.85)
    expect(sum).toBeLessThan(1.08)
  }
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
