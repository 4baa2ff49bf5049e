/** Voices of installed packs on the real host: they come and go with their pack, speak, and are named in what is signed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeSpeechCatalog } from '#inference/speech-catalog.test-support.ts'
import { saidIn } from '#inference/tones.test-support.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { openPackStore } from '#packs/packs.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { childrenOf } from '#testing/processes.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { openRealHost, type RealHost } from './real-host.test-support.ts'
import { KEY } from './tone-app.test-support.ts'

const folder = folderForTests('griot àpò ohùn')
const catalog = writeSpeechCatalog(join(folder, 'catalog'), ['tiny-kokoro', 'tiny-mms-yor'])
const never = new AbortController().signal
const HEART = 'tiny-kokoro.af_heart'
let host: RealHost
beforeAll(async () => {
  host = await openRealHost({}, undefined, catalog)
})
afterAll(async () => {
  await host.close()
  expect(host.bugs).toEqual([])
})

async function ask(path: string, body?: object): Promise<Response> {
  return fetch(`${host.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
// biome-ignore lint/suspicious/noExplicitAny: what the API answers is checked by the tests.
const json = async (path: string): Promise<any> => (await ask(path)).json()
const voiceIds = async (): Promise<string[]> =>
  (await json('/v1/voices')).items.map(({ voice_id }: { voice_id: string }) => voice_id)

async function samplesOf(order: object): Promise<Float32Array> {
  const answer = await ask('/v1/speech', { format: 'pcm_s16le', ...order })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(String(bytes))
  return Float32Array.from(
    { length: bytes.length / 2 },
    (_, n) => bytes.readInt16LE(2 * n) / 32_768,
  )
}

async function install(id: 'tiny-kokoro' | 'tiny-mms-yor'): Promise<void> {
  await host.app.packs.accept(id, 'CC-BY-NC-4.0')
  await host.app.packs.import(id, tinyPack(id).folder)
}

test('without its pack, a voice is not listed, and the error says which pack to install', async () => {
  expect(await voiceIds()).not.toContain(HEART)
  const answer = await ask('/v1/speech', { text: 'Hello.', voice: HEART })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('griot models import FOLDER --pack tiny-kokoro')
})

test('an installed pack has voices everywhere, with its name and what its licence forbids', async () => {
  await install('tiny-kokoro')
  const { items } = await json('/v1/voices')
  expect(items).toContainEqual(
    expect.objectContaining({
      ...{ voice_id: HEART, name: 'Heart (Tiny kokoro)', kind: 'system', language: 'en' },
      languages: ['en'],
      pack: {
        ...{ id: 'tiny-kokoro', name: 'Tiny kokoro' },
        ...{ licence: 'CC-BY-NC-4.0', commercial_use: false },
      },
    }),
  )
  const { voices } = await json('/v1/audio/voices')
  expect(voices).toContainEqual(expect.objectContaining({ id: 'tiny-kokoro.bm_george' }))
  const window = host.app.connect(() => undefined)
  const listed = await window.handlers['voices.list']({})
  window.close()
  expect(listed.find(({ id }) => id === HEART)).toMatchObject({
    character: expect.stringMatching(/American English.*not for commercial use \(CC-BY-NC-4\.0\)/),
  })
})

test('a voice of a pack says what we read, its own words and ours', async () => {
  const say = async (text: string, voice = HEART) =>
    saidIn(await samplesOf({ text, voice }), 24_000, 'tiny-kokoro')
  expect(await say('Four pubs.')).toBe('fɔɹpʌbz')
  expect(await say('[ipa: tɛst] me')).toBe('tɛstmi')
  expect(await say('4 cups')).toBe('fɔɹkʌps')
})

test('a language that the pack does not speak is refused by name, and a detected one is not insisted on', async () => {
  const order = { text: 'Sannu, yaya gida? Ina kwana.', voice: HEART }
  const refused = await ask('/v1/speech', { ...order, language: 'ha' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('does not speak Hausa, only English')
  expect((await samplesOf(order)).length).toBeGreaterThan(0)
})

test('a signed file names the pack and its revision as what made the sound', async () => {
  const answer = await ask('/v1/speech', { text: 'Hello.', voice: HEART, format: 'wav' })
  expect(answer.status).toBe(200)
  const path = join(folder, 'hello.wav')
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  const verdict = await host.app.provenance.verifyFile(path, undefined, never)
  expect(JSON.stringify(verdict)).toContain('Tiny kokoro (pack tiny-kokoro, revision a70f0e45c1cc)')
  expect(JSON.stringify(verdict)).toContain('Heart (Tiny kokoro)')
})

test.skipIf(process.platform === 'win32')(
  'a model that dies while it speaks is started again, and the text is whole',
  async () => {
    const text = Array.from({ length: 30 }, (_, n) => `Number ${n + 2}.`).join(' ')
    const whole = (await samplesOf({ text, voice: HEART })).length
    const speaking = samplesOf({ text, voice: HEART })
    await new Promise((resolve) => setTimeout(resolve, 150))
    for (const { pid, command } of childrenOf(process.pid))
      if (command.includes('inference/process')) process.kill(pid, 'SIGKILL')
    expect((await speaking).length).toBe(whole)
  },
)

fullTest('a pack that another program installs and removes is noticed within seconds', async () => {
  const store = openPackStore({
    ...{ home: host.home, resources: folder, now: () => new Date() },
    settings: packSettingsOf({ GRIOT_PACKS_CATALOG: catalog }),
  })
  const heard: string[] = []
  const window = host.app.connect((event) => heard.push(event))
  await store.accept('tiny-mms-yor', 'CC-BY-NC-4.0')
  await store.import(tinyPack('tiny-mms-yor').folder, 'tiny-mms-yor', never)
  await expect.poll(voiceIds).toContain('tiny-mms-yor')
  expect(heard).toContain('voices.changed')
  const said = await samplesOf({ text: 'ọmọ', voice: 'tiny-mms-yor' })
  expect(saidIn(said, 24_000, 'tiny-mms-yor')).toBe('ọmọ')
  await store.remove('tiny-mms-yor')
  await expect.poll(voiceIds).not.toContain('tiny-mms-yor')
  window.close()
})

test('a pack that is removed takes its voices along, and what speaks is told so', async () => {
  const text = Array.from({ length: 200 }, (_, n) => `Number ${n + 2}.`).join(' ')
  const speech = host.app.speak({ text, voice: HEART, speed: 1 }, 'owner', never)
  await speech.next()
  await host.app.packs.remove('tiny-kokoro')
  await expect(Array.fromAsync(speech)).rejects.toMatchObject({
    message: expect.stringMatching(/tiny-kokoro|not installed.*Lina/s),
  })
  expect(await voiceIds()).not.toContain(HEART)
  await expect(
    Array.fromAsync(host.app.speak({ text, voice: HEART, speed: 1 }, 'owner', never)),
  ).rejects.toMatchObject({
    code: 'voice/not-found',
    message: expect.stringContaining('griot models import FOLDER --pack tiny-kokoro'),
  })
})
