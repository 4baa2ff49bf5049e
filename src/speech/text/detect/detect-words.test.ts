import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWordDetector, type WordDetector } from './detect-words.ts'
import { createEnglishOrPidgin } from './english-or-pidgin.ts'

const bytesOf = (file: string): Int8Array =>
  new Int8Array(readFileSync(new URL(`../../../../models/language/${file}`, import.meta.url)))
const detectInParts = createWordDetector(
  bytesOf('weights.bin'),
  createEnglishOrPidgin(bytesOf('english-or-pidgin.bin')),
)
const detect: WordDetector = (text, main) => [...detectInParts(text, main)].flat()
const languagesIn = (text: string): string =>
  detect(text)
    .map(({ language }) => language)
    .join(' ')

test.each([
  ['Mo fe ra car tuntun fun birthday omo mi lola.', 'yo yo yo en yo yo en yo yo yo'],
  [
    'Won ti lo si school, but they are not back yet, e jowo e pe won.',
    'yo yo yo yo en en en en en en en yo yo yo yo yo',
  ],
  ['Ina son sayi phone a kasuwa.', 'ha ha ha en ha ha'],
  ['Ndi ulo anyi nwere meeting taa na office.', 'ig ig ig ig en ig ig en'],
  ['Wetin dey happen for market today?', 'pcm pcm pcm pcm pcm pcm'],
  [
    'Di oga tell dem say the meeting has been postponed until next week.',
    'pcm pcm pcm pcm pcm en en en en en en en en',
  ],
  ['Wetin you dey do? I am going to the market.', 'pcm pcm pcm pcm en en en en en en'],
  ['ሰላም good morning ነው።', 'am en en am'],
  ['The market is open. Awon omo naa ti lo.', 'en en en en yo yo yo yo yo'],
])('the words of %j are in %s', (text, languages) => {
  expect(languagesIn(text)).toBe(languages)
})

test('the names of people who are talked of in Pidgin are in Pidgin', () => {
  const text = 'Chairman Ifeanyi Okeke don tell dem say Chinedu no go gree at all.'
  expect(new Set(languagesIn(text).split(' '))).toEqual(new Set(['pcm']))
})

test('a word says where it stands in the text that was given', () => {
  const text = '“Ẹ káàárọ̀”, o\u0323mo\u0323 — good 12 morning!'
  for (const { text: word, start, end } of detect(text)) expect(text.slice(start, end)).toBe(word)
  expect(detect(text).map(({ text }) => text)).toEqual([
    ...['Ẹ', 'káàárọ̀', 'o\u0323mo\u0323', 'good', 'morning'],
  ])
})

test('the language that a text is mostly in can be said', () => {
  expect(detect('na', 'ig')[0]?.language).toBe('ig')
  expect(detect('na', 'pcm')[0]?.language).toBe('pcm')
})

test.each([
  ['nothing', '', 0],
  ['figures', '12,500 + 3 = ?', 0],
  ['marks alone', '\u0301\u0323', 1],
  ['a lone surrogate', 'ile \uD800 iwe', 2],
  ['a hundred thousand letters', 'o'.repeat(100_000), 1],
  ['fifty thousand words without a full stop', 'ti '.repeat(50_000), 50_000],
  ['three scripts', 'Bawo ni ሰላም привет 你好', 5],
])('%s: a probability comes with every word', (_, text, words) => {
  const found = detect(text)
  expect(found).toHaveLength(words)
  for (const { confidence } of found) {
    expect(confidence).toBeGreaterThan(0)
    expect(confidence).toBeLessThanOrEqual(1)
  }
})
