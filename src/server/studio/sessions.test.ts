import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { folderForTests } from '#core/folder.test-support.ts'
import { createBrowsers } from '#core/library/browsers.ts'
import { openDatabase } from '#core/library/database.ts'
import { createSessions } from './sessions.ts'

const folder = folderForTests('griot ìlú ድምፅ')

test('a library that takes nothing, as on a full disk, keeps nobody out of the studio', async () => {
  const database = openDatabase(join(folder, 'griot.db'))
  database.run('PRAGMA query_only = ON')
  const browsers = createBrowsers(database, () => new Date())
  expect(() => browsers.seen('hers')).toThrow('cannot write its library')
  const sessions = createSessions(async () => false, browsers)
  const server = Fastify()
  server.get('/in', (request, reply) => {
    sessions.begin(request, reply, undefined)
    return 'in'
  })
  server.get(
    '/',
    async (request, reply) => (await sessions.require(request, reply)) ?? 'the studio',
  )
  const { headers } = await server.inject('/in')
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  expect((await server.inject({ url: '/', headers: { cookie } })).body).toBe('the studio')
  expect((await server.inject('/')).statusCode).toBe(401)
  await server.close()
  database.close()
})
