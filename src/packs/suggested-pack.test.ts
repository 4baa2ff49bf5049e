import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { packOf, writeCatalog } from './packs.test-support.ts'
import { openPackStore } from './packs.ts'
import { suggestedCommand } from './suggested-pack.ts'

const folder = folderForTests('griot àbá')
const resources = join(import.meta.dirname, '../../resources')
const storeOf = (catalogFolder: string | undefined) =>
  openPackStore({
    ...{ home: join(folder, 'data'), resources, settings: { catalogFolder } },
    now: () => new Date(),
  })

test('of the catalog that comes with Griot the small recogniser of all six languages is suggested', async () => {
  const store = storeOf(undefined)
  for (const language of ['yo', 'pcm', undefined] as const)
    expect(await suggestedCommand(store, 'transcription', language)).toBe(
      'griot models install omnilingual-300m',
    )
})

test('of another catalog one of its own is suggested: what can be downloaded, then what knows more languages', async () => {
  const files = { 'model.onnx': Buffer.from('x') }
  const pack = (id: string, base: string | null, languages: readonly string[]) => ({
    ...packOf({ base, files }),
    ...{ id, languages },
  })
  writeCatalog(folder, [
    pack('own', null, ['en', 'yo', 'ha']),
    pack('one', 'https://packs.example/', ['en']),
    pack('two', 'https://packs.example/', ['en', 'yo']),
  ])
  const suggested = (language: 'en' | 'ha' | 'ig' | undefined) =>
    suggestedCommand(storeOf(folder), 'translation', language)
  expect([await suggested(undefined), await suggested('ha'), await suggested('ig')]).toEqual([
    'griot models install two',
    'griot models import FOLDER --pack own',
    undefined,
  ])
  expect(await suggestedCommand(storeOf(folder), 'transcription', undefined)).toBeUndefined()
})
