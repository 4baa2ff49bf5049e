import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { render } from '#media/render.ts'
import { collect, ffmpegsHere, glide } from '#media/sound.test-support.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { libraryOf } from '#storage/home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { never } from './c2pa/signing.test-support.ts'
import { provenanceOf } from './open-provenance.ts'
import type { Provenance } from './provenance.ts'

const [ffmpeg] = await ffmpegsHere()
const folder = folderForTests('griot ìdáhùn')
let database: Database
let provenance: Provenance
beforeAll(() => {
  database = openDatabase(libraryOf(folder))
  database.limitLockWait()
  provenance = provenanceOf(database, { home: folder, version: '0.1.0' }, () => new Date())
})
afterAll(() => database.close())

/** One sentence of so many seconds, in two chunks; the second one comes when it may. */
async function* sentence(seconds: number, mayGoOn: Promise<unknown>): AsyncGenerator<SpokenChunk> {
  const common = { timings: { words: [], phones: [], syllables: [] }, total: 1 }
  const rest = glide(seconds - 1, 1)
  yield { ...common, samples: glide(1), done: 0, samplesToCome: rest.length }
  await mayGoOn
  yield { ...common, samples: rest, done: 1, samplesToCome: 0 }
}

function answer(seconds: number, mayGoOn: Promise<unknown>, signal = never) {
  const making = {
    ...{
      requestId: `of ${seconds} s`,
      account: 'owner',
      language: 'en',
      engine: 'Griot flite 2.3',
      title: undefined,
    },
    voice: { kind: 'built-in', name: 'lina' },
  } as const
  const getFfmpeg = async () => ffmpeg as NonNullable<typeof ffmpeg>
  return provenance.signAnswer(
    sentence(seconds, mayGoOn),
    { format: 'mp3', bitrate: '32k' },
    (chunks) => render(chunks, { format: 'mp3', bitrate: '32k' }, getFfmpeg, never),
    making,
    signal,
  )
}

test('a short sentence has its manifest in front', async () => {
  const { placement, bytes } = await answer(4, Promise.resolve())
  expect(placement).toBe('embedded')
  expect((await collect(bytes)).toString('latin1', 0, 3)).toBe('ID3')
})

test('a sentence with long silences in it is heard before it has been spoken', async () => {
  const heard = Promise.withResolvers<void>()
  const { placement, bytes } = await answer(130, heard.promise)
  expect(placement).toBe('trailing')
  const first = await bytes.next()
  expect(first.done).toBe(false)
  heard.resolve()
  const rest = await collect(bytes)
  expect(rest.length).toBeGreaterThan((129 * 32_000) / 8)
  const { sizeBytes } = await provenance.record('of 130 s', 'owner')
  expect(sizeBytes).toBe((first.value?.length ?? 0) + rest.length)
})

fullTest(
  'an answer ends once a locked library is free, and not at all for a caller who went away meanwhile',
  async () => {
    for (const [seconds, leaves] of [
      [3, false],
      [5, true],
      [91, false],
      [92, true],
    ] as const) {
      const leaving = new AbortController()
      const { bytes } = await answer(seconds, Promise.resolve(), leaving.signal)
      const lock = lockLibraryHere(libraryOf(folder))
      const ended = collect(bytes)
      const told = leaves
        ? expect(ended).rejects.toThrow('The caller went away.')
        : expect(ended).resolves.toHaveProperty('length')
      await wait(300)
      if (leaves) leaving.abort(new Error('The caller went away.'))
      lock.release()
      await told
      // Behind whatever waits.
      await database.retryWhileBusy(() => undefined)
      const record = () => provenance.record(`of ${seconds} s`, 'owner')
      if (leaves) await expect(record()).rejects.toThrow('Nothing was signed')
      else expect(await record()).toMatchObject({ sizeBytes: (await ended).length })
    }
  },
)
