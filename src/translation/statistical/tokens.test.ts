import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { joinedSegments, segmentsOf } from './amharic-segments.ts'
import { inEthiopic, inLatin } from './ethiopic.ts'
import { FIGURE, plain, sentenceOf, tokensOf } from './tokens.ts'
import { copied, variantsOf } from './unknown-words.ts'

const back = (text: string, language: LanguageCode): string =>
  sentenceOf(tokensOf(text, language).map(({ key, surface }) => (key === FIGURE ? surface : key)))

test('a sentence in tokens is written again as it was', () => {
  for (const [text, language] of [
    [`Don't say "self-confidence" (today), it's 10:30 and costs ₦5,000.`, 'en'],
    [`'Yan sanda sun kama 'ya'yan Alhaji-Musa.`, 'ha'],
    ['ጠ/ሚ መለስ "ሰላም" አሉ፣ ከዚያም ሄዱ።', 'am'],
    ['Ẹ káàárọ̀, ṣé dáadáa ni?', 'yo'],
    ['Kedu? Ọ dị mma!', 'ig'],
    ['How you dey now?', 'pcm'],
  ] as const)
    expect(back(text, language)).toBe(text)
})

test('a protected part keeps the spaces that it had, and gets no others', () => {
  for (const text of ['\uE000Good\uE001 morning\uE002\uE003, see \uE004.', 'x\uE000y \uE001 z'])
    expect(back(text, 'en')).toBe(text)
})

test('figures and protected parts have one key, words and clitics their own', () => {
  expect(tokensOf("She can't pay 5,000 \uE001!", 'en').map(({ key }) => key)).toEqual([
    ...['She', 'ca', "n't", 'pay', FIGURE, FIGURE, '!'],
  ])
})

test('kinds of quotation marks, apostrophes and spellings that sound alike become one', () => {
  expect(plain('“n’ílé” ‘yan')).toBe(`"n'ílé" 'yan`)
  expect(plain('ሠላም ዓለም፡፡')).toBe('ሰላም አለም።')
})

test('Amharic particles and endings are split from known stems, and joined again', () => {
  const stems = { stems: new Set(['ቤት', 'ኢትዮጵያ', 'ተማሪ']), whole: new Set(['በጣም']) }
  for (const [word, segments] of [
    ['የቤቶቹን', ['የ+', 'ቤት', '+ኦች', '+ኡ', '+ን']],
    ['ከኢትዮጵያ', ['ከ+', 'ኢትዮጵያ']],
    ['ተማሪዎችም', ['ተማሪ', '+ዎች', '+ም']],
    ['በጣም', ['በጣም']],
    ['ሰላም', ['ሰላም']],
  ] as const) {
    expect(segmentsOf(word, stems)).toEqual(segments)
    expect(joinedSegments(segments)).toEqual([word])
  }
  // A translation may leave segments alone: they are not written with their signs.
  expect(joinedSegments(['+ን', 'የ+', '.', 'ቤት'])).toEqual(['የ', '.', 'ቤት'])
})

test('names are written in the other script', () => {
  expect(inLatin('ኦባማ')).toBe('Obama')
  expect(inEthiopic('Lagos')).toBe('ላጎስ')
})

test('an inflected word that nobody knows is looked up without its ending', () => {
  expect(variantsOf('stories', 'en')).toContain('story')
  expect(variantsOf('walked', 'pcm')).toContain('walk')
  expect(variantsOf('ለቡሃሪ', 'am')).toContain('ቡሃሪ')
  expect(variantsOf('gida', 'ha')).toEqual([])
})

test('a Yoruba or Igbo name that nobody knows has no marks in English, and a word stays as it is in other languages', () => {
  expect(copied('Ụzọamaka', 'ig', 'en')).toBe('Uzoamaka')
  expect(copied('Ṣẹ́gun', 'yo', 'en')).toBe('Segun')
  expect(copied('Làbákẹ́', 'yo', 'en')).toBe('Labake')
  expect(copied('Zarauko', 'en', 'yo')).toBe('Zarauko')
})

test('Yoruba words are also looked up without a lengthened last vowel and without a joined preposition', () => {
  expect(variantsOf('ìlúu', 'yo')).toEqual(['ìlú'])
  expect(variantsOf('àtìmọ́lée', 'yo')).toEqual(['àtìmọ́lé'])
  expect(variantsOf('tìbẹ̀rù', 'yo')).toEqual(['ìbẹ̀rù'])
  expect(variantsOf('ọmọ', 'yo')).toEqual([])
})
