import { expect, test } from 'vitest'
import { EMPTY_FORM, LIFETIMES, lifetimeWords, parseKeyForm } from './key-form.ts'

test('a form with a name in any script becomes a key of the owner’s account', () => {
  expect(parseKeyForm({ ...EMPTY_FORM, name: ' Ìròyìn አዲስ ' })).toEqual({
    draft: { name: 'Ìròyìn አዲስ', account: 'owner', scopes: ['speak', 'text'] },
  })
})

test('every invalid field gets its own message, all at once', () => {
  const result = parseKeyForm({ name: '  ', account: '', scopes: [], days: 0 })
  expect(result).toMatchObject({
    errors: {
      name: 'A key needs a name.',
      account: 'An account needs a name.',
      scopes: 'A key needs at least one scope.',
      days: expect.stringContaining('3,650 days'),
    },
  })
})

test.each([
  ['a name of 121 characters', 'ọ'.repeat(121)],
  ['a name with a line break', 'one\ntwo'],
])('%s is rejected at the name only', (_what, name) => {
  const result = parseKeyForm({ ...EMPTY_FORM, name })
  expect('errors' in result && Object.keys(result.errors)).toEqual(['name'])
})

test('lifetimes are offered in days, or as a year', () => {
  expect(LIFETIMES.map(lifetimeWords)).toEqual(['Never', '7 days', '30 days', '90 days', '1 year'])
})
