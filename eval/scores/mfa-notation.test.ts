import { expect, test } from 'vitest'
import { broadMfa } from './mfa-notation.ts'

test.each([
  ['tʰ iː tʃ a', 't i tʃ a'],
  ['p ɔ ʎ i tʲ i ɟʷ i', 'p ɔ l i t i ɡ w i'],
  ['d̪ a', 'd a'],
  ['b aj a s', 'b aɪ a s'],
])('"%s" is "%s" without allophones', (fine, broad) => {
  expect(broadMfa(fine)).toBe(broad)
})
