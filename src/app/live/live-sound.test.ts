import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { createLiveSound } from './live-sound.ts'

test('words and marks come with the second of sound in which they lie, on the clock of the whole stream', () => {
  const sound = createLiveSound(0)
  const options = { format: 'pcm_s16le', speed: 1 } as const
  const say = (text: string, seconds: number) => {
    sound.begin({ text, end: 'flush' }, options)
    const at = (name: string, start: number) => ({ text: name, start, end: start })
    const marks = [at('early', 0.25), at('late', seconds)]
    const words = [{ text: 'word', start: 0.25, end: 0.5 }]
    const timings = { words, phones: [], syllables: [], marks }
    const samples = new Float32Array(seconds * SAMPLE_RATE)
    return [...sound.take({ samples, timings, done: 1, total: 1, samplesToCome: 0 })]
  }
  const first = say('One.', 1.5)
  expect(first.map(({ marks }) => marks.map(({ text }) => text))).toEqual([['early'], ['late']])
  expect(first[0]?.words).toHaveLength(1)
  const second = say('Two.', 0.5)
  expect(second.flatMap(({ marks }) => marks)).toEqual([
    { text: 'early', start: 1.75, end: 1.75 },
    { text: 'late', start: 2, end: 2 },
  ])
})
