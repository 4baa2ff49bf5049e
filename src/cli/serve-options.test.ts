import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startGriot } from './griot.test-support.ts'
import { limitsFor } from './limit-options.ts'
import {
  checkOpenDiscovery,
  keepFreeOf,
  settingsIn,
  textLimitOf,
  withStoredOptions,
} from './serve-options.ts'

const home = folderForTests('griot ọ̀rọ̀')

test('a server takes texts as long as it was told, and keeps as much of the disk free; both figures of what does not fit are said', async () => {
  const server = startGriot(
    home,
    ['serve', '--port', '0', '--text-limit', '12', '--keep-free', '900000TB'],
    { GRIOT_API_KEY: 'a key of ours' },
  )
  const url = await server.address()
  const say = (text: string) =>
    fetch(`${url}/v1/speech`, {
      method: 'POST',
      headers: { authorization: 'Bearer a key of ours', 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice: 'lina' }),
    })
  const answer = await say('Good morning.')
  // No disk has so much free.
  const full = await say('Good day.')
  await server.end()
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/13 characters.*12/)
  expect(full.status).toBe(507)
  expect(await full.text()).toContain('900000.0 TB are needed')
})

test.each(['0', '-1', '2.5', 'long', '200001'])('a text limit of %j is refused', (limit) => {
  expect(() => textLimitOf(limit)).toThrow('--text-limit')
})

test.each(['', 'much', '-1GB', '5 XB'])('to keep %j free is refused', (size) => {
  expect(() => keepFreeOf(size)).toThrow('--keep-free')
})

test('how much is kept free is a size; left out, it is the server’s own', () => {
  expect(['2GB', '500 MB', undefined].map(keepFreeOf)).toEqual([2e9, 5e8, undefined])
})

test('a text limit that is left out is the server’s own', () => {
  expect(textLimitOf(undefined)).toBeUndefined()
  expect(textLimitOf('200000')).toBe(200_000)
})

test('limits that were given go where they count, and the others stay as they are', () => {
  expect(limitsFor({})).toEqual({ app: {}, server: { limits: {}, speaking: {} } })
  const given = {
    ...{ connections: '50', connectionsPerAddress: '5', streams: '4' },
    ...{ streamsPerAccount: '3', streamsPerToken: '2', streamsPerGuest: '1' },
    ...{ hlsQuota: '1.5GB', filesPerAccount: '7', batchesPerAccount: '9' },
  }
  expect(limitsFor(given)).toEqual({
    app: { hlsQuotaBytes: 1.5e9, maxFiles: 7, maxBatches: 9 },
    server: {
      limits: { connections: 50, connectionsPerAddress: 5 },
      speaking: { inAll: 4, ofAccount: 3, ofToken: 2, ofGuest: 1 },
    },
  })
})

test.each([
  ['connections', '31', '32 to'],
  ['streams', '0', '--streams is'],
  ['streamsPerGuest', 'many', '--streams-per-guest is'],
  ['filesPerAccount', '1e3', '--files-per-account'],
  ['batchesPerAccount', '0', '--batches-per-account'],
  ['hlsQuota', '-1', '500MB'],
])('a limit %s of %j is refused in words', (name, value, words) => {
  expect(() => limitsFor({ [name]: value })).toThrow(words)
})

test('stored settings stand in for options that were not given', () => {
  const stored = { 'quota.playlists': '1GB', 'network.rate-limit': '5', 'network.port': '1' }
  const given = { rateLimit: '7', host: '127.0.0.1', logLevel: 'warn' }
  expect(withStoredOptions(given, stored)).toEqual({ ...given, hlsQuota: '1GB' })
  expect(settingsIn(given)).toEqual({ 'network.rate-limit': '7', 'network.log-level': 'warn' })
})

test('discovery is opened by an option without a value, or by its variable, which is on or off', () => {
  expect(settingsIn({ openDiscovery: true })).toEqual({ 'network.open-discovery': 'on' })
  for (const text of [undefined, '', 'on', 'off'])
    expect(() => checkOpenDiscovery({ given: { GRIOT_OPEN_DISCOVERY: text } })).not.toThrow()
  expect(() => checkOpenDiscovery({ given: { GRIOT_OPEN_DISCOVERY: 'yes' } })).toThrow('on or off')
})
