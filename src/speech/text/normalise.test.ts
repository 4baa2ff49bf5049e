import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { unspeakable } from './unspeakable.ts'

const ONLY_SAID = /^[\p{L}' \n.,;:?!—]*$/u

describe('what comes out', () => {
  const HOSTILE = [
    ...[
      '1',
      '(',
      'a.',
      '1,',
      '1.',
      '"',
      "'",
      'A',
      '-',
      '1-',
      '1:',
      '1/',
      '@',
      'a@',
      'http://',
      'www.',
    ],
    ...[
      '#',
      '$',
      '₦1',
      'I',
      '+1',
      '0 ',
      '*1',
      '[',
      '](',
      '<b ',
      'e\u0301',
      '\u0301',
      '😀',
      'م ',
      '1 ',
    ],
    ...[
      'St. ',
      'A. ',
      '...',
      '!?',
      '5x',
      'x^',
      '1%',
      '\n-',
      'aB',
      'May 1',
      '12:30-',
      '1a',
      '1"',
      'he/',
    ],
    ...[
      '\u200d',
      '\ud83d',
      '🇳',
      '1️⃣',
      '&amp;',
      'ǅ',
      '\u0000',
      '½',
      '0803 ',
      'e.g.',
      'X',
      '- ',
      ' \n',
    ],
  ]

  it.each(HOSTILE)('is only letters, spaces and marks for 20,000 characters of %j', (unit) => {
    const text = `Lagos ${unit.repeat(Math.floor(19_990 / unit.length))}`
    const spoken = normalise(text, 'en')
    expect(spoken).toMatch(ONLY_SAID)
    expect(spoken).toBe(spoken.normalize('NFC'))
    expect(spoken).toMatch(/^Lagos/)
  })

  it('reads 400 digits one by one', () => {
    const words = normalise('7'.repeat(400), 'en').match(/\p{L}+/gu)
    expect(words).toHaveLength(400)
    expect(new Set(words)).toEqual(new Set(['seven']))
  })

  it('has one newline after each line that says something', () => {
    expect(normalise('\n\nOne\n \n***\nTwo\n', 'en')).toBe('One\nTwo')
  })

  it('leaves text that is already normal as it is', () => {
    const text = "Doctor Smith didn't come — he was ill, they said. Why? Nobody knows!"
    expect(normalise(text, 'en')).toBe(text)
  })
})

describe('text that cannot be spoken', () => {
  it.each([
    ['مرحبا بالعالم', /Arabic/],
    ['你好，世界', /Chinese/],
    ['ሰላም ለዓለም', /Ethiopic/],
    ['Привет 5', /Cyrillic/],
    ['Καλημέρα κόσμε', /Greek/],
    ['नमस्ते', /Devanagari/],
    ['שלום', /Hebrew/],
    ['한국어', /Korean/],
    ['こんにちは', /Japanese/],
    ['😀🎉👍🏽', /emoji/],
    ['&%$#@!', /symbols/],
    ['...', /punctuation/],
    ['\ud800', /nothing that can be spoken/],
  ])('says why %j is not read', (text, reason) => {
    expect(normalise(text, 'en')).toBe('')
    expect(unspeakable(text, 'en')).toMatch(reason)
  })

  it('names the language and what to do', () => {
    expect(unspeakable('ሰላም', 'en')).toBe(
      'This text is in Ethiopic (Ge’ez) letters, which cannot be read in English. Write it in the letters of English, or choose a language that uses these.',
    )
  })

  it.each(['', ' ', '\n\t \u00a0'])('has no reason for blank text: %j', (text) => {
    expect(normalise(text, 'en')).toBe('')
    expect(unspeakable(text, 'en')).toBeUndefined()
  })

  it('drops a stretch in another script with the digits inside it', () => {
    expect(normalise('I read 我有3个苹果 today, Москва 15 Киев, and 5 more.', 'en')).toBe(
      'I read today, and five more.',
    )
  })
})
