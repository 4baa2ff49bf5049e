import { expect, test } from 'vitest'
import { initialBounds } from './window-bounds.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const external = { x: 1440, y: 0, width: 1920, height: 1080 }
const usual = { width: 1280, height: 800 }

test('the first window has the default size and no position', () => {
  expect(initialBounds(undefined, [laptop])).toEqual(usual)
})

test('the window opens where it was, even on a second screen', () => {
  const bounds = { x: 1600, y: 40, width: 1200, height: 900 }
  expect(initialBounds(bounds, [laptop, external])).toEqual(bounds)
})

test('without that screen it keeps its size and is centred', () => {
  const bounds = { x: 1600, y: 40, width: 1200, height: 900 }
  expect(initialBounds(bounds, [laptop])).toEqual({ width: 1200, height: 900 })
})

test.each([
  ['above the screen', { x: 100, y: -500, width: 1000, height: 700 }],
  ['below the screen', { x: 100, y: 890, width: 1000, height: 700 }],
  ['almost off to the left', { x: -950, y: 100, width: 1000, height: 700 }],
])('a title bar %s is moved back', (_where, bounds) => {
  expect(initialBounds(bounds, [laptop])).toEqual({ width: 1000, height: 700 })
})

test('a remembered size below the minimum grows to it', () => {
  expect(initialBounds({ x: 10, y: 30, width: 20, height: 20 }, [laptop])).toMatchObject({
    width: 960,
    height: 640,
  })
})

test('invalid numbers are ignored', () => {
  const bounds = { x: Number.NaN, y: 0, width: Number.POSITIVE_INFINITY, height: 700 }
  expect(initialBounds(bounds, [laptop])).toEqual(usual)
})
