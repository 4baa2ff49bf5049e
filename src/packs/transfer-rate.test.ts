import { expect, test } from 'vitest'
import { createTransferRate } from './transfer-rate.ts'

function rateWithClock() {
  let now = 0
  const rate = createTransferRate(() => now)
  const pass = (seconds: number, bytesPerSecond: number): void => {
    for (let tenth = 0; tenth < seconds * 10; tenth++) {
      now += 100
      rate.add(bytesPerSecond / 10)
    }
  }
  return { rate, pass }
}

test('speed and time left are told after two seconds, and follow what happens within ten', () => {
  const { rate, pass } = rateWithClock()
  pass(1.9, 1e6)
  expect([rate.bytesPerSecond(), rate.secondsFor(1e6)]).toEqual([undefined, undefined])
  pass(8.1, 1e6)
  expect(rate.bytesPerSecond()).toBeCloseTo(1e6, -5)
  expect(rate.secondsFor(60e6)).toBeGreaterThan(55)
  expect(rate.secondsFor(60e6)).toBeLessThan(65)
  pass(10, 2e6)
  expect(rate.bytesPerSecond()).toBeCloseTo(2e6, -5)
})

test('one burst or one silent second does not make the time left jump', () => {
  const { rate, pass } = rateWithClock()
  pass(10, 1e6)
  pass(1, 0)
  expect(rate.secondsFor(10e6)).toBeLessThan(13)
  pass(1, 3e6)
  expect(rate.secondsFor(10e6)).toBeGreaterThan(7)
})

test('where nothing arrives any more, no time is told', () => {
  const { rate, pass } = rateWithClock()
  pass(5, 1e6)
  pass(11, 0)
  expect([rate.bytesPerSecond(), rate.secondsFor(5)]).toEqual([0, undefined])
})
