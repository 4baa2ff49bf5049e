import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { decodeSound } from './decode.ts'
import { decodeStream } from './decode-stream.ts'
import { getFfmpeg } from './ffmpeg.test-support.ts'
import { collect, glideInPieces } from './sound.test-support.ts'
import { encodeWav, wavHeader } from './wav.ts'

const folder = folderForTests('griot ohùn ድምፅ')
const never = new AbortController().signal
const OPTIONS = { rate: 16_000, mostSeconds: 3_600 }

async function wavFile(name: string, seconds: number): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, await collect(encodeWav(glideInPieces(seconds, 0.5), never)))
  return path
}

async function samplesOf(path: string, options = OPTIONS, signal = never): Promise<number> {
  let count = 0
  for await (const block of decodeStream(path, getFfmpeg, options, signal)) count += block.length
  return count
}

test('a recording comes in blocks of a second at the rate that is asked for', async () => {
  const path = await wavFile('orin.wav', 2.5)
  const blocks = await Array.fromAsync(decodeStream(path, getFfmpeg, OPTIONS, never))
  expect(blocks.map(({ length }) => length).slice(0, 2)).toEqual([16_000, 16_000])
  expect(blocks.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(40_000, -2)
  expect(Math.max(...(blocks[1] ?? []))).toBeGreaterThan(0.1)
})

test('a recording that is longer than allowed is refused when that is heard, not after', async () => {
  const path = join(folder, 'long.wav')
  // An hour that is not there: only the header says so.
  const sound = Buffer.alloc(48_000 * 12)
  writeFileSync(path, Buffer.concat([wavHeader(sound.length), sound]))
  await expect(samplesOf(path, { ...OPTIONS, mostSeconds: 3 })).rejects.toMatchObject({
    code: 'transcribe/source',
    message: expect.stringContaining('longer than'),
  })
})

test.each([
  ['random bytes', Buffer.from('RIFF0000WAVE and nothing that a decoder knows'.repeat(20))],
  ['a text', Buffer.from('good morning')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused in words', async (name, bytes) => {
  const path = join(folder, `${name}.wav`)
  writeFileSync(path, bytes)
  await expect(samplesOf(path)).rejects.toMatchObject({
    code: 'transcribe/source',
    message: expect.stringContaining('cannot be decoded'),
  })
})

test('a decoder that is killed is started again and goes on where it was; killed twice, that is an error of this side', async () => {
  const path = await wavFile('pípa.wav', 4)
  const whole = await samplesInto(path, getFfmpeg)
  const real = (await getFfmpeg()).path
  // Gives some of the sound, then is killed, as often as it is told. It counts by folders, since a decoder may write no file, and works
  // only where it sees them.
  const killedAt = (times: number) => {
    const [program, starts] = [join(folder, `killed ${times}`), join(folder, `starts ${times}`)]
    mkdirSync(starts)
    const script = [
      '#!/bin/sh',
      `[ -d '${starts}' ] || exit 1`,
      `[ "$1" = -version ] && exec '${real}' "$@"`,
      `mkdir '${starts}'/$$`,
      `if [ $(ls '${starts}' | wc -l) -le ${times} ]; then`,
      `'${real}' "$@" | head -c 100000`,
      'kill -KILL $$',
      'fi',
      `exec '${real}' "$@"`,
    ]
    writeFileSync(program, `${script.join('\n')}\n`, { mode: 0o755 })
    return async () => ({ ...(await getFfmpeg()), path: program })
  }
  expect(await samplesInto(path, killedAt(1))).toEqual(whole)
  const failure = { code: 'decode/failed', message: expect.stringContaining('not to blame') }
  await expect(samplesInto(path, killedAt(2))).rejects.toMatchObject(failure)
  const read = (times: number) => decodeSound(path, killedAt(times), 10, never)
  for (const times of [1, 2]) rmSync(join(folder, `starts ${times}`), { recursive: true })
  expect((await read(1)).length).toBeCloseTo(4 * 24_000, -3)
  await expect(read(2)).rejects.toMatchObject(failure)
})

async function samplesInto(path: string, get: typeof getFfmpeg): Promise<Buffer> {
  const blocks = await Array.fromAsync(decodeStream(path, get, OPTIONS, never))
  return Buffer.concat(blocks.map((block) => Buffer.from(block.slice().buffer)))
}

test('a file that breaks off has sound up to there', async () => {
  const path = await wavFile('broken.wav', 2)
  writeFileSync(path, readFileSync(path).subarray(0, 60_001))
  expect(await samplesOf(path)).toBeGreaterThan(15_000)
})

test('a reader that stops, or an abort, ends the decoder', async () => {
  const path = await wavFile('stop.wav', 30)
  for await (const _ of decodeStream(path, getFfmpeg, OPTIONS, never)) break
  const stop = new AbortController()
  const running = decodeStream(path, getFfmpeg, OPTIONS, stop.signal)
  await running.next()
  stop.abort(new Error('enough'))
  await expect(running.next()).rejects.toThrow('enough')
  expect(existsSync(path)).toBe(true)
})
