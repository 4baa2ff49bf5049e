import { expect, test } from 'vitest'
import { LIBRARY_HREF, parseVoicesRoute, RECORD_HREF, voiceHref } from './voices-routes.ts'

const id = 'voice_0123456789abcdef0123456789abcdef'
const named = (href: string) => parseVoicesRoute(href.slice(LIBRARY_HREF.length + 1))

test('the recorder and every custom voice have their own address, which leads back to them', () => {
  expect(named(RECORD_HREF)).toEqual({ kind: 'record' })
  expect(named(voiceHref(id))).toEqual({ kind: 'voice', id })
})

test.each(['', 'lina', 'voice_', '../record', `${id}/x`])('%j opens the library', (name) => {
  expect(parseVoicesRoute(name)).toEqual({ kind: 'library' })
})
