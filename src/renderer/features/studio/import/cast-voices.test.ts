import { expect, test } from 'vitest'
import type { StudioVoice } from '#renderer/voice.ts'
import { proposeVoices } from './cast-voices.ts'

const voice = (id: string, language: string, gender: 'female' | 'male', languages?: string[]) =>
  ({
    ...{
      id,
      name: id[0]?.toUpperCase() + id.slice(1),
      language,
      gender,
      sample: '',
      character: '',
    },
    ...{ kind: 'system', ...(languages && { languages }) },
  }) satisfies StudioVoice

const VOICES = [
  voice('sade', 'yo', 'female'),
  voice('femi', 'yo', 'male'),
  voice('lucy', 'en', 'female'),
  voice('john', 'en', 'male'),
  voice('pack', 'en', 'male', ['en']),
]
const propose = (names: readonly [string, 'yo' | 'en' | 'ig'][], remembered = {}) =>
  Object.fromEntries(
    proposeVoices(
      names.map(([name, language]) => ({ name, language })),
      VOICES,
      remembered,
    ),
  )

test('each name has a voice of its own, in its language, women and men in turn', () => {
  expect(
    propose([
      ['Ada', 'yo'],
      ['Bola', 'yo'],
      ['Chidi', 'en'],
      ['Dele', 'en'],
    ]),
  ).toEqual({
    ...{ ada: 'sade', bola: 'femi', chidi: 'lucy', dele: 'john' },
  })
})

test('a name that is a voice, and what the project remembers, come first', () => {
  const remembered = { Narrator: { voice: 'lucy' }, Ghost: { voice: 'deleted' } }
  expect(
    propose(
      [
        ['Ghost', 'en'],
        ['JOHN', 'yo'],
        ['narrator', 'yo'],
      ],
      remembered,
    ),
  ).toEqual({
    ...{ narrator: 'lucy', john: 'john', ghost: 'pack' },
  })
})

test('before a voice that cannot speak the language, one is taken twice', () => {
  const five = (['a', 'b', 'c', 'd', 'e'] as const).map((name) => [name, 'ig'] as [string, 'ig'])
  expect(Object.values(propose(five)).toSorted()).toEqual(['femi', 'john', 'lucy', 'sade', 'sade'])
})
