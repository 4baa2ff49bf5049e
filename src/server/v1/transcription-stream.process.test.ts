import { afterAll, expect, test } from 'vitest'
import { tinyPack } from '#inference/packs.test-support.ts'
import { send, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'
import { openTinyTranscriber, pcmOf } from '#server/transcriber.test-support.ts'
import { resample } from '#speech/dsp/resample.ts'
import { modelProcessesOf } from '#testing/processes.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const { packTranscriber, models } = openTinyTranscriber()
const { server, tone, close } = await openToneServer({ app: { packTranscriber } })
const plain = await openToneServer()
afterAll(async () => {
  await close()
  await plain.close()
  models.close()
})

interface Message {
  readonly type: string
  readonly text?: string
  readonly start?: number
  readonly words?: readonly { readonly text: string; readonly start: number }[]
  readonly code?: string
  readonly place?: number
  readonly detail?: string
  readonly provider?: string
}

async function connect(url: string, query = '', token = KEY) {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${url.replace('http', 'ws')}/v1/transcriptions/stream${query}`
  const socket = new WebSocket(address, { headers })
  const heard: Message[] = []
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.addEventListener('close', resolve)
  })
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    ...{ socket, heard, closed },
    /** Sends PCM in messages of 40 ms. */
    say(pcm: Buffer): void {
      for (let at = 0; at < pcm.length; at += 1_280) socket.send(pcm.subarray(at, at + 1_280))
    },
    end: () => socket.send('{"type":"end"}'),
    hears: (type: string) => until(() => heard.some((message) => message.type === type)),
  }
}
const silence = Buffer.alloc(32_000)
const SAID = 'omi ilé ìwé'.normalize('NFC')

test('words come while they are said, and once a phrase is over', async () => {
  const { heard, say, end, hears, closed } = await connect(server.url, '?language=yo')
  await hears('ready')
  const pcm = pcmOf('yo')
  say(pcm.subarray(0, 48_000))
  await hears('partial')
  say(Buffer.concat([pcm.subarray(48_000), silence]))
  await hears('final')
  say(pcmOf('yo'))
  end()
  const { code } = await closed
  expect(code).toBe(1000)
  const finals = heard.filter(({ type }) => type === 'final')
  expect(finals.map(({ text }) => text)).toEqual([SAID, SAID])
  expect(finals[0]?.words?.map(({ text }) => text)).toEqual(SAID.split(' '))
  // The second phrase has its times in the whole sound.
  expect(finals[1]?.start).toBeGreaterThan((pcm.length + silence.length) / 32_000)
  expect(heard.at(-1)).toEqual({ type: 'done' })
})

test('sound of 24 kHz is taken too', async () => {
  const { heard, say, end, closed } = await connect(server.url, '?language=yo&sample_rate=24000')
  const pcm = pcmOf('yo')
  const samples = Float32Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2))
  const faster = resample(samples, 16_000, 24_000)
  const bytes = Buffer.alloc(faster.length * 2)
  for (const [at, value] of faster.entries())
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(value))), at * 2)
  say(bytes)
  end()
  await closed
  expect(heard.find(({ type }) => type === 'final')?.text).toBe(SAID)
})

test('a connection without sound ends with nothing written down', async () => {
  const { heard, end, closed } = await connect(server.url)
  end()
  expect((await closed).code).toBe(1000)
  expect(heard.map(({ type }) => type)).toEqual(['ready', 'done'])
})

test('without a pack the command that helps is told', async () => {
  const { heard, closed } = await connect(plain.server.url)
  expect((await closed).code).toBe(1008)
  expect(heard.at(-1)).toMatchObject({
    ...{ type: 'error', code: 'transcribe/unavailable' },
    detail: expect.stringContaining('griot models install'),
  })
})

test.each([
  ['?sample_rate=8000', '16000 or 24000'],
  ['?language=fr', 'not supported'],
])('settings such as %s are refused in words', async (query, words) => {
  const { heard, closed } = await connect(server.url, query)
  await closed
  expect(heard).toEqual([
    { type: 'error', code: 'request/invalid', detail: expect.stringContaining(words) },
  ])
})

test.each([
  ['{"type":', 'request/unreadable'],
  ['{"type":"start"}', 'request/invalid'],
  [new Uint8Array(1024 * 1024 + 2), 'request/too-large'],
])('a message that is neither sound nor an end closes the connection', async (message, code) => {
  const { socket, heard, closed } = await connect(server.url)
  socket.send(message)
  await closed
  expect(heard.at(-1)).toMatchObject({ type: 'error', code })
})

fullTest(
  'the fifth connection at once is told its place in the queue, takes its turn, and after a while is refused in words',
  async () => {
    const hasty = await serveTone(tone, { limits: { queueTimeoutMs: 5_000 } })
    const speaking = []
    for (let at = 0; at < 4; at++) {
      const one = await connect(hasty.url, '?language=yo')
      one.say(pcmOf('yo').subarray(0, 48_000))
      await one.hears('partial')
      speaking.push(one)
    }
    const fifth = await connect(hasty.url, '?language=yo')
    await fifth.hears('queued')
    expect(fifth.heard.map(({ type, place }) => [type, place])).toEqual([
      ['ready', undefined],
      ['queued', 1],
    ])
    expect(fifth.heard.at(-1)?.detail).toContain('number 1 in the queue')
    const sixth = await connect(hasty.url, '?language=yo')
    await sixth.hears('queued')
    expect(sixth.heard.at(-1)?.place).toBe(2)
    fifth.say(pcmOf('yo'))
    fifth.end()
    speaking[0]?.end()
    await fifth.hears('done')
    expect(fifth.heard.map(({ type }) => type).filter((type) => type !== 'partial')).toEqual([
      ...['ready', 'queued', 'started', 'final', 'done'],
    ])
    // Its turn comes at the latest with the end of the fifth.
    await sixth.hears('started')
    const seventh = await connect(hasty.url, '?language=yo')
    expect((await seventh.closed).code).toBe(1013)
    expect(seventh.heard.at(-1)).toMatchObject({
      ...{ type: 'error', code: 'rate/limited', detail: expect.stringContaining('busy') },
    })
    for (const { end } of [...speaking.slice(1), sixth]) end()
    await Promise.all([...speaking, sixth].map(({ closed }) => closed))
    await hasty.close()
  },
)

fullTest(
  'a connection on which no sound comes loses its place after a while, and is told',
  async () => {
    const hasty = await serveTone(tone, { limits: { soundTimeoutMs: 5_000 } })
    const { heard, say, hears, closed } = await connect(hasty.url, '?language=yo')
    say(Buffer.concat([pcmOf('yo'), silence]))
    await hears('final')
    expect((await closed).code).toBe(1008)
    expect(heard.at(-1)).toMatchObject({
      ...{ type: 'error', code: 'speech/idle' },
      detail: expect.stringContaining('Send silence while nobody speaks'),
    })
    // The model may take its time once all has been sent.
    const patient = await connect(hasty.url, '?language=yo')
    for (let n = 0; n < 20; n++) patient.say(pcmOf('yo'))
    patient.end()
    expect((await patient.closed).code).toBe(1000)
    await hasty.close()
  },
)

fullTest(
  'who sends faster than the model listens is held back, and not taken for gone',
  async () => {
    const strict = await serveTone(tone, { limits: { pingIntervalMs: 4_000 } })
    const { heard, say, end, closed } = await connect(strict.url, '?language=yo')
    for (let n = 0; n < 60; n++) say(Buffer.concat([pcmOf('yo'), silence]))
    end()
    expect((await closed).code).toBe(1000)
    expect(heard.filter(({ type }) => type === 'final')).toHaveLength(60)
    await strict.close()
  },
)

test.skipIf(process.platform === 'win32')(
  'where the model of a live session dies, the next pack goes on after the last phrase, and that is said',
  async () => {
    const packs = [tinyPack('tiny-ctc'), { ...tinyPack('tiny-ctc'), id: 'second', name: 'Second' }]
    const before = modelProcessesOf(process.pid)
    const two = openTinyTranscriber(packs)
    const other = await openToneServer({ app: { packTranscriber: two.packTranscriber } })
    const { heard, say, end, hears, closed } = await connect(other.server.url, '?language=yo')
    say(Buffer.concat([pcmOf('yo'), silence]))
    await hears('final')
    say(pcmOf('yo').subarray(0, 48_000))
    await hears('partial')
    for (const pid of modelProcessesOf(process.pid).filter((one) => !before.includes(one)))
      process.kill(pid, 'SIGKILL')
    await hears('provider')
    say(Buffer.concat([pcmOf('yo').subarray(48_000), silence]))
    end()
    expect((await closed).code).toBe(1000)
    expect(heard.find(({ type }) => type === 'provider')).toMatchObject({
      provider: 'pack second',
      detail: expect.stringMatching(/tiny-ctc failed\. .* Second goes on\./),
    })
    const finals = heard.filter(({ type }) => type === 'final')
    expect(finals.map(({ text }) => text)).toEqual([SAID, SAID])
    const [first, second] = finals.map(({ words }) => words?.[0]?.start ?? 0)
    const apart = (pcmOf('yo').length + silence.length) / 32_000
    expect((second ?? 0) - (first ?? 0)).toBeCloseTo(apart, 1)
    await other.close()
    two.models.close()
  },
)

test('a key that is revoked ends its connection', async () => {
  const quick = await serveTone(tone)
  const { keys } = tone.app.access
  const key = await keys.create({ name: 'A key', account: 'owner', scopes: ['text'] })
  const { heard, closed, hears } = await connect(quick.url, '', key.token)
  await hears('ready')
  await keys.revoke(key.record.id)
  expect((await closed).code).toBe(1008)
  expect(heard.at(-1)).toMatchObject({ type: 'error', code: 'access/refused' })
  await quick.close()
})

test('an ordinary request is told that this is a WebSocket', async () => {
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await send(`${server.url}/v1/transcriptions/stream`, { headers })
  expect(answer.status).toBe(426)
  expect((await send(`${server.url}/v1/transcriptions/stream`)).status).toBe(401)
  expect(tone.bugs).toEqual([])
})
