import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestHausa } from './hausa.test-support.ts'
import { readSpelling } from './spelling.ts'
import { syllablesOf } from './syllables.ts'
import { toneFeatures } from './tone-features.ts'
import { createToneTagger } from './tone-tagger.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const copy = mkdtempSync(join(tmpdir(), 'griot-tones-'))
afterAll(() => rmSync(copy, { recursive: true }))

const { sentenceOf } = openTestHausa()

async function tonesOf(text: string, reader = sentenceOf): Promise<string> {
  const { words } = await reader(text)
  return words.map(({ syllables }) => syllables.map(({ tone }) => tone).join(' ')).join(', ')
}

test.each([
  // Plurals in -ōCī are high throughout.
  ['tagogi', 'H H H'],
  ['mazauni', 'H L H'],
  ['agogo', 'L H H'],
  ['fyaɗe', 'L H'],
])('the word %j, which our list lacks, has the tones %s', async (word, tones) => {
  expect(await tonesOf(word)).toBe(tones)
})

test('tones that the text marks stay', async () => {
  const free = await tonesOf('dabogara')
  const marked = await tonesOf('dàbôgara')
  expect(marked).toBe('L HL H H')
  expect(free).not.toBe(marked)
})

test('what is known of a syllable does not grow with the word', () => {
  const [first] = toneFeatures(syllablesOf(readSpelling('takabaganadamarasazawa'.repeat(4))))
  const count = (first?.narrow.length ?? 0) + (first?.wide.length ?? 0)
  expect(count).toBeGreaterThan(10)
  expect(count).toBeLessThan(50)
})

test('weights of another size are refused', () => {
  expect(() => createToneTagger(new Int8Array(12))).toThrow(/install Griot again/)
})

test('where the model is damaged, that is said once, and the commonest tones of such words stand in', async () => {
  cpSync(join(ROOT, 'models'), join(copy, 'models'), { recursive: true })
  cpSync(join(ROOT, 'resources/lexicons'), join(copy, 'resources/lexicons'), { recursive: true })
  writeFileSync(join(copy, 'models/hausa-tones/weights.bin'), 'x')
  const warnings: string[] = []
  const hear = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', hear)
  const reader = openTestHausa(join(copy, 'resources/lexicons')).sentenceOf
  expect(await tonesOf('agogo', reader)).toBe('L L H')
  expect(await tonesOf('fyaɗe', reader)).toBe('H L')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  expect(warnings.filter((text) => text.includes('hausa-tones'))).toHaveLength(1)
})
