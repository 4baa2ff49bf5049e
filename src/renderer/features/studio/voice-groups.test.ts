import { expect, test } from 'vitest'
import { groupVoices } from './voice-groups.ts'

const voices = [
  {
    id: 'lina',
    name: 'Lina',
    gender: 'female',
    language: 'en',
    character: 'Warm, made for long reading',
    sample: 'Hello, I am Lina.',
  },
  {
    id: 'sade',
    name: 'Ṣadé',
    gender: 'female',
    language: 'yo',
    character: 'Bright and quick',
    sample: 'Ẹ kú ilé, èmi ni Ṣadé.',
  },
  {
    id: 'john',
    name: 'John',
    gender: 'male',
    language: 'en',
    character: 'A calm narrator',
    sample: 'Good morning, this is John.',
  },
] as const
const found = (search: string) =>
  groupVoices(voices, search).flatMap((group) => group.voices.map(({ id }) => id))

test('voices stand together by language, in the order in which languages are shown', () => {
  expect(groupVoices(voices, '').map(({ language, voices }) => [language, voices.length])).toEqual([
    ['en', 2],
    ['yo', 1],
  ])
})

test('voices of the language of the line stand first', () => {
  expect(groupVoices(voices, '', 'yo').map(({ language }) => language)).toEqual(['yo', 'en'])
  expect(groupVoices(voices, 'john', 'yo').map(({ language }) => language)).toEqual(['en'])
})

test('a voice is found by name, gender, language and character', () => {
  expect(found('joh')).toEqual(['john'])
  expect(found('female')).toEqual(['lina', 'sade'])
  expect(found('yoruba')).toEqual(['sade'])
  expect(found('warm reading')).toEqual(['lina'])
})

test('"male" does not find women', () => {
  expect(found('male')).toEqual(['john'])
})

test('a name with marks is found without them', () => {
  expect(found('sade')).toEqual(['sade'])
})

test('a search that fits nobody finds nobody', () => {
  expect(found('robot')).toEqual([])
})
