import { expect, test } from 'vitest'
import { describeUncertainWords } from './uncertain-words.ts'

const word = (restored: string, confidence: number, ...forms: readonly string[]) => ({
  ...{ original: restored, restored, start: 0, end: restored.length, confidence },
  alternatives: forms.map((form) => ({ form, probability: 0.1 })),
  source: 'model' as const,
})

test('uncertain words are listed with an alternative, the least certain first', () => {
  const words = [word('ọkọ̀', 0.7, 'oko', 'ọkọ'), word('ilé', 0.99), word('ọ̀rẹ́', 0.4, 'ọrẹ')]
  expect(describeUncertainWords(words)).toBe('Please check ọ̀rẹ́ (or ọrẹ), ọkọ̀ (or oko).')
  expect(describeUncertainWords([word('ilé', 0.99, 'ile')])).toBe('All words are fairly certain.')
})

test('of many uncertain words, only the least certain are listed', () => {
  const words = Array.from({ length: 9 }, () => word('ọkọ̀', 0.5, 'oko'))
  expect(describeUncertainWords(words)).toMatch(/ and 3 more\.$/)
})
