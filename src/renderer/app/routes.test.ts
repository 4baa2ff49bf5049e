import { expect, test } from 'vitest'
import { SCREENS, screenOf, subrouteOf } from './routes.ts'

test('every screen has its own address, which leads back to it', () => {
  expect(SCREENS.map(({ hash }) => screenOf(hash))).toEqual(SCREENS.map(({ id }) => id))
  expect(new Set(SCREENS.map(({ hash }) => hash)).size).toBe(SCREENS.length)
})

test.each(['', '#', '#/nowhere', '#/api/../../etc', '#/API', '#ọ̀nà'])(
  'the address %j opens the script',
  (hash) => {
    expect(screenOf(hash)).toBe('script')
  },
)

test('a part of the Voices screen has its own address', () => {
  expect([screenOf('#/voices/record'), subrouteOf('#/voices/record')]).toEqual(['voices', 'record'])
  expect([screenOf('#/voices'), subrouteOf('#/voices')]).toEqual(['voices', ''])
  expect(subrouteOf('#/api')).toBe('')
})
