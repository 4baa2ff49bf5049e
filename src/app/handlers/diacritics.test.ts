import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiacriticOverrides, type DiacriticOverrides } from '#app/diacritic-overrides.ts'
import { diacriticsMethods } from '#shared/diacritics.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { restoringDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { withOwnWords } from '#speech/worker/with-own-words.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { diacriticsHandlers } from './diacritics.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot àmì '))
let database: Database
let speaker: LocalSpeaker
let forms: DiacriticOverrides
beforeAll(async () => {
  database = openDatabase(join(folder, 'griot.db'))
  forms = createDiacriticOverrides(createDiacriticOverrideRows(database))
  speaker = await speakerForTests()
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const open = () =>
  diacriticsHandlers(
    restoringDiacriticOverrides(speaker, forms.among),
    forms,
    database.retryWhileBusy,
  )
const TEXT = 'Oko mi ra oko ayokele.'
const wordsSaid = async (projectId?: string): Promise<string> => {
  const order = { text: TEXT, voice: 'sade', speed: 1, ...(projectId && { projectId }) }
  const marking = withOwnWords(speaker, async (text, id) => ({
    pronunciations: [],
    accepted: await forms.among(text, id),
  }))
  const chunks = await Array.fromAsync(marking.speak(order, new AbortController().signal))
  return chunks.flatMap(({ timings }) => timings.words.map(({ text }) => text)).join(' ')
}

test('an editor gets every word with its place, and what it is told goes over what the model says', async () => {
  const { handlers } = open()
  const marked = await handlers['diacritics.restore']({ text: TEXT })
  expect(diacriticsMethods['diacritics.restore'].output.parse(marked)).toEqual(marked)
  expect(marked.text).toBe('Ọkọ mi ra ọkọ̀ ayọ́kẹ́lẹ́.')
  expect(marked.words.map(({ start, end }) => TEXT.slice(start, end))).toEqual(
    TEXT.replace('.', '').split(' '),
  )
  const chosen = [{ start: 0, form: 'ọkọ́' }]
  expect((await handlers['diacritics.restore']({ text: TEXT, chosen })).text).toBe(
    'Ọkọ́ mi ra ọkọ̀ ayọ́kẹ́lẹ́.',
  )
})

test('what is accepted in a project is written and said there alone, until it is forgotten', async () => {
  const { handlers } = open()
  const before = await wordsSaid()
  await handlers['diacritics.accept']({ word: 'oko', form: 'ọkọ́', projectId: 'hoe' })
  const asked = { text: TEXT, projectId: 'hoe' }
  expect((await handlers['diacritics.restore'](asked)).text).toBe('Ọkọ́ mi ra ọkọ́ ayọ́kẹ́lẹ́.')
  expect((await handlers['diacritics.restore']({ text: TEXT })).text).toContain('ọkọ̀')
  expect(await wordsSaid('hoe')).toBe('ọkọ́ mi ra ọkọ́ ayọ́kẹ́lẹ́')
  expect(await wordsSaid()).toBe(before)
  expect(await handlers['diacritics.list']({ projectId: 'hoe' })).toHaveLength(1)
  await handlers['diacritics.forget']({ word: 'oko', projectId: 'hoe' })
  expect(await wordsSaid('hoe')).toBe(before)
})

test('what a request brings as accepted counts for nothing', async () => {
  const bringing = { text: TEXT, language: 'yo' as const, accepted: [{ word: 'oko', form: 'òkó' }] }
  const signal = new AbortController().signal
  const { text } = await restoringDiacriticOverrides(speaker, forms.among).restoreMarks(
    bringing,
    signal,
  )
  expect(text).not.toContain('òkó')
})

test('a window that is closed is told no more, and that is no fault', async () => {
  const window = open()
  window.close()
  await expect(window.handlers['diacritics.restore']({ text: TEXT })).rejects.toMatchObject({
    code: 'speech/cancelled',
    message: 'The window was closed.',
  })
})
