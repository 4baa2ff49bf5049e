import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type RunningGriot, runGriotHere, startGriot } from './griot.test-support.ts'

const folder = folderForTests('griot kọ́kọ́rọ́')
let place: string
let count = 0
beforeEach(() => {
  place = join(folder, String(++count))
})

/** A server of the data folder of this test, on `port`. */
function serve(port = '0'): RunningGriot {
  return startGriot(place, ['serve', '--port', port])
}

/** The key that a server shows, with its address. */
async function shownBy({
  address,
  printed,
}: RunningGriot): Promise<{ key: string | undefined; url: string }> {
  const url = await address()
  return { url, key: /API key\s+(griot_\S+)/.exec(await printed(/API/))?.[1] }
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
  expect((await serve(port).exit)[0]).toBe(1)
  expect(await keys()).not.toContain('first key')
  const { key, url } = await shownBy(serve())
  const voices = await fetch(`${url}/v1/voices`, { headers: { authorization: `Bearer ${key}` } })
  expect(voices.status).toBe(200)
})

test('a key that no terminal took, because nobody read it and the server was killed, is replaced by one that is shown', async () => {
  const unread = serve()
  unread.child.stdout.destroy()
  // That nobody reads may end it at once.
  await expect.poll(keys).toContain('first key')
  unread.child.kill('SIGKILL')
  await unread.exit
  const unseen = await keys()
  const shown = serve()
  const { key } = await shownBy(shown)
  expect(key).toMatch(/^griot_/)
  expect(unseen).not.toContain(key?.slice(0, 10))
  expect(await keys()).toContain(key?.slice(0, 10))
  expect((await keys()).match(/first key/g)).toHaveLength(1)
  await shown.end()
  expect((await shownBy(serve())).key).toBeUndefined()
})

test('the first key reads the measures of the server, with the memory of the process that speaks', async () => {
  const { key, url } = await shownBy(serve())
  const read = async (): Promise<string> => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } })
    return answer.text()
  }
  await expect
    .poll(read)
    .toMatch(/^griot_worker_memory_bytes\{process="speech-griot-neural"\} \d{8,}$/m)
})
