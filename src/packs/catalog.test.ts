import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languageOf } from '#shared/languages/languages.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { catalogFolderIn, openCatalog } from './catalog.ts'
import { downloadProblem, isFileName, isPackId, sizesOf } from './pack-entry.ts'
import { packOf, writeCatalog } from './packs.test-support.ts'

const folder = folderForTests('griot àkójọ')
const shipped = openCatalog(catalogFolderIn(join(import.meta.dirname, '../../resources')))
const files = { 'model.onnx': Buffer.from('x') }
const packs = (entry: object) => {
  writeCatalog(folder, [entry])
  return openCatalog(folder).packs()
}

test('the catalog that comes with Griot has packs for each task, each with the whole text of its licence', async () => {
  const all = await shipped.packs()
  expect(new Set(all.map(({ task }) => task))).toEqual(
    new Set(['transcription', 'translation', 'speech']),
  )
  for (const pack of all) {
    const { text } = await shipped.licenceOf(pack)
    expect([pack.id, text.length > 1_000]).toEqual([pack.id, true])
    expect(pack.languages.filter((code) => languageOf(code) !== code)).toEqual([])
    // Nobody here has run one: none may claim to have been.
    expect(pack.isChecked || pack.measured.every(({ source }) => source.length > 10)).toBe(true)
    expect(pack.licence.commercialUse).toBe(!pack.licence.id.includes('-NC-'))
  }
})

test('a pack that speaks has a figure of read-back, or says that it was not checked', async () => {
  const speaking = (await shipped.packs()).filter(({ task }) => task === 'speech')
  const silent = speaking.filter(
    ({ measured, notes }) =>
      !measured.some(({ what }) => /read.?back/i.test(what)) &&
      !notes.some((note) => note.startsWith('Not checked by reading back')),
  )
  expect([speaking.length > 0, silent]).toEqual([true, []])
})

test('of the packs that come with Griot exactly those can be downloaded whose bytes are all known', async () => {
  const all = await shipped.packs()
  const able = all.filter((pack) => downloadProblem(pack) === undefined)
  expect(able.map(({ id }) => id)).toEqual([
    ...[
      'kokoro-82m',
      'omnilingual-300m',
      'omnilingual-1b',
      'whisper-small',
      'nllb-600m',
      'madlad-3b',
    ],
  ])
  // Of Whisper the SHA-256 are known, and some sizes only roughly.
  const inexact = able.filter((pack) => !sizesOf(pack).isExact)
  expect(inexact.map(({ id }) => id)).toEqual(['whisper-small'])
  for (const pack of all)
    if (!able.includes(pack)) expect(downloadProblem(pack)).toMatch(/import their folder/)
})

test.each([
  '../x',
  '/etc/passwd',
  'a/../../b',
  'a//b',
  '.hidden',
  'a/.b',
  'a\\b',
  'C:x',
  'con',
  'a/NUL.txt',
  'x.part',
  'x.part.json',
  'end.',
  'end ',
  'a b',
  'ẹ',
  '',
  'a/b/c/d/e',
  'x'.repeat(101),
])('%j is refused as the name of a file in a pack', async (name) => {
  expect(isFileName(name)).toBe(false)
  await expect(packs(packOf({ base: null, files: { [name]: Buffer.from('x') } }))).rejects.toThrow(
    /not the name of a file|damaged/,
  )
})

test('names that every system can store are taken', () => {
  for (const name of ['a', 'model.onnx', 'onnx/encoder_model-1.onnx_data', 'a/b/c/d.bin'])
    expect([name, isFileName(name)]).toEqual([name, true])
  expect(['a', 'nllb-600m', '-a', 'a-', 'A', 'a.b', 'nul', ''].filter(isPackId)).toEqual([
    'a',
    'nllb-600m',
  ])
})

test.each<[string, object, RegExp]>([
  ['files over plain http', packOf({ base: 'http://example.org/', files }), /https addresses/],
  ['a password in an address', packOf({ base: 'https://a:b@c.d/', files }), /without a password/],
  [
    'a SHA-256 of another length',
    packOf({ base: null, files, change: { 'model.onnx': { sha256: 'ab' } } }),
    /64 hexadecimal/,
  ],
  [
    'no size',
    packOf({ base: null, files, change: { 'model.onnx': { bytes: null } } }),
    /aboutBytes/,
  ],
  [
    'a name twice but for capitals',
    packOf({ base: null, files: { a: files['model.onnx'], A: files['model.onnx'] } }),
    /same name/,
  ],
  ['an unknown runtime', { ...packOf({ base: null, files }), runtime: 'magic' }, /runtime/],
])('a catalog with %s is refused with the reason', async (_what, entry, words) => {
  await expect(packs(entry)).rejects.toMatchObject({
    code: 'pack/catalog',
    message: expect.stringMatching(words),
  })
})

test('a catalog for a later Griot, no catalog, and one that lists a pack twice are told', async () => {
  const path = join(folder, 'translation.json')
  writeFileSync(path, '{"schema": 2, "packs": "something new"}')
  await expect(openCatalog(folder).packs()).rejects.toThrow(/later version of Griot.*schema 2/)
  writeFileSync(path, '{')
  await expect(openCatalog(folder).packs()).rejects.toThrow(/translation\.json is damaged/)
  await expect(openCatalog(join(folder, 'none')).packs()).rejects.toThrow(/cannot be read/)
  await expect(openCatalog(join(folder, 'licences')).packs()).rejects.toThrow(/no file that ends/)
  const small = packOf({ base: null, files })
  writeCatalog(folder, [small, small])
  await expect(openCatalog(folder).packs()).rejects.toThrow(/lists small twice/)
  expect(existsSync(path)).toBe(true)
})
