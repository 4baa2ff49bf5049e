import { expect, test } from 'vitest'
import { describeMicrophoneError } from './microphone-error.ts'

test.each([
  ['NotAllowedError', /blocked/],
  ['SecurityError', /blocked/],
  ['NotFoundError', /No microphone was found/],
  ['NotReadableError', /cannot be opened/],
  ['AbortError', /could not be opened \(gone\)/],
])('a microphone that fails with %s is explained, with advice', (name, words) => {
  const { title, advice } = describeMicrophoneError(new DOMException('gone', name))
  expect(title).toMatch(words)
  expect(advice).toMatch(/\.$/)
})
