import { expect, test } from 'vitest'
import { visibleName } from './visible-name.ts'

test.each([
  ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
  ['\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
  ['a\u200bb\ufeffc\u2060d\u00ade', 'abcde'],
  ['a\u2028b\u2029c\u0000d\u001b[31me', 'a b c d [31me'],
  ['pay\u200dpal\u200c', 'paypal'],
  ['\u200d\u200c', ''],
  ['\u{e0041}x\u3164', 'x'],
  ['half \ud800 pair', 'half   pair'],
])('of %j what nobody sees goes', (written, seen) => {
  expect(visibleName(written)).toBe(seen)
})

test.each([
  'نمی\u200cخواهم',
  'क्\u200dष',
  'ශ්\u200dරී',
  '👩🏾\u200d🌾',
  '❤️\u200d🔥',
  'Ẹ̀kọ́',
  'ሰላም',
  '\u0600١٢',
])('%s keeps what its script needs', (name) => {
  expect(visibleName(name)).toBe(name)
})
