import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fileSource } from './byte-source.ts'
import { askOracle } from './oracle.test-support.ts'
import { MEDIA_TYPE } from './samples.test-support.ts'
import { signUnseenFile } from './sign.ts'
import { DEFINITION, NOW, never, newKey } from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'
import { verify } from './verify.ts'

const ENCODING = {
  wav: '-ar 8000 -c:a pcm_u8',
  mp3: '-ar 8000 -b:a 8k',
  flac: '-ar 8000',
  ogg: '-ar 8000 -c:a libopus -b:a 8k -compression_level 0 -page_duration 100000',
  webm: '-ar 8000 -c:a libopus -b:a 8k -compression_level 0 -live 1 -cluster_time_limit 100',
} as const

const folder = folderForTests('griot long')
let key: InstallationKey
beforeAll(async () => {
  key = await newKey()
})

describe.each(['wav', 'mp3', 'flac', 'ogg', 'webm'] as const)('three minutes of %s', (name) => {
  it('are signed in place, and found unchanged', async () => {
    const path = join(folder, `long.${name}`)
    const sound = '-f lavfi -i sine=frequency=300:sample_rate=8000:duration=180'
    execFileSync(FFMPEG, [...`-loglevel error ${sound} ${ENCODING[name]}`.split(' '), path])
    const before = statSync(path).size
    const { sizeBytes } = await signUnseenFile(path, DEFINITION, key, never)
    expect(statSync(path).size).toBe(sizeBytes)
    expect(sizeBytes - before).toBeLessThan(4_096)
    const file = await open(path)
    const trust = { ownRoots: [key.root], trusted: [], now: NOW }
    const { kind } = await verify(await fileSource(file), trust, never)
    await file.close()
    expect(kind).toBe('made-here')
    if (name === 'ogg' || name === 'webm') return
    const oracle = await askOracle(MEDIA_TYPE[name], readFileSync(path), key.root)
    expect(oracle).toEqual({ state: 'Trusted', failures: [] })
  })
})
