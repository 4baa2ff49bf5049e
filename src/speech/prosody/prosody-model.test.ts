import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Sentence, Tone, Word } from '#speech/utterance.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openProsodyModel, type PredictedProsody, type ProsodyModel } from './prosody-model.ts'

const MODELS = join(import.meta.dirname, '../../../models')
let model: ProsodyModel
beforeAll(async () => {
  model = await openProsodyModel(MODELS)
})

function yoruba(tones: readonly Tone[], breakAfter = -1): Sentence {
  const words = tones.map((tone, index): Word => {
    const phones = [{ ipa: 'b' }, { ipa: 'a' }]
    const syllables = [{ stress: 0 as const, tone, phones }]
    return { text: 'bá', language: 'yo', syllables, breakAfter: index === breakAfter }
  })
  return { words, end: 'statement', endsParagraph: false }
}
async function predicted(sentence: Sentence, manner = 'yo'): Promise<PredictedProsody> {
  const found = await model.predict(sentence, manner)
  if (!found) throw new Error(`nothing was learned for ${manner}`)
  return found
}
/** Mean height of the vowel of each syllable. */
const heights = ({ targets }: PredictedProsody, count: number): number[] =>
  Array.from({ length: count }, (_, syllable) => {
    const own = targets.filter((target) => target.syllable === syllable && target.part > 0.5)
    return own.reduce((sum, { semitones }) => sum + semitones, 0) / own.length
  })

test('every phone has a duration of a reader, every syllable a pitch inside it', async () => {
  const sentence = yoruba(['H', 'L', 'M', 'H', 'L'])
  const { seconds, targets, pauses } = await predicted(sentence)
  expect(seconds).toHaveLength(10)
  for (const length of seconds) {
    expect(length).toBeGreaterThanOrEqual(0.025)
    expect(length).toBeLessThan(0.8)
  }
  expect(pauses).toHaveLength(5)
  expect(new Set(targets.map(({ syllable }) => syllable))).toEqual(new Set([0, 1, 2, 3, 4]))
  for (const { part } of targets) expect(part).toBeGreaterThan(0)
  for (const { part } of targets) expect(part).toBeLessThan(1)
})

test('a high is higher than a low between the same neighbours', async () => {
  const high = heights(await predicted(yoruba(['M', 'M', 'H', 'M', 'M'])), 5)
  const low = heights(await predicted(yoruba(['M', 'M', 'L', 'M', 'M'])), 5)
  expect((high[2] ?? 0) - (low[2] ?? 0)).toBeGreaterThan(1.5)
})

test('there is a pause where the sentence has a break, and as long a one as a word asks for', async () => {
  const { pauses } = await predicted(yoruba(['H', 'M', 'L', 'M'], 1))
  expect(pauses[1]).toBeGreaterThan(0.05)
  const sentence = yoruba(['H', 'M', 'L', 'M'])
  const words = sentence.words.map((word, index) =>
    index === 2 ? { ...word, pauseAfterSeconds: 3 } : word,
  )
  expect((await predicted({ ...sentence, words })).pauses[2]).toBe(3)
})

test('the same sentence is always read the same', async () => {
  const sentence = yoruba(['H', 'L', 'H'])
  expect(await predicted(sentence)).toEqual(await predicted(sentence))
})

test('nothing is predicted for a manner that no reader has taught', async () => {
  expect(await model.predict(yoruba(['H']), 'sw')).toBeUndefined()
})

test('a folder without the model is told by name', async () => {
  const folder = join(folderForTests('griot kíkà'), 'models')
  mkdirSync(folder)
  await expect(openProsodyModel(folder)).rejects.toThrow(/catalog\.json cannot be read: install/)
})
