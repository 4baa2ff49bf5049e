import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGriot, startGriot } from '#cli/griot.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { wavOfClip } from '#server/transcriber.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openRealValues, type RealValues } from './python-client/real-values.ts'

/** A checkout of the client, as its makers publish it. It is not among our packages: a person fetches it. */
const CLIENT = process.env['SPITCH_PYTHON_CLIENT'] ?? ''
const PYTHON = process.env['SPITCH_PYTHON'] ?? 'python3'
/** Tests of its resources with httpx; those with aiohttp ask the server for the same. */
const COUNT = 152
const PACKS = join(import.meta.dirname, '../../src/inference/packs-for-tests')
const LICENCE = 'Apache-2.0'

const folder = folderForTests('griot ẹ̀rọ Python')
const variables = { GRIOT_API_KEY: KEY, GRIOT_PACKS_CATALOG: join(folder, 'catalog') }
let between: RealValues

beforeAll(async () => {
  if (CLIENT === '') return
  writeCatalog(join(folder, 'catalog'))
  for (const id of ['tiny-ctc', 'tiny-nllb']) {
    const args = ['models', 'import', join(PACKS, id), '--pack', id, '--accept-licence', LICENCE]
    const { code, err } = await runGriot(folder, args, variables)
    expect(code, err).toBe(0)
  }
  const griot = startGriot(
    folder,
    ['serve', '--port', '0', '--translate-order', 'built-in,pack'],
    variables,
  )
  between = await openRealValues(await griot.address(), wavOfClip('yo'))
  afterAll(async () => {
    await between.close()
    expect(await griot.end()).toBe(0)
  })
})

test.skipIf(CLIENT === '')(
  'the published Python client passes the tests of its resources, with translation and transcription on this computer',
  async () => {
    const args = ['-m', 'pytest', '-n', '0', '-p', 'no:cacheprovider', '-k', 'not aiohttp', '-rf']
    const { stdout } = await promisify(execFile)(PYTHON, [...args, 'tests/api_resources'], {
      cwd: CLIENT,
      env: {
        ...process.env,
        TEST_API_BASE_URL: between.url,
        PYTHONPATH: join(CLIENT, 'src'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      maxBuffer: 2 ** 26,
    }).catch((error) => ({ stdout: `${error.stdout ?? ''}\n${error.stderr ?? error}` }))
    process.stderr.write(`${stdout.trim().split('\n').at(-1)}\n`)
    process.stderr.write(`Translated by: ${[...between.translators].join(', ')}\n`)
    expect(stdout).toMatch(new RegExp(`=+ ${COUNT} passed, \\d+ deselected in `))
  },
)

/** A catalog with a tiny pack that writes speech down, and one that translates. */
function writeCatalog(catalog: string): void {
  mkdirSync(join(catalog, 'licences'), { recursive: true })
  writeFileSync(join(catalog, 'licences/own.txt'), 'You may use it.\n')
  const languages = ['en', 'yo']
  for (const [task, id, runtime, settings] of [
    ['transcription', 'tiny-ctc', 'omnilingual-ctc', {}],
    ['translation', 'tiny-nllb', 'seq2seq', { family: 'nllb' }],
  ] as const) {
    const files = readdirSync(join(PACKS, id)).map((name) => {
      const bytes = readFileSync(join(PACKS, id, name))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { name, bytes: bytes.length, sha256 }
    })
    const pack = {
      ...{ id, name: id, improves: 'Tests.', runtime, languages, files, settings },
      licence: {
        ...{ id: LICENCE, name: LICENCE, text: 'own.txt', commercialUse: true },
        attribution: 'Griot',
      },
      source: { page: null, revision: null, files: null },
      ...{ memoryMegabytes: 300, measured: [], isChecked: true, notes: [] },
    }
    const file = { schema: 1, revision: '2026-01-01', task, packs: [pack] }
    writeFileSync(join(catalog, `${task}.json`), JSON.stringify(file))
  }
}
