import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DIACRITICS_LIMITS } from '#shared/diacritics.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDiacriticOverrides, type DiacriticOverrides } from './diacritic-overrides.ts'

const folder = folderForTests('griot ọ̀rọ̀')
let count = 0
let database: Database
let forms: DiacriticOverrides
beforeEach(() => {
  database = openDatabase(join(folder, `${++count}.db`))
  forms = createDiacriticOverrides(createDiacriticOverrideRows(database))
})
afterEach(() => database.close())

test('a form is kept bare and composed, whatever spelling of the marks and capitals it came in', async () => {
  expect(await forms.accept({ word: ' Oro ', form: 'O\u0329\u0300RO\u0323\u0300' })).toEqual({
    ...{ word: 'oro', form: 'ọ̀rọ̀', scope: { kind: 'global' } },
  })
  // A mid tone may be written with a macron.
  expect((await forms.accept({ word: 'ọmọ', form: 'ọ̄mọ̄' })).form).toBe('ọmọ')
  expect((await forms.list(undefined)).map(({ word }) => word)).toEqual(['omo', 'oro'])
})

test('the form of a project goes before that for everywhere, and is forgotten alone', async () => {
  await forms.accept({ word: 'oko', form: 'ọkọ̀' })
  await forms.accept({ word: 'oko', form: 'oko', projectId: 'farm' })
  await forms.accept({ word: 'oko', form: 'ọkọ', projectId: 'farm' })
  expect(await forms.among('ỌKỌ wa', undefined)).toEqual([{ word: 'oko', form: 'ọkọ̀' }])
  expect(await forms.among('oko wa', 'farm')).toEqual([{ word: 'oko', form: 'ọkọ' }])
  expect(await forms.among('ile wa', 'farm')).toEqual([])
  await forms.forget({ word: 'Oko', projectId: 'farm' })
  expect(await forms.among('oko', 'farm')).toEqual([{ word: 'oko', form: 'ọkọ̀' }])
  await expect(async () => forms.forget({ word: 'oko', projectId: 'farm' })).rejects.toThrow(
    'No form of "oko" has been accepted in this project.',
  )
})

test.each([
  ['oko', 'ilé', /"ilé" has other letters than "oko": only marks may differ/],
  ['oko', 'ọkọọ', /other letters/],
  ['oko nla', 'oko ńlá', /not one Yoruba word/],
  ['', 'ọkọ', /not one Yoruba word/],
  ['ሰላም', 'ሰላም', /not one Yoruba word/],
  ["'; DROP TABLE accepted_forms", 'x', /not one Yoruba word/],
  ['oko', 'öko', /a mark that Yoruba has not, on "ö"/],
  ['oko', `o${'\u0301'.repeat(100)}ko`, /a mark that Yoruba has not/],
  ['o'.repeat(41), 'o'.repeat(41), /too long: a word has at most 40/],
])('%j is not to become %j', async (word, form, words) => {
  const before = await forms.list(undefined)
  await expect(async () => forms.accept({ word, form })).rejects.toThrow(words)
  expect(await forms.list(undefined)).toEqual(before)
})

test('a full lexicon says so, keeps what it has, and still takes another form of a word that it has', async () => {
  const letters = 'abdefghijklmnoprstuwy'
  const wordOf = (at: number): string =>
    [at % 21, Math.floor(at / 21) % 21, Math.floor(at / 441)].map((l) => letters[l]).join('')
  await forms.accept({ word: 'oko', form: 'ọkọ̀' })
  const left = DIACRITICS_LIMITS.forms - (await forms.list(undefined)).length
  database.transaction(() => {
    for (let at = 0; at < left; at++)
      database.run("INSERT INTO accepted_forms VALUES (?, '', ?)", `x${wordOf(at)}`, wordOf(at))
  })
  await expect(async () => forms.accept({ word: 'ile', form: 'ilé' })).rejects.toThrow(
    /At most 5,000 .* Forget some/,
  )
  expect(await forms.list(undefined)).toHaveLength(DIACRITICS_LIMITS.forms)
  expect((await forms.accept({ word: 'oko', form: 'oko' })).form).toBe('oko')
})
