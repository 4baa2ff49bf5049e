import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { sourceLanguageOf } from './source-language.ts'

const MODELS = join(import.meta.dirname, '../../../../models')
const languages = openLanguageIdentifier(MODELS, (error) => {
  throw error
})

test.each([
  ['Good morning.', 'yo', 'en', 'detected'],
  ['Good morning.', 'pcm', 'en', 'detected'],
  ['Good morning.', 'en', 'en', 'detected'],
  // In doubt between English and Pidgin, it is not in the target.
  ['But why?', 'pcm', 'en', 'assumed'],
  ['But why?', 'en', 'pcm', 'assumed'],
  ['Hello', 'yo', 'en', 'detected'],
  ['Lagos', 'yo', 'en', 'assumed'],
  ['OK', 'am', 'en', 'assumed'],
  ['Bonjour', 'yo', 'en', 'assumed'],
  ['Na gode', 'yo', 'ha', 'detected'],
  ['Hello', 'en', 'en', 'detected'],
  ['x', 'yo', 'en', 'assumed'],
  ['X.', 'am', 'en', 'assumed'],
  ['Kedu?', 'en', 'ig', 'detected'],
  ['Wetin dey?', 'en', 'pcm', 'detected'],
  ['ሰላም', 'en', 'am', 'detected'],
  ['The people want peace. ሰላም', 'yo', 'en', 'detected'],
] as const)('%s into %s is in %s (%s)', async (text, target, language, basis) => {
  expect(await sourceLanguageOf({ text, target }, languages)).toEqual({ language, basis })
})

test.each(['', '  \n', '😀 🎉', '12:30', '[pause 300ms]', 'https://example.org {name}'])(
  '“%s” has no words, so no language',
  async (text) => {
    expect(await sourceLanguageOf({ text, target: 'yo' }, languages)).toBeUndefined()
  },
)

test.each(['Je voudrais acheter du pain et du lait.', 'شكرا جزيلا', '你好'])(
  '“%s” is in none of the languages, and is refused',
  async (text) => {
    await expect(sourceLanguageOf({ text, target: 'yo' }, languages)).rejects.toMatchObject({
      code: 'language/unsupported',
    })
  },
)
