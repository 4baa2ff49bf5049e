import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { tableLines } from '#cli/models-lines.ts'
import { cutAfter } from '#packs/file-server.test-support.ts'
import {
  openSmallPack,
  packOf,
  type SmallPack,
  writeCatalog,
  writeFiles,
} from '#packs/packs.test-support.ts'
import type { PackSummary } from '#shared/packs.ts'

interface Cli {
  readonly pack: SmallPack
  griot(...args: readonly string[]): ReturnType<typeof runGriotHere>
}

/** A command line whose catalog lists one small pack. Its data folder is `data` in its folder, as that of the pack. */
async function openCli(): Promise<Cli> {
  const pack = await openSmallPack()
  const variables = { GRIOT_PACKS_CATALOG: pack.catalog }
  const folder = join(pack.home, '..')
  return { pack, griot: (...args) => runGriotHere(folder, ['models', ...args], { variables }) }
}

test('a pack is listed, read, accepted, downloaded over a cut, checked and removed, without a bar in a pipe', async () => {
  const { pack, griot } = await openCli()
  const listed = await griot('list')
  expect([listed.code, listed.out]).toEqual([
    0,
    'small\ttranslation\tyo en\t300.0 kB\tApache-2.0\tno commercial use\tabsent\n',
  ])
  expect((await griot('show', 'small', '--licence')).out).toBe('You may use it.\n')
  const shown = (await griot('show', 'small')).out
  for (const words of ['Commercial   no', 'not checked', 'onnx/model.onnx, 300000 bytes, SHA-256'])
    expect(shown).toContain(words)
  pack.server.next.push(cutAfter(pack.at('arriving/onnx/model.onnx.part'), 100_000))
  const installed = await griot('install', 'small', '--accept-licence', 'Apache-2.0')
  expect([installed.code, installed.out, installed.err]).toEqual([
    0,
    'Pack small is installed.\n',
    '',
  ])
  expect(JSON.parse((await griot('list', '--json')).out)[0]).toMatchObject({ state: 'installed' })
  expect((await griot('verify')).out).toBe('small: every byte is right.\n')
  writeFileSync(pack.at('files/tokenizer.json'), 'other')
  const wrong = await griot('verify', 'small')
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('tokenizer.json')])
  expect((await griot('remove', 'small')).out).toMatch(/^Pack small was removed/)
  expect((await griot('verify')).out).toBe('No pack is installed.\n')
})

test('of several packs all are compared, also behind one whose record a later version of Griot has written', async () => {
  const { pack, griot } = await openCli()
  const files = { 'model.onnx': Buffer.from('x') }
  writeCatalog(pack.catalog, [
    packOf({ base: null, files }),
    { ...packOf({ base: null, files }), id: 'tiny' },
  ])
  const place = join(pack.home, '..', 'àwọn fáìlì')
  mkdirSync(place)
  writeFileSync(join(place, 'model.onnx'), 'x')
  for (const id of ['small', 'tiny'])
    await griot('import', place, '--pack', id, '--accept-licence', 'Apache-2.0')
  writeFileSync(pack.at('installed.json'), '{"schema": 2}')
  const { code, out } = await griot('verify')
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(
        /^small: Pack small is damaged and is not used\. Its record cannot be read: a later version of Griot has written it\. .*"griot models import FOLDER --pack small"\.$/,
      ),
      'tiny: every byte is right.',
      '',
    ],
  ])
})

test('at a terminal the packs stand below each other under a heading', async () => {
  const { griot } = await openCli()
  const packs: PackSummary[] = JSON.parse((await griot('list', '--json')).out)
  expect(tableLines(packs)).toEqual([
    'ID     TASK         LANGUAGES  SIZE      LICENCE     COMMERCIAL         STATE',
    'small  translation  yo en      300.0 kB  Apache-2.0  no commercial use  absent',
  ])
})

test('a download that is stopped says that it can be continued', async () => {
  const { pack } = await openCli()
  const stop = new AbortController()
  pack.server.next.push((_request, response) => {
    response.writeHead(200).write(Buffer.alloc(10))
    stop.abort()
    return 'silent'
  })
  const args = ['models', 'install', 'small', '--accept-licence', 'Apache-2.0']
  const variables = { GRIOT_PACKS_CATALOG: pack.catalog }
  const here = { variables, stop: stop.signal }
  const stopped = await runGriotHere(join(pack.home, '..'), args, here)
  expect([stopped.code, stopped.err]).toEqual([
    130,
    'Stopped. What has arrived is kept: "griot models install small" goes on from there.\n',
  ])
})

test('where nobody can be asked, the licence has to be accepted by its name', async () => {
  const { pack } = await openCli()
  const variables = { GRIOT_PACKS_CATALOG: pack.catalog }
  const refused = await runGriotHere(join(pack.home, '..'), ['models', 'install', 'small'], {
    variables,
  })
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.err).toMatch(/does not allow commercial use.*--accept-licence Apache-2\.0/)
  expect(pack.server.asked).toEqual([])
})

test('a pack is taken from a mirror, or from a folder, whose unknown bytes are shown', async () => {
  const { pack, griot } = await openCli()
  for (const [name, bytes] of Object.entries(pack.files))
    pack.server.files.set(`/m/hub/${name}`, bytes)
  const accept = ['--accept-licence', 'Apache-2.0']
  const mirror = ['--mirror', `${pack.server.url}/m`]
  expect((await griot('install', 'small', ...accept, ...mirror)).code).toBe(0)
  expect(pack.server.asked.every(({ path }) => path.startsWith('/m/hub/'))).toBe(true)
  const unknown = { bytes: null, aboutBytes: 9, atMostBytes: 99, sha256: null }
  const change = { 'vocab.json': unknown }
  const files = { 'vocab.json': Buffer.from('{}') }
  writeCatalog(pack.catalog, [packOf({ id: 'voice', base: null, files, change })])
  expect((await griot('list')).out).toContain('absent, by import only')
  const folder = join(pack.home, '../mi')
  mkdirSync(folder)
  const missing = await griot('import', folder, '--pack', 'voice', ...accept)
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('vocab.json is missing')])
  writeFiles(folder, files)
  const imported = await griot('import', folder)
  expect([imported.code, imported.out]).toEqual([
    0,
    expect.stringMatching(/[0-9a-f]{64} {2}vocab\.json/),
  ])
  expect(readFileSync(join(pack.home, 'packs/voice/files/vocab.json'), 'utf8')).toBe('{}')
})

test.each([
  [['models'], 2, 'list | show | install | remove | verify | import'],
  [['models', 'install'], 2, 'griot models list'],
  [['models', 'install', 'nothing'], 1, 'There is no pack called "nothing"'],
  [['models', 'install', '../../etc', '--accept-licence', 'MIT'], 1, 'There is no pack called'],
  [['models', 'install', 'kokoro-82m', '--accept-licence', 'MIT'], 1, 'is Apache-2.0'],
  [
    ['models', 'install', 'kokoro-82m', '--mirror', 'mirror.example'],
    1,
    '--mirror must be an https',
  ],
  [
    ['models', 'install', 'mms-tts-yor', '--accept-licence', 'CC-BY-NC-4.0'],
    1,
    'griot models import',
  ],
  [['models', 'verify', 'kokoro-82m'], 1, 'is not installed'],
  [['models', 'import', 'nowhere'], 1, 'cannot be read'],
  [['models', 'list', '--mirror', 'x'], 2, 'no --mirror'],
])('%j is refused with exit code %i and what to do', async (args, code, words) => {
  const { pack } = await openCli()
  const refused = await runGriotHere(join(pack.home, '..'), args)
  expect([refused.code, refused.out]).toEqual([code, ''])
  expect(refused.err).toContain(words)
})
