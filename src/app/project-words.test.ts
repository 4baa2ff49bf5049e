import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import { createDiacriticOverrides } from './diacritic-overrides.ts'
import { createDictionary, WORD_KEYS } from './dictionary.ts'
import { copyProjectWords } from './project-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot ọ̀rọ̀ '))
const database = openDatabase(join(folder, 'griot.db'))
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test('a project gets the words that another one has for itself, and those alone', async () => {
  const pronunciations = createDictionary(createPronunciations(database, WORD_KEYS))
  const diacriticOverrides = createDiacriticOverrides(createDiacriticOverrideRows(database))
  const said = { kind: 'text', text: 'zeek' } as const
  const draft = { word: 'Zik', saidAs: said, caseSensitive: true, language: 'en' } as const
  await pronunciations.add({ ...draft, scope: { kind: 'project', projectId: 'one' } })
  await pronunciations.add({ ...draft, word: 'NTA', scope: { kind: 'global' } })
  await pronunciations.add({
    ...draft,
    word: 'FCT',
    scope: { kind: 'project', projectId: 'other' },
  })
  await diacriticOverrides.accept({ word: 'oko', form: 'ọkọ̀', projectId: 'one' })
  await diacriticOverrides.accept({ word: 'ile', form: 'ilé' })
  await copyProjectWords({ pronunciations, diacriticOverrides }, 'one', 'two')
  const scope = { kind: 'project', projectId: 'two' } as const
  const own = <T extends { readonly scope: { readonly kind: string } }>(all: readonly T[]): T[] =>
    all.filter((one) => one.scope.kind === 'project')
  expect(own(await pronunciations.list('two')).map(({ id: _, ...entry }) => entry)).toEqual([
    { ...draft, scope },
  ])
  expect(own(await diacriticOverrides.list('two'))).toEqual([{ word: 'oko', form: 'ọkọ̀', scope }])
  expect(own(await pronunciations.list('one'))).toHaveLength(1)
})
