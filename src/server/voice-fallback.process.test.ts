/** Voices of packs whose model dies whenever it is started, on the real host: another voice speaks, and nobody is left in doubt. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeSpeechCatalog } from '#inference/speech-catalog.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { modelProcessesOf } from '#testing/processes.test-support.ts'
import { openRealHost, type RealHost } from './real-host.test-support.ts'
import { KEY } from './tone-app.test-support.ts'
import { type LiveClient, openLiveClient } from './v1/live-client.test-support.ts'

const folder = folderForTests('griot àpò ohùn')
const catalog = writeSpeechCatalog(join(folder, 'catalog'), ['tiny-kokoro', 'tiny-mms-yor'])
const never = new AbortController().signal
const HEART = 'tiny-kokoro.af_heart'
const TEXT = 'Four pubs.'
let host: RealHost
let killing: NodeJS.Timeout
beforeAll(async () => {
  host = await openRealHost({}, undefined, catalog)
  for (const id of ['tiny-kokoro', 'tiny-mms-yor'] as const) {
    await host.app.packs.accept(id, 'CC-BY-NC-4.0')
    await host.app.packs.import(id, tinyPack(id).folder)
  }
  killing = setInterval(() => {
    for (const pid of modelProcessesOf(process.pid)) process.kill(pid, 'SIGKILL')
  }, 20)
})
afterAll(async () => {
  clearInterval(killing)
  await host.close()
  expect(host.bugs).toEqual([])
})

const ask = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${host.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

describe.skipIf(process.platform === 'win32')('a model that dies twice over a text', () => {
  test('is replaced by a built-in voice of its language and gender before the first sound, as a header says', async () => {
    const pairs = [
      [HEART, TEXT, 'lina'],
      ['tiny-kokoro.bm_george', TEXT, 'john'],
      ['tiny-mms-yor', 'Ẹ káàárọ̀.', 'segun'],
    ] as const
    for (const [voice, text, other] of pairs) {
      const answer = await ask('/v1/speech', { text, voice, format: 'pcm_s16le' })
      expect([answer.status, answer.headers.get('x-voice-fallback')]).toEqual([200, other])
      const own = await ask('/v1/speech', { text, voice: other, format: 'pcm_s16le' })
      expect(own.headers.get('x-voice-fallback')).toBeNull()
      expect((await bytesOf(answer)).equals(await bytesOf(own))).toBe(true)
    }
  })

  test.each(['wav', 'mp3', 'flac'])(
    'is not what a signed %s names: the manifest has who really speaks',
    async (format) => {
      const answer = await ask('/v1/speech', { text: TEXT, voice: HEART, format })
      expect(answer.headers.get('x-voice-fallback')).toBe('lina')
      const path = join(folder, `pubs.${format}`)
      writeFileSync(path, await bytesOf(answer))
      const verdict = JSON.stringify(await host.app.provenance.verifyFile(path, undefined, never))
      expect(verdict).toContain('Lina')
      expect(verdict).not.toMatch(/kokoro/i)
    },
  )

  test('is replaced in the other dialect and in playlists too', async () => {
    const order = { model: 'tts-1', input: TEXT, voice: HEART, response_format: 'pcm' }
    const openai = await ask('/v1/audio/speech', order)
    expect([openai.status, openai.headers.get('x-voice-fallback')]).toEqual([200, 'lina'])
    const playlist = await ask('/v1/speech', { text: TEXT, voice: HEART, format: 'm3u8' })
    expect([playlist.status, playlist.headers.get('x-voice-fallback')]).toEqual([200, 'lina'])
    expect(await playlist.text()).toContain('#EXT-X-ENDLIST')
  })

  test('is an error for who would rather have one, which names the voice that can speak', async () => {
    const order = { text: TEXT, voice: HEART }
    const refused = await ask('/v1/speech', order, { 'X-Voice-Fallback': 'False' })
    expect([refused.status, refused.headers.get('x-voice-fallback')]).toEqual([503, null])
    expect(await refused.text()).toContain('Lina, a built-in voice, can speak this text.')
    expect((await ask('/v1/speech', order, { 'X-Voice-Fallback': 'maybe' })).status).toBe(400)
  })

  test('is an error in the studio, where the person chooses', async () => {
    const speech = host.app.speak({ text: TEXT, voice: HEART, speed: 1 }, 'owner', never)
    await expect(speech.next()).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringContaining('Lina, a built-in voice, can speak this text.'),
    })
  })

  const typesOf = ({ heard }: LiveClient): string[] => heard.map(({ type }) => type)

  test('is told of in live speech before the sound of the other voice, which stays until the next start', async () => {
    const agent = await openLiveClient(host.url, `?voice=${HEART}`)
    agent.send({ type: 'append', text: `${TEXT} Good morning. ` })
    agent.send({ type: 'flush' })
    await agent.hears('flushed')
    expect(typesOf(agent).slice(0, 3)).toEqual(['ready', 'voice', 'chunk'])
    expect(typesOf(agent).filter((type) => type === 'voice')).toHaveLength(1)
    expect(agent.heard[1]).toMatchObject({
      voice: 'lina',
      detail: expect.stringMatching(/tiny-kokoro stopped.*Lina, a built-in voice, speaks instead/s),
    })
    agent.send({ type: 'cancel' })
    agent.send({ type: 'append', text: 'Good evening. ' })
    agent.send({ type: 'flush' })
    await agent.hears('flushed', 2)
    expect(typesOf(agent).filter((type) => type === 'voice')).toHaveLength(1)
    agent.send({ type: 'start', voice_fallback: false })
    agent.send({ type: 'append', text: TEXT })
    agent.send({ type: 'end' })
    await agent.closed
    expect(typesOf(agent).slice(-3)).toEqual(['ready', 'error', 'done'])
  })

  test('is replaced where its pack is removed during a live connection', async () => {
    const agent = await openLiveClient(host.url, `?voice=${HEART}&voice_fallback=true`)
    await agent.hears('ready')
    await host.app.packs.remove('tiny-kokoro')
    agent.send({ type: 'append', text: TEXT })
    agent.send({ type: 'end' })
    await agent.closed
    expect(agent.heard[1]).toMatchObject({
      ...{ type: 'voice', voice: 'lina' },
      detail: expect.stringContaining('belongs to the pack Tiny kokoro, which is not installed'),
    })
    expect(typesOf(agent)).not.toContain('error')
  })
})
