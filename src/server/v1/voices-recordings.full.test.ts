import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import { openRealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { postVoice, reads, type VoiceFields, wavOf } from '#server/voices.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { StoredTraits } from '#speech/engines/neural/traits.ts'
import { MARKER } from '#storage/library-ownership/marker.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot ohùn ድምፅ')
const host = await openRealHost()
afterAll(host.close)
const sound = await reads('lucy')
const recording = wavOf(sound)
const source = join(folder, 'source.wav')
writeFileSync(source, recording)

/** The recording as another program would have written it. */
function as(name: string, ...args: readonly string[]): Buffer {
  const path = join(folder, name)
  execFileSync(FFMPEG, ['-v', 'error', '-i', source, ...args, '-y', path])
  return readFileSync(path)
}

/** Makes the voice, hears how high it speaks, and deletes it. */
async function voiceOf(audio: Uint8Array, fields: VoiceFields = {}) {
  const { status, id, warnings, detail } = await postVoice(host.url, KEY, audio, fields)
  const used = await host.app.customVoices.acquire('owner', id)
  used?.end()
  if (used) await host.app.customVoices.delete('owner', id)
  return { status, warnings, detail, f0Hz: used ? StoredTraits.parse(used.custom.traits).f0Hz : 0 }
}

const { f0Hz } = await voiceOf(recording)
const mono = ['-ac', '1'] as const
/** Which formats can be decoded is tested in media: here, that their sound becomes the same voice. */
const good: readonly (readonly [string, Buffer])[] = [
  ['mp3', as('a.mp3', '-ar', '44100', '-b:a', '64k')],
  ['webm', as('a.webm', '-c:a', 'libopus')],
  [
    'a film with sound and picture',
    as(
      ...(['film.mp4', '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=4'] as const),
      ...['-map', '0:a', '-map', '1:v', '-c:v', 'mpeg4', '-c:a', 'aac', '-b:a', '96k'],
    ),
  ],
  ['stereo with a dead left channel', as('right.wav', '-af', 'pan=stereo|c0=0*c0|c1=c0')],
  ['a direct current below it', wavOf(sound.map((x) => 0.6 * x + 0.3))],
]

test.each(good)('%s makes the same voice', async (_, audio) => {
  const voice = await voiceOf(audio)
  expect(voice).toMatchObject({ status: 201, warnings: [], detail: '""' })
  // Within half a semitone.
  expect(12 * Math.abs(Math.log2(voice.f0Hz / f0Hz))).toBeLessThan(0.5)
})

test('a quiet recording with a dead channel is as loud as it was before it lost half of its channels', async () => {
  // Half of it would be below what is refused.
  const quiet = as('quiet.wav', '-af', 'volume=-23dB,pan=stereo|c0=c0|c1=0*c0')
  expect(await voiceOf(quiet)).toMatchObject({ status: 201 })
})

test('a recording of a telephone is taken, and the record says that it is one', async () => {
  const telephone = as('phone.wav', ...mono, '-ar', '8000', '-c:a', 'pcm_mulaw')
  expect(await voiceOf(telephone)).toMatchObject({ status: 201, warnings: ['telephone'] })
})

test.each([
  ['in another language', { transcript: 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn.' }],
  ['of other words', { transcript: 'Nobody has ever said any of this in a quiet room at night.' }],
])('a transcript %s is noticed, and the record says so', async (_, fields) => {
  expect(await voiceOf(recording, fields)).toMatchObject({ status: 201, warnings: ['words'] })
})

test('a recording that breaks off is heard up to there; where nothing of it can be heard, it is refused in words', async () => {
  const part = recording.subarray(0, Math.floor(recording.length * 0.75))
  expect(await voiceOf(part)).toMatchObject({ status: 201, detail: '""' })
  const words = expect.stringMatching(/no sound|damaged/)
  expect(await voiceOf(recording.subarray(0, 40))).toMatchObject({ status: 422, detail: words })
})

const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=4'] as const
test.each([
  [
    'a film without sound',
    () => as('mute.mp4', ...pictures, '-map', '1:v', '-c:v', 'mpeg4'),
    /no sound/,
  ],
  ['a zip named .wav', () => Buffer.from('PK\u0003\u0004 nothing'), /zip archive/],
  [
    'a tone',
    () => wavOf(sound.map((_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE))),
    /tone or a hum/,
  ],
  [
    'a direct current alone',
    () => wavOf(new Float32Array(3 * SAMPLE_RATE).fill(0.5)),
    /quiet|little speech/,
  ],
])('%s is refused with 422 and words', async (_, audio, words) => {
  const { status, detail } = await voiceOf(audio())
  expect([status, detail]).toEqual([422, expect.stringMatching(words)])
})

test('of all that was refused nothing lies on disk, and nothing was a bug', () => {
  // But for what says whose the folder is.
  expect(readdirSync(join(host.home, 'voices'))).toEqual([MARKER])
  expect(host.bugs).toEqual([])
})
