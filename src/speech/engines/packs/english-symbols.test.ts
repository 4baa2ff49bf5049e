import { expect, test } from 'vitest'
import type { Syllable } from '#speech/utterance.ts'
import { type EnglishNotation, englishSymbols } from './english-symbols.ts'

/** Syllables of a word: phones with spaces between them, a dot between syllables, ˈ or ˌ before a stressed one. */
function syllablesOf(word: string): readonly Syllable[] {
  return word.split('.').map((syllable) => ({
    stress: syllable.includes('ˈ') ? 1 : syllable.includes('ˌ') ? 2 : 0,
    phones: syllable
      .replace(/[ˈˌ]/g, '')
      .trim()
      .split(' ')
      .map((ipa) => ({ ipa })),
  }))
}
const written = (word: string, notation: EnglishNotation): string =>
  englishSymbols(syllablesOf(word), notation)
    .map(({ symbol }) => symbol)
    .join('')

test.each<[string, string, EnglishNotation, string]>([
  [
    'Kokoro writes diphthongs and affricates with a letter each',
    'ˈtʃ eɪ n dʒ',
    'kokoro-us',
    'ʧˈAnʤ',
  ],
  ['the mark of stress is right before the vowel', 'ə.ˈb aʊ t', 'kokoro-us', 'əbˈWt'],
  ['an American r colours its vowel', 'ˈb ɝ d.z ɚ', 'kokoro-us', 'bˈɜɹdzəɹ'],
  ['a syllable that is l alone has the small schwa', 'ˈb ɑ.t ə l', 'kokoro-us', 'bˈɑtᵊl'],
  ['the British r is said before vowels alone', 'ˈk ɑ ɹ', 'kokoro-gb', 'kˈɑː'],
  ['the British r stays between vowels', 'ˈm ɛ.ɹ i', 'kokoro-gb', 'mˈɛːɹi'],
  ['British vowels are long or short', 'ˈs i.ɡ oʊ t', 'kokoro-gb', 'sˈiːɡQt'],
  ['British o and a', 'ˈb ɑ.t æ', 'kokoro-gb', 'bˈɒta'],
  ['espeak writes two letters for an affricate', 'ˈtʃ ɝ tʃ', 'espeak', 'tʃˈɜːtʃ'],
  ['espeak writes long vowels', 'ˈs i.t i', 'espeak', 'sˈiːti'],
  ['double stops and ejectives become English', 'k͡p a.kʼ u', 'kokoro-us', 'kpɑku'],
  ['a nasal vowel is said with n', 'ĩ.j ã', 'kokoro-us', 'injɑn'],
  ['a sound that English lacks altogether is left out', 'ʔ a', 'kokoro-us', 'ɑ'],
])('%s', (_, word, notation, expected) => {
  expect(written(word, notation)).toBe(expected)
})

test('every symbol but a mark says which phone of the word it is of', () => {
  const symbols = englishSymbols(syllablesOf('ɡ͡b ɛ.ˈl e'), 'kokoro-us')
  expect(symbols.map(({ symbol, phone }) => [symbol, phone])).toEqual([
    ...[
      ['ɡ', 0],
      ['b', 0],
      ['ɛ', 1],
      ['l', 2],
      ['ˈ', undefined],
      ['A', 3],
    ],
  ])
})
