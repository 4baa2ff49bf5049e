import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { slotsOf } from './fidel.ts'
import { geminationFeatures } from './gemination-features.ts'
import { createGeminationTagger, GEMINATION_SLOTS } from './gemination-tagger.ts'
import { openAmharicReader } from './reader.test-support.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const copy = mkdtempSync(join(tmpdir(), 'griot-gemination-'))
afterAll(() => rmSync(copy, { recursive: true }))

const { ipaOf } = openAmharicReader()

/** The word without stress and spaces. */
async function soundsOf(word: string, read = ipaOf): Promise<string> {
  return (await read(word)).replaceAll(/[ ˈ]/g, '')
}

test.each([
  // Verbs by their form: four root consonants, with t before them, with ʔas before them.
  ['ተሰበሰበ', 'təsəbəsːəbə'],
  ['ደለደለ', 'dələdːələ'],
  ['አስጨነቀ', 'ʔast͡ʃʼənːəkʼə'],
  // Agents and things by their root: "one who begs", "one who wants".
  ['ለማኝ', 'ləmːaɲ'],
  ['ፈላጊ', 'fəlːaɡi'],
  ['በጭካኔ', 'bət͡ʃʼɨkːane'],
])('the word %s, which our list lacks, is said %s', async (word, ipa) => {
  expect(await soundsOf(word)).toBe(ipa)
})

test.each([
  ...['ስም', 'ብዙ', 'ስልክ', 'ዝናብ', 'ቀን', 'ልጅ', 'ምድር', 'ዛሬ', 'አበባ', 'ጥቁር'],
  // With endings, too.
  ...['ስሙን', 'ልጆቹን', 'ቀኑን', 'ስልኩን'],
])('the everyday word %s has no long root consonant', async (word) => {
  expect((await soundsOf(word)).replace('t͡ʃː', '')).not.toContain('ː')
})

test.each([
  // The rules have the last ɲ long, and the middle consonant of two short ones before it.
  ['ኰናኝ', 'kʷənːaɲ'],
  ['ዘነዘና', 'zənəzəna'],
])('the model overrules a rule that is only likely: %s is said %s', async (word, ipa) => {
  expect(await soundsOf(word)).toBe(ipa)
})

test.each([
  ['የሚመለስ', 'jəmːimːəlːəs'],
  ['መጽሐፎች', 'məsʼhafot͡ʃː'],
])('an inflection of %s is beyond doubt: %s', async (word, ipa) => {
  expect(await soundsOf(word)).toBe(ipa)
})

test.each([
  ['ማንን', 'manːɨn'],
  ['የርሷ', 'jəɾsʷa'],
  ['ረቡዕ', 'ɾəbuʔ'],
  ['የሚኒስትሩ', 'jəministɾu'],
])('the frequent word %s is said %s', async (word, ipa) => {
  expect(await soundsOf(word)).toBe(ipa)
})

test('where the text marks a word, the model is not asked', async () => {
  expect(await soundsOf('በጭካኔ፟')).toBe('bət͡ʃʼkanːe')
})

test('what is known of a consonant does not grow with the word', () => {
  const slots = slotsOf('ሰላም'.repeat(13))
  const counts = geminationFeatures(slots, slots).map(({ length }) => length)
  expect(Math.max(...counts)).toBeLessThan(100)
})

test('weights of another size are refused', () => {
  const features = new Int8Array(GEMINATION_SLOTS)
  const network = new Int8Array(12)
  expect(() => createGeminationTagger({ features: network, network })).toThrow(
    /has 12 weights: install Griot again/,
  )
  expect(() => createGeminationTagger({ features, network })).toThrow(
    /network .* 6 weights.* install Griot again/,
  )
})

test('where the model is damaged, that is said once, and rules decide', async () => {
  cpSync(join(ROOT, 'models'), join(copy, 'models'), { recursive: true })
  cpSync(join(ROOT, 'resources/lexicons'), join(copy, 'resources/lexicons'), { recursive: true })
  writeFileSync(join(copy, 'models/amharic-gemination/weights.bin'), 'x')
  const warnings: string[] = []
  const hear = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', hear)
  const read = openAmharicReader(join(copy, 'resources/lexicons')).ipaOf
  expect(await soundsOf('በጭካኔ', read)).toBe('bət͡ʃʼkane')
  expect(await soundsOf('ለማኝ', read)).toBe('ləmaɲː')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  expect(warnings.filter((text) => text.includes('amharic-gemination'))).toHaveLength(1)
})
