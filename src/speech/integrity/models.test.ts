import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOMOGRAPH_SLOTS } from '#speech/languages/en/phonemes/homograph-tagger.ts'
import { TONE_SLOTS } from '#speech/languages/ha/phonemes/tone-tagger.ts'
import { CLASSES, SLOTS } from '#speech/text/detect/features.ts'
import { checkModels } from './models.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
let folder: string
let resources: string
const at = (path: string): string => join(folder, 'models', path)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot àwòṣe '))
  resources = join(folder, 'resources')
  symlinkSync(RESOURCES, resources, 'dir')
  cpSync(join(RESOURCES, '../models'), join(folder, 'models'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Someone who changed a file and the catalog too. */
function forge(id: string, name: string, bytes: Uint8Array): void {
  const path = join(id, name)
  const old = createHash('sha256')
    .update(readFileSync(at(path)))
    .digest('hex')
  const now = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(at(path), bytes)
  writeFileSync(at('catalog.json'), readFileSync(at('catalog.json'), 'utf8').replace(old, now))
}

test('models as they were shipped are named with a sentence that they have marked', async () => {
  expect(await checkModels(resources)).toMatch(
    /^language, english-homographs, hausa-tones, amharic-gemination, yoruba-marks, native-speech, translation, speech-segments: unchanged; .* becomes “Àwọn ọmọ náà ti lọ sí ilé ìwé\.” \d+ ms/,
  )
})

test.each([
  ['yoruba-marks/model.onnx'],
  ['yoruba-marks/words.tsv'],
  ['language/weights.bin'],
  ['language/english-or-pidgin.bin'],
  ['english-homographs/weights.bin'],
  ['hausa-tones/weights.bin'],
  ['amharic-gemination/weights.bin'],
  ['amharic-gemination/network.bin'],
  ['speech-segments/segments.onnx'],
])(
  '%s is named where it is damaged by one bit, cut off or missing, with what to do',
  async (name) => {
    const bytes = readFileSync(at(name))
    writeFileSync(at(name), bytes.subarray(0, -1))
    await expect(checkModels(resources)).rejects.toThrow(`${name} is damaged: install Griot again.`)
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    writeFileSync(at(name), bytes)
    await expect(checkModels(resources)).rejects.toThrow(`${name} is damaged: install Griot again.`)
    rmSync(at(name))
    await expect(checkModels(resources)).rejects.toThrow(
      `${name} cannot be read: install Griot again.`,
    )
  },
)

test('a catalog that is missing or no catalog is named', async () => {
  writeFileSync(at('catalog.json'), '{"models": 3')
  await expect(checkModels(resources)).rejects.toThrow(/catalog\.json is damaged: install/)
  rmSync(at('catalog.json'))
  await expect(checkModels(resources)).rejects.toThrow(/catalog\.json cannot be read: install/)
})

test('a file that the catalog vouches for, and that is no model or says nonsense, is found out', async () => {
  forge('yoruba-marks', 'model.onnx', Buffer.from('nothing'))
  await expect(checkModels(resources)).rejects.toThrow(
    /Yoruba marks cannot be loaded .* marks Yoruba by its lexicon alone/s,
  )
  forge('language', 'weights.bin', new Uint8Array(SLOTS * CLASSES.length))
  await expect(checkModels(resources)).rejects.toThrow(/takes Yoruba for en/)
})

test('a model of homographs without knowledge is found out', async () => {
  forge('english-homographs', 'weights.bin', new Uint8Array(HOMOGRAPH_SLOTS))
  await expect(checkModels(resources)).rejects.toThrow(/homographs reads .* by rules alone/)
})

test('a network of English and Pidgin without knowledge is found out', async () => {
  forge(
    'language',
    'english-or-pidgin.bin',
    new Uint8Array(readFileSync(at('language/english-or-pidgin.bin')).length),
  )
  await expect(checkModels(resources)).rejects.toThrow(/takes words of .* for English/)
})

test.each([['weights.bin'], ['network.bin']])(
  'a model of long consonants whose %s has no knowledge is found out',
  async (file) => {
    const { length } = readFileSync(at(`amharic-gemination/${file}`))
    forge('amharic-gemination', file, new Uint8Array(length))
    await expect(checkModels(resources)).rejects.toThrow(/gemination makes the letters .* fewer/)
  },
)

test('a model of tones without knowledge is found out', async () => {
  forge('hausa-tones', 'weights.bin', new Uint8Array(TONE_SLOTS))
  await expect(checkModels(resources)).rejects.toThrow(/Hausa tones gives .* H H H.* fewer/)
})
