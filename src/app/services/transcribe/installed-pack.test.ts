import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { clip, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { openPackStore } from '#packs/packs.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot packs ohùn ድምፅ')
const pack = tinyPack('tiny-ctc')
const never = new AbortController().signal

/** A catalog with the tiny recogniser. */
const catalogFolder = join(folder, 'catalog')
mkdirSync(join(catalogFolder, 'licences'), { recursive: true })
writeFileSync(join(catalogFolder, 'licences/own.txt'), 'You may use it.\n')
writeFileSync(
  join(catalogFolder, 'transcription.json'),
  JSON.stringify({
    ...{ schema: 1, revision: '2026-01-01', task: 'transcription' },
    packs: [
      {
        ...{ id: 'tiny-ctc', name: 'Tiny', improves: 'Tests.', runtime: pack.runtime },
        ...{ languages: pack.languages, settings: {}, memoryMegabytes: 600, measured: [] },
        licence: {
          ...{ id: 'Apache-2.0', name: 'A licence', text: 'own.txt', commercialUse: true },
          attribution: 'Griot',
        },
        source: { page: null, revision: null, files: null },
        files: pack.files.map((file) => ({
          ...file,
          bytes: readFileSync(join(pack.folder, file.name)).length,
        })),
        ...{ isChecked: true, notes: [] },
      },
    ],
  }),
)
const home = join(folder, 'data')
const store = openPackStore({
  ...{ home, resources: folder, settings: { catalogFolder }, now: () => new Date() },
})
const models = openModelProcesses({ start: startModelProcess, store: packSourceOf(store) })
afterAll(() => models.close())

async function* endless(): AsyncGenerator<Float32Array> {
  while (true) yield clip('yo')
}

test('a pack is used once it is installed, and let go before it is removed', async () => {
  const transcribe = () => models.transcribe('tiny-ctc', endless(), { language: 'yo' }, never)
  await expect(transcribe().next()).rejects.toMatchObject({ code: 'pack/not-installed' })
  await store.accept('tiny-ctc', 'Apache-2.0')
  await store.import(pack.folder, 'tiny-ctc', never)
  const running = transcribe()
  const first = await running.next()
  expect(first.done ? '' : first.value.piece.text).toContain('ilé'.normalize('NFC'))
  await store.remove('tiny-ctc')
  await expect(Array.fromAsync(running)).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringContaining('it was removed'),
  })
  await expect(transcribe().next()).rejects.toMatchObject({ code: 'pack/not-installed' })
})

test('a file that was changed behind the back of the store is not opened', async () => {
  await store.accept('tiny-ctc', 'Apache-2.0')
  await store.import(pack.folder, 'tiny-ctc', never)
  const path = join((await store.folderOf('tiny-ctc')).folder, 'model.int8.onnx')
  rmSync(path)
  writeFileSync(path, 'other bytes')
  await expect(models.transcribe('tiny-ctc', endless(), {}, never).next()).rejects.toMatchObject({
    code: 'pack/damaged',
  })
})
