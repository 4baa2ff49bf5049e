import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ContainerName } from '#provenance/c2pa/containers/detect.ts'
import { askOracle } from '#provenance/c2pa/oracle.test-support.ts'
import { decoded, MEDIA_TYPE } from '#provenance/c2pa/samples.test-support.ts'
import { askSecondImplementation } from '#provenance/c2pa/second-implementation.test-support.ts'
import { newKey, signedBytes, verdictOf } from '#provenance/c2pa/signing.test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot ohùn '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ffmpeg = '-loglevel error -y -f lavfi -i sine=frequency=300:sample_rate=24000:duration=1'
/** Files that neither the bundled ffmpeg nor Griot itself can write. */
const FILES: readonly (readonly [string, ContainerName, string, string])[] = [
  ['a wav that sox writes', 'wav', 'sox', '-n -r 96000 -b 24 -c 2 OUT synth 0.1 sine 300'],
  ['a flac of libFLAC', 'flac', 'sox', '-n -r 24000 -b 16 -c 1 OUT synth 0.2 sine 300'],
  ['a vorbis of libvorbis', 'ogg', 'sox', '-n -r 24000 -c 1 OUT synth 0.2 sine 300'],
  ['a webm with its index in front', 'webm', 'ffmpeg', `${ffmpeg} -cues_to_front 1 OUT`],
  ['a webm of a present ffmpeg', 'webm', 'ffmpeg', `${ffmpeg} OUT`],
]

test.each(FILES)('%s is signed, verified as unchanged, and sounds the same', async (...file) => {
  const [, container, program, command] = file
  const path = join(folder, `sound.${container}`)
  const args = command.split(' ').map((arg) => (arg === 'OUT' ? path : arg))
  execFileSync(program, args)
  const plain = readFileSync(path)
  const now = new Date()
  const key = await newKey(now)
  const signed = await signedBytes(plain, key)
  expect((await verdictOf(signed, { ownRoots: [key.root], now })).kind).toBe('made-here')
  expect(decoded(signed, container).equals(decoded(plain, container))).toBe(true)
  if (container === 'ogg' || container === 'webm')
    expect(await askSecondImplementation(container, signed)).toEqual([])
  else
    expect(await askOracle(MEDIA_TYPE[container], signed, key.root)).toEqual({
      state: 'Trusted',
      failures: [],
    })
})
