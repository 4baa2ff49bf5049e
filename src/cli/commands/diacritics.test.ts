import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import type { MarkedText } from '#shared/diacritics.ts'
import { MIGRATIONS, openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { libraryOf } from '#storage/home.ts'

/** A data folder that does not exist: the filter needs none. */
const NO_HOME = join(tmpdir(), 'griot-has-no-such-folder')

async function griot(args: readonly string[], input: string, home = NO_HOME) {
  const variables = { GRIOT_HOME: home }
  const { code, out, err } = await runGriotHere(tmpdir(), args, { variables, input })
  return { code, out, err }
}

test('diacritics is a line filter: as many lines out as in, each with its marks', async () => {
  const { code, out } = await griot(['diacritics'], 'Ojo n ro ni Eko.\n\nAwon omo ti de\n')
  expect(code).toBe(0)
  expect(out).toBe('Òjò ń rọ̀ ní Èkó.\n\nÀwọn ọmọ ti dé\n'.normalize('NFC'))
})

test('diacritics tells every word with how sure it is and what else it may be, as JSON and as rows', async () => {
  const { code, out } = await griot(['diacritics', '--json'], 'Oko mi\n\n')
  expect(code).toBe(0)
  const [line = '', empty = ''] = out.split('\n')
  const { text, words } = JSON.parse(line) as MarkedText
  expect(words.map(({ restored }) => restored).join(' ')).toBe(text)
  expect(words[0]).toMatchObject({ original: 'Oko', start: 0, end: 3, source: 'model' })
  expect(words[0]?.alternatives.length).toBeGreaterThan(1)
  expect(JSON.parse(empty)).toEqual({ text: '', words: [] })
  const rows = await griot(['diacritics', '--words'], 'Oko mi\n\n')
  expect(rows.out).toMatch(
    /^Oko\t\S+\t[01]\.\d{3}\tmodel\t\S+ 0\.\d{3}, .*\nmi\tmi\t[01]\.\d{3}\tmodel.*\n\n\n$/,
  )
})

test('a form that is accepted is put on the word until it is forgotten', async () => {
  const home = mkdtempSync(join(tmpdir(), 'griot ọ̀rọ̀ '))
  const run = (args: readonly string[], input = '') => griot(['diacritics', ...args], input, home)
  const marked = async () => (await run([], 'Oko re da?\n')).out
  const before = await marked()
  expect(await run(['accept', 'OKO', 'o\u0329ko\u0323\u0300'])).toEqual({
    ...{ code: 0, out: 'oko\tọkọ̀\n', err: '' },
  })
  expect(await marked()).toBe(before.replace(/^\S+/, 'Ọkọ̀'))
  expect((await run(['list'])).out).toBe('oko\tọkọ̀\n')
  const other = await run(['accept', 'oko', 'ilé'])
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('only marks may differ')])
  expect(await run(['forget', 'ọkọ̀'])).toEqual({ code: 0, out: '', err: '' })
  expect(await marked()).toBe(before)
  expect((await run(['forget', 'oko'])).code).toBe(1)
  rmSync(home, { recursive: true })
})

test('a form is put on right after an update, before anything has brought the library up to date', async () => {
  const home = mkdtempSync(join(tmpdir(), 'griot ọ̀rọ̀ '))
  const forms = MIGRATIONS.findIndex(({ name }) => name === '0007-accepted-forms')
  const old = openDatabase(libraryOf(home), MIGRATIONS.slice(0, forms + 1))
  await createDiacriticOverrideRows(old).put({ word: 'oko', form: 'ọkọ̀' }, undefined)
  old.close()
  const before = readFileSync(libraryOf(home))
  expect((await griot(['diacritics'], 'Oko re da?\n', home)).out).toMatch(/^Ọkọ̀ /)
  expect(readFileSync(libraryOf(home))).toEqual(before)
  rmSync(home, { recursive: true })
})

test.each([[['accept', 'oko']], [['list', 'x']], [['forget']], [['sing']]])(
  'diacritics %j is wrong use',
  async (args) => {
    expect((await griot(['diacritics', ...args], '')).code).toBe(2)
  },
)

test('diacritics with two kinds of answer at once is wrong use', async () => {
  expect((await griot(['diacritics', '--json', '--words'], '')).code).toBe(2)
})

test('diacritics with an unknown option is wrong use', async () => {
  expect((await griot(['diacritics', '--loud'], '')).code).toBe(2)
})
