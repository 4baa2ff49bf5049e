import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each([
  ['en', 'Good morning. The market is open and they are waiting for the bus from Lagos.'],
  ['en', 'What is the time?'],
  ['am', 'ሰላም፣ ዛሬ ጠዋት ወደ ገበያ ሄድኩ።'],
  ['am', 'የ COVID-19 ክትባት በአዲስ አበባ ተጀመረ።'],
  ['ha', 'Ina kwana? Ɗan’uwana ya tafi ƙasar waje.'],
  ['ha', 'Wannan mutane suna cikin gida, amma ba su ci abinci ba.'],
  ['ig', 'Kedụ ka ị mere? Ụlọ anyị dị n’Enugu.'],
  ['ig', 'Anyi ga-aga ahia maka ihe ndi ozo.'],
  ['yo', 'Ẹ káàárọ̀. Àwọn ọmọ ti dé sí ilé ìwé.'],
  ['yo', 'Awon omo naa ti lo si ile iwe pelu awon obi won.'],
  ['yo', 'Ẹ kú iṣẹ́'.normalize('NFD')],
  ['pcm', 'Wetin dey happen? Abeg, make una no vex.'],
  ['pcm', 'Dem don comot for house since morning.'],
] as const)('%s is told from: %s', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})

test.each([
  ['nothing', ''],
  ['a name', 'Chinua Achebe'],
  ['one word', 'Lagos'],
  ['figures', '12,500 + 3 = ?'],
  ['French', 'Bonjour tout le monde, comment allez-vous ?'],
  ['Arabic', 'السلام عليكم'],
  ['two languages in equal parts', 'the of and is — awon naa ninu pelu'],
  ['a lone surrogate', '\uD800'],
])('%s tells no language', (_, text) => {
  expect(guessLanguage(text)).toBeUndefined()
})

test('a text of a million letters is told as fast as its first page', () => {
  expect(guessLanguage('the house of the people '.repeat(50_000))).toBe('en')
})
