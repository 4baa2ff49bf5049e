import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { wavHeader } from '#media/wav.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type CustomVoices, createCustomVoices } from './custom-voices.ts'
import { openRecordings } from './recordings.ts'

const home = folderForTests('griot ድምፅ ohùn')
const folder = join(home, 'voices')
const library = join(home, 'library.db')
const TRANSCRIPT = 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'
const order = { name: 'Fúnmi tèmi', transcript: TRANSCRIPT, language: undefined, consent: true }
const maker = { account: 'Àdá', tokenName: 'the phone' }
const leaving = new AbortController()
let clock = new Date('2026-03-04T05:06:07Z')
let database: Database
let voices: CustomVoices
let pcm: Buffer

beforeAll(async () => {
  database = openDatabase(library)
  database.limitLockWait()
  const engine = await speakerForTests()
  voices = createCustomVoices({
    stored: createStoredVoices(database),
    recordings: openRecordings(folder, process.pid),
    orphans: createOrphans(home, database, () => clock),
    cloner: engine,
    detectLanguage: async () => 'yo',
    getFfmpeg,
    now: () => clock,
    randomBytes,
  })
  const said = engine.speak({ text: TRANSCRIPT, voice: 'funmi', speed: 1 }, leaving.signal)
  pcm = Buffer.concat((await Array.fromAsync(said)).map(({ samples }) => toPcm(samples)))
})
afterAll(() => database.close())

async function* wav(): AsyncGenerator<Uint8Array> {
  yield wavHeader(pcm.length)
  yield pcm
}
const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' })

test('while the library is locked a voice that is made waits, as do its names: the last one stays, with its time', async () => {
  const lock = lockLibraryHere(library)
  const making = voices.create(order, await voices.receive(wav()), maker, leaving.signal)
  while (!files().some((name) => name.endsWith('about.json'))) await nextTurn()
  expect(await voices.list('Àdá')).toEqual([])
  lock.release()
  const { id } = await making
  const again = lockLibraryHere(library)
  const names = ['Rédíò', 'Ìròyìn'].map((name) => voices.rename('Àdá', id, name))
  clock = new Date('2026-03-04T05:06:10Z')
  again.release()
  await Promise.all(names)
  const updatedAt = '2026-03-04T05:06:10.000Z'
  expect(await voices.list('Àdá')).toMatchObject([{ id, name: 'Ìròyìn', updatedAt }])
  await voices.delete('Àdá', id)
})

test('a caller who goes away while a locked library keeps the voice waiting gets none, and nothing of it stays', async () => {
  const lock = lockLibraryHere(library)
  const making = voices.create(order, await voices.receive(wav()), maker, leaving.signal)
  const refused = expect(making).rejects.toThrow('The caller went away.')
  while (!files().some((name) => name.endsWith('about.json'))) await nextTurn()
  leaving.abort(new Error('The caller went away.'))
  await refused
  lock.release()
  await database.retryWhileBusy(() => undefined)
  expect(await voices.list('Àdá')).toEqual([])
  expect(files()).toEqual([])
})
