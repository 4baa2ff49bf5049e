import { expect, test } from 'vitest'
import type { StudioVoice } from '#renderer/voice.ts'
import type { ScriptLine } from '#shared/script.ts'
import { spokenLanguage, withDetectedLanguage, withLanguage, withVoice } from './line-language.ts'

const voice = (id: string, language: string): StudioVoice => ({
  id,
  name: id,
  kind: 'system',
  gender: 'female',
  language,
  character: 'Warm',
  sample: 'Good morning.',
})
const lina = voice('lina', 'en')
const sade = voice('sade', 'yo')
const hana = voice('hana', 'am')
const line: ScriptLine = { id: 'a', text: 'Good morning, my child.', voice: 'lina', speed: 1 }

test('a line without its own language is spoken in the language of its voice', () => {
  expect(spokenLanguage(line, lina)).toBe('en')
  expect(spokenLanguage({ ...line, language: 'pcm' }, lina)).toBe('pcm')
})

test('a line with an unknown voice is taken as English', () => {
  expect(spokenLanguage(line, undefined)).toBe('en')
})

test('choosing the voice’s language leaves the line without its own language', () => {
  const chosen = withLanguage(line, 'yo', lina)
  expect(chosen).toEqual({ ...line, language: 'yo' })
  expect(withLanguage(chosen, 'en', lina)).toEqual(line)
})

test('an English text stays English when a Yoruba voice is assigned', () => {
  expect(withVoice(line, lina, sade)).toEqual({ ...line, voice: 'sade', language: 'en' })
})

test('with its first voice again, the line is as it was', () => {
  expect(withVoice(withVoice(line, lina, sade), sade, lina)).toEqual(line)
})

test('an empty line takes the language of the new voice', () => {
  const empty = { ...line, text: ' ' }
  expect(withVoice(empty, lina, sade)).toEqual({ ...empty, voice: 'sade' })
})

test.each([
  ['Ẹ káàárọ̀, ọmọ mi.', sade],
  ['Ẹ káàárọ̀.'.normalize('NFD'), sade],
  ['ሰላም ነው?', hana],
])('%s takes its own language when a voice of that language is assigned', (text, after) => {
  expect(withVoice({ ...line, text }, lina, after)).toEqual({ ...line, text, voice: after.id })
})

test('a language chosen by the user stays with every voice', () => {
  const pidgin = { ...line, text: 'Ẹ káàárọ̀', language: 'pcm' } as const
  expect(withVoice(pidgin, lina, sade)).toEqual({ ...pidgin, voice: 'sade' })
})

test('the language of a line follows its text until the user chooses one', () => {
  const amharic = { ...line, text: 'ዛሬ ቀኑ ጥሩ ነው።' }
  expect(withDetectedLanguage(amharic, 'am', lina)).toEqual({ ...amharic, language: 'am' })
  expect(withDetectedLanguage({ ...amharic, language: 'am' }, 'en', lina)).toEqual(amharic)
  expect(withDetectedLanguage(amharic, 'am', hana)).toBe(amharic)
  const chosen = { ...amharic, languageChosen: true } as const
  expect(withDetectedLanguage(chosen, 'am', lina)).toBe(chosen)
})

test('the voice’s own language, chosen by the user, is not replaced because of the letters', () => {
  const chosen = { ...line, text: 'Ẹ káàárọ̀', languageChosen: true } as const
  expect(withVoice(chosen, lina, sade)).toEqual({ ...chosen, voice: 'sade', language: 'en' })
})

test('a voice of a pack keeps to its languages, unless the user chose another one', () => {
  const heart: StudioVoice = {
    ...lina,
    id: 'heart',
    kind: 'system',
    gender: 'female',
    character: '',
    languages: ['en'],
  }
  const said = { ...line, voice: 'heart' }
  expect(withDetectedLanguage(said, 'pcm', heart)).toBe(said)
  expect(withVoice({ ...line, language: 'pcm' }, lina, heart)).toEqual(said)
  const chosen = { ...line, language: 'ha', languageChosen: true } as const
  expect(withVoice(chosen, lina, heart)).toEqual({ ...chosen, voice: 'heart' })
})
