import { expect, test } from 'vitest'
import { halfOf } from '../programs/pronunciation.ts'
import { compareIpa } from './phoneme-error-rate.ts'

test('tone, length, stress, ties and spaces do not count', () => {
  expect(compareIpa('d ʒ áː', 'ˈd͡ʒà').errors).toBe(0)
})

test('a nasal vowel is one error away from an oral one', () => {
  expect(compareIpa('ã', 'a')).toEqual({ reference: 'a~', hypothesis: 'a', symbols: 2, errors: 1 })
})

test('the half of a word is told by the last bit of its SHA-1', () => {
  // The sums end in ff and ae.
  expect(halfOf('Abakaliki')).toBe('seen')
  expect(halfOf('Aarinọla')).toBe('unseen')
})
