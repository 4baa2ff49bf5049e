import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFileServer } from './file-server.test-support.ts'
import { openPackHttp } from './http-client.ts'
import { never } from './packs.test-support.ts'

test('a server that hangs up before its answer was read does not end the program, and the answer is whole', async () => {
  const server = await openFileServer()
  // As much as is taken from the connection before somebody reads it.
  const file = Buffer.alloc(65_536, 7)
  server.files.set('/file', file)
  server.always = (_request, response) =>
    response.writeHead(200, { connection: 'close', 'content-length': file.length }).end(file)
  const http = openPackHttp()
  const { body } = await http.get(`${server.url}/file`, {}, never)
  await delay(200)
  expect((await buffer(body)).equals(file)).toBe(true)
  await http.close()
})
