import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadSyllable } from '#shared/word-reading.ts'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { ipaWords } from '#speech/phonemes/ipa-words.ts'
import { letterByLetter } from '#speech/phonemes/phonemizer.test-support.ts'
import { readWord } from '#speech/phonemes/read-word.ts'
import type { ReadOrder } from '#speech/speaker.ts'
import { createSpeaker } from './speak.ts'

const lexicons = join(import.meta.dirname, '../../../resources/lexicons')
const diacritizer = createDiacritizer({ lexiconFolder: lexicons })
const speaker = createSpeaker({
  ...{ engines: [], lettersToSound: letterByLetter, lexicons },
  restoreMarks: ({ text, language: _, ...overrides }) => diacritizer.mark(text, overrides),
})
const never = new AbortController().signal

/** Amharic has stress only in what our rules add to it. */
const unstressed = ({ ipa, tone }: ReadSyllable) => ({ ipa, tone })

const read = (text: string, language: LanguageCode, more: Partial<ReadOrder> = {}) =>
  speaker.readWords({ text, language, dialects: [], ...more }, never)

test('a word has its syllables with stress or tones, and IPA that says the same again', async () => {
  const [hello] = await read('Hello', 'en')
  expect(hello).toMatchObject({ text: 'hello', language: 'en', ipa: 'həˈloʊ' })
  expect(hello?.syllables.map(({ stress }) => stress)).toEqual([0, 1])
  const [marked] = await read('Ọkọ̀.', 'yo')
  expect(marked?.syllables.map(({ tone }) => tone)).toEqual(['M', 'L'])
  expect(marked?.ipa).toBe('ɔ˧.kɔ˩')
  for (const [text, language] of [
    ['Newsreaders speak extraordinary words today', 'en'],
    ['Ẹ káàárọ̀, báwo ni ọkọ̀ náà?', 'yo'],
    ['Ina kwana, yaya gida?', 'ha'],
    ['Kedu ka ị mere, nwanne m?', 'ig'],
    ['ሰላም ለሁሉም', 'am'],
    ['How una dey today', 'pcm'],
  ] as const)
    for (const word of await read(text, language)) {
      const [again] = ipaWords(word.ipa, word.language)
      const said =
        again && readWord({ ...word, ...again, isGivenInPhones: true, breakAfter: false })
      expect(said?.syllables.map(unstressed)).toEqual(word.syllables.map(unstressed))
    }
})

test('an English word has the other pronunciations of the lexicon, in the accent of the voice', async () => {
  const [, , , either] = await read('I do not either', 'en')
  expect([either?.ipa, either?.variants]).toEqual(['ˈi.ðɚ', ['ˈaɪ.ðɚ']])
  const [, past] = await read('I read it yesterday', 'en')
  expect([past?.ipa, ...(past?.variants ?? [])].sort()).toEqual(['ˈɹid', 'ˈɹɛd'])
  const [face] = await read('Either', 'en', { dialects: ['en-NG'] })
  expect(face?.variants).toHaveLength(1)
  expect((await read('Ọkọ̀', 'yo'))[0]?.variants).toEqual([])
})

test('marks, dictionary, markup and dialect are heard in what is read', async () => {
  const accepted = [{ word: 'oko', form: 'ọkọ̀' }]
  expect((await read('oko', 'yo', { accepted })).map(({ text }) => text)).toEqual(['ọkọ̀'])
  const [entry] = await read('Zik spoke', 'en', {
    pronunciations: [
      {
        ...{ id: 1, word: 'Zik', saidAs: { kind: 'ipa', ipa: 'ˈziːk' } },
        ...{ scope: { kind: 'global' }, caseSensitive: false },
      },
    ],
  })
  expect(entry).toMatchObject({ text: 'zik', ipa: 'ˈzik', isGivenInPhones: true })
  const languages = (await read('Mo ra [en]laptop[/en] tuntun', 'yo')).map((word) => word.language)
  expect(languages).toEqual(['yo', 'yo', 'en', 'yo'])
  const [plain] = await read('face', 'en')
  const [accent] = await read('face', 'en', { dialects: ['en-NG'] })
  expect(accent?.ipa).not.toBe(plain?.ipa)
  await expect(read('[pause', 'en')).rejects.toMatchObject({ code: 'text/markup' })
})
