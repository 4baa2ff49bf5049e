import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup, restoreLibrary } from '#storage/backup/restore.ts'
import { STAGING } from '#storage/backup/swap.ts'
import { writeBackup } from '#storage/backup/write-backup.ts'
import { openDatabase, readDatabase } from '#storage/db/database.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import {
  batchesOf,
  LOST_MS,
  openLostAndFound,
  purgeLostAndFound,
} from '#storage/library-ownership/lost-and-found.ts'
import { lockExclusive } from '#storage/lock-home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import {
  openAccess,
  openDiacriticOverrides,
  openDictionary,
  openSignInStore,
} from './open-library.ts'
import type { LibraryPlace } from './open-service.ts'

const folder = folderForTests('griot ìmúpadàbọ̀ መመለስ')
const forever = new AbortController().signal
const now = (): Date => new Date('2026-06-04T05:06:07Z')
const ACCOUNT = 'INSERT INTO accounts (name, quota_bytes, created_at) VALUES (?, 1, ?)'
const NAMED = `SELECT name FROM accounts WHERE name = 'Àdá'`

test('a library that is restored brings the writes along that only its log holds', async () => {
  const from = join(folder, 'killed')
  const path = join(from, 'library.db')
  openDatabase(path).close()
  const database = openDatabase(path)
  database.run(ACCOUNT, 'Àdá', '2026')
  const left = join(folder, 'left.db')
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`)
  database.close()
  const home = join(folder, 'restored alone')
  await restoreLibrary({ home, path: left, now }, forever)
  const restored = readDatabase(join(home, 'library.db'))
  expect(restored?.all(NAMED)).toHaveLength(1)
  restored?.close()
})

test('what a backup brings back to lost+found stays for thirty days more, and names that cannot be read back are left out by name', async () => {
  const home = join(folder, 'full')
  const database = openDatabase(join(home, 'library.db'))
  adoptFolders(home, database)
  database.close()
  const names = ['Report 10:30.pdf', 'a\\b', 'dot.', 'Same', 'same', 'whole']
  for (const name of names) writeFileSync(join(home, 'files', name), name)
  const long = new Date('2026-03-04T05:06:07Z')
  const lost = openLostAndFound(home, 'a test', () => long)
  for (const name of names) lost.put(join(home, 'files', name))
  const manifests = join(home, 'provenance', 'manifests')
  mkdirSync(manifests, { recursive: true })
  writeFileSync(join(manifests, 'long.c2pa'), 'manifest')
  const path = join(folder, 'full.tar')
  const usual = { home, target: path, passphrase: undefined, version: '0.0.0', now }
  const { manifest } = await writeBackup({ ...usual, onProgress: () => undefined }, forever)
  expect(manifest.leftOut.map((name) => name.split('/').at(-1)).sort()).toHaveLength(4)
  const into = join(folder, 'restored')
  await restoreBackup({ home: into, path, passphrase: undefined, now }, forever)
  expect(readFileSync(join(into, 'provenance', 'manifests', 'long.c2pa'), 'utf8')).toBe('manifest')
  purgeLostAndFound(into, new Date(now().getTime() + LOST_MS))
  const [batch = ''] = batchesOf(into)
  expect(existsSync(join(batch, 'files', 'whole'))).toBe(true)
  purgeLostAndFound(into, new Date(now().getTime() + LOST_MS + 1))
  expect(batchesOf(into)).toEqual([])
})

const COMMANDS = [
  [
    'keys and accounts',
    (place: LibraryPlace) => openAccess(place, (error) => expect.unreachable(String(error))),
  ],
  ['browsers and links', openSignInStore],
  ['the dictionary', openDictionary],
  ['accepted forms', openDiacriticOverrides],
] as const
test.each(COMMANDS)(
  'what changes %s finishes a restore that was cut short, and waits for one that goes on',
  async (what, open) => {
    const home = join(folder, what)
    const staging = join(home, `${STAGING}x`)
    mkdirSync(join(home, 'before-restore-x'), { recursive: true })
    openDatabase(join(home, 'before-restore-x', 'library.db')).close()
    const ready = openDatabase(join(staging, 'library.db'))
    ready.run(ACCOUNT, 'Àdá', '2026')
    ready.close()
    const parts = ['library.db']
    const plan = { aside: 'before-restore-x', parts, ready: parts }
    writeFileSync(join(staging, 'ready.json'), JSON.stringify(plan))
    await (await open({ home })).close()
    expect(readdirSync(home).filter((name) => name.startsWith(STAGING))).toEqual([])
    const library = readDatabase(join(home, 'library.db'))
    expect(library?.all(NAMED)).toHaveLength(1)
    library?.close()
    const alone = lockExclusive(home)
    await expect(open({ home })).rejects.toThrow('A backup is being restored')
    alone.release()
    rmSync(home, { recursive: true })
  },
)
