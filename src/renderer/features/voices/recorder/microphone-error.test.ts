import { expect, test } from 'vitest'
import { describeMicrophoneError } from './microphone-error.ts'

test.each([
  ['NotAllowedError', /blocked/],
  ['SecurityError', /blocked/],
  ['NotFoundError', /There is no microphone/],
  ['NotReadableError', /cannot be opened/],
  ['AbortError', /could not be opened \(gone\)/],
])('a microphone that does not open by %s is told with what to do', (name, words) => {
  const { title, advice } = describeMicrophoneError(new DOMException('gone', name))
  expect(title).toMatch(words)
  expect(advice).toMatch(/\.$/)
})
