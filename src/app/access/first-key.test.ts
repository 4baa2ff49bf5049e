import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCOPES } from '#shared/access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import type { Access } from './access.ts'
import { createAccess } from './create-access.ts'

const folder = folderForTests('ቁልፍ àkọ́kọ́')
/** No system has that many processes. */
const NO_PROCESS = 2 ** 31 - 1

let files = 0
const freshPath = (): string => join(folder, `${++files}.db`)

interface Process {
  readonly access: Access
  end(): Promise<void>
}

/** A program that knows the tokens of the library; `number`: as the system knows its process. */
function openFor(path: string, number = process.pid): Process {
  const database = openDatabase(path)
  const access = createAccess(database, {
    ...{ now: () => new Date('2026-05-01T12:00:00Z'), randomBytes, extraKeys: [] },
    process: createLiveProcess(number),
    onBug: (error) => {
      throw error
    },
  })
  return {
    access,
    async end() {
      await access.close()
      database.close()
    },
  }
}

/** The same, that listens and can show a key. */
async function start(path: string, number = process.pid): Promise<Process> {
  const opened = openFor(path, number)
  await opened.access.makeFirst()
  return opened
}

const refused = (words: RegExp) => ({
  code: 'access/refused',
  message: expect.stringMatching(words),
})

test('the first start makes a key of 256 bits that may do everything, and shows it at that start only', async () => {
  const path = freshPath()
  const one = await start(path)
  const key = String(one.access.first)
  expect(key).toMatch(/^griot_[A-Za-z0-9_-]{43}$/)
  await one.access.firstShown('terminal')
  // The studio shows it once, too.
  expect(one.access.first).toBe(key)
  await one.access.firstShown('studio')
  expect(one.access.first).toBeUndefined()
  await one.end()
  const two = await start(path)
  expect(two.access.first).toBeUndefined()
  expect(await two.access.authenticate(key)).toEqual({
    account: 'owner',
    kind: 'key',
    tokenId: 'key 1',
    tokenName: 'first key',
    scopes: new Set(SCOPES),
  })
  await two.end()
})

test('of two processes that start at once on a new library, one makes the first key', async () => {
  const path = freshPath()
  const [one, two] = [await start(path), await start(path, process.ppid)]
  expect([one.access.first, two.access.first].filter((key) => key !== undefined)).toHaveLength(1)
  expect(await one.access.keys.list()).toHaveLength(1)
  await one.end()
  await two.end()
})

test('a first key that was never shown, because its program was killed before, is replaced at the next start', async () => {
  const path = freshPath()
  const killed = await start(path, NO_PROCESS)
  const unseen = String(killed.access.first)
  await killed.end()
  const next = await start(path)
  expect(next.access.first).toMatch(/^griot_/)
  expect(next.access.first).not.toBe(unseen)
  expect((await next.access.keys.list()).map(({ name }) => name)).toEqual(['first key'])
  await expect(next.access.authenticate(unseen)).rejects.toMatchObject(refused(/key is unknown/))
  await next.access.firstShown('studio')
  await next.end()
  const third = await start(path)
  expect(third.access.first).toBeUndefined()
  await third.end()
})

test.each([
  ['was used', (access: Access) => access.authenticate(String(access.first))],
  ['was revoked', async (access: Access) => await access.keys.revoke(1)],
])(
  'a first key that nobody confirmed to have seen, and that %s, stays as it is',
  async (_, touch) => {
    const path = freshPath()
    const killed = await start(path, NO_PROCESS)
    await touch(killed.access)
    await killed.end()
    const next = await start(path)
    expect(next.access.first).toBeUndefined()
    expect(await next.access.keys.list()).toHaveLength(1)
    await next.end()
  },
)

test('a first key that another program is about to show stays, and so does one from before this was written down', async () => {
  const path = freshPath()
  const showing = await start(path, process.ppid)
  const next = await start(path)
  expect([next.access.first, (await next.access.keys.list()).length]).toEqual([undefined, 1])
  await next.end()
  await showing.end()
  const older = openDatabase(path)
  older.run('DELETE FROM first_key')
  older.close()
  const later = await start(path)
  expect(later.access.first).toBeUndefined()
  await later.end()
})

test('a command that manages keys makes no first key that nobody would see', async () => {
  const path = freshPath()
  const command = openFor(path)
  expect([command.access.first, await command.access.keys.list()]).toEqual([undefined, []])
  await command.end()
  const server = await start(path)
  expect(server.access.first).toMatch(/^griot_/)
  await server.end()
})
