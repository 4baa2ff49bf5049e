import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { spellOut } from './spell.ts'

const names = (text: string, language: LanguageCode) =>
  spellOut(text, language, {})
    .map((word) => word.map((name) => (name.kind === 'ipa' ? name.ipa : name.text)).join(' '))
    .join(', ')

test.each([
  ['en', 'NNPC 24', 'ˈɛn ˈɛn ˈpi ˈsi, two four'],
  ['en', 'a@b.co', 'ˈeɪ at ˈbi dot ˈsi ˈoʊ'],
  ['en', 'Zoë', 'ˈzi ˈoʊ ˈi'],
  ['pcm', 'ZIK', 'ˈzɛd ˈaɪ ˈkeɪ'],
  ['yo', 'gbogbo', 'gbí ó gbí ó'],
  ['yo', 'Ọ̀ṣun', 'ọ́ ṣí ú ní'],
  ['yo', 'O\u0329\u0300s\u0329un', 'ọ́ ṣí ú ní'],
  ['yo', 'NTA', 'ˈɛn ˈti ˈeɪ'],
  ['yo', 'chukwu', 'ˈsi ˈeɪtʃ ˈju ˈkeɪ ˈdʌ.bəl.ju ˈju'],
  ['ig', 'ṅụọ nwa', 'ṅị ụ ọ, nwị a'],
  ['ha', 'ƙasa tsuntsu', 'ƙa a sa a, tsa u na tsa u'],
  ['am', 'ሰላም', 'ሰ ላ ም'],
  ['en', '  🎉 ', ''],
] as const)('in %s, %s is spelled %s', (language, text, expected) => {
  expect(names(text, language)).toBe(expected)
})

test('digits are named in the language of the text', () => {
  for (const language of ['am', 'ha', 'ig', 'yo', 'pcm'] as const) {
    expect(names('7', language)).toMatch(/\p{L}/u)
    expect(names('77', language)).toBe(`${names('7', language)} ${names('7', language)}`)
  }
})

test('ten thousand marks on a letter are that letter', () => {
  expect(names(`e${'\u0301'.repeat(10_000)}`, 'yo')).toBe('é')
})
