import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { beforeAll, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '#storage/db/contents.ts'
import { openDatabase } from '#storage/db/database.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { lockShared } from '#storage/lock-home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { STAGING } from './swap.ts'
import { type BackupOptions, writeBackup } from './write-backup.ts'

const folder = folderForTests('griot መጠባበቂያ àfipamọ́')
const home = join(folder, 'home')
const whole = join(folder, 'whole.tar')
const forever = new AbortController().signal
const now = (): Date => new Date('2026-03-04T05:06:07Z')

beforeAll(async () => {
  const database = openDatabase(join(home, 'library.db'))
  adoptFolders(home, database)
  database.run(
    `INSERT INTO current_script (id, body, saved_at) VALUES (1, '{"title":"Ìròyìn","lines":[]}', '2026')`,
  )
  database.close()
  const clip = join(home, 'clips', '0190e2e4-0000-4000-8000-000000000000')
  mkdirSync(clip, { recursive: true })
  writeFileSync(join(clip, 'sound.wav'), Buffer.alloc(300_000, 7))
  mkdirSync(join(home, 'provenance'))
  writeFileSync(join(home, 'provenance', 'signing-key.pem'), 'the key')
  await write({ target: whole })
})

function write(order: Partial<BackupOptions>, signal = forever) {
  const usual = { home, target: whole, passphrase: undefined, version: '0.0.0', now }
  return writeBackup({ ...usual, onProgress: () => undefined, workFactor: 8, ...order }, signal)
}
const restore = (path: string, passphrase?: string, into = join(folder, 'other')) =>
  restoreBackup({ home: into, path, passphrase, now }, forever)
/** Contents of a data folder, without lock files and the like. */
const contentOf = (of: string): readonly string[] =>
  existsSync(of)
    ? readdirSync(of, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'in-use.lock')
        .map(({ name }) => name)
        .sort()
    : []
const names = (): readonly string[] => readdirSync(folder).sort()

/** The whole backup, with its entries changed. */
async function changed(
  change: (entries: Awaited<ReturnType<typeof unpackTar>>) => readonly {
    readonly header: TarHeader
    readonly data?: Uint8Array<ArrayBuffer>
  }[],
): Promise<string> {
  const path = join(folder, 'changed.tar')
  writeFileSync(path, await packTar([...change(await unpackTar(readFileSync(whole)))]))
  return path
}
const extra = (header: Partial<TarHeader>) =>
  changed((entries) => [
    {
      header: { name: 'files/x', size: 2, type: 'file', ...header },
      data: Buffer.from('hm'.slice(0, header.size ?? 2)) as never,
    },
    ...entries,
  ])

test('an encrypted backup opens with its passphrase alone, and tells nothing without it', async () => {
  const { path } = await write({ target: folder, passphrase: 'ọ̀rọ̀ àṣírí mi' })
  expect(path).toMatch(/griot-2026-03-04T05-06-07\.tar\.age$/)
  expect(readFileSync(path).includes('library.db')).toBe(false)
  await expect(checkBackup(path, 'another phrase', forever)).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('passphrase'),
  })
  const { entries } = await checkBackup(path, 'ọ̀rọ̀ àṣírí mi', forever)
  expect(entries.map(({ path: name }) => name)).toEqual([
    'clips/0190e2e4-0000-4000-8000-000000000000/sound.wav',
    'provenance/signing-key.pem',
    'library.db',
  ])
  truncateSync(path, readFileSync(path).length - 1_000)
  await expect(restore(path, 'ọ̀rọ̀ àṣírí mi')).rejects.toThrow('nothing was changed')
  rmSync(path)
})

test('a backup is never written over another file', async () => {
  const before = readFileSync(whole)
  await expect(write({})).rejects.toThrow('already exists')
  expect(readFileSync(whole)).toEqual(before)
})

test('a backup that is cancelled leaves nothing, neither half a file nor a copy of the library', async () => {
  const before = names()
  const stop = new AbortController()
  const onProgress = (): void => stop.abort(new Error('Stopped.'))
  const target = join(folder, 'cancelled.tar')
  await expect(write({ target, onProgress }, stop.signal)).rejects.toThrow('Stopped.')
  expect(names()).toEqual(before)
  expect(readdirSync(join(home, 'backup-work'))).toEqual([])
})

test('a folder that cannot take the backup is told in words', async () => {
  await expect(write({ target: join(folder, 'nowhere', 'b.tar') })).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('could not be written (ENOENT)'),
  })
  await expect(write({ home: join(folder, 'no home') })).rejects.toThrow('already exists')
  const target = join(folder, 'none.tar')
  await expect(write({ home: join(folder, 'no home'), target })).rejects.toThrow(
    'nothing to back up',
  )
})

const FORGERIES: readonly (readonly [string, () => Promise<string>, string])[] = [
  [
    'one that is cut short',
    async () => {
      const path = join(folder, 'short.tar')
      copyFileSync(whole, path)
      truncateSync(path, 200_000)
      return path
    },
    'incomplete',
  ],
  [
    'one in which a byte is another',
    async () => {
      const path = join(folder, 'flipped.tar')
      const bytes = readFileSync(whole)
      bytes[100_000] = 8
      writeFileSync(path, bytes)
      return path
    },
    'is not what was packed',
  ],
  ['one that leads out of the folder', () => extra({ name: '../../escaped' }), 'not a valid name'],
  ['one with an absolute path', () => extra({ name: '/tmp/escaped' }), 'not a valid name'],
  [
    'one that leads out by backslashes',
    () => extra({ name: 'files\\..\\..\\escaped' }),
    'not a valid name',
  ],
  [
    'one that leads elsewhere in the data folder',
    () => extra({ name: 'desktop/config.json' }),
    'not a valid name',
  ],
  [
    'one with a symbolic link',
    () => extra({ type: 'symlink', linkname: '/etc/passwd', size: 0 }),
    'not a plain file',
  ],
  [
    'one with a hard link',
    () => extra({ type: 'link', linkname: '/etc/passwd', size: 0 }),
    'not a plain file',
  ],
  ['one with a device', () => extra({ type: 'character-device', size: 0 }), 'not a plain file'],
  ['one with something that its list does not name', () => extra({}), 'more than its list'],
  [
    'one with the same name twice',
    () => changed((entries) => [...entries.slice(0, 1), ...entries]),
    'twice',
  ],
  [
    'one without a library',
    () => changed((entries) => entries.filter(({ header }) => header.name !== 'library.db')),
    'library.db is missing',
  ],
  [
    'one without its list',
    () => changed((entries) => entries.slice(0, -1)),
    'list of contents is missing',
  ],
  [
    'any other file',
    async () => join(home, 'provenance', 'signing-key.pem'),
    'backup cannot be used',
  ],
]
test.each(FORGERIES)('%s is refused in words, and nothing is touched', async (_what, make, why) => {
  await expect(restore(await make())).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining(why),
  })
  expect(contentOf(join(folder, 'other'))).toEqual([])
  expect(existsSync(join(folder, 'escaped'))).toBe(false)
})

/** A library in which something was changed. */
function libraryAfter(sql: string): Buffer {
  const path = join(folder, 'changed.db')
  const database = openDatabase(path)
  database.run(sql)
  database.copyTo(`${path}.copy`)
  database.close()
  const bytes = readFileSync(`${path}.copy`)
  for (const end of ['', '.copy']) rmSync(`${path}${end}`)
  return bytes
}

/** The whole backup with another library, and a list that says so. */
async function withLibrary(library: Buffer): Promise<string> {
  const path = join(folder, 'other library.tar')
  const sha256 = createHash('sha256').update(library).digest('hex')
  const entries = await unpackTar(readFileSync(whole))
  const made = entries.map(({ header, data }) => {
    if (header.name === 'library.db')
      return { header: { ...header, size: library.length }, data: library as never }
    if (header.name !== 'manifest.json') return { header, data: data as never }
    const manifest = JSON.parse(Buffer.from(data ?? []).toString())
    for (const entry of manifest.entries)
      if (entry.path === 'library.db') Object.assign(entry, { sha256, sizeBytes: library.length })
    const text = Buffer.from(JSON.stringify(manifest))
    return { header: { ...header, size: text.length }, data: text as never }
  })
  writeFileSync(path, await packTar(made))
  return path
}

test('a backup of a newer Griot is refused, and so is a library that names files as Griot never does', async () => {
  const newer = await withLibrary(libraryAfter(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`))
  await expect(restore(newer)).rejects.toThrow('newer version of Griot')
  const names = `INSERT INTO deletions (kind, id, account) VALUES ('voice', '../../../home', 'owner')`
  const hostile = await withLibrary(libraryAfter(names))
  await expect(restore(hostile)).rejects.toThrow('somebody has changed it')
  expect(contentOf(join(folder, 'other'))).toEqual([])
})

test('nothing is restored into a data folder that Griot runs on', async () => {
  const other = join(folder, 'served')
  const hold = lockShared(other)
  await expect(restore(whole, undefined, other)).rejects.toMatchObject({
    code: 'storage/busy',
    message: expect.stringContaining('Stop it first'),
  })
  hold.release()
  await restore(whole, undefined, other)
  expect(readFileSync(join(other, 'provenance', 'signing-key.pem'), 'utf8')).toBe('the key')
})

const STEPS = Array.from({ length: 9 }, (_, i) => i)
test.each(STEPS)(
  'a restore that is cut short after %i steps is finished at the next start, and loses nothing',
  (steps) => {
    const target = join(folder, `cut ${steps}`)
    const staging = join(target, `${STAGING}x`)
    const aside = join(target, 'before-restore-x')
    mkdirSync(aside, { recursive: true })
    const parts = ['files', 'voices', 'clips', 'library.db']
    for (const part of parts)
      for (const [where, text] of [
        [target, 'old'],
        [staging, 'new'],
      ] as const) {
        mkdirSync(where, { recursive: true })
        if (part === 'library.db') writeFileSync(join(where, part), text)
        else mkdirSync(join(where, part))
        if (part !== 'library.db') writeFileSync(join(where, part, text), text)
      }
    const plan = { aside: 'before-restore-x', parts, ready: parts }
    writeFileSync(join(staging, 'ready.json'), JSON.stringify(plan))
    const moves = parts.flatMap((part) => [
      [join(target, part), join(aside, part)] as const,
      [join(staging, part), join(target, part)] as const,
    ])
    for (const [from, to] of moves.slice(0, steps)) renameSync(from, to)
    lockShared(target).release()
    expect(readdirSync(target).sort()).toEqual([...parts, 'before-restore-x', 'in-use.lock'].sort())
    expect(contentOf(target)).toEqual([
      'library.db',
      'library.db',
      'new',
      'new',
      'new',
      'old',
      'old',
      'old',
    ])
    expect(readFileSync(join(target, 'library.db'), 'utf8')).toBe('new')
    expect(existsSync(join(aside, 'files', 'old'))).toBe(true)
  },
)
