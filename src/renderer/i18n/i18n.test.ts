import { afterEach, expect, test } from 'vitest'
import { dateWords, listWords, numberWords, percentWords } from './format.ts'
import { t, takeTextsOf } from './i18n.ts'

afterEach(() => takeTextsOf('en'))

test('plurals follow the rules of the language', async () => {
  expect(t('files:count', { count: 1 })).toBe('1 file')
  expect(t('files:count', { count: 1_200 })).toBe('1,200 files')
  await takeTextsOf('fr')
  // Zero is singular in French.
  expect(t('files:count', { count: 0 })).toBe('0 fichier')
  expect(t('files:count', { count: 2 })).toBe('2 fichiers')
})

test('numbers, dates and lists are written as in the language', async () => {
  expect(numberWords(1_234.5)).toBe('1,234.5')
  await takeTextsOf('fr')
  expect(numberWords(1_234.5)).toBe('1\u202f234,5')
  expect(percentWords(0.25)).toBe('25\u00a0%')
  expect(listWords(['Ada', 'Bola', 'Chidi'])).toBe('Ada, Bola et Chidi')
  expect(dateWords('2026-03-01T12:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })).toBe(
    '1 mars 2026',
  )
})

test('every language that can be chosen has a catalogue', async () => {
  for (const language of ['fr', 'ha', 'yo', 'ig', 'am', 'pcm'] as const) {
    await takeTextsOf(language)
    expect(t('app:screens.settings'), language).not.toBe('')
  }
})
