import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { moveToStandardPlace } from './move-manifest.ts'
import { id3, tone, toneThroughPipe } from './samples.test-support.ts'
import { signFile } from './sign.ts'
import {
  DEFINITION,
  flipped,
  NOW,
  never,
  newKey,
  streamedBytes,
  throughFiles,
} from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'

let key: InstallationKey
beforeAll(async () => {
  key = await newKey()
})

const files: Readonly<Record<string, readonly [() => Buffer, string]>> = {
  'an RF64 file': [() => tone('wav', '-rf64 always'), 'RF64'],
  'a wav whose sound is cut off': [() => tone('wav', '').subarray(0, -2_000), 'cut off'],
  'a wav whose header gives no length': [
    () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), tone('wav', '').subarray(12)]),
    'no length',
  ],
  'an mp3 with an ID3v2.2 tag': [
    () => Buffer.concat([id3(2, 0, Buffer.alloc(20)), tone('mp3', '-id3v2_version 0')]),
    'ID3v2.2',
  ],
  'an mp3 whose tag cannot be read': [
    () => Buffer.concat([id3(3, 0, Buffer.from('not a frame at all')), tone('mp3', '')]),
    'frames that cannot be read',
  ],
  'a chain of several Ogg files': [
    () =>
      Buffer.concat([tone('ogg', '-c:a libopus'), tone('ogg', '-c:a libopus -serial_offset 9')]),
    'several Ogg files',
  ],
  'an Ogg file that is cut off': [() => tone('ogg', '-c:a libopus').subarray(0, -50), 'cut off'],
  'a WebM file that is cut off': [() => tone('webm', '-c:a libopus').subarray(0, -50), 'cut off'],
  'raw samples': [() => Buffer.alloc(10_000), 'not a wav, mp3, flac, ogg or webm'],
}

describe('signing', () => {
  it.each(Object.entries(files))(
    'refuses %s in words, and leaves it as it was',
    async (_, [make, words]) => {
      const bytes = make()
      await throughFiles(bytes, async (input, output) => {
        const refused = signFile(input, input, DEFINITION, key, never)
        await expect(refused).rejects.toMatchObject({
          code: 'sign/unsupported',
          message: expect.stringContaining(words),
        })
        expect(readFileSync(input).equals(bytes)).toBe(true)
        expect(readdirSync(dirname(input))).toEqual(['input'])
        writeFileSync(output, '')
      })
    },
  )

  it('leaves the file as it was when the key fails or the work is cancelled', async () => {
    const bytes = tone('wav', '')
    await throughFiles(bytes, async (input, output) => {
      copyFileSync(input, output)
      const broken = {
        ...key,
        sign: () => {
          throw new Error('the key is away')
        },
      }
      await expect(signFile(input, input, DEFINITION, broken, never)).rejects.toThrow(
        'the key is away',
      )
      const cancelled = AbortSignal.abort(new Error('cancelled'))
      await expect(signFile(input, input, DEFINITION, key, cancelled)).rejects.toThrow('cancelled')
      expect(readFileSync(input).equals(bytes)).toBe(true)
      expect(readdirSync(dirname(input)).sort()).toEqual(['input', 'output'])
    })
  })

  it('says in words that a file is not there', async () => {
    const refused = signFile('/nonexistent/a.wav', '/nonexistent/a.wav', DEFINITION, key, never)
    await expect(refused).rejects.toMatchObject({ code: 'storage/failed' })
  })
})

describe('placing a manifest', () => {
  it('refuses a file that was changed, or that a stranger has signed', async () => {
    const sound = toneThroughPipe('mp3', '-write_xing 0 -id3v2_version 0')
    const streamed = await streamedBytes('mp3', sound, key)
    const stranger = await newKey()
    for (const [bytes, root] of [
      [flipped(streamed, 300), key.root],
      [streamed, stranger.root],
      [sound, key.root],
    ] as const)
      await throughFiles(bytes, async (input, output) => {
        const trust = { ownRoots: [root], trusted: [], now: NOW }
        const refused = moveToStandardPlace(input, output, key, trust, never)
        await expect(refused).rejects.toMatchObject({ code: 'sign/invalid' })
        writeFileSync(output, '')
      })
  })
})
