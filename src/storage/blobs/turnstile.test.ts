import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

const forever = new AbortController().signal

test('a few are let in at a time, in their order, and whoever gives up holds nobody up', async () => {
  const turnstile = createTurnstile(2)
  const inside: string[] = []
  const enter = async (name: string, signal = forever) => {
    const leave = await turnstile.enter(signal)
    inside.push(name)
    return leave
  }
  const [a] = [await enter('a'), await enter('b')]
  const impatient = new AbortController()
  const gone = expect(enter('c', impatient.signal)).rejects.toThrow('no more time')
  const [d, e] = [enter('d'), enter('e')]
  impatient.abort(new Error('no more time'))
  await gone
  await nextTurn()
  expect(inside).toEqual(['a', 'b'])
  a()
  const leave = await d
  await nextTurn()
  expect(inside).toEqual(['a', 'b', 'd'])
  leave()
  ;(await e)()
  expect(inside).toEqual(['a', 'b', 'd', 'e'])
  await enter('f')
  await expect(enter('g', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
