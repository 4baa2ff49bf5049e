import { expect, test } from 'vitest'
import { anyCase } from './any-case.ts'

test('a pattern is found in small and capital letters, without a flag', () => {
  const pattern = new RegExp(`^a${anyCase("[kmb]t|rec'd|\\d+\\.? p{2}|\\p{Lu}x")}$`, 'u')
  for (const text of ['akt', 'aKT', 'aMt', "aReC'D", 'a12. PP', 'a1 pP', 'aÀX'])
    expect(text).toMatch(pattern)
  for (const text of ['AKT', 'act', 'aàx', 'a1: pp', 'at']) expect(text).not.toMatch(pattern)
})
