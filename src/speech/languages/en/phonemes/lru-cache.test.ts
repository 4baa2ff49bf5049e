import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

test('the word that was not used for longest is forgotten first', () => {
  const cache = createLruCache<number>(2)
  cache.set('akara', 1)
  cache.set('suya', 2)
  expect(cache.get('akara')).toBe(1)
  cache.set('kilishi', 3)
  expect([cache.get('akara'), cache.get('suya'), cache.get('kilishi')]).toEqual([1, undefined, 3])
})
