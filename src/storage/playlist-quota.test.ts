import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPlaylists } from '#media/hls.ts'
import { ffmpegsHere, glideInPieces } from '#media/sound.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createPlaylistQuota } from './playlist-quota.ts'

const [ffmpeg] = await ffmpegsHere()
if (!ffmpeg) throw new Error('there is no ffmpeg here')
const home = folderForTests('griot orin ààyè')
const never = new AbortController().signal
const TTL = 60_000
let count = 0

function open(ofHolder: number, inAll: number) {
  const directory = join(home, `hls ${count++}`)
  const clock = { ms: Date.now() }
  const playlists = createPlaylists(directory, async () => ffmpeg as NonNullable<typeof ffmpeg>, {
    ...{ ttlMs: TTL, now: () => clock.ms, allowance: createPlaylistQuota({ ofHolder, inAll }) },
  })
  const ask = async (holder: string, seconds = 3): Promise<string> => {
    const sound = glideInPieces(seconds, 0.7)
    const { lines } = await playlists.start(sound, '64k', (_, name) => name, never, holder)
    return (await Array.fromAsync(lines)).join('')
  }
  const bytes = (): number => {
    if (!existsSync(directory)) return 0
    const files = readdirSync(directory, { recursive: true }).map((name) =>
      statSync(join(directory, String(name))),
    )
    return files.reduce((sum, { size }) => sum + size, 0)
  }
  return { ask, bytes, clock, playlists }
}

test('playlists take no more of the disk than their holder may, and make room when they expire', async () => {
  const { ask, bytes, clock, playlists } = open(100_000, 1_000_000)
  let refused: unknown
  for (let n = 0; n < 10 && refused === undefined; n++)
    await ask('Ngọzi').catch((error) => {
      refused = error
    })
  expect(refused).toMatchObject({
    code: 'file/quota',
    message: expect.stringMatching(/of this account use \d+\.\d kB of 100\.0 kB/),
  })
  expect(bytes()).toBeLessThanOrEqual(100_000)
  expect(await ask('Ṣadé')).toContain('#EXT-X-ENDLIST')
  // Four times the three seconds of each come on top, in whole frames.
  clock.ms += TTL + 13_000
  await playlists.purge()
  expect(bytes()).toBe(0)
  expect(await ask('Ngọzi')).toContain('#EXT-X-ENDLIST')
  await playlists.close()
})

test('a playlist that outgrows the room breaks off, leaves nothing, and gives its room back', async () => {
  const { ask, bytes, playlists } = open(100_000, 1_000_000)
  for (const _ of Array(2))
    await expect(ask('Ngọzi', 16)).rejects.toMatchObject({ code: 'file/quota' })
  expect(bytes()).toBe(0)
  expect(await ask('Ngọzi')).toContain('#EXT-X-ENDLIST')
  await playlists.close()
})

test('all others together leave the owner room', async () => {
  const { ask, playlists } = open(80_000, 100_000)
  await ask('Ngọzi')
  await ask('Ngọzi')
  const results = await Promise.allSettled([ask('Ṣadé', 8), ask('Hana', 8)])
  expect(results.map(({ status }) => status)).toContain('rejected')
  expect(await ask('owner')).toContain('#EXT-X-ENDLIST')
  await playlists.close()
})
