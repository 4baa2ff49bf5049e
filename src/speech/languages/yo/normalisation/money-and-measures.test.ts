import { expect, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'

test.each([
  ['₦500', 'náírà ọgọ́rùn ún márùn ún'],
  ['₦1,200.50', 'náírà ẹgbẹ̀rún kan, igba àti kọ́bọ̀ àádọ́ta'],
  ['₦2.5m', 'náírà mílíọ̀nù méjì pọ́íǹtì àrún'],
  ['N5,000', 'náírà ẹgbẹ̀rún márùn ún'],
  ['NGN 300', 'náírà ọgọ́rùn ún mẹ́ta'],
  ['$10', 'dọ́là mẹ́wàá'],
  ['$1.99', 'dọ́là kan àti sẹ́ǹtì mọ́kàndínlọ́gọ́rùn ún'],
  ['£3', 'pọ́n ùn mẹ́ta'],
  ['€40', 'yúrò ogójì'],
  ['₦500k', 'náírà ẹgbẹ̀rún ọgọ́rùn ún márùn ún'],
  ['₦0.50', 'kọ́bọ̀ àádọ́ta'],
  ['100 naira', 'náírà ọgọ́rùn ún'],
  ['20%', 'ìdá ogún nínú ọgọ́rùn ún'],
  ['3.5%', 'ìdá mẹ́ta pọ́íǹtì àrún nínú ọgọ́rùn ún'],
  ['10-20%', 'ìdá mẹ́wàá sí ogún nínú ọgọ́rùn ún'],
  ['5kg', 'kìlógíráàmù márùn ún'],
  ['12 km', 'kìlómítà méjìlá'],
  ['60km/h', 'kìlómítà ọgọ́ta ní wákàtí kan'],
  ['30°C', 'ìwọ̀n ọgbọ̀n Sẹ́líṣíọ́ọ̀sì'],
  ['5-6 km', 'kìlómítà márùn ún sí mẹ́fà'],
  ['₦3 billion', 'náírà bílíọ̀nù mẹ́ta'],
  ['500 naira', 'náírà ọgọ́rùn ún márùn ún'],
  ['10 dọ́là ni', 'dọ́là mẹ́wàá ni'],
  [
    'Wọ́n ra ilé náà ní ₦35m ní ọdún 2018.',
    'Wọ́n ra ilé náà ní náírà mílíọ̀nù márùndínlógójì ní ọdún ẹgbẹ̀rún méjì àti méjìdínlógún.',
  ],
])('a Yoruba reader says %j as %j', (written, spoken) => {
  expect(normalise(written, 'yo')).toBe(spoken)
})
