import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tinyPack } from '#inference/packs.test-support.ts'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { wavHeader } from '#media/wav.ts'
import { until } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { openTinyTranscriber, pcmOf, wavOfClip } from '#server/transcriber.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { modelProcessesOf } from '#testing/processes.test-support.ts'
import { processorSecondsOf } from '#testing/processor-time.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { type FormParts, post } from './transcriptions.test-support.ts'

const folder = folderForTests('griot ohùn ድምፅ')
const { packTranscriber, models } = openTinyTranscriber()
const studio = await openToneServer({ app: { packTranscriber } })
afterAll(async () => {
  await studio.close()
  models.close()
  expect(studio.tone.bugs).toEqual([])
})

const SAID = 'omi ilé ìwé'.normalize('NFC')
const transcribe = async (sound: Uint8Array, ...more: FormParts) => {
  const { status, detail, text } = await post(studio, [['content', sound], ...more])
  return { status, detail, answer: status === 200 ? JSON.parse(text) : undefined }
}
/** A file that ffmpeg writes with these arguments. */
async function encoded(name: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const path = join(folder, name)
  const { path: ffmpeg } = await getFfmpeg()
  execFileSync(ffmpeg, ['-loglevel', 'error', '-y', ...args, path], { input })
  return readFileSync(path)
}
const wav = (pcm: Buffer): Buffer => Buffer.concat([wavHeader(pcm.length, 0, 16_000), pcm])

fullTest('an hour of silence has an empty transcript', async () => {
  const silent = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '3600']
  const { status, answer } = await transcribe(await encoded('idákẹ́jẹ́.flac', silent))
  expect([status, answer.text, answer.segments]).toEqual([200, '', null])
})

test('two speakers, one after the other, are both written down, with the times of each', async () => {
  const lower = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', '-', '-ar', '16000']
  const other = await encoded('kejì.wav', [...lower, '-af', 'volume=0.5'], pcmOf('ha'))
  const both = Buffer.concat([pcmOf('yo'), Buffer.alloc(32_000), other.subarray(78)])
  const { answer } = await transcribe(wav(both), ['timestamp', 'sentence'])
  expect(answer.text).toBe(`${SAID} ruwa gida yaro`)
  expect(answer.segments).toHaveLength(2)
  expect(answer.segments[0]).toEqual({
    text: SAID,
    start: expect.any(Number),
    end: expect.any(Number),
  })
  expect(answer.segments[1].start).toBeGreaterThan(pcmOf('yo').length / 32_000)
})

test('two speakers at once are no failure', async () => {
  const [one, other] = [pcmOf('yo'), pcmOf('ha')]
  const mixed = Buffer.alloc(Math.min(one.length, other.length) & ~1)
  for (let at = 0; at < mixed.length; at += 2)
    mixed.writeInt16LE((one.readInt16LE(at) + other.readInt16LE(at)) >> 1, at)
  expect((await transcribe(wav(mixed))).status).toBe(200)
})

test('of a recording that breaks off, what there is is written down', async () => {
  const mp3 = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', '-', '-b:a', '64k']
  const whole = await encoded('ohùn.mp3', mp3, Buffer.concat([pcmOf('yo'), pcmOf('ha')]))
  const { status, answer } = await transcribe(whole.subarray(0, Math.round(whole.length * 0.55)))
  expect(status).toBe(200)
  expect(answer.text).toContain(SAID)
})

test.each([
  ['a wav without sound', wavOfClip('yo').subarray(0, 44)],
  [
    'an mp3 whose sound was overwritten',
    Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(5_000, 0x55)]),
  ],
  ['a flac with a header alone', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(2_000, 0xaa)])],
  ['an ogg of other bytes', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(2_000, 0x11)])],
])('%s is told in words, or has an empty transcript', async (_, sound) => {
  const { status, detail, answer } = await transcribe(sound)
  if (status === 200) expect(answer.text).toBe('')
  else expect([status, detail]).toEqual([422, expect.stringMatching(/sound|recording/)])
})

test.skipIf(process.platform === 'win32')(
  'where the model dies in the middle of a recording, the next pack writes it down from its start, and the answer says so',
  async () => {
    const before = modelProcessesOf(process.pid)
    const packs = [tinyPack('tiny-ctc'), { ...tinyPack('tiny-ctc'), id: 'second', name: 'Second' }]
    const two = openTinyTranscriber(packs)
    const other = await openToneServer({ app: { packTranscriber: two.packTranscriber } })
    const clips = 150
    const long = wav(Buffer.concat(Array.from({ length: clips }, () => pcmOf('yo'))))
    const answering = post(other, [['content', long]])
    const own = () => modelProcessesOf(process.pid).filter((pid) => !before.includes(pid))
    await until(() => own().length > 0)
    // Half of what it works, by measure, until the whole recording is written down.
    const worked = () => own().reduce((sum, pid) => sum + (processorSecondsOf(pid) ?? Infinity), 0)
    await until(() => worked() > 1.5)
    for (const pid of own()) process.kill(pid, 'SIGKILL')
    const { status, headers, text } = await answering
    expect([status, headers['x-transcription-provider']]).toEqual([200, 'pack second'])
    const answer = JSON.parse(text)
    expect(answer.text).toBe(Array.from({ length: clips }, () => SAID).join(' '))
    expect(answer.notices).toEqual([
      expect.stringMatching(/^Transcription by Pack tiny-ctc failed\. .*SIGKILL/),
    ])
    await other.close()
    two.models.close()
  },
)
