import { expect, test } from 'vitest'
import type { KeyRecord } from '#shared/access.ts'
import { isLastAdmin, sortTokens, tokenForExamples, tokenState } from './token-state.ts'

const now = new Date('2026-11-21T12:00:00Z')
const key = (id: number, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  kind: 'key',
  name: `Rédáàkì ${id}`,
  account: 'owner',
  scopes: ['speak', 'admin'],
  start: `griot_${id}`,
  createdAt: `2026-11-0${id}T08:00:00.000Z`,
  ...more,
})

test('a token is active until the moment it expires, which is no longer included', () => {
  expect(tokenState(key(1), now)).toBe('active')
  expect(tokenState(key(1, { expiresAt: '2026-11-21T12:00:00.001Z' }), now)).toBe('active')
  expect(tokenState(key(1, { expiresAt: '2026-11-21T12:00:00.000Z' }), now)).toBe('expired')
})

test('a revoked token stays revoked after its expiry', () => {
  const ended = { expiresAt: '2026-11-20T00:00:00Z', revokedAt: '2026-11-19T00:00:00Z' }
  expect(tokenState(key(1, ended), now)).toBe('revoked')
})

test('active tokens come first, the newest on top', () => {
  const revokedAt = '2026-11-20T00:00:00Z'
  const records = [key(1), key(4, { revokedAt }), key(2), key(5, { revokedAt })]
  expect(sortTokens(records, now).map(({ id }) => id)).toEqual([2, 1, 5, 4])
})

test('the examples use the newest key of this window that can speak', () => {
  const known = [{ token: 'griot_1abc' }, { id: 2, token: 'two' }, { id: 3, token: 'three' }]
  const records = [key(1), key(2), key(3)]
  expect(tokenForExamples(known, records, now)).toBe('three')
  const silent = [key(1), key(2), key(3, { scopes: ['files'] })]
  expect(tokenForExamples(known, silent, now)).toBe('two')
})

test('the examples drop a key that was revoked or has expired, the first key too', () => {
  const known = [{ token: 'griot_1abc' }, { id: 2, token: 'two' }]
  const revoked = key(1, { revokedAt: '2026-11-20T00:00:00Z' })
  const expired = key(2, { expiresAt: '2026-11-20T00:00:00Z' })
  expect(tokenForExamples(known, [revoked, expired], now)).toBeUndefined()
  expect(tokenForExamples(known, [key(1), expired], now)).toBe('griot_1abc')
})

test('the last key of an account that can create tokens is recognised', () => {
  const other = key(2, { account: 'radio' })
  expect(isLastAdmin(key(1), [key(1), other], now)).toBe(true)
  expect(isLastAdmin(key(1), [key(1), key(3)], now)).toBe(false)
  expect(isLastAdmin(key(4, { scopes: ['speak'] }), [key(1)], now)).toBe(false)
})
