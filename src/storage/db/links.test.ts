import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import type { Running } from './browsers.ts'
import { openDatabase } from './database.ts'
import { createLinks, type Links } from './links.ts'

const database = openDatabase(join(folderForTests('ìjápọ̀ አገናኝ'), 'links.db'))
afterAll(() => database.close())

let now = Date.UTC(2026, 4, 1)
const alive = new Set(['server', 'other', 'command'])
function linksOf(mark: string, library = database): Links {
  const running: Running = { mark, isAlive: (other) => alive.has(other) }
  return createLinks(library, running, { now: () => new Date(now), randomBytes })
}

test('a link works once, within 60 seconds after it was made', async () => {
  const links = linksOf('server')
  const { token, over } = links.offer()
  expect(token).toMatch(/^[\w-]{43}$/)
  now += 59_999
  expect([await links.redeem(token), await links.redeem(token)]).toEqual([true, false])
  await over
  const late = links.offer().token
  now += 60_000
  expect([await links.redeem(late), await links.redeem(late), await links.redeem('')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a link that another program has made works at the server that it was made for, once, within 60 seconds', async () => {
  const server = linksOf('server')
  const other = linksOf('other')
  await server.announce('http://127.0.0.1:7070')
  await other.announce('http://127.0.0.1:7071')
  const command = linksOf('command')
  expect((await command.studios()).map(({ url }) => url)).toEqual([
    'http://127.0.0.1:7070',
    'http://127.0.0.1:7071',
  ])
  const [studio] = await command.studios()
  if (!studio) throw new Error('nothing is served')
  const token = await command.offerFor(studio)
  expect(await other.redeem(token)).toBe(false)
  now += 59_000
  expect([await server.redeem(token), await server.redeem(token)]).toEqual([true, false])
  const late = await command.offerFor(studio)
  now += 60_000
  expect(await server.redeem(late)).toBe(false)
  const kept = JSON.stringify(database.all('SELECT * FROM sign_in_links'))
  expect(kept).not.toContain(token)
})

test('a server that has ended, and one that was killed, is no longer found; its address may be another’s', async () => {
  const [server, other] = [linksOf('server'), linksOf('other')]
  await server.announce('http://127.0.0.1:7070')
  await other.announce('http://127.0.0.1:7071')
  await other.withdraw()
  alive.delete('server')
  expect(await linksOf('command').studios()).toEqual([])
  alive.add('server')
  await other.announce('http://127.0.0.1:7070')
  expect(await linksOf('command').studios()).toEqual([
    { process: 'other', url: 'http://127.0.0.1:7070' },
  ])
})

test('on a disk that takes nothing, the links of the server itself work', async () => {
  const full = openDatabase(join(folderForTests('kún'), 'full.db'))
  full.run('PRAGMA query_only = ON')
  const links = linksOf('server', full)
  expect(await links.redeem(links.offer().token)).toBe(true)
  full.close()
})
