import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { checkPacks, type PackCheckOptions } from './check-packs.ts'
import { etagOf } from './file-server.test-support.ts'
import { never, openSmallPack, type SmallPack } from './packs.test-support.ts'

const MODEL = 'files/onnx/model.onnx'
let pack: SmallPack
beforeEach(async () => {
  pack = await openSmallPack()
})

const install = async (): Promise<void> => {
  await pack.store.accept('small', 'Apache-2.0')
  await pack.store.install('small', () => undefined, never)
}
const check = (change: Partial<PackCheckOptions> = {}): Promise<string> =>
  checkPacks({
    ...{ home: pack.home, store: pack.store, isDeep: false, signal: never },
    memory: { total: 8e9, free: 4e9 },
    ...change,
  })
/** Other bytes of the same size and time, as a failing disk makes them. */
function rot(): void {
  const path = pack.at(MODEL)
  const { atime, mtime } = statSync(path)
  const bytes = readFileSync(path)
  bytes[7] = (bytes[7] ?? 0) ^ 1
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

test('without packs nothing is wrong, and an installed one is named with its size', async () => {
  expect(await check()).toBe('none installed (griot models list)')
  await install()
  expect(await check()).toMatch(/^small \(300.* kB\)$/)
  expect(await check({ isDeep: true })).toMatch(/every byte is right$/)
})

test('a file that is missing, of another size or with other bytes is told with the command that mends it', async () => {
  await install()
  const path = pack.at(MODEL)
  const record = readFileSync(pack.at('installed.json'))
  const damaged = {
    ...{
      code: 'pack/damaged',
      message: expect.stringMatching(/onnx\/model\.onnx.*models install small/),
    },
  }
  // Looking is not repairing.
  const mend = readFileSync(path)
  writeFileSync(path, Buffer.alloc(300_000))
  await expect(check()).rejects.toMatchObject(damaged)
  writeFileSync(path, 'short')
  await expect(check()).rejects.toMatchObject(damaged)
  rmSync(path)
  await expect(check()).rejects.toMatchObject(damaged)
  writeFileSync(path, mend)
  expect(await check()).toContain('small')
  expect(readFileSync(pack.at('installed.json')).equals(record)).toBe(true)
})

test('bytes that changed behind an unchanged time are found by the deep check', async () => {
  await install()
  const { mtimeMs } = statSync(pack.at(MODEL))
  rot()
  // A file system with coarse times cannot restore one exactly; then the quick check compares the bytes, too.
  if (statSync(pack.at(MODEL)).mtimeMs === mtimeMs) expect(await check()).toContain('small')
  await expect(check({ isDeep: true })).rejects.toMatchObject({ code: 'pack/damaged' })
})

test('a licence whose text has changed is told, and so is a catalog that cannot be read', async () => {
  await install()
  writeFileSync(join(pack.catalog, 'licences/own.txt'), 'Pay first.\n')
  await expect(check()).rejects.toMatchObject({
    ...{ code: 'pack/licence', message: expect.stringContaining('--accept-licence Apache-2.0') },
  })
  writeFileSync(join(pack.catalog, 'translation.json'), '{"schema": 2}')
  await expect(check()).rejects.toMatchObject({
    ...{ code: 'pack/catalog', message: expect.stringContaining('later version of Griot') },
  })
})

test('too little memory is told: as a fault where the computer has it never, in words where it is not free', async () => {
  await install()
  expect(await check({ memory: { total: 8e9, free: 5e6 } })).toContain('close other programs')
  await expect(check({ memory: { total: 5e6, free: 5e6 } })).rejects.toMatchObject({
    message: expect.stringContaining('models remove small'),
  })
})

test('a download that was not finished is told with how to go on', async () => {
  const stop = new AbortController()
  pack.server.next.push((_request, response, file) => {
    response.writeHead(200, { 'content-length': file.length, etag: etagOf(file) })
    response.write(file.subarray(0, 50_000))
    return 'hanging'
  })
  await pack.store.accept('small', 'Apache-2.0')
  const installing = pack.store.install(
    'small',
    ({ doneBytes }) => {
      if (doneBytes === 50_000) stop.abort(new Error('stopped'))
    },
    stop.signal,
  )
  await expect(installing).rejects.toThrow('stopped')
  expect(await check()).toMatch(
    /^small, not complete \(50.*kB\): "griot models install small" goes on/,
  )
})
