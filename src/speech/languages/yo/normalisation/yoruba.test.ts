import { expect, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'
import { splitSentences } from '#speech/text/sentences.ts'

test.each([
  ['composed', 'Ẹ̀kọ́ ṣe pàtàkì'],
  ['taken apart', 'Ẹ̀kọ́ ṣe pàtàkì'.normalize('NFD')],
  ['marks in the other order', 'E\u0300\u0323ko\u0301\u0323 s\u0323e pa\u0300ta\u0300ki\u0300'],
  ['a vertical line below', 'E\u0329\u0300ko\u0329\u0301 s\u0329e pa\u0300ta\u0300ki\u0300'],
  ['a line below', 'E\u0331\u0300ko\u0331\u0301 s\u0331e pa\u0300ta\u0300ki\u0300'],
  ['a comma below the s', 'Ẹ̀kọ́ s\u0326e pàtàkì'],
  ['a cedilla below the s', 'Ẹ̀kọ́ s\u0327e pàtàkì'],
  ['phonetic letters', 'Ɛ̀kɔ́ ṣe pàtàkì'],
  ['the dot twice', 'Ẹ\u0323̀kọ́ ṣe pàtàkì'],
])('letters spelled with %s are the same letters', (_, written) => {
  expect(normalise(written, 'yo')).toBe('Ẹ̀kọ́ ṣe pàtàkì'.normalize('NFC'))
})

test('everything between nought and 3,000 has a name without a figure, and its own', () => {
  for (const numbers of ['decimal', 'traditional', 'english'] as const) {
    const names = Array.from({ length: 3001 }, (_, value) =>
      normalise(`ọmọ ${value}`, 'yo', { numbers }),
    )
    expect(new Set(names).size).toBe(3001)
    expect(names.filter((name) => /\d|undefined|NaN| {2}/.test(name))).toEqual([])
  }
})

test('numbers up to a million million have a name in every style', () => {
  for (const numbers of ['decimal', 'traditional', 'english'] as const) {
    const names = Array.from({ length: 12 * 9 }, (_, index) => {
      const digits = `${(index % 9) + 1}${'0'.repeat(Math.floor(index / 9))}`
      return normalise(`ọmọ ${digits}`, 'yo', { numbers })
    })
    expect(new Set(names).size).toBe(names.length)
  }
})

test('a long sentence is cut before a word that joins, not after it', () => {
  const clause =
    'àwọn ọmọ ilé ìwé náà jí ní kùtùkùtù wọ́n sì lọ sí ilé ẹ̀kọ́ wọn ní àárọ̀ ọjọ́ náà àti ní ọjọ́ kejì'
  const text = normalise(`${clause} ${clause} ${clause} ṣùgbọ́n olùkọ́ wọn kò tíì dé`, 'yo')
  const pieces = splitSentences(text, 'yo').map((piece) => piece.text.split(' ')[0])
  expect(pieces).toEqual(['àwọn', 'àti'])
})

test.each([
  ['a number of 400 digits', `ọmọ ${'9'.repeat(400)}`],
  ['twenty thousand letters', 'ọ̀'.repeat(20_000)],
  ['ten thousand tone marks', `a${'\u0301'.repeat(10_000)}`],
  ['only marks', '\u0301\u0323\u0300'],
  ['mixed scripts', 'Ọmọ መልካም سلام привет 你好 dára'],
  ['figures without end', '1,2,3,4,5,6,7,8,9,0,'.repeat(1000)],
  ['stops without end', `${'.'.repeat(20_000)}ọmọ`],
  ['brackets without end', `${'(['.repeat(10_000)}ọmọ`],
  ['hyphens and slashes', `${'a-/'.repeat(10_000)}`],
  ['dates without sense', '99/99/9999 00/00/0000 2024-13-45 25:61'],
  ['capitals', 'XQZ BCDFG QWRTP AEIOU ỌMỌ'],
  ['a text in Hausa', "Ina ƙwana? Ɗan'uwa ya tafi kasuwa."],
])('%s come out as words, marks and spaces', (_, written) => {
  const spoken = normalise(written, 'yo')
  expect(spoken).toMatch(/^[\p{L}\p{M}' \n.,;:?!—]*$/u)
  expect(spoken).toBe(spoken.normalize('NFC'))
})
