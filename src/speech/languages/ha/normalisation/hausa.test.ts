import { describe, expect, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'
import { splitSentences } from '#speech/text/sentences.ts'

describe('figures in English, for those who say them so', () => {
  test.each([
    ['mutane 25', 'mutane twenty five'],
    ['₦5,000', 'naira five thousand'],
    ['a shekarar 1999', 'a shekarar nineteen ninety nine'],
    ['3.14', 'three point one four'],
    ['ƙarfe 7:30 na safe', 'ƙarfe seven da rabi na safe'],
    ['0803 123 4567', 'zero eight zero three, one two three, four five six seven'],
  ])('reads %j as %j', (written, spoken) => {
    expect(normalise(written, 'ha', { numbers: 'english' })).toBe(spoken)
  })

  test('the old and the decimal counting are the same in Hausa', () => {
    expect(normalise('mutane 25', 'ha', { numbers: 'traditional' })).toBe('mutane ashirin da biyar')
    expect(normalise('mutane 25', 'ha', { numbers: 'decimal' })).toBe('mutane ashirin da biyar')
  })
})

describe('a paragraph of news', () => {
  const text =
    "Shugaban ƙasa ya ce a ranar 5/5/2024 gwamnati za ta kashe ₦1.5bn don gyara makarantu 20 a Kano, domin 'yan makaranta su sami ilimi. Kashi 65% na mutane sun yarda!"

  test('is read as a newsreader reads it', () => {
    expect(normalise(text, 'ha')).toBe(
      'Shugaban ƙasa ya ce a ranar biyar ga watan Mayu na shekarar dubu biyu da ashirin da huɗu gwamnati za ta kashe naira biliyan ɗaya da rabi don gyara makarantu ashirin a Kano, domin ƴan makaranta su sami ilimi. Kashi sittin da biyar cikin ɗari na mutane sun yarda!',
    )
  })

  test('is split where a sentence ends, and a long one before a word that joins, each word once', () => {
    const said = normalise(text, 'ha')
    const pieces = splitSentences(said, 'ha')
    expect(pieces.map((piece) => piece.text).join(' ')).toBe(said)
    expect(pieces.map(({ end }) => end)).toEqual(['statement', 'exclamation'])
    const [clause = ''] = said.split(', domin')
    const long = splitSentences(`${clause} domin ${clause}`, 'ha').map((piece) => piece.text)
    expect(long).toEqual([clause, `domin ${clause}`])
  })
})

describe('text that nobody would write', () => {
  test.each([
    ['a number of 400 digits', '9'.repeat(400), 400],
    ['ten thousand tone marks on a letter', `k${'\u0300'.repeat(10_000)}asa`, 1],
    ['a word of 20,000 letters', 'ƙa'.repeat(10_000), 500],
    ['20,000 hyphens', '-'.repeat(20_000), 0],
    ['20,000 apostrophes', "k'".repeat(10_000), 1],
    ['20,000 capitals', 'KO'.repeat(10_000), 1],
    ['5,000 percent signs', '5%'.repeat(5_000), 1],
    ['10,000 dates in one', '1/1/'.repeat(10_000), 1],
    ['10,000 sums in one', '₦1,'.repeat(10_000), 1],
  ])('%s gives words or nothing', (_, text, least) => {
    const words = normalise(text, 'ha')
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word))
    expect(words.length).toBeGreaterThanOrEqual(least)
    expect(normalise(text, 'ha')).not.toMatch(/\d/)
  })

  test('letters of other scripts are left out', () => {
    expect(normalise('Sannu سلام duniya ሰላም', 'ha')).toBe('Sannu duniya')
    expect(normalise('ሰላም ለዓለም', 'ha')).toBe('')
  })

  test('Yoruba text sent as Hausa stays words', () => {
    expect(normalise('Ẹ káàárọ̀, báwo ni?', 'ha')).toBe('Ẹ káàárọ̀, báwo ni?')
  })
})
