import { expect, test } from 'vitest'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from './markup.ts'

/** The words that are said for a say-as element in a language. */
function said(language: string, attributes: string, text: string): string {
  const ssml = `<speak xml:lang="${language}"><say-as ${attributes}>${text}</say-as></speak>`
  return assemble(parseMarkup(ssml), 'en')
    .sentences.map((sentence) => sentence.text)
    .join(' ')
}

const CURRENCY = 'interpret-as="currency"'
const FRACTION = 'interpret-as="fraction"'
const UNIT = 'interpret-as="unit"'
const date = (format: string): string => `interpret-as="date" format="${format}"`

test.each([
  ['en', CURRENCY, '45.30 USD', 'forty five U S dollars and thirty cents'],
  ['en', CURRENCY, '₦1,850.50', 'one thousand eight hundred and fifty naira and fifty kobo'],
  ['en', FRACTION, '3/4', 'three quarters'],
  ['en', FRACTION, '1+1/2', 'one and a half'],
  ['en', UNIT, '5ft 3in', 'five feet three inches'],
  ['en', UNIT, '10 kg', 'ten kilograms'],
  ['en', date('mdy'), '3/5/2026', 'the fifth of March twenty twenty six'],
  ['en', date('md'), '3/5', 'the fifth of March'],
  ['en', date('ym'), '2026-03', 'March twenty twenty six'],
  ['en', date('d'), '5', 'fifth'],
  ['en', 'interpret-as="address"', '12 Allen Ave., Ikeja', 'twelve Allen Avenue, Ikeja'],
  ['en', 'interpret-as="time" format="hms12"', '2:30pm', 'two thirty P M'],
  ['pcm', CURRENCY, 'NGN500', 'five hundred naira'],
  ['pcm', date('md'), '3/5', 'di fifth of March'],
  ['ha', CURRENCY, 'NGN 500', 'naira ɗari biyar'],
  ['ha', FRACTION, '3/4', 'kwata uku'],
  ['ha', UNIT, '10 kg', 'kilogiram goma'],
  ['ha', date('md'), '3/5', 'biyar ga Maris'],
  ['ig', CURRENCY, 'NGN 500', 'naịra narị ise'],
  ['ig', FRACTION, '1/2', 'ọkara'],
  ['ig', UNIT, '10 kg', 'kilogram iri'],
  ['ig', date('m'), '3', 'Maachị'],
  ['yo', CURRENCY, '500 NGN', 'náírà'],
  ['yo', FRACTION, '3/4', 'ìdá mẹ́ta nínú mẹ́rin'],
  ['yo', UNIT, '10 kg', 'kìlógíráàmù mẹ́wàá'],
  ['yo', date('dm'), '5/3', 'oṣù Máàṣì'],
  ['am', CURRENCY, 'ETB 20', 'ሃያ ብር'],
  ['am', FRACTION, '3/4', 'ሦስት አራተኛ'],
  ['am', UNIT, '10 kg', 'አስር ኪሎ ግራም'],
  ['am', date('md'), '3/5', 'ማርች አምስት ቀን'],
])('in %s, say-as %s of %s has the words %s', (language, attributes, text, words) => {
  expect(said(language, attributes, text)).toContain(words)
})
