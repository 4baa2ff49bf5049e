import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('the word that was not used for longest is forgotten first', () => {
  const recent = createRecent<number>(2)
  recent.set('akara', 1)
  recent.set('suya', 2)
  expect(recent.get('akara')).toBe(1)
  recent.set('kilishi', 3)
  expect([recent.get('akara'), recent.get('suya'), recent.get('kilishi')]).toEqual([
    1,
    undefined,
    3,
  ])
})
