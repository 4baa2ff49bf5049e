import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriotHere } from './griot.test-support.ts'

const ENTRY = join(import.meta.dirname, 'index.ts')
const folder = folderForTests('griot kọ́kọ́rọ́')
let place: string
let count = 0
beforeEach(() => {
  place = join(folder, String(++count))
})

/** A server of the data folder of this test, on `port`. */
function serve(port = '0'): ChildProcess {
  const child = spawn(process.execPath, [ENTRY, 'serve', '--port', port], {
    env: { ...process.env, GRIOT_HOME: join(place, 'data'), GRIOT_PORT: '' },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** The key that a server shows, with its API's address. */
async function shownBy(child: ChildProcess): Promise<{ key: string | undefined; url: string }> {
  let text = ''
  for await (const piece of child.stdout ?? []) {
    text += String(piece)
    const url = /API\s+(http\S+)\/v1\n/.exec(text)?.[1]
    if (url !== undefined) return { url, key: /API key\s+(griot_\S+)/.exec(text)?.[1] }
  }
  throw new Error(`it ended after: ${text}`)
}

async function keys(): Promise<string> {
  return (await runGriotHere(place, ['keys', 'list'])).out
}

test('a start that fails because its port is taken leaves no key that nobody has seen', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect((await once(serve(port), 'exit'))[0]).toBe(1)
  expect(await keys()).not.toContain('first key')
  const { key, url } = await shownBy(serve())
  const voices = await fetch(`${url}/v1/voices`, { headers: { authorization: `Bearer ${key}` } })
  expect(voices.status).toBe(200)
})

test('a key that no terminal took, because nobody read it and the server was killed, is replaced by one that is shown', async () => {
  const unread = serve()
  unread.stdout?.destroy()
  // That nobody reads may end it at once.
  await expect.poll(keys, { timeout: 60_000 }).toContain('first key')
  unread.kill('SIGKILL')
  if (unread.exitCode === null && unread.signalCode === null) await once(unread, 'exit')
  const unseen = await keys()
  const shown = serve()
  const { key } = await shownBy(shown)
  expect(key).toMatch(/^griot_/)
  expect(unseen).not.toContain(key?.slice(0, 10))
  expect(await keys()).toContain(key?.slice(0, 10))
  expect((await keys()).match(/first key/g)).toHaveLength(1)
  shown.kill('SIGTERM')
  await once(shown, 'exit')
  expect((await shownBy(serve())).key).toBeUndefined()
}, 120_000)
