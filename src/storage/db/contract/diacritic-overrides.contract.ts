import { expect, test } from 'vitest'
import { DIACRITICS_LIMITS } from '#shared/diacritics.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { type RowDatabase, run } from '#storage/db/steps.ts'

/** What every store of accepted forms does, over databases that `open` opens empty. */
export function diacriticOverridesContract(open: () => Promise<RowDatabase>): void {
  test('a form is put, listed by word and replaced; the one of a project goes before', async () => {
    const store = createDiacriticOverrideRows(await open())
    await store.put({ word: 'oko', form: 'oko' }, undefined)
    await store.put({ word: 'oko', form: 'ọkọ̀' }, undefined)
    await store.put({ word: 'oko', form: 'ọkọ' }, 'farm')
    await store.put({ word: 'ile', form: 'ilé' }, undefined)
    expect(await store.list('farm')).toEqual([
      { word: 'ile', form: 'ilé', scope: { kind: 'global' } },
      { word: 'oko', form: 'ọkọ̀', scope: { kind: 'global' } },
      { word: 'oko', form: 'ọkọ', scope: { kind: 'project', projectId: 'farm' } },
    ])
    expect(await store.list(undefined)).toHaveLength(2)
    expect(await store.among(['oko', 'none'], undefined)).toEqual([{ word: 'oko', form: 'ọkọ̀' }])
    expect(await store.among(['oko', 'ile'], 'farm')).toEqual([
      { word: 'ile', form: 'ilé' },
      { word: 'oko', form: 'ọkọ' },
    ])
  })

  test('words are found however many are asked for', async () => {
    const store = createDiacriticOverrideRows(await open())
    await store.put({ word: 'oko', form: 'ọkọ̀' }, undefined)
    await store.put({ word: 'ile', form: 'ilé' }, undefined)
    expect(await store.among([], undefined)).toEqual([])
    const many = Array.from({ length: 20_000 }, (_, index) => `word${index}`)
    const found = [{ word: 'oko', form: 'ọkọ̀' }]
    expect(await store.among([...many, 'oko'], undefined)).toEqual(found)
    expect(await store.among([...many.slice(0, 8_000), 'oko'], 'farm')).toEqual(found)
  })

  test('a form is removed in its scope alone', async () => {
    const store = createDiacriticOverrideRows(await open())
    await store.put({ word: 'oko', form: 'ọkọ̀' }, undefined)
    await store.put({ word: 'oko', form: 'ọkọ' }, 'farm')
    expect(await store.remove('oko', 'novel')).toBe(false)
    expect(await store.remove('oko', 'farm')).toBe(true)
    expect(await store.remove('oko', 'farm')).toBe(false)
    expect(await store.among(['oko'], 'farm')).toEqual([{ word: 'oko', form: 'ọkọ̀' }])
  })

  test('a full store takes no more, and still another form of a word that it has', async () => {
    const database = await open()
    const store = createDiacriticOverrideRows(database)
    await database.perform(() =>
      run(
        `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)
         INSERT INTO accepted_forms (word, project_id, form) SELECT 'x' || n, '', 'x' FROM number`,
        DIACRITICS_LIMITS.forms,
      ),
    )
    const more = async () => store.put({ word: 'ile', form: 'ilé' }, undefined)
    await expect(more).rejects.toThrow(expect.objectContaining({ code: 'diacritics/invalid' }))
    expect(await store.among(['ile'], undefined)).toEqual([])
    await store.put({ word: 'x7', form: 'y' }, undefined)
    expect(await store.list(undefined)).toHaveLength(DIACRITICS_LIMITS.forms)
  })
}
