import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairSemaphore, type Requester } from './fair-semaphore.ts'

const forever = new AbortController().signal

/** Places of which `most` are taken at once, and who was served, in order. */
function open(most: number) {
  const places = createFairSemaphore<Requester>()
  const served: { readonly name: string; readonly done: () => void }[] = []
  return {
    places,
    served,
    claim(account: string, token: string, signal = forever): Promise<unknown> {
      const by = { account, token }
      return places
        .acquire({ by, fits: (taken) => taken.length < most }, signal)
        .then((done) => served.push({ name: `${account} ${token}`, done }))
    },
  }
}

test('places go round by account, then by token, however many one of them asks for', async () => {
  const { claim, served } = open(1)
  const wanted = [
    ...Array(6).fill(['Ngọzi', 'a']),
    ...Array(3).fill(['Ngọzi', 'b']),
    ...Array(2).fill(['Ṣadé', 'c']),
  ]
  const all = Promise.all(wanted.map(([account, token]) => claim(account, token)))
  for (let i = 0; i < wanted.length; i++) {
    while (served.length === i) await new Promise(setImmediate)
    served[i]?.done()
  }
  await all
  expect(served.map(({ name }) => name)).toEqual([
    ...['Ngọzi a', 'Ṣadé c', 'Ngọzi b', 'Ṣadé c', 'Ngọzi a', 'Ngọzi b', 'Ngọzi a', 'Ngọzi b'],
    ...['Ngọzi a', 'Ngọzi a', 'Ngọzi a'],
  ])
})

test('whoever stops waiting leaves its place in the queue, and a place is given back once only', async () => {
  const { claim, served, places } = open(1)
  await claim('Ngọzi', 'a')
  const stop = new AbortController()
  const impatient = claim('Ṣadé', 'b', stop.signal)
  const patient = claim('Ṣadé', 'c')
  const reason = new Error('The caller went away.')
  stop.abort(reason)
  await expect(impatient).rejects.toBe(reason)
  await expect(claim('Ṣadé', 'd', stop.signal)).rejects.toBe(reason)
  served[0]?.done()
  served[0]?.done()
  await patient
  expect(places.holders).toEqual([{ account: 'Ṣadé', token: 'c' }])
  expect(places.waiting).toEqual([])
  served[1]?.done()
  expect(places.holders).toEqual([])
})

test('one that does not fit holds up nobody', async () => {
  const { claim, places } = open(2)
  const never = new AbortController()
  const by = { account: 'Ngọzi', token: 'a' }
  const waiting = places.acquire({ by, fits: () => false }, never.signal)
  await claim('Ṣadé', 'b')
  expect(places.waiting).toEqual([by])
  never.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('whatever comes, goes and gives up, no more places are taken than there are, and nobody is forgotten', async () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom('come', 'go', 'give up'), fc.nat(3), fc.nat(3), fc.nat(9)),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (plan, most) => {
      const { claim, served, places } = open(most)
      const claims: { stop: AbortController; settled: Promise<unknown> }[] = []
      for (const [what, account, token, which] of plan) {
        if (what === 'come') {
          const stop = new AbortController()
          const settled = claim(`${account}`, `${token}`, stop.signal).catch(() => 'gave up')
          claims.push({ stop, settled })
        } else if (what === 'go') served[which]?.done()
        else claims[which]?.stop.abort()
        await new Promise(setImmediate)
        expect(places.holders.length).toBeLessThanOrEqual(most)
        expect(places.waiting.length === 0 || places.holders.length === most).toBe(true)
      }
      for (let i = 0; i < claims.length; i++) {
        served[i]?.done()
        await new Promise(setImmediate)
      }
      await Promise.all(claims.map(({ settled }) => settled))
      expect([places.holders.length, places.waiting.length]).toEqual([0, 0])
    }),
    { numRuns: 50 },
  )
})
