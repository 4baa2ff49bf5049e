import { expect, test } from 'vitest'
import { withoutOctaveErrors } from './octave-errors.ts'

test('frames an octave or more above or below the median are unvoiced, all others stay', () => {
  expect(withoutOctaveErrors([120, 150, 340, 75, 0, 170, 160])).toEqual([
    120, 150, 0, 0, 0, 170, 160,
  ])
  expect(withoutOctaveErrors([0, 0])).toEqual([0, 0])
  expect(withoutOctaveErrors([])).toEqual([])
})
