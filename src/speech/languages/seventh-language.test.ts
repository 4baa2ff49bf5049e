import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modelsBeside } from '#speech/models/catalog.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { guessLanguage } from '#speech/text/guess-language.ts'
import { normalise } from '#speech/text/normalise.ts'
import { splitSentences } from '#speech/text/sentences.ts'
import { registerLanguage } from './registry.ts'
import { SWAHILI } from './swahili-for-tests/swahili.test-support.ts'

const remove = registerLanguage(SWAHILI)
afterAll(remove)
const { code } = SWAHILI
const RESOURCES = join(import.meta.dirname, '../../../resources')
const speaker = await openSpeaker(RESOURCES)
const forever = new AbortController().signal

test('a language that is registered from its folder alone is spoken from text to sound', async () => {
  const order = { text: 'Habari za asubuhi! Bei ni shilingi 365.', voice: 'lucy', speed: 1 }
  const chunks = await Array.fromAsync(speaker.speak({ ...order, language: 'sw-KE' }, forever))
  const words = chunks.flatMap(({ timings }) => timings.words.map(({ text }) => text))
  expect(words.join(' ')).toBe('habari za asubuhi bei ni shilingi mia tatu sitini na tano')
  const phones = chunks.flatMap(({ timings }) => timings.phones.map(({ text }) => text))
  expect(phones.join('')).toContain('habaɾi')
  const power = chunks.flatMap(({ samples }) => [...samples]).reduce((sum, x) => sum + x * x, 0)
  expect(power).toBeGreaterThan(10)
})

test.each([
  ['0', 'sifuri'],
  ['15', 'kumi na tano'],
  ['100', 'mia moja'],
  ['205', 'mia mbili na tano'],
  ['999', 'mia tisa tisini na tisa'],
  ['1000', 'elfu moja'],
])('its %s is read as "%s"', (written, said) => {
  expect(normalise(written, code)).toBe(said)
})

test('its letters to sounds and its phrase breaks are its own', async () => {
  const [line] = await speaker.phonemes(["Ng'ombe anacheza."], 'sw', forever)
  expect(line).toBe('ˈŋ ɔ m b ɛ | a n a ˈt͡ʃ ɛ z a')
  const long = `Watoto ${'wengi wa kijiji '.repeat(9)}walikwenda asubuhi lakini ${'mvua kubwa '.repeat(16)}ilinyesha`
  const [first] = splitSentences(normalise(long, code), code)
  expect(first?.text.endsWith('asubuhi')).toBe(true)
})

test('its texts are told by its own words, also where a model of other languages is asked first', async () => {
  const text = 'Habari za asubuhi, lakini watoto wao wako shuleni.'
  expect(guessLanguage(text)).toBe(code)
  const languages = openLanguageIdentifier(modelsBeside(RESOURCES), (error) => {
    throw error
  })
  expect(await languages.identify(text)).toBe(code)
})

test('what is registered once is not registered twice, and what is taken out is unknown', async () => {
  expect(() => registerLanguage(SWAHILI)).toThrow('"sw" is registered already')
  const spoken = speaker.speak({ text: 'x', voice: 'lucy', speed: 1, language: 'zu' }, forever)
  await expect(spoken.next()).rejects.toMatchObject({ code: 'language/unsupported' })
})
