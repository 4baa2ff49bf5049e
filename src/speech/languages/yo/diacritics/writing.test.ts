import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDiacritizer } from './diacritizer.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))
const { mark } = createDiacritizer({ lexiconFolder: LEXICONS })
const restore = async (text: string): Promise<string> => (await mark(text)).text

const without = (marks: RegExp, text: string): string =>
  text.normalize('NFD').replace(marks, '').normalize('NFC')

const TEXTS = [
  'Àwọn ọmọ náà ti lọ sí ilé ìwé.',
  'Ọlọ́run bùkún fún yín.',
  'Mo fẹ́ jẹ àmàlà àti ewédú.',
  'Ọjọ́ ń lọ, ọ̀rẹ́ mi kò tíì dé.',
  'Ọkọ rẹ̀ wà nínú ọkọ̀ ojú omi.',
  'A dúpẹ́ lọ́wọ́ Ọlọ́run.',
  'Àwọn òbí rẹ̀ fẹ́ràn rẹ̀ púpọ̀.',
].map((text) => text.normalize('NFC'))

test.each(TEXTS)(
  'tones without a single dot get the dots and keep their tones: %s',
  async (text) => {
    const toned = without(/\u0323/g, text)
    const restored = await restore(toned)
    expect(without(/\u0323/g, restored)).toBe(toned)
    expect(restored).toBe(text)
  },
)

test.each(TEXTS)('dots without tones stay where they are and get tones: %s', async (text) => {
  const dotted = without(/[\u0300\u0301]/g, text)
  const restored = await restore(dotted)
  expect(without(/[\u0300\u0301]/g, restored)).toBe(dotted)
})

test('no word gets a dot that a writer of dots has left out', async () => {
  expect(await restore('Ẹ jẹ ki ọkọ mi lọ si oko.')).toMatch(/ oko\.$/)
  expect(await restore('Ọmọ naa ra owo.')).toMatch(/ [oò]w[oóò]\.$/)
})

test('a new word in tones without dots gets no other tone', async () => {
  const toned = 'Òrò náà so wí pé Agbógbòmékùnolá ti wá jeun lójó náà.'
  const restored = await restore(toned)
  expect(without(/\u0323/g, restored)).toBe(toned)
  expect(restored).toMatch(/^Ọ̀rọ̀ náà sọ wí pé /)
})

test.each(['Mo ra ìwé.', 'Ilé wà níbí.', 'Adé ti dé.', 'Ìyá mi ní ilé.'])(
  'a marked text that needs no dot stays as it is: %s',
  async (text) => {
    expect(await restore(text.normalize('NFC'))).toBe(text.normalize('NFC'))
  },
)

test('marked words among bare ones stay as they are', async () => {
  expect(await restore('Ọmọ mi ra aso tuntun ní ọjà, o si fun ọ̀rẹ́ re.')).toMatch(
    /^Ọmọ mi ra aṣọ tuntun ní ọjà, ó sì fún ọ̀rẹ́ r[eẹ][̀́]?\.$/u,
  )
})
