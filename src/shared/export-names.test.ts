import { expect, test } from 'vitest'
import { distinctNames, fileStem, safeName, unknownFields } from './export-names.ts'

const FIELDS = {
  title: 'Ìròyìn òwúrọ̀',
  number: '07',
  chapter: '',
  voice: 'Lina',
  language: 'yo',
  text: 'Ẹ káàárọ̀, kí ló ń ṣẹlẹ̀?',
  date: '2026-11-24',
}

test.each([
  ['{title}', 'Ìròyìn òwúrọ̀'],
  ['{number} {text}', '07 Ẹ káàárọ̀, kí ló ń ṣẹlẹ̀'],
  ['{title} - {chapter} - {number}', 'Ìròyìn òwúrọ̀ - 07'],
  ['{chapter} {number}', '07'],
  ['{date}_{voice}_{language}', '2026-11-24_Lina_yo'],
  ['../{title}/{number}', 'Ìròyìn òwúrọ̀ 07'],
  ['{chapter}', 'Script'],
  ['CON', 'Script'],
  ['nul.txt', 'Script'],
  ['', 'Script'],
  ['{ title }', 'Ìròyìn òwúrọ̀'],
])('the template %j makes the name %j', (template, expected) => {
  expect(fileStem(template, FIELDS)).toBe(expected)
})

test('a field that does not exist is named', () => {
  expect(unknownFields('{title} {nummer} {}')).toEqual(['nummer', ''])
})

test('a long name is cut between letters, never inside one with its marks', () => {
  const name = safeName('ọ̀'.repeat(200))
  expect(encodeURIComponent(name).length / 3).toBeLessThanOrEqual(230)
  expect(name.replaceAll('ọ̀', '')).toBe('')
  expect(
    fileStem('{text}', { ...FIELDS, text: 'ሰላም ለዓለም '.repeat(30) }).length,
  ).toBeLessThanOrEqual(60)
})

test('no two names are the same on a system that does not tell capital letters apart', () => {
  expect(distinctNames(['Yes', 'yes', 'No', 'YES', 'yes (2)'])).toEqual([
    ...['Yes', 'yes (2)', 'No', 'YES (3)', 'yes (2) (2)'],
  ])
})
