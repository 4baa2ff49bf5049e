import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { etagOf, type Misbehaviour, sha256 } from './file-server.test-support.ts'
import {
  LICENCE,
  never,
  openSmallPack,
  packOf,
  type SmallPack,
  writeCatalog,
} from './packs.test-support.ts'
import type { PackChange } from './store.ts'

const MODEL = 'onnx/model.onnx'
let pack: SmallPack
beforeEach(async () => {
  pack = await openSmallPack()
})

const quiet = (): void => undefined
const install = async ({ store } = pack): Promise<void> => {
  await store.accept('small', 'Apache-2.0')
  await store.install('small', quiet, never)
}
const stateOf = async (): Promise<string> => (await pack.store.find('small')).state
const CHILD = join(import.meta.dirname, 'install-in-child.test-support.ts')

/** A server that says how long the model is, sends some of it, and waits for ever. */
const hang: Misbehaviour = (_request, response, file) => {
  response.writeHead(200, { 'content-length': file.length, etag: etagOf(file) })
  response.write(file.subarray(0, 50_000))
  return 'hanging'
}

test('listing packs makes nothing in the data folder and asks nothing of the network', async () => {
  expect(await pack.store.list()).toMatchObject([
    { pack: { id: 'small', task: 'translation' }, state: 'absent', storedBytes: 0, files: [] },
  ])
  expect([existsSync(pack.home), pack.server.asked]).toEqual([false, []])
})

test('nothing is downloaded, imported or used before the licence was accepted by its name', async () => {
  const refused = { code: 'pack/licence', message: expect.stringContaining('Apache-2.0') }
  await expect(pack.store.install('small', quiet, never)).rejects.toMatchObject(refused)
  await expect(pack.store.accept('small', 'MIT')).rejects.toMatchObject(refused)
  expect([existsSync(pack.home), pack.server.asked]).toEqual([true, []])
  await install()
  const accepted = JSON.parse(readFileSync(pack.at('accepted.json'), 'utf8'))
  expect(accepted).toEqual({
    ...{ licence: 'Apache-2.0', textSha256: sha256(Buffer.from(LICENCE)), text: LICENCE },
    ...{ revision: '2026-01-01', acceptedAt: '2026-02-03T04:05:06.000Z' },
  })
  await pack.store.folderOf('small')
  writeFileSync(join(pack.catalog, 'licences/own.txt'), 'You may not use it.\n')
  await expect(pack.store.folderOf('small')).rejects.toMatchObject(refused)
})

test('an installed pack is opened by a folder with the files of its manifest, and listeners hear of it', async () => {
  const changes: PackChange[] = []
  const stop = pack.store.onChange((change) => {
    changes.push(change)
  })
  await install()
  const { folder, manifest } = await pack.store.folderOf('small')
  for (const { name } of manifest.files)
    expect(readFileSync(join(folder, name)).equals(pack.files[name] ?? Buffer.of())).toBe(true)
  const asked = pack.server.asked.length
  await pack.store.install('small', quiet, never)
  expect(pack.server.asked).toHaveLength(asked)
  await pack.store.remove('small')
  stop()
  await install()
  const kinds = changes.map(({ kind }) => kind)
  expect(kinds).toEqual(['accepted', 'installed', 'removing', 'removed'])
})

test('a file that was changed, cut off or lost is found, told, not opened, and mended by installing again', async () => {
  await install()
  const model = pack.at(`files/${MODEL}`)
  const bytes = readFileSync(model)
  const changed = Buffer.from(bytes)
  changed[1000] = (changed[1000] ?? 0) ^ 1
  for (const damage of [
    () => writeFileSync(model, changed),
    () => writeFileSync(model, bytes.subarray(1)),
    () => rmSync(model),
    () => symlinkIn(model, bytes),
  ]) {
    damage()
    await expect(pack.store.folderOf('small')).rejects.toMatchObject({
      code: 'pack/damaged',
      message: expect.stringContaining(MODEL),
    })
    expect(await pack.store.verify('small', quiet, never)).toEqual([MODEL])
    expect(await stateOf()).toBe('damaged')
    await pack.store.install('small', quiet, never)
    expect(await pack.store.verify('small', quiet, never)).toEqual([])
    await pack.store.folderOf('small')
  }
})

function symlinkIn(path: string, bytes: Buffer): void {
  writeFileSync(`${pack.home}/elsewhere`, bytes)
  rmSync(path)
  symlinkSync(`${pack.home}/elsewhere`, path)
}

test('a file that only has another time is compared again, once, and stays good', async () => {
  await install()
  utimesSync(pack.at(`files/${MODEL}`), 1, 1)
  await pack.store.folderOf('small')
  const record = JSON.parse(readFileSync(pack.at('installed.json'), 'utf8'))
  expect(record.files[0]).toMatchObject({ name: MODEL, mtimeMs: 1_000, isPinned: true })
})

test('a catalog that names other bytes makes an installed pack one that is to be installed again', async () => {
  await install()
  const files = { ...pack.files, [MODEL]: Buffer.from('newer') }
  writeCatalog(pack.catalog, [packOf({ base: `${pack.server.url}/hub/`, files })])
  expect(await pack.store.find('small')).toMatchObject({
    state: 'damaged',
    problem: expect.stringContaining('another version of onnx/model.onnx'),
  })
  pack.server.files.set(`/hub/${MODEL}`, Buffer.from('newer'))
  await pack.store.install('small', quiet, never)
  expect(await stateOf()).toBe('installed')
})

test('a record that cannot be read is a damaged pack, which can be removed', async () => {
  await install()
  const words = 'Its record cannot be read'
  for (const [record, why] of [
    ['{"schema": 2}', `${words}: a later version of Griot has written it.`],
    ['{', `${words}.`],
    ['', `${words}.`],
  ] as const) {
    writeFileSync(pack.at('installed.json'), record)
    expect(await pack.store.find('small')).toMatchObject({ state: 'damaged', problem: why })
    await expect(pack.store.folderOf('small')).rejects.toMatchObject({
      code: 'pack/damaged',
      message: `Pack small is damaged and is not used. ${why} Install it again on the Models screen, or with "griot models install small".`,
    })
  }
  await pack.store.remove('small')
  expect([await stateOf(), existsSync(pack.at('.'))]).toEqual(['absent', false])
})

test('a program that is killed in the middle leaves a part that the next one continues', async () => {
  pack.server.next.push(hang)
  const child = spawn(process.execPath, [CHILD, pack.home, pack.catalog])
  const part = pack.at(`arriving/${MODEL}.part`)
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size).toBe(50_000)
  // Meanwhile it is its own.
  const busy = pack.store.install('small', quiet, never)
  await expect(busy).rejects.toMatchObject({ code: 'pack/busy' })
  await expect(pack.store.remove('small')).rejects.toMatchObject({ code: 'pack/busy' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await stateOf()).toBe('partial')
  await pack.store.install('small', quiet, never)
  expect(pack.server.asked.map(({ range }) => range)).toEqual(['', 'bytes=50000-', ''])
  expect(await stateOf()).toBe('installed')
})

test('two installations in one program wait for each other, and load everything once', async () => {
  await pack.store.accept('small', 'Apache-2.0')
  const installing = [1, 2].map(() => pack.store.install('small', quiet, never))
  await Promise.all(installing)
  expect(pack.server.asked).toHaveLength(2)
})

const canMount = process.platform === 'linux' && (await run('unshare', ['-rm', 'true'])).code === 0
test.runIf(canMount)(
  'a disk that fills up in the middle is told in words, what came is kept, and later it goes on',
  async () => {
    const script = `mount -t tmpfs -o size=256k tmpfs "$2" && "$0" "$1" "$2" "$3" 999999999 && ls -s "$2/packs/small/arriving/onnx"`
    mkdirSync(pack.home)
    const { code, out } = await run('unshare', [
      ...['-rm', 'sh', '-c', script],
      ...[process.execPath, CHILD, pack.home, pack.catalog],
    ])
    const [outcome = '', ...kept] = out.split('\n')
    expect(code).toBe(0)
    expect(JSON.parse(outcome)).toEqual({
      code: 'storage/full',
      message: expect.stringMatching(
        /could not be stored \(ENOSPC\)\. The disk is full: free some/,
      ),
    })
    expect(kept.join('\n')).toMatch(/\d{2,} model\.onnx\.part/)
  },
)

async function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [out, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
      child.once('error', () => resolve(null))
    }),
  ])
  return { code, out }
}

test('a link where a folder or a file of the pack should be is not followed', async () => {
  const outside = join(pack.home, '../outside')
  mkdirSync(join(pack.home, 'packs/small/arriving'), { recursive: true })
  mkdirSync(outside)
  symlinkSync(outside, pack.at('files'), 'dir')
  await pack.store.accept('small', 'Apache-2.0')
  await expect(pack.store.install('small', quiet, never)).rejects.toThrow(/is a link, or no folder/)
  rmSync(pack.at('files'))
  mkdirSync(pack.at('arriving/onnx'))
  writeFileSync(join(outside, 'precious'), 'mine')
  symlinkSync(join(outside, 'precious'), pack.at(`arriving/${MODEL}.part`))
  await pack.store.install('small', quiet, never)
  expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('mine')
  await pack.store.remove('small')
  expect(existsSync(join(outside, 'precious'))).toBe(true)
})

test('what was downloaded can be thrown away without touching an installed pack', async () => {
  await pack.store.accept('small', 'Apache-2.0')
  const stop = new AbortController()
  pack.server.next.push(hang)
  const stopped = pack.store.install(
    'small',
    ({ doneBytes }) => doneBytes > 0 && stop.abort(),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow()
  await pack.store.discard('small')
  expect(await pack.store.find('small')).toMatchObject({
    ...{ state: 'absent', storedBytes: 0, acceptance: { licence: 'Apache-2.0' } },
  })
  await pack.store.install('small', quiet, never)
  await pack.store.discard('small')
  expect(await stateOf()).toBe('installed')
})

test('a pack that nobody knows, or whose name would lead elsewhere, is told', async () => {
  for (const id of ['large', '../small', 'small/../../x', '', 'con', 'SMALL', 'x'.repeat(500)])
    await expect(pack.store.remove(id)).rejects.toMatchObject({
      code: 'pack/not-found',
      message: expect.stringContaining('griot models list'),
    })
})

test('a data folder that is a file is told in words', async () => {
  writeFileSync(pack.home, '')
  await expect(pack.store.accept('small', 'Apache-2.0')).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringMatching(/Pack small could not be .* \((ENOTDIR|EEXIST)\)/),
  })
})

test('where only what may be used commercially is used, a pack whose licence forbids it is not opened', async () => {
  await install()
  await pack.store.folderOf('small')
  await expect(pack.open({ commercialOnly: true }).folderOf('small')).rejects.toMatchObject({
    code: 'pack/licence',
    message: expect.stringMatching(
      /^Pack small is off: its licence, Apache-2\.0, does not allow commercial use.*griot models list/,
    ),
  })
})
