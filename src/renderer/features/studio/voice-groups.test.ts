import { expect, test } from 'vitest'
import { groupVoices, type VoiceGroup } from './voice-groups.ts'

const voices = [
  {
    kind: 'system',
    id: 'lina',
    name: 'Lina',
    gender: 'female',
    language: 'en',
    character: 'Warm, made for long reading',
    sample: 'Hello, I am Lina.',
  },
  {
    kind: 'system',
    id: 'sade',
    name: 'Ṣadé',
    gender: 'female',
    language: 'yo',
    character: 'Bright and quick',
    sample: 'Ẹ kú ilé, èmi ni Ṣadé.',
  },
  {
    kind: 'system',
    id: 'john',
    name: 'John',
    gender: 'male',
    language: 'en',
    character: 'A calm narrator',
    sample: 'Good morning, this is John.',
  },
] as const
const mine = {
  kind: 'custom',
  id: 'voice_0123456789abcdef0123456789abcdef',
  name: 'Ìyá mi',
  language: 'yo',
  sample: 'Ẹ kú ilé, èmi ni Ìyá mi.',
  createdAt: '2026-03-04T05:06:07.890Z',
  warnings: 0,
} as const
const languagesOf = (groups: readonly VoiceGroup[]) =>
  groups.map((group) => (group.kind === 'language' ? group.language : group.kind))
const found = (search: string) =>
  groupVoices(voices, search).flatMap((group) => group.voices.map(({ id }) => id))

test('voices are grouped by language, in the usual order of languages', () => {
  const groups = groupVoices(voices, '')
  expect(languagesOf(groups)).toEqual(['en', 'yo'])
  expect(groups.map((group) => group.voices.length)).toEqual([2, 1])
})

test('custom voices come first, and are found by name and language', () => {
  const groups = groupVoices([...voices, mine], '', 'en')
  expect(languagesOf(groups)).toEqual(['own', 'en', 'yo'])
  expect(groups[0]?.voices).toEqual([mine])
  expect(groupVoices([...voices, mine], 'iya')).toEqual([{ kind: 'own', voices: [mine] }])
  expect(languagesOf(groupVoices([...voices, mine], 'yoruba'))).toEqual(['own', 'yo'])
})

test('voices of the line’s language come first', () => {
  expect(languagesOf(groupVoices(voices, '', 'yo'))).toEqual(['yo', 'en'])
  expect(languagesOf(groupVoices(voices, 'john', 'yo'))).toEqual(['en'])
})

test('a voice is found by name, gender, language and character', () => {
  expect(found('joh')).toEqual(['john'])
  expect(found('female')).toEqual(['lina', 'sade'])
  expect(found('yoruba')).toEqual(['sade'])
  expect(found('warm reading')).toEqual(['lina'])
})

test('"male" does not match "female"', () => {
  expect(found('male')).toEqual(['john'])
})

test('a name with diacritics is found without them', () => {
  expect(found('sade')).toEqual(['sade'])
})

test('a search without a match finds no voice', () => {
  expect(found('robot')).toEqual([])
})

test('favourites come before all other voices, each listed once', () => {
  const all = [mine, ...voices]
  const groups = groupVoices(all, '', 'en', new Set(['sade', mine.id]))
  expect(languagesOf(groups)).toEqual(['favourites', 'en'])
  expect(groups.flatMap((group) => group.voices.map(({ id }) => id)).toSorted()).toEqual(
    all.map(({ id }) => id).toSorted(),
  )
})

test('a voice whose name matches comes before one whose description matches', () => {
  const femi = { ...voices[2], id: 'femi', name: 'Femi', language: 'yo' } as const
  const groups = groupVoices([...voices, femi], 'fem', 'en')
  expect(groups[0]?.voices[0]?.id).toBe('femi')
  expect(groups.flatMap((group) => group.voices).length).toBe(3)
})
