import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { expect, test } from 'vitest'
import { parseSounds } from './arpabet.ts'
import { openCmuDictionary } from './cmu-dictionary.ts'
import { openEnglishLexicon } from './lexicon.ts'
import { syllabify } from './syllabify.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))

test('every word of the CMU dictionary is found in its text, and made of known sounds', async () => {
  const find = await openCmuDictionary()
  const words = Object.entries(dictionary).map(([word, entry]) => [
    word,
    entry.split(' #')[0] ?? '',
  ])
  expect(words.length).toBeGreaterThan(130_000)
  expect(words.filter(([word = '', arpabet]) => find(word) !== arpabet)).toEqual([])
  for (const [, arpabet = ''] of words) parseSounds(arpabet)
})

test('a word that no lexicon has is not found', async () => {
  const lexicon = await openEnglishLexicon(LEXICONS)
  for (const word of ['', 'qzx', '"', '\\', 'hello(2)x', 'zzzzzz', '!'])
    expect(lexicon(word)).toBe(undefined)
})

test.each([
  ['en-nigeria.tsv', 600],
  ['en-additions.tsv', 80],
])(
  '%s has a word once, in lower case, with one main stress or spelled letters',
  async (name, least) => {
    const text = await readFile(`${LEXICONS}/${name}`, 'utf8')
    const rows = text.split('\n').filter((row) => row !== '' && !row.startsWith('#'))
    const words = rows.map((row) => row.split('\t'))
    expect(words.length).toBeGreaterThan(least)
    expect(new Set(words.map(([word]) => word)).size).toBe(words.length)
    for (const [word = '', arpabet = ''] of words) {
      expect(word).toMatch(/^[a-z]+$/)
      const stresses = syllabify(parseSounds(arpabet)).map(({ stress }) => stress)
      const hasVowel = /\d/.test(arpabet)
      expect([word, stresses.filter((stress) => stress === 1).length]).toEqual([
        word,
        hasVowel ? 1 : 0,
      ])
    }
  },
)

test('our own pronunciation goes before that of the dictionary', async () => {
  const lexicon = await openEnglishLexicon(LEXICONS)
  expect(lexicon('naira')?.join(' ')).toBe('N AY1 R AH0')
  expect(dictionary['naira']).toBe('N EH1 R AH0')
})
