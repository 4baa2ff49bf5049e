import { expect, test } from 'vitest'
import type { ScriptLine } from '#shared/script.ts'
import { spokenLanguage, withDetectedLanguage, withLanguage, withVoice } from './line-language.ts'
import type { Voice } from './studio-store.ts'

const voice = (id: string, language: string): Voice => ({
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

test('a line without a choice is spoken in the language of its voice', () => {
  expect(spokenLanguage(line, lina)).toBe('en')
  expect(spokenLanguage({ ...line, language: 'pcm' }, lina)).toBe('pcm')
})

test('the line of a voice that is not known here is taken for English', () => {
  expect(spokenLanguage(line, undefined)).toBe('en')
})

test('choosing the language of the voice leaves the line without a choice of its own', () => {
  const chosen = withLanguage(line, 'yo', lina)
  expect(chosen).toEqual({ ...line, language: 'yo' })
  expect(withLanguage(chosen, 'en', lina)).toEqual(line)
})

test('an English text stays English when a Yoruba voice says it', () => {
  expect(withVoice(line, lina, sade)).toEqual({ ...line, voice: 'sade', language: 'en' })
})

test('back with its first voice the line is as it was', () => {
  expect(withVoice(withVoice(line, lina, sade), sade, lina)).toEqual(line)
})

test('a line in which nothing is written yet goes over to the language of the new voice', () => {
  const empty = { ...line, text: ' ' }
  expect(withVoice(empty, lina, sade)).toEqual({ ...empty, voice: 'sade' })
})

test.each([
  ['Ẹ káàárọ̀, ọmọ mi.', sade],
  ['Ẹ káàárọ̀.'.normalize('NFD'), sade],
  ['ሰላም ነው?', hana],
])('%s goes over to the language it is written in when such a voice is chosen', (text, after) => {
  expect(withVoice({ ...line, text }, lina, after)).toEqual({ ...line, text, voice: after.id })
})

test('a language chosen by hand stays, whoever says the line', () => {
  const pidgin = { ...line, text: 'Ẹ káàárọ̀', language: 'pcm' } as const
  expect(withVoice(pidgin, lina, sade)).toEqual({ ...pidgin, voice: 'sade' })
})

test('a line follows what is written in it until a person chooses its language', () => {
  const amharic = { ...line, text: 'ዛሬ ቀኑ ጥሩ ነው።' }
  expect(withDetectedLanguage(amharic, 'am', lina)).toEqual({ ...amharic, language: 'am' })
  expect(withDetectedLanguage({ ...amharic, language: 'am' }, 'en', lina)).toEqual(amharic)
  expect(withDetectedLanguage(amharic, 'am', hana)).toBe(amharic)
  const chosen = { ...amharic, languageChosen: true } as const
  expect(withDetectedLanguage(chosen, 'am', lina)).toBe(chosen)
})

test('the voice’s own language, chosen by hand, is not given up for letters of another', () => {
  const chosen = { ...line, text: 'Ẹ káàárọ̀', languageChosen: true } as const
  expect(withVoice(chosen, lina, sade)).toEqual({ ...chosen, voice: 'sade', language: 'en' })
})
