import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#core/folder.test-support.ts'
import { HELP } from './help.ts'
import {
  ACCESS_OPTIONS,
  PROVIDER_OPTIONS,
  SIGNING_OPTIONS,
  textLimitGiven,
} from './serve-options.ts'

const home = folderForTests('griot ọ̀rọ̀')

test('a server takes texts as long as it was told, and says both figures of a longer one', async () => {
  const args = ['serve', '--port', '0', '--text-limit', '12']
  const server = spawn(process.execPath, [join(import.meta.dirname, 'index.ts'), ...args], {
    env: { ...process.env, GRIOT_HOME: home, GRIOT_API_KEY: 'a key of ours' },
  })
  // Also where it fails half-way.
  onTestFinished(() => {
    server.kill('SIGKILL')
  })
  let said = ''
  for await (const piece of server.stdout) {
    said += String(piece)
    if (said.includes('/v1')) break
  }
  const url = /API\s+(\S+)/.exec(said)?.[1]
  const answer = await fetch(`${url}/speech`, {
    method: 'POST',
    headers: { authorization: 'Bearer a key of ours', 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Good morning.', voice: 'lina' }),
  })
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await exit
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/13 characters.*12/)
})

test.each(['0', '-1', '2.5', 'long', '200001'])('a text limit of %j is refused', (limit) => {
  expect(() => textLimitGiven(limit)).toThrow('--text-limit')
})

test('a text limit that is left out is the server’s own', () => {
  expect(textLimitGiven(undefined)).toBeUndefined()
  expect(textLimitGiven('200000')).toBe(200_000)
})

test('the help names every option of the server', () => {
  for (const name of Object.keys({ ...ACCESS_OPTIONS, ...PROVIDER_OPTIONS, ...SIGNING_OPTIONS }))
    expect(HELP).toContain(`--${name} `)
})
