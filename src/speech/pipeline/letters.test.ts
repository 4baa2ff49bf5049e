import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { FLITE } from '#speech/engines/flite/definition.ts'
import { fliteLettersToSound } from '#speech/engines/flite/letters-to-sound.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { someOf } from '#testing/tier.test-support.ts'
import { createSpeaker } from './speak.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
let speaker: LocalSpeaker
const forever = new AbortController().signal
beforeAll(async () => {
  speaker = await speakerForTests()
})

const CODES = LANGUAGES.map(({ code }) => code)
const phonemes = (lines: readonly string[], language: LanguageCode): Promise<readonly string[]> =>
  speaker.phonemes(lines, language, forever)
/** The same for words, many of them in a line: the English rules are asked for all words of a line at once. */
async function wordsSaid(
  words: readonly string[],
  language: LanguageCode,
): Promise<readonly string[]> {
  const lines = Array.from({ length: Math.ceil(words.length / 20) }, (_, line) =>
    words.slice(line * 20, line * 20 + 20).join(', '),
  )
  const said = (await phonemes(lines, language)).flatMap((line) => line.split(' | '))
  expect(said).toHaveLength(words.length)
  return said
}
const samplesOf = async (text: string, language: LanguageCode): Promise<number> => {
  let samples = 0
  const order = { text, voice: 'lina', speed: 1, language }
  for await (const chunk of speaker.speak(order, forever)) samples += chunk.samples.length
  return samples
}

/** Every letter of a script that this Node knows, save three that are no letters to a reader: signs of length and the quote. */
function lettersOf(script: string): readonly string[] {
  const letter = new RegExp(`[[\\p{L}&&\\p{Script=${script}}]--[ꞌ\u{10781}\u{10782}]]`, 'v')
  return Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => letter.test(character))
}
const LATIN = lettersOf('Latin')
/** Those that differ in more than marks and size, and the small ones of them. */
const BASES = LATIN.filter((letter) => letter.normalize('NFKD') === letter)
const SMALL = [...new Set(BASES.map((letter) => letter.toLowerCase()))]

test.each(someOf(CODES, 2))(
  'in %s every Latin letter of Unicode is said: alone, among others and spelled',
  async (language) => {
    expect(LATIN.length).toBeGreaterThan(1_400)
    const alone = await phonemes(LATIN, language)
    expect(LATIN.filter((_, index) => alone[index] === '').join(' ')).toBe('')
    const named = await phonemes(
      BASES.map((letter) => `[spell]${letter}[/spell]`),
      language,
    )
    expect(BASES.filter((_, index) => named[index] === '').join(' ')).toBe('')
    // Beside its like a vowel melts, and an r after a vowel is silent: one of two words tells.
    const [hiatus, open] = await wordsSaid(['uola', 'bema'], language)
    const between = await wordsSaid(
      SMALL.map((letter) => `u${letter}ola`),
      language,
    )
    const inside = await wordsSaid(
      SMALL.map((letter) => `be${letter}ma`),
      language,
    )
    const lost = SMALL.filter((_, index) => between[index] === hiatus && inside[index] === open)
    // A catch in the throat between two vowels is how they are said apart anyway.
    expect(lost.filter((letter) => !/[ʔʕʖʡʢɂᴥꜥꞌꞏ꟏𝼎]/u.test(letter)).join(' ')).toBe('')
  },
)

test('in Amharic every Ethiopic letter of Unicode is said, also those of its neighbours', async () => {
  const letters = lettersOf('Ethiopic')
  expect(letters.length).toBeGreaterThan(400)
  const said = await phonemes(letters, 'am')
  expect(letters.filter((_, index) => said[index] === '').join(' ')).toBe('')
})

test.each([
  ['am', 'ɛ ɔ ŋ ß æ ø ə'],
  ['ig', 'đ ħ þ ð'],
  ['ha', 'ħ Ʒ'],
  ['yo', 'ħ Ʒ'],
] as const)('in %s each of %s makes a sound', async (language, letters) => {
  for (const letter of letters.split(' '))
    expect([letter, (await samplesOf(letter, language)) > 2_000]).toEqual([letter, true])
})

test.each([
  ['en', 'ŋoʃi', 'ngoshi'],
  ['en', 'Ŋ', 'Ng'],
  ['am', 'straße', 'strasse'],
  ['am', 'Ŋgũgĩ', 'Nggugi'],
  ['ha', 'Ʒato', 'Jato'],
  ['ha', 'ɣida', 'gida'],
  ['ig', 'ħapụ', 'hapụ'],
  ['yo', 'ʊlɔ', 'ụlọ'],
  ['pcm', 'ɔga', 'oga'],
  ['yo', 'ɔ\u0300\u0323', 'ọ̀'],
  ['am', 'e\u0301\u030c', 'é'],
] as const)('in %s, %s is said like %s', async (language, written, plain) => {
  const [one, other] = await phonemes([written, plain], language)
  expect(one).toBe(other)
  expect(one).not.toBe('')
})

test('letters of other scripts among words of the language leave the words as they are', async () => {
  const [alone, among] = await phonemes(['Ina kwana', 'Ina Москва 東京 kwana'], 'ha')
  expect(among).toBe(alone)
})

test.each(CODES)(
  'in %s a text of nothing but foreign letters is refused in words that name them',
  async (language) => {
    const samples = {
      Greek: 'λόγος',
      Cyrillic: 'Москва',
      Arabic: 'سلام',
      Chinese: '東京',
      Thai: 'ไทย',
    }
    for (const [name, text] of Object.entries(samples)) {
      const refused = { code: 'text/unspeakable', message: expect.stringContaining(name) }
      await expect(samplesOf(text, language)).rejects.toMatchObject(refused)
      await expect(samplesOf(`[spell]${text}[/spell]`, language)).rejects.toMatchObject(refused)
    }
    for (const text of ['.', '🎉 — 🎊', '\u{10781}', 'ꞌ', "''"])
      await expect(samplesOf(text, language)).rejects.toMatchObject({ code: 'text/unspeakable' })
  },
)

test('a sentence for which its reader finds no sound is a fault of the text, in words', async () => {
  const unmarking = createSpeaker({
    engines: [{ definition: FLITE, engine: FLITE.create(RESOURCES) }],
    lettersToSound: fliteLettersToSound,
    lexicons: join(RESOURCES, 'lexicons'),
    restoreMarks: async () => ({ text: '', words: [] }),
  })
  const order = { text: 'Ó dàárọ̀.', voice: 'sade', speed: 1 }
  for (const lengthFirst of [false, true])
    await expect(
      Array.fromAsync(unmarking.speak({ ...order, lengthFirst }, forever)),
    ).rejects.toMatchObject({ code: 'text/unspeakable' })
})
