import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { normalise } from './normalise.ts'

type Row = readonly [language: LanguageCode, written: string, said: string]

const FIGURES_BESIDE_LETTERS: readonly Row[] = [
  ['ha', 'Layin 5G', 'Layin biyar G'],
  ['ha', 'Radiyo 98.7FM', "Radiyo casa'in da takwas da ɗigo bakwai F M"],
  ['ha', '24hrs', 'awa ashirin da huɗu'],
  ['yo', 'Ẹ̀rọ 5G', 'Ẹ̀rọ márùn ún jíì'],
  ['yo', 'B2B', 'bíì méjì bíì'],
  ['am', '5G', 'አምስት ጂ'],
  ['am', 'የ5G', 'የአምስት ጂ'],
  ['am', 'MP3', 'ኤም ፒ ሦስት'],
  ['am', 'G20', 'ጂ ሃያ'],
  ['am', '50k', 'ሃምሳ ሺህ'],
  ['am', '1st', 'አንደኛ'],
  ['am', '3pm', 'ከቀኑ ዘጠኝ ሰዓት'],
  ['am', '20kg', 'ሃያ ኪሎ ግራም'],
  // The unit is in a script that the language has not.
  ['en', '5мин', 'five'],
  ['en', 'It took 5мин.', 'It took five.'],
  ['ig', '20日', 'iri abụọ'],
]

test.each(FIGURES_BESIDE_LETTERS)(
  'in %s "%s" is said as words that do not run together',
  (language, written, said) => {
    expect(normalise(written, language)).toBe(said)
  },
)

test.each<Row>([
  ['ha', 'a 1990s', "a shekarar alif da ɗari tara da casa'in"],
  ['ig', "n'afọ 1990s", "n'afọ otu puku na narị itoolu na iri itoolu"],
  ['yo', 'ọdún 2020s', 'ọdún ẹgbẹ̀rún méjì àti ogún'],
  ['am', '1990s', 'አንድ ሺህ ዘጠኝ መቶ ዘጠና'],
])('in %s the s of the decade "%s" is not said', (language, written, said) => {
  expect(normalise(written, language)).toBe(said)
})

test.each<Row>([
  ['en', 'Br 1,500', 'one thousand five hundred birr'],
  ['en', 'Br100.50', 'one hundred birr and fifty santim'],
  ['en', '200 ETB', 'two hundred birr'],
  ['en', 'Br1.5m', 'one point five million birr'],
  ['pcm', 'Br. 100', 'one hundred birr'],
  ['ha', 'Br 100.50', 'bir ɗari da santim hamsin'],
  ['ha', '200 ETB', 'bir ɗari biyu'],
  ['ig', 'Br 100', 'birị otu narị'],
  ['ig', '200 ETB', 'birị narị abụọ'],
  ['yo', 'Br 100', 'bírì ọgọ́rùn ún'],
  ['yo', '200 Br', 'bírì igba'],
  ['am', 'Br 100', 'አንድ መቶ ብር'],
])('in %s the birr of "%s" is money', (language, written, said) => {
  expect(normalise(written, language)).toBe(said)
})

test('Br that no figure follows stays a word', () => {
  expect(normalise('Br Anthony said so.', 'en')).toBe('Br Anthony said so.')
})

test.each<Row>([
  ['yo', '₦100-200', 'náírà ọgọ́rùn ún sí igba'],
  ['yo', '₦100–₦200 million', 'náírà mílíọ̀nù ọgọ́rùn ún sí náírà mílíọ̀nù igba'],
  ['yo', '$5-10 million', 'dọ́là mílíọ̀nù márùn ún sí mílíọ̀nù mẹ́wàá'],
  ['yo', '-₦500', 'òdì náírà ọgọ́rùn ún márùn ún'],
  ['yo', '10%–20%', 'ìdá mẹ́wàá nínú ọgọ́rùn ún sí ìdá ogún nínú ọgọ́rùn ún'],
  ['yo', '-90%', 'òdì ìdá àádọ́rùn ún nínú ọgọ́rùn ún'],
  ['ha', '10%–20%', 'kashi goma cikin ɗari zuwa kashi ashirin cikin ɗari'],
  ['ig', '10%–20%', 'pasentị iri ruo pasentị iri abụọ'],
  ['ig', '-90%', 'mwepụ pasentị iri itoolu'],
  ['am', 'N5,000', 'አምስት ሺህ ናይራ'],
])('in %s a range or a debt as in "%s" keeps its meaning', (language, written, said) => {
  expect(normalise(written, language)).toBe(said)
})

test('a telephone number from outside Ethiopia has its country digit by digit', () => {
  expect(normalise('+2348031234567', 'am')).toMatch(/^ፕላስ ሁለት ሦስት አራት, /)
})

test.each<Row>([
  ['yo', '10am-5pm', 'agogo mẹ́wàá àárọ̀ sí agogo márùn ún ìrọ̀lẹ́'],
  ['yo', '2:30–4:00', 'agogo méjì àbọ̀ sí agogo mẹ́rin'],
  ['ha', '10am-5pm', 'ƙarfe goma na safe zuwa ƙarfe biyar na yamma'],
  ['ha', '2:30-4:00', 'ƙarfe biyu da rabi zuwa ƙarfe huɗu'],
  ['am', '10am-5pm', 'ከጠዋቱ አራት ሰዓት እስከ ቀኑ አስራ አንድ ሰዓት'],
])('in %s the hours "%s" are from one to the other', (language, written, said) => {
  expect(normalise(written, language)).toBe(said)
})

test.each<Row>([
  ['yo', 'Oct. 1, 1960', 'ọjọ́ kìíní oṣù Ọtóbà ọdún ẹgbẹ̀rún kan, ọgọ́rùn ún mẹ́sàn án àti ọgọ́ta'],
  ['ig', '5-May-2024', "ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
  ['ha', '5-May-2024', 'biyar ga Mayu na shekarar dubu biyu da ashirin da huɗu'],
])('in %s the English date "%s" is a date', (language, written, said) => {
  expect(normalise(written, language)).toBe(said)
})

test('English titles, initials and Nigerian telephone numbers inside Amharic do not end a sentence', () => {
  expect(normalise('ዛሬ Dr. Ngozi እና A. B. Yusuf መጡ', 'am')).toBe('ዛሬ Doctor Ngozi እና ኤ ቢ Yusuf መጡ')
  expect(normalise('0803 123 4567', 'am')).toBe('ዜሮ ስምንት ዜሮ ሦስት, አንድ ሁለት ሦስት, አራት አምስት ስድስት ሰባት')
})
