import { expect, test } from 'vitest'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { normalise } from '#speech/text/normalise.ts'
import { unspokenWords } from './unspoken-words.ts'

test.each<[string, LanguageCode, readonly string[]]>([
  ['hello مرحبا', 'en', ['مرحبا']],
  ['Pay 5 to Иван Петров today', 'en', ['Иван Петров']],
  ['Иван, see 日本 and Δ', 'en', ['Иван', '日本']],
  ['Sannu Иван 5 Петров', 'ha', ['Иван 5 Петров']],
  ['ሰላም Иван', 'am', ['Иван']],
  // Amharic among others is read as Amharic, and what the writer has given another language is not.
  ['He said ሰላም to Иван', 'en', ['Иван']],
  ['He said [yo]ሰላም[/yo]', 'en', ['ሰላም']],
  ['[spell]aЖb[/spell]', 'en', ['Ж']],
  ['ሰላም ለዓለም', 'am', []],
  ['ሰላም [en]ሰላም[/en]', 'am', ['ሰላም']],
  ['It is [ipa: ɪˈvan] and Ọlá, 20 °C, 5 µm, café', 'en', []],
])('of %j in %s, %j is not spoken', (text, language, expected) => {
  expect(unspokenWords(text, language)).toEqual(expected)
})

test.each(LANGUAGES.map(({ code }) => code))(
  'in %s, a word is named exactly where it is left out',
  (language) => {
    const [own = 'kala', foreign] = [{ am: 'ሰላም' }[language as 'am'], 'мир']
    const text = `${own} ${foreign} ${own}`
    expect(normalise(text, language)).toBe(normalise(`${own} ${own}`, language))
    expect(unspokenWords(text, language)).toEqual([foreign])
  },
)

test('a word that the dictionary says how to read is spoken', () => {
  const entry: Pronunciation = {
    ...{ id: 1, word: 'Иван', saidAs: { kind: 'text', text: 'Ivan' } },
    ...{ language: 'en', scope: { kind: 'global' }, caseSensitive: false },
  }
  expect(unspokenWords('Ask Иван or Пётр', 'en', [entry])).toEqual(['Пётр'])
})
