import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSidecarFolder } from '#provenance/sidecar-folder.ts'
import { send, speech } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { say, verify } from '#server/v1/provenance.test-support.ts'
import { postVoice, reads, wavOf } from '#server/voices.test-support.ts'
import type { Change } from '#shared/script-changes.ts'
import { readDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriot, runGriotHere } from './griot.test-support.ts'

// Everything that a data folder can hold is made, backed up while it is used, destroyed, restored and compared.

const folder = folderForTests('griot ልምምድ ìdánwò')
const home = join(folder, 'data')
const PASSPHRASE = { GRIOT_BACKUP_PASSPHRASE: 'ọ̀rọ̀ àṣírí mẹ́rin tó gùn' }
const headers = { authorization: `Bearer ${KEY}` }
/** Tables that change by being used. */
const LIVELY = new Set(['library_identity', 'deletions', 'sqlite_sequence', 'browsers'])
let signed: Buffer
let voiceId: string
let key: string
let rows: ReadonlyMap<string, readonly string[]>
let given: ReadonlyMap<string, string>

/** Every row of every table, as text. */
function rowsOf(of: string): ReadonlyMap<string, readonly string[]> {
  const database = readDatabase(join(of, 'library.db'))
  const tables = database?.all(`SELECT name FROM sqlite_schema WHERE type = 'table'`) ?? []
  const names = tables
    .map((table) => String(Object(table).name))
    .filter((name) => !LIVELY.has(name))
  const found = names.map((name) => {
    const all = database?.all(`SELECT * FROM ${name}`) ?? []
    return [
      name,
      all.map((row) => JSON.stringify({ ...Object(row), last_used_at: null })).sort(),
    ] as const
  })
  database?.close()
  return new Map(found)
}

/** The bytes that people gave or got, by path. */
function bytesOf(of: string): ReadonlyMap<string, string> {
  const parts = ['files', 'voices', 'clips', 'answers', 'provenance']
  return new Map(
    parts
      .flatMap((part) =>
        readdirSync(join(of, part), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(part, name),
        ),
      )
      .filter(
        (name) =>
          /[\da-f]{12}$|recording$|\.(txt|wav|pem|json|c2pa)$/.test(name) &&
          !name.endsWith('.library.json'),
      )
      .flatMap((name) => {
        const bytes = read(join(of, name))
        return bytes === undefined ? [] : [[name, bytes] as const]
      }),
  )
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path).toString('base64')
  } catch (error) {
    if (Object(error).code === 'EISDIR') return undefined
    throw error
  }
}

async function upload(host: RealHost, text: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'ìwé mi.txt')
  await fetch(`${host.url}/v1/files`, { method: 'POST', headers, body })
}

const once = ({ url }: RealHost) =>
  send(`${url}/v1/speech`, speech({ text: 'Once.' }, { 'idempotency-key': 'the one' }))

async function fill(host: RealHost): Promise<void> {
  const { handlers, close } = host.app.connect(() => undefined)
  const line = { id: '1', text: 'Ẹ káàárọ̀ o.', voice: 'sade', speed: 1 }
  const { scriptId, revision: base } = await handlers['script.load']({})
  const changes: Change[] = [
    { kind: 'title', title: 'Ìròyìn òwúrọ̀' },
    { kind: 'insert', lines: [line] },
  ]
  await handlers['script.save']({ scriptId, base, window: 'the drill', number: 1, changes })
  await handlers['pronunciations.add']({
    ...{ word: 'Griot', saidAs: { kind: 'text', text: 'gree-oh' }, language: 'en' },
    ...{ scope: { kind: 'global' }, caseSensitive: false },
  })
  await handlers['diacritics.accept']({ word: 'oko', form: 'ọkọ̀' })
  await handlers['voices.setFavourite']({ id: 'sade', isFavourite: true })
  const clipId = '0190e2e4-7b1c-4000-8000-00000000000a'
  await handlers['clips.begin']({ clipId, source: 'microphone', rate: 24_000 })
  await handlers['clips.append']({ clipId, position: 0, bytes: new Uint8Array(96_000).fill(3) })
  await handlers['clips.finish']({ clipId })
  close()
  await host.app.access.changeAccount('Àdá', { quotaBytes: 5_000_000 })
  key = (await host.app.access.keys.create({ name: 'a tool', account: 'owner', scopes: ['speak'] }))
    .token
  for (const text of ['ìwé àkọ́kọ́', 'second', 'x'.repeat(400_000)]) await upload(host, text)
  const recording = wavOf(await reads('john'))
  const made = await postVoice(host.url, KEY, recording)
  expect(made.detail).toBe('""')
  voiceId = made.id
  signed = (await say(host, { text: 'Ẹ káàárọ̀.', format: 'wav' })).bytes
  // Kept when it is given again.
  while ((await once(host)).headers['idempotent-replayed'] === undefined);
}

beforeAll(async () => {
  const host = await openRealHost({}, home)
  await fill(host)
  const manifests = createSidecarFolder(join(home, 'provenance', 'manifests'), () => new Date())
  await manifests.write('urn:c2pa:0190e2e4-7b1c-4000-8000-00000000000b', Buffer.from('a manifest'))
  rows = rowsOf(home)
  given = bytesOf(home)
  const isOver = { yet: false }
  const others = (async () => {
    for (let i = 0; !isOver.yet; i++) await upload(host, `meanwhile ${i}`)
  })()
  const plain = await runGriot(folder, ['backup', join(folder, 'plain.tar')])
  const encrypted = await runGriot(
    folder,
    ['backup', '--encrypt', join(folder, 'encrypted.tar.age')],
    PASSPHRASE,
  )
  isOver.yet = true
  await others
  await host.close()
  expect([plain.code, encrypted.code, plain.err + encrypted.err]).toEqual([
    0,
    0,
    expect.stringContaining('Keep it safe'),
  ])
  cpSync(home, join(folder, 'as it was'), { recursive: true })
})
afterAll(() => rmSync(join(folder, 'as it was'), { recursive: true, force: true }))

/** All that was there before the backup began is there again, and every file that is listed is there whole. */
function expectEverything(of: string): void {
  const found = rowsOf(of)
  const restored = bytesOf(of)
  for (const [table, expected] of rows)
    expect({ table, rows: found.get(table) }).toEqual({
      table,
      rows: expect.arrayContaining([...expected]),
    })
  for (const [path, bytes] of given)
    expect({ path, isSame: restored.get(path) === bytes }).toEqual({ path, isSame: true })
  const files = found.get('files') ?? []
  for (const row of files)
    expect([...restored.keys()].some((path) => path.endsWith(JSON.parse(row).id))).toBe(true)
}

const WAYS: readonly (readonly [string, () => void])[] = [
  ['the whole folder is gone', () => rmSync(home, { recursive: true })],
  ['the library is cut off', () => truncateSync(join(home, 'library.db'), 20_000)],
  [
    'the library is another text',
    () => writeFileSync(join(home, 'library.db'), 'Once upon a time. '.repeat(999)),
  ],
  [
    'files and recordings are gone',
    () => ['files', 'voices'].map((part) => rmSync(join(home, part), { recursive: true })),
  ],
]

test.each(WAYS)(
  'when %s, a backup brings everything back, and nothing that was left is deleted',
  async (_what, destroy) => {
    rmSync(home, { recursive: true, force: true })
    cpSync(join(folder, 'as it was'), home, { recursive: true })
    destroy()
    const { code, out, err } = await runGriotHere(folder, ['restore', join(folder, 'plain.tar')])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Restored')
    expectEverything(home)
  },
)

test('what a backup restores speaks with its own voice, knows its keys, its answers and what it has signed', async () => {
  rmSync(home, { recursive: true, force: true })
  const { code } = await runGriot(
    folder,
    ['restore', join(folder, 'encrypted.tar.age')],
    PASSPHRASE,
  )
  expect(code).toBe(0)
  expectEverything(home)
  const host = await openRealHost({}, home)
  try {
    const spoken = await send(
      `${host.url}/v1/speech`,
      speech({ voice: voiceId }, { authorization: `Bearer ${key}` }),
    )
    expect([spoken.status, spoken.bytes.length > 20_000]).toEqual([200, true])
    expect(await verify(host, { file: signed })).toMatchObject({
      status: 200,
      verdict: 'made-here',
    })
    expect((await once(host)).headers['idempotent-replayed']).toBe('true')
    expect((await runGriot(folder, ['restore', join(folder, 'plain.tar')])).err).toContain(
      'Stop it first',
    )
  } finally {
    await host.close()
  }
  // Neither start nor purge took anything of it for an orphan.
  expectEverything(home)
})

test('files and voices that came after the backup are brought back from what was set aside', async () => {
  const path = join(folder, 'plain.tar')
  rmSync(home, { recursive: true, force: true })
  cpSync(join(folder, 'as it was'), home, { recursive: true })
  const all = rowsOf(home)
    .get('files')
    ?.map((row) => JSON.parse(row).id)
    .sort()
  expect((await runGriotHere(folder, ['restore', path])).code).toBe(0)
  const [aside = ''] = readdirSync(home).filter((name) => name.startsWith('before-restore'))
  const { code, out } = await runGriotHere(folder, ['recover', join(home, aside)])
  expect([code, out]).toEqual([0, expect.stringContaining('Added to the library')])
  expect(
    rowsOf(home)
      .get('files')
      ?.map((row) => JSON.parse(row).id)
      .sort(),
  ).toEqual(all)
})
