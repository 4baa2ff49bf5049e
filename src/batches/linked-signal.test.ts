import { expect, test } from 'vitest'
import { linkedTo } from './linked-signal.ts'

test('a signal is aborted with any of those it is linked to, for the same reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = linkedTo(one.signal, other.signal)
  expect(signal.aborted).toBe(false)
  other.abort('Enough.')
  expect([signal.aborted, signal.reason]).toEqual([true, 'Enough.'])
  expect(linkedTo(one.signal, other.signal).signal.reason).toBe('Enough.')
})

test('a signal that is unlinked is not aborted any more', () => {
  const one = new AbortController()
  const { signal, unlink } = linkedTo(one.signal)
  unlink()
  one.abort()
  expect(signal.aborted).toBe(false)
})
