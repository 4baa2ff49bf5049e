import { expect, test } from 'vitest'
import { languageSpans } from './language-spans.ts'

const word = (text: string, start: number, language: 'yo' | 'en') => ({
  ...{ text, start, end: start + text.length, language, confidence: 1 },
})

test('words of one language in a row are one span, with what stands between them', () => {
  const text = 'Mo ra it, for fun, lana.'
  const words = [
    ...[word('Mo', 0, 'yo'), word('ra', 3, 'yo'), word('it', 6, 'en'), word('for', 10, 'en')],
    ...[word('fun', 14, 'en'), word('lana', 19, 'yo')],
  ]
  expect(languageSpans(text, words)).toEqual([
    { text: 'Mo ra', start: 0, end: 5, language: 'yo' },
    { text: 'it, for fun', start: 6, end: 17, language: 'en' },
    { text: 'lana', start: 19, end: 23, language: 'yo' },
  ])
  expect(languageSpans('', [])).toEqual([])
})
