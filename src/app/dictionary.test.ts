import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDictionary, type Dictionary, WORD_KEYS } from './dictionary.ts'

const folder = folderForTests('ìwé ọ̀rọ̀')

let files = 0
let dictionary: Dictionary
beforeEach(() => {
  const database = openDatabase(join(folder, `${++files}.db`))
  dictionary = createDictionary(createPronunciations(database, WORD_KEYS))
})

const text = (word: string, said: string, more: Partial<PronunciationDraft> = {}) =>
  ({
    word,
    saidAs: { kind: 'text', text: said },
    scope: { kind: 'global' },
    caseSensitive: false,
    ...more,
  }) as const
const ipa = (word: string, sounds: string, more: Partial<PronunciationDraft> = {}) => ({
  ...text(word, ''),
  saidAs: { kind: 'ipa', ipa: sounds } as const,
  ...more,
})
const drafts = async () => (await dictionary.list('novel')).map(({ id: _, ...draft }) => draft)
const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'dictionary/invalid') return error.message
    throw error
  }
  throw new Error('it was accepted')
}

test.each([
  ['a word too long', text('a'.repeat(81), 'b'), 'more than 80'],
  ['a replacement too long', text('a', 'b'.repeat(201)), 'more than 200'],
  ['no word', text(' ', 'b'), 'The word is empty'],
  ['a word without a letter', text('…', 'b'), 'no letter or digit'],
  ['a replacement without a letter', text('a', '!'), 'no letter or digit'],
  ['a control in the word', text('[en]', 'b'), 'must not contain'],
  ['a control in the replacement', text('a', 'b [pause 1s]'), 'must not contain'],
  ['a tag', text('a', '<break/>'), 'must not contain'],
  ['an unknown phone', ipa('a', 'ʘ'), '"ʘ" (U+0298)'],
  ['phonemes without a sound', ipa('a', 'ˈ'), 'no sound'],
])('%s is refused in words', async (_, draft, words) => {
  expect(await messageOf(() => dictionary.add(draft))).toContain(words)
  expect(await dictionary.list(undefined)).toEqual([])
})

test('an entry is kept in one Unicode spelling and found for the texts it may matter to', async () => {
  const added = await dictionary.add(text('  Ọ̀run\n  rere '.normalize('NFD'), 'sky'))
  expect(added.word).toBe('Ọ̀run rere')
  await dictionary.add(text("'yan uwa", 'x'))
  expect(await dictionary.entriesFor('ÒRỌ̀RUN, ọ\u0300run.', undefined)).toEqual([added])
  expect(await dictionary.entriesFor('orun', undefined)).toEqual([])
  expect(await dictionary.entriesFor("Su 'yan uwa ne", undefined)).toHaveLength(1)
})

const everything = [
  text('Ada', 'Ah-da', { language: 'ig' }),
  text('café, "the"', ' x,y ', { caseSensitive: true }),
  ipa('Ìbàdàn', 'ìbàdã̀', { language: 'yo' }),
  text('Ada', 'mine', { scope: { kind: 'project', projectId: 'novel' } }),
] as const

test('a CSV file brings back what was exported', async () => {
  for (const draft of everything) await dictionary.add(draft)
  const before = await drafts()
  const { text: csv, entries } = await dictionary.export({ format: 'csv', projectId: 'novel' })
  expect(entries).toBe(4)
  expect(csv.split('\r\n')[0]).toBe('word,say_as,ipa,language,scope,project,case_sensitive')
  expect(await dictionary.import({ format: 'csv', text: csv })).toEqual({ added: 0, replaced: 4 })
  expect(await drafts()).toEqual(before)
  for (const { id } of await dictionary.list('novel')) await dictionary.remove(id)
  expect(await dictionary.import({ format: 'csv', text: `\ufeff${csv}` })).toEqual({
    added: 4,
    replaced: 0,
  })
  expect(await drafts()).toEqual(before)
})

test('a CSV file may have its columns in any order, few of them, and any line ends', async () => {
  const csv = 'Say_As,WORD\n"Guaranty ""Trust"" Bank",GTB\r\n\rtwo lines,"a\nb"\n'
  expect(await dictionary.import({ format: 'csv', text: csv, projectId: 'novel' })).toEqual({
    added: 2,
    replaced: 0,
  })
  const scope = { kind: 'project', projectId: 'novel' } as const
  expect(await drafts()).toEqual([
    text('a b', 'two lines', { scope, language: undefined }),
    text('GTB', 'Guaranty "Trust" Bank', { scope, language: undefined }),
  ])
})

test('a CSV file with wrong lines imports nothing and tells each of them', async () => {
  const csv = [
    'word,say_as,ipa,language,scope',
    'good,fine,,,',
    'both,a,b,,',
    'neither,,,,',
    'bad,,ʘ,,',
    'far,x,,fr,',
    'Good,again,,,',
    'odd,x,,,mars',
    'short,x',
  ].join('\n')
  expect(
    (await messageOf(() => dictionary.import({ format: 'csv', text: csv }))).split('\n'),
  ).toEqual(
    expect.arrayContaining([
      'Nothing was imported.',
      'Line 3: Give either say_as or ipa.',
      'Line 4: Give either say_as or ipa.',
      expect.stringMatching(/^Line 5: "ʘ"/),
      expect.stringMatching(/^Line 6: language/),
      'Line 7: "Good" is in line 2 already.',
      expect.stringMatching(/^Line 8: The scope is/),
      'Line 9: It has 2 fields, the first line 5.',
    ]),
  )
  expect(await dictionary.list(undefined)).toEqual([])
})

test.each([
  ['', 'The file is empty'],
  ['a,b\n1,2', '"a" is none of'],
  ['word,word,ipa\n', 'names a column twice'],
  ['word\nx', 'must name the columns'],
  ['word,ipa\n"x,a', 'Line 2: A quote stands alone'],
  ['word,ipa\n"x"y,a', 'Line 2: There is text after'],
  ['word,ipa\nx"y,a', 'Line 2: A quote stands alone'],
])('the CSV %j is refused in words', async (csv, words) => {
  expect(await messageOf(() => dictionary.import({ format: 'csv', text: csv }))).toContain(words)
})

test('a file with thousands of wrong lines tells the first of them and how many more', async () => {
  const csv = `word,ipa\n${'x,ʘ\n'.repeat(1_000)}`
  const lines = (await messageOf(() => dictionary.import({ format: 'csv', text: csv }))).split('\n')
  expect(lines.length).toBeLessThan(80)
  expect(lines.at(-1)).toBe('… and 980 more.')
})

test('a lexicon in PLS holds the entries of one language and brings them back', async () => {
  for (const draft of everything) await dictionary.add(draft)
  const { text: pls, entries } = await dictionary.export({ format: 'pls', language: 'yo' })
  expect(entries).toBe(1)
  expect(pls).toContain('xml:lang="yo"')
  expect(pls).toContain('<grapheme>Ìbàdàn</grapheme><phoneme>ìbàdã̀</phoneme>')
  expect(await dictionary.import({ format: 'pls', text: pls })).toEqual({ added: 0, replaced: 1 })
})

test('a lexicon as others write it is understood', async () => {
  const pls = `<?xml version="1.0" encoding="UTF-8"?>
<!-- names -->
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
  <meta name="author" content="x"/>
  <lexeme>
    <grapheme>Okafor</grapheme>
    <grapheme>Okeke &amp; Sons</grapheme>
    <phoneme>oˈkafɔ</phoneme>
    <phoneme prefer="true">ɔˈkafɔ</phoneme>
    <example>Mr <b>Okafor</b></example>
  </lexeme>
  <lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>
</lexicon>`
  expect(await dictionary.import({ format: 'pls', text: pls })).toEqual({ added: 3, replaced: 0 })
  expect(await drafts()).toEqual([
    ipa('Okafor', 'ɔˈkafɔ', { language: 'en' }),
    ipa('Okeke & Sons', 'ɔˈkafɔ', { language: 'en' }),
    text('W3C', 'World Wide Web Consortium', { language: 'en' }),
  ])
})

const lexicon = (inner: string, more = 'xml:lang="en"') => `<lexicon ${more}>\n${inner}\n</lexicon>`
test.each([
  [lexicon('<lexeme><grapheme>a</grapheme></lexeme>'), 'Line 2: A lexeme needs'],
  [lexicon('<lexeme><grapheme>a</grapheme><phoneme>ʘ</phoneme></lexeme>'), 'Line 2: "ʘ"'],
  [lexicon('', 'xml:lang="fr"'), 'Line 1: xml:lang'],
  [lexicon('', 'xml:lang="en" alphabet="x-sampa"'), 'The alphabet is "ipa"'],
  [lexicon('<grapheme>a</grapheme>'), 'Line 2: <grapheme> has no place'],
  [lexicon('<lexeme>'), '<lexeme> is open'],
  ['<!DOCTYPE lexicon [<!ENTITY a "b">]><lexicon/>', 'DOCTYPE'],
  ['word,ipa', 'This is no XML'],
])('the lexicon %j is refused in words', async (pls, words) => {
  expect(await messageOf(() => dictionary.import({ format: 'pls', text: pls }))).toContain(words)
  expect(await dictionary.list(undefined)).toEqual([])
})

test('what an import will do is told before, and an entry that is set keeps its number', async () => {
  const draft = (word: string, text: string): PronunciationDraft => ({
    ...{ word, saidAs: { kind: 'text', text }, scope: { kind: 'global' }, caseSensitive: false },
  })
  const first = await dictionary.set(draft('zik', 'zeek'))
  expect(first.before).toBeUndefined()
  const second = await dictionary.set(draft('Zik', 'zick'))
  expect(second).toMatchObject({ entry: { id: first.entry.id, word: 'Zik' }, before: first.entry })
  await dictionary.set(draft('Bola', 'bow la'))
  const csv = 'word,say_as\nZik,zeek\nBola,bow la\nAda,ah da\n'
  expect(await dictionary.plan({ format: 'csv', text: csv })).toMatchObject({
    ...{ added: 1, replaced: 1, same: 1 },
    entries: [
      { change: 'replace', before: { text: 'zick' }, draft: { saidAs: { text: 'zeek' } } },
      { change: 'same' },
      { change: 'add', draft: { word: 'Ada' } },
    ],
  })
  expect(await dictionary.list(undefined)).toHaveLength(2)
  expect(await messageOf(() => dictionary.plan({ format: 'csv', text: 'word\nx' }))).toContain(
    'say_as',
  )
})
