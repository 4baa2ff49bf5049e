import { expect, test } from 'vitest'
import type { SentencePair } from './sentence-pair.ts'
import { type Lexicon, wordFindings } from './words.ts'

const PAIRS: Readonly<Record<string, readonly (readonly [string, number, number])[]>> = {
  lost: [
    ['rasa', 0.2, 0.3],
    ['suka', 0.05, 0.001],
  ],
  homes: [['gidajensu', 0.1, 0.2]],
  people: [['mutane', 0.4, 0.3]],
  house: [
    ['ilé', 0.3, 0.1],
    ['ilé ìgbìmọ̀ asòfin', 0.03, 0.12],
  ],
  left: [['comot', 0.3, 0.2]],
}
const lexicon: Lexicon = (word) =>
  (PAIRS[word] ?? []).map(([text, forward, backward]) => ({
    ...{ words: text.split(' '), forward, backward },
  }))

function found(from: SentencePair['from'], to: SentencePair['to'], source: string, text: string) {
  const findings = wordFindings({ from, to, source, text }, lexicon, 0.01)
  return findings.map((one) => `${one.source}|${one.text}`)
}

test('a word with a meaning needs a counterpart among the words that were learned', () => {
  const source = 'The people lost their homes.'
  expect(found('en', 'ha', source, 'Mutane sun rasa gidajensu.')).toEqual([])
  expect(found('en', 'ha', source, 'Mutane sun rasa rayukansu.')).toEqual(['homes|rayukansu'])
  expect(found('en', 'ha', source, 'Mutane suka tafi da gidajensu.')).toEqual(['lost|tafi'])
})

test('words that were added are found, also where a longer phrase brought them', () => {
  expect(found('en', 'yo', 'the house', 'ilé')).toEqual([])
  expect(found('en', 'yo', 'the house', 'ilé ìgbìmọ̀ asòfin')).toEqual(['|ìgbìmọ̀', '|asòfin'])
})

test('a word of one language may be a particle of the other, and loans and names are spelled in many ways', () => {
  expect(found('en', 'pcm', 'She left.', 'She don comot.')).toEqual([])
  expect(found('en', 'pcm', 'The country', 'Di kontri')).toEqual([])
  expect(found('en', 'am', 'Zainab in Kaduna', 'ዜናብ በካዱና')).toEqual([])
})
