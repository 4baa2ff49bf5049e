import { expect, test } from 'vitest'
import type { ScriptLine } from '#shared/script.ts'
import {
  expectedSeconds,
  heardLine,
  lineState,
  linesToSpeak,
  primaryAction,
  type SpeechState,
  type Take,
  takeKey,
  wordAt,
} from './line-state.ts'

const line: ScriptLine = { id: 'a', text: 'Ẹ kú àárọ̀, Mama.', voice: 'lina', speed: 1 }
const other: ScriptLine = { id: 'b', text: 'Good morning, my child.', voice: 'john', speed: 1 }

function takeFor(spoken: ScriptLine): Take {
  return {
    id: `take of ${spoken.id}`,
    key: takeKey(spoken),
    seconds: 1,
    done: 1,
    total: 1,
    complete: true,
  }
}

const idle: SpeechState = {
  lines: [line, other],
  takes: {},
  failures: {},
  queue: new Set(),
  job: undefined,
}
const spoken: SpeechState = { ...idle, takes: { a: takeFor(line), b: takeFor(other) } }

test('a line without a take is not spoken', () => {
  expect(lineState(line, idle)).toBe('unspoken')
})

test('a line is ready when its take has the same text, voice, speed and language', () => {
  expect(lineState(line, spoken)).toBe('ready')
})

test.each([
  { ...line, text: 'Ẹ kú alẹ́, Mama.' },
  { ...line, voice: 'remi' },
  { ...line, speed: 1.1 },
  { ...line, language: 'yo' as const },
])('another text, voice, speed or language makes the take outdated: %o', (edited) => {
  expect(lineState(edited, spoken)).toBe('changed')
})

test('undoing an edit makes the line ready again', () => {
  expect(lineState({ ...line, text: `${line.text}!` }, spoken)).toBe('changed')
  expect(lineState({ ...line }, spoken)).toBe('ready')
})

test('whitespace around the text is not spoken, so it changes nothing', () => {
  expect(lineState({ ...line, text: ` ${line.text}\n` }, spoken)).toBe('ready')
})

test('a failure applies only to the text that failed', () => {
  const failed: SpeechState = { ...idle, failures: { a: { key: takeKey(line), message: 'No.' } } }
  expect(lineState(line, failed)).toBe('failed')
  expect(lineState({ ...line, text: 'Another text.' }, failed)).toBe('unspoken')
})

test('a line that is being spoken and a queued line have their own states', () => {
  const sound = { chunks: [new Int16Array(24_000)], peaks: [], words: [] }
  const take = { ...takeFor(line), ...sound, complete: false }
  const job = { id: 'j', lineId: 'a', take, seed: undefined, startedAt: 0 }
  const working: SpeechState = { ...spoken, job, queue: new Set(['b']) }
  expect(lineState(line, working)).toBe('speaking')
  expect(lineState(other, working)).toBe('queued')
})

test('only lines with text are spoken', () => {
  const blank = { ...line, id: 'c', text: ' \n ' }
  expect(linesToSpeak({ ...idle, lines: [line, blank] })).toEqual([line])
})

test('a translation in doubt is spoken with the others only when it was accepted as it stands', () => {
  const doubts = { found: [{ kind: 'negation', source: 'not', text: '' } as const] }
  const doubtful = { ...line, doubts }
  expect(linesToSpeak({ ...idle, lines: [doubtful, other] })).toEqual([other])
  expect(primaryAction({ ...idle, lines: [doubtful] }, false)).toEqual({
    ...{ kind: 'speak', label: 'Accept translations first (1)', enabled: false },
  })
  const accepted = { ...line, doubts: { ...doubts, accepted: line.text } }
  expect(linesToSpeak({ ...idle, lines: [accepted] })).toEqual([accepted])
  // Accepting is undone when the text changes.
  expect(linesToSpeak({ ...idle, lines: [{ ...accepted, text: 'Other words.' }] })).toEqual([])
})

test('while a translation is in doubt, the button does not offer the export, whatever else is spoken', () => {
  const doubts = { found: [{ kind: 'negation', source: 'not', text: '' } as const] }
  const asks = {
    ...{ kind: 'speak', label: 'Accept translations first (1)', enabled: false },
  }
  const doubtful = { ...line, doubts }
  const oneSpoken = { ...spoken, lines: [doubtful, other], takes: { b: takeFor(other) } }
  expect(primaryAction(oneSpoken, false)).toEqual(asks)
  // Its own buttons have spoken it, but nobody has accepted it.
  expect(primaryAction({ ...spoken, lines: [doubtful, other] }, false)).toEqual(asks)
  const heading = { ...doubtful, kind: 'chapter' as const }
  expect(primaryAction({ ...oneSpoken, lines: [heading, other] }, false).kind).toBe('export')
})

test('the button says "Speak it" before the first take', () => {
  expect(primaryAction(idle, false)).toEqual({ kind: 'speak', label: 'Speak it', enabled: true })
})

test('the button counts the changed lines', () => {
  const edited = { ...spoken, lines: [{ ...line, text: 'Ẹ káàbọ̀.' }, other] }
  expect(primaryAction(edited, false)).toMatchObject({ label: 'Speak changed (1)' })
})

test('failed lines are not counted as changed: the button tries them again when nothing else is to be spoken', () => {
  const failures = { b: { key: takeKey(other), message: 'No.' } }
  const one: SpeechState = { ...spoken, takes: { a: takeFor(line) }, failures }
  expect(primaryAction(one, false)).toEqual({ kind: 'retry', label: 'Try failed again (1)' })
  const both = { ...one, lines: [{ ...line, text: 'Ẹ káàbọ̀.' }, other] }
  expect(primaryAction(both, false)).toMatchObject({ kind: 'speak', label: 'Speak changed (1)' })
})

test('the button offers the export when all lines are ready', () => {
  expect(primaryAction(spoken, false)).toMatchObject({ kind: 'export', label: 'Export…' })
})

test('the button stops speech, the queue and playback', () => {
  expect(primaryAction({ ...spoken, queue: new Set(['a']) }, false).kind).toBe('stop')
  expect(primaryAction(spoken, true).kind).toBe('stop')
})

test('a script without text can be neither spoken nor exported', () => {
  const empty = { ...idle, lines: [{ ...line, text: '' }] }
  expect(primaryAction(empty, false)).toEqual({ kind: 'speak', label: 'Speak it', enabled: false })
  expect(primaryAction({ ...idle, lines: [] }, false)).toMatchObject({ enabled: false })
})

test('the length of a take is estimated from its text, then from its sentences, and exact at its end', () => {
  const growing = { ...takeFor(line), seconds: 2, done: 0, total: 4, complete: false }
  const text = { text: 'x'.repeat(150), speed: 1 }
  expect(expectedSeconds(growing, text)).toBeCloseTo(10)
  expect(expectedSeconds({ ...growing, done: 1 }, text)).toBeCloseTo(8)
  expect(expectedSeconds({ ...growing, seconds: 7.5, complete: true }, text)).toBe(7.5)
})

test('diacritics take no time, and an Ethiopic letter takes that of a syllable', () => {
  const unheard = { ...takeFor(line), seconds: 0, done: 0, complete: false }
  const guess = (text: string): number => expectedSeconds(unheard, { text, speed: 1 })
  expect(guess('ọ̀rọ̀ '.repeat(10))).toBeCloseTo(guess('oro '.repeat(10)))
  expect(guess('ሰላም'.repeat(10))).toBeCloseTo(guess('selama'.repeat(10)))
})

test('a take is never shorter than the audio received', () => {
  const growing = { ...takeFor(line), seconds: 30, done: 0, total: 1, complete: false }
  expect(expectedSeconds(growing, line)).toBe(30)
})

test('the current word is found by its time', () => {
  const words = [
    { text: 'good', start: 0.1, end: 0.4 },
    { text: 'morning', start: 0.4, end: 0.9 },
  ]
  expect([0, 0.1, 0.39, 0.4, 5].map((seconds) => wordAt(words, seconds))).toEqual([-1, 0, 0, 1, 1])
})

test('a heading that is selected stands for the first line below it that has words', () => {
  const heading: ScriptLine = { ...line, id: 'h', kind: 'chapter', text: 'Morning' }
  const empty: ScriptLine = { ...line, id: 'e', text: ' ' }
  expect(heardLine([heading, empty, line, other], 'h')).toBe(line)
  expect(heardLine([line, other], 'b')).toBe(other)
  expect(heardLine([heading, empty], 'h')).toBe(heading)
  expect(heardLine([line], undefined)).toBeUndefined()
})
