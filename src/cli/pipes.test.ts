import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask, until } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot ọ̀nà')

function start(args: readonly string[]): {
  readonly child: ChildProcessWithoutNullStreams
  readonly told: () => string
} {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'index.ts'), ...args], {
    env: { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '' },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let told = ''
  child.stderr.on('data', (bytes) => {
    told += bytes
  })
  return { child, told: () => told }
}

test('a reader that has enough ends the command without a word', async () => {
  const { child, told } = start(['say', 'One two three. '.repeat(200), '--out', '-'])
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await closed).toEqual([0, null])
  expect(told()).toBe('')
})

test('a server whose welcome nobody reads on serves, and one that is killed leaves no stack behind', async () => {
  const { child, told } = start(['serve', '--port', '0'])
  const closed = once(child, 'close')
  let welcome = ''
  child.stdout.on('data', (bytes) => {
    welcome += bytes
  })
  await until(() => /API\s+http\S+/.test(welcome))
  child.stdout.destroy()
  const url = new URL(/API\s+(http\S+)/.exec(welcome)?.[1] ?? '').origin
  // It answers 503 until speech is ready.
  while ((await ask(`${url}/health`)).status !== 200);
  child.kill('SIGKILL')
  // The processes of the engine hold the same standard error: it closes when the last of them has ended.
  expect(await closed).toEqual([null, 'SIGKILL'])
  expect(told()).not.toMatch(/EPIPE|^\s+at /m)
})
