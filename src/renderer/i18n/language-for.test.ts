import { expect, test } from 'vitest'
import { languageFor } from './language-for.ts'

test('the language is the one chosen, else the first of the person that the studio has, else English', () => {
  expect(languageFor('yo', ['en'])).toBe('yo')
  expect(languageFor('auto', ['sw', 'ha-NG', 'en'])).toBe('ha')
  expect(languageFor('auto', ['FR-ci'])).toBe('fr')
  expect(languageFor('auto', ['sw'])).toBe('en')
  expect(languageFor('auto', [])).toBe('en')
})
