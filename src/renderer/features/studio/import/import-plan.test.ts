import { expect, test } from 'vitest'
import type { StudioVoice } from '#renderer/voice.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  type ImportOrder,
  languageMix,
  NO_NAME,
  planImport,
  scriptLinesOf,
  withCast,
} from './import-plan.ts'

const voice = (id: string, language: string, gender: 'female' | 'male'): StudioVoice => ({
  ...{ id, name: id, language, gender, sample: '', character: '', kind: 'system' },
})
const VOICES = [
  voice('lucy', 'en', 'female'),
  voice('john', 'en', 'male'),
  voice('sade', 'yo', 'female'),
]
const TEXTS = ['Ada: Good morning.', 'Ṣọlá: Ẹ káàárọ̀.', 'Ada: (sighs) Bye.', 'They went.']
const LANGUAGES = new Map<string, LanguageCode>([
  ['Good morning.', 'en'],
  ['Ẹ káàárọ̀.', 'yo'],
  ['Bye.', 'en'],
])

const order = (more: Partial<ImportOrder> = {}): ImportOrder => ({
  pieces: [{ text: 'One', heading: 1 }, ...TEXTS.map((text) => ({ text }))],
  ...{ voices: VOICES, remembered: {}, defaultVoice: 'john', chosen: new Map() },
  ...{ speaksDirections: false, languages: LANGUAGES },
  ...more,
})
const linesOf = (given: ImportOrder) => {
  let number = 0
  return scriptLinesOf(planImport(given), given, () => `l${number++}`)
}

test('names get voices that speak their languages; other lines keep the voice of the script', () => {
  expect(planImport(order()).cast).toEqual([
    { key: 'ada', name: 'Ada', lines: 2, language: 'en', voice: 'lucy' },
    { key: 'ṣọlá', name: 'Ṣọlá', lines: 1, language: 'yo', voice: 'sade' },
    { key: NO_NAME, name: 'Lines without a name', lines: 1, language: undefined, voice: 'john' },
  ])
})

test('planned lines become lines of the script, directions become comments, headings chapters', () => {
  expect(linesOf(order())).toEqual([
    { id: 'l0', text: 'One', speed: 1, voice: 'john', kind: 'chapter' },
    { id: 'l1', text: 'Good morning.', speed: 1, voice: 'lucy' },
    { id: 'l2', text: 'Ẹ káàárọ̀.', speed: 1, voice: 'sade' },
    { id: 'l3', text: 'Bye.', speed: 1, voice: 'lucy', comment: '(sighs)' },
    { id: 'l4', text: 'They went.', speed: 1, voice: 'john' },
  ])
})

test('what a person has chosen counts: another voice, no name at all, another voice for the rest', () => {
  const lines = linesOf(
    order({
      chosen: new Map([
        ['ada', ''],
        ['ṣọlá', 'john'],
        [NO_NAME, 'lucy'],
      ]),
    }),
  )
  expect(
    lines.slice(1).map(({ text, voice: spoken, language }) => [spoken, text, language]),
  ).toEqual([
    ['lucy', 'Ada: Good morning.', undefined],
    ['john', 'Ẹ káàárọ̀.', 'yo'],
    ['lucy', 'Ada: (sighs) Bye.', undefined],
    ['lucy', 'They went.', undefined],
  ])
})

test('a language that the file names is chosen', () => {
  const pieces = [{ text: 'Good morning.', language: 'pcm' }]
  expect(linesOf(order({ pieces }))[0]).toMatchObject({ language: 'pcm', languageChosen: true })
})

test('the project remembers the cast, in the spelling that it has, without what is no name', () => {
  const plan = planImport(order({ chosen: new Map([['ṣọlá', '']]) }))
  expect(
    withCast({ lineGap: 1, cast: { ADA: { voice: 'john', language: 'en' } } }, plan, true),
  ).toEqual({
    ...{ lineGap: 1, speaksDirections: true },
    cast: { ADA: { voice: 'lucy', language: 'en' } },
  })
  expect(withCast(undefined, { cast: [] }, false)).toEqual({})
})

test('a name that the project remembers has its voice again', () => {
  const remembered = { ada: { voice: 'john' } }
  expect(planImport(order({ remembered })).cast[0]).toMatchObject({ key: 'ada', voice: 'john' })
})

test('the languages of the lines are counted, chapters are not', () => {
  expect(languageMix(linesOf(order()), VOICES)).toEqual([
    ['en', 3],
    ['yo', 1],
  ])
})

test('a name that JavaScript knows is a name like any other', () => {
  const pieces = ['Constructor: Go.', '__proto__: No.', 'Constructor: Stop.'].map((text) => ({
    text,
  }))
  expect(planImport(order({ pieces })).cast).toContainEqual({
    ...{ key: 'constructor', name: 'Constructor', lines: 2, language: undefined, voice: 'lucy' },
  })
})

test('a script without names is read by the voice of the script, or in an empty one by one of its language', () => {
  const pieces = [{ text: 'Ẹ káàárọ̀.' }]
  const row = { key: NO_NAME, name: 'All lines', lines: 1, language: 'yo' }
  expect(planImport(order({ pieces })).cast).toEqual([{ ...row, voice: 'john' }])
  expect(planImport(order({ pieces, defaultVoice: '' })).cast).toEqual([{ ...row, voice: 'sade' }])
})
