import { IN_WORD, type StyleRules, withCaseOf } from './style-rules.ts'

const word = (form: string): string => `(?<!${IN_WORD})${form.normalize('NFC')}(?!${IN_WORD})`
const SUBJECTS = 'mo|mi|n|ń|o|ó|a|ẹ|wọn|wọ́n|ti|yóò|máa|kí|bá'.normalize('NFC')
const GREETINGS =
  'káàárọ̀|káàrọ̀|káàsán|káalẹ́|káàbọ̀|kúùrọ̀lẹ́|kú(?= (?:ọdún|iṣẹ́|ilé|àbọ̀|orí|ìnáwó|ìròlẹ́))|pẹ̀lẹ́|jọ̀wọ́|jọ̀ọ́'.normalize(
    'NFC',
  )
const TONE_MARK = /[\u0300\u0301]/

/**
 * Yoruba with its tone marks, in which o (you) and ó (he, she) differ. One person is addressed with respect as several
 * (Bamgbose 1966, "A Grammar of Yoruba"): o, ò ń, ìwọ, ọ and rẹ become ẹ, ẹ ń, ẹ̀yin, yín and yín; greetings, "please"
 * and "do not" begin with ẹ. The emphatic o at the end of a clause stays.
 */
export const yorubaStyle: StyleRules = ({ formality }) =>
  formality === 'formal' ? polite : undefined

const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(word('ìwọ'), 'giu'), 'ẹ̀yin'],
  // A continuous tense; after a subject, ò is "not".
  [
    new RegExp(`(?<!(?<!${IN_WORD})(?:${SUBJECTS})\\s+)${word('ò')}(?=\\s+ń(?!${IN_WORD}))`, 'giu'),
    'ẹ',
  ],
  [new RegExp(`${word('o')}(?=\\s+\\p{L})`, 'giu'), 'ẹ'],
  [new RegExp(`(?<=\\p{L}\\p{M}*\\s+)${word('ọ́?')}`, 'giu'), 'yín'],
  [
    new RegExp(`(?<=\\p{L}\\p{M}*\\s+)(?<!(?<!${IN_WORD})(?:${SUBJECTS})\\s+)${word('rẹ')}`, 'giu'),
    'yín',
  ],
  [
    new RegExp(`(?<!(?<!${IN_WORD})ẹ\\s+)(?<!${IN_WORD})(?:${GREETINGS})(?!${IN_WORD})`, 'giu'),
    'ẹ $&',
  ],
  [new RegExp(`(?<=^\\s*|[.!?]\\s+)${word('má(?: ṣe)?')}`, 'giu'), 'ẹ $&'],
]

function polite(text: string) {
  const composed = text.normalize('NFC')
  // Without tone marks nobody can tell "you" from "he".
  if (!TONE_MARK.test(text.normalize('NFD'))) return { text, isUsed: false }
  let styled = composed
  for (const [pattern, replacement] of RULES)
    styled = styled.replace(pattern, (found) =>
      withCaseOf(found, replacement.replace('$&', found.toLowerCase())).normalize('NFC'),
    )
  return { text: styled, isUsed: true }
}
