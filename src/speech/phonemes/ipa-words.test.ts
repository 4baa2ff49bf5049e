import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { ipaWords } from './ipa-words.ts'

/** Syllables with their stress and tone: "ˈt u . l i/H". */
function syllables(ipa: string, language: LanguageCode): string {
  const words = ipaWords(ipa, language).map((word) =>
    word.syllables
      .map(({ phones, stress, tone }) => {
        const mark = ['', 'ˈ', 'ˌ'][stress]
        return `${mark}${phones.map((phone) => phone.ipa).join(' ')}${tone ? `/${tone}` : ''}`
      })
      .join(' . '),
  )
  return words.join(' | ')
}

test.each([
  ['təˈmɑːtoʊ', 't ə . ˈm ɑ . t oʊ'],
  ['ˈstɹɛŋθ', 'ˈs t ɹ ɛ ŋ θ'],
  ['/ˈwɔːtə ˌɪntəˈɹʌpt/', 'ˈw ɔ . t ə | ˌɪ n . t ə . ˈɹ ʌ p t'],
  ['tʃɜːtʃ', 'ˈtʃ ɝ tʃ'],
  ['dʒ͡ʌdʒ', 'ˈdʒ ʌ dʒ'],
  ['kæts', 'ˈk æ t s'],
  ['ɪkˈstɹiːm', 'ɪ k . ˈs t ɹ i m'],
  ['əˈbaʊt', 'ə . ˈb aʊ t'],
  ['ˈbʌtn̩', 'ˈb ʌ t . n̩'],
  ['goʊ', 'ˈɡ oʊ'],
])('English /%s/ is read as %s', (ipa, expected) => {
  expect(syllables(ipa, 'en')).toBe(expected)
})

test('the phones of an English word are English ones', () => {
  const [word] = ipaWords('ˈtʃaɪɹmən', 'en')
  const phones = word?.syllables.flatMap((syllable) => syllable.phones)
  const ipa = ['tʃ', 'aɪ', 'ɹ', 'm', 'ə', 'n']
  expect(phones).toEqual(ipa.map((one) => ({ ipa: one, language: 'en' })))
})

test.each([
  ['yo', 'ɔ̀ɾɔ̀', 'ɔ/L . ɾ ɔ/L'],
  ['yo', 'ɔ̀ɾɔ̀'.normalize('NFD'), 'ɔ/L . ɾ ɔ/L'],
  ['yo', 'akpɔ́', 'a/M . k͡p ɔ/H'],
  ['yo', 'ak͡pɔ́', 'a/M . k͡p ɔ/H'],
  ['yo', 'ɡ͡bogbo', 'ɡ͡b o/M . ɡ͡b o/M'],
  ['yo', 'ɛ̃̄ ĩ̀ ṹ', 'ɛ̃/M | ĩ/L | ũ/H'],
  ['yo', 'ńlá òròmbó', 'n̩/H . l a/H | o/L . r o/L . m̩/M . b o/H'],
  ['yo', 'ŋ̍kɔ́', 'ŋ̩/M . k ɔ/H'],
  ['yo', 'jíì', 'j i/H . i/L'],
  ['ig', 'áɡbà ɲ́sɪ́', 'a/H . ɡ͡b a/L | ɲ̩/H . s ɪ/H'],
  ['ig', 'kʷá ŋʷá', 'kʷ a/H | ŋʷ a/H'],
  ['ig', 'ɛ́zè', 'ɛ/H . z e/L'],
  ['ha', 'sʼáːráː', 'sʼ aː/H . r aː/H'],
  ['ha', 'kʷʼàː t͡ʃíː j̰áː', 'kʷʼ aː/L | t͡ʃ iː/H | j̰ aː/H'],
  ['ha', 'tsʼoːfoː', 't sʼ oː/H . f oː/H'],
  ['ha', 'ɓâːɗǎː', 'ɓ aː/HL . ɗ aː/LH'],
  ['ha', 'ba˥˩ta˩˥ da˧ ɽa˥', 'b a/HL . t a/LH | d a/M | ɽ a/H'],
  ['ha', 'hánkàliː', 'h a n/H . k a/L . l iː/H'],
  ['am', 'sʼəhaj tʃʼɨra', 'sʼ ə . h a j | t͡ʃʼ ɨ . r a'],
  ['am', 'lətːə kʼəɲː', 'l ə . tː ə | kʼ ə ɲː'],
  ['pcm', 'ˈwahala', 'ˈw a/H . h a/L . l a/L'],
  ['pcm', 'aɪ sabi', 'ˈaɪ/H | ˈs a/H . b i/L'],
] as const)('%s /%s/ is read as %s', (language, ipa, expected) => {
  expect(syllables(ipa, language)).toBe(expected)
})

test('a period and the stress marks begin a syllable where they stand', () => {
  expect(syllables('a.bla', 'yo')).toBe('a/M . b l a/M')
  expect(syllables('ab.la', 'yo')).toBe('a b/M . l a/M')
  expect(syllables('ɪkˈseɪt', 'en')).toBe('ɪ k . ˈs eɪ t')
})

test.each([
  ['wɔ qʘ', 'ʘ', 5],
  ['a5', '5', 2],
  ['bɔ̧', '◌̧', 2],
  ['ʼa', 'ʼ', 1],
  ['сат', 'с', 1],
])('/%s/ names the symbol "%s" and shows its place', (ipa, symbol, column) => {
  expect(() => ipaWords(ipa, 'en')).toThrow(
    expect.objectContaining({
      code: 'text/markup',
      message: expect.stringContaining(`"${symbol}" (U+`),
    }),
  )
  expect(() => ipaWords(ipa, 'en')).toThrow(`line 1, column ${column}:`)
})

test('a word without a sound, or longer than a breath, is refused', () => {
  expect(() => ipaWords('ˈ', 'en')).toThrow('has no sound')
  expect(() => ipaWords('ba'.repeat(40), 'yo')).toThrow('at most 60 sounds')
  expect(ipaWords(' ', 'en')).toEqual([])
})

test('ten thousand tone marks on one letter are one tone', () => {
  expect(syllables(`a${'\u0301'.repeat(10_000)}`, 'yo')).toBe('a/H')
  expect(syllables(`a\u0301${'\u0300'.repeat(10_000)}`, 'yo')).toBe('a/HL')
})

test('consonants alone are one syllable', () => {
  expect(syllables('ʃː pst', 'am')).toBe('ʃː | p s t')
})
