import { expect, test } from 'vitest'
import type { StudioVoice } from '#renderer/voice.ts'
import { type Filters, isFiltered, librarySections, NO_FILTERS } from './library.ts'

const voices: readonly StudioVoice[] = [
  system('lina', 'Lina', 'female', 'en', 'Warm, made for long reading'),
  system('john', 'John', 'male', 'en', 'A calm narrator'),
  system('sade', 'Ṣadé', 'female', 'yo', 'Bright and quick'),
  {
    kind: 'custom',
    id: 'voice_1',
    name: 'Ìyá mi',
    language: 'yo',
    sample: 'Ẹ kú ilé.',
    createdAt: '2026-07-04T14:32:00Z',
    warnings: 0,
  },
]

function system(
  id: string,
  name: string,
  gender: 'female' | 'male',
  language: string,
  character: string,
): StudioVoice {
  return { kind: 'system', id, name, gender, language, character, sample: '' }
}

function found(change: Partial<Filters>, favourites: readonly string[] = []): readonly string[] {
  const sections = librarySections(voices, { ...NO_FILTERS, ...change }, new Set(favourites))
  return sections.flatMap((section) => section.voices.map(({ id }) => `${section.id}/${id}`))
}

test('custom voices come first, then those of each language', () => {
  expect(found({})).toEqual(['own/voice_1', 'en/lina', 'en/john', 'yo/sade'])
})

test('favourites come first in their section, and alone with that filter', () => {
  expect(found({}, ['john'])).toEqual(['own/voice_1', 'en/john', 'en/lina', 'yo/sade'])
  expect(found({ onlyFavourites: true }, ['john'])).toEqual(['en/john'])
})

test('language, kind and gender filters combine; a custom voice has no known gender', () => {
  expect(found({ language: 'yo' })).toEqual(['own/voice_1', 'yo/sade'])
  expect(found({ language: 'yo', kind: 'system' })).toEqual(['yo/sade'])
  expect(found({ gender: 'male' })).toEqual(['en/john'])
  expect(found({ kind: 'custom', gender: 'male' })).toEqual([])
})

test('a voice is found by name, language or character, with or without diacritics', () => {
  expect(found({ search: 'sade' })).toEqual(['yo/sade'])
  expect(found({ search: 'iya' })).toEqual(['own/voice_1'])
  expect(found({ search: 'yoruba bright' })).toEqual(['yo/sade'])
  expect(found({ search: 'male' })).toEqual(['en/john'])
})

test('whitespace in the search does not count as a filter', () => {
  expect(isFiltered({ ...NO_FILTERS, search: '  ' })).toBe(false)
  expect(isFiltered({ ...NO_FILTERS, gender: 'female' })).toBe(true)
})
