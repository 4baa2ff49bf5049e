import { afterAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
const APP = 'app://obsidian.md'

const { tone, server, close } = await openToneServer()
const { appOrigins, settings } = tone.app
afterAll(close)

const at = (origin: string, url = server.url) => send(`${url}/health`, { headers: { origin } })

/** A window of the studio, with the questions that it was told of, the last one last. */
function openWindow() {
  const told: (readonly string[])[] = []
  const { handlers, close } = tone.app.connect((event, data) => {
    if (event === 'apps.asked' && 'origins' in data) told.push(data.origins)
  })
  return { handlers, close, told }
}

test('an extension that was refused is a question in every window, and calls with its key once it is allowed', async () => {
  const [window, other] = [openWindow(), openWindow()]
  const refused = await at(EXTENSION)
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
  expect(refused.detail).toContain('The studio is asking you')
  await at(EXTENSION)
  for (const { told } of [window, other]) expect(told).toEqual([[EXTENSION]])
  expect(await other.handlers['apps.questions']({})).toEqual({ origins: [EXTENSION] })
  await window.handlers['apps.answer']({ origin: EXTENSION, answer: 'allow' })
  expect(other.told.at(-1)).toEqual([])
  expect(settings.value('network.allowed-apps')).toBe(EXTENSION)
  const allowed = await at(EXTENSION)
  expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, EXTENSION])
  const { url } = server
  const said = await send(`${url}/v1/speech`, speech({}, { origin: EXTENSION }))
  expect(said.status).toBe(200)
  const withoutKey = speech({}, { origin: EXTENSION, authorization: '' })
  expect((await send(`${url}/v1/speech`, withoutKey)).status).toBe(401)
  // What was answered in one window is not answered again in another one.
  const again = other.handlers['apps.answer']({ origin: EXTENSION, answer: 'never' })
  await expect(again).rejects.toMatchObject({ message: expect.stringContaining('already') })
  await settings.change({ 'network.allowed-apps': null })
  expect((await at(EXTENSION)).status).toBe(403)
  await appOrigins.answer(EXTENSION, 'later')
  window.close()
  other.close()
})

test('about an app that is never to be allowed nothing is asked, until it is taken out of the list', async () => {
  await at(APP)
  await appOrigins.answer(APP, 'never')
  expect(settings.value('network.refused-apps')).toBe(APP)
  expect((await at(APP)).detail).not.toContain('The studio is asking you')
  expect(appOrigins.questions()).toEqual([])
  await settings.change({ 'network.refused-apps': '' })
  expect((await at(APP)).detail).toContain('The studio is asking you')
  await appOrigins.answer(APP, 'later')
  const [later, sooner] = [await serveTone(tone), 'tauri://localhost']
  await at(sooner, later.url)
  await appOrigins.answer(sooner, 'later')
  // "Not now" counts for this start.
  expect((await at(sooner)).detail).not.toContain('The studio is asking you')
  expect(settings.value('network.refused-apps')).toBe('')
  await later.close()
})

test('no website and no page without an origin makes the studio ask', async () => {
  for (const origin of [
    ...['https://evil.example', 'http://localhost:1', 'HTTPS://evil.example', 'null', ''],
    ...['file://', 'data://x', 'blob://x', 'ws://evil.example', 'ipfs://bafybeig', 'ipns://site'],
    ...[
      'app://',
      'app:x',
      'app://x/path',
      `app://${'x'.repeat(200)}`,
      'app://x y',
      'app://x,app://y',
    ],
  ]) {
    const { status, detail } = await at(origin)
    expect([origin, status]).toEqual([origin, 403])
    expect(detail).not.toContain('The studio is asking you')
  }
  const evil = { headers: { origin: 'app://x', host: 'evil.example' } }
  expect((await send(`${server.url}/health`, evil)).status).toBe(403)
  expect(appOrigins.questions()).toEqual([])
})

test('a program that sends ever other origins makes three questions at once, and no more once twenty were put off', async () => {
  let asked = 0
  for (let n = 0; n < 60; n++) {
    await at(`app://number-${n}`)
    const [first] = appOrigins.questions()
    expect(appOrigins.questions().length).toBeLessThanOrEqual(3)
    if (n % 3 !== 2 || first === undefined) continue
    await appOrigins.answer(first, 'later')
    asked++
  }
  expect(asked).toBeGreaterThan(3)
  for (const origin of appOrigins.questions()) await appOrigins.answer(origin, 'later')
  await at('app://one-more')
  expect(appOrigins.questions()).toEqual([])
})

test('an origin is the same one in capitals, as Safari writes those of its extensions', async () => {
  const origin = 'safari-web-extension://4A1B2C3D-0000-4000-8000-ABCDEF012345'
  await settings.change({ 'network.allowed-apps': origin.toLowerCase() })
  const allowed = await at(origin)
  expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin])
  expect(appOrigins.questions()).toEqual([])
  await settings.change({ 'network.allowed-apps': null })
})
