import { expect, test } from 'vitest'
import { openSealedKey, sealKey } from './sealed-key.ts'

test('a sealed key is read with its secret alone, and only unchanged', () => {
  const sealed = sealKey('griot_ọ̀rọ̀', 'secret')
  expect(openSealedKey(sealed, 'secret')).toBe('griot_ọ̀rọ̀')
  expect(openSealedKey(sealed, 'Secret')).toBeUndefined()
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(openSealedKey(changed, 'secret')).toBeUndefined()
  }
  expect(openSealedKey(Buffer.of(1, 2), 'secret')).toBeUndefined()
  expect(sealKey('x', 'secret')).not.toEqual(sealKey('x', 'secret'))
  expect(sealed.includes('griot')).toBe(false)
})
