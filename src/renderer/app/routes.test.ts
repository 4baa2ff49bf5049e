import { expect, test } from 'vitest'
import { placeOf, SCREENS, screenOf } from './routes.ts'

test('every screen has an address of its own that leads back to it', () => {
  expect(SCREENS.map(({ hash }) => screenOf(hash))).toEqual(SCREENS.map(({ id }) => id))
  expect(new Set(SCREENS.map(({ hash }) => hash)).size).toBe(SCREENS.length)
})

test.each(['', '#', '#/nowhere', '#/api/../../etc', '#/API', '#ọ̀nà'])(
  'the address %j opens the script',
  (hash) => {
    expect(screenOf(hash)).toBe('script')
  },
)

test('a part of the Voices screen has an address of its own', () => {
  expect([screenOf('#/voices/record'), placeOf('#/voices/record')]).toEqual(['voices', 'record'])
  expect([screenOf('#/voices'), placeOf('#/voices')]).toEqual(['voices', ''])
  expect(placeOf('#/api')).toBe('')
})
