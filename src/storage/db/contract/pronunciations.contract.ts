import { expect, test } from 'vitest'
import { PRONUNCIATION_LIMITS, type PronunciationDraft } from '#shared/pronunciation.ts'
import { createPronunciations, type WordKeys } from '#storage/db/pronunciations.ts'
import { all, type RowDatabase, run } from '#storage/db/steps.ts'

const KEYS: WordKeys = {
  folded: (word, caseSensitive) => (caseSensitive ? word : word.toLowerCase()),
  firstPart: (word) => word.toLowerCase().split(' ')[0] ?? '',
}
const IN_NOVEL = { scope: { kind: 'project', projectId: 'novel' } } as const
const duplicate = expect.objectContaining({ code: 'dictionary/duplicate' })
const notFound = expect.objectContaining({ code: 'dictionary/not-found' })

function draft(word: string, more: Partial<PronunciationDraft> = {}): PronunciationDraft {
  return {
    ...{ word, saidAs: { kind: 'text', text: `${word} said` }, language: undefined },
    ...{ scope: { kind: 'global' }, caseSensitive: false },
    ...more,
  }
}

/** What every store of pronunciations does, over databases that `open` opens empty. */
export function pronunciationsContract(open: () => Promise<RowDatabase>): void {
  const openStore = async () => {
    const database = await open()
    return { database, store: createPronunciations(database, KEYS) }
  }

  test('entries are listed by word in the order of their bytes, with those of one project', async () => {
    const { store } = await openStore()
    const zik = await store.add(
      draft('Zik', { saidAs: { kind: 'ipa', ipa: 'zík' }, language: 'ig' }),
    )
    const other = await store.add(draft('ọ̀run'))
    const ada = await store.add(draft('Ada', { caseSensitive: true }))
    const own = await store.add(draft('bola', IN_NOVEL))
    expect(zik).toMatchObject({ word: 'Zik', saidAs: { kind: 'ipa', ipa: 'zík' }, language: 'ig' })
    expect(await store.list(undefined)).toEqual([ada, zik, other])
    expect(await store.list('novel')).toEqual([ada, own, zik, other])
    expect(await store.list('other')).toEqual([ada, zik, other])
  })

  test('entries are found by the first part of their words, however many are asked for', async () => {
    const { store } = await openStore()
    const two = await store.add(draft('Lagos Island'))
    const own = await store.add(draft('Bola', IN_NOVEL))
    await store.add(draft('Zik'))
    expect(await store.among([], 'novel')).toEqual([])
    expect(await store.among(['none'], 'novel')).toEqual([])
    expect(await store.among(['lagos', 'bola', 'x'], 'novel')).toEqual([own, two])
    expect(await store.among(['lagos', 'bola', "'; DROP"], undefined)).toEqual([two])
    const many = Array.from({ length: 20_000 }, (_, index) => `word${index}`)
    expect(await store.among([...many, 'bola', 'lagos'], 'novel')).toEqual([own, two])
    expect(await store.among([...many.slice(0, 8_000), 'lagos'], 'novel')).toEqual([two])
  })

  test('a word is there once for each scope, language and letter case', async () => {
    const { store } = await openStore()
    const ada = await store.add(draft('Ada'))
    for (const more of [{ language: 'ig' } as const, IN_NOVEL, { caseSensitive: true }])
      await store.add(draft('Ada', more))
    for (const twin of [draft('ADA'), draft('ada', IN_NOVEL)])
      await expect(async () => store.add(twin)).rejects.toThrow(duplicate)
    const taken = { ...draft('ada', { language: 'ig' }), id: ada.id }
    await expect(async () => store.change(taken)).rejects.toThrow(duplicate)
    const changed = { ...draft('aDA', { saidAs: { kind: 'ipa', ipa: 'áda' } }), id: ada.id }
    expect(await store.change(changed)).toEqual(changed)
    expect(await store.list('novel')).toHaveLength(4)
  })

  test('an entry that is set is added, or changed where it stands; twins are found in one go', async () => {
    const { store } = await openStore()
    const first = await store.set(draft('zik'))
    expect(first.before).toBeUndefined()
    const again = draft('ZIK', { saidAs: { kind: 'text', text: 'zeek' } })
    const { entry, before } = await store.set(again)
    expect(entry).toEqual({ ...again, id: first.entry.id })
    expect(before).toEqual(first.entry)
    const asked = [draft('Zik'), draft('Zik', IN_NOVEL), draft('none'), draft('zIK')]
    expect(await store.twinsOf(asked)).toEqual([entry, undefined, undefined, entry])
    expect(await store.twinsOf([])).toEqual([])
  })

  test('what is not there cannot be changed or removed, and no number is given twice', async () => {
    const { store } = await openStore()
    const { id } = await store.add(draft('Ada'))
    await store.remove(id)
    expect(await store.list(undefined)).toEqual([])
    await expect(async () => store.remove(id)).rejects.toThrow(notFound)
    await expect(async () => store.change({ ...draft('Ada'), id })).rejects.toThrow(notFound)
    expect((await store.add(draft('Bola'))).id).toBeGreaterThan(id)
  })

  test('many are put at once or none, and the dictionary has a limit', async () => {
    const { database, store } = await openStore()
    const { entries } = PRONUNCIATION_LIMITS
    const many = Array.from({ length: 100 }, (_, index) => draft(`word${index}`))
    expect(await store.put([])).toEqual({ added: 0, replaced: 0 })
    expect(await store.put(many)).toEqual({ added: 100, replaced: 0 })
    await database.perform(() =>
      run(
        `WITH RECURSIVE number (n) AS (SELECT 101 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)
         INSERT INTO pronunciations (folded, project_id, language, case_sensitive, word, first_part, say_as)
         SELECT 'more' || n, '', '', 0, 'more' || n, 'more' || n, 'more said' FROM number`,
        entries,
      ),
    )
    const changed = draft('word0', { saidAs: { kind: 'text', text: 'new' } })
    const tooMany = [changed, draft('x'), draft('y')]
    await expect(async () => store.put(tooMany)).rejects.toThrow('at most 5,000')
    expect((await store.among(['word0'], undefined))[0]?.saidAs).toEqual(draft('word0').saidAs)
    expect(await store.put([changed, draft('x'), draft('X')])).toEqual({ added: 1, replaced: 2 })
    expect((await store.among(['word0'], undefined))[0]?.saidAs).toEqual(changed.saidAs)
    await expect(async () => store.add(draft('z'))).rejects.toThrow('at most 5,000')
    await expect(async () => store.set(draft('z'))).rejects.toThrow('at most 5,000')
    const counted = database.perform(() => all('SELECT count(*) AS count FROM pronunciations'))
    expect(await counted).toEqual([{ count: entries }])
  })

  test('an entry that another program has broken is named', async () => {
    const { database, store } = await openStore()
    await store.add(draft('Ada'))
    await database.perform(() => run("UPDATE pronunciations SET language = 'xx'"))
    await expect(async () => store.list(undefined)).rejects.toThrow(
      expect.objectContaining({ code: 'storage/failed' }),
    )
  })
}
