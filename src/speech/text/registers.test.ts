import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { assemble } from './assemble.ts'
import { parseMarkup } from './markup/markup.ts'
import { openRegisters } from './registers.ts'

/** The words of a text that have a register, as "register: words". */
function registersIn(text: string, language: LanguageCode = 'en'): readonly string[] {
  const { sentences } = assemble(parseMarkup(text), language)
  return sentences.flatMap(({ text: said, registers = [] }) => {
    const words = said.split(' ').filter((word) => /\p{L}/u.test(word))
    expect(registers.length === 0 || registers.length === words.length).toBe(true)
    return (['aside', 'quoted'] as const).flatMap((register) => {
      const own = words.filter((_, index) => registers[index] === register)
      return own.length === 0 ? [] : [`${register}: ${own.join(' ')}`]
    })
  })
}

test.each([
  ['My brother (a doctor) came home.', ['aside: a doctor,']],
  ['My brother — he is a doctor — came home.', ['aside: he is a doctor']],
  ['My brother - he is a doctor - came home.', ['aside: he is a doctor']],
  ['She said, “I will come”, and left.', ['quoted: I will come,']],
  ['She said, "I will come", and left.', ['quoted: I will come,']],
  ['“Go away.” She cried. “Never come back.”', ['quoted: Go away.', 'quoted: Never come back.']],
  ['He paid (on 5 May 2024) in full.', ['aside: on the fifth of May twenty twenty-four,']],
  ['He paid (₦5,000) in full.', ['aside: five thousand naira,']],
  ['She said “I [emphasis]will[/emphasis] come” and left.', ['quoted: I will come']],
  ['The so-called "experts" left.', []],
  ['“All of it is said by one.”', []],
  ['The book(s) are here.', []],
  ['A co-operative of non-members came.', []],
  ['He said (and never came back.', []],
] as const)('the words of "%s" that are said beside the rest', (text, expected) => {
  const plain = (parts: readonly string[]) => parts.map((part) => part.replaceAll('-', ' '))
  expect(plain(registersIn(text))).toEqual(plain(expected))
})

test('words of every language are found in brackets and quotation marks', () => {
  expect(registersIn('Adé (ọmọ Ọlá) sọ pé “mo ń bọ̀” fún wa.', 'yo')).toEqual([
    'aside: ọmọ Ọlá,',
    'quoted: mo ń bọ̀',
  ])
  expect(registersIn('አበበ “ነገ እመጣለሁ” አለ።', 'am')).toEqual(['quoted: ነገ እመጣለሁ'])
})

test('a stretch that begins in one text and ends in another has its register in both', () => {
  const registersOf = openRegisters(['He said “I will ', 'go home', ' now” and left'])
  expect(registersOf(0, ['He', 'said', 'I', 'will'])).toEqual([
    ...[undefined, undefined, 'quoted', 'quoted'],
  ])
  expect(registersOf(1, ['go', 'home'])).toEqual(['quoted', 'quoted'])
  expect(registersOf(2, ['now', 'and', 'left'])).toEqual(['quoted', undefined, undefined])
})

test('20,000 brackets, dashes and marks without partners have no register', () => {
  for (const sign of ['(', '“', ' - ', '— ', '"', '«a'])
    expect(openRegisters([sign.repeat(20_000)])(0, ['word'])).toHaveLength(1)
})
