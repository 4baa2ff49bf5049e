import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  never,
  openSmallPack,
  packOf,
  type SmallPack,
  writeCatalog,
  writeFiles,
} from './packs.test-support.ts'

let pack: SmallPack
let folder: string
beforeEach(async () => {
  pack = await openSmallPack()
  folder = join(pack.home, '../mi àpò')
  mkdirSync(folder, { recursive: true })
})
const bring = async (id?: string): Promise<string> => {
  await pack.store.accept('small', 'Apache-2.0')
  return pack.store.import(folder, id, never)
}

test('a folder with the files of a pack, in other folders too, installs it without the network', async () => {
  writeFiles(folder, {
    'deep/inside/onnx/model.onnx': pack.files['onnx/model.onnx'] ?? Buffer.of(),
    'deep/tokenizer.json': pack.files['tokenizer.json'] ?? Buffer.of(),
    'model.onnx': Buffer.from('another one of this name'),
  })
  expect(await bring()).toBe('small')
  const opened = await pack.store.folderOf('small')
  for (const [name, bytes] of Object.entries(pack.files))
    expect(readFileSync(join(opened.folder, name)).equals(bytes)).toBe(true)
  expect(pack.server.asked).toEqual([])
})

test('what lies on the same disk takes no second space', async () => {
  writeFiles(folder, pack.files)
  await bring('small')
  const [from, to] = [join(folder, 'tokenizer.json'), pack.at('files/tokenizer.json')]
  expect(statSync(to).ino).toBe(statSync(from).ino)
})

test('a cache of a hub, in which names are links to the files, is read', async () => {
  writeFiles(join(folder, 'blobs'), { a: pack.files['onnx/model.onnx'] ?? Buffer.of() })
  mkdirSync(join(folder, 'snapshots/abc/onnx'), { recursive: true })
  symlinkSync('../../../blobs/a', join(folder, 'snapshots/abc/onnx/model.onnx'))
  symlinkSync('../..', join(folder, 'snapshots/round'))
  writeFiles(folder, { 'tokenizer.json': pack.files['tokenizer.json'] ?? Buffer.of() })
  await bring()
  expect(statSync(pack.at('files/onnx/model.onnx')).isFile()).toBe(true)
})

test('what is missing, too long, or another file is listed, and nothing is installed', async () => {
  writeFiles(folder, { 'tokenizer.json': Buffer.from('{"tokens": ["e"]}  ') })
  await expect(bring('small')).rejects.toMatchObject({
    code: 'pack/incomplete',
    message: expect.stringMatching(
      /onnx\/model\.onnx is missing\n- tokenizer\.json .*(SHA-256|should have 19)/,
    ),
  })
  writeFiles(folder, { 'tokenizer.json': Buffer.alloc(50) })
  await expect(bring('small')).rejects.toThrow(/has 50 bytes, and should have 19/)
  const other = packOf({ id: 'other', base: null, files: { 'other.bin': Buffer.from('x') } })
  writeCatalog(pack.catalog, [packOf({ base: null, files: pack.files }), other])
  await expect(bring()).rejects.toThrow(/holds all files of no pack.*--pack ID/)
  expect((await pack.store.find('small')).state).toBe('absent')
})

test('an imported pack that is damaged is mended by another import, which is what its message says', async () => {
  const imported = await openSmallPack({ base: null })
  const folder = join(imported.home, '../mine')
  writeFiles(folder, imported.files)
  await imported.store.accept('small', 'Apache-2.0')
  await imported.store.import(folder, 'small', never)
  rmSync(imported.at('files/tokenizer.json'))
  await expect(imported.store.folderOf('small')).rejects.toThrow(
    'griot models import FOLDER --pack small',
  )
  await imported.store.import(folder, 'small', never)
  await imported.store.folderOf('small')
})

test('a folder that is none is told', async () => {
  writeFileSync(join(folder, 'a'), '')
  for (const path of [join(folder, 'none'), join(folder, 'a')])
    await expect(pack.store.import(path, 'small', never)).rejects.toMatchObject({
      code: 'pack/incomplete',
      message: expect.stringContaining('cannot be read'),
    })
})

test('nothing is imported before the licence was accepted', async () => {
  writeFiles(folder, pack.files)
  await expect(pack.store.import(folder, 'small', never)).rejects.toMatchObject({
    code: 'pack/licence',
  })
})

test('a file that the catalog does not know is taken as it is the first time, and held to that from then on', async () => {
  const size = { bytes: null, aboutBytes: 20, atMostBytes: 100, sha256: null }
  const files = {
    'tokenizer.json': Buffer.from('x'),
    'model.onnx': pack.files['onnx/model.onnx'] ?? Buffer.of(),
  }
  writeCatalog(pack.catalog, [packOf({ base: null, files, change: { 'tokenizer.json': size } })])
  await pack.store.accept('small', 'Apache-2.0')
  await expect(pack.store.install('small', () => undefined, never)).rejects.toMatchObject({
    code: 'pack/no-source',
    message: expect.stringContaining('griot models import FOLDER'),
  })
  writeFiles(folder, { ...files, 'tokenizer.json': Buffer.alloc(101) })
  await expect(bring('small')).rejects.toThrow(/has 101 B, and may have at most 100 B/)
  writeFiles(folder, { 'tokenizer.json': Buffer.from('mine') })
  await bring()
  const state = await pack.store.find('small')
  expect(state.files).toMatchObject([{ isPinned: false, bytes: 4 }, { isPinned: true }])
  writeFileSync(pack.at('files/tokenizer.json'), 'your')
  expect(await pack.store.verify('small', () => undefined, never)).toEqual(['tokenizer.json'])
})

test('files that could be those of several packs need the name of one', async () => {
  const files = { 'model.onnx': Buffer.from('x'), 'vocab.json': Buffer.from('y') }
  const unknown = { bytes: null, aboutBytes: 5, atMostBytes: 10, sha256: null }
  const change = { 'model.onnx': unknown, 'vocab.json': unknown }
  const voices = ['voice-a', 'voice-b'].map((id) => packOf({ id, base: null, files, change }))
  writeCatalog(pack.catalog, voices)
  writeFiles(folder, files)
  await expect(pack.store.import(folder, undefined, never)).rejects.toThrow(
    /several packs: voice-a, voice-b\. Name the one/,
  )
  await pack.store.accept('voice-b', 'Apache-2.0')
  expect(await pack.store.import(folder, 'voice-b', never)).toBe('voice-b')
})
