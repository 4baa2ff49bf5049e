import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openDatabase, readDatabase } from './database.ts'
import { createPronunciations } from './pronunciations.ts'

const folder = folderForTests('ìpè ቃል')

let files = 0
const open = () => {
  const path = join(folder, `${++files}.db`)
  const database = openDatabase(path)
  return { path, database, store: createPronunciations(database, keys) }
}
const keys = {
  folded: (word: string, caseSensitive: boolean) => (caseSensitive ? word : word.toLowerCase()),
  firstPart: (word: string) => word.toLowerCase().split(' ')[0] ?? '',
}
const draft = (word: string, more: Partial<PronunciationDraft> = {}): PronunciationDraft => ({
  word,
  saidAs: { kind: 'text', text: `${word} said` },
  language: undefined,
  scope: { kind: 'global' },
  caseSensitive: false,
  ...more,
})
const inNovel = { scope: { kind: 'project', projectId: 'novel' } } as const

test('entries stay after a restart, by word, and those of other projects are not shown', async () => {
  const { path, database, store } = open()
  const zik = await store.add(draft('Zik', { saidAs: { kind: 'ipa', ipa: 'zík' }, language: 'ig' }))
  const ada = await store.add(draft('Ada', { caseSensitive: true }))
  const own = await store.add(draft('Bola', inNovel))
  database.close()
  const again = openDatabase(path)
  const entries = createPronunciations(again, keys)
  expect(await entries.list(undefined)).toEqual([ada, zik])
  expect(await entries.list('novel')).toEqual([ada, own, zik])
  expect(await entries.list('other')).toEqual([ada, zik])
  expect(await entries.among(['zik', 'bola', 'x'], 'novel')).toEqual([own, zik])
  expect(await entries.among([], 'novel')).toEqual([])
  again.close()
})

test('a word is there once for each scope, language and letter case', async () => {
  const { database, store } = open()
  const ada = await store.add(draft('Ada'))
  const others = [{ language: 'ig' } as const, inNovel, { caseSensitive: true }]
  for (const more of others) await store.add(draft('Ada', more))
  for (const twin of [draft('ADA'), draft('ada', inNovel)])
    await expect(async () => store.add(twin)).rejects.toThrow(
      expect.objectContaining({ code: 'dictionary/duplicate' }),
    )
  await expect(async () =>
    store.change({ ...draft('ada', { language: 'ig' }), id: ada.id }),
  ).rejects.toThrow(expect.objectContaining({ code: 'dictionary/duplicate' }))
  const changed = { ...draft('aDA', { saidAs: { kind: 'ipa', ipa: 'áda' } }), id: ada.id }
  expect(await store.change(changed)).toEqual(changed)
  expect(await store.list('novel')).toHaveLength(4)
  database.close()
})

test('what is not there cannot be changed or removed', async () => {
  const { database, store } = open()
  const { id } = await store.add(draft('Ada'))
  await store.remove(id)
  const missing = expect.objectContaining({ code: 'dictionary/not-found' })
  await expect(async () => store.remove(id)).rejects.toThrow(missing)
  await expect(async () => store.change({ ...draft('Ada'), id })).rejects.toThrow(missing)
  expect((await store.add(draft('Bola'))).id).not.toBe(id)
  database.close()
})

test('many are put at once or none, and five thousand are the most', async () => {
  const { database, store } = open()
  const many = Array.from({ length: 5_000 }, (_, index) => draft(`word${index}`))
  expect(await store.put(many.slice(0, 4_999))).toEqual({ added: 4_999, replaced: 0 })
  const tooMany = [
    draft('word0', { saidAs: { kind: 'text', text: 'new' } }),
    draft('x'),
    draft('y'),
  ]
  await expect(async () => store.put(tooMany)).rejects.toThrow('at most 5,000')
  expect((await store.among(['word0'], undefined))[0]?.saidAs).toEqual(draft('word0').saidAs)
  expect(await store.put(tooMany.slice(0, 2))).toEqual({ added: 1, replaced: 1 })
  await expect(async () => store.add(draft('z'))).rejects.toThrow('at most 5,000')
  database.close()
})

test('an entry that another program has broken is named', async () => {
  const { database, store } = open()
  await store.add(draft('Ada'))
  database.run("UPDATE pronunciations SET language = 'xx'")
  await expect(async () => store.list(undefined)).rejects.toThrow(
    expect.objectContaining({ code: 'storage/failed' }),
  )
  database.close()
})

test('a library is read without being made or changed', async () => {
  expect(readDatabase(join(folder, 'none.db'))).toBeUndefined()
  const { path, database, store } = open()
  await store.add(draft('Ada'))
  const reader = readDatabase(path)
  if (!reader) throw new Error('it was not opened')
  expect(await createPronunciations(reader, keys).list(undefined)).toHaveLength(1)
  await expect(async () => createPronunciations(reader, keys).remove(1)).rejects.toThrow(
    expect.objectContaining({ code: 'storage/failed' }),
  )
  reader.close()
  database.close()
})
