import { expect, test } from 'vitest'
import { toPcm } from './pcm.ts'
import { runEncoder } from './run-encoder.ts'
import { collect, ffmpegsHere, glideInPieces } from './sound.test-support.ts'
import { HEAD_BYTES, soundKindOf } from './sound-kind.ts'

const [ffmpeg] = await ffmpegsHere()
const forever = new AbortController().signal

async function* pcm(): AsyncGenerator<Uint8Array> {
  for await (const { samples } of glideInPieces(2, 0.5)) yield toPcm(samples)
}

async function encoded(options: string): Promise<Uint8Array> {
  const args = `-f s16le -ar 24000 -ac 1 -i pipe:0 ${options} pipe:1`.split(' ')
  if (!ffmpeg) throw new Error('These tests need ffmpeg.')
  return (await collect(runEncoder(ffmpeg, args, pcm(), forever))).subarray(0, HEAD_BYTES)
}

test.each([
  ['wav', '-f wav'],
  ['wav', '-f wav -rf64 always'],
  ['mp3', '-f mp3'],
  ['mp3', '-f mp3 -id3v2_version 0 -write_xing 0'],
  ['mp3', '-ar 16000 -b:a 24k -f mp3 -id3v2_version 0 -write_xing 0'],
  ['mp3', '-ar 44100 -q:a 2 -f mp3 -id3v2_version 0'],
  ['mp3', '-ar 11025 -b:a 16k -f mp3 -id3v2_version 0 -write_xing 0'],
  ['m4a', '-f mp4 -movflags frag_keyframe+empty_moov'],
  ['m4a', '-f ipod -movflags frag_keyframe+empty_moov'],
  ['ogg', '-c:a libopus -f ogg'],
  ['ogg', '-c:a flac -f ogg'],
  ['webm', '-c:a libopus -f webm'],
  ['webm', '-c:a flac -f matroska'],
  ['flac', '-f flac'],
] as const)('it is told by its bytes: %s made with %s', async (kind, options) => {
  expect(soundKindOf(await encoded(options))).toBe(kind)
})

test('an mp3 that was cut out of a longer one is still one', async () => {
  const whole = await encoded('-f mp3 -id3v2_version 0 -write_xing 0')
  expect(soundKindOf(whole.subarray(100))).toBe('mp3')
})

test.each([
  ['nothing', ''],
  ['one byte', '\xff'],
  ['a text', 'Ẹ káàárọ̀, báwo ni?'],
  ['a text in UTF-16', '\xff\xfeH\0e\0l\0l\0o\0'],
  ['a page', '<!doctype html><audio src=a.mp3>'],
  ['a playlist', '#EXTM3U\nhttp://127.0.0.1/\n'],
  ['a zip', 'PK\x03\x04'],
  ['a picture', '\x89PNG\r\n\x1a\n'],
  ['a photograph', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['a film in AVI', 'RIFF\0\0\0\0AVI LIST'],
  ['a name that is cut', 'RIFF'],
  ['one byte after the other of ones', '\xff'.repeat(HEAD_BYTES)],
  ['zeros', '\0'.repeat(HEAD_BYTES)],
  ['another document of EBML', '\x1a\x45\xdf\xa3\x80'],
])('%s is no sound file', (_, text) => {
  expect(soundKindOf(Buffer.from(text, 'latin1'))).toBeUndefined()
})
