import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { storeForTests } from '#storage/files/files.test-support.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { batchesOf } from '#storage/library-ownership/lost-and-found.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { libraryState } from '#storage/library-state.ts'
import { voiceMetadata } from './custom-voices/voice-metadata.ts'
import { recover } from './recover.ts'

const store = storeForTests()
const forever = new AbortController().signal
const ID = `voice_${'ab'.repeat(16)}`
const at = '2026-03-04T05:06:07.000Z'
const traits = {
  ...{ base: 'slt', f0Hz: 200, rangeSemitones: 4, liveliness: 1, formantScale: 1, rate: 1 },
  colour: { low: 0, middle: 0, presence: 0, high: 0, breath: 0 },
  ...{ hasNigerianAccent: true, gainDecibels: 0 },
}

/** The same folders with a library that knows nothing of them. */
async function loseLibrary(): Promise<string> {
  const home = `${store.home} again`
  cpSync(store.home, home, { recursive: true, filter: (path) => !/library\.db/.test(path) })
  return home
}

test('files come back with their names, times and owners, the bytes as they are, and what was deleted does not', async () => {
  const mine = await store.add('Àdá', 'orin àárọ̀.mp3')
  const gone = await store.add('owner', 'gone')
  await store.files.remove('owner', gone.id)
  const home = await loseLibrary()
  const found = await recover(home, home, forever)
  expect(found).toEqual({ files: [mine.id], nameless: [], voices: [], recordings: [] })
  const database = openDatabase(join(home, 'library.db'))
  expect(await createFileRows(database).find(mine.id)).toEqual({ ...mine, sequence: 1 })
  database.close()
  expect(libraryState(home)?.ownership.kind).toBe('own')
  // Again, it finds nothing new.
  expect((await recover(home, home, forever)).files).toEqual([])
})

test('of a file of which only the bytes are left, they tell its type, and it is the owner’s', async () => {
  const { id } = await store.add('unknown to everybody', 'x')
  const home = await loseLibrary()
  const [folder = ''] = readdirSync(join(home, 'files')).filter((name) => !name.startsWith('.'))
  rmSync(join(home, 'files', folder, `${id}.json`))
  const bytes = Buffer.from('RIFF____WAVEfmt hello')
  writeFileSync(join(home, 'files', folder, id), bytes)
  const { nameless } = await recover(home, home, forever)
  expect(nameless).toEqual([id])
  const database = openDatabase(join(home, 'library.db'))
  expect(await createFileRows(database).find(id)).toMatchObject({
    ...{ account: 'owner', originalName: undefined },
    content: {
      ...{ mediaType: 'audio/wav', sizeBytes: bytes.length },
      sha256: createHash('sha256').update(bytes).digest(),
    },
  })
  database.close()
  expect(existsSync(join(home, 'files', folder, id))).toBe(false)
})

test('what lies in lost+found comes back from there', async () => {
  const { id } = await store.add('owner', 'ìwé')
  adoptFolders(store.home, store.database)
  const rows = createFileRows(store.database)
  await rows.remove(id)
  await rows.deletions.done(await rows.deletions.list())
  const lost = createOrphans(store.home, store.database, () => store.clock).open()
  const folder = join(store.home, 'files', '4c1029697ee358715d3a14a2add817c4')
  for (const name of [id, `${id}.json`]) lost?.put(join(folder, name))
  const [batch = ''] = batchesOf(store.home)
  expect((await recover(store.home, batch, forever)).files).toEqual([id])
  expect((await rows.find(id))?.originalName).toBe('ìwé')
  expect(readFileSync(join(folder, id), 'utf8')).toBe('Ẹ káàárọ̀')
})

test('a voice comes back with its consent; one that was deleted, and one of which nothing is known, do not', async () => {
  const home = store.home
  const voices = createStoredVoices(store.database)
  const voice = {
    ...{
      id: ID,
      account: 'Àdá',
      name: 'Fúnmi',
      language: undefined,
      spokenLanguage: 'yo' as const,
    },
    ...{ warnings: [], createdAt: at, updatedAt: at, engine: 'flite', traits },
  }
  const digest = createHash('sha256').update('').digest()
  const consent = {
    ...{
      account: 'Àdá',
      tokenName: 'phone',
      statement: 'I agree.',
      purpose: 'speech',
      givenAt: at,
    },
    ...{ recordingSha256: digest, transcriptSha256: digest, voiceDeletedAt: undefined },
  }
  const place = (id: string): void => {
    mkdirSync(join(home, 'voices', id), { recursive: true })
    writeFileSync(join(home, 'voices', id, 'recording'), 'ohùn')
  }
  const unknown = `voice_${'cd'.repeat(16)}`
  place(ID)
  place(unknown)
  const about = voiceMetadata('another', { ...voice, consent })
  writeFileSync(join(home, 'voices', ID, 'about.json'), about)
  const { voices: found, recordings } = await recover(home, home, forever)
  expect([found, recordings]).toEqual([[ID], [join(home, 'voices', unknown)]])
  expect(await voices.record(ID)).toEqual({ ...voice, consent })
  await voices.remove('Àdá', ID, at)
  expect((await recover(home, home, forever)).voices).toEqual([])
})
