import { expect, test } from 'vitest'
import { blockingReason } from './missing-fields.ts'

const whole = { name: 'Ìyá mi', transcript: 'Ẹ káàárọ̀.', consent: true }

test('a voice can be made once words, name and consent are there', () => {
  expect(blockingReason(whole, false)).toBeUndefined()
})

test('what is missing is named in the order of the form, white space counts for nothing', () => {
  expect(blockingReason({ name: ' ', transcript: '\n', consent: false }, false)).toBe(
    'Still missing: the words that are heard, a name and the consent.',
  )
  expect(blockingReason({ ...whole, consent: false }, false)).toBe('Still missing: the consent.')
})

test('a name or transcript that is too long is named with its limit', () => {
  expect(blockingReason({ ...whole, name: 'ọ'.repeat(121) }, false)).toContain('120 characters')
  expect(blockingReason({ ...whole, transcript: 'ọ'.repeat(2_001) }, false)).toContain(
    '2000 characters',
  )
})

test('a recording that a check refuses is mended first', () => {
  expect(blockingReason(whole, true)).toContain('must be mended first')
})
