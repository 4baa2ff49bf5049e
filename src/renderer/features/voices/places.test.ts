import { expect, test } from 'vitest'
import { hrefOf, LIBRARY, placeNamed, RECORD } from './places.ts'

const id = 'voice_0123456789abcdef0123456789abcdef'
const named = (href: string) => placeNamed(href.slice(LIBRARY.length + 1))

test('the recorder and every voice of one’s own have an address that leads back to them', () => {
  expect(named(RECORD)).toEqual({ kind: 'record' })
  expect(named(hrefOf(id))).toEqual({ kind: 'voice', id })
})

test.each(['', 'lina', 'voice_', '../record', `${id}/x`])('%j opens the library', (name) => {
  expect(placeNamed(name)).toEqual({ kind: 'library' })
})
