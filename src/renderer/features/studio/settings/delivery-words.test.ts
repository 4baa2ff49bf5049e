import { expect, test } from 'vitest'
import { deliveryWords, ownDelivery } from './delivery-words.ts'

test('settings are written with their sign and unit', () => {
  expect(deliveryWords('speed')(1.25)).toBe('1.25×')
  expect(deliveryWords('pitch')(-2)).toBe('−2 st')
  expect(deliveryWords('volume')(3)).toBe('+3 dB')
  const line = { id: 'a', text: '', voice: 'lina', speed: 1, pitch: 2, volume: -3, pauseAfter: 0 }
  expect(ownDelivery(line)).toEqual(['+2 st', '−3 dB', 'then 0 s'])
})
