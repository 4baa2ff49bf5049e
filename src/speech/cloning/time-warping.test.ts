import { expect, test } from 'vitest'
import { alignFrames } from './time-warping.ts'

const forever = new AbortController().signal
const said = (text: string): Float64Array[] =>
  Array.from(text, (letter) => Float64Array.of(5 * letter.charCodeAt(0), letter === ' ' ? 300 : 0))

test('the same words spoken slower are aligned frame by frame', async () => {
  const slow = 'hheeelllo  woorld'
  const quick = 'helo  world'
  const { frames } = await alignFrames(said(slow), said(quick), forever)
  expect(Array.from(frames, (frame) => quick[frame]).join('')).toBe(slow)
})

test('the same words cost less than others, and an abort ends the alignment', async () => {
  const own = await alignFrames(said('good morning'), said('goood moornin'), forever)
  const other = await alignFrames(said('good morning'), said('thank you all'), forever)
  expect(own.cost).toBeLessThan(other.cost / 4)
  const stop = new AbortController()
  const aligning = alignFrames(said('a'), said('b'), stop.signal)
  stop.abort()
  await expect(aligning).rejects.toThrow('aborted')
})
