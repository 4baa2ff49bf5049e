import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { checkResources, createLexiconCheck } from './resources.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
let folder: string
let resources: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot àwọn ọ̀rọ̀ '))
  resources = join(folder, 'resources')
  cpSync(RESOURCES, resources, { recursive: true })
  symlinkSync(join(RESOURCES, '../models'), join(folder, 'models'), 'dir')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** One bit of it is another. */
function damage(name: string): void {
  const bytes = readFileSync(join(resources, name))
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(join(resources, name), bytes)
}

const lexiconsOf = (language: LanguageCode): readonly string[] =>
  readdirSync(join(RESOURCES, 'lexicons'))
    .filter((name) => name.startsWith(`${language}-`) && !name.endsWith('.md'))
    .map((name) => `lexicons/${name}`)

test('resources as they were shipped are unchanged; of what is damaged, cut off or missing every file is named', async () => {
  expect(await checkResources(resources)).toMatch(/^\d\d files, unchanged$/)
  damage('ready-script.json')
  damage('lexicons/ha-words.tsv')
  writeFileSync(join(resources, 'lexicons/ig-tones.tsv'), '')
  rmSync(join(resources, 'lexicons/pcm-words.tsv'))
  const told = await checkResources(resources).catch(String)
  for (const words of [
    'ready-script.json is damaged',
    'ha-words.tsv is damaged',
    'ig-tones.tsv is damaged',
    'pcm-words.tsv is missing or cannot be read',
    'Install Griot again',
  ])
    expect(told).toContain(words)
})

test('checksums that are missing or no checksums are named themselves', async () => {
  writeFileSync(join(resources, 'checksums.json'), '{"files": 3')
  await expect(checkResources(resources)).rejects.toThrow(/checksums\.json is missing or damaged/)
  rmSync(join(resources, 'checksums.json'))
  await expect(checkResources(resources)).rejects.toThrow(/checksums\.json is missing or damaged/)
})

test.each(LANGUAGES.map(({ code }) => [code]))(
  'a lexicon of %s that is damaged by one bit is named to whoever wants to speak it, without a path, until it is mended',
  async (language) => {
    for (const name of lexiconsOf(language)) {
      const check = createLexiconCheck(resources)
      damage(name)
      const told = await check(language).catch((error: unknown) => error)
      expect(told).toMatchObject({
        code: 'resource/damaged',
        message: expect.stringContaining(`resources/${name} is damaged`),
      })
      expect(String(told)).not.toContain(folder)
      for (const { code } of LANGUAGES) if (code !== language) await check(code)
      damage(name)
      await check(language)
    }
  },
)

test('a speaker names the lexicon that it lacks in every language, speaks the others, and goes on once it is mended', async () => {
  const { speak, restoreMarks } = await openSpeaker(resources)
  const stop = new AbortController().signal
  const say = async (language: string, text: string): Promise<number> => {
    let samples = 0
    for await (const chunk of speak({ text, language, voice: 'lina', speed: 1 }, stop))
      samples += chunk.samples.length
    return samples
  }
  const damaged = [
    ['en', 'Yes.', 'lexicons/en-nigeria.tsv'],
    ['am', 'አዎ።', 'lexicons/am-words.tsv'],
    ['ha', 'Sannu.', 'lexicons/ha-words.tsv'],
    ['ig', 'Ee.', 'lexicons/ig-tones.tsv'],
    ['yo', 'Bẹ́ẹ̀ ni.', 'lexicons/yo-marked-words.tsv'],
    ['pcm', 'Abeg.', 'lexicons/pcm-words.tsv'],
  ] as const
  for (const [, , name] of damaged) damage(name)
  for (const [language, text, name] of damaged)
    await expect(say(language, text)).rejects.toThrow(name)
  await expect(restoreMarks({ text: 'Bawo ni?', language: 'yo' }, stop)).rejects.toThrow(
    'yo-marked-words.tsv',
  )
  damage('lexicons/ha-words.tsv')
  expect(await say('ha', 'Sannu.')).toBeGreaterThan(0)
  for (const [, , name] of damaged) if (!name.includes('ha-')) damage(name)
  for (const [language, text] of damaged) expect(await say(language, text)).toBeGreaterThan(0)
})
