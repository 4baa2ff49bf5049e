import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModelFile } from './catalog.ts'

const MODELS = join(import.meta.dirname, '../../../models')
const copy = mkdtempSync(join(tmpdir(), 'griot àwòṣe '))
beforeAll(() => cpSync(MODELS, copy, { recursive: true }))
afterAll(() => rmSync(copy, { recursive: true }))

const { models } = JSON.parse(readFileSync(join(MODELS, 'catalog.json'), 'utf8')) as {
  models: { id: string; files: { name: string; bytes: number }[] }[]
}

test('every model lies there as the catalog says, with a card that names its data, figures and licences', async () => {
  for (const { id, files } of models) {
    for (const { name, bytes } of files)
      expect(await readModelFile(MODELS, id, name)).toHaveLength(bytes)
    const names = [...files.map(({ name }) => name), 'README.md']
    expect(readdirSync(join(MODELS, id)).sort()).toEqual(names.sort())
    const card = readFileSync(join(MODELS, id, 'README.md'), 'utf8')
    for (const part of ['Method', 'Data', 'Figures', 'Sources and licences'])
      expect(card).toContain(`**${part}`)
  }
})

test('the models are small enough for a laptop', () => {
  const size = (id: string, name: string): number => statSync(join(MODELS, id, name)).size
  expect(size('language', 'weights.bin')).toBeLessThan(4e6)
  expect(size('yoruba-marks', 'model.onnx') + size('yoruba-marks', 'words.tsv')).toBeLessThan(18e6)
})

test('a file that was changed, one that is missing and one that no catalog has are named', async () => {
  const path = join(copy, 'language/weights.bin')
  const bytes = readFileSync(path)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await expect(readModelFile(copy, 'language', 'weights.bin')).rejects.toThrow(
    /weights\.bin is damaged: install Griot again/,
  )
  rmSync(path)
  await expect(readModelFile(copy, 'language', 'weights.bin')).rejects.toThrow(
    /weights\.bin cannot be read: install Griot again/,
  )
  await expect(readModelFile(copy, 'language', '../../package.json')).rejects.toThrow(
    /catalog of models has no/,
  )
})
