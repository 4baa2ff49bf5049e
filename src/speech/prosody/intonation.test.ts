import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ProsodyPlan, Sentence, Syllable, Tone, Word } from '#speech/utterance.ts'
import { planProsody } from './plan.ts'

const NONE: ReadonlySet<LanguageCode> = new Set()
const PLANNED = { rate: 1, rangeSemitones: 6, ownMelody: NONE, ownTiming: NONE }
const ALL: ReadonlySet<LanguageCode> = new Set(['en'])
const OWN = { ...PLANNED, ownMelody: ALL, ownTiming: ALL }

function syllable(tone?: Tone): Syllable {
  const phones = [{ ipa: 'b' }, { ipa: 'a' }]
  return tone ? { stress: 0, tone, phones } : { stress: 1, phones }
}

/** Words of one syllable; a comma is a break, and a tone may follow a word: "adé/H". */
function sentence(language: LanguageCode, text: string, more: Partial<Sentence> = {}): Sentence {
  const words = text.split(' ').map((token): Word => {
    const [word = '', tone] = token.replace(',', '').split('/')
    return {
      ...{ text: word, language, breakAfter: token.endsWith(',') },
      syllables: [syllable(tone as Tone | undefined)],
    }
  })
  return { words, end: 'statement', endsParagraph: false, ...more }
}

const planOf = (said: Sentence, style = PLANNED): ProsodyPlan => planProsody(said, style, 1, false)
/** Highest target of each word. */
function heights(said: Sentence): number[] {
  const { targets = [] } = planOf(said)
  return said.words.map((_, word) =>
    Math.max(...targets.flatMap(({ syllable, semitones }) => (syllable === word ? semitones : []))),
  )
}
const lengths = (said: Sentence): number[] =>
  said.words.map((_, word) => planOf(said).durations![2 * word + 1]!)

test('what stands against something denied is higher and longer, and what follows is lower', () => {
  const plain = sentence('en', 'she bought old beans with rice in town')
  const marked = sentence('en', 'she bought not beans but rice in town')
  const [before, after] = [heights(plain), heights(marked)]
  expect(after[5]! - before[5]!).toBeGreaterThan(2)
  expect(after[6]! - before[6]!).toBeLessThan(-1)
  expect(lengths(marked)[5]! / lengths(plain)[5]!).toBeGreaterThan(1.15)
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
})

test('a focus keeps the tones of its words and of its neighbours in their order', () => {
  const tones = 'kì/L í/H ṣe/M iṣu/L, ẹwà/H ni/M adé/L rà/H'.normalize('NFC')
  const [, , , , focus, marker, low, high] = heights(sentence('yo', tones))
  expect(focus!).toBeGreaterThan(marker! + 1)
  expect(marker!).toBeGreaterThan(low! + 1)
  expect(high!).toBeGreaterThan(low! + 1)
})

test('members of a list stay up, and in a tone language all of the word does', () => {
  const list = heights(sentence('en', 'rice, yam, beans and oil'))
  const others = heights(sentence('en', 'rice, when beans came to town we left'))
  expect(list[0]! - others[0]!).toBeGreaterThan(0.7)
  const yoruba = heights(sentence('yo', 'a/H, e/H, i/H àti/M o/H'.normalize('NFC')))
  const plain = heights(sentence('yo', 'a/H, e/H i/H kí/M o/H'.normalize('NFC')))
  expect(yoruba[0]! - plain[0]!).toBeGreaterThan(1)
})

test('a question for yes or no rises, one with a word does not, and of choices the first ones do', () => {
  const ending = (text: string): number =>
    heights(sentence('en', text, { end: 'question' })).at(-1)!
  expect(ending('are you there') - ending('where are you')).toBeGreaterThan(3)
  const [, , , first, , last] = heights(
    sentence('en', 'do you want tea or milk', { end: 'question' }),
  )
  expect(first!).toBeGreaterThan(last! + 3)
})

test('a tag rises after what it asks assent to has fallen', () => {
  const plain = sentence('en', "you know, don't you", { end: 'question' })
  const other = sentence('en', 'you know, she does', { end: 'question' })
  expect(heights(plain)[1]!).toBeLessThan(heights(other)[1]!)
  expect(heights(plain).at(-1)!).toBeGreaterThan(heights(plain)[1]! + 2)
})

test('an exclamation is higher and wider than a statement, whoever makes the melody', () => {
  const text = 'she bought rice in town'
  const shout = sentence('en', text, { end: 'exclamation' })
  const [low, high] = [heights(sentence('en', text)), heights(shout)]
  expect(Math.max(...high) - Math.max(...low)).toBeGreaterThan(1.5)
  const own = planOf(shout, OWN)
  expect(own.targets).toBeUndefined()
  expect(own.shifts.every(([start, end]) => start > 1.5 && end > 1.5)).toBe(true)
  expect(own.ranges.every((range) => range > 1.1)).toBe(true)
})

test('the first sentence of a paragraph begins higher, the last one ends lower and longer', () => {
  const text = 'she bought rice in town'
  const plain = sentence('en', text)
  const [first, last] = (['first', 'last'] as const).map((inParagraph) => ({
    ...plain,
    inParagraph,
  }))
  expect(heights(first!)[0]! - heights(plain)[0]!).toBeGreaterThan(1.5)
  expect(heights(first!).at(-1)! - heights(plain).at(-1)!).toBeLessThan(1.5)
  expect(heights(last!)[0]).toBe(heights(plain)[0])
  expect(heights(last!).at(-1)! - heights(plain).at(-1)!).toBeLessThan(-1)
  expect(lengths(last!).at(-1)! / lengths(plain).at(-1)!).toBeGreaterThan(1.15)
})

test('a piece that goes on with its sentence begins lower than a new sentence', () => {
  const plain = sentence('en', 'she bought rice in town')
  const piece: Sentence = { ...plain, isContinued: true }
  expect(heights(piece)[0]! - heights(plain)[0]!).toBeLessThan(-0.8)
  expect(planOf(piece, OWN).shifts[0]![0]).toBeLessThan(-0.8)
})

test('an aside is lower and faster, what is quoted higher', () => {
  const plain = sentence('en', 'she the chief came')
  const as = (register: Word['register'] & string): Sentence => ({
    ...plain,
    words: plain.words.map((word, at) => (at === 1 || at === 2 ? { ...word, register } : word)),
  })
  const [aside, quoted] = [as('aside'), as('quoted')]
  expect(heights(aside)[2]! - heights(plain)[2]!).toBeLessThan(-1.5)
  expect(lengths(aside)[2]!).toBeLessThan(lengths(plain)[2]!)
  expect(heights(quoted)[2]! - heights(plain)[2]!).toBeGreaterThan(1.5)
  expect(heights(aside)[3]).toBe(heights(plain)[3])
})

test('an engine that makes its own melody is told what to add to it, and how far it moves', () => {
  const plan = planOf(sentence('en', 'she bought not beans but rice in town'), OWN)
  expect(plan.shifts[5]![0]).toBeGreaterThan(2)
  expect(plan.shifts[6]![0]).toBeLessThan(-1)
  expect(plan.ranges[6]).toBeLessThan(1)
  expect(plan.stretches[5]! / plan.stretches[4]!).toBeGreaterThan(1.15)
  expect(planOf(sentence('en', 'rice, yam and oil'), OWN).shifts.flat()).toEqual([
    0, 0, 0, 0, 0, 0, 0, 0,
  ])
})
