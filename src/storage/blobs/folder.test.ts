import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { read } from './blobs.test-support.ts'
import { describeBlobs } from './blobs-contract.test-support.ts'
import { createFolderBlobs } from './folder.ts'

const root = folderForTests('griot ìkójọ')
let count = 0
const newFolder = (): string => join(root, `${++count}`)

describeBlobs(
  'a folder',
  async () => {
    const address = newFolder()
    return {
      ...{ blobs: createFolderBlobs(address), address, env: {} },
      stored: async () => filesIn(address).filter((name) => !name.startsWith('.facts')),
      parts: async () => [],
    }
  },
  { hasLinks: false },
)

test('a file lies under its key, for its owner alone', async () => {
  const folder = newFolder()
  const blobs = createFolderBlobs(folder)
  await blobs.put('orin/ìwé.txt', { bytes: Buffer.from('x'), type: 'text/plain' })
  const path = String(blobs.pathOf('orin/ìwé.txt'))
  expect(path).toBe(join(folder, 'orin', 'ìwé.txt'))
  expect(readFileSync(path, 'utf8')).toBe('x')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'orin')).mode & 0o777).toBe(0o700)
})

test('where facts are kept elsewhere, a folder holds nothing but the files, and tells types by their bytes', async () => {
  const folder = newFolder()
  const blobs = createFolderBlobs(folder, { keepsFacts: false })
  await blobs.put('a', { bytes: Buffer.from('RIFF....WAVE'), type: 'audio/wav' })
  await blobs.copy('a', 'b')
  expect(filesIn(folder)).toEqual(['a', 'b'])
  expect(await blobs.head('a')).toMatchObject({ type: 'audio/wav', sha256: undefined })
})

test('a file that was changed on the disk is known by its bytes, and one that was damaged is refused at its end', async () => {
  const folder = newFolder()
  const blobs = createFolderBlobs(folder)
  await blobs.put('a', { bytes: Buffer.from('12345'), type: 'text/plain' })
  writeFileSync(join(folder, 'a'), '1234!')
  const changed = await blobs.get('a')
  expect(changed?.facts).toMatchObject({ sha256: undefined, sizeBytes: 5 })
  expect((await read(changed)).toString()).toBe('1234!')
  await blobs.put('b', { bytes: Buffer.from('12345'), type: 'text/plain' })
  const times = statSync(join(folder, 'b'))
  writeFileSync(join(folder, 'b'), '1234!')
  utimesSync(join(folder, 'b'), times.atime, times.mtime)
  const facts = JSON.parse(readFileSync(join(folder, '.facts', 'b.json'), 'utf8'))
  const modifiedMs = statSync(join(folder, 'b')).mtimeMs
  writeFileSync(join(folder, '.facts', 'b.json'), JSON.stringify({ ...facts, modifiedMs }))
  const damaged = await blobs.get('b')
  await expect(read(damaged)).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('"b" is damaged'),
  })
  // Whoever jumps about in a file is not held up by all of it.
  const part = await blobs.get('b', { range: { start: 4 } })
  expect((await read(part)).toString()).toBe('!')
})

test('a folder that cannot be used is an error in words', async () => {
  const inTheWay = newFolder()
  writeFileSync(inTheWay, 'a file where the folder should be')
  const blobs = createFolderBlobs(inTheWay)
  await expect(blobs.check()).rejects.toMatchObject({ code: 'storage/failed' })
  await expect(
    blobs.put('a', { bytes: Buffer.from('x'), type: 'text/plain' }),
  ).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('The file could not be stored (E'),
  })
})

test.runIf(process.platform === 'linux')(
  'a full disk is an error in words, and leaves nothing',
  async () => {
    const folder = newFolder()
    mkdirSync(folder)
    const blobs = createFolderBlobs(folder, { keepsFacts: false })
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' })
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(100_000)
      throw full
    }
    await expect(blobs.put('a', { bytes: bytes(), type: 'a/b' })).rejects.toMatchObject({
      code: 'storage/full',
      message: expect.stringContaining('The disk is full: free some space'),
    })
    expect(filesIn(folder)).toEqual([])
  },
)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('what is on the disk is not kept in memory while the rest still comes', async () => {
  const pieces: WeakRef<Uint8Array>[] = []
  let inMemory = 0
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 50; i++) {
      const piece = new Uint8Array(100_000)
      pieces.push(new WeakRef(piece))
      yield piece
    }
    await nextTurn()
    collectGarbage()
    inMemory = pieces.filter((piece) => piece.deref()).length
  }
  const blobs = createFolderBlobs(newFolder())
  const { sizeBytes } = await blobs.put('ìwé', { bytes: bytes(), type: 'text/plain' })
  expect(sizeBytes).toBe(5_000_000)
  // The last one or two are still in somebody's hands.
  expect(inMemory).toBeLessThan(5)
})

/** All files below a folder, by their paths in it. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort()
  } catch {
    return []
  }
}
