import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { confinementOf, tryConfinement } from './confinement.ts'
import { decodeSound } from './decode.ts'
import { decodeStream } from './decode-stream.ts'
import { startDecoder } from './ffmpeg.ts'
import { ffmpegsHere } from './sound.test-support.ts'

const folder = folderForTests('griot àjèjì ohùn')
const forever = new AbortController().signal
const all = await ffmpegsHere()
let connections = 0
const server = createServer((_, answer) => answer.end('no sound')).on('connection', () => {
  connections++
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sound.mp3`
})
afterAll(() => server.close())
beforeEach(() => {
  connections = 0
})

/** What a decoder says about a source that is an address of the network. */
async function heardFrom(path: string, args: readonly string[]): Promise<string | undefined> {
  const limits = { file: import.meta.filename, cpuSeconds: 10 }
  const { stdin, stdout, ended } = await startDecoder(path, [...args, '-f', 'null', '-'], limits)
  stdin.end()
  stdout.resume()
  return ended
}

test('without any confinement an ffmpeg would open an address', async () => {
  for (const { path } of all) {
    connections = 0
    await promisify(execFile)(path, ['-i', url]).catch(() => undefined)
    expect(connections).toBeGreaterThan(0)
  }
})

test('a decoder has no network where namespaces work, even if it is told to use it', async () => {
  for (const { path } of all) {
    connections = 0
    const { namespaces } = await confinementOf(path)
    expect(await heardFrom(path, ['-i', url])).not.toBe(undefined)
    expect(connections > 0).toBe(namespaces === undefined)
  }
})

test.each([
  ['a playlist', () => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`],
  ['a list of parts', () => `ffconcat version 1.0\nfile '${url}'\n`],
  ['a playlist behind an ID3 tag', () => `ID3\u0004\0\0\0\0\0\0#EXTM3U\n#EXTINF:1,\n${url}\n`],
  ['a list of parts in a wav', () => `RIFF\u0100\0\0\0WAVEffconcat version 1.0\nfile '${url}'\n`],
  ['a description of a session', () => `v=0\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\na=${url}\n`],
])('%s that pretends to be sound is refused, and connects to nobody', async (name, content) => {
  const path = join(folder, `${name}.mp3`)
  writeFileSync(path, content())
  for (const ffmpeg of all) {
    const get = async () => ffmpeg
    await expect(decodeSound(path, get, 10, forever)).rejects.toMatchObject({
      code: 'voice/recording',
    })
    const options = { rate: 16_000, mostSeconds: 10 }
    await expect(Array.fromAsync(decodeStream(path, get, options, forever))).rejects.toMatchObject({
      code: 'transcribe/source',
    })
  }
  expect(connections).toBe(0)
})

test('where a system has nothing of the kind, the decoder runs as it is and still opens no address', async () => {
  const [ffmpeg] = all
  if (!ffmpeg) throw new Error('there is no ffmpeg here')
  const { namespaces, hasLimits, command } = await tryConfinement(ffmpeg.path, [folder])
  expect([namespaces, hasLimits]).toEqual([undefined, false])
  const list = join(folder, 'list.m3u8')
  writeFileSync(list, `#EXTM3U\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`)
  const args = ['-protocol_whitelist', 'file', '-i', `file:${list}`, '-f', 'null', '-']
  const { program, args: plain } = command(args, { file: list, cpuSeconds: 10 })
  await expect(promisify(execFile)(program, [...plain])).rejects.toThrow()
  expect(connections).toBe(0)
})

test('a decoder is told nothing of our environment, and its memory is limited', async () => {
  process.env['GRIOT_SECRET_FOR_TESTS'] = 'a key of ours'
  const script = join(folder, 'ffmpeg')
  writeFileSync(
    script,
    '#!/bin/sh\nif [ "$1" = -version ]; then echo ffmpeg version; exit; fi\nenv; ulimit -v\n',
    {
      mode: 0o755,
    },
  )
  const limits = { file: script, cpuSeconds: 10 }
  const { stdin, stdout } = await startDecoder(script, [], limits)
  stdin.end()
  const said = await text(stdout)
  delete process.env['GRIOT_SECRET_FOR_TESTS']
  expect(said).not.toContain('GRIOT')
  const { hasLimits } = await confinementOf(script)
  expect(said).toContain(hasLimits ? `${1024 ** 2}\n` : 'unlimited')
})
