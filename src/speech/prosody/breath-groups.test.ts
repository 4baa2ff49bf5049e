import { expect, test } from 'vitest'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { breathGroups, type PhrasedWord } from './breath-groups.ts'

const BREAKS = {
  conjunctions: wordSet('and because'),
  prepositions: wordSet('in for'),
  numerals: wordSet('hundred'),
  longestGroup: 14,
}

/** Words of two syllables after which the reader of the model seldom rests; `/` and `,` where a strong or a light mark is written. */
function wordsOf(text: string, logOdds: Readonly<Record<string, number>> = {}): PhrasedWord[] {
  return text.split(' ').map((written) => {
    const word = written.replace(/[/,]$/, '')
    return {
      ...{ text: word, syllables: 2, breaks: BREAKS, logOdds: logOdds[word] ?? -1 },
      isWritten: /[/,]$/.test(written),
      isLight: written.endsWith(','),
    }
  })
}
/** The groups as texts. */
function groupsOf(words: readonly PhrasedWord[]): string[] {
  const rests = breathGroups(words)
  return words
    .map(({ text }, at) => text + (rests[at] ? ' |' : ''))
    .join(' ')
    .split(' | ')
}

test('a short sentence is read in one breath, and rests only where a pause is written', () => {
  expect(groupsOf(wordsOf('we saw the market'))).toEqual(['we saw the market'])
  expect(groupsOf(wordsOf('yes/ we saw it'))).toEqual(['yes', 'we saw it'])
  expect(breathGroups([])).toEqual([])
  expect(breathGroups(wordsOf('yes/'))).toEqual([false])
})

test('a long sentence rests before a word that joins, in groups of like length', () => {
  const text = 'the men who sell fish went home early because the rain had begun to fall on them'
  expect(groupsOf(wordsOf(text))).toEqual([
    'the men who sell fish went home early',
    'because the rain had begun to fall on them',
  ])
})

test('where the reader is sure, he rests without such a word, but not twice within a few syllables', () => {
  const text = 'the men who sell fish went home early this day'
  expect(groupsOf(wordsOf(text, { fish: 5 }))).toEqual([
    'the men who sell fish',
    'went home early this day',
  ])
  expect(groupsOf(wordsOf(text, { fish: 5, went: 4 }))).toHaveLength(2)
})

test('nobody rests within a number, or between two words that join', () => {
  const sure = { six: 9, hundred: 9, and: 9 }
  const text = 'they paid six hundred and fifty to us'
  expect(groupsOf(wordsOf(text, sure))).toEqual([text])
  expect(groupsOf(wordsOf('he came late and in the rain', sure))).toEqual([
    'he came late and in the rain',
  ])
})

test('nobody rests within a name', () => {
  const text = 'the letter that the old men wrote went to Nnamdi Azikiwe Road Lagos last week'
  const words = wordsOf(text, { Nnamdi: 9, Azikiwe: 9 }).map((word) =>
    /^[A-Z]/.test(word.text) && word.text !== 'Lagos' ? { ...word, joinsNext: true } : word,
  )
  expect(groupsOf(words).join(' | ')).toContain('Nnamdi Azikiwe Road Lagos')
})

test('a breath ends before forty syllables even where no reader of the model would rest', () => {
  const never = Array.from({ length: 60 }, (_, at) => `word${at}`)
  const odds = Object.fromEntries(never.map((word) => [word, -9]))
  for (const group of groupsOf(wordsOf(never.join(' '), odds)))
    expect(2 * group.split(' ').length).toBeLessThan(40)
})

test('who counts on and on takes breath between number words', () => {
  const counted = wordsOf(Array.from({ length: 60 }, () => 'hundred').join(' '))
  for (const group of groupsOf(counted)) expect(2 * group.split(' ').length).toBeLessThan(50)
})

test('a comma is a rest between long phrases, and none beside a name, a date or a member of a list', () => {
  expect(groupsOf(wordsOf('we came to lagos, nigeria, in march'))).toHaveLength(1)
  expect(groupsOf(wordsOf('however, the men who sell fish went home early'))).toHaveLength(1)
  expect(groupsOf(wordsOf('they sell yam, rice, beans, and fish'))).toHaveLength(1)
  const long = 'the men who sell their fish there, who went home early this day, saw the rain'
  expect(groupsOf(wordsOf(long))[0]).toBe('the men who sell their fish there')
  expect(groupsOf(wordsOf(long.replace(/ saw.*/, '')))).toHaveLength(2)
})

test('many short members of a list are rested between as often as long phrases are', () => {
  const list = Array.from({ length: 24 }, (_, at) => `word${at},`).join(' ')
  const lengths = groupsOf(wordsOf(list)).map((group) => group.split(' ').length)
  expect(lengths.length).toBeGreaterThan(2)
  for (const length of lengths) expect(length).toBeGreaterThanOrEqual(4)
})
