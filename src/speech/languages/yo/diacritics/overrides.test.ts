import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDiacritizer } from '#speech/open-diacritizer.ts'

const { mark } = openDiacritizer(join(import.meta.dirname, '../../../../../resources'))
const accepted = [
  { word: 'oko', form: 'oko' },
  { word: 'adekanye', form: 'adékànyẹ́' },
]

test('a stored override wins over the model, in the capitals that are written', async () => {
  expect((await mark('Oko re ra oko ayokele tuntun.')).text).toBe('Ọkọ rẹ̀ ra ọkọ̀ ayọ́kẹ́lẹ́ tuntun.')
  const { text, words } = await mark('OKO re ra oko ayokele tuntun.', { accepted })
  expect(text).toBe('OKO rẹ̀ ra oko ayọ́kẹ́lẹ́ tuntun.')
  expect(words[0]).toMatchObject({ restored: 'OKO', confidence: 1, source: 'user' })
  expect(words[0]?.alternatives.map(({ form }) => form)).toContain('ỌKỌ')
  expect(words[0]?.alternatives.map(({ form }) => form)).not.toContain('OKO')
})

test('a stored override completes a word that has some of its marks, and leaves one that has others', async () => {
  const overrides = { accepted: [{ word: 'oko', form: 'ọkọ̀' }] }
  expect((await mark('Mo ra ọko tuntun', overrides)).words[2]?.restored).toBe('ọkọ̀')
  for (const written of ['ọkọ́', 'ọkọ̄'])
    expect((await mark(`Mo ra ${written} tuntun`, overrides)).words[2]?.restored).toBe(written)
})

test('in a marked text a word without marks is on mid tone, but an unknown name with an override is completed', async () => {
  const text = 'Ọkọ rẹ̀ Adekanye wà ní oko, kò sí nílé.'
  expect((await mark(text, { accepted: [...accepted, { word: 'wa', form: 'wá' }] })).text).toBe(
    'Ọkọ rẹ̀ Adékànyẹ́ wà ní oko, kò sí nílé.',
  )
})

test('sentences in other languages keep their words', async () => {
  const overrides = { accepted: [{ word: 'so', form: 'sọ' }] }
  expect((await mark('There are so many people at the market today.', overrides)).text).toBe(
    'There are so many people at the market today.',
  )
})

test('a form that is chosen for one place wins over everything there and nowhere else', async () => {
  const text = 'Oko re ra oko ayokele.'
  const { words } = await mark(text, { chosen: [{ start: 10, form: 'ọkọ́' }] })
  expect(words.map(({ restored }) => restored).join(' ')).toBe('Ọkọ rẹ̀ ra ọkọ́ ayọ́kẹ́lẹ́')
  const marked = await mark('Ọkọ̀ dé.', { chosen: [{ start: 0, form: 'OKO' }], accepted })
  expect(marked.text).toBe('Oko dé.')
})

test.each([
  [{ start: 1, form: 'ọkọ̀' }, /No word begins at character 1/],
  [{ start: 400, form: 'ọkọ̀' }, /No word begins at character 400/],
  [{ start: 0, form: 'ilé' }, /other letters than "Oko"/],
])('%j is no choice for this text', async (chosen, words) => {
  await expect(mark('Oko mi', { chosen: [chosen] })).rejects.toThrow(words)
})

test('neighbours are decided in the context of the chosen form', async () => {
  const text = 'O wa oko'
  const other = (form: string) => mark(text, { chosen: [{ start: 5, form }] })
  const [farm, boat] = [await other('oko'), await other('ọkọ̀')]
  expect(farm.words[1]?.confidence).not.toBe(boat.words[1]?.confidence)
})
