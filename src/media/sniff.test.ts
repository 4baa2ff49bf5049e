import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { toPcm } from './pcm.ts'
import { runEncoder } from './run-encoder.ts'
import { createSniffer, sniff } from './sniff.ts'
import { collect, ffmpegsHere, glideInPieces } from './sound.test-support.ts'

const [ffmpeg] = await ffmpegsHere()
const forever = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'griot-sniff-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'whatever it is called.wav')

/** Type of a file with these bytes, as which it is known too where they only pass, in pieces of any size. */
async function sniffed(given: Uint8Array | string) {
  const bytes = typeof given === 'string' ? Buffer.from(given, 'latin1') : given
  writeFileSync(path, bytes)
  const found = await sniff(path)
  for (const size of [9, 4_099, Math.max(1, bytes.length)]) {
    const sniffer = createSniffer()
    for (let at = 0; at < bytes.length; at += size) sniffer.push(bytes.subarray(at, at + size))
    expect(await sniffer.type()).toEqual(found)
  }
  return found
}

async function* pcm(): AsyncGenerator<Uint8Array> {
  for await (const { samples } of glideInPieces(2, 0.5)) yield toPcm(samples)
}

async function encoded(options: string): Promise<Buffer> {
  const args = `-f s16le -ar 24000 -ac 1 -i pipe:0 ${options} pipe:1`.split(' ')
  if (!ffmpeg) throw new Error('These tests need ffmpeg.')
  return collect(runEncoder(ffmpeg, args, pcm(), forever))
}

const BARE_MP3 = '-f mp3 -id3v2_version 0 -write_xing 0'

test.each([
  ['wav', 'audio/wav', '-f wav'],
  ['wav', 'audio/wav', '-f wav -rf64 always'],
  ['mp3', 'audio/mpeg', '-f mp3'],
  ['mp3', 'audio/mpeg', BARE_MP3],
  ['mp3', 'audio/mpeg', `-ar 16000 -b:a 24k ${BARE_MP3}`],
  ['mp3', 'audio/mpeg', '-ar 44100 -q:a 2 -f mp3 -id3v2_version 0'],
  ['mp3', 'audio/mpeg', `-ar 11025 -b:a 16k ${BARE_MP3}`],
  ['m4a', 'video/mp4', '-f mp4 -movflags frag_keyframe+empty_moov'],
  ['m4a', 'audio/mp4', '-f ipod -movflags frag_keyframe+empty_moov'],
  ['m4a', 'video/mp4', '-f mov -movflags frag_keyframe+empty_moov'],
  ['ogg', 'audio/ogg', '-c:a libopus -f ogg'],
  ['ogg', 'audio/ogg', '-c:a libvorbis -f ogg'],
  ['ogg', 'audio/ogg', '-c:a flac -f ogg'],
  ['webm', 'video/webm', '-c:a libopus -f webm'],
  ['webm', 'application/octet-stream', '-c:a flac -f matroska'],
  ['flac', 'audio/flac', '-f flac'],
  ['aac', 'audio/aac', '-c:a aac -f adts'],
  ['aiff', 'audio/aiff', '-f aiff'],
  ['caf', 'audio/x-caf', '-f caf'],
  ['wma', 'audio/x-ms-wma', '-c:a wmav2 -f asf'],
] as const)(
  '%s of the type %s is told by its bytes: made with %s',
  async (audio, type, options) => {
    expect(await sniffed(await encoded(options))).toMatchObject({ audio, mediaType: type })
  },
)

test('an mp3 that was cut out of a longer one is still one', async () => {
  const whole = await encoded(BARE_MP3)
  for (const cut of [1, 100, 1_000]) expect((await sniffed(whole.subarray(cut))).audio).toBe('mp3')
  expect((await sniffed(whole.subarray(0, 384))).audio).toBe('mp3')
})

test('behind an ID3 tag of any length, a flac is a flac, bare AAC is that, and everything else an mp3', async () => {
  const flac = await encoded('-f flac')
  const aac = await encoded('-c:a aac -f adts')
  for (const length of [0, 100, 100_000]) {
    const size = [length >> 21, length >> 14, length >> 7, length].map((part) => part & 127)
    const tag = Buffer.concat([Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...size])])
    const tagged = (bytes: Uint8Array) => sniffed(Buffer.concat([tag, Buffer.alloc(length), bytes]))
    expect(await tagged(flac)).toMatchObject({ audio: 'flac', mediaType: 'audio/flac' })
    expect(await tagged(aac)).toMatchObject({ audio: 'aac', mediaType: 'audio/aac' })
    expect(await tagged(await encoded(BARE_MP3))).toMatchObject({ audio: 'mp3' })
    expect(await tagged(Buffer.alloc(0))).toMatchObject({ audio: 'mp3' })
  }
})

const PNG =
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDAT'

test.each([
  ['a picture', PNG, 'image/png'],
  ['a picture', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['a picture', 'GIF89a\x01\0\x01\0', 'image/gif'],
  ['a picture', 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['a picture', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'],
  ['a picture', '\0\0\0\x18ftypheis\0\0\0\0mif1heic', 'image/heic'],
  ['a picture', '\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'image/avif'],
  ['a zip archive', 'PK\x03\x04 and so on', undefined],
  ['a gzip archive', gzipSync('and so on').toString('latin1'), undefined],
  ['a PDF', '%PDF-1.7', undefined],
  ['a playlist', '#EXTM3U\nhttp://127.0.0.1/\n', undefined],
  ['a playlist', "ffconcat version 1.0\nfile 'a.wav'\n", undefined],
  ['a file of the type application/xml', '<?xml version="1.0"?><MPD></MPD>', undefined],
  ['a file of the type video/vnd.avi', 'RIFF\0\0\0\0AVI LIST', undefined],
])('%s is called by its name and is no sound that is read: %j', async (description, text, type) => {
  const mediaType = type ?? 'application/octet-stream'
  expect(await sniffed(text)).toEqual({ audio: undefined, description, mediaType })
})

test.each([
  ['nothing', ''],
  ['one byte', '\xff'],
  ['two bytes of an mp3', '\xff\xfb'],
  ['a text', 'Ẹ káàárọ̀, báwo ni?'],
  ['a text in UTF-16', '\xff\xfeH\0e\0l\0l\0o\0'],
  ['a page', '<!doctype html><audio src=a.mp3>'],
  ['a picture with a script', '<svg onload="alert(1)"/>'],
  ['a text that begins like a GIF', 'GIFT LIST FOR ADA'],
  ['a picture in a container that AIFF shares', 'FORM\0\0\0\0ILBMBMHD                  '],
  ['a name that is cut', 'RIFF'],
  ['one byte after the other of ones', '\xff'.repeat(16 * 1024)],
  ['zeros', '\0'.repeat(16 * 1024)],
  ['another document of EBML', '\x1a\x45\xdf\xa3\x80'],
])('%s is of no known type', async (_, text) => {
  const unknown = {
    audio: undefined,
    mediaType: 'application/octet-stream',
    description: undefined,
  }
  expect(await sniffed(text)).toEqual(unknown)
})

test('whatever the bytes are, they have a type or none, and never an error', async () => {
  const starts = [
    ...['RIFF\0\0\0\0WAVE', 'OggS', 'fLaC', '\x1a\x45\xdf\xa3', 'ID3\x04\0\0\x7f\x7f\x7f\x7f'],
    ...['\0\0\0\x18ftypM4A ', PNG, 'PK\x03\x04', '\x1f\x8b\x08', 'II*\0', '0&\xb2u\x8ef\xcf\x11'],
  ]
  const start = fc.constantFrom(...starts).map((text) => Buffer.from(text, 'latin1'))
  const rest = fc.uint8Array({ maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(start, rest, async (head, tail) => {
      const { mediaType } = await sniffed(Buffer.concat([head, tail]))
      expect(mediaType).toMatch(/^(audio|video|image)\/|^application\/octet-stream$/)
    }),
    { numRuns: 300 },
  )
})

test('of an archive that unpacks to a thousand times its size no more is read than its first bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const before = process.memoryUsage.rss()
  expect(await sniffed(bomb)).toMatchObject({ description: 'a gzip archive' })
  expect(process.memoryUsage.rss() - before).toBeLessThan(48 * 1024 * 1024)
})
