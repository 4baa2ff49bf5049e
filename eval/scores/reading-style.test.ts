import { expect, test } from 'vitest'
import { differenceKinds, writtenKind } from './difference-kinds.ts'
import { readTokens } from './label-alignment.ts'
import {
  classNamed,
  hasSameWords,
  isLongForm,
  isPairOfNumbers,
  isSameButStyle,
  isSameName,
  isSameTokenButStyle,
  isSpokenSign,
} from './reading-style.ts'
import { withFigures } from './spoken-numbers.ts'

test.each([
  ['one hundred and five', '105'],
  ['one hundred five', '105'],
  ['fifteen hundred', '1500'],
  ['one thousand five hundred', '1500'],
  ['two million and one', '2000001'],
  ['twenty twenty four', '20 24'],
  ['nineteen ninety nine men', '19 99 men'],
  ['four zero five', '4 0 5'],
  ['ten thousand to twenty thousand', '10000 to 20000'],
])('"%s" is %s in figures', (words, figures) => {
  expect(withFigures(words.split(' ')).join(' ')).toBe(figures)
})

test.each([
  ['other', 'one thousand and five', 'one thousand five'],
  ['other', 'three dollars and fifty cents', 'three dollars fifty cents'],
  ['other', 'ten kilometres per hour', 'ten kilometers per hour'],
  ['other', 'the one hundred and first', 'one hundred first'],
  ['other', 'half a kilogram', 'one half kilograms'],
  ['serial', 'A B C one two', 'abc twelve'],
  ['other', 'Elizabeth the second', 'elizabeth second'],
  ['other', 'N N P C', 'NNPC'],
  ['date', 'the twelfth of May twenty twenty four', 'may twelfth twenty twenty four'],
  ['date', 'May the fifth, two thousand and five', 'may fifth twenty oh five'],
  ['time', "nine o'clock", 'nine'],
  ['time', 'seven thirty P M', 'seven thirty pm'],
  ['fraction', 'three quarters', 'three fourths'],
  ['fraction', 'eight out of ten', 'eight tenths'],
  ['telephone', 'one zero eight', 'one oh eight'],
  ['fraction', 'three over forty five', 'three forty fifths'],
  ['fraction', 'two and a third', 'two and one third'],
  ['money', 'a ten million dollar contract', 'a ten million dollars contract'],
  ['electronic', 'high street dot com slash oh one', 'h i g h s t r e e t dot c o m slash o one'],
  ['electronic', 'hashtag griot', 'hash tag g r i o t'],
  ['electronic', 'griot dot com slash a and b', 'griot dot com slash a ampersand b slash'],
  ['telephone', 'one zero zero eight', 'one o o eight'],
  ['telephone', 'zero zero one sil two', 'o o one sil two'],
  ['decimal', 'three point zero', 'three point o'],
  ['decimal', 'zero point zero zero one', 'o point o o one'],
  ['serial', 'a three twenty', 'a three two zero'],
  ['electronic', 'griot dot com', 'w w w dot g r i o t dot c o m'],
  [
    'electronic',
    'griot dot com slash four dash two',
    'griot dot c o m slash f o u r d a s h t w o',
  ],
  ['electronic', 'griot dot com hash top', 'http colon slash slash griot dot com number sign top'],
  ['digit', 'zero zero', 'o o'],
  ['time', 'three oh five and one second', 'three hours five minutes and one second'],
  ['fraction', 'one over two hundred', 'one two hundredth'],
  ['fraction', 'two over twenty one', 'two twenty firsts'],
  ['measure', 'five R P M', 'five revolutions per minute'],
  ['measure', 'five gigabytes', 'five G B'],
  ['fraction', 'seven over sixty', 'seven sixtieths'],
  ['time', 'twelve thirty A M', 'zero thirty'],
  ['cardinal', 'three nil', 'three zero'],
  ['punctuation', 'the fifth of May', 'may fifth'],
  ['range', 'five to ten', 'five-ten'],
  ['range', "nine o'clock", 'nine'],
  ['word', 'the T V', 'the tv'],
  ['measure', 'four point four times', 'four point four x'],
  ['money', 'fifty to one hundred dollars', 'fifty dollars to one hundred dollars'],
  ['punctuation', 'eighties', "eighty's"],
  ['fraction', 'two over five', 'two divided by five'],
  [
    'fraction',
    'eleven over twelve thousand six hundred and forty',
    'eleven twelve thousand six hundred fortieths',
  ],
  ['fraction', 'one over zero', 'one zeroth'],
  ['time', 'eighteen hundred hours Z', 'eighteen hours zero minutes and zero seconds z'],
  ['electronic', 'slash photo dot J P G', 'slash photo dot jpeg'],
  ['electronic', 'griot dot com', 'slash slash w w w dot griot dot com'],
  ['telephone', 'forty nine, thirty, four', 'four nine sil three o sil four'],
  ['letters', 'N C double A', 'n c a a'],
  ['electronic', 'a dot com slash open bracket b', 'a dot com slash left parenthesis b'],
])('in a %s, "%s" and "%s" differ in style alone', (label, said, expected) => {
  expect(hasSameWords(said, expected)).toBe(false)
  expect(isSameButStyle(said, expected, classNamed(label))).toBe(true)
})

test.each([
  ['other', 'one hundred and five', 'one zero five'],
  ['other', 'sixteen seconds', 'sixteens'],
  ['other', 'Usda', 'u s d a'],
  ['letters', 'N C double A', 'n c a'],
  ['date', 'the fifth of June', 'may sixth'],
  ['time', 'three sixteen', 'three to sixteen'],
  ['fraction', 'one half', 'one third'],
  ['telephone', 'one two three', 'one two four'],
  ['electronic', 'griot dot com slash two', 'griot dot com slash three'],
  ['range', 'five to eleven', 'five-ten'],
  ['punctuation', 'five hours', 'five'],
  ['punctuation', 'the sixth of May', 'may fifth'],
  ['money', 'fifty to one hundred dollars', 'fifty dollars to one hundred pounds'],
  ['fraction', 'two over five', 'two divided by six'],
])('in a %s, "%s" and "%s" do not say the same', (label, said, expected) => {
  expect(isSameButStyle(said, expected, classNamed(label))).toBe(false)
})

test('a stroke between two words is named or not, one in an address is', () => {
  expect(isSameButStyle('actor director', 'actor slash director', 'other', 'actor/director')).toBe(
    true,
  )
  expect(isSameButStyle('a b', 'a slash b', 'other', 'a.org/b')).toBe(false)
})

test('a name with capitals inside is its parts, and letters are no word', () => {
  expect(isSameName('You Tube', 'YouTube')).toBe(true)
  expect(isSameName('You Cube', 'YouTube')).toBe(false)
  expect(isSameName('Win H E C', 'WinHEC')).toBe(true)
  expect(isSameName('Wi N HEC', 'WinHEC')).toBe(false)
  expect(isSameName('Q P R', 'qPr')).toBe(false)
  expect(isSameName('you tube', 'youtube')).toBe(false)
})

test('numbers that are no part of a whole are said one after the other', () => {
  expect(isPairOfNumbers('nine eleven', '9/11')).toBe(true)
  expect(isPairOfNumbers('two thousand and six oh seven', '2006/07')).toBe(true)
  expect(isPairOfNumbers('two three', '2/3')).toBe(false)
})

test('a nought before one figure and the figures of a long code are said or not', () => {
  expect(isLongForm('05', 'oh five', 'five')).toBe(true)
  expect(
    isLongForm(
      '1234567',
      'one two three four five six seven',
      'one million two hundred thirty four thousand five hundred sixty seven',
    ),
  ).toBe(true)
  expect(isLongForm('1850', 'one eight five zero', 'one thousand eight hundred fifty')).toBe(false)
})

test('words that were said are given to the tokens that agree, and extra words make a token wrong', () => {
  const token = (label: string, expected: string) => ({ label, written: expected, expected })
  const tokens = [token('PLAIN', 'it'), token('MONEY', 'five naira'), token('PLAIN', 'today')]
  const right = (said: string) =>
    readTokens(tokens, said.split(' '), ({ expected }, words) => words === expected).map(
      ({ isRight }) => isRight,
    )
  expect(right('it five naira today')).toEqual([true, true, true])
  expect(right('it five today')).toEqual([true, false, true])
  expect(right('it oh five naira today').filter(Boolean)).toHaveLength(2)
})

test('a sign that a test does not read may be said or not', () => {
  const year = (expected: string) => ({ label: 'DATE', written: '', expected })
  const tokens = [
    year('nineteen'),
    { label: 'PUNCT', written: '–', expected: '', isOptional: true },
    year('twenty'),
  ]
  const right = (said: string) =>
    readTokens(tokens, said.split(' '), ({ expected, isOptional, written }, words) =>
      isOptional ? isSpokenSign(written, words) : words === expected,
    ).map(({ isRight }) => isRight)
  expect(right('nineteen to twenty')).toEqual([true, true, true])
  expect(right('nineteen twenty')).toEqual([true, true, true])
  expect(right('nineteen and twenty').filter(Boolean)).toHaveLength(2)
})

test.each([
  ['one hundred and five', 'one hundred five', ['and → nothing']],
  ['three dollars', 'three point dollars', ['nothing → point']],
  ['the fifth of May', 'the tenth of June', ['ORDINAL → ORDINAL', 'MONTH → MONTH']],
  ['see Kano', 'see k a n o', ['WORD → LETTER a LETTER o']],
])(
  'the kinds of difference between "%s" and "%s" name no word of the text',
  (said, expected, kinds) => {
    const wordsOf = (text: string) => text.toLowerCase().split(' ')
    expect(differenceKinds(wordsOf(said), wordsOf(expected))).toEqual(kinds)
  },
)

test.each([
  ['NASA', 'capitals, four letters'],
  ['tv', 'small letters, two letters, no vowels'],
  ['1999', 'like a year, four figures'],
  ['7/8', 'two figures, strokes'],
])('how "%s" is written is told without its letters: %s', (written, kind) => {
  expect(writtenKind(written)).toBe(kind)
})

test('nothing is demanded where a test leaves what no reader can say as it is written', () => {
  const leaves = (said: string, expected: string, written: string): boolean =>
    isSameButStyle(said, expected, 'mixed', written)
  expect(leaves('say felt now', 'say ˈfɛɫt now', 'say ˈfɛɫt now')).toBe(true)
  expect(leaves('five', '<pitch=2> five </pitch>', '<pitch=2>5</pitch>')).toBe(true)
  expect(leaves('six', '<pitch=2> five </pitch>', '<pitch=2>5</pitch>')).toBe(false)
  expect(leaves('say foul now', 'say felt now', 'say felt now')).toBe(false)
})

test('a number without separators is said in pairs or as a quantity, and a code by its figures', () => {
  const isRight = (said: string, expected: string, written: string): boolean =>
    isSameTokenButStyle(said, expected, 'other', written)
  expect(isRight('seven oh five', 'seven hundred five', '705')).toBe(true)
  expect(isRight('twenty thirteen', 'two thousand thirteen', '2013')).toBe(true)
  expect(isRight('seven oh six', 'seven hundred five', '705')).toBe(false)
  expect(
    isSameTokenButStyle(
      'the fifth of May two thousand and five',
      'may fifth oh five',
      'date',
      '5/5/05',
    ),
  ).toBe(true)
})
