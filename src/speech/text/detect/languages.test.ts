import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { openLanguageIdentifier } from './languages.ts'

const MODELS = join(import.meta.dirname, '../../../../models')
const folder = mkdtempSync(join(tmpdir(), 'griot ohùn ድምፅ '))
afterAll(() => rmSync(folder, { recursive: true }))

test('a language is identified where there is little doubt, and otherwise not', async () => {
  const { identify } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  expect(await identify('Awon omo naa ti lo si ile iwe.')).toBe('yo')
  expect(await identify('Lagos')).toBeUndefined()
  expect(await identify('Bonjour tout le monde, comment allez-vous ?')).toBeUndefined()
  expect(await identify('')).toBeUndefined()
})

test.each([
  ['Awon omo naa ti lo si ile iwe.', 'yo'],
  ['[pause 300ms] Good morning to all of you in Lagos.', 'en'],
  ['<speak>Ina kwana, <break time="1s"/> yaya gajiya da aiki?</speak>', 'ha'],
  ['How far, wetin dey happen for market today?', 'pcm'],
  ['ሰላም', 'am'],
  ['The people of the town say ሰላም', 'en'],
  ['Ada', undefined],
  ['Chinua Achebe', undefined],
  ['Bonjour tout le monde, comment allez-vous ?', undefined],
  ['[pause', undefined],
])('%j to be spoken is in %s', async (text, language) => {
  const { identifySpoken } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  expect(await identifySpoken(text)).toBe(language)
})

test.each([
  ['Good morning', 'yo', 'en'],
  ['Hello', 'en', 'en'],
  ['Hello', 'ha', 'en'],
  ['Ẹ káàárọ̀', 'en', 'yo'],
  ['E kaaro', 'en', 'yo'],
  ['Kedu?', 'en', 'ig'],
  ['Ina kwana?', 'en', 'ha'],
  ['How far?', 'pcm', 'pcm'],
  ['How you dey', 'pcm', 'pcm'],
  ['How you dey', 'en', 'pcm'],
  ['ሰላም', 'en', 'am'],
  ['Ada', 'en', undefined],
  ['Chinua Achebe', 'yo', undefined],
] as const)('%j to be spoken by a voice in %s is in %s', async (text, voice, language) => {
  const { identifySpoken } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  expect(await identifySpoken(text, voice)).toBe(language)
})

test('what two languages share is in that of the voice', async () => {
  const { detect, identifySpoken } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  for (const voice of ['en', 'pcm'] as const) {
    expect((await detect('But why', voice))?.language).toBe(voice)
    expect((await identifySpoken('But why', voice)) ?? voice).toBe(voice)
  }
  expect(await identifySpoken('But why', 'yo')).toMatch(/^(?:en|pcm)$/)
})

test('short lines follow the lines around them, and a name the voice', async () => {
  const { identifyLines } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  const languages = async (
    lines: readonly { text: string; language?: LanguageCode }[],
    voice: LanguageCode,
  ) =>
    (
      await identifyLines(
        lines.map((line) => ({ voice, ...line })),
        [],
      )
    ).map((one) => one?.language)
  const igbo = [
    { text: 'Nwanne m nwoke na-arụ ọrụ n’ụlọ ọgwụ dị n’Enugu.' },
    { text: 'Kedu?' },
    { text: 'Anyị ga-ahụ echi mgbe anyị gachara ahịa.' },
  ]
  expect(await languages(igbo, 'en')).toEqual(['ig', 'ig', 'ig'])
  const english = [
    { text: 'The meeting begins at nine in the morning.' },
    { text: 'Yes.' },
    { text: 'Please bring your papers and a pen.' },
  ]
  expect(await languages(english, 'yo')).toEqual(['en', 'en', 'en'])
  const hausa: readonly { text: string; language?: LanguageCode }[] = [
    { text: 'Ina kwana?' },
    { text: 'Lafiya lau.', language: 'ha' },
  ]
  expect(await languages(hausa, 'en')).toEqual(['ha', undefined])
  expect(await languages([{ text: 'Ẹ káàárọ̀' }], 'en')).toEqual(['yo'])
  expect(await languages([{ text: 'Chinua Achebe' }, { text: '…' }], 'yo')).toEqual([
    undefined,
    undefined,
  ])
})

test('a line in doubt says what it is likeliest in', async () => {
  const { identifyLines } = openLanguageIdentifier(MODELS, (error) => {
    throw error
  })
  const [line, known, empty] = await identifyLines(
    [{ text: 'Ada' }, { text: 'Known', language: 'en' }, { text: '!' }],
    ['ig'],
  )
  expect(line?.likeliest?.confidence).toBeGreaterThan(0)
  expect(known).toBeUndefined()
  expect(empty).toEqual({})
})

test('a damaged or missing model is reported once, and letters and function words decide', async () => {
  cpSync(MODELS, folder, { recursive: true })
  writeFileSync(join(folder, 'language/weights.bin'), 'nothing')
  for (const [models, words] of [
    [folder, /weights\.bin is damaged: install Griot again/],
    [join(folder, 'none'), /catalog\.json/],
  ] as const) {
    const troubles: unknown[] = []
    const { identify } = openLanguageIdentifier(models, (error) => troubles.push(error))
    expect(await identify('Ẹ káàárọ̀. Àwọn ọmọ ti dé sí ilé ìwé.')).toBe('yo')
    expect(await identify('Lagos')).toBeUndefined()
    expect(troubles).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })])
  }
})
