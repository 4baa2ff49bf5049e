import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { copyBlobs } from './copy-blobs.ts'

const folder = folderForTests('griot ìdàkọ')

test('what a move that was killed has left half is gone after the next one, and what others are writing stays', async () => {
  const [source, target] = ['source', 'target'].map((name) => createFolderBlobs(join(folder, name)))
  if (!source || !target) throw new Error('there are two stores')
  for (const store of [source, target])
    await store.put('files/one', { bytes: Buffer.from('Ohùn'), type: 'text/plain' })
  const place = join(folder, 'target', 'files')
  writeFileSync(join(place, 'one.0123456789abcdef.part'), 'Oh')
  writeFileSync(join(place, 'other.0123456789abcdef.part'), 'half')
  await copyBlobs(source, target, 'files/', new AbortController().signal, () => undefined)
  expect(readdirSync(place).sort()).toEqual(['one', 'other.0123456789abcdef.part'])
})
