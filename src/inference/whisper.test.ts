import { afterAll, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { openModelProcesses } from './model-process.ts'
import { clip, packsForTests, startModelProcess, tinyPack } from './packs.test-support.ts'

const never = new AbortController().signal
const models = openModelProcesses({
  start: startModelProcess,
  store: packsForTests([tinyPack('tiny-whisper')]),
})
afterAll(() => models.close())

async function hear(name: LanguageCode, language?: LanguageCode, specialWords?: readonly string[]) {
  async function* sound() {
    yield clip(name)
  }
  const options = { language, specialWords }
  const found = models.transcribe('tiny-whisper', sound(), options, never)
  const [first] = await Array.fromAsync(found)
  return first?.piece
}

test.each(['en', 'yo', 'ha', 'am'] as const)('%s is recognised by itself', async (language) => {
  expect((await hear(language))?.language).toBe(language)
})

test('a text has its times in the sound, and its words share them', async () => {
  const piece = await hear('am', 'am')
  expect(piece?.text).toMatch(/^ውሃ /)
  // There is 0.4 s of silence on either side of 1.3 s of speech.
  expect(piece?.start).toBeLessThan(0.5)
  expect(piece?.end).toBeGreaterThan(1.4)
  expect(piece?.end).toBeLessThan(2.1)
  expect(piece?.words.map(({ text }) => text).join(' ')).toBe(piece?.text)
  expect(piece?.averageLogProbability).toBeLessThan(0)
})

test('special words stand before the text and are not written down themselves', async () => {
  const piece = await hear('ha', 'ha', ['Ìbàdàn', '😀'])
  // The tiny model has never heard what comes before: it may say nothing at all.
  expect(piece?.text ?? '').not.toContain('Ìbàdàn')
})

test('a language that the pack does not have is refused', async () => {
  await expect(hear('ig', 'ig')).rejects.toMatchObject({ code: 'language/unsupported' })
})
