import { expect, test } from 'vitest'
import { RECORDING_WARNINGS, warningText } from './custom-voices.ts'

test('a warning about words names those that do not fit, where they are known; others do not', () => {
  expect(warningText('some-words', 'the market')).toBe(
    `${RECORDING_WARNINGS['some-words']} Look at “the market”.`,
  )
  expect(warningText('some-words', undefined)).toBe(RECORDING_WARNINGS['some-words'])
  expect(warningText('music', 'the market')).toBe(RECORDING_WARNINGS.music)
})
