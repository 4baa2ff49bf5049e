import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { createDiacritizer } from './diacritizer.ts'

const RESOURCES = fileURLToPath(new URL('../../../../../resources', import.meta.url))
const { mark } = openDiacritizer(RESOURCES)
const alone = createDiacritizer({ lexiconFolder: `${RESOURCES}/lexicons` })

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const EXPRESSIONS = `
ẹ káàárọ̀, ẹ káàrọ̀, ẹ káàsán, ẹ kú ọ̀sán, ẹ kú àárọ̀, ẹ kú ìrọ̀lẹ́, ẹ kúùrọ̀lẹ́, ẹ káalẹ́, ẹ kú alẹ́, ẹ kúulé, ẹ kú ilé, ẹ kú iṣẹ́,
ẹ kúuṣẹ́, ẹ káàbọ̀, ẹ kú àbọ̀, ẹ kú àtijọ́, ẹ kú ọjọ́ mẹ́ta, ẹ kú ọjọ́ ìbí, ẹ kú ọdún, ẹ kú ọdún tuntun, ẹ kú ìyèdún, ẹ kú àjọ̀dún,
ẹ kú ìnáwó, ẹ kú oríire, ẹ kú ayẹyẹ, ẹ kú ewu ọmọ, ẹ kú ìjókòó, ẹ kú ìrìn àjò, ẹ kú ọjà, ẹ kú òjò, ẹ kú òtútù, ẹ kú fàájì, ẹ kú ìtọ́jú,
ẹ kú ìsinmi, ẹ kú ìpàdé, ẹ kú àṣeyẹ, a kú ọdún, a kú ọdún tuntun, ẹ ṣeun, ẹ ṣeun púpọ̀, ẹ ṣeun gan, o ṣeun, ẹ ṣé o, ẹ ṣé púpọ̀,
a dúpẹ́, mo dúpẹ́, báwo ni, báwo ni nǹkan, báwo ni iṣẹ́, báwo ni ilé, báwo ni àwọn ọmọ, ṣé dáadáa ni, ṣé àlàáfíà ni, ṣé ẹ jíire,
ó dàbọ̀, ó dàárọ̀, ó dọ̀la, ó di ọ̀la, ó di ìgbà, ẹ jọ̀wọ́, jọ̀wọ́, ẹ má bínú, má bínú, ẹ pẹ̀lẹ́, pẹ̀lẹ́, ẹ rọra, ẹ wọlé, ẹ jókòó,
bẹ́ẹ̀ ni, bẹ́ẹ̀ kọ́, rárá, ó dára, kò burú, kò sí wàhálà, kí ló dé, kí ló ń ṣẹlẹ̀, kí ni orúkọ rẹ, mo wà dáadáa, inú mi dùn láti rí yín,
káàbọ̀, káàárọ̀, kú iṣẹ́, ẹkú iṣẹ́, ẹkú ọdún, ẹkáàárọ̀, ẹkáàbọ̀, ódàbọ̀`
  .normalize('NFC')
  .split(/,\s+/)
  .map((text) => text.trim())

test.each(EXPRESSIONS)(
  '%s is right without marks, in every case, with and without signs, with the model and without it',
  async (text) => {
    for (const marked of [
      ...[text, capital(text), text.toUpperCase(), `${capital(text)}.`, `${text}!`, `${text}?`],
      ...[`“${capital(text)}.”`, `"${text}"`, `'${capital(text)}'`, `${capital(text)}, o.`],
    ])
      for (const restorer of [mark, alone.mark])
        expect((await restorer(withoutMarks(marked))).text).toBe(marked)
  },
)

test.each([
  'Ọ̀rẹ́ mi wà ní Nàìjíríà.',
  'Nàìjíríà ni orílẹ̀-èdè wa.',
  'NÀÌJÍRÍÀ',
  'Àwọn ọmọ Nàìjíríà wà ní Amẹ́ríkà àti Gánà.',
  'Ìpínlẹ̀ Ògùn àti ìpínlẹ̀ Ọ̀yọ́ ni wọ́n ti wá.',
  'Ìpínlẹ̀ Èkó',
  'Wọ́n wá láti ìpínlẹ̀ Ọ̀ṣun.',
  'Àbújá ni olú ìlú Nàìjíríà.',
  'Gúúsù Áfíríkà',
  'Mo lọ sí Ìbàdàn ní ọjọ́ Ajé.',
  'Ní ọjọ́ Àìkú',
  'Ọjọ́rú',
  'Ọjọ́bọ̀',
  'Ọjọ́ Ẹtì',
  'Ọjọ́ Àbámẹ́ta',
  'Ọjọ́ Ìṣẹ́gun',
  'Oṣù Ṣẹ́rẹ́',
  'Oṣù Èrèlé',
  'Oṣù Ẹrẹ́nà',
  'Oṣù Igbe',
  'Oṣù Òkúdù',
  'Oṣù Ògún',
  'Oṣù Ọ̀pẹ',
  'Ní Jánúárì',
  'Dìsẹ́ńbà',
  'Abẹ́òkúta',
  'Ìlọrin',
  'Ṣóyínká',
  'Awólọ́wọ̀',
  'Ọbásanjọ́',
])('names of places, times and people: %s', async (text) => {
  expect((await mark(withoutMarks(text))).text).toBe(text.normalize('NFC'))
})

test('marks that are written win over a phrase', async () => {
  expect((await mark('Ẹ kù iṣẹ')).text).not.toContain('kú')
  expect((await mark('E kú ise o.')).text).toBe('Ẹ kú iṣẹ́ o.'.normalize('NFC'))
})

test('one that stands alone is none within a sentence, and a line begins one', async () => {
  expect((await mark('Won ni ki e se ise naa.')).text).not.toContain('ẹ ṣé')
  expect((await mark('O pe e.\nKu ise.')).text).toBe('Ó pè é.\nKú iṣẹ́.'.normalize('NFC'))
})

test('a word of a phrase says that a lexicon chose it, and what else it may be', async () => {
  const { words } = await mark('E ku ise')
  expect(words.map(({ source }) => source)).toEqual(['lexicon', 'lexicon', 'lexicon'])
  expect(words[2]?.restored).toBe('iṣẹ́'.normalize('NFC'))
  expect(words[2]?.confidence).toBeGreaterThan(0.9)
  expect(words[2]?.alternatives.map(({ form }) => form)).toContain('ìṣẹ́'.normalize('NFC'))
})

test('a person who wants another form of a phrase has it', async () => {
  const accepted = [{ word: 'ise', form: 'ìṣẹ́'.normalize('NFC') }]
  expect((await mark('E ku ise', { accepted })).text).toBe('Ẹ kú ìṣẹ́'.normalize('NFC'))
})
