import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDiacritizer } from './diacritizer.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))
const { mark } = createDiacritizer({ lexiconFolder: LEXICONS })
const restore = async (text: string): Promise<string> => (await mark(text)).text

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

test.each([
  'Àwọn ọmọ náà ti lọ sí ilé ìwé.',
  'Ọlọ́run bùkún fún yín.',
  'Níbo ni ò ń lọ?',
  'Mo fẹ́ jẹ àmàlà àti ewédú.',
  'Wọ́n ti dé láti Ìbàdàn.',
  'A dúpẹ́ lọ́wọ́ Ọlọ́run.',
  'Òjò ń rọ̀ ní Èkó.',
  'ILÉ ÌWÉ NI MO WÀ.',
  'Òjò ti rọ̀.',
  'Ọmọ mi ni.',
  'Ìjọba ti kéde pé owó epo yóò dínkù.',
  'Mo ra computer tuntun fún ọmọ mi.',
  'Ẹ jọ̀ọ́, ẹ jókòó.',
  'Àwọn òbí rẹ̀ fẹ́ràn rẹ̀ púpọ̀.',
])('%s comes back from its bare letters', async (marked) => {
  expect(withoutMarks(await restore(withoutMarks(marked)))).toBe(withoutMarks(marked))
  expect(await restore(withoutMarks(marked))).toBe(marked.normalize('NFC'))
})

test.each([
  'Ọjọ́ ń lọ, ọ̀rẹ́ mi kò tíì dé.',
  'Mo ra ìwé mẹ́ta ní ọjà.',
  'Ọkọ rẹ̀ wà nínú ọkọ̀ ojú omi.',
  'Ọmọ tí a kò kọ́ ni yóò gbé ilé tí a kọ́ tà.',
])('%s is marked, and stays as it is', async (marked) => {
  expect(await restore(marked)).toBe(marked)
})

test.each(['Simão', 'İle', 'Müde', 'ilē', 'ọmọ̄'])(
  'marks that Yoruba has not, and a mid tone that is written, stay among bare words: %s',
  async (word) => {
    for (const written of [word.normalize('NFC'), word.normalize('NFD')])
      expect(await restore(`Awon omo ${written} naa ti lo`)).toBe(`Àwọn ọmọ ${written} náà ti lọ`)
  },
)

test('a word that has some of its marks is completed', async () => {
  expect(await restore('Ọlọrun ni oluwa wa')).toMatch(/^Ọlọ́run ni olúwa w/)
  expect(await restore('ọpọlọpọ eniyan wa nibẹ')).toMatch(/^ọ̀pọ̀lọpọ̀ ènìyàn wà níbẹ̀$/)
})

test('bare words beside figures in words are restored, and the figures stay', async () => {
  expect(await restore('Mo ra iwe tuntun ní náírà ẹgbẹ̀rún márùn ún.')).toBe(
    'Mo ra ìwé tuntun ní náírà ẹgbẹ̀rún márùn ún.',
  )
})

test('a bare word that is never bare is completed in a marked text', async () => {
  expect(await restore('Wọ́n ní kí àwọn eniyan náà máa bọ̀ wá sílé ní àárọ̀.')).toBe(
    'Wọ́n ní kí àwọn ènìyàn náà máa bọ̀ wá sílé ní àárọ̀.',
  )
})

test('neighbours decide between forms of the same letters', async () => {
  expect(await restore('Owo ilu okeere')).toContain('Owó')
  expect(await restore('o fi owo re gba mi mu')).toContain('ọwọ́')
})

test('capitals, figures, marks, spaces and English stay where they are', async () => {
  const text = '  IWE  3,500 (email: ade@example.com)\t"computer" — 10% & more…\n\nO dara!  '
  const restored = await restore(text)
  expect(withoutMarks(restored)).toBe(text)
  expect(restored).toContain('computer')
  expect(restored).toContain('3,500')
})

test.each([
  ['Awon omo ti [en]so on[/en] lo.', 'Àwọn ọmọ ti [en]so on[/en] lọ.'],
  [
    '[spell]oro[/spell], [pause 300ms] [yo]oro wa[/yo]',
    '[spell]oro[/spell], [pause 300ms] [yo]ọ̀rọ̀ wa[/yo]',
  ],
  ['[say: oro] ati [ipa: oro]', '[say: oro] àti [ipa: oro]'],
  [
    '<speak>Ojo <em title="oro">n ro</em>&nbsp;<!-- oro --></speak>',
    '<speak>Òjò <em title="oro">ń rọ̀</em>&nbsp;<!-- oro --></speak>',
  ],
  [
    'Ojo n ro, e wo oro.com.ng/ojo ati oro@oro.ng.',
    'Òjò ń rọ̀, ẹ wo oro.com.ng/ojo àti oro@oro.ng.',
  ],
])(
  'markup and addresses stay as they are, the words between are marked: %s',
  async (bare, marked) => {
    const { text, words } = await mark(bare)
    expect(text).toBe(marked.normalize('NFC'))
    for (const { original, start, end } of words) expect(bare.slice(start, end)).toBe(original)
  },
)

test('figures said in English stay English', async () => {
  const said = 'one two three seven nine ten nineteen twenty hundred thousand'
  expect(await restore(said)).toBe(said)
})

test('every word says how sure it is and what else it may be, in the capitals of its writer', async () => {
  const [word] = (await mark('Oko')).words
  expect(word).toMatchObject({ original: 'Oko', start: 0, end: 3, source: 'lexicon' })
  expect(word?.confidence).toBeGreaterThan(0.2)
  expect(word?.confidence).toBeLessThan(1)
  const forms = [word?.restored, ...(word?.alternatives.map(({ form }) => form) ?? [])]
  expect(forms).toEqual(expect.arrayContaining(['Ọkọ', 'Ọkọ̀', 'Oko']))
})

test('a word that no lexicon has is marked by its letters, and may be one that differs in a letter', async () => {
  const [word] = (await mark('Agbogbomekunola')).words
  expect(withoutMarks(word?.restored ?? '')).toBe('Agbogbomekunola')
  expect(word?.restored).not.toBe('Agbogbomekunola')
  expect(word?.alternatives).toHaveLength(5)
  for (const { form } of word?.alternatives ?? []) {
    expect(withoutMarks(form)).toBe('Agbogbomekunola')
    expect(form).not.toBe(word?.restored)
  }
})

test('words say where they stand in the text that was given, whatever stands around them', async () => {
  const text = '  “Ilé—ìwé” 😀 ade@ile.com 12,5 ko\u0323 ń lọ.'
  const { words } = await mark(text)
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(
    words.map(({ original }) => original),
  )
  expect(words.map(({ original }) => original)).toEqual(['Ilé', 'ìwé', 'ko\u0323', 'ń', 'lọ'])
})

test('what is marked or foreign is kept as it was, beyond doubt', async () => {
  const { words } = await mark('Mo ra birthday tuntun.')
  expect(words.map(({ source }) => source)).toEqual(['lexicon', 'lexicon', 'kept', 'lexicon'])
  const marked = await mark('Ọjọ́ ń lọ, ọ̀rẹ́ mi kò tíì dé.')
  for (const word of marked.words) {
    expect(word).toMatchObject({ source: 'kept', confidence: 1, alternatives: [] })
    expect(word.restored).toBe(word.original)
  }
})

test.each([
  ['ten thousand tone marks', `a${'\u0301'.repeat(10_000)} ile`],
  ['twenty thousand letters', 'o'.repeat(20_000)],
  ['twenty thousand words', 'ti '.repeat(20_000)],
  ['figures', '1234567890'.repeat(1000)],
  ['other scripts', 'ሰላም سلام привет 你好'],
  ['letters outside the first plane', '𝓪𝓫𝓬 ile 𐐷'],
  ['marks without a letter', '\u0301\u0323 ile'],
  ['a lone surrogate', 'ile \uD800 iwe'],
  ['Hausa', "Ina kwana? Ɗan'uwa ya tafi ƙasa."],
  ['words of every programming language', 'constructor __proto__ toString hasOwnProperty'],
  ['nothing', ''],
])('%s: the letters come back, and nothing fails', async (_, written) => {
  expect(withoutMarks(await restore(written))).toBe(withoutMarks(written))
})

test('a folder without the lexicon is named in the error', async () => {
  const broken = createDiacritizer({ lexiconFolder: '/no/such/folder' })
  await expect(broken.mark('ile')).rejects.toThrow(/yo-[\w-]+\.\w+ cannot be read/)
})

test('addresses of the web and of people stay as they can be reached', async () => {
  expect(await restore('Ko si ade@ile.com tabi https://www.ile.ng/omo ati @omo_eko.')).toBe(
    'Kò sí ade@ile.com tàbí https://www.ile.ng/omo àti @omo_eko.',
  )
})

test.each(['e kaaro', 'oko', 'ko buru', 'igba', 'mo lo', 'owo wa', 'omo mi', 'ese'])(
  '“%s” has the same marks with and without a capital and a full stop',
  async (text) => {
    const first = await restore(text)
    const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    for (const [written, end] of [
      [`${text}.`, '.'],
      [capital, ''],
      [`${capital}.`, '.'],
    ] as const)
      expect((await restore(written)).toLowerCase()).toBe(`${first}${end}`)
  },
)
