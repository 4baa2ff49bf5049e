import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { NumberStyle } from '#shared/script.ts'
import { normalise } from './normalise.ts'

type Row = readonly [language: LanguageCode, written: string, said: string]

/** The wording is that of the Bibles in each language: isi and amaokwu, babi and aya, ምዕራፍ and ቁጥር, orí and ẹsẹ. */
describe('chapter and verse are no time of day', () => {
  test.each<Row>([
    ['ig', 'Jọn 3:16', 'Jọn isi atọ, amaokwu iri na isii'],
    ['ig', 'isi 3:16', 'isi atọ, amaokwu iri na isii'],
    ['ig', 'Abụ Ọma 23:1-4', 'Abụ Ọma iri abụọ na atọ, amaokwu otu ruo anọ'],
    ['ig', 'na 3:16 nke mgbede', 'na elekere atọ na nkeji iri na isii nke mgbede'],
    ['am', 'ዮሐንስ 3:16', 'ዮሐንስ ምዕራፍ ሦስት, ቁጥር አስራ ስድስት'],
    ['am', 'በዮሐንስ 3፥16', 'በዮሐንስ ምዕራፍ ሦስት, ቁጥር አስራ ስድስት'],
    ['am', 'ምዕራፍ 3:16', 'ምዕራፍ ሦስት, ቁጥር አስራ ስድስት'],
    ['am', 'መዝሙር 23:1-4', 'መዝሙር ሃያ ሦስት, ቁጥር አንድ እስከ አራት'],
    ['am', 'ዮሐንስ 3:16 ላይ መጣ', 'ዮሐንስ ሦስት ሰዓት ከአስራ ስድስት ደቂቃ ላይ መጣ'],
    ['am', 'ለምሳሌ 2:30', 'ለምሳሌ ሁለት ሰዓት ተኩል'],
    ['ha', 'Yohanna 3:16', 'Yohanna babi na uku, aya ta goma sha shida'],
    ['ha', 'Zabura 23:1-4', 'Zabura ta ashirin da uku, aya ta ɗaya zuwa ta huɗu'],
    ['yo', 'orí 3:16', 'orí kẹta, ẹsẹ kẹrìndínlógún'],
    ['yo', 'Jòhánù 3:16', 'Jòhánù orí kẹta, ẹsẹ kẹrìndínlógún'],
    ['yo', 'ní 3:16', 'ní agogo mẹ́ta kọjá ìṣẹ́jú mẹ́rìndínlógún'],
  ])('%s: %j is %j', (language, written, said) => {
    expect(normalise(written, language)).toBe(said)
  })
})

describe('degrees are spelled and end no sentence', () => {
  test.each<Row>([
    ['yo', 'Ó gba B.A. ní Èkó', 'Ó gba bíì éè ní Èkó'],
    ['yo', 'Ó ní M.Sc. nínú físíksì', 'Ó ní ẹ́ẹ̀mù ẹ́ẹ̀sì síì nínú físíksì'],
    ['yo', 'Ó gba Ph.D. Ó dára', 'Ó gba píì éèṣì díì. Ó dára'],
    ['yo', 'èso, b.a. ọsàn', 'èso, fún àpẹẹrẹ ọsàn'],
    ['ig', 'M.Sc. na Ph.D. ya', 'M S C na P H D ya'],
    ['ha', "B.A. da Ph.D. a jami'a", "B A da P H D a jami'a"],
    ['ha', 'B.A. Abubakar', 'B A Abubakar'],
    ['am', 'M.Sc. አላት። እሷ ሄደች', 'ኤም ኤስ ሲ አላት. እሷ ሄደች'],
  ])('%s: %j is %j', (language, written, said) => {
    expect(normalise(written, language)).toBe(said)
  })
})

describe('dates in figures', () => {
  test.each<Row>([
    // The Ethiopian calendar has not reached 2024 yet.
    ['am', '12/3/2024', 'ማርች አስራ ሁለት ቀን ሁለት ሺህ ሃያ አራት'],
    ['am', '12/3/2016', 'ህዳር አስራ ሁለት ቀን ሁለት ሺህ አስራ ስድስት'],
    ['ig', "n'ụbọchị 5/3/2024", "n'ụbọchị ise nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ"],
    ['ig', 'ụbọchị May 5, 2024', "ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
    ['ig', '5/3/2024', "ụbọchị ise nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ"],
  ])('%s: %j is %j', (language, written, said) => {
    expect(normalise(written, language)).toBe(said)
  })
})

describe('ways of counting', () => {
  test.each<readonly [...Row, NumberStyle | undefined]>([
    // "Dubu" alone is a thousand, as "ɗari" is a hundred (Newman, The Hausa Language, 2000).
    ['ha', 'N1,000', 'naira dubu', undefined],
    ['ha', '1,500', 'dubu da ɗari biyar', undefined],
    ['ha', '1,000,000', 'miliyan ɗaya', undefined],
    ['am', '65', 'ስልሳ አምስት', undefined],
    ['am', '65', 'ስድሳ አምስት', 'traditional'],
    ['am', 'ስልሳ እና 60ኛ', 'ስልሳ እና ስድሳኛ', 'traditional'],
    ['ig', '1,234', 'otu puku na narị abụọ na iri atọ na anọ', undefined],
    ['ig', '1,234', 'otu puku, narị abụọ na iri atọ na anọ', 'commas'],
    ['ig', '2,005', 'puku abụọ, na ise', 'commas'],
    ['ig', '45', 'ọgụ abụọ na ise', 'traditional'],
    ['yo', '5,000', 'ẹgbẹ̀rún márùn ún', undefined],
    ['yo', '5,000', 'ẹ̀ẹ́dẹ́gbàata', 'traditional'],
    ['yo', '5,000', 'ẹgbẹ̀rún márùn ún', 'commas'],
    ['en', '1,005', 'one thousand and five', 'commas'],
  ])('%s: %j is %j counted as %s', (language, written, said, numbers) => {
    expect(normalise(written, language, numbers === undefined ? {} : { numbers })).toBe(said)
  })
})
