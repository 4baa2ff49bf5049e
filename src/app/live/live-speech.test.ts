import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { kinds, openLiveSpeechHarness, settings, WORD } from './live-speech.test-support.ts'

test('words are told with the sound they begin in, on one clock over all sentences', async () => {
  const { live, events, settle } = openLiveSpeechHarness('yo')
  live.append('Ẹ káàárọ̀ o. Ṣé dáadáa ni? Ó dàbọ̀!')
  live.flush()
  await settle()
  const chunks = events.filter((item) => item.kind === 'chunk')
  let samples = 0
  for (const { audio, words } of chunks) {
    const start = samples / SAMPLE_RATE
    samples += audio.length / 2
    expect(words).toHaveLength(1)
    for (const word of words) {
      expect(word.start).toBeGreaterThanOrEqual(start - 0.001)
      expect(word.end).toBeCloseTo(samples / SAMPLE_RATE, 3)
    }
  }
  expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, index) => index))
  expect(chunks.flatMap(({ sentence }) => sentence ?? [])).toEqual([
    'Ẹ káàárọ̀ o.',
    'Ṣé dáadáa ni?',
    'Ó dàbọ̀!',
  ])
})

test('a whole sentence is spoken after half a second of quiet; half of one, or an abbreviation, is not', async () => {
  for (const [text, spoken] of [
    ['Good morning from Lagos.', ['Good morning from Lagos.']],
    ['Good morning from', []],
    ['I met Dr.', []],
    ['It costs 5.', ['It costs 5.']],
  ] as const) {
    const { live, asked, pass, settle } = openLiveSpeechHarness('en')
    live.append(text)
    pass(499)
    await settle()
    expect(asked).toEqual([])
    pass(1)
    await settle()
    expect(asked).toEqual(spoken)
  }
})

test('cancel stops the sound at once, drops what waits, and what comes then is spoken from zero', async () => {
  const rest = Promise.withResolvers<void>()
  let wait = Promise.resolve()
  const { live, events, asked, settle } = openLiveSpeechHarness('ha', () => wait)
  wait = rest.promise
  live.append('Ina kwana? Lafiya lau. Na gode')
  live.flush()
  await settle()
  live.cancel()
  live.append('Sai an jima. ')
  live.flush()
  rest.resolve()
  await settle()
  expect(kinds(events)).toEqual(['chunk', 'cancelled', 'chunk', 'flushed'])
  expect(asked).toEqual(['Ina kwana?', 'Sai an jima.'])
  const after = events.slice(events.findIndex(({ kind }) => kind === 'cancelled'))
  expect(after.flatMap((item) => (item.kind === 'chunk' ? item.words : []))[0]?.start).toBe(0)
  expect(after.flatMap((item) => (item.kind === 'chunk' ? [item.sequence] : []))).toEqual([1, 2, 3])
})

test('every cancel is answered, and a flush by its own answer after its sound', async () => {
  const { live, events, settle } = openLiveSpeechHarness('ig')
  live.cancel()
  live.flush()
  live.flush()
  live.append('Kedu')
  live.flush()
  await settle()
  live.cancel()
  await settle()
  expect(kinds(events)).toEqual([
    'cancelled',
    'flushed',
    'flushed',
    'chunk',
    'flushed',
    'cancelled',
  ])
})

test('a sentence that fails is told and the rest goes on', async () => {
  const { live, events, settle } = openLiveSpeechHarness('pcm')
  live.append('How far? BREAK am. I dey come.')
  live.end()
  await settle()
  expect(kinds(events)).toEqual(['chunk', 'failed', 'chunk', 'done'])
})

test('more than 20,000 waiting characters are refused with both figures, and nothing of them is taken', async () => {
  const { live, events, asked, settle } = openLiveSpeechHarness(
    'en',
    () => new Promise(() => undefined),
  )
  live.append('One two. ')
  await settle()
  live.append('a'.repeat(19_000))
  expect(() => live.append('b'.repeat(2_000))).toThrowError(/21001 .* 20000/)
  live.append('c'.repeat(999))
  expect(asked).toEqual(['One two.'])
  expect(events).toHaveLength(1)
})

test('messages that wait are bounded too, so that settings and flushes cannot fill the memory', async () => {
  const { live, asked, settle } = openLiveSpeechHarness('en', () => new Promise(() => undefined))
  live.append('One two. ')
  await settle()
  const change = (): void => {
    live.start(settings('en'))
    live.append('')
    live.flush()
  }
  expect(() => {
    for (let i = 0; i < 1_000; i++) change()
  }).toThrowError(/^1000 messages are already waiting/)
  expect(change).toThrowError(/^1000 messages are already waiting/)
  expect(live.end).toThrowError(/^1000 messages are already waiting/)
  live.cancel()
  live.append('Three. ')
  await settle()
  expect(asked).toEqual(['One two.', 'Three.'])
})

test('a listener that takes nothing holds the synthesis back', async () => {
  const { live, events, asked, settle } = openLiveSpeechHarness(
    'en',
    () => new Promise(() => undefined),
  )
  live.append('One two three. Four five six. Seven. ')
  await settle()
  expect([asked.length, events.length]).toEqual([1, 1])
  live.close()
  await settle()
  expect([asked.length, events.length]).toEqual([1, 1])
})

test('markup is kept whole, SSML too, and what has no sound is passed over', async () => {
  const { live, asked, settle } = openLiveSpeechHarness('en')
  for (const letter of [
    'Say [yo]Ẹ káàárọ̀. Ó dàbọ̀.[/yo] Then [say: Dr. No. Yes] stop. [pause 300ms] Go. 😀. --- \n***\n',
    '<speak>One. <break time="1s"/> Two.</speak> Three. And \\[not markup]. End',
  ].join(''))
    live.append(letter)
  live.flush()
  await settle()
  expect(asked).toEqual([
    'Say [yo]Ẹ káàárọ̀. Ó dàbọ̀.[/yo]',
    'Then [say: Dr. No. Yes] stop.',
    '[pause 300ms] Go.',
    '<speak>One. <break time="1s"/> Two.</speak>',
    'Three.',
    'And \\[not markup].',
    'End',
  ])
})

test('nothing follows the end but a cancel, which takes it back', async () => {
  const { live, events, settle } = openLiveSpeechHarness('en')
  live.end()
  expect(() => live.append('More.')).toThrowError(/Nothing may follow/)
  expect(() => live.flush()).toThrowError(/Nothing may follow/)
  live.cancel()
  live.append('More. ')
  live.end()
  await settle()
  expect(kinds(events).at(-1)).toBe('done')
})

test('a new start speaks what waits as before and the rest in the new way', async () => {
  const { live, events, settle } = openLiveSpeechHarness('en')
  live.append('Good morning')
  live.start({ ...settings('am'), format: 'mulaw' })
  live.append('ሰላም')
  live.flush()
  await settle()
  const lengths = events.flatMap((item) => (item.kind === 'chunk' ? [item.audio.length] : []))
  expect(lengths).toEqual([WORD * 2, WORD * 2, WORD])
})
