import { expect, test } from 'vitest'
import type { StudioVoice } from '#renderer/voice.ts'
import { translationVoices } from './translation-voice.ts'

function system(id: string, language: string, gender: 'female' | 'male'): StudioVoice {
  return { kind: 'system', id, name: id, language, gender, character: '', sample: '' }
}
const VOICES: readonly StudioVoice[] = [
  ...[system('lina', 'en', 'female'), system('john', 'en', 'male'), system('lucy', 'en', 'female')],
  ...[
    system('segun', 'yo', 'male'),
    system('sade', 'yo', 'female'),
    system('funmi', 'yo', 'female'),
  ],
  {
    ...{ kind: 'custom', id: 'voice_a', name: 'Àdá', language: 'en', sample: '' },
    ...{ createdAt: '2026-01-01', warnings: 0 },
  },
]

test('a translation is spoken by a voice of its language and of the same gender', () => {
  const voiceFor = translationVoices('yo', VOICES, new Set(), [])
  expect(voiceFor('john')).toBe('segun')
  expect(voiceFor('lina')).toBe('sade')
})

test('two voices stay two, and one stays one', () => {
  const voiceFor = translationVoices('yo', VOICES, new Set(), [])
  expect([voiceFor('lina'), voiceFor('lucy'), voiceFor('lina')]).toEqual(['sade', 'funmi', 'sade'])
})

test('a voice that speaks in the script already is not given to another one', () => {
  const voiceFor = translationVoices('yo', VOICES, new Set(), ['lina', 'sade'])
  expect([voiceFor('lina'), voiceFor('sade')]).toEqual(['funmi', 'sade'])
})

test('favourites come first', () => {
  expect(translationVoices('yo', VOICES, new Set(['funmi']), [])('lina')).toBe('funmi')
})

test('a voice of one’s own, one of the language, and one without a substitute keep speaking', () => {
  const voiceFor = translationVoices('yo', VOICES, new Set(), [])
  expect([voiceFor('voice_a'), voiceFor('sade'), voiceFor('gone')]).toEqual([
    ...['voice_a', 'sade', 'gone'],
  ])
  expect(translationVoices('ig', VOICES, new Set(), [])('lina')).toBe('lina')
})
