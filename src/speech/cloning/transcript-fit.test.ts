import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { modelsBeside } from '#speech/models/catalog.ts'
import { analyse } from '#speech/recordings/analyse.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { openSegmentRecogniser } from './segment-recogniser.ts'
import { createTranscriptJudge, type TranscriptFit } from './transcript-fit.ts'

const forever = new AbortController().signal
const RESOURCES = join(import.meta.dirname, '../../../resources')
let speaker: LocalSpeaker
let judged: (
  samples: Float32Array,
  transcript: string,
  language: LanguageCode,
) => Promise<TranscriptFit | undefined>
beforeAll(async () => {
  speaker = await speakerForTests('griot-neural')
  const recogniser = await openSegmentRecogniser(modelsBeside(RESOURCES))
  const judge = createTranscriptJudge(speaker, async () => recogniser)
  judged = async (samples, transcript, language) =>
    judge(await analyse(samples, forever), { samples, transcript, language }, forever)
})

async function reads(voice: string, language: LanguageCode, text: string): Promise<Float32Array> {
  const chunks = await Array.fromAsync(speaker.speak({ text, voice, language, speed: 1 }, forever))
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}

const FIRST = 'The children who played by the river never forgot his face'
const SECOND = 'nor the seven ships that left the harbour before the storm.'
const OTHER = 'because my brother works in a hospital behind the market.'
const YORUBA = 'Àwọn ọmọ ilé ìwé náà lọ sí ọjà láti ra ìwé àti bírò kí wọ́n tó bẹ̀rẹ̀ ìdánwò wọn.'

test('what is said fits; backwards, and with the letters of every word exchanged, it does not', async () => {
  for (const [voice, language, text] of [
    ['kani', 'en', `${FIRST} ${SECOND}`],
    ['segun', 'yo', YORUBA],
  ] as const) {
    const samples = await reads(voice, language, text)
    const misfitOf = async (transcript: string): Promise<number> =>
      (await judged(samples, transcript, language))?.misfit ?? Number.NaN
    const words = text.split(' ')
    expect(await misfitOf(text)).toBeLessThan(0)
    expect(await misfitOf(words.toReversed().join(' '))).toBeGreaterThan(0)
    const turned = words.map((word) => [...word.normalize('NFC')].reverse().join(''))
    expect(await misfitOf(turned.join(' '))).toBeGreaterThan(0)
  }
})

test('where half of the transcript is wrong, some of its words are named', async () => {
  const samples = await reads('kani', 'en', `${FIRST} ${SECOND}`)
  const fit = await judged(samples, `${FIRST} ${OTHER}`, 'en')
  expect(fit?.misfit).toBeGreaterThan(0)
  expect(fit?.place).toMatch(/brother|works|hospital|behind|market/)
  expect(fit?.place).not.toMatch(/children|played/)
})

test('a few sounds, a text without a word and a text that has no room are told apart', async () => {
  const samples = await reads('kani', 'en', FIRST)
  expect(await judged(samples, 'yes', 'en')).toBeUndefined()
  expect(await judged(samples, '…', 'en')).toBeUndefined()
  expect((await judged(samples, `${FIRST} `.repeat(12), 'en'))?.misfit).toBeGreaterThan(0)
})
