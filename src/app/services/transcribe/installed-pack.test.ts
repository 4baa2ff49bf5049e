import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { transcribersOf } from '#app/services/providers.ts'
import { openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { clip, packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { writeTranscriptionCatalog } from '#inference/transcription-catalog.test-support.ts'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { wavHeader } from '#media/wav.ts'
import { openPackStore } from '#packs/packs.ts'
import { suggestedCommand } from '#packs/suggested-pack.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createPackTranscriber } from './pack-transcriber.ts'

const folder = folderForTests('griot packs ohùn ድምፅ')
const pack = tinyPack('tiny-ctc')
const never = new AbortController().signal

const catalogFolder = writeTranscriptionCatalog(join(folder, 'catalog'), ['tiny-ctc', 'second'])
const home = join(folder, 'data')
const store = openPackStore({
  ...{ home, resources: folder, settings: { catalogFolder }, now: () => new Date() },
})
const source = packSourceOf(store)
const models = openModelProcesses({ start: startModelProcess, store: source })
const suggest = (language: LanguageCode | undefined) =>
  suggestedCommand(store, 'transcription', language)
const transcriber = createPackTranscriber({ models, store: source, getFfmpeg, suggest })
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

test('a pack that cannot be used any more does not keep the others from being used', async () => {
  for (const id of ['tiny-ctc', 'second']) {
    await store.accept(id, 'Apache-2.0')
    await store.import(pack.folder, id, never)
  }
  const installed = async () => (await packSourceOf(store).installed()).map(({ id }) => id)
  expect(await installed()).toEqual(['tiny-ctc', 'second'])
  rmSync(join(home, 'packs/tiny-ctc/accepted.json'))
  expect(await installed()).toEqual(['second'])
  // Of the right size, so that only its bytes tell.
  const path = join((await store.folderOf('second')).folder, 'tokens.txt')
  const changed = readFileSync(path, 'utf8').replace('a', 'b')
  // The file may be a second name of that of the tests.
  rmSync(path)
  writeFileSync(path, changed)
  expect(await installed()).toEqual([])
})

test('where the only packs cannot be used, the transcriber says so with what to do, and not that there is none', async () => {
  const { whyNone, isThere } = transcribersOf({}, transcriber, () => undefined)
  expect(await isThere()).toBe(false)
  const why = async () => whyNone('yo')
  expect((await why()).code).toBe('transcribe/unavailable')
  expect((await why()).message).toMatch(/has not been accepted.*--accept-licence Apache-2\.0/)
  await store.remove('tiny-ctc')
  expect((await why()).message).toMatch(/is damaged.*griot models import FOLDER --pack second/)
  await store.remove('second')
  expect((await why()).message).toContain('griot models import FOLDER --pack tiny-ctc')
})

test('where the process of one pack fails, the next pack writes the recording down, and that is said', async () => {
  const path = join(folder, 'ohùn.wav')
  writeFileSync(path, wavOf(clip('yo')))
  for (const id of ['tiny-ctc', 'second']) {
    await store.accept(id, 'Apache-2.0')
    await store.import(pack.folder, id, never)
  }
  const said: string[] = []
  const failing = openModelProcesses({
    // The process of the first pack cannot be started.
    start: (of) => {
      if (of.id === 'tiny-ctc') throw new Error('no memory')
      return startModelProcess()
    },
    store: source,
  })
  const { transcribe } = createPackTranscriber({
    ...{ models: failing, store: source, getFfmpeg, suggest },
    onTrouble: (words) => said.push(words),
  })
  const request = { language: 'yo', specialWords: [], timestamp: 'none' } as const
  const heard = await transcribe({ path, kind: 'wav' }, request, never)
  failing.close()
  expect([heard.text, heard.provider]).toEqual(['omi ilé ìwé'.normalize('NFC'), 'pack second'])
  expect(said).toEqual([expect.stringMatching(/^Transcription by Tiny failed\. /)])
})

test('of two packs that know the language the larger one writes the recording down', async () => {
  const path = join(folder, 'ohùn.wav')
  writeFileSync(path, wavOf(clip('yo')))
  const both = packsForTests([pack, { ...pack, id: 'large', memoryMegabytes: 900 }])
  const open = openModelProcesses({ start: startModelProcess, store: both })
  const { transcribe } = createPackTranscriber({ models: open, store: both, getFfmpeg, suggest })
  for (const language of ['yo', undefined] as const) {
    const request = { language, specialWords: [], timestamp: 'none' } as const
    const { provider } = await transcribe({ path, kind: 'wav' }, request, never)
    expect(provider).toBe('pack large')
  }
  open.close()
})

test('where the processes of all packs fail, the failure of each is told', async () => {
  const path = join(folder, 'ohùn.wav')
  writeFileSync(path, wavOf(clip('yo')))
  const failing = openModelProcesses({
    start: ({ id }) => {
      throw new Error(`no memory for ${id}`)
    },
    store: source,
  })
  const { transcribe } = createPackTranscriber({
    ...{ models: failing, store: source, getFfmpeg, suggest },
  })
  const request = { language: 'yo', specialWords: [], timestamp: 'none' } as const
  await expect(transcribe({ path, kind: 'wav' }, request, never)).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringMatching(
      /^Transcription by Tiny failed\. .*no memory for tiny-ctc Transcription by .* failed\. .*no memory for second$/,
    ),
  })
  failing.close()
})

function wavOf(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * 2)
  for (const [at, value] of samples.entries()) pcm.writeInt16LE(Math.round(value * 32_767), at * 2)
  return Buffer.concat([wavHeader(pcm.length, 0, 16_000), pcm])
}
