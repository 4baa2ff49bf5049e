import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#core/folder.test-support.ts'
import { HELP } from './help.ts'
import {
  ACCESS_OPTIONS,
  keepFreeGiven,
  PROVIDER_OPTIONS,
  SIGNING_OPTIONS,
  textLimitGiven,
} from './serve-options.ts'

const home = folderForTests('griot ọ̀rọ̀')

test('a server takes texts as long as it was told, and keeps as much of the disk free; both figures of what does not fit are said', async () => {
  const args = ['serve', '--port', '0', '--text-limit', '12', '--keep-free', '900000TB']
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
  const say = (text: string) =>
    fetch(`${url}/speech`, {
      method: 'POST',
      headers: { authorization: 'Bearer a key of ours', 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice: 'lina' }),
    })
  const answer = await say('Good morning.')
  // No disk has so much free.
  const full = await say('Good day.')
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await exit
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/13 characters.*12/)
  expect(full.status).toBe(507)
  expect(await full.text()).toContain('900000.0 TB are needed')
})

test.each(['0', '-1', '2.5', 'long', '200001'])('a text limit of %j is refused', (limit) => {
  expect(() => textLimitGiven(limit)).toThrow('--text-limit')
})

test.each(['', 'much', '-1GB', '5 XB'])('to keep %j free is refused', (size) => {
  expect(() => keepFreeGiven(size)).toThrow('--keep-free')
})

test('how much is kept free is a size; left out, it is the server’s own', () => {
  expect(['2GB', '500 MB', undefined].map(keepFreeGiven)).toEqual([2e9, 5e8, undefined])
})

test('a text limit that is left out is the server’s own', () => {
  expect(textLimitGiven(undefined)).toBeUndefined()
  expect(textLimitGiven('200000')).toBe(200_000)
})

test('the help names every option of the server', () => {
  for (const name of Object.keys({ ...ACCESS_OPTIONS, ...PROVIDER_OPTIONS, ...SIGNING_OPTIONS }))
    expect(HELP).toContain(`--${name} `)
})
