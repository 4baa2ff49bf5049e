import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation, PronunciationDraft } from '#shared/pronunciation.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { applyDictionary, replacedPlaces } from './apply.ts'

let ids = 0
const entry = (
  word: string,
  said: string,
  more: Partial<PronunciationDraft> & { readonly ipa?: boolean } = {},
): Pronunciation => {
  const { ipa, ...rest } = more
  return {
    id: ++ids,
    word,
    saidAs: ipa ? { kind: 'ipa', ipa: said } : { kind: 'text', text: said },
    scope: { kind: 'global' },
    caseSensitive: false,
    ...rest,
  }
}

/** The text as it is said, phonemes between slashes. */
const said = (
  text: string,
  entries: readonly Pronunciation[],
  language: LanguageCode = 'en',
): string =>
  applyDictionary(parseMarkup(text), entries, language)
    .map((run) =>
      run.kind === 'pause' || run.kind === 'mark'
        ? '…'
        : run.kind === 'ipa'
          ? `/${run.ipa}/`
          : run.text,
    )
    .join('')

test('whole words are replaced, in any letter case and Unicode spelling', () => {
  const entries = [entry('GTB', 'Guaranty Trust Bank'), entry('ọ̀run', 'sky')]
  expect(said('GTB, gtb and GTBank. Gtb!', entries)).toBe(
    'Guaranty Trust Bank, Guaranty Trust Bank and GTBank. Guaranty Trust Bank!',
  )
  expect(said('Ọ̀run o\u0329\u0300run O\u0300\u0323RUN', entries)).toBe('sky sky sky')
})

test('a mark makes another word', () => {
  const entries = [entry('oko', 'farm'), entry('ọkọ', 'husband')]
  expect(said('oko ọkọ ọkọ́ oko\u0323 okò', entries)).toBe('farm husband ọkọ́ oko\u0323 okò')
})

test.each([
  ['art', 'cart arts art-house "art" art', 'cart arts X-house "X" X'],
  ['5', '5 15 3.5 5,000 5. (5)', 'X 15 3.5 5,000 X. (X)'],
  ['Ada', "Ada's Adaobi Ada’s O'Ada Ada'll", "X's Adaobi X’s O'Ada Ada'll"],
  ['c++', 'C++ c C++, c+++', 'X c X, X+'],
  ["'ya", "'ya 'yar", "X 'yar"],
  ['ab', 'a b ab ab_c ab1', 'a b X ab_c ab1'],
  ['ቤት', 'ቤት ቤቶች ቤት።', 'X ቤቶች X።'],
])('"%s" is found as a word in "%s"', (word, text, expected) => {
  expect(said(text, [entry(word, 'X')])).toBe(expected)
})

test('of several words the longest is taken, over any space between them', () => {
  const entries = [entry('New', 'N'), entry('New York', 'NY'), entry('New York City', 'NYC')]
  expect(said('New York City, new  york\ncity, New York, New Yorkers', entries)).toBe(
    'NYC, NYC, NY, N Yorkers',
  )
})

test('entries that name each other are applied once', () => {
  const entries = [entry('tea', 'coffee'), entry('coffee', 'tea tea'), entry('tea tea', 'tea')]
  expect(said('tea coffee', entries)).toBe('coffee tea tea')
})

test('letter case counts where the entry says so, and then goes first', () => {
  const entries = [entry('us', 'them'), entry('US', 'United States', { caseSensitive: true })]
  expect(said('US us Us', entries)).toBe('United States them them')
})

test('an entry for a language is used there alone, and before one for any', () => {
  const entries = [entry('ka', 'any'), entry('ka', 'Hausa', { language: 'ha' })]
  expect(said('ka [ha]ka[/ha] [yo]ka[/yo]', entries)).toBe('any Hausa any')
  expect(said('ka', [entry('ka', 'Hausa', { language: 'ha' })])).toBe('ka')
  expect(said('ka', entries, 'ha')).toBe('Hausa')
})

test("a project's own entry goes before a global one", () => {
  const project = { scope: { kind: 'project', projectId: 'novel' } } as const
  expect(said('Ife', [entry('Ife', 'global'), entry('Ife', 'own', project)])).toBe('own')
})

test('phonemes take the place of a word, with an English possessive', () => {
  const entries = [entry('Chidi', 'ˈtʃidi', { ipa: true }), entry('Ngozi', 'ŋɡɔzi', { ipa: true })]
  expect(said("Chidi met Ngozi's son", entries)).toBe('/ˈtʃidi/ met /ŋɡɔziz/ son')
  expect(applyDictionary(parseMarkup('[yo]Chidi[/yo]'), entries, 'en')).toEqual([
    { kind: 'ipa', text: 'Chidi', ipa: 'ˈtʃidi', style: { language: 'yo' } },
  ])
})

test('what its writer has decided stays as it is', () => {
  const entries = [entry('GTB', 'bank'), entry('pause', 'rest'), entry('ipa', 'beer')]
  expect(said('[say: GTB] [spell]GTB[/spell] [ipa: ɡɪb] [pause 1s] GTB', entries)).toBe(
    'GTB GTB /ɡɪb/ … bank',
  )
})

test('entries that would make a text endless are refused', () => {
  const bomb = [entry('a', 'ha '.repeat(60).trim())]
  expect(said('a b a', bomb)).toContain('ha ha')
  expect(() => said('a '.repeat(10_000), bomb)).toThrow(
    expect.objectContaining({ code: 'text/too-long' }),
  )
})

test('a full dictionary and a long text with nothing but near misses have an end', () => {
  const entries = Array.from({ length: 5_000 }, (_, index) =>
    entry(`${'a '.repeat(35)}x${index}`, 'b'),
  )
  expect(said('a '.repeat(10_000), entries)).toBe('a '.repeat(10_000))
  expect(said(' '.repeat(20_000), entries)).toBe(' '.repeat(20_000))
  expect(said(`a${'\u0301'.repeat(19_000)}`, entries)).toHaveLength(19_001)
})

test('thousands of spellings of one word in capitals and small letters leave each text its own', () => {
  const letters = [...'abcdefghijklm']
  const inCase = (number: number): string =>
    letters.map((letter, bit) => ((number >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
  const entries = Array.from({ length: 4_000 }, (_, number) =>
    entry(inCase(number), `n${number}`, { caseSensitive: true }),
  )
  expect(said(`${inCase(7)} ${inCase(3_999)} ${inCase(4_001)} `.repeat(400), entries)).toBe(
    `n7 n3999 ${inCase(4_001)} `.repeat(400),
  )
})

test('the places that are replaced are known, in the units of the text', () => {
  const entries = [
    entry('ọ̀run', 'sky'),
    entry('Àjọ Ìdìbò', 'INEC'),
    entry('kan', 'ken', { language: 'ha' }),
  ]
  const text = '😀 O\u0323\u0300run kan, àjọ ìdìbò!'
  const places = replacedPlaces(text, entries, 'yo')
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([
    'O\u0323\u0300run',
    'àjọ ìdìbò',
  ])
  expect(replacedPlaces(text, [], 'yo')).toEqual([])
})
