import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Sentence, SentenceEnd, Tone, Word } from '#speech/utterance.ts'
import { withRests } from './breath-groups.ts'
import { phoneSeconds } from './durations.ts'
import { stressMelody, toneMelody } from './melody.ts'
import { planProsody } from './plan.ts'

const ENGLISH: ReadonlySet<LanguageCode> = new Set(['en'])
const style = { rate: 1, rangeSemitones: 6, ownMelody: ENGLISH, ownTiming: ENGLISH }

function tonal(
  tones: readonly (Tone | '|')[],
  end: SentenceEnd = 'statement',
  language: LanguageCode = 'yo',
): Sentence {
  const words = tones.map(
    (tone, i): Word => ({
      text: 'bá',
      language,
      syllables: tone === '|' ? [] : [{ stress: 0, tone, phones: [{ ipa: 'b' }, { ipa: 'a' }] }],
      breakAfter: tones[i + 1] === '|',
    }),
  )
  return { words: words.filter(({ syllables }) => syllables.length > 0), end, endsParagraph: false }
}
const english = (text: string, end: SentenceEnd): Sentence => ({
  words: text.split(' ').map((word) => ({
    text: word,
    language: 'en',
    syllables: [{ stress: 1, phones: [{ ipa: 'ɑ', base: 'aa' }] }],
    breakAfter: false,
  })),
  end,
  endsParagraph: false,
})
/** Pitch in the middle of every syllable's level part. */
const heights = (sentence: Sentence): number[] =>
  toneMelody(sentence, 6)
    .filter(({ part }) => part < 0.5)
    .map(({ semitones }) => semitones)

test('a high lies above a mid and a mid above a low, by two to five semitones', () => {
  const [low, mid, high] = heights(tonal(['L', 'M', 'H'])) as [number, number, number]
  expect(mid - low).toBeGreaterThan(2)
  expect(high - mid).toBeGreaterThan(2)
  expect(high - low).toBeLessThan(6.5)
})

test('in a language of two tones the step is of the same order', () => {
  const [high, low] = heights(tonal(['H', 'L'], 'statement', 'ha')) as [number, number]
  expect(high - low).toBeGreaterThan(3)
  expect(high - low).toBeLessThan(5)
})

test('highs fall over a phrase, and start afresh after a break', () => {
  const [first, , second, , third] = heights(tonal(['H', 'L', 'H', 'L', 'H'])) as number[]
  expect(first!).toBeGreaterThan(second!)
  expect(second!).toBeGreaterThan(third!)
  const [before, , , after] = heights(tonal(['H', 'L', 'H', '|', 'H'])) as number[]
  expect(after!).toBeCloseTo(before!, 6)
})

test('every step goes the right way however long the phrase is', () => {
  const tones = Array.from(
    { length: 200 },
    (_, i): Tone => (['H', 'L', 'M', 'H', 'M', 'L'] as const)[i % 6]!,
  )
  const melody = heights(tonal(tones))
  const level = { H: 2, M: 1, L: 0, HL: 0, LH: 0 }
  for (let i = 1; i < tones.length; i++) {
    const way = Math.sign(level[tones[i]!] - level[tones[i - 1]!])
    if (way !== 0) expect(Math.sign(melody[i]! - melody[i - 1]!)).toBe(way)
  }
})

test('a falling tone ends lower than it began, a rising one higher', () => {
  const [start, end] = toneMelody(tonal(['HL']), 6)
  expect(start!.semitones - end!.semitones).toBeGreaterThan(3)
  const [low, high] = toneMelody(tonal(['LH']), 6)
  expect(high!.semitones - low!.semitones).toBeGreaterThan(3)
})

test('a statement sinks at its very end, a question does not', () => {
  const fall = (end: SentenceEnd): number => {
    const [reached, left] = toneMelody(tonal(['H', 'L'], end), 6).slice(-2)
    return reached!.semitones - left!.semitones
  }
  expect(fall('statement')).toBeGreaterThan(0.5)
  expect(fall('question')).toBe(0)
})

test('Amharic falls over each phrase, starts afresh after a break and rises where it goes on', () => {
  const melody = stressMelody(tonal(['M', 'M', 'M', 'M', '|', 'M', 'M', 'M'], 'statement', 'am'), 6)
  const [first, , third, before, after, , last] = melody.map(({ semitones }) => semitones)
  expect(first!).toBeGreaterThan(third!)
  expect(before!).toBeGreaterThan(third!)
  expect(after!).toBeGreaterThan(third!)
  expect(after!).toBeLessThan(first!)
  expect(last!).toBeLessThan(third!)
  expect(melody.map(({ syllable }) => syllable)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a short vowel that falls is given the time for it, and one before a pause is drawn out', () => {
  const vowel = (sentence: Sentence): number => planProsody(sentence, style, 1, true).durations![1]!
  expect(vowel(tonal(['HL', 'H']))).toBeGreaterThan(1.2 * vowel(tonal(['H', 'H'])))
  const { words, ...rest } = tonal(['H', 'H'])
  const paused = { ...rest, words: [{ ...words[0]!, pauseAfterSeconds: 0.5 }, words[1]!] }
  expect(vowel(paused)).toBeGreaterThan(1.2 * vowel(tonal(['H', 'H'])))
})

test('a question ends higher than the same words as a statement', () => {
  const last = (sentence: Sentence): number =>
    planProsody(sentence, style, 1, false).targets!.at(-1)!.semitones
  const yoruba = (end: SentenceEnd): Sentence => tonal(['L', 'M', 'L'], end)
  expect(last(yoruba('question'))).toBeGreaterThan(last(yoruba('statement')) + 1)
  const planned = { ...style, ownMelody: new Set<LanguageCode>() }
  const nigerian = (end: SentenceEnd): number =>
    planProsody(english('you are here', end), planned, 1, false).targets!.at(-1)!.semitones
  expect(nigerian('question')).toBeGreaterThan(nigerian('statement') + 3)
})

test('long sounds last longer, the last syllable of a phrase is drawn out, speed shortens all', () => {
  expect(phoneSeconds('aː', 'ha')).toBeGreaterThan(1.5 * phoneSeconds('a', 'ha'))
  expect(phoneSeconds('ɨ', 'am')).toBeLessThan(phoneSeconds('a', 'am'))
  const { durations } = planProsody(tonal(['H', 'H', 'H']), style, 1, true)
  expect(durations?.[5]).toBeGreaterThan(durations?.[1] ?? 1)
  const fast = planProsody(tonal(['H', 'H', 'H']), style, 1.2, true).durations
  for (const [i, seconds] of (durations ?? []).entries())
    expect(fast?.[i]).toBeCloseTo(seconds / 1.2, 9)
})

test('English keeps the timing and melody of its speaker, unless the voice speaks it as in Nigeria', () => {
  const plain = planProsody(english('good morning', 'statement'), style, 1, false)
  expect([plain.durations, plain.targets]).toEqual([undefined, undefined])
  const nigerian = planProsody(
    english('good morning', 'statement'),
    { ...style, ownTiming: new Set() },
    1,
    false,
  )
  expect(nigerian.durations).toHaveLength(2)
})

test('a question that wants yes or no rises, one that asks who does not', () => {
  const lift = (text: string): number =>
    planProsody(english(text, 'question'), style, 1, false).finalLiftSemitones
  expect(lift('are you there')).toBeGreaterThan(2)
  expect(lift('who is there')).toBe(0)
})

test('pauses follow the kind of end, the paragraph and the speed; the last sentence ends soon', () => {
  const pause = (sentence: Sentence, speed = 1, isLast = false): number =>
    planProsody(sentence, style, speed, isLast).pauseSeconds
  const statement = english('yes', 'statement')
  expect(pause(english('yes', 'clause'))).toBeLessThan(pause(statement))
  expect(pause(english('yes', 'joint'))).toBe(0)
  expect(pause({ ...statement, endsParagraph: true })).toBeGreaterThan(pause(statement))
  expect(pause(statement, 1.2)).toBeCloseTo(pause(statement) / 1.2, 6)
  expect(pause(statement, 1, true)).toBeLessThan(0.2)
})

test('a pause asked for after a word is kept, and a word may have a pace and a height of its own', () => {
  const sentence = tonal(['H', 'H'])
  const [first, second] = sentence.words as [Word, Word]
  const changed = {
    ...sentence,
    words: [
      { ...first, pauseAfterSeconds: 0.5 },
      { ...second, rate: 2, pitchSemitones: 4 },
    ],
  }
  const plan = planProsody(changed, style, 1, true)
  expect(plan.pauses).toEqual([0.5, 0])
  expect(plan.durations![2]! * 2).toBeCloseTo(
    planProsody(sentence, style, 1, true).durations![2]!,
    6,
  )
  expect(plan.targets!.at(-1)!.semitones).toBeGreaterThan(plan.targets![0]!.semitones + 2)
})

/** A reader of two syllables, two phones each, whose tones lie 4 semitones apart. */
const predicted = {
  pauses: [0.3, 0],
  seconds: [0.1, 0.2, 0.1, 0.2],
  targets: [0, 1].flatMap((syllable) =>
    [0.5, 0.9].map((part) => ({ syllable, part, semitones: syllable === 0 ? 2 : -2 })),
  ),
  rangeSemitones: 4,
}

test('the timing of native readers is brought to the pace of the voice, the order and the word', () => {
  const sentence = tonal(['H', 'L'])
  const [first, second] = sentence.words as [Word, Word]
  const faster = { ...sentence, words: [first, { ...second, rate: 2 }] }
  const plan = planProsody(faster, { ...style, rate: 1.25 }, 0.8, false, predicted)
  expect(plan.durations).toEqual([0.1, 0.2, 0.05, 0.1])
  expect(plan.pauses[0]).toBeCloseTo(0.3, 9)
  const slow = planProsody(sentence, style, 0.5, false, predicted)
  expect(slow.durations).toEqual([0.2, 0.4, 0.2, 0.4])
  expect(slow.pauses[0]).toBeCloseTo(0.6, 9)
})

test('a pause that a word asks for is kept, shorter than a reader makes it too', () => {
  const sentence = tonal(['H', 'L'])
  const [first, second] = sentence.words as [Word, Word]
  const words = [{ ...first, pauseAfterSeconds: 0.1 }, second]
  const plan = planProsody({ ...sentence, words }, style, 1, false, predicted)
  expect(plan.pauses[0]).toBe(0.1)
})

test('the melody of native readers is brought to the range of the voice, and words keep their height', () => {
  const sentence = tonal(['H', 'L'])
  const heightsOf = (wanted: Sentence, rangeSemitones: number): number[] =>
    (planProsody(wanted, { ...style, rangeSemitones }, 1, false, predicted).targets ?? [])
      .filter(({ part }) => part === 0.5)
      .map(({ semitones }) => semitones)
  const [high = 0, low = 0] = heightsOf(sentence, 4)
  expect(high).toBeCloseTo(-low)
  expect(heightsOf(sentence, 8)).toEqual([2 * high, 2 * low])
  const [first, second] = sentence.words as [Word, Word]
  const lifted = { ...sentence, words: [first, { ...second, pitchSemitones: -3 }] }
  expect(heightsOf(lifted, 4)).toEqual([high, low - 3])
})

test('tones that a reader has nearly levelled out are kept apart', () => {
  const flat = {
    ...predicted,
    targets: predicted.targets.map((target) => ({ ...target, semitones: 0 })),
  }
  const { targets } = planProsody(tonal(['H', 'L']), style, 1, false, flat)
  expect(targets![0]!.semitones - targets![2]!.semitones).toBeGreaterThan(2)
})

test('what was learned from statements rises in a question', () => {
  const height = (end: SentenceEnd): number =>
    planProsody(tonal(['H', 'H'], end), style, 1, false, predicted).targets!.at(-1)!.semitones
  expect(height('question')).toBeGreaterThan(height('statement') + 1)
})

/** English words of one syllable; `,` and `;` stand where they are written. */
function marked(text: string): Sentence {
  const written = text.split(' ')
  const plain = english(text.replace(/[,;]/g, ''), 'statement')
  const words = plain.words.map(
    (word, at): Word => ({
      ...word,
      breakAfter: /[,;]$/.test(written[at]!),
      ...(written[at]!.endsWith(',') ? { isBreakLight: true } : {}),
    }),
  )
  return { ...plain, words }
}

test('without a model, a comma beside a short phrase is a break without silence, and a stronger mark is a pause', () => {
  const { pauses } = planProsody(withRests(marked('musa, my friend; came')), style, 1, false)
  expect(pauses).toEqual([0, 0, 0.22, 0])
  const phrase = Array.from({ length: 11 }, () => 'la').join(' ')
  const long = planProsody(withRests(marked(`${phrase}, ${phrase}`)), style, 1, false)
  expect(long.pauses.filter((pause) => pause > 0)).toEqual([0.22])
})

test('a syllable before a break without silence is longer, where the reader of the model rests there it is not', () => {
  const planned = {
    ...style,
    ownMelody: new Set<LanguageCode>(),
    ownTiming: new Set<LanguageCode>(),
  }
  const sentence = marked('musa, came')
  const predicted = { seconds: [0.1, 0.1], targets: [], rangeSemitones: 4 }
  const durations = (pauses: readonly number[]): readonly number[] | undefined =>
    planProsody(sentence, planned, 1, false, { ...predicted, pauses }).durations
  expect(durations([0, 0])).toEqual([expect.closeTo(0.115, 9), 0.1])
  expect(durations([0.3, 0])).toEqual([0.1, 0.1])
})

test('a rest where nothing is written is long enough to be heard as a breath', () => {
  const sentence = tonal(['H', 'L'])
  const short = { ...predicted, pauses: [0.08, 0] }
  expect(planProsody(sentence, style, 1, false, short).pauses[0]).toBeGreaterThanOrEqual(0.2)
})

test('a pause that was asked for is kept at a comma', () => {
  const { words, ...rest } = marked('musa, came')
  const asked = words.map((word, at) => (at === 0 ? { ...word, pauseAfterSeconds: 1 } : word))
  expect(planProsody({ ...rest, words: asked }, style, 1, false).pauses).toEqual([1, 0])
})
