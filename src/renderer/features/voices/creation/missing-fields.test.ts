import { expect, test } from 'vitest'
import { blockingReason } from './missing-fields.ts'

const whole = { name: 'Ìyá mi', transcript: 'Ẹ káàárọ̀.', consent: true }

test('a voice can be created once transcript, name and consent are there', () => {
  expect(blockingReason(whole, false)).toBeUndefined()
})

test('missing fields are listed in the order of the form, and whitespace does not count', () => {
  expect(blockingReason({ name: ' ', transcript: '\n', consent: false }, false)).toBe(
    'Still missing: the transcript, a name and the consent.',
  )
  expect(blockingReason({ ...whole, consent: false }, false)).toBe('Still missing: the consent.')
})

test('a name or transcript that is too long is listed with its limit', () => {
  expect(blockingReason({ ...whole, name: 'ọ'.repeat(121) }, false)).toContain('120 characters')
  expect(blockingReason({ ...whole, transcript: 'ọ'.repeat(2_001) }, false)).toContain(
    '2000 characters',
  )
})

test('a recording that a check refuses has to be fixed first', () => {
  expect(blockingReason(whole, true)).toContain('Fix the recording first')
})
