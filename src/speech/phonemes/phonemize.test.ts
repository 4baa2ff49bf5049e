import { expect, test } from 'vitest'
import { basesOfWord, openTestPhonemizer } from './phonemizer.test-support.ts'

const { ipaOf, sentenceOf } = openTestPhonemizer()

const FLITE_PHONES = new Set(
  (
    'aa ae ah ao aw ax ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw ' +
    'v w y z zh'
  ).split(' '),
)

test('a sentence of a news reader comes out word by word', async () => {
  expect(await ipaOf("Nigeria's president, Bola Tinubu, flew from Abuja to Lagos.")).toBe(
    [
      ...['n aɪ ˈdʒ ɪ ɹ i ə z', 'ˈp ɹ ɛ z ə d ə n t', 'ˈb oʊ l ə', 't i ˈn u b u', 'ˈf l u'],
      ...['f ɹ ə m', 'ɑ ˈb u dʒ ɑ', 't ə', 'ˈl eɪ ɡ ɔ s'],
    ].join(' | '),
  )
})

test('a phrase break follows commas, semicolons, colons and dashes', async () => {
  const { words } = await sentenceOf('Rice, beans; yam: garri — and water now.')
  expect(words.filter((word) => word.breakAfter).map(({ text }) => text)).toEqual([
    ...['rice', 'beans', 'yam', 'garri', 'now'],
  ])
})

test('words are handed on in lower case, without marks or outer quotes', async () => {
  const { words } = await sentenceOf("'Olúwaṣeun' didn’t see the BOYS' ƙofa")
  expect(words.map(({ text }) => text)).toEqual([
    ...['oluwaseun', "didn't", 'see', 'the', 'boys', 'kofa'],
  ])
})

test('a word of which the rules say nothing is spelled', async () => {
  const silent = openTestPhonemizer(async (words) => words.map(() => []))
  expect(await silent.basesOf('ubqo')).toEqual(['y', 'uw', 'b', 'iy', 'k', 'y', 'uw', 'ow'])
})

test('phones that are not English are a failure of the rules, and it is named', async () => {
  const foreign = openTestPhonemizer(async (words) => words.map(() => ['rr']))
  await expect(foreign.ipaOf('blurfel')).rejects.toThrow('"rr" is no phone')
})

test.each([
  ...["'''", "'", 'zzzz', 'x', 'a', 'o', 'qqqqqq', "o'", "'s", "n't", 'constructor', '__proto__'],
  ...['wkjfhgqpzmxnbvcrtlskdjfhgqpwoeirutyalskdj', 'aeiouaeiouaeiouaeiouaeiouaeiouaeiouaeiou'],
  ...['a'.repeat(5_000), "a'".repeat(500), 'ኢትዮጵያ', 'سلام', 'Ωμέγα', '\uD800', '\u0000', '—,;', ''],
  ...['ŋgɔzi', 'ßtraße', 'a a a a', 'i i i', "don''t", '"hello"', 'e\u0301\u0301\u0301t\u0323'],
])('hostile text %j is said or left out, never a failure', async (text) => {
  const { words } = await sentenceOf(text)
  for (const word of words) {
    expect(word.text).toMatch(/^[a-z][a-z']*$/)
    expect(basesOfWord(word).length).toBeGreaterThan(0)
    for (const base of basesOfWord(word)) expect(FLITE_PHONES).toContain(base)
  }
})

test('a lexicon that is not there is named in the error', async () => {
  const { ipaOf } = openTestPhonemizer(async () => [], '/no/such/folder')
  await expect(ipaOf('hello')).rejects.toThrow(/en-\w+\.tsv cannot be read: install Griot again/)
})
