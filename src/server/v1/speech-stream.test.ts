import { afterAll, afterEach, expect, test } from 'vitest'
import { send, until } from '#server/client.test-support.ts'
import { WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { WORD_SECONDS } from '#server/tone-speaker.test-support.ts'
import { openLiveClient } from './live-client.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
const connect = (query?: string) => openLiveClient(server.url, query)
/** So long that no pause of a busy machine is taken for the end of a sentence. */
const QUIET = 'quiet_ms=10000'
afterEach(() => {
  tone.hold = Promise.resolve()
  tone.bugs.length = 0
})

/** Silence between two sentences, as bytes of pcm_s16le. */
const PAUSE_BYTES = 0.27 * 24_000 * 2
const types = (heard: readonly { readonly type: string }[]): string[] =>
  heard.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])

test('an agent sends tokens and hears sentence by sentence, with the times of its words', async () => {
  const agent = await connect(`?voice=LINA&${QUIET}`)
  await agent.hears('ready')
  expect(agent.heard[0]).toEqual({
    type: 'ready',
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    voice: 'lina',
    format: 'pcm_s16le',
    sample_rate: 24_000,
  })
  for (const text of [
    'Good mor',
    'ning from Lagos',
    '. It',
    ' costs 3.',
    '5 naira, Dr',
    '. Bello',
  ]) {
    agent.send({ type: 'append', text })
    if (text === '. It') await agent.hears('chunk', 4)
  }
  agent.send({ type: 'end' })
  const { code } = await agent.closed
  expect(code).toBe(1000)
  expect(types(agent.heard)).toEqual(['ready', 'chunk', 'done'])
  const chunks = agent.heard.filter(({ type }) => type === 'chunk')
  expect(chunks.flatMap(({ sentence }) => sentence ?? [])).toEqual([
    'Good morning from Lagos.',
    'It costs 3.5 naira, Dr. Bello',
  ])
  const words = chunks.flatMap(({ words = [] }) => words)
  expect(words.map(({ text }) => text).join(' ')).toBe(
    'Good morning from Lagos It costs 3 5 naira Dr Bello',
  )
  expect(words[4]?.start).toBe(4 * WORD_SECONDS + 0.27)
  expect(agent.sound().length).toBe(11 * WORD_BYTES + PAUSE_BYTES)
  expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, index) => index))
})

test('flush speaks what waits, in any script, and is answered after its sound', async () => {
  const agent = await connect('?language=am')
  await until(() => agent.heard.length > 0)
  expect(agent.heard[0]).toMatchObject({ type: 'error', detail: expect.stringContaining('Lina') })
  agent.send({ type: 'start', voice: 'john', language: 'amh', format: 'mulaw', speed: 1.2 })
  await agent.hears('ready')
  agent.send({ type: 'append', text: 'ሰላም' })
  agent.send({ type: 'flush' })
  await agent.hears('flushed')
  expect(types(agent.heard)).toEqual(['error', 'ready', 'chunk', 'flushed'])
  expect(agent.sound().length).toBe(WORD_BYTES / 2)
  expect(tone.work.requests.at(-1)).toMatchObject({ voice: 'john', language: 'am', speed: 1.2 })
  agent.socket.close()
})

test('the first chunk of a sentence names what its language cannot read', async () => {
  const agent = await connect('?language=en')
  await agent.hears('ready')
  agent.send({ type: 'append', text: 'Ask Иван now. Then go. ' })
  agent.send({ type: 'end' })
  await agent.closed
  const chunks = agent.heard.filter(({ type }) => type === 'chunk')
  const firsts = chunks.filter(({ sentence }) => sentence)
  expect(firsts.map(({ unspoken }) => unspoken)).toEqual([['Иван'], undefined])
  expect(chunks.filter(({ unspoken }) => unspoken)).toHaveLength(1)
})

test('cancel stops the voice at once, and the connection stays of use', async () => {
  const agent = await connect()
  const held = Promise.withResolvers<void>()
  agent.send({ type: 'append', text: 'One two three. Four five six. ' })
  await agent.hears('chunk')
  tone.hold = held.promise
  agent.send({ type: 'cancel' })
  await agent.hears('cancelled')
  await until(() => tone.work.running === 0)
  held.resolve()
  const before = agent.heard.length
  agent.send({ type: 'append', text: 'Seven.' })
  agent.send({ type: 'flush' })
  await agent.hears('flushed')
  expect(agent.heard.slice(before).map(({ type }) => type)).toEqual(['chunk', 'flushed'])
  expect(agent.heard[before]?.words).toEqual([{ text: 'Seven', start: 0, end: WORD_SECONDS }])
  agent.socket.close()
})

test('what is wrong with a message is told in words and the connection goes on', async () => {
  const agent = await connect()
  await agent.hears('ready')
  const wrong: readonly (readonly [unknown, string, string])[] = [
    ['{"type":', 'request/unreadable', 'not JSON'],
    ['', 'request/unreadable', 'not JSON'],
    [null, 'request/invalid', 'type'],
    [[], 'request/invalid', 'type'],
    [{ type: 'sing' }, 'request/invalid', 'start, append, flush, cancel, end'],
    [{ type: 'append' }, 'request/invalid', 'text'],
    [{ type: 'append', text: 7 }, 'request/invalid', 'text'],
    [{ type: 'append', text: 'x'.repeat(20_001) }, 'text/too-long', '20000'],
    [`{"type":"append","text":"${'x'.repeat(1_048_576)}"}`, 'request/too-large', '1,048,576'],
    ['['.repeat(1_000_000), 'request/unreadable', 'not JSON'],
    [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'request/invalid', 'type'],
    [{ type: 'start', voice: 'Nobody' }, 'voice/not-found', 'John'],
    [{ type: 'start', format: 'mp3' }, 'request/invalid', 'pcm_s16le, mulaw, alaw'],
    [{ type: 'start', speed: 3 }, 'request/invalid', '0.7'],
    [{ type: 'start', language: 'fr' }, 'request/invalid', 'en (English)'],
    [{ type: 'start', quiet_ms: 1 }, 'request/invalid', '100'],
  ]
  for (const [index, [message, code, words]] of wrong.entries()) {
    if (typeof message === 'string') agent.socket.send(message)
    else agent.send(message)
    await agent.hears('error', index + 1)
    expect(agent.heard.at(-1)).toEqual({
      type: 'error',
      code,
      detail: expect.stringContaining(words),
    })
  }
  agent.send({ type: 'start', voice: null, language: null, speed: null, model: 'old' })
  agent.send({ type: 'append', text: 'Still here.', more: true })
  agent.send({ type: 'end' })
  await agent.closed
  expect(agent.sound().length).toBe(2 * WORD_BYTES)
  expect(tone.bugs).toEqual([])
})

test('each sentence without a language is spoken in the one that it is in, the language of the voice first', async () => {
  const agent = await connect('?voice=john')
  agent.send({ type: 'append', text: 'Good morning. Ẹ káàárọ̀. ' })
  agent.send({ type: 'end' })
  await agent.closed
  expect(tone.work.requests.slice(-2)).toMatchObject([{ language: 'en' }, { language: 'yo' }])
})

test('a sentence that fails is told and the rest is spoken; a bug is told without its insides', async () => {
  const agent = await connect()
  agent.send({ type: 'append', text: 'BREAK now. BUG here. Well done. ' })
  agent.send({ type: 'end' })
  await agent.closed
  expect(agent.heard.filter(({ type }) => type === 'error')).toEqual([
    {
      type: 'error',
      code: 'speech/failed',
      detail: expect.stringContaining('voice stopped twice'),
    },
    {
      type: 'error',
      code: 'speech/failed',
      detail: expect.stringContaining('Something went wrong'),
    },
  ])
  expect(types(agent.heard).at(-1)).toBe('done')
  expect(agent.sound().length).toBe(2 * WORD_BYTES)
  expect(tone.bugs).toHaveLength(1)
})

test('settings in the address that are wrong are told, and a start puts them right', async () => {
  const agent = await connect('?voice=nobody&speed=9')
  await agent.hears('error')
  expect(agent.heard[0]?.detail).toContain('speed')
  agent.send({ type: 'append', text: 'Too early.' })
  await agent.hears('error', 2)
  expect(agent.heard[1]?.detail).toContain('"start"')
  agent.send({ type: 'start', voice: 'john' })
  await agent.hears('ready')
  agent.socket.close()
})

test.each(['speed=fast', 'speed=1&speed=1.1', 'speed=%20', 'quiet_ms=soon', 'quiet_ms=0'])(
  'a number in the address that is none is told by its name and range: %s',
  async (query) => {
    const agent = await connect(`?${query}`)
    await agent.hears('error')
    expect(agent.heard[0]?.detail).toMatch(/^(speed|quiet_ms) must be a number from \d/)
    agent.socket.close()
  },
)

test('settings of the address that hold nothing are left out', async () => {
  const agent = await connect('?voice=&language=&speed=&quiet_ms=')
  await agent.hears('ready')
  expect(agent.heard).toHaveLength(1)
  agent.socket.close()
})

test('tokens may split a letter from its marks and a sign in two', async () => {
  const agent = await connect(`?language=yo&voice=lina&${QUIET}`)
  const text = 'Ẹ káàárọ̀ o 😀 gbogbo ènìyàn.'.normalize('NFD')
  for (let at = 0; at < text.length; at++) agent.send({ type: 'append', text: text[at] })
  agent.send({ type: 'end' })
  await agent.closed
  expect(tone.work.requests.at(-1)).toMatchObject({ text })
})

test('an ordinary GET is told what the address speaks', async () => {
  const headers = { authorization: 'Bearer My API Key' }
  const answer = await send(`${server.url}/v1/speech/stream?voice=lina`, { headers })
  expect([answer.status, answer.headers['upgrade']]).toEqual([426, 'websocket'])
  const wrong = await send(`${server.url}/v1/speech/stream?format=mp3`, { headers })
  expect(wrong.status).toBe(400)
})
