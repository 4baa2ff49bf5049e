import { expect, test } from 'vitest'
import { MEMORY_LIMITS } from '#shared/translation.ts'
import { type RowDatabase, run } from '#storage/db/steps.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'

const EN_YO = { sourceLanguage: 'en', targetLanguage: 'yo' } as const
const ALL = { before: Number.MAX_SAFE_INTEGER, limit: 100 }
const at = (second: number): string => new Date(1_800_000_000_000 + second * 1_000).toISOString()

/** What every store of translation memories does, over databases that `open` opens empty. */
export function translationMemoryContract(open: () => Promise<RowDatabase>): void {
  test('an entry is put, found, replaced where it stands and removed, for its account alone', async () => {
    const store = createTranslationMemoryRows(await open())
    const good = { ...EN_YO, source: 'Good.', target: 'Ó dára.' }
    const first = await store.put('ada', good, 'good', at(0))
    expect(first).toEqual({ ...good, id: first.id, createdAt: at(0), updatedAt: at(0) })
    await store.put('obi', { ...good, target: 'Ó da.' }, 'good', at(1))
    const again = { ...good, source: 'GOOD', target: 'Dára' }
    const second = await store.put('ada', again, 'good', at(2))
    expect(second).toEqual({ ...first, ...again, updatedAt: at(2) })
    expect(await store.find('ada', first.id)).toEqual(second)
    expect(await store.find('obi', first.id)).toBeUndefined()
    expect(await store.remove('obi', first.id)).toBeUndefined()
    expect(await store.remove('ada', first.id)).toEqual(second)
    expect(await store.remove('ada', first.id)).toBeUndefined()
    expect(await store.list('ada', ALL)).toEqual([])
    expect(await store.list('obi', ALL)).toHaveLength(1)
  })

  test('texts with U+0000 come back as they were given, and are found by it', async () => {
    const store = createTranslationMemoryRows(await open())
    const entry = { ...EN_YO, source: 'a\0b', target: '\uF8FE0\0' }
    const first = await store.put('ada', entry, 'a\0b', at(0))
    await store.put('ada', { ...entry, source: 'ab' }, 'ab', at(1))
    expect(await store.find('ada', first.id)).toMatchObject(entry)
    expect(await store.put('ada', entry, 'a\0b', at(2))).toMatchObject({ id: first.id })
    expect(await store.list('ada', ALL)).toHaveLength(2)
  })

  test('entries are listed newest first, by page and by language', async () => {
    const store = createTranslationMemoryRows(await open())
    for (let entry = 1; entry <= 5; entry++)
      await store.put('ada', { ...EN_YO, source: `w${entry}`, target: 'ọ̀' }, `w${entry}`, at(entry))
    await store.put('ada', { ...EN_YO, targetLanguage: 'ha', source: 'w', target: 'k' }, 'w', at(6))
    const page = await store.list('ada', { ...ALL, limit: 2, targetLanguage: 'yo' })
    expect(page.map(({ source }) => source)).toEqual(['w5', 'w4'])
    const before = page[1]?.id ?? 0
    expect(await store.list('ada', { ...ALL, before, sourceLanguage: 'en' })).toHaveLength(3)
    expect(await store.list('ada', { ...ALL, ...EN_YO })).toHaveLength(5)
    expect(await store.list('ada', { ...ALL, sourceLanguage: 'ha' })).toEqual([])
    expect(await store.list('ada', ALL)).toHaveLength(6)
  })

  test('pairs of a direction are read with the newest last', async () => {
    const store = createTranslationMemoryRows(await open())
    await store.put('ada', { ...EN_YO, source: 'a', target: '1' }, 'a', at(0))
    await store.put('ada', { ...EN_YO, source: 'b', target: '2' }, 'b', at(1))
    await store.put('ada', { ...EN_YO, source: 'A', target: '3' }, 'a', at(2))
    expect(await store.pairs('ada', 'en', 'yo')).toEqual([
      { source: 'b', target: '2' },
      { source: 'A', target: '3' },
    ])
    expect(await store.pairs('ada', 'yo', 'en')).toEqual([])
    expect(await store.pairs('obi', 'en', 'yo')).toEqual([])
  })

  test('a full memory takes no more, but an entry of it can be changed', async () => {
    const database = await open()
    const store = createTranslationMemoryRows(database)
    await database.perform(() =>
      run(
        `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)
         INSERT INTO translations (account, source_language, target_language, folded, source, target, created_at, updated_at)
         SELECT 'ada', 'en', 'yo', 'entry ' || n, 'a', 'b', '', '' FROM number`,
        MEMORY_LIMITS.entries,
      ),
    )
    const draft = { ...EN_YO, source: 'Entry', target: 'c' }
    await expect(async () => store.put('ada', draft, 'one more', at(0))).rejects.toThrow(
      expect.objectContaining({ code: 'translate/memory' }),
    )
    expect(await store.pairs('ada', 'en', 'yo')).toHaveLength(MEMORY_LIMITS.entries)
    expect(await store.put('ada', draft, 'entry 7', at(0))).toMatchObject({ target: 'c' })
    expect(await store.put('obi', draft, 'one more', at(0))).toMatchObject({ target: 'c' })
  })
}
