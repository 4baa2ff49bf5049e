import { expect, test } from 'vitest'
import { createAlone } from './alone.ts'

test('work that is to be alone waits for all other work, and the next work for it', async () => {
  const alone = createAlone()
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      steps.push(`${name} begins`)
      await until
      steps.push(`${name} ends`)
      return name
    }
  const all = [
    alone(false, work('a', gate.promise)),
    alone(false, work('b')),
    alone(true, work('only')),
    alone(false, work('c')),
  ]
  await all[1]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(steps).toEqual(['a begins', 'b begins', 'b ends'])
  gate.resolve()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'only', 'c'])
  expect(steps.slice(3)).toEqual(['a ends', 'only begins', 'only ends', 'c begins', 'c ends'])
})

test('work that fails holds nobody back', async () => {
  const alone = createAlone()
  const failing = async (): Promise<never> => {
    throw new RangeError('no')
  }
  await expect(alone(false, failing)).rejects.toThrow('no')
  await expect(alone(true, failing)).rejects.toThrow('no')
  expect(await alone(true, async () => 'yes')).toBe('yes')
  expect(await alone(false, async () => 'yes')).toBe('yes')
})
