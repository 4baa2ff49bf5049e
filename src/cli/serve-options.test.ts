import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { HELP } from './help.ts'
import { LIMIT_OPTIONS, limitsGiven } from './limit-options.ts'
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
  const options = { ...ACCESS_OPTIONS, ...LIMIT_OPTIONS, ...PROVIDER_OPTIONS, ...SIGNING_OPTIONS }
  for (const name of Object.keys(options)) expect(HELP).toContain(`--${name} `)
})

test('limits that were given go where they count, and the others stay as they are', () => {
  expect(limitsGiven({})).toEqual({ engine: {}, server: { limits: {}, speaking: {} } })
  const given = {
    ...{ connections: '50', 'connections-per-address': '5', streams: '4' },
    ...{ 'streams-per-account': '3', 'streams-per-token': '2', 'streams-per-guest': '1' },
    ...{ 'hls-quota': '1.5GB', 'files-per-account': '7' },
  }
  expect(limitsGiven(given)).toEqual({
    engine: { hlsQuotaBytes: 1.5e9, mostFiles: 7 },
    server: {
      limits: { connections: 50, connectionsPerAddress: 5 },
      speaking: { inAll: 4, ofAccount: 3, ofToken: 2, ofGuest: 1 },
    },
  })
})

test.each([
  ['connections', '31', '32 to'],
  ['streams', '0', '--streams is'],
  ['streams-per-guest', 'many', '"many"'],
  ['files-per-account', '1e3', '--files-per-account'],
  ['hls-quota', '-1', '500MB'],
])('a limit --%s of %j is refused in words', (name, value, words) => {
  expect(() => limitsGiven({ [name]: value })).toThrow(words)
})
