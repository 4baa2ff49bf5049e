import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { parseMarkup } from './markup.ts'

const plain = (text: string) => ({ kind: 'text', text, style: {} })

/** Message about a text, and the lines that show the place. */
function failureOf(text: string): {
  problem: string
  place: string
  excerpt: string
  caret: string
} {
  try {
    parseMarkup(text)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'text/markup') throw error
    const [said = '', excerpt = '', caret = ''] = error.message.split('\n')
    const at = said.lastIndexOf(' At ')
    return { problem: said.slice(0, at), place: said.slice(at + 4), excerpt, caret }
  }
  throw new Error(`"${text.slice(0, 80)}" was read without an error.`)
}

test('a text without controls is one run as it was written', () => {
  const text = 'Ẹ káàárọ̀! "Sannu", ndewo, ሰላም።\n\nHow far?'
  expect(parseMarkup(text)).toEqual([plain(text)])
  expect(parseMarkup('')).toEqual([])
})

test('a span says its text in another language and may hold others', () => {
  expect(parseMarkup('She said [yo]ẹ káàbọ̀ [en]my friend[/en] o[/yo] to us.')).toEqual([
    plain('She said '),
    { kind: 'text', text: 'ẹ káàbọ̀ ', style: { language: 'yo' } },
    { kind: 'text', text: 'my friend', style: { language: 'en' } },
    { kind: 'text', text: ' o', style: { language: 'yo' } },
    plain(' to us.'),
  ])
})

test('pauses are given in seconds or milliseconds, from 0 to 10 s', () => {
  const seconds = (text: string) =>
    parseMarkup(text).flatMap((run) => (run.kind === 'pause' ? [run.seconds] : []))
  expect(seconds('a [pause 300ms] b [pause 1.5s] c [PAUSE 10 s] d [pause2s] e')).toEqual([
    0.3, 1.5, 10, 2,
  ])
  expect(parseMarkup('a[pause 0ms]b')).toEqual([plain('ab')])
})

test('emphasis is slower and higher, keeps the language around it, and is no stronger twice', () => {
  const style = { rate: 0.85, pitchSemitones: 2 }
  expect(parseMarkup('I said [emphasis]now[/emphasis].')).toEqual([
    plain('I said '),
    { kind: 'text', text: 'now', style },
    plain('.'),
  ])
  expect(
    parseMarkup('[yo]Mo [Emphasis][emphasis]wá[/emphasis][/emphasis][/yo]').at(-1),
  ).toMatchObject({ text: 'wá', style: { language: 'yo', ...style } })
  const quoted = 'He came [emphasis added] and stayed [Emphasis mine].'
  expect(parseMarkup(quoted)).toEqual([plain(quoted)])
  expect(failureOf('[emphasis]now').problem).toBe(
    '[emphasis] is not closed: write [/emphasis] where it ends.',
  )
})

test('say, ipa and spell tell how a stretch is said', () => {
  expect(
    parseMarkup('[say: Wole Shoyinka] lives in [ipa: àbɛ́òkúta], code [spell]AB 1[/spell].'),
  ).toEqual([
    { kind: 'text', text: 'Wole Shoyinka', style: {}, fixed: true },
    plain(' lives in '),
    { kind: 'ipa', text: 'àbɛ́òkúta', ipa: 'àbɛ́òkúta', style: {} },
    plain(', code '),
    { kind: 'text', text: 'AB 1', style: { spelled: true } },
    plain('.'),
  ])
})

test.each([
  'It was [sic] so.',
  'See [1], [2, 3] and array[0][i].',
  '[en route] to Lagos, [ha ha], [am I late?]',
  '[say-so] [says she] [pauses] [spells]',
  'a [ b ] c [] d ][ e',
  '[took 30 s] [Ẹ káàbọ̀]',
  'an open [bracket',
  '[yo!] [Ha…]',
])('%j has no control in it and is text', (text) => {
  expect(parseMarkup(text)).toEqual([plain(text)])
})

test('a backslash makes any bracket text', () => {
  expect(parseMarkup('Write \\[pause 1s] or \\[en].')).toEqual([plain('Write [pause 1s] or [en].')])
})

test.each([
  ['Wait [puase 300ms] here', 5, 'Is it [pause 300ms]?'],
  ['Wait [pause] here', 5, 'from 0 to 10 s'],
  ['Wait [pause for effect]', 5, 'from 0 to 10 s'],
  ['Wait [pause 11s]', 5, 'from 0 to 10 s'],
  ['Wait [pause -1s]', 5, 'from 0 to 10 s'],
  ['Wait [pause 1e3ms]', 5, 'from 0 to 10 s'],
  ['Wait [pause 300]', 5, 'from 0 to 10 s'],
  ['Wait [paus 1s]', 5, 'Is it [pause 1s]?'],
  ['[say Shoyinka]', 0, 'with a colon'],
  ['[ipa: ]', 0, 'with a colon'],
  ['[spell: abc]', 0, 'Write [spell] before the text'],
  ['[en: hello]', 0, 'Write [en] before the text'],
  ['[/en] alone', 0, 'closes nothing'],
  ['[b]bold[/b]', 7, 'there is no control [b]'],
  ['[en unclosed', 0, 'is missing on its line'],
  ['[say: word\nmore]', 0, 'is missing on its line'],
  ['[en]never closed', 0, 'write [/en] where it ends'],
  ['[en][yo]x[/en][/yo]', 9, 'comes while [yo] is open'],
  ['[/en and on', 0, 'is not closed'],
])('%j is an error that shows its place', (text, at, words) => {
  const { problem, place, excerpt, caret } = failureOf(text)
  expect(problem).toContain(words)
  expect(place).toBe(`line 1, column ${at + 1}:`)
  expect(excerpt).toBe(text.split('\n')[0])
  expect(caret).toBe(`${' '.repeat(at)}^`)
})

test('the place is told in lines and in characters as people count them', () => {
  const { place, excerpt, caret } = failureOf('Ó dára.\nẸ̀bà ọ̀rẹ́ 👩🏾‍💻 [pause x] ni.')
  expect(place).toBe('line 2, column 11:')
  expect(excerpt).toBe('Ẹ̀bà ọ̀rẹ́ 👩🏾‍💻 [pause x] ni.')
  expect(caret).toBe(`${' '.repeat(10)}^`)
})

test('a long line is cut around the place', () => {
  const { excerpt, caret } = failureOf(`${'word '.repeat(2_000)}[pause x]${' word'.repeat(2_000)}`)
  expect(excerpt.length).toBeLessThan(80)
  expect(excerpt.slice(caret.length - 1)).toMatch(/^\[pause x\]/)
})

test('spans lie at most eight deep', () => {
  const nested = (depth: number) => `${'[en]'.repeat(depth)}x${'[/en]'.repeat(depth)}`
  expect(parseMarkup(nested(8))).toEqual([{ kind: 'text', text: 'x', style: { language: 'en' } }])
  expect(failureOf(nested(9))).toMatchObject({ place: 'line 1, column 33:' })
})

test.each([
  ['brackets', '['.repeat(20_000)],
  ['brackets and names', '[pause'.repeat(3_333)],
  ['open languages', '[en '.repeat(5_000)],
  ['one long name', `[${'a'.repeat(19_999)}`],
  ['backslashes', '\\['.repeat(10_000)],
  ['marks on one letter', `[say: a${'\u0301'.repeat(19_000)}`],
])('twenty thousand characters of %s have an end', (_, text) => {
  try {
    expect(parseMarkup(text).length).toBeLessThan(20_001)
  } catch (error) {
    expect(error).toMatchObject({ code: 'text/markup' })
  }
})
