import { expect, test } from 'vitest'
import { problemOf } from './microphone-problem.ts'

test.each([
  ['NotAllowedError', /blocked/],
  ['SecurityError', /blocked/],
  ['NotFoundError', /There is no microphone/],
  ['NotReadableError', /cannot be opened/],
  ['AbortError', /could not be opened \(gone\)/],
])('a microphone that does not open by %s is told with what to do', (name, words) => {
  const { title, advice } = problemOf(new DOMException('gone', name))
  expect(title).toMatch(words)
  expect(advice).toMatch(/\.$/)
})
