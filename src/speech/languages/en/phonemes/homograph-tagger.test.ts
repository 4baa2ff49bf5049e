import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openHomographTagger } from '#speech/open-homograph-tagger.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { parseSounds } from './arpabet.ts'
import { homographFeatures } from './homograph-features.ts'
import { TAGGED_READINGS } from './homograph-readings.ts'
import { HOMOGRAPHS } from './homograph-table.ts'
import { createHomographTagger } from './homograph-tagger.ts'
import { type EnglishToken, wordsOf } from './words.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const tagger = await openHomographTagger(join(ROOT, 'models'))
const copy = mkdtempSync(join(tmpdir(), 'griot ọ̀rọ̀ '))
afterAll(() => rmSync(copy, { recursive: true }))

const readingsOf = (text: string): readonly string[] => {
  const tokens = wordsOf(text)
  return tokens.flatMap((_, index) => tagger.read(tokens, index)?.reading.id ?? [])
}

test('every word has at least two readings, which sound different and are in known phones', () => {
  for (const [word, readings] of TAGGED_READINGS) {
    const sounds = readings.map(({ arpabet }) => parseSounds(arpabet).join(' '))
    expect(new Set(sounds).size, word).toBe(sounds.length)
    expect(sounds.length, word).toBeGreaterThan(1)
    for (const sound of sounds) expect(sound.match(/1/g), word).toHaveLength(1)
  }
})

test('nouns and verbs sound as in the table of the rules', () => {
  for (const [word, readings] of TAGGED_READINGS) {
    const table = HOMOGRAPHS.get(word)
    if (!table) continue
    const known = new Set([table.noun, table.verb, table.adjective, table.past])
    const [pair] = ['N', 'n'].filter((kind) => readings.some((reading) => reading.kind === kind))
    if (pair === undefined || word === 'row') continue
    for (const { arpabet } of readings) expect(known, `${word}: ${arpabet}`).toContain(arpabet)
  }
})

test.each([
  ['The bass player tuned his guitar and sang.', 'bass'],
  ['Anglers caught largemouth bass, trout and carp in the lake.', 'bass_corp'],
  ['They aggregate the data of all schools.', 'aggregate_vrb'],
  ['In the aggregate the figures are small.', 'aggregate_adj-nou'],
  ['He was appointed to moderate the debate.', 'moderate_vrb'],
  ['The axes of the graph meet at zero.', 'axes_nou'],
  ['The company is an affiliate of the bank.', 'affiliate_nou'],
  ['The brewery makes sake from rice and water.', 'sake_jp'],
  ['For the sake of peace they stopped.', 'sake'],
])('%s: %s', (sentence, id) => {
  expect(readingsOf(sentence)).toContain(id)
})

test('a long sentence has no more features than a short one', () => {
  const words = (count: number): readonly EnglishToken[] =>
    wordsOf(`${'one of the many small words '.repeat(count)}record it`)
  const tokens = words(2_000)
  const index = tokens.length - 2
  expect(homographFeatures(tokens, index).size).toBeLessThan(200)
  expect(tagger.read(tokens, index)?.reading.id).toMatch(/^record_/)
})

test('weights of another size are refused', () => {
  expect(() => createHomographTagger(new Int8Array(12))).toThrow(/install Griot again/)
})

test('where the model is damaged, that is said once, and rules choose', async () => {
  cpSync(join(ROOT, 'models'), join(copy, 'models'), { recursive: true })
  cpSync(join(ROOT, 'resources'), join(copy, 'resources'), { recursive: true })
  writeFileSync(join(copy, 'models/english-homographs/weights.bin'), 'x')
  const warnings: string[] = []
  const hear = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', hear)
  const speaker = await openSpeaker(join(copy, 'resources'))
  const order = { language: 'en', dialects: [] } as const
  const { signal } = new AbortController()
  const said: string[] = []
  for (const text of ['Please record it.', 'The record is old.']) {
    const words = await speaker.readWords({ ...order, text }, signal)
    said.push(words.find((word) => word.text === 'record')?.ipa ?? '')
  }
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  expect(said).toEqual(['ɹɪˈkɔɹd', 'ˈɹɛ.kɚd'])
  expect(warnings.filter((text) => text.includes('english-homographs'))).toHaveLength(1)
})
