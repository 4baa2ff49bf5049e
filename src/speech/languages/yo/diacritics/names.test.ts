import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDiacritizer } from './diacritizer.ts'
import type { Overrides } from './overrides.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))
const { mark } = createDiacritizer({ lexiconFolder: LEXICONS })
const restore = async (text: string, overrides?: Overrides): Promise<string> =>
  (await mark(text, overrides)).text.normalize('NFC')

test.each([
  ['Mo ri Awero ati Ajoke.', 'Mo rí Àwẹ̀ró àti Àjọkẹ́.'],
  ['Awero ti de.', 'Àwẹ̀ró ti dé.'],
  ['Mo ri Atinuke.', 'Mo rí Àtinúkẹ́.'],
])('a name that no text had is marked as it is in Yoruba: %s', async (bare, marked) => {
  expect(await restore(bare)).toBe(marked.normalize('NFC'))
})

test.each([
  ['Oluwadamilola', 'Olúwadámilọ́lá'],
  ['Olurotimi', 'Olúrótìmí'],
  ['Adepoju', 'Adépọ̀jù'],
  // The first part ends on high tone before what it does, not before what it is.
  ['Akintayo', 'Akíntáyọ̀'],
  ['Omotola', 'Ọmọ́tọ́lá'],
  ['Omolade', 'Ọmọladé'],
  ['Ogunsanya', 'Ògúnsànyà'],
  ['Olagoke', 'Ọlágòkè'],
])('a name is marked by the parts of which it is made: %s', async (bare, marked) => {
  expect(await restore(`Mo ri ${bare}.`)).toBe(`Mo rí ${marked.normalize('NFC')}.`)
  expect(await restore(bare.toLowerCase())).toBe(marked.normalize('NFC').toLowerCase())
  expect(await restore(bare.toUpperCase())).toBe(marked.normalize('NFC').toUpperCase())
})

test.each([
  ['Olushola', 'Olúshọlá'],
  ['Bashorun', 'Bashọ̀run'],
  ['Adeshina', 'Adéshínà'],
])('sh stands for the dotted letter in names: %s', async (bare, marked) => {
  expect(await restore(`Mo ri ${bare}.`)).toBe(`Mo rí ${marked.normalize('NFC')}.`)
})

test.each(['Kehinde', 'Adeyemi', 'Rotimi'])(
  'a name that news leaves without marks gets them inside a sentence: %s',
  async (bare) => {
    const marked = await restore(`Mo ri ${bare}.`)
    expect(marked).not.toContain(bare)
    expect(marked.normalize('NFD').replace(/\p{M}/gu, '')).toBe(`Mo ri ${bare}.`)
  },
)

test.each([
  ['Rotimi ti de.', 'Rótìmí ti dé.'],
  ['Mo ri Alaba.', 'Mo rí Àlàbá.'],
])(
  'a name that texts have seldom and marked in several ways is the listed one: %s',
  async (bare, marked) => {
    expect(await restore(bare)).toBe(marked.normalize('NFC'))
  },
)

test('a capital at the beginning of a sentence makes no name of an ordinary word', async () => {
  expect(await restore('Ojo n ro ni Eko.\nOjo n ro.')).toBe('Òjò ń rọ̀ ní Èkó.\nÒjò ń rọ̀.')
  expect(await restore('Iwo ni mo ri.')).toBe('Ìwọ ni mo rí.')
})

test('names of other languages stay as they are', async () => {
  const text = 'John, Michael, Josh, Tosh, Chukwudi, Lagos'
  expect(await restore(text)).toBe(text)
})

test('marks that are written, and a form that a person accepted, win over the name', async () => {
  expect(await restore('Mo ri Awéro.')).toBe('Mo rí Awéro.')
  const accepted = [{ word: 'awero', form: 'àwèrò' }]
  expect(await restore('Mo ri Awero.', { accepted })).toBe('Mo rí Àwèrò.')
  expect(await restore('Mo ri Awẹro.')).toBe('Mo rí Àwẹ̀ró.')
})

test('in a marked text a bare name is marked too', async () => {
  expect(await restore('Ọjọ́ ń lọ, Awero àti Rotimi kò tíì dé.')).toBe(
    'Ọjọ́ ń lọ, Àwẹ̀ró àti Rótìmí kò tíì dé.'.normalize('NFC'),
  )
  const foreign = 'Ọjọ́ ń lọ, Chukwudi àti Michael kò tíì dé.'
  expect(await restore(foreign)).toBe(foreign)
})

test('a name says that it may be another, and what', async () => {
  const [name] = (await mark('Olusunkanmi')).words
  expect(name?.restored).toBe('Olúsúnkànmí')
  expect(name?.confidence).toBeGreaterThan(0.6)
  expect(name?.confidence).toBeLessThan(0.9)
  const chances = [name?.confidence, ...(name?.alternatives.map((one) => one.probability) ?? [])]
  expect(chances).toHaveLength(6)
  expect(chances.reduce<number>((sum, chance = 0) => sum + chance, 0)).toBeLessThanOrEqual(1)
})
