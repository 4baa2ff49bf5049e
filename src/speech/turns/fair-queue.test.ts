import { expect, test } from 'vitest'
import { OWNER, type Requester } from '#shared/access.ts'
import { createFairQueue, type FairQueue, type Place } from './fair-queue.ts'

const owner: Requester = { account: OWNER, token: 'key', isGuest: false }
const guest = (token: number, account: string = OWNER): Requester => ({
  account,
  token: `guest ${token}`,
  isGuest: true,
})
const key = (account: string, token = 'key'): Requester => ({ account, token, isGuest: false })

/** Jobs by their names, each of which wants one piece of work after the other, of the cost that `costOf` says. */
function openJobs(queue: FairQueue, costOf: (name: string) => number = () => 1) {
  const names = new Map<Place, string>()
  return {
    add(name: string, by: Requester): Place {
      const place = queue.enter(by)
      names.set(place, name)
      place.wait()
      return place
    },
    /** Serves so many pieces of work; the names of the jobs that they are of, in order. */
    serve(pieces: number): readonly string[] {
      return Array.from({ length: pieces }, () => {
        const place = queue.next()
        if (!place) return 'nobody'
        const name = names.get(place) ?? ''
        place.charge(costOf(name))
        place.wait()
        return name
      })
    },
  }
}

const count = (served: readonly string[], start: string): number =>
  served.filter((name) => name.startsWith(start)).length

test('a piece of the owner that comes behind a hundred pieces of guests is next', () => {
  const jobs = openJobs(createFairQueue())
  for (let n = 0; n < 100; n++) jobs.add(`guest ${n}`, guest(n))
  jobs.serve(250)
  jobs.add('owner', owner)
  expect(jobs.serve(1)).toEqual(['owner'])
})

test('the owner has half of all turns beside any number of guests of the same account', () => {
  const jobs = openJobs(createFairQueue())
  for (let n = 0; n < 100; n++) jobs.add(`guest ${n}`, guest(n))
  jobs.add('owner', owner)
  expect(count(jobs.serve(200), 'owner')).toBe(100)
})

test('a token with many jobs has no more turns than a token with one', () => {
  const jobs = openJobs(createFairQueue())
  for (let n = 0; n < 50; n++) jobs.add(`greedy ${n}`, guest(1))
  jobs.add('modest', guest(2))
  const served = jobs.serve(100)
  expect([count(served, 'greedy'), count(served, 'modest')]).toEqual([50, 50])
})

test('an account with many keys and guests has no more turns than an account with one', () => {
  const jobs = openJobs(createFairQueue())
  for (let n = 0; n < 20; n++) {
    jobs.add(`many ${n}`, key('many', `key ${n}`))
    jobs.add(`many guest ${n}`, guest(n, 'many'))
  }
  jobs.add('one', key('one'))
  expect(count(jobs.serve(100), 'one')).toBe(50)
})

test('turns are shared by what they cost: short pieces have more of them', () => {
  const jobs = openJobs(createFairQueue(), (name) => (name === 'long' ? 10 : 1))
  jobs.add('long', key('a'))
  jobs.add('short', key('b'))
  expect(count(jobs.serve(110), 'long')).toBe(10)
})

test('leaving and coming again does not pay: what was served stays counted', () => {
  const queue = createFairQueue()
  const jobs = openJobs(queue)
  jobs.add('owner', owner)
  let ofGuest = 0
  for (let n = 0; n < 100; n++) {
    const place = queue.enter(guest(1))
    place.wait()
    // At most one piece of ten times the cost, and then a new request.
    for (let turn = 0; turn < 3 && place.state === 'waiting'; turn++) {
      const next = queue.next()
      if (next === place) ofGuest++
      next?.charge(next === place ? 10 : 1)
      if (next !== place) next?.wait()
    }
    place.leave()
  }
  expect(ofGuest).toBeLessThan(40)
})

test('whoever was idle has no turns in advance when it comes back', () => {
  const jobs = openJobs(createFairQueue())
  const place = jobs.add('idle', key('a'))
  place.giveUp()
  jobs.add('busy', key('b'))
  jobs.serve(1_000)
  place.wait()
  expect(count(jobs.serve(10), 'idle')).toBe(5)
})

test('of jobs that come at once the owner goes first, then keys, then guests, each in the order in which they came', () => {
  const jobs = openJobs(createFairQueue())
  jobs.add('guest of another', guest(1, 'other'))
  jobs.add('key of another', key('other'))
  jobs.add('guest', guest(2))
  jobs.add('owner', owner)
  expect(jobs.serve(4)).toEqual(['owner', 'key of another', 'guest', 'guest of another'])
})

test('a job that has left waits for nothing, and an empty queue serves nobody', () => {
  const queue = createFairQueue()
  const places = Array.from({ length: 10 }, (_, n) => queue.enter(guest(n)))
  for (const place of places) place.wait()
  for (const place of places) place.leave()
  expect([queue.waiting, queue.next(), queue.served]).toEqual([0, undefined, 0])
})

test('where several are served at once, nobody has a second place before everybody has one', () => {
  const queue = createFairQueue()
  const names = new Map<Place, string>()
  for (let n = 0; n < 10; n++) {
    const place = queue.enter(guest(1))
    names.set(place, 'greedy')
    place.wait()
  }
  for (const [name, by] of [
    ['modest', guest(2)],
    ['owner', owner],
  ] as const) {
    const place = queue.enter(by)
    names.set(place, name)
    place.wait()
  }
  const served = Array.from({ length: 3 }, () => names.get(queue.next() as Place))
  expect(served.toSorted()).toEqual(['greedy', 'modest', 'owner'])
})

test('what somebody was served while nobody else waited puts nobody behind those who come later', () => {
  const queue = createFairQueue()
  const jobs = openJobs(queue, (name) => (name === 'first' ? 10_000 : 1))
  const first = jobs.add('first', key('a'))
  jobs.serve(1)
  first.leave()
  jobs.add('a', key('a'))
  jobs.add('b', key('b'))
  expect(count(jobs.serve(10), 'a')).toBe(5)
})
