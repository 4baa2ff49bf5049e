import { expect, test } from 'vitest'
import { createMcpSessions, SESSION_LIMITS } from './sessions.ts'

let nowMs = 0
let open = 0

function session(tokenId: string, isBusy = false) {
  open++
  return {
    ...{ tokenId, isBusy: () => isBusy },
    close: async () => {
      await Promise.resolve()
      open--
    },
  }
}

/** Begins one as the server does: its id is known only later. */
async function begin(
  sessions: ReturnType<typeof createMcpSessions<ReturnType<typeof session>>>,
  id: string,
  tokenId: string,
  isBusy = false,
): Promise<void> {
  const giveBack = await sessions.takePlace(tokenId)
  await new Promise(setImmediate)
  sessions.add(id, session(tokenId, isBusy))
  giveBack()
}

const create = () => {
  open = 0
  return createMcpSessions<ReturnType<typeof session>>(() => nowMs, SESSION_LIMITS)
}

test('of a thousand sessions, begun all at once by many tokens, no more than the limits are kept', async () => {
  const sessions = create()
  const all = Array.from({ length: 1_000 }, (_, n) => begin(sessions, `${n}`, `token ${n % 40}`))
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
  expect(open).toBeLessThanOrEqual(SESSION_LIMITS.inAll)
  // What waits for its first message is not idle: it is not ended for others.
  expect(refused.length).toBe(1_000 - SESSION_LIMITS.inAll)
  for (let n = 1_000; n < 2_000; n++) await begin(sessions, `${n}`, `token ${n % 40}`)
  expect(open).toBe(SESSION_LIMITS.inAll)
  await sessions.close()
  expect(open).toBe(0)
})

test('one token cannot take more than its own, whether one after the other or at once', async () => {
  const sessions = create()
  const all = Array.from({ length: 100 }, (_, n) => begin(sessions, `${n}`, 'one'))
  await Promise.allSettled(all)
  expect(open).toBe(SESSION_LIMITS.ofToken)
  await begin(sessions, 'another', 'two')
  for (let n = 100; n < 200; n++) await begin(sessions, `${n}`, 'one')
  expect(open).toBe(SESSION_LIMITS.ofToken + 1)
  expect(sessions.find('another', 'two')).toBeDefined()
  expect([sessions.find('199', 'one'), sessions.find('199', 'two')]).toEqual([
    expect.anything(),
    undefined,
  ])
})

test('a session in use is not ended for a new one, which is told to wait', async () => {
  const sessions = create()
  for (let n = 0; n < SESSION_LIMITS.ofToken; n++) await begin(sessions, `${n}`, 'one', true)
  await expect(sessions.takePlace('one')).rejects.toThrow('32 sessions of this token are in use')
  nowMs += 2 * SESSION_LIMITS.idleMs
  await expect(sessions.takePlace('one')).rejects.toMatchObject({ retryAfterS: 30 })
})

test('what was not used for an hour is ended when somebody comes', async () => {
  const sessions = create()
  for (let n = 0; n < 20; n++) await begin(sessions, `${n}`, `${n}`)
  nowMs += SESSION_LIMITS.idleMs / 2
  sessions.find('7', '7')
  nowMs += SESSION_LIMITS.idleMs / 2 + 1
  await begin(sessions, 'new', 'new')
  expect(open).toBe(2)
  expect(sessions.find('7', '7')).toBeDefined()
})
