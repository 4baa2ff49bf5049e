import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type KeyDraft, SCOPES } from '#shared/access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import type { Access } from './access.ts'
import { createAccess } from './create-access.ts'

const folder = folderForTests('ቁልፍ ìṣẹ́')

let files = 0
const freshPath = (): string => join(folder, `${++files}.db`)

interface Process {
  readonly access: Access
  readonly bugs: unknown[]
  /** Lets time pass, in seconds. */
  wait(seconds: number): void
  end(): Promise<void>
}

function start(path: string, extraKeys: readonly string[] = [], makeFirst = true): Process {
  const database = openDatabase(path)
  const bugs: unknown[] = []
  let ms = Date.parse('2026-05-01T12:00:00Z')
  const now = (): Date => new Date(ms)
  const onBug = (error: unknown): unknown => bugs.push(error)
  const access = createAccess(database, {
    ...{ now, randomBytes, extraKeys, onBug },
    process: createLiveProcess(process.pid),
  })
  // Where nothing keeps the library locked, it is made before this is answered.
  if (makeFirst) access.makeFirst().catch(onBug)
  return {
    access,
    bugs,
    wait: (seconds) => {
      ms += seconds * 1_000
    },
    async end() {
      await access.close()
      database.close()
    },
  }
}

const draft = (fields: Partial<KeyDraft> = {}): KeyDraft => ({
  name: 'Ìròyìn òwúrọ̀',
  account: 'owner',
  scopes: ['speak', 'text'],
  ...fields,
})
const refused = (words: RegExp) => ({
  code: 'access/refused',
  message: expect.stringMatching(words),
})

test('a token that is unknown, empty, cut, changed, or in another letter case is refused in words', async () => {
  const { access, end } = start(freshPath())
  const key = String(access.first)
  const others = ['', ' ', 'griot_', 'griot_guest_', 'undefined', 'null', '\0', 'é'.repeat(5_000)]
  for (const token of [...others, key.slice(0, -1), `${key}x`, ` ${key}`, key.toUpperCase()])
    await expect(access.authenticate(token)).rejects.toMatchObject(refused(/key is unknown/))
  await end()
})

test('neither a key nor a guest token is anywhere in the library', async () => {
  const path = freshPath()
  const { access, end } = start(path)
  const made = [
    (await access.keys.create(draft())).token,
    (await access.guests.create('owner', 60)).token,
  ]
  expect(JSON.stringify(await access.keys.list())).not.toContain(made[0])
  await end()
  const bytes = readFileSync(path)
  for (const token of [access.first ?? '', ...made])
    expect(bytes.includes(token.slice(16))).toBe(false)
})

test('keys from the environment count besides the stored ones, also with spaces in them; a blank one opens nothing', async () => {
  const { access, end } = start(freshPath(), [' My API Key ', '', '   ', 'another'])
  for (const [token, tokenId] of [
    ['My API Key', 'environment 1'],
    ['another', 'environment 2'],
  ] as const)
    expect(await access.authenticate(token)).toEqual({
      account: 'owner',
      kind: 'environment',
      tokenId,
      tokenName: 'environment',
      scopes: new Set(SCOPES),
    })
  await expect(access.authenticate('')).rejects.toMatchObject(refused(/key is unknown/))
  await expect(access.authenticate('   ')).rejects.toMatchObject(refused(/key is unknown/))
  await end()
})

test('a new key is known by its first characters, has just the scopes asked for, and belongs to its account', async () => {
  const { access, end } = start(freshPath())
  const { token, record } = await access.keys.create(
    draft({ account: 'Adé', scopes: ['files', 'speak', 'files'], days: 30 }),
  )
  expect(record).toEqual({
    id: 2,
    kind: 'key',
    name: 'Ìròyìn òwúrọ̀',
    account: 'Adé'.normalize('NFC'),
    scopes: ['speak', 'files'],
    start: token.slice(0, 10),
    createdAt: '2026-05-01T12:00:00.000Z',
    expiresAt: '2026-05-31T12:00:00.000Z',
  })
  expect(await access.authenticate(token)).toMatchObject({
    account: 'Adé'.normalize('NFC'),
    kind: 'key',
    scopes: new Set(['speak', 'files']),
  })
  await end()
})

test.each([
  [{ name: '  ' }, /needs a name/],
  [{ name: 'a\nb' }, /control characters/],
  [{ name: 'x'.repeat(121) }, /at most 120/],
  [{ account: '' }, /needs a name/],
  [{ account: 'a\0b' }, /control characters/],
  [{ account: '\ud800' }, /control characters/],
  [{ scopes: [] }, /at least one scope/],
  [{ scopes: ['everything' as 'admin'] }, /speak, voices, files, text, admin/],
  [{ days: 0 }, /1 to 3,650 days/],
  [{ days: 1.5 }, /1 to 3,650 days/],
  [{ days: Number.NaN }, /1 to 3,650 days/],
])('a key ordered with %j is refused in words, and none is made', async (fields, words) => {
  const { access, end } = start(freshPath())
  await expect(async () => access.keys.create(draft(fields))).rejects.toThrow(
    expect.objectContaining({ code: 'access/invalid', message: expect.stringMatching(words) }),
  )
  expect(await access.keys.list()).toHaveLength(1)
  await end()
})

test('a key stops at its time and says when that was', async () => {
  const { access, wait, end } = start(freshPath())
  const { token } = await access.keys.create(draft({ days: 1 }))
  wait(86_399)
  expect(await access.authenticate(token)).toMatchObject({ kind: 'key' })
  wait(1)
  await expect(access.authenticate(token)).rejects.toMatchObject(
    refused(/API key expired on 2026-05-02T12:00:00.000Z/),
  )
  await end()
})

test('a key that another process revokes is refused at once, and one that it makes counts at once', async () => {
  const path = freshPath()
  const server = start(path)
  const command = start(path, [], false)
  const { token, record } = await command.access.keys.create(draft())
  expect(await server.access.authenticate(token)).toMatchObject({ tokenId: `key ${record.id}` })
  expect((await command.access.keys.revoke(record.id)).notice).toBeUndefined()
  await expect(server.access.authenticate(token)).rejects.toMatchObject(refused(/was revoked on/))
  await expect(async () => command.access.keys.revoke(99)).rejects.toThrow(
    expect.objectContaining({ code: 'access/not-found' }),
  )
  await command.end()
  await server.end()
})

test('whoever revokes the last key that may manage keys is told what follows', async () => {
  const { access, wait, end } = start(freshPath())
  const admin = (await access.keys.create(draft({ scopes: ['admin'], days: 1 }))).record
  await access.keys.create(draft({ scopes: ['admin'], account: 'another' }))
  expect((await access.keys.revoke(admin.id)).notice).toBeUndefined()
  await access.keys.create(draft({ scopes: ['admin'], days: 1 }))
  wait(2 * 86_400)
  expect(await access.keys.revoke(1)).toMatchObject({
    revokedAt: '2026-05-03T12:00:00.000Z',
    notice: expect.stringMatching(/last key of the owner.*griot keys create/),
  })
  await end()
})

test('a guest token speaks and works on texts for its time, is told why it stopped, and is purged later', async () => {
  const { access, wait, end } = start(freshPath())
  const { token, record } = await access.guests.create('owner', 900)
  expect(token).toMatch(/^griot_guest_[A-Za-z0-9_-]{43}$/)
  expect(record.expiresAt).toBe('2026-05-01T12:15:00.000Z')
  expect(await access.authenticate(token)).toMatchObject({
    account: 'owner',
    kind: 'guest',
    scopes: new Set(['speak', 'text']),
  })
  wait(900)
  await expect(access.authenticate(token)).rejects.toMatchObject(refused(/guest token expired on/))
  wait(86_401)
  await access.guests.create('owner', 1)
  expect((await access.keys.list()).map(({ id }) => id)).not.toContain(record.id)
  await expect(access.authenticate(token)).rejects.toMatchObject(refused(/key is unknown/))
  for (const seconds of [0, -1, 1.5, Number.NaN, Infinity, 86_401])
    await expect(async () => access.guests.create('owner', seconds)).rejects.toThrow(
      '1 to 86,400 whole seconds',
    )
  await end()
})

test('the last use of a key is written down at most once a minute, and survives a restart', async () => {
  const path = freshPath()
  const one = start(path)
  const key = String(one.access.first)
  const lastUse = async (access: Access): Promise<string | undefined> =>
    (await access.keys.list())[0]?.lastUsedAt
  expect(await lastUse(one.access)).toBeUndefined()
  await one.access.authenticate(key)
  expect(await lastUse(one.access)).toBe('2026-05-01T12:00:00.000Z')
  one.wait(59)
  await one.access.authenticate(key)
  expect(await lastUse(one.access)).toBe('2026-05-01T12:00:00.000Z')
  one.wait(1)
  await one.access.authenticate(key)
  await one.end()
  const two = start(path)
  expect(await lastUse(two.access)).toBe('2026-05-01T12:01:00.000Z')
  await two.end()
})

test('a library that cannot be written takes no token away: the use is reported as lost, the key still opens', async () => {
  const path = freshPath()
  const server = start(path)
  const blocker = openDatabase(path)
  blocker.run("CREATE TRIGGER full BEFORE UPDATE ON keys BEGIN SELECT RAISE(FAIL, 'full'); END")
  expect(await server.access.authenticate(String(server.access.first))).toMatchObject({
    kind: 'key',
  })
  blocker.close()
  await server.end()
  expect(server.bugs).toHaveLength(1)
})

test('an account keeps no audio until its owner says so, and accounts decide apart', async () => {
  const { access, end } = start(freshPath())
  expect(await access.accountOf('owner')).toEqual({
    name: 'owner',
    keepAudio: false,
    quotaBytes: 1_000_000_000,
  })
  await access.changeAccount('owner', { keepAudio: true })
  expect((await access.accountOf('owner')).keepAudio).toBe(true)
  expect((await access.accountOf('Ngọzi')).keepAudio).toBe(false)
  await expect(async () => access.accountOf('a\u0007')).rejects.toThrow('control characters')
  await end()
})
