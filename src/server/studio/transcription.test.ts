import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { openTinyTranscriber, pcmOf, wavOfClip } from '#server/transcriber.test-support.ts'
import { soundsLeft } from '#server/v1/transcriptions.test-support.ts'
import { type Data, type Event, events, type Input, methods } from '#shared/api.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const { packTranscriber, models } = openTinyTranscriber()
const server = await openToneServer({ app: { packTranscriber } })
const plain = await openToneServer()
afterAll(async () => {
  await server.close()
  await plain.close()
  models.close()
})
const SAID = 'omi ilé ìwé'.normalize('NFC')

/** A window, and what it is told: each event as its contract reads it. */
function openWindow({ tone } = server) {
  const told: { event: Event; data: unknown }[] = []
  const { handlers, close } = tone.app.connect((event, data) =>
    told.push({ event, data: events[event].parse(data) }),
  )
  const ofKind = <E extends Event>(kind: E): Data<E>[] =>
    told.filter(({ event }) => event === kind).map(({ data }) => data as Data<E>)
  const send = async (bytes: Uint8Array): Promise<string> => {
    const jobId = randomUUID()
    await handlers['transcribe.begin']({ jobId, sizeBytes: bytes.length })
    for (let position = 0; position < bytes.length; position += SOUND_LIMITS.partBytes) {
      const part = bytes.subarray(position, position + SOUND_LIMITS.partBytes)
      await handlers['transcribe.append']({ jobId, position, bytes: part })
    }
    return jobId
  }
  const start = async (order: Input<'transcribe.start'>): Promise<void> => {
    await handlers['transcribe.start'](methods['transcribe.start'].input.parse(order))
  }
  const transcribe = async (
    bytes: Uint8Array,
    order: Omit<Input<'transcribe.start'>, 'jobId' | 'source'> = {},
  ): Promise<string> => {
    const jobId = await send(bytes)
    await start({ jobId, source: { kind: 'sent' }, ...order })
    await expect
      .poll(() => [...ofKind('transcribe.done'), ...ofKind('job.failed')].length)
      .toBeGreaterThan(0)
    return jobId
  }
  return { handlers, close, ofKind, send, start, transcribe }
}

test('a recording that a window sends comes back as sentences with times and language', async () => {
  const { transcribe, ofKind } = openWindow()
  const jobId = await transcribe(wavOfClip('yo'), { language: 'yo' })
  const [done] = ofKind('transcribe.done')
  expect(done).toMatchObject({ jobId, text: SAID, language: 'yo', provider: 'pack tiny-ctc' })
  expect(done?.sentences).toEqual([
    { text: SAID, start: expect.any(Number), end: expect.any(Number), language: 'yo' },
  ])
  expect(ofKind('transcribe.progress')).toEqual([
    { jobId, text: SAID, seconds: done?.sentences[0]?.end },
  ])
  await expect.poll(() => soundsLeft(server)).toEqual([])
})

test('with a text that should be read, the window is told how the recording differs', async () => {
  const { transcribe, ofKind } = openWindow()
  await transcribe(wavOfClip('yo'), { language: 'yo', expected: 'Omi, ìwé.' })
  expect(ofKind('transcribe.done')[0]?.reading).toMatchObject({
    ...{ words: 2, basis: 'sound' },
    findings: [{ kind: 'extra', heard: 'ilé'.normalize('NFC'), isSure: true }],
  })
})

test('a recording of which no voice has been made yet is written down as it is cut', async () => {
  const { handlers, start, ofKind } = openWindow()
  const clipId = randomUUID()
  const pcm = pcmOf('yo')
  await handlers['clips.begin']({ clipId, source: 'microphone', rate: 16_000 })
  await handlers['clips.append']({ clipId, position: 0, bytes: pcm })
  const { seconds } = await handlers['clips.finish']({ clipId })
  const order = { jobId: randomUUID(), language: 'yo' } as const
  const cut = { start: 0, end: seconds, cleaned: false }
  await start({ ...order, source: { kind: 'clip', clipId, cut } })
  await expect.poll(() => ofKind('transcribe.done')).toHaveLength(1)
  expect(ofKind('transcribe.done')[0]?.text).toBe(SAID)
  const half = { ...cut, end: seconds / 2 }
  await start({ ...order, jobId: randomUUID(), source: { kind: 'clip', clipId, cut: half } })
  await expect.poll(() => ofKind('transcribe.done')).toHaveLength(2)
  expect(ofKind('transcribe.done')[1]?.text).not.toContain('ìwé'.normalize('NFC'))
})

fullTest('ten minutes of silence have no sentences', async () => {
  const path = join(server.tone.folder, 'silence.mp3')
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '600', '-b:a', '16k']
  execFileSync((await getFfmpeg()).path, [...silence, '-y', path], { stdio: 'ignore' })
  const { transcribe, ofKind } = openWindow()
  await transcribe(readFileSync(path))
  expect(ofKind('transcribe.done')).toMatchObject([{ text: '', sentences: [] }])
})

test('a recording that is too large is refused before it is sent, and a part that goes beyond, too', async () => {
  const { handlers } = openWindow()
  const sizeBytes = SOUND_LIMITS.bytes + 1
  await expect(
    handlers['transcribe.begin']({ jobId: randomUUID(), sizeBytes }),
  ).rejects.toMatchObject({ code: 'file/too-large', message: expect.stringContaining('25 MB') })
  const jobId = randomUUID()
  await handlers['transcribe.begin']({ jobId, sizeBytes: 10 })
  const bytes = new Uint8Array(SOUND_LIMITS.partBytes)
  for (let part = 0; part < 25; part++)
    await handlers['transcribe.append']({ jobId, position: part * bytes.length, bytes })
  const position = SOUND_LIMITS.bytes
  await expect(
    handlers['transcribe.append']({ jobId, position, bytes: new Uint8Array(1) }),
  ).rejects.toMatchObject({ code: 'file/too-large' })
  await handlers['job.cancel']({ jobId })
  await expect.poll(() => soundsLeft(server)).toEqual([])
})

test.each([
  ['no sound at all', Buffer.from('hello'), {}, 'transcribe/source', 'not a sound file'],
  ['damaged', wavOfClip('yo').subarray(0, 44), {}, 'transcribe/source', 'cannot be decoded'],
  ['compared with no words', wavOfClip('yo'), { expected: '…' }, 'text/empty', 'no words'],
])('a recording that is %s fails in words', async (_, bytes, order, code, words) => {
  const { transcribe, ofKind } = openWindow()
  const jobId = await transcribe(bytes, { language: 'yo', ...order })
  const message = expect.stringContaining(words)
  expect(ofKind('job.failed')).toEqual([{ jobId, code, message }])
  await expect.poll(() => soundsLeft(server)).toEqual([])
})

test('a window that cancels, or goes away, leaves nothing behind', async () => {
  const { handlers, close, ofKind, send } = openWindow()
  const jobId = await send(wavOfClip('yo'))
  await handlers['job.cancel']({ jobId })
  await expect.poll(() => ofKind('job.failed')).toMatchObject([{ jobId, code: 'speech/cancelled' }])
  await expect(
    handlers['transcribe.append']({ jobId, position: 0, bytes: new Uint8Array(1) }),
  ).rejects.toThrow('not being written down any more')
  await send(wavOfClip('yo'))
  expect(soundsLeft(server)).toHaveLength(1)
  close()
  await expect.poll(() => soundsLeft(server)).toEqual([])
})

test('a part that comes twice changes nothing, and one that was lost is told', async () => {
  const { handlers } = openWindow()
  const jobId = randomUUID()
  await handlers['transcribe.begin']({ jobId, sizeBytes: 8 })
  const bytes = new Uint8Array(4)
  await handlers['transcribe.append']({ jobId, position: 0, bytes })
  await handlers['transcribe.append']({ jobId, position: 0, bytes })
  await expect(handlers['transcribe.append']({ jobId, position: 8, bytes })).rejects.toMatchObject({
    code: 'request/invalid',
  })
  await handlers['job.cancel']({ jobId })
})

test('without a pack the window is told what to install', async () => {
  const { handlers } = openWindow(plain)
  await expect(
    handlers['transcribe.begin']({ jobId: randomUUID(), sizeBytes: 8 }),
  ).rejects.toMatchObject({ code: 'transcribe/unavailable' })
})
