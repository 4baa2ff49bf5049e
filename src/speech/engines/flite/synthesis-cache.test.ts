import { beforeAll, expect, test } from 'vitest'
import { type Flite, type FliteRequest, openFlite } from './flite.ts'
import { cacheSynthesis } from './synthesis-cache.ts'

let flite: Flite
beforeAll(async () => {
  flite = await openFlite()
})
const request = (text: string, change: Partial<FliteRequest> = {}): FliteRequest => ({
  ...{ voice: 'rms', text, pronunciations: new Map(), f0Shift: 1, durationStretch: 1 },
  ...change,
})

test('a repeated request returns the cached sound, and a request that differs in anything is synthesized', () => {
  const { speak } = cacheSynthesis(flite)
  const first = speak(request('Good morning.'))
  expect(speak(request('Good morning.'))).toBe(first)
  expect(first).toEqual(flite.speak(request('Good morning.')))
  const changes: readonly Partial<FliteRequest>[] = [
    { voice: 'slt' },
    { text: 'Good evening.' },
    { durationStretch: 1.2 },
    { pronunciations: new Map([['morning', ['m', 'ao1', 'n']]]) },
  ]
  for (const change of changes) expect(speak(request('Good morning.', change))).not.toEqual(first)
})

test('old requests leave the cache, so that memory does not grow', () => {
  const { speak } = cacheSynthesis(flite)
  const first = speak(request('Good morning.'))
  const other = speak(request('Good evening.'))
  for (let seconds = 0; seconds < 40; ) {
    const stretch = { durationStretch: 8 + seconds / 100 }
    seconds += speak(request('Good afternoon to everybody.', stretch)).samples.length / 16_000
    speak(request('Good morning.'))
  }
  expect(speak(request('Good morning.'))).toBe(first)
  expect(speak(request('Good evening.'))).not.toBe(other)
})
