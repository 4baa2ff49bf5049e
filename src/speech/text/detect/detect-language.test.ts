import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLanguageDetector } from './detect-language.ts'

const weights = readFileSync(new URL('../../../../models/language/weights.bin', import.meta.url))
const detect = createLanguageDetector(
  new Int8Array(weights.buffer, weights.byteOffset, weights.length),
)

test.each([
  ['en', 'Good morning. The market is open and they are waiting for the bus from Lagos.'],
  ['en', 'thank you very much'],
  ['am', 'ሰላም፣ ዛሬ ጠዋት ወደ ገበያ ሄድኩ።'],
  ['am', 'የ COVID-19 ክትባት በአዲስ አበባ ተጀመረ።'],
  ['ha', 'Ina kwana? Ɗan’uwana ya tafi ƙasar waje.'],
  ['ha', "Dan'uwana ya tafi kasar waje da safe."],
  ['ig', 'Kedụ ka ị mere? Ụlọ anyị dị n’Enugu.'],
  ['ig', 'Anyi ga-aga ahia maka ihe ndi ozo.'],
  ['yo', 'Ẹ káàárọ̀. Àwọn ọmọ ti dé sí ilé ìwé.'],
  ['yo', 'Ẹ káàárọ̀. Àwọn ọmọ ti dé sí ilé ìwé.'.normalize('NFD')],
  ['yo', 'Awọn ọmọ naa ti lọ si ile iwe'],
  ['yo', 'Awon omo naa ti lo si ile iwe pelu awon obi won.'],
  ['yo', 'mo fe jeun'],
  ['en', 'Save changes'],
  ['en', 'Open file'],
  ['ha', 'Bana so'],
  ['ha', 'Na gode'],
  ['ha', 'Kada ka manta ka sayo burodi'],
  ['ig', 'Daalu'],
  ['ig', 'Nnoo'],
  ['yo', 'E kaaro o'],
  ['pcm', 'Wetin dey happen? Abeg, make una no vex.'],
  ['pcm', 'I no know wetin to do'],
  ['pcm', 'Dem don comot for house since morning.'],
] as const)('%s is heard in: %s', (language, text) => {
  expect(detect(text)?.language).toBe(language)
})

test.each([
  ['French', 'Je voudrais acheter du pain et du lait pour mes enfants.'],
  ['Swahili', 'Watoto wamekwenda shuleni pamoja na wazazi wao.'],
  ['Twi', 'Nnipa nyinaa yɛ pɛ, na obiara wɔ hokwan sɛ ɔkasa.'],
  ['Arabic', 'السلام عليكم ورحمة الله'],
  ['a Twi greeting', 'Ɛte sɛn?'],
  ['Somali', 'Caruurtu waxay aadeen dugsiga'],
  ['Zulu', 'Abantwana baye esikoleni namuhla ekuseni.'],
  ['Tigrinya', 'ኩሎም ሰባት እንትውለዱ ነፃን ብማዕርነት ክብሪ ዘለዎም እዮም።'],
  ['Russian', 'Дети пошли в школу вместе с родителями.'],
])('%s is none of the six', (_, text) => {
  expect(detect(text)?.language).toBe('other')
})

test('a short text says less than a long one', () => {
  const short = detect('How far')?.confidence ?? 1
  const long = detect('How far, my people? Una don chop this morning?')?.confidence ?? 0
  expect(short).toBeLessThan(long)
})

test.each([
  ['nothing', ''],
  ['figures', '12,500 + 3 = ?'],
  ['a lone surrogate', '\uD800'],
])('%s is in no language', (_, text) => {
  expect(detect(text)).toBeUndefined()
})

test.each([
  ['a hundred thousand letters', 'o'.repeat(100_000)],
  ['ten thousand tone marks', `a${'\u0301'.repeat(10_000)}`],
  ['three scripts', 'Bawo ni ሰላም привет 你好'],
])('%s: an answer comes, with a probability', (_, text) => {
  const { confidence = 0 } = detect(text) ?? {}
  expect(confidence).toBeGreaterThan(0)
  expect(confidence).toBeLessThanOrEqual(1)
})

test('a million letters are told as their first page', () => {
  expect(detect('the house of the people '.repeat(50_000))).toEqual(
    detect('the house of the people '.repeat(500)),
  )
})

test('weights of another size are refused', () => {
  expect(() => createLanguageDetector(new Int8Array(12))).toThrow(/12 bytes/)
})
