import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { decodeSound } from './decode.ts'
import { childProcesses, ffmpegsHere, glide } from './sound.test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot ohùn ድምፅ %d '))
afterAll(() => rmSync(folder, { recursive: true }))
const forever = new AbortController().signal
const MOST_SECONDS = 31
const all = await ffmpegsHere()
const [best] = all
if (!best) throw new Error('there is no ffmpeg here')

/** The bytes of a file that ffmpeg makes of 3 s of a glide at 44.1 kHz in stereo. */
function made(name: string, ...args: readonly string[]): string {
  const path = join(folder, name)
  const sound = Buffer.from(glide(3).buffer)
  const input = ['-f', 'f32le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', 'pipe:0']
  const output = ['-ac', '2', '-ar', '44100', ...args, '-y', path]
  execFileSync(best?.path ?? '', ['-v', 'error', ...input, ...output], { input: sound })
  return path
}

function written(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const decode = (path: string, ffmpeg = best): Promise<Float32Array> =>
  decodeSound(path, async () => ffmpeg, MOST_SECONDS, forever)
const secondsOf = ({ length }: Float32Array): number => length / SAMPLE_RATE
const UNHEARD = {
  code: 'voice/recording',
  message: expect.stringMatching(/no sound|damaged/),
}
/** Rate of upward zero crossings in Hz, which is about the pitch. */
const crossings = (sound: Float32Array): number =>
  sound.filter((x, i) => x >= 0 && (sound[i - 1] ?? 0) < 0).length / secondsOf(sound)

const files = {
  'a.wav': made('a.wav'),
  '8 bit.wav': made('8 bit.wav', '-c:a', 'pcm_u8'),
  '24 bit.wav': made('24 bit.wav', '-c:a', 'pcm_s24le', '-ar', '96000'),
  '32 bit.wav': made('32 bit.wav', '-c:a', 'pcm_s32le', '-ar', '192000'),
  'float.wav': made('float.wav', '-c:a', 'pcm_f32le'),
  'six channels.wav': made('six channels.wav', '-ac', '6', '-ar', '48000'),
  'telephone.wav': made('telephone.wav', '-ac', '1', '-ar', '8000', '-c:a', 'pcm_mulaw'),
  'a.mp3': made('a.mp3', '-c:a', 'libmp3lame'),
  'bare.mp3': made('bare.mp3', '-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0'),
  'a.m4a': made('a.m4a', '-c:a', 'aac'),
  'a.ogg': made('a.ogg', '-c:a', 'libvorbis'),
  'opus.ogg': made('opus.ogg', '-c:a', 'libopus', '-ar', '48000'),
  'a.webm': made('a.webm', '-c:a', 'libopus', '-ar', '48000'),
  'a.flac': made('a.flac'),
  'a.aac': made('a.aac', '-c:a', 'aac'),
  'a.aiff': made('a.aiff'),
  '24 bit.aiff': made('24 bit.aiff', '-c:a', 'pcm_s24be'),
  'a.caf': made('a.caf'),
  'a.wma': made('a.wma', '-c:a', 'wmav2'),
}

test.each(Object.entries(files))('%s is heard whole, with every ffmpeg here', async (_, path) => {
  for (const ffmpeg of all) {
    const sound = await decode(path, ffmpeg)
    expect(secondsOf(sound)).toBeGreaterThan(2.9)
    expect(secondsOf(sound)).toBeLessThan(3.2)
    expect(crossings(sound)).toBeGreaterThan(160)
    expect(crossings(sound)).toBeLessThan(205)
  }
})

test('of a stereo recording with a dead channel, the live one is heard at its full level', async () => {
  const level = (sound: Float32Array): number =>
    10 * Math.log10(sound.reduce((sum, x) => sum + x * x, 0) / sound.length)
  const channels = ['c0|c1=c0', 'c0|c1=0*c0', '0*c0|c1=c0', 'c0|c1=0.01*c0', 'c0|c1=-1*c0']
  const stereo = channels.map((right, i) =>
    made(`stereo ${i}.wav`, '-af', `pan=stereo|c0=${right}`),
  )
  for (const path of [made('one.wav', '-ac', '1'), ...stereo])
    for (const ffmpeg of all)
      expect(level(await decode(path, ffmpeg))).toBeCloseTo(level(glide(3)), 1)
})

test('what a file is called does not count', async () => {
  const path = written('really an m4a.wav', readFileSync(files['a.m4a']))
  expect(secondsOf(await decode(path))).toBeGreaterThan(2.9)
})

test('a flac behind an ID3 tag, as one that carries a manifest is, is heard whole', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x10\0', 'latin1'), Buffer.alloc(2_048)])
  const path = written('signed.flac', Buffer.concat([tag, readFileSync(files['a.flac'])]))
  for (const ffmpeg of all) expect(secondsOf(await decode(path, ffmpeg))).toBeGreaterThan(2.9)
})

test('of a film the sound is taken and the pictures are not looked at', async () => {
  const path = join(folder, 'film.mp4')
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=3']
  const codecs = ['-c:v', 'mpeg4', '-c:a', 'aac', '-shortest', '-y', path]
  execFileSync(best.path, ['-v', 'error', ...pictures, '-i', files['a.wav'], ...codecs])
  expect(secondsOf(await decode(path))).toBeGreaterThan(2.8)
  const silent = join(folder, 'silent film.mp4')
  execFileSync(best.path, ['-v', 'error', ...pictures, '-c:v', 'mpeg4', '-y', silent])
  await expect(decode(silent)).rejects.toMatchObject({ code: 'voice/recording' })
})

test.each(Object.entries(files))(
  '%s that breaks off is heard up to there, and is refused where nothing of it can be heard',
  async (name, path) => {
    const bytes = readFileSync(path)
    const part = written(`part ${name}`, bytes.subarray(0, bytes.length * 0.75))
    // The index of an m4a stands at its end.
    if (name === 'a.m4a') await expect(decode(part)).rejects.toMatchObject(UNHEARD)
    else {
      const seconds = secondsOf(await decode(part))
      // Ogg keeps a second of sound in one page.
      expect(seconds).toBeGreaterThan(0.9)
      expect(seconds).toBeLessThan(2.9)
    }
    const head = written(`head ${name}`, bytes.subarray(0, 40))
    await expect(decode(head)).rejects.toMatchObject(UNHEARD)
  },
)

const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['a zip', Buffer.from('PK\u0003\u0004 and so on'), /zip archive/],
  ['a gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
  ['a playlist of a local file', `#EXTM3U\n#EXTINF:3,\n${files['a.wav']}\n`, /playlist/],
  ['a list of files', `ffconcat version 1.0\nfile '${files['a.wav']}'\n`, /playlist/],
  ['a description of a stream', '<?xml version="1.0"?><MPD></MPD>', /application\/xml/],
  ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\n', /no sound file/],
  ['a picture', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), /picture/],
  ['nothing', '', /empty/],
  ['a header alone', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVE', 'latin1'), /no sound/],
  [
    'noise behind a header',
    Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(9_000, 0x5a)]),
    /no sound/,
  ],
]

test.each(hostile)('%s is refused in words', async (name, bytes, words) => {
  for (const ffmpeg of all)
    await expect(decode(written(name, bytes), ffmpeg)).rejects.toMatchObject({
      code: 'voice/recording',
      message: expect.stringMatching(words),
    })
  expect(childProcesses()).toEqual([])
})

test('a film that keeps its sound in another file does not open that file', async () => {
  mkdirSync(join(folder, 'film'))
  const path = join(folder, 'film', 'reference.mov')
  const external = readFileSync(files['a.m4a'])
  // The data reference "this very file" becomes "the file of this address".
  const at = external.indexOf('url \u0000\u0000\u0000\u0001', 0, 'latin1')
  expect(at).toBeGreaterThan(0)
  external.writeUInt32BE(0, at + 4)
  writeFileSync(path, external)
  // Read or refused: in both cases nothing but the file itself.
  const sound = await decode(path).catch(({ code }) => code)
  if (sound instanceof Float32Array) expect(secondsOf(sound)).toBeLessThan(3.2)
  else expect(sound).toBe('voice/recording')
})

test('an hour in a small file is read for 31 s and no further', async () => {
  const path = join(folder, 'hour.flac')
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '3600', '-y', path]
  execFileSync(best.path, ['-v', 'error', ...silence])
  for (const ffmpeg of all) expect(secondsOf(await decode(path, ffmpeg))).toBe(MOST_SECONDS)
  expect(childProcesses()).toEqual([])
})

test('a caller who goes away leaves no process behind', async () => {
  const stop = new AbortController()
  const reading = decodeSound(files['a.mp3'], async () => best, MOST_SECONDS, stop.signal)
  setImmediate(() => stop.abort())
  await reading.catch((error) => expect(error).toMatchObject({ code: 'speech/cancelled' }))
  expect(childProcesses()).toEqual([])
  const late = decodeSound(files['a.mp3'], async () => best, MOST_SECONDS, stop.signal)
  await expect(late).rejects.toMatchObject({ code: 'speech/cancelled' })
})
