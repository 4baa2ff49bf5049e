import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { expectedWords } from './expected-words.ts'

/** Words as "said=written". */
function words(text: string, language: LanguageCode): string {
  return expectedWords(text, language)
    .map(({ said, from, to }) => `${said}=${text.slice(from, to)}`)
    .join(' ')
}

test('figures and signs are expected as words, each at its written place', () => {
  expect(words('Rice is ₦1,850 a kilo, Mr. Ade!', 'en')).toBe(
    'rice=Rice is=is one=₦1,850 thousand=₦1,850 eight=₦1,850 hundred=₦1,850 and=₦1,850 fifty=₦1,850 naira=₦1,850 a=a kilo=kilo mister=Mr ade=Ade',
  )
  expect(words('ዋጋው 25 ብር ነው።', 'am')).toBe('ዋጋው=ዋጋው ሃያ=25 አምስት=25 ብር=ብር ነው=ነው')
})

test('markup is not expected to be said, and what it encloses is', () => {
  expect(words('Ẹ káàárọ̀, [en]Mister[/en]. [pause 300ms] Báwo ni?', 'yo')).toBe(
    'ẹ=Ẹ káàárọ̀=káàárọ̀ mister=Mister báwo=Báwo ni=ni',
  )
  expect(words('<speak>Hello <break time="1s"/> 3 men</speak>', 'en')).toBe(
    'hello=Hello three=3 men=men',
  )
})

test('a text without words expects none, and wrong markup is told', () => {
  expect(expectedWords('… 😀 !', 'en')).toEqual([])
  expect(() => expectedWords('[pause soon]', 'en')).toThrow('pause')
})
