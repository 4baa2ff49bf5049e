import { once } from 'node:events'
import { expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startGriot } from './griot.test-support.ts'

const folder = folderForTests('griot ọ̀nà')

test('a reader that has enough ends the command without a word', async () => {
  const { child, err } = startGriot(folder, ['say', 'One two three. '.repeat(200), '--out', '-'])
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await closed).toEqual([0, null])
  expect(err()).toBe('')
})

test('a reader that has enough of the help ends it without a word', async () => {
  const { child, err } = startGriot(folder, ['help', 'serve'])
  const closed = once(child, 'close')
  child.stdout.destroy()
  expect(await closed).toEqual([0, null])
  expect(err()).toBe('')
})

test('a server whose welcome nobody reads on serves, and one that is killed leaves no stack behind', async () => {
  const { child, err, address } = startGriot(folder, ['serve', '--port', '0'])
  const closed = once(child, 'close')
  const url = await address()
  child.stdout.destroy()
  // It answers 503 until speech is ready.
  while ((await send(`${url}/health`)).status !== 200);
  child.kill('SIGKILL')
  // The processes that it started hold the same standard error: it closes when the last of them has ended.
  expect(await closed).toEqual([null, 'SIGKILL'])
  expect(err()).not.toMatch(/EPIPE|^\s+at /m)
})
