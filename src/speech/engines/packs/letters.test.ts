import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Tone } from '#speech/utterance.ts'
import { lettersIn } from './letters.ts'
import { respelled } from './respelling.ts'
import { romanise } from './romanise-ethiopic.ts'

const YORUBA = new Set([...'abdefghijklmnoprstuwyẹọṣáàéèíìóòúù\u0301\u0300-'])
const spelled = (word: string, symbols: ReadonlySet<string>) => {
  const { letters, isWhole } = lettersIn(word, symbols)
  return [letters.join(' '), isWhole]
}

describe('letters of a word, as a model has them', () => {
  test('a letter with its mark is one symbol where the model has it, and two where it has not', () => {
    expect(spelled('Ọmọ́ dé', YORUBA)).toEqual(['ọ m ọ \u0301 d é', true])
    expect(spelled('ilé', new Set([...'ile\u0301']))).toEqual(['i l e \u0301', true])
  })

  test('a mark that the model lacks is left out, the letter stays', () => {
    expect(spelled('ṣe', new Set([...'se']))).toEqual(['s e', true])
  })

  test('a hooked letter becomes the plain one where the model has none', () => {
    expect(spelled('ɓera', new Set([...'bera']))).toEqual(['b e r a', true])
    expect(spelled('ɓera', new Set([...'ɓbera']))).toEqual(['ɓ e r a', true])
  })

  test('a word with a letter that nothing stands for is not whole, punctuation does not count', () => {
    expect(spelled('xilé', YORUBA)).toEqual(['i l é', false])
    expect(spelled('ilé,', YORUBA)).toEqual(['i l é', true])
  })
})

describe('sounds as a reader of the language would write them', () => {
  const say = (language: LanguageCode, ...syllables: [string, (1 | Tone)?][]): string =>
    respelled(
      syllables.map(([phones, accent]) => ({
        phones: phones.split(' ').map((ipa) => ({ ipa })),
        stress: accent === 1 ? 1 : 0,
        ...(accent && accent !== 1 ? { tone: accent } : {}),
      })),
      language,
    )

  test('English in Yoruba has its letters and tones as loans do: the stress is high', () => {
    expect(say('yo', ['dʒ ɑ n', 1], ['s ə n'])).toBe('jánsàn')
    expect(say('yo', ['tʃ ɝ tʃ', 1])).toBe('ṣọ́ṣ'.normalize('NFC'))
  })

  test('tones of a tone language are marked in Yoruba', () => {
    expect(say('yo', ['b a', 'L'], ['b á'.normalize('NFC').replace('á', 'a'), 'H'])).toBe('bàbá')
  })

  test('Hausa has no p and writes ejectives with hooks', () => {
    expect(say('ha', ['p eɪ', 1], ['p ɚ'])).toBe('fefa')
    expect(say('ha', ['kʼ o', 'H'])).toBe('ƙo')
  })

  test('Amharic is written as uroman writes it, with e where no vowel is', () => {
    expect(say('am', ['s ə'], ['l a m'])).toBe('salaame')
    expect(say('am', ['tʼ ɨ'], ['kʼ u'])).toBe('tequ')
  })
})

test('Ethiopic becomes Latin letters as uroman 1.3 writes them', () => {
  expect(romanise('ኢትዮጵያ ከዓለም ሶስቱ ትልቅ የአብርሃም ሀይማኖቶች')).toBe(
    'iteyopheyaa kaaalame sosetu teleqe yaaberehaame hayemaanotoche',
  )
  expect(romanise('ቋንቋ ጓደኛ ኳስ ሟ ሠላም ጠጅ ቸር')).toBe(
    'qwaaneqwaa gwaadanyaa kwaase mwa salaame taje chare',
  )
  expect(romanise('abc 12 ።')).toBe('abc 12 ።')
})
