import { expect, test } from 'vitest'
import { SCREENS, screenFromHash, subrouteFromHash } from './routes.ts'

test('every screen has its own address, which leads back to it', () => {
  expect(SCREENS.map(({ hash }) => screenFromHash(hash))).toEqual(SCREENS.map(({ id }) => id))
  expect(new Set(SCREENS.map(({ hash }) => hash)).size).toBe(SCREENS.length)
})

test.each(['', '#', '#/nowhere', '#/api/../../etc', '#/API', '#ọ̀nà'])(
  'the address %j opens the script',
  (hash) => {
    expect(screenFromHash(hash)).toBe('script')
  },
)

test('a part of the Voices screen has its own address', () => {
  expect([screenFromHash('#/voices/record'), subrouteFromHash('#/voices/record')]).toEqual([
    'voices',
    'record',
  ])
  expect([screenFromHash('#/voices'), subrouteFromHash('#/voices')]).toEqual(['voices', ''])
  expect(subrouteFromHash('#/api')).toBe('')
})

test('a pack on the Models screen has its own address', () => {
  expect([
    screenFromHash('#/models/mms-tts-yor'),
    subrouteFromHash('#/models/mms-tts-yor'),
  ]).toEqual(['models', 'mms-tts-yor'])
})
