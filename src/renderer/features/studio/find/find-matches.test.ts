import { expect, test } from 'vitest'
import type { ScriptLine } from '#shared/script.ts'
import { type FindOptions, findMatches, replaceRanges } from './find-matches.ts'

const LOOSE: FindOptions = { exactMarks: false, matchCase: false, wholeWord: false }
const line = (text: string): ScriptLine => ({ id: 'a', text, voice: 'lina', speed: 1 })
const found = (text: string, query: string, options: Partial<FindOptions> = {}) =>
  findMatches([line(text)], query, { ...LOOSE, ...options }).map(({ start, end }) =>
    text.slice(start, end),
  )

test('a search without marks finds words with them, composed or not, and takes their marks along', () => {
  expect(found('Ọkọ̀ ọkọ oko', 'oko')).toEqual(['Ọkọ̀', 'ọkọ', 'oko'])
  expect(found('Ọkọ̀ ojú omi'.normalize('NFD'), 'oko')).toEqual(['Ọkọ̀'.normalize('NFD')])
  expect(found('Yaƙi da ɓarawo', 'yaki')).toEqual(['Yaƙi'])
  expect(found('Na rage farashi kaɗan', 'kadan')).toEqual(['kaɗan'])
})

test('where marks count, composed and decomposed ones are the same, in whatever order they were typed', () => {
  expect(found('ọkọ̀ ọkọ oko', 'ọkọ', { exactMarks: true })).toEqual(['ọkọ'])
  expect(found('ọkọ̀', 'ọkọ̀'.normalize('NFD'), { exactMarks: true })).toEqual(['ọkọ̀'])
  const acuteFirst = 'o\u0301\u0323'
  expect(found(`k${acuteFirst}k`, 'ọ́', { exactMarks: true })).toEqual([acuteFirst])
  expect(found('ọ̀', 'o', { exactMarks: true })).toEqual([])
  expect(found('yaƙi', 'yaki', { exactMarks: true })).toEqual([])
})

test('capitals and whole words count when they are asked for', () => {
  expect(found('Rice rice', 'rice', { matchCase: true })).toEqual(['rice'])
  expect(found('oko okoro ọkọ̀, moko', 'oko', { wholeWord: true })).toEqual(['oko', 'ọkọ̀'])
})

test('Ethiopic and signs beyond the first plane are found at their places', () => {
  expect(found('🎉 ሰላም ለዓለም', 'ሰላም')).toEqual(['ሰላም'])
  expect(found('one 🎉 two 🎉', '🎉')).toEqual(['🎉', '🎉'])
})

test('what is found does not overlap, and nothing is found for nothing or for a mark alone', () => {
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa'])
  expect(found('abc', '')).toEqual([])
  expect(found('ọ̀', '\u0300')).toEqual([])
})

test('places are replaced together', () => {
  const text = 'Ọkọ̀ and oko'
  const ranges = findMatches([line(text)], 'oko', LOOSE)
  expect(replaceRanges(text, ranges, 'ọkọ̀ ojú irin')).toBe('ọkọ̀ ojú irin and ọkọ̀ ojú irin')
})
