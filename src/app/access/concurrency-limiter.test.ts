import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

const busy = (count: number): string => `${count} files are already being verified`
const key = (tokenId: string, account = 'owner') => ({ account, kind: 'key', tokenId }) as const
const guest = (tokenId: string) => ({ account: 'owner', kind: 'guest', tokenId }) as const
const limits = { inAll: 8, ofAccount: 6, ofToken: 4, ofGuest: 2 }
const refused = (message: string) => expect.objectContaining({ code: 'rate/limited', message })

test('no token, no guest and no account takes all places, and each is told what there is too much of', () => {
  const places = createConcurrencyLimiter(limits, busy)
  const give = Array.from({ length: 2 }, () => places.acquire(guest('guest 1')))
  expect(() => places.acquire(guest('guest 1'))).toThrow(
    refused('2 files are already being verified with this token. Try again in a moment.'),
  )
  give.push(places.acquire(guest('guest 2')))
  expect(() => places.acquire(guest('guest 2'))).toThrow(
    refused(
      '3 files are already being verified for guests of this account. Try again in a moment.',
    ),
  )
  for (let n = 0; n < 3; n++) give.push(places.acquire(key('key 1')))
  expect(() => places.acquire(key('key 2'))).toThrow(/6 files .* for this account/)
  const other = places.acquire(key('key 3', 'Bọ́lá'))
  places.acquire()
  expect(() => places.acquire()).toThrow(
    refused('8 files are already being verified. Try again in a moment.'),
  )
  expect(() => places.acquire(key('key 3', 'Bọ́lá'))).toThrow('8 files')
  other()
  other()
  places.acquire()
  expect(() => places.acquire()).toThrow('8 files')
  for (const back of give) back()
  for (let n = 0; n < 4; n++) places.acquire(key('key 1'))
  expect(() => places.acquire(key('key 1'))).toThrow(/4 files .* with this token/)
})
