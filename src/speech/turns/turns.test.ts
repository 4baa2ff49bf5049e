import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OWNER, type Requester } from '#shared/access.ts'
import { betweenParts, createTurns, type Turns } from './turns.ts'

const owner: Requester = { account: OWNER, token: 'key', isGuest: false }
const guest: Requester = { account: OWNER, token: 'guest', isGuest: true }
const FOREVER = new AbortController().signal

/** Turns whose clock moves with the work: each part of a piece takes a second. */
function openTurns() {
  let time = 0
  const done: string[] = []
  const turns = createTurns({ parallel: 1, now: () => time })
  const part = (name: string): void => {
    time += 1_000
    done.push(name)
  }
  return { turns, done, part }
}

/** One piece of work in so many parts. */
async function work(
  { turns, part }: { readonly turns: Turns; readonly part: (name: string) => void },
  { name, by, parts }: { readonly name: string; readonly by: Requester; readonly parts: number },
  signal = FOREVER,
): Promise<void> {
  const turn = turns.enter(by, signal)
  try {
    await turn.run(async () => {
      for (let n = 0; n < parts; n++) {
        part(name)
        await betweenParts()
      }
    })
  } finally {
    turn.leave()
  }
}

test('work in parts gives way to a newcomer in the middle of a piece, and is then finished', async () => {
  const open = openTurns()
  const long = work(open, { name: 'guest', by: guest, parts: 50 })
  for (let n = 0; n < 5; n++) await nextTurn()
  const before = open.done.length
  await work(open, { name: 'owner', by: owner, parts: 1 })
  expect(open.done.slice(before).indexOf('owner')).toBeLessThanOrEqual(1)
  expect(open.done.length).toBeLessThan(50)
  await long
  expect(open.done).toHaveLength(51)
})

test('a job that is cancelled while it waits leaves nothing queued, and the others go on', async () => {
  const open = openTurns()
  const stop = new AbortController()
  const cancelled = Array.from({ length: 20 }, () =>
    work(open, { name: 'cancelled', by: guest, parts: 50 }, stop.signal),
  )
  const results = Promise.allSettled(cancelled)
  for (let n = 0; n < 5; n++) await nextTurn()
  stop.abort(new Error('gone'))
  expect((await results).map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  expect(open.turns.waiting).toBe(0)
  const before = open.done.length
  await work(open, { name: 'owner', by: owner, parts: 3 })
  expect(open.done.slice(before)).toEqual(['owner', 'owner', 'owner'])
})

test('a piece of work that fails gives its turn back', async () => {
  const { turns } = openTurns()
  const turn = turns.enter(guest, FOREVER)
  await expect(turn.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(turn.run(async () => 'whole')).resolves.toBe('whole')
  turn.leave()
  expect(turns.waiting).toBe(0)
})

test('parts that go on beside each other wait for one turn together', async () => {
  const { turns, part, done } = openTurns()
  const turn = turns.enter(guest, FOREVER)
  await turn.run(async () => {
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await betweenParts()
        part(name)
        await betweenParts()
        part(name)
      }),
    )
  })
  turn.leave()
  expect(done.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
  await work({ turns, part }, { name: 'next', by: owner, parts: 1 })
  expect(done.at(-1)).toBe('next')
})

test('one part of a piece that fails while another waits for the turn leaves nothing queued', async () => {
  const { turns, part, done } = openTurns()
  const turn = turns.enter(guest, FOREVER)
  await expect(
    turn.run(() => Promise.all([betweenParts(), Promise.reject(new Error('broken'))])),
  ).rejects.toThrow('broken')
  turn.leave()
  await work({ turns, part }, { name: 'next', by: owner, parts: 1 })
  expect([turns.waiting, ...done]).toEqual([0, 'next'])
})

test('outside of any turn, long work lets messages in and goes on', async () => {
  await expect(betweenParts()).resolves.toBeUndefined()
})
